/* terms.c - where new sites may go, and who owns what under the terms of a market.
 *
 * If all offsets are equal, one search from all sites decides: a label is the rank of a site and
 * the sides that are equally near.  Sites rank in the order opened; if one side wins ties, its own
 * come first, so that the site of least rank has the vertex whatever the rule.
 *
 * Otherwise, or if sites share a vertex, the nearest site of each side is found apart
 * (nearest_site.c) and the two are compared at every vertex, so the tie rule is one decision at the
 * end.  Of the sites of one side on a vertex that with the least offset takes part, among equal
 * ones the first.
 */
#include "base/base.h"
#include "base/names.h"
#include "game/dominance.h"
#include "graph/shortest_paths.h"
#include "location/market/nearest_site.h"
#include <assert.h>
#include <stdlib.h>

DMI_ENUM_NAMES(dm_rule, "rule", "nearest", "huff", "logit")
DMI_ENUM_NAMES(dm_objective, "objective", "value", "share", "profit")

dm_status dm_terms_limit(const dm_arena *arena, const dm_vertex *list, int32_t count,
                         const dm_vertex *forbidden, int32_t forbidden_count, dm_terms *out,
                         dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    int32_t listed, kept = 0;
    list = list ? list : dm_arena_sites(arena, &count);
    listed = list ? count : n;
    bool *is_forbidden = dmi_calloc((size_t)n + 1, sizeof *is_forbidden);
    dm_vertex *own = dmi_alloc((size_t)listed + 1, sizeof *own);
    if (!is_forbidden || !own) {
        free(is_forbidden);
        free(own);
        return dmi_no_memory(err);
    }
    for (int32_t i = 0; i < forbidden_count; i++)
        is_forbidden[forbidden[i]] = true;
    for (int32_t i = 0; i < listed; i++) {
        dm_vertex v = list ? list[i] : i;
        if (!is_forbidden[v])
            own[kept++] = v;
    }
    free(is_forbidden);
    out->candidates = (dm_sites){.vertex = own, .count = kept};
    return DM_OK;
}

/* The sites of one side. */
typedef struct side_sites {
    dm_sites sites;
    dm_vertex *vertex;
    int64_t *offset;
    int32_t *index; /* through all groups */
    dmi_nearest nearest;
} side_sites;

/* Of each vertex the site of a side that takes part, counted from 1 through all groups. */
static void find_foremost(const dm_group *groups, int group_count, dm_side which, int32_t *foremost,
                          int64_t *least)
{
    int32_t index = 0;
    for (int g = 0; g < group_count; g++)
        for (int32_t i = 0; i < groups[g].sites.count; i++) {
            dm_vertex v = groups[g].sites.vertex[i];
            int64_t offset = dmi_offset_of(&groups[g].sites, i);
            index++;
            if (groups[g].side != which || (foremost[v] > 0 && offset >= least[v]))
                continue;
            foremost[v] = index;
            least[v] = offset;
        }
}

/* Lists the sites of one side and finds which of them serves each vertex. */
static dm_status side_sites_init(side_sites *side, const dm_arena *arena, const dm_terms *terms,
                                 const dm_group *groups, int group_count, dm_side which,
                                 dm_error *err)
{
    size_t room = 1, n = (size_t)dm_arena_vertices(arena);
    int32_t index = 0;
    dmi_arrays scratch = {0};
    int32_t *foremost = dmi_array_zeroed(&scratch, n, sizeof *foremost);
    int64_t *least = dmi_array(&scratch, n, sizeof *least);
    dm_status status = dmi_arrays_check(&scratch, err);
    if (status != DM_OK)
        return status;
    find_foremost(groups, group_count, which, foremost, least);
    for (int g = 0; g < group_count; g++)
        room += (size_t)groups[g].sites.count;
    side->vertex = dmi_alloc(room, sizeof *side->vertex);
    side->offset = dmi_alloc(room, sizeof *side->offset);
    side->index = dmi_alloc(room, sizeof *side->index);
    if (!side->vertex || !side->offset || !side->index) {
        dmi_arrays_free(&scratch);
        return dmi_no_memory(err);
    }
    side->sites = (dm_sites){.vertex = side->vertex, .offset = side->offset};
    for (int g = 0; g < group_count; g++)
        for (int32_t i = 0; i < groups[g].sites.count; i++, index++) {
            if (groups[g].side != which || foremost[groups[g].sites.vertex[i]] != index + 1)
                continue;
            side->vertex[side->sites.count] = groups[g].sites.vertex[i];
            side->offset[side->sites.count] = dmi_offset_of(&groups[g].sites, i);
            side->index[side->sites.count++] = index;
        }
    dmi_arrays_free(&scratch);
    return dmi_nearest_init(&side->nearest, dm_arena_reverse(arena), &side->sites, terms, NULL,
                            err);
}

static void side_sites_clear(side_sites *side)
{
    free(side->vertex);
    free(side->offset);
    free(side->index);
    dmi_nearest_clear(&side->nearest);
}

/* The side whose site has v, DM_TIED or DM_UNREACHED. */
static int32_t owner_at(const side_sites sides[2], dm_tie_rule ties, dm_vertex v)
{
    const side_sites *white = &sides[DM_WHITE], *black = &sides[DM_BLACK];
    assert(white->nearest.site && black->nearest.site);
    int32_t i = white->nearest.site[v], j = black->nearest.site[v];
    bool white_first = i >= 0 && (j < 0 || white->index[i] < black->index[j]);
    return dmi_owner_by_sums(white->nearest.sum[v], black->nearest.sum[v], ties, white_first);
}

