/* level_check.c - checks, copies and frees levels.
 *
 * All numbers of a level are multiples of one over its common denominator.  It is computed here, so
 * that every level that passes can later be measured in whole units.
 */
#include "base/base.h"
#include "base/names.h"
#include "lines/level/draft.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const int64_t most_units = INT64_C(1) << 61;

DMI_ENUM_NAMES(dm_line_crossings, "rule of crossings", "pass", "forbid", "join", "stop")

static dm_status check_edges(const dm_level *level, dm_error *err)
{
    for (int32_t e = 0; e < level->edge_count; e++) {
        const dm_line_edge *edge = &level->edges[e];
        char text[DM_RATIO_TEXT];
        int32_t end = edge->u < 0 || edge->u >= level->vertex_count ? edge->u : edge->v;
        if (end < 0 || end >= level->vertex_count)
            return dmi_fail(err, DM_BAD_VERTEX,
                            "edge %d ends at vertex %d; the level has vertices 0..%d", e, end,
                            level->vertex_count - 1);
        if (edge->u == edge->v)
            return dmi_fail(err, DM_BAD_ARGUMENT, "edge %d joins vertex %d to itself", e, edge->u);
        if (edge->length.den < 1 || edge->length.num < 1)
            return dmi_fail(err, DM_BAD_ARGUMENT, "edge %d has length %s; lengths are positive", e,
                            dm_ratio_print(edge->length, text));
    }
    return DM_OK;
}

/* Checks site i, and makes its place a vertex if it is at an end of an edge, so that every point
 * has one form. */
static dm_status check_site(dm_level *level, int32_t i, dm_error *err)
{
    const dm_line_site *site = &level->sites[i];
    dm_line_place *place = &level->sites[i].place;
    if (site->player < 0 || site->player >= level->player_count)
        return dmi_fail(err, DM_BAD_ARGUMENT, "site %d belongs to player %d; players are 0..%d", i,
                        site->player, level->player_count - 1);
    if (place->vertex >= level->vertex_count)
        return dmi_fail(err, DM_BAD_VERTEX,
                        "site %d lies on vertex %d; the level has vertices 0..%d", i, place->vertex,
                        level->vertex_count - 1);
    if (place->vertex >= 0)
        return DM_OK;
    if (place->edge < 0 || place->edge >= level->edge_count)
        return dmi_fail(err, DM_BAD_ARGUMENT, "site %d lies on edge %d; the level has edges 0..%d",
                        i, place->edge, level->edge_count - 1);
    if (place->at.den < 1 || place->at.num < 0 || place->at.num > place->at.den)
        return dmi_fail(err, DM_BAD_ARGUMENT, "site %d is at %lld/%lld of edge %d; expected 0 to 1",
                        i, (long long)place->at.num, (long long)place->at.den, place->edge);
    const dm_line_edge *edge = &level->edges[place->edge];
    if (place->at.num == 0 || place->at.num == place->at.den)
        *place = (dm_line_place){place->at.num == 0 ? edge->u : edge->v, -1, {0, 1}};
    return DM_OK;
}

typedef struct numbered_site {
    dm_line_place place;
    int32_t site;
} numbered_site;

static int site_by_place(const void *a, const void *b)
{
    const dm_line_place *x = &((const numbered_site *)a)->place,
                        *y = &((const numbered_site *)b)->place;
    if (x->vertex != y->vertex)
        return x->vertex < y->vertex ? -1 : 1;
    if (x->vertex >= 0 || x->edge != y->edge)
        return (x->edge > y->edge) - (x->edge < y->edge);
    return dmi_ratio_compare(x->at, y->at);
}

static int site_by_place_and_number(const void *a, const void *b)
{
    int32_t i = ((const numbered_site *)a)->site, j = ((const numbered_site *)b)->site;
    int order = site_by_place(a, b);
    return order ? order : (i > j) - (i < j);
}

static bool unit_take_multiple(int64_t *unit, int64_t den)
{
    assert(*unit > 0 && den > 0);
    dmi_wide common = dmi_wide_gcd(*unit, den);
    assert(common > 0);
    dmi_wide next = (dmi_wide)*unit / common * den;
    if (next > most_units)
        return false;
    *unit = (int64_t)next;
    return true;
}

bool dmi_level_unit(const dm_level *level, int64_t *unit, int64_t *total)
{
    int64_t shared = 1;
    dmi_wide sum = 0;
    for (int32_t e = 0; e < level->edge_count; e++)
        if (!unit_take_multiple(&shared, level->edges[e].length.den))
            return false;
    for (int32_t i = 0; i < level->site_count; i++) {
        const dm_line_place *place = &level->sites[i].place;
        dm_ratio way = {0, 1};
        if (place->vertex < 0 &&
            !(dmi_ratio_multiply(place->at, level->edges[place->edge].length, &way) &&
              unit_take_multiple(&shared, way.den)))
            return false;
    }
    shared *= 2; /* boundary points lie halfway */
    for (int32_t e = 0; e < level->edge_count && sum <= most_units; e++)
        sum += (dmi_wide)level->edges[e].length.num * (shared / level->edges[e].length.den);
    *unit = shared;
    *total = (int64_t)sum;
    return sum <= most_units;
}

