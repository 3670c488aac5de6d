/* check/huff.c - the Huff rule from its definition, for tests. */
#include "check/huff.h"

#include <math.h>
#include <stdlib.h>

static long double pull(const int64_t *distances, dm_vertex n, const dm_terms *terms,
                        const dm_sites *sites, int32_t i, dm_vertex v)
{
    int64_t d = distances[(int64_t)v * n + sites->vertex[i]];
    if (d < 0 || (terms->has_radius && d > terms->radius))
        return 0;
    long double counted = (long double)(d > terms->floor ? d : terms->floor);
    long double attraction = sites->attraction ? sites->attraction[i] : 1;
    return attraction * powl(counted, -(long double)terms->beta);
}

long double check_huff_share(const int64_t *distances, dm_vertex n, const dm_terms *terms,
                             const dm_group *groups, int group_count, int32_t which, dm_vertex v)
{
    long double sum = 0, own = 0;
    int32_t number = 0;
    for (int g = 0; g < group_count; g++)
        for (int32_t i = 0; i < groups[g].sites.count; i++, number++) {
            long double one = pull(distances, n, terms, &groups[g].sites, i, v);
            sum += one;
            own = number == which ? one : own;
        }
    return sum > 0 ? own / sum : -1;
}

check_huff_sums check_huff(const dm_arena *arena, const int64_t *distances, const dm_terms *terms,
                           const dm_group *groups, int group_count)
{
    const int64_t *values = dm_arena_values(arena);
    check_huff_sums sums = {0, 0, 0};
    dm_vertex n = dm_arena_vertices(arena);
    for (dm_vertex v = 0; v < n; v++) {
        long double side[2] = {0, 0}, value = (long double)dm_value_of(values, v);
        for (int g = 0; g < group_count; g++)
            for (int32_t i = 0; i < groups[g].sites.count; i++)
                side[groups[g].side] += pull(distances, n, terms, &groups[g].sites, i, v);
        long double all = side[0] + side[1];
        sums.white += all > 0 ? value * side[DM_WHITE] / all : 0;
        sums.black += all > 0 ? value * side[DM_BLACK] / all : 0;
        sums.unreached += all > 0 ? 0 : value;
    }
    return sums;
}

/* The free candidates, or all if places are shared, with their attraction and cost. */
static int32_t list_free(const dm_arena *arena, const dm_reply_request *r, dm_vertex *vertex,
                         double *attraction, int64_t *cost)
{
    const dm_sites *named = &r->terms.candidates;
    int32_t listed = named->vertex ? named->count : dm_arena_vertices(arena), count = 0;
    for (int32_t i = 0; i < listed; i++) {
        dm_vertex v = named->vertex ? named->vertex[i] : i;
        bool taken = false;
        for (int32_t k = 0; k < r->white.count; k++)
            taken |= r->white.vertex[k] == v;
        for (int32_t k = 0; k < r->kept.count; k++)
            taken |= r->kept.vertex[k] == v;
        vertex[count] = v;
        attraction[count] = named->attraction ? named->attraction[i] : 1;
        cost[count] = named->cost ? named->cost[i] : 0;
        count += !taken || r->terms.is_shared;
    }
    return count;
}

static long double value_of(const dm_arena *arena, const int64_t *distances,
                            const dm_reply_request *r, const dm_sites *chosen)
{
    const dm_group groups[] = {{DM_WHITE, r->white}, {DM_BLACK, r->kept}, {DM_BLACK, *chosen}};
    check_huff_sums sums = check_huff(arena, distances, &r->terms, groups, 3);
    return sums.black - sums.white;
}

/* Whether the request allows a set of so many sites that cost so much. */
static bool allows(const dm_reply_request *r, int32_t count, int64_t cost)
{
    if (!r->has_budget)
        return count == r->count;
    return cost <= r->budget && (r->count == 0 || count <= r->count);
}

long double check_huff_reply(const dm_arena *arena, const int64_t *distances,
                             const dm_reply_request *request)
{
    dm_vertex n = dm_arena_vertices(arena);
    dm_vertex *vertex = malloc(2 * (size_t)n * sizeof *vertex), *chosen = vertex + n;
    double *attraction = malloc(2 * (size_t)n * sizeof *attraction), *pulls = attraction + n;
    int64_t *costs = malloc((size_t)n * sizeof *costs);
    int32_t free_count = list_free(arena, request, vertex, attraction, costs);
    long double best = -INFINITY;
    for (uint32_t set = 0; set < UINT32_C(1) << free_count; set++) {
        dm_sites sites = {.vertex = chosen, .attraction = pulls};
        int64_t cost = 0;
        for (int32_t i = 0; i < free_count; i++) {
            if (!(set >> i & 1))
                continue;
            chosen[sites.count] = vertex[i];
            pulls[sites.count++] = attraction[i];
            cost += costs[i];
        }
        if (!allows(request, sites.count, cost))
            continue;
        long double value = value_of(arena, distances, request, &sites);
        best = value > best ? value : best;
    }
    free(vertex);
    free(attraction);
    free(costs);
    return best;
}
