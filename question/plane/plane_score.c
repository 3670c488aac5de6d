/* plane_score.c - whose land is whose in the plane. */
#include "question/plane/plane_questions.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const question_field score_fields[] = {
    PLANE_BOARD,
    PLANE_SITES,
    PLANE_SIDES_ROW,
    PLANE_CUSTOMERS_ROW,
    PLANE_METRIC,
    PLANE_RULE(plane_score_fields),
    {.name = "approximate", .type = Q_FLAG, .at = offsetof(plane_score_fields, approximate),
     .help = "areas with doubles, for 10^5 sites"},
    {.name = "cells", .type = Q_FLAG, .at = offsetof(plane_score_fields, cells),
     .help = "the land of each site: its area and, in JSON, its corners"},
    {.name = "svg", .type = Q_FLAG, .in = Q_JSON_ONLY, .at = offsetof(plane_score_fields, svg),
     .help = "a picture of it"},
    {0}};
/* clang-format on */

static void score_clear(void *found)
{
    plane_score_found *f = found;
    dm_plane_score_free(f->score);
    dm_plane_demand_free(f->demand);
    dm_plane_lattice_free(f->lattice);
    plane_clear(&f->on);
}

static dm_status score_find(asking *a, const ask_board *board, void *shared, void *found,
                            dm_error *err)
{
    const plane_score_fields *own = a->own;
    plane_score_found *f = found;
    (void)shared;
    bool gravity = own->rule != 0;
    if (gravity && (own->cells || own->approximate))
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s is about the rule nearest",
                         ask_label(a, own->cells ? "cells" : "approximate"));
    dm_status status = plane_land_only(a, &own->on, gravity || own->cells || own->approximate,
                                       gravity      ? "rule"
                                       : own->cells ? "cells"
                                                    : "approximate",
                                       err);
    if (status == DM_OK)
        status = plane_open(a, &f->on, err);
    if (status != DM_OK)
        return status;
    if (f->on.customers)
        return dm_plane_demand_new(f->on.plane, f->on.customers, board->run, &f->demand, err);
    const dm_plane_measure how = {.approximate = own->approximate, .cells = own->cells};
    if (gravity)
        return dm_plane_lattice_new(f->on.plane, (int32_t)own->lattice, board->run, &f->lattice,
                                    err);
    return dm_plane_score_new(f->on.plane, &how, board->run, &f->score, err);
}

/* One area, exact or as a number. */
static json_t *area_of(const char *exact, double size)
{
    return exact ? json_string(exact) : report_rounded(size);
}

/* The rings of a cell as one: from the first corner to the other rings and back. */
static json_t *ring_of(const dm_plane_cell *cell)
{
    json_t *list = json_array();
    for (int32_t k = 0, from = 0; k < cell->rings; from = cell->ring_end[k++]) {
        int32_t end = cell->ring_end[k];
        for (int32_t i = from; i < end + (cell->rings > 1); i++) {
            int32_t c = i < end ? i : from;
            report_append(&list, cell->x
                                     ? json_pack("[s,s]", cell->x[c], cell->y[c])
                                     : json_pack("[f,f]", cell->corner[c].x, cell->corner[c].y));
        }
        if (k > 0)
            report_append(&list, cell->x
                                     ? json_pack("[s,s]", cell->x[0], cell->y[0])
                                     : json_pack("[f,f]", cell->corner[0].x, cell->corner[0].y));
    }
    return list;
}

static void add_cells(const plane_score_found *f, report *r)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < f->score->sites; i++) {
        const dm_plane_cell *cell = f->score->cell + i;
        const char *owner = f->on.name[dm_plane_site_at(f->on.plane, i).side];
        report_append(&list, json_pack("{s:o, s:s, s:o, s:o}", "site", plane_point(f->on.plane, i),
                                       "owner", owner, "polygon", ring_of(cell), "area",
                                       area_of(cell->area, cell->size)));
        if (cell->area)
            report_row(r, i == 0 ? "cells" : "", "%s %d: %s", owner, i + 1, cell->area);
        else
            report_row(r, i == 0 ? "cells" : "", "%s %d: %.9g", owner, i + 1, cell->size);
    }
    report_json(r, "cells", list);
}

/* Names and scores of the sides. */
static void add_sides(const plane_score_found *f, report *r, char *const *area, const double *size)
{
    json_t *list = json_array();
    for (int32_t s = 0; s < f->on.sides; s++) {
        report_append(&list,
                      json_pack("{s:s, s:o, s:o}", "name", f->on.name[s], "points",
                                plane_points(&f->on, s), "score", area_of(area[s], size[s])));
        report_row(r, f->on.name[s], area[s] ? "%s" : "%s%.9g", area[s] ? area[s] : "", size[s]);
    }
    report_json(r, "sides", list);
}