static dm_status copy_names(const dm_level *draft, dm_level *level, dm_error *err)
{
    level->players = dmi_calloc((size_t)draft->player_count, sizeof *level->players);
    if (!level->players)
        return dmi_no_memory(err);
    for (int32_t p = 0; p < draft->player_count; p++) {
        if (!draft->players[p] || !*draft->players[p])
            return dmi_fail(err, DM_BAD_ARGUMENT, "player %d has no name", p);
        for (int32_t q = 0; q < p; q++)
            if (strcmp(draft->players[p], draft->players[q]) == 0)
                return dmi_fail(err, DM_BAD_ARGUMENT, "two players are called '%s'",
                                draft->players[p]);
        if (!(level->players[p] = dmi_strdup(draft->players[p])))
            return dmi_no_memory(err);
    }
    return DM_OK;
}

static void *copy_array(const void *from, int32_t count, size_t size)
{
    void *to = dmi_alloc((size_t)count, size);
    if (to && count > 0)
        memcpy(to, from, (size_t)count * size);
    return to;
}

/* The quotas name the number of moves. */
static dm_status check_quotas(dm_level *level, dm_error *err)
{
    int64_t sum = 0;
    for (int32_t i = 0; i < level->quota_count; i++) {
        if (level->quotas[i].count < 1)
            return dmi_fail(err, DM_BAD_ARGUMENT, "quota %d is of %d moves; expected 1 or more", i,
                            level->quotas[i].count);
        sum += level->quotas[i].count;
    }
    if (sum > INT32_MAX)
        return dmi_fail(err, DM_TOO_LARGE, "%lld moves; at most 2^31-1 are possible",
                        (long long)sum);
    level->moves = level->quota_count > 0 ? (int32_t)sum : level->moves > 0 ? level->moves : 1;
    level->ordered = level->ordered && level->quota_count > 0;
    return DM_OK;
}

dm_status dm_level_new(const dm_level *draft, dm_level **out, dm_error *err)
{
    if (draft->player_count > DM_MAX_LINE_PLAYERS)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d players; at most %d are possible",
                        draft->player_count, DM_MAX_LINE_PLAYERS);
    if (draft->me < -1 || draft->me >= draft->player_count)
        return dmi_fail(err, DM_BAD_ARGUMENT, "player %d is to move; players are 0..%d", draft->me,
                        draft->player_count - 1);
    if (draft->quota_count < 0 || draft->quota_count > DM_MAX_LINE_QUOTAS)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d quotas of moves; at most %d are possible",
                        draft->quota_count, DM_MAX_LINE_QUOTAS);
    dm_level *level = dmi_alloc(1, sizeof *level);
    if (!level)
        return dmi_no_memory(err);
    *level = *draft;
    level->points = NULL;
    level->players = NULL;
    level->edges = copy_array(draft->edges, draft->edge_count, sizeof *level->edges);
    level->sites = copy_array(draft->sites, draft->site_count, sizeof *level->sites);
    level->quotas = copy_array(draft->quotas, draft->quota_count, sizeof *level->quotas);
    if (draft->points)
        level->points = copy_array(draft->points, draft->vertex_count, sizeof *level->points);
    dm_status status =
        level->edges && level->sites && level->quotas && (level->points || !draft->points)
            ? copy_names(draft, level, err)
            : dmi_no_memory(err);
    int64_t unit, total;
    if (status == DM_OK)
        status = check_quotas(level, err);
    if (status == DM_OK)
        status = check_edges(level, err);
    for (int32_t i = 0; status == DM_OK && i < level->site_count; i++)
        status = check_site(level, i, err);
    if (status == DM_OK) {
        /* The places of the sites are in normal form. */
        numbered_site *sorted = dmi_alloc((size_t)level->site_count, sizeof *sorted);
        status = sorted ? DM_OK : dmi_no_memory(err);
        for (int32_t i = 0; sorted && i < level->site_count; i++)
            sorted[i] = (numbered_site){level->sites[i].place, i};
        if (sorted)
            qsort(sorted, (size_t)level->site_count, sizeof *sorted, site_by_place_and_number);
        for (int32_t i = 1; status == DM_OK && i < level->site_count; i++)
            if (site_by_place(&sorted[i - 1], &sorted[i]) == 0)
                status = dmi_fail(err, DM_BAD_ARGUMENT, "sites %d and %d are at the same point",
                                  sorted[i - 1].site, sorted[i].site);
        free(sorted);
    }
    if (status == DM_OK && !dmi_level_unit(level, &unit, &total))
        status = dmi_fail(err, DM_TOO_LARGE,
                          "the lengths and sites need more than 62 bits over their common "
                          "denominator");
    if (status == DM_OK)
        *out = level;
    else
        dm_level_free(level);
    return status;
}

void dm_level_free(dm_level *level)
{
    if (!level)
        return;
    for (int32_t p = 0; level->players && p < level->player_count; p++)
        free(level->players[p]);
    free(level->players);
    free(level->points);
    free(level->edges);
    free(level->sites);
    free(level->quotas);
    free(level);
}
