/* pairs.c - compressed sparse rows of the pairs of a table.
 *
 * The pairs are dealt into rows by site; reading these rows in order and dealing again by customer
 * sorts each customer's row by site, and once more the same way sorts the rows of the sites.
 *
 * Memory: 16 bytes per pair as given and 12 per pair and direction in rows.
 */
#include "graph/pairs.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct rows {
    uint32_t *first; /* n + 1 */
    dm_vertex *target;
    int64_t *length;
} rows;

static void rows_clear(rows *r)
{
    free(r->first);
    free(r->target);
    free(r->length);
    *r = (rows){0};
}

/* Makes room for rows as long as how often each vertex is in `ends`; first[v] is where row v
 * begins, and moves to its end while it is filled. */
static bool rows_init(rows *r, dm_vertex n, const dm_vertex *ends, size_t count)
{
    r->first = dmi_calloc((size_t)n + 1, sizeof *r->first);
    r->target = dmi_alloc(count, sizeof *r->target);
    r->length = dmi_alloc(count, sizeof *r->length);
    if (!r->first || !r->target || !r->length)
        return false;
    for (size_t i = 0; i < count; i++)
        r->first[ends[i] + 1]++;
    for (dm_vertex v = 0; v < n; v++)
        r->first[v + 1] += r->first[v];
    return true;
}

static void put(rows *r, dm_vertex row, dm_vertex target, int64_t length)
{
    uint32_t at = r->first[row]++;
    r->target[at] = target;
    r->length[at] = length;
}

static void rows_end(rows *r, dm_vertex n)
{
    memmove(r->first + 1, r->first, (size_t)n * sizeof *r->first);
    r->first[0] = 0;
}

/* Deals the entries of `from` into `to`, each into the row of its target. */
static void deal(const rows *from, dm_vertex n, rows *to)
{
    for (dm_vertex v = 0; v < n; v++)
        for (uint32_t i = from->first[v]; i < from->first[v + 1]; i++)
            put(to, from->target[i], v, from->length[i]);
    rows_end(to, n);
}

/* The second pair of the list that another one equals; SIZE_MAX: there is none. */
static size_t find_twice(const dmi_pairs *pairs, dm_vertex n, const rows *by_customer)
{
    for (dm_vertex v = 0; v < n; v++)
        for (uint32_t i = by_customer->first[v]; i + 1 < by_customer->first[v + 1]; i++) {
            dm_vertex site = by_customer->target[i];
            size_t found = 0;
            if (by_customer->target[i + 1] != site)
                continue;
            for (size_t k = 0; k < pairs->count; k++)
                if (pairs->customer[k] == v && pairs->site[k] == site && found++ > 0)
                    return k;
        }
    return SIZE_MAX;
}

static dm_graph graph_of(const rows *r, dm_vertex n, int64_t shortest, int64_t longest)
{
    return (dm_graph){.n = n,
                      .arcs = r->first[n],
                      .first = r->first,
                      .target = r->target,
                      .length64 = r->length,
                      .shortest = shortest,
                      .longest = longest,
                      .kind = DM_PAIRS};
}

dm_status dmi_pairs_graph(dm_vertex n, dmi_pairs *pairs, dmi_two_way_graph *out, size_t *twice,
                          dm_error *err)
{
    rows dealt = {0}, by_customer = {0}, by_site = {0};
    size_t count = pairs->count;
    dm_status status = DM_OK;
    assert(count <= UINT32_MAX);
    if (!rows_init(&dealt, n, pairs->site, count) ||
        !rows_init(&by_customer, n, pairs->customer, count))
        status = dmi_no_memory(err);
    if (status == DM_OK) {
        for (size_t i = 0; i < count; i++)
            put(&dealt, pairs->site[i], pairs->customer[i], pairs->length[i]);
        rows_end(&dealt, n);
        deal(&dealt, n, &by_customer);
        *twice = find_twice(pairs, n, &by_customer);
        if (*twice != SIZE_MAX)
            status = DM_BAD_INPUT;
    }
    if (status == DM_OK) {
        by_site = dealt; /* its rows are as long; they are written again, sorted */
        dealt = (rows){0};
        dmi_pairs_clear(pairs);
        int64_t shortest = count ? INT64_MAX : 1, longest = count ? 0 : 1;
        for (size_t i = 0; i < count; i++) {
            int64_t length = by_customer.length[i];
            shortest = length < shortest ? length : shortest;
            longest = length > longest ? length : longest;
        }
        deal(&by_customer, n, &by_site);
        *out = (dmi_two_way_graph){.graph = graph_of(&by_customer, n, shortest, longest),
                                   .reverse = graph_of(&by_site, n, shortest, longest),
                                   .oneway = (int64_t)count};
        return DM_OK;
    }
    rows_clear(&dealt);
    rows_clear(&by_customer);
    rows_clear(&by_site);
    return status;
}

void dmi_pairs_clear(dmi_pairs *pairs)
{
    free(pairs->customer);
    free(pairs->site);
    free(pairs->length);
    *pairs = (dmi_pairs){0};
}
