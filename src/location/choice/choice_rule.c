/* choice_rule.c - checks what a rule of choice is asked with. */
#include "location/choice/choice_rule.h"

#include "base/base.h"
#include <stdlib.h>

#define BETA_MOST       1e6
#define ATTRACTION_MOST 1e12 /* of DM_HUFF; the least is 1 / ATTRACTION_MOST */

static bool is_beta(double beta)
{
    return beta > 0 && beta <= BETA_MOST;
}

dm_status dmi_choice_rule_init(dmi_choice_rule *rule, const dm_arena *arena, const dm_terms *terms,
                               dm_error *err)
{
    if (!is_beta(terms->beta))
        return dmi_fail(err, DM_BAD_ARGUMENT, "beta is %g; expected more than 0, at most %g",
                        terms->beta, BETA_MOST);
    if (terms->rule == DM_HUFF && terms->floor < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the floor of distances is %lld; expected at least 1",
                        (long long)terms->floor);
    if (terms->has_radius && terms->radius < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the radius %lld is negative",
                        (long long)terms->radius);
    if (!(terms->outside >= 0 && terms->outside <= ATTRACTION_MOST))
        return dmi_fail(err, DM_BAD_ARGUMENT, "the weight of the outside is %g; expected 0 to %g",
                        terms->outside, ATTRACTION_MOST);
    if (terms->choices < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d sites of a side compete; expected at least 1",
                        terms->choices);
    for (dm_vertex v = 0; terms->customer_beta && v < dm_arena_vertices(arena); v++)
        if (!is_beta(terms->customer_beta[v]))
            return dmi_fail(err, DM_BAD_ARGUMENT,
                            "customer %d has beta %g; expected more than 0, at most %g", v,
                            terms->customer_beta[v], BETA_MOST);
    double unit = pow(10, -dm_arena_decimals(arena));
    *rule = (dmi_choice_rule){.rule = terms->rule,
                              .beta = terms->beta,
                              .unit = unit,
                              .floor = (double)terms->floor * unit,
                              .radius = terms->has_radius ? terms->radius : -1,
                              .outside = log(terms->outside),
                              .choices = terms->choices > 0 ? terms->choices : INT32_MAX,
                              .customer_beta = terms->customer_beta};
    return DM_OK;
}

dm_status dmi_choice_site_init(dmi_choice_site *site, const dm_sites *sites, int32_t i,
                               dm_side side, dm_rule rule, dm_error *err)
{
    bool is_huff = rule == DM_HUFF;
    bool has_attraction = sites->attraction && !isnan(sites->attraction[i]);
    double attraction = has_attraction ? sites->attraction[i] : is_huff ? 1 : 0;
    double least = is_huff ? 1 / ATTRACTION_MOST : -ATTRACTION_MOST;
    *site = (dmi_choice_site){.vertex = sites->vertex[i],
                              .side = (int32_t)side,
                              .number = i,
                              .attraction = is_huff ? log(attraction) : attraction,
                              .beta = sites->beta ? sites->beta[i] : 1,
                              .offset = sites->offset ? sites->offset[i] : 0};
    if (is_huff && site->offset != 0)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "site %d has an offset; the Huff rule knows no offsets", site->vertex);
    if (site->offset < 0 || site->offset > DM_MAX_TOTAL / 2)
        return dmi_fail(err, DM_BAD_ARGUMENT, "site %d has the offset %lld; expected 0 to 2^61",
                        site->vertex, (long long)site->offset);
    if (!(attraction >= least && attraction <= ATTRACTION_MOST))
        return dmi_fail(err, DM_BAD_ARGUMENT, "site %d has attraction %g; expected %g to %g",
                        site->vertex, attraction, least, ATTRACTION_MOST);
    if (!is_beta(site->beta))
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "site %d has beta %g; expected more than 0, at most %g", site->vertex,
                        site->beta, BETA_MOST);
    return DM_OK;
}

dm_status dmi_choice_sites(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                           int group_count, dmi_choice_site **out, int32_t *count, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    int64_t room = 0;
    int32_t found = 0;
    for (int g = 0; g < group_count; g++)
        room += groups[g].sites.count;
    bool *taken = dmi_calloc((size_t)n, sizeof *taken);
    dmi_choice_site *sites = dmi_alloc((size_t)room, sizeof *sites);
    dm_status status = taken && sites ? DM_OK : dmi_no_memory(err);
    for (int g = 0; status == DM_OK && g < group_count; g++) {
        const dm_sites *list = &groups[g].sites;
        for (int32_t i = 0; status == DM_OK && i < list->count; i++) {
            dm_vertex v = list->vertex[i];
            if (v < 0 || v >= n)
                status = dmi_fail(err, DM_BAD_VERTEX,
                                  "vertex %d does not exist; the board has 0..%d", v, n - 1);
            else if (taken[v] && !terms->may_meet)
                status = dmi_fail(err, DM_BAD_VERTEX, "vertex %d has two sites", v);
            if (status == DM_OK)
                status =
                    dmi_choice_site_init(&sites[found], list, i, groups[g].side, terms->rule, err);
            if (status != DM_OK)
                break;
            taken[v] = true;
            sites[found].number = found;
            found++;
        }
    }
    free(taken);
    if (status != DM_OK) {
        free(sites);
        return status;
    }
    *out = sites;
    *count = found;
    return DM_OK;
}
