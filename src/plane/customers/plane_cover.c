/* plane_cover.c - the best new sites for customers in the plane: maximum coverage by the cells into
 * which circles divide the board. */
#include "location/cover/cover.h"
#include "plane/customers/cells.h"

#include <stdlib.h>
#include <string.h>

/* What an answer is made of. */
typedef struct task {
    const dm_plane *plane;
    const dm_plane_customers *customers;
    int32_t count;
    dm_run *run;
    dmi_discs discs;
    dmi_crossings crossings;
    dmi_disc_cells cells;
    dm_plane_cover *out;
    int64_t upper; /* no sites gain more */
} task;

void dm_plane_cover_free(dm_plane_cover *cover)
{
    if (!cover)
        return;
    dm_plane_free(cover->plane);
    dm_plane_demand_free(cover->score);
    free(cover);
}

static dm_status place_black(dm_plane *plane, const dmi_exact_point *at, dm_error *err)
{
    char *x = dmi_exact_text(at->x), *y = dmi_exact_text(at->y);
    dm_status status = x && y ? dm_plane_place(plane, DM_BLACK, x, y, err) : dmi_no_memory(err);
    dm_free(x);
    dm_free(y);
    return status;
}

static dm_status place_in_cell(task *t, const dmi_cell *cell, dm_error *err)
{
    dmi_exact_point place;
    dmi_exact_point_init(&place);
    dm_status status = dmi_cell_place(&t->crossings, &t->cells, cell, &place, err);
    if (status == DM_OK && dmi_place_is_taken(t->out->plane, &place))
        status = DM_OK; /* a cell around a place that another one is shown by */
    else if (status == DM_OK)
        status = place_black(t->out->plane, &place, err);
    dmi_exact_point_clear(&place);
    return status;
}

/* Sites that gain nothing more, where there are none. */
static dm_status place_rest(task *t, dm_error *err)
{
    dm_status status = DM_OK;
    dmi_exact_point place;
    dmi_exact_point_init(&place);
    while (status == DM_OK && dm_plane_count(t->out->plane) < dm_plane_count(t->plane) + t->count) {
        dmi_midst(t->out->plane, &place);
        status = place_black(t->out->plane, &place, err);
    }
    dmi_exact_point_clear(&place);
    return status;
}

/* Chooses the cells that gain most together. */
static dm_status choose_cells(task *t, int32_t *chosen, int32_t *count, dm_error *err)
{
    const dmi_disc_cells *cells = &t->cells;
    dmi_cover cover = {.items = cells->items,
                       .sets = cells->count,
                       .weight = cells->weight,
                       .first = cells->first,
                       .item = cells->item,
                       .count = t->count < cells->count ? t->count : cells->count};
    const dmi_cover_request request = {.floor = -1, .enough = INT64_MAX};
    dmi_cover_answer answer = {.chosen = chosen};
    dm_status status = DM_OK;
    if (cells->count > 0) {
        status = dmi_cover_solve(&cover, &request, t->run, &answer, err);
        t->out->nodes = (int64_t)answer.nodes;
        if (status == DM_OK || status == DM_STOPPED)
            *count = answer.chosen_count;
    }
    t->upper = status == DM_OK ? answer.weight : answer.upper;
    return status;
}

/* Places several sites; `swept` tells whether all cells are known. */
static dm_status place_several(task *t, dm_status swept, dm_error *err)
{
    int32_t *chosen = dmi_alloc((size_t)t->count, sizeof *chosen), count = 0;
    if (!chosen)
        return dmi_no_memory(err);
    dm_status status = dmi_disc_cells_reduce(&t->cells, t->run, swept == DM_OK ? err : NULL);
    if (status == DM_OK || status == DM_STOPPED)
        status = choose_cells(t, chosen, &count, swept == DM_OK ? err : NULL);
    if (swept != DM_OK)
        t->upper = t->discs.most;
    for (int32_t i = 0; i < count && (status == DM_OK || status == DM_STOPPED); i++) {
        dm_status placed = place_in_cell(t, t->cells.cell + chosen[i], err);
        status = placed == DM_OK ? status : placed;
    }
    free(chosen);
    return swept != DM_OK && status == DM_OK ? swept : status;
}