static void add_scores(const plane_score_found *f, report *r, char *const *area, const double *size)
{
    if (f->on.named) {
        add_sides(f, r, area, size);
        return;
    }
    plane_report_area(r, "white_score", area[0], size[0]);
    plane_report_area(r, "black_score", area[1], size[1]);
}

static void report_lattice(const asking *a, const plane_score_found *f, report *r)
{
    const plane_score_fields *own = a->own;
    const dm_plane_lattice *l = f->lattice;
    double size[DM_PLANE_SIDES] = {0};
    int32_t best = 0;
    bool tied = false;
    json_t *counts = json_array();
    for (int32_t s = 0; s < f->on.sides; s++) {
        size[s] = (double)l->count[s] * l->cell * l->cell;
        report_append(&counts, json_integer(l->count[s]));
        if (s > 0 && l->count[s] >= l->count[best])
            tied = l->count[s] == l->count[best];
        best = l->count[s] > l->count[best] ? s : best;
    }
    report_json(r, "rule", json_string("gravity"));
    report_count(r, "lattice", own->lattice);
    add_scores(f, r, l->area, size);
    plane_report_area(r, "tied", l->tied_area, (double)l->tied * l->cell * l->cell);
    report_json(r, "counts", counts);
    if (!f->on.named)
        plane_report_area(r, "value", l->value, size[0] - size[1]);
    report_json(r, "winner", tied ? json_null() : json_string(f->on.name[best]));
    report_row(r, "result", "%s%s", tied ? "a tie" : f->on.name[best], tied ? "" : " wins");
}

static void report_nearest(const plane_score_found *f, report *r)
{
    const dm_plane_score *score = f->score;
    bool tied = score->winner < 0;
    report_json(r, "rule", json_string("nearest"));
    add_scores(f, r, score->area, score->size);
    plane_report_area(r, "tied", score->tied, score->tied_size);
    if (!f->on.named)
        plane_report_area(r, "value", score->value, score->size[0] - score->size[1]);
    report_json(r, "winner", tied ? json_null() : json_string(f->on.name[score->winner]));
    report_row(r, "result", "%s%s", tied ? "a tie" : f->on.name[score->winner],
               tied ? "" : " wins");
    if (score->cell)
        add_cells(f, r);
    report_json(r, "exact", json_boolean(score->tied != NULL));
}

static void report_demand(const plane_score_found *f, report *r)
{
    const dm_plane_demand *demand = f->demand;
    json_t *owners = json_array();
    bool tied = demand->winner < 0;
    report_json(r, "rule", json_string("nearest"));
    add_scores(f, r, demand->demand, demand->size);
    plane_report_area(r, "tied", demand->tied, demand->tied_size);
    if (!f->on.named)
        plane_report_area(r, "value", demand->value, demand->size[0] - demand->size[1]);
    report_json(r, "winner", tied ? json_null() : json_string(f->on.name[demand->winner]));
    report_row(r, "result", "%s%s", tied ? "a tie" : f->on.name[demand->winner],
               tied ? "" : " wins");
    for (int32_t i = 0; i < demand->customers; i++)
        report_append(&owners, demand->owner[i] < 0 ? json_null()
                                                    : json_string(f->on.name[demand->owner[i]]));
    report_json(r, "owners", owners);
    report_json(r, "exact", json_true());
}

static dm_status score_report(const asking *a, const ask_board *board, void *found, report *r,
                              dm_error *err)
{
    const plane_score_fields *own = a->own;
    const plane_score_found *f = found;
    const char *names[DM_PLANE_SIDES];
    const dm_plane_picture picture = plane_picture(&f->on, f->lattice, names);
    dm_status status = DM_OK;
    char *svg = NULL;
    plane_report_sites(&f->on, r);
    if (f->demand)
        report_demand(f, r);
    else if (f->lattice)
        report_lattice(a, f, r);
    else
        report_nearest(f, r);
    if (own->svg)
        status = dm_draw_plane_svg(f->on.plane, &picture, &svg, err);
    if (svg)
        report_string(r, "svg", svg);
    dm_free(svg);
    report_since(r, board->begun);
    return status;
}

const question question_plane_score = {.name = "plane/score",
                                       .fields = score_fields,
                                       .common = Q_TIMED,
                                       .size = sizeof(plane_score_fields),
                                       .found_size = sizeof(plane_score_found),
                                       .find = score_find,
                                       .report = score_report,
                                       .clear = score_clear};
