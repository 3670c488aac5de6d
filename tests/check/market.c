/* check/market.c - see the header: definitions, no speed. */
#include "check/market.h"

#include <stdbool.h>

enum { MOST = 128 }; /* sites */

int32_t check_market_sites(const dm_group *groups, int group_count, check_site *out)
{
    int32_t count = 0;
    for (int g = 0; g < group_count; g++)
        for (int32_t i = 0; i < groups[g].sites.count; i++)
            out[count++] = (check_site){groups[g].sites.vertex[i], groups[g].side,
                                        groups[g].sites.offset ? groups[g].sites.offset[i] : 0};
    return count;
}

/* The sum of distance and offset; -1 if the site does not serve v. */
static int64_t sum_at(const int64_t *distances, dm_vertex n, const dm_terms *terms, check_site site,
                      dm_vertex v)
{
    int64_t d = distances[(int64_t)v * n + site.vertex];
    return d < 0 || (terms->has_radius && d > terms->radius) ? -1 : d + site.offset;
}

int32_t check_market_owner(const int64_t *distances, dm_vertex n, const dm_terms *terms,
                           const check_site *sites, int32_t count, dm_vertex v, int32_t *site)
{
    int64_t least = -1;
    int32_t first[2] = {-1, -1}; /* of each side, with the least sum */
    for (int32_t i = 0; i < count; i++) {
        int64_t sum = sum_at(distances, n, terms, sites[i], v);
        if (sum >= 0 && (least < 0 || sum < least))
            least = sum;
    }
    *site = -1;
    if (least < 0)
        return DM_UNREACHED;
    for (int32_t i = count; i-- > 0;)
        if (sum_at(distances, n, terms, sites[i], v) == least)
            *site = first[sites[i].side] = i;
    int32_t owner = first[DM_BLACK] < 0              ? DM_WHITE
                    : first[DM_WHITE] < 0            ? DM_BLACK
                    : terms->ties == DM_TIES_WHITE   ? DM_WHITE
                    : terms->ties == DM_TIES_BLACK   ? DM_BLACK
                    : terms->ties == DM_TIES_EARLIER ? (int32_t)sites[*site].side
                                                     : DM_TIED;
    if (owner != DM_TIED)
        *site = first[owner];
    return owner;
}

int64_t check_market_value(const dm_arena *arena, const int64_t *distances, const dm_terms *terms,
                           const check_site *sites, int32_t count)
{
    int64_t value = 0;
    int32_t site;
    dm_vertex n = dm_arena_vertices(arena);
    for (dm_vertex v = 0; v < n; v++) {
        int32_t owner = check_market_owner(distances, n, terms, sites, count, v, &site);
        int64_t worth = dm_value_of(dm_arena_values(arena), v);
        value += owner == DM_WHITE ? worth : owner == DM_BLACK ? -worth : 0;
    }
    return value;
}

typedef struct choice {
    const dm_arena *arena;
    const int64_t *distances;
    const dm_reply_request *request;
    check_site sites[MOST];
    int32_t count;
    int64_t best;
} choice;

static bool is_free(const choice *c, dm_vertex v)
{
    for (int32_t i = 0; i < c->count; i++)
        if (c->sites[i].vertex == v)
            return false;
    return true;
}

/* Tries every way to open `left` more candidates from number `from` on. */
static void try_all(choice *c, int32_t left, int32_t from)
{
    const dm_sites *list = &c->request->terms.candidates;
    if (left == 0) {
        int64_t value =
            -check_market_value(c->arena, c->distances, &c->request->terms, c->sites, c->count);
        c->best = value > c->best ? value : c->best;
        return;
    }
    for (int32_t i = from; i < (list->vertex ? list->count : dm_arena_vertices(c->arena)); i++) {
        dm_vertex v = list->vertex ? list->vertex[i] : i;
        if (!c->request->terms.is_shared && !is_free(c, v))
            continue;
        c->sites[c->count++] =
            (check_site){v, DM_BLACK, list->vertex && list->offset ? list->offset[i] : 0};
        try_all(c, left - 1, i + 1);
        c->count--;
    }
}

int64_t check_market_best(const dm_arena *arena, const int64_t *distances,
                          const dm_reply_request *request)
{
    const dm_group groups[] = {{DM_WHITE, request->white}, {DM_BLACK, request->kept}};
    choice c = {.arena = arena, .distances = distances, .request = request, .best = INT64_MIN};
    c.count = check_market_sites(groups, 2, c.sites);
    try_all(&c, request->count, 0);
    return c.best;
}