/* Finds the nearest site of each side apart, and compares the two at every vertex. */
static dm_status search_apart(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                              int group_count, dm_dominance **out, dm_error *err)
{
    const int64_t *values = dm_arena_values(arena);
    side_sites sides[2] = {0};
    dm_dominance *d = dmi_dominance_alloc(dm_arena_vertices(arena), 2, true);
    dm_status status = d ? DM_OK : dmi_no_memory(err);
    for (int side = 0; side < 2 && status == DM_OK; side++)
        status =
            side_sites_init(&sides[side], arena, terms, groups, group_count, (dm_side)side, err);
    for (dm_vertex v = 0; status == DM_OK && v < d->n; v++) {
        int32_t owner = owner_at(sides, terms->ties, v), from = owner;
        dmi_dominance_give(d, v, owner, dm_value_of(values, v));
        d->site[v] = -1;
        d->distance[v] = -1;
        if (owner == DM_TIED)
            from = owner_at(sides, DM_TIES_EARLIER, v);
        if (owner != DM_UNREACHED) {
            int32_t site = sides[from].nearest.site[v];
            d->site[v] = sides[from].index[site];
            d->distance[v] = sides[from].nearest.sum[v] - sides[from].offset[site];
            assert(d->distance[v] >= 0);
        }
    }
    side_sites_clear(&sides[DM_WHITE]);
    side_sites_clear(&sides[DM_BLACK]);
    if (status == DM_OK)
        *out = d;
    else
        dm_dominance_free(d);
    return status;
}

/* A site by its rank. */
typedef struct ranked_site {
    int32_t side, index; /* through all groups */
} ranked_site;

static dm_status search_together(const dm_arena *arena, const dm_terms *terms,
                                 const dm_group *groups, int group_count, int64_t site_count,
                                 dm_dominance **out, dm_error *err)
{
    const int64_t *values = dm_arena_values(arena);
    int sign = dm_ties_sign(terms->ties);
    unsigned first = sign > 0 ? 1u << DM_WHITE : sign < 0 ? 1u << DM_BLACK : 3u;
    uint64_t radius = terms->has_radius ? (uint64_t)terms->radius : INT64_MAX;
    bool may_tie = dm_ties_are_nobodys(terms->ties);
    dmi_paths paths = {0};
    uint32_t rank = 0;
    dm_dominance *d = dmi_dominance_alloc(dm_arena_vertices(arena), 2, true);
    ranked_site *ranked = dmi_alloc((size_t)site_count, sizeof *ranked);
    dm_status status =
        d && ranked ? dmi_paths_init(&paths, dm_arena_reverse(arena), err) : dmi_no_memory(err);
    if (status == DM_OK)
        dmi_paths_start(&paths);
    for (int pass = 0; pass < 2; pass++) { /* the sites of the sides that win ties come first */
        unsigned sides = pass ? 3u & ~first : first;
        for (int32_t g = 0, index = 0; g < group_count; g++)
            for (int32_t i = 0; status == DM_OK && i < groups[g].sites.count; i++, index++) {
                uint32_t side = (uint32_t)groups[g].side;
                if (!(sides >> side & 1))
                    continue;
                ranked[rank] = (ranked_site){(int32_t)side, index};
                status = dmi_paths_origin(&paths, groups[g].sites.vertex[i],
                                          rank++ << 2 | 1u << side, err);
            }
    }
    assert(status != DM_OK || rank == site_count);
    if (status == DM_OK)
        status = dmi_paths_run(&paths, DMI_JOIN_SIDES, err);
    for (dm_vertex v = 0; status == DM_OK && v < d->n; v++) {
        dmi_cell cell = dmi_paths_at(&paths, v);
        const ranked_site *site = cell.distance <= radius ? &ranked[cell.label >> 2] : NULL;
        int32_t owner = !site                              ? DM_UNREACHED
                        : may_tie && (cell.label & 3) == 3 ? DM_TIED
                                                           : site->side;
        d->site[v] = site ? site->index : -1;
        d->distance[v] = site ? (int64_t)cell.distance : -1;
        dmi_dominance_give(d, v, owner, dm_value_of(values, v));
    }
    dmi_paths_clear(&paths);
    free(ranked);
    if (status == DM_OK)
        *out = d;
    else
        dm_dominance_free(d);
    return status;
}

dm_status dm_terms_dominance(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                             int group_count, dm_dominance **out, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    int64_t sites = 0, common = -1;
    bool are_equal = true, meet = false; /* the offsets; sites on one vertex */
    unsigned char *taken = dmi_calloc((size_t)n, 1);
    dm_status status = taken ? DM_OK : dmi_no_memory(err);
    for (int g = 0; status == DM_OK && g < group_count; g++) {
        const dm_sites *list = &groups[g].sites;
        bool is_white = groups[g].side == DM_WHITE;
        status = dmi_sites_check(list, is_white ? "White's vertex" : "Black's vertex", n, err);
        for (int32_t i = 0; status == DM_OK && i < list->count; i++, sites++) {
            int64_t offset = dmi_offset_of(list, i);
            are_equal = are_equal && (common < 0 || offset == common);
            common = offset;
            meet |= taken[list->vertex[i]];
            if (taken[list->vertex[i]] && !terms->may_meet)
                status = dmi_fail(err, DM_BAD_VERTEX, "vertex %d is taken twice", list->vertex[i]);
            taken[list->vertex[i]] = 1;
        }
    }
    free(taken);
    if (status != DM_OK)
        return status;
    if (are_equal && !meet && sites < DMI_MOST_RANKS)
        return search_together(arena, terms, groups, group_count, sites, out, err);
    return search_apart(arena, terms, groups, group_count, out, err);
}
