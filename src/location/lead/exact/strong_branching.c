/* strong_branching.c - chooses the site to branch on (strong branching).
 *
 * Tries both values of the fractional sites nearest to a half, with a few dual simplex steps each,
 * and takes the site whose two bounds fall most, by their product.  If a side falls below the
 * target by the exact bound, the site is decided the other way at once.
 */
#include "location/lead/exact/branch_and_cut.h"
#include <math.h>

enum { TRIALS = 10, STEPS = 12 };

/* Lists the open sites with x nearest to a half; whole ones only if there are no others. */
static int32_t candidates(const dmi_lead_worker *worker, const dmi_lead_node *node, int32_t *list)
{
    int32_t count = 0;
    double off[TRIALS + 1];
    const dmi_lead_site *site = worker->problem->list->site;
    for (int32_t i = 0; i < worker->problem->whites; i++) {
        if (node->fix[i] != DMI_SITE_OPEN)
            continue;
        double d = site[i].vertex < 0 ? 0.5 : fabs(worker->x[i] - 0.5);
        if (d > 0.5 - 1e-6 && count > 0)
            continue;
        int32_t at = count < TRIALS ? count++ : TRIALS;
        while (at > 0 && off[at - 1] > d) {
            if (at < TRIALS) {
                off[at] = off[at - 1];
                list[at] = list[at - 1];
            }
            at--;
        }
        if (at < TRIALS) {
            off[at] = d;
            list[at] = i;
        }
    }
    while (count > 1 && off[count - 1] > 0.5 - 1e-6)
        count--;
    return count;
}

/* How far z falls if the site is decided; *dead: the exact bound is below the target. */
static dm_status try_side(dmi_lead_worker *worker, dmi_lead_node *node, int32_t site, int value,
                          double *falls, bool *dead, dm_error *err)
{
    int64_t target = atomic_load(&worker->search->target);
    double z = dmi_lp_z(&worker->lp);
    assert(node->fix[site] == DMI_SITE_OPEN);
    *dead = false;
    dmi_lp_set_bounds(&worker->lp, site, value, value);
    dmi_lp_end end = dmi_lp_solve(&worker->lp, (double)target - 1e-5, STEPS);
    *falls = z - dmi_lp_z(&worker->lp);
    if (end == DMI_LP_BELOW) {
        node->fix[site] = (unsigned char)value;
        dm_status status = dmi_lead_node_bound(worker, node, err);
        node->fix[site] = DMI_SITE_OPEN;
        if (status != DM_OK)
            return status;
        *dead = dmi_lead_bound_floor(&worker->bound, node->upper) < target;
    }
    dmi_lp_restore(&worker->lp, &worker->saved);
    return DM_OK;
}

dm_status dmi_lead_node_choose(dmi_lead_worker *worker, dmi_lead_node *node, int32_t *site,
                               dm_error *err)
{
    int32_t list[TRIALS], count = candidates(worker, node, list);
    double best = -1;
    dm_status status = dmi_lp_save(&worker->lp, &worker->saved, err);
    for (int32_t k = 0; k < count && status == DM_OK; k++) {
        double falls[2] = {0, 0};
        bool dead[2] = {false, false};
        for (int value = 1; value >= 0 && status == DM_OK; value--)
            status = try_side(worker, node, list[k], value, &falls[value], &dead[value], err);
        if (status == DM_OK && (dead[0] || dead[1])) {
            dmi_lead_node_fix(node, list[k],
                              dead[DMI_SITE_BARRED] ? DMI_SITE_HELD : DMI_SITE_BARRED);
            dmi_lead_node_enter(worker, node);
            *site = -1;
            return DM_OK;
        }
        double score = fmax(falls[0], 1e-4) * fmax(falls[1], 1e-4);
        if (status == DM_OK && score > best) {
            best = score;
            *site = list[k];
        }
    }
    return status;
}