/* Finds the new sites; DM_STOPPED: some. */
static dm_status find_sites(task *t, dm_error *err)
{
    dm_status status = t->plane->rules.metric == DM_MANHATTAN
                           ? dmi_sweep_diamonds(&t->crossings, &t->cells, t->run, err)
                           : dmi_sweep(&t->crossings, &t->cells, t->run, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    if (t->count > 1)
        return place_several(t, status, err);
    t->upper = status == DM_OK ? t->cells.best.gain : t->discs.most;
    if (t->cells.best.gain <= 0)
        return status;
    dm_status placed = place_in_cell(t, &t->cells.best, err);
    return placed == DM_OK ? status : placed;
}

/* Scores the sites found, and encloses the best share. */
static dm_status finish(task *t, dm_status found, dm_error *err)
{
    dm_plane_cover *out = t->out;
    dm_status status = place_rest(t, err);
    if (status == DM_OK)
        status = dm_plane_demand_new(out->plane, t->customers, NULL, &out->score, err);
    if (status != DM_OK)
        return status;
    double total = out->score->total;
    out->lower = total > 0 ? (1 + (out->score->size[1] - out->score->size[0]) / total) / 2 : 0.5;
    out->proven = found == DM_OK;
    out->upper = out->lower;
    if (found == DM_STOPPED && total > 0) {
        dm_plane_demand *before = NULL;
        status = dm_plane_demand_new(t->plane, t->customers, NULL, &before, err);
        if (status != DM_OK)
            return status;
        double unit = total / (double)t->customers->total,
               value = before->size[1] - before->size[0];
        double most = (1 + (value + (double)t->upper * unit) / total) / 2 + 1e-15;
        out->upper = most > 1 ? 1 : most < out->lower ? out->lower : most;
        dm_plane_demand_free(before);
    }
    return found;
}

static dm_status solve(task *t, dm_error *err)
{
    dm_status status = dmi_discs_init(&t->discs, t->plane, t->customers, t->run, err);
    if (status != DM_OK) {
        t->discs = (dmi_discs){0};
        t->upper = INT64_MAX / 4;
        return status == DM_STOPPED ? finish(t, status, err) : status;
    }
    if (t->discs.count == 0) { /* any site has all customers, or there are none to gain */
        dmi_discs_clear(&t->discs);
        return finish(t, DM_OK, err);
    }
    status = dmi_crossings_init(&t->crossings, &t->discs, err);
    if (status == DM_OK) {
        status = dmi_disc_cells_init(&t->cells, &t->discs, t->count > 1, err);
        if (status == DM_OK) {
            status = find_sites(t, err);
            if (status == DM_OK || status == DM_STOPPED)
                status = finish(t, status, err);
            dmi_disc_cells_clear(&t->cells);
        }
        dmi_crossings_clear(&t->crossings);
    }
    dmi_discs_clear(&t->discs);
    return status;
}

dm_status dm_plane_cover_new(const dm_plane *plane, const dm_plane_customers *customers,
                             int32_t count, dm_run *run, dm_plane_cover **out, dm_error *err)
{
    if (plane->rules.sides != 2)
        return dmi_fail(err, DM_UNSUPPORTED, "a reply is for two sides, not %d",
                        plane->rules.sides);
    if (count < 1 || count > DM_PLANE_COVER)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d new sites; expected 1 to %d", count,
                        DM_PLANE_COVER);
    task t = {.plane = plane, .customers = customers, .count = count, .run = run};
    t.out = dmi_calloc(1, sizeof *t.out);
    if (!t.out)
        return dmi_no_memory(err);
    dm_status status = dm_plane_copy(plane, &t.out->plane, err);
    if (status == DM_OK)
        status = solve(&t, err);
    if (status == DM_OK || status == DM_STOPPED)
        *out = t.out;
    else
        dm_plane_cover_free(t.out);
    return status;
}
