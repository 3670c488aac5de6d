/* csr.c - turns an edge list into compressed sparse rows.
 *
 * Each edge is first stored once, in the row of its smaller end; these rows are
 * sorted and merged (of parallel edges the shortest stays), and only then
 * written out from both ends.  Writing them in increasing order leaves the
 * final rows sorted: row x first receives its smaller neighbours, in order,
 * then its larger ones.
 *
 * Memory: an input edge takes 12 bytes in the edge list (8 if all lengths are
 * equal, 16 if they are long) and 8 in its row (4, 12); the edge list is freed
 * before the final rows are written.  So the peak is below three times the
 * finished graph, even if both directions of every edge are given.
 */
#include "graph/csr.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

/* An edge in the row of its smaller end. */
typedef struct row_edge {
    uint32_t target; /* the other end, with DMI_REVERSED */
    int64_t length;
} row_edge;

/* An edge takes 1 to 3 words: the target, then the length in no word (all are `uniform`), one or
 * two. */
typedef struct edge_rows {
    dm_vertex n;
    uint32_t *first; /* n + 1 */
    uint32_t *word;
    size_t stride; /* words per edge */
    int64_t uniform;
} edge_rows;

static row_edge get_edge(const edge_rows *list, size_t i)
{
    const uint32_t *at = list->word + i * list->stride;
    int64_t length = list->uniform;
    if (list->stride == 2)
        length = at[1];
    else if (list->stride == 3)
        length = (int64_t)((uint64_t)at[1] << 32 | at[2]);
    return (row_edge){at[0], length};
}

static void put_edge(edge_rows *list, size_t i, row_edge item)
{
    uint32_t *at = list->word + i * list->stride;
    at[0] = item.target;
    if (list->stride == 2) {
        at[1] = (uint32_t)item.length;
    } else if (list->stride == 3) {
        at[1] = (uint32_t)((uint64_t)item.length >> 32);
        at[2] = (uint32_t)item.length;
    }
}

void dmi_edges_clear(dmi_edges *edges)
{
    free(edges->ends);
    free(edges->len32);
    free(edges->len64);
    memset(edges, 0, sizeof *edges);
}

void dmi_graph_clear(dm_graph *graph)
{
    free((void *)(uintptr_t)graph->first);
    free((void *)(uintptr_t)graph->target);
    free((void *)(uintptr_t)graph->length32);
    free((void *)(uintptr_t)graph->length64);
    memset(graph, 0, sizeof *graph);
}

static int64_t edge_length(const dmi_edges *edges, size_t i)
{
    return edges->len32   ? (int64_t)edges->len32[i]
           : edges->len64 ? edges->len64[i]
                          : edges->uniform;
}

static uint32_t vertex_of(uint32_t target)
{
    return target & ~DMI_REVERSED;
}

/* Turns counts in first[1..n] into starts: row v begins at first[v]. */
static void prefix_sums(uint32_t *first, dm_vertex n)
{
    for (dm_vertex v = 0; v < n; v++)
        first[v + 1] += first[v];
}

/* Filling rows through first[v]++ has moved every start to its row's end; moves them back. */
static void shift_back(uint32_t *first, dm_vertex n)
{
    memmove(first + 1, first, (size_t)n * sizeof *first);
    first[0] = 0;
}

static dm_status group_edges(dm_vertex n, dmi_edges *edges, edge_rows *out, dm_error *err)
{
    out->n = n;
    out->first = dmi_calloc((size_t)n + 1, sizeof *out->first);
    out->stride = edges->len64 ? 3 : edges->len32 ? 2 : 1;
    out->uniform = edges->uniform;
    out->word = dmi_alloc(edges->count, out->stride * sizeof *out->word);
    if (!out->first || !out->word)
        return dmi_no_memory(err);
    for (size_t i = 0; i < edges->count; i++)
        out->first[edges->ends[2 * i] + 1]++;
    prefix_sums(out->first, n);
    for (size_t i = 0; i < edges->count; i++) {
        uint32_t low = edges->ends[2 * i];
        row_edge item = {edges->ends[2 * i + 1], edge_length(edges, i)};
        put_edge(out, out->first[low]++, item);
    }
    shift_back(out->first, n);
    dmi_edges_clear(edges);
    return DM_OK;
}

static int compare_targets(const void *a, const void *b)
{
    uint32_t u = vertex_of(*(const uint32_t *)a), v = vertex_of(*(const uint32_t *)b);
    return u < v ? -1 : u > v;
}

static void sort_row(edge_rows *list, size_t begin, size_t end)
{
    if (end - begin > 32) {
        qsort(list->word + begin * list->stride, end - begin, list->stride * sizeof *list->word,
              compare_targets);
        return;
    }
    for (size_t i = begin + 1; i < end; i++) {
        row_edge moving = get_edge(list, i);
        size_t at = i;
        for (; at > begin; at--) {
            row_edge before = get_edge(list, at - 1);
            if (vertex_of(before.target) <= vertex_of(moving.target))
                break;
            put_edge(list, at, before);
        }
        put_edge(list, at, moving);
    }
}

/* Merges the copies of one edge at from..to-1; keeps the shortest. */
static row_edge merge_copies(const edge_rows *list, size_t from, size_t to, bool directed,
                             dm_notes *notes)
{
    row_edge best = get_edge(list, from);
    int64_t forward = 0, backward = 0;
    int64_t shortest[2] = {INT64_MAX, INT64_MAX}; /* forward, backward */
    for (size_t i = from; i < to; i++) {
        row_edge copy = get_edge(list, i);
        bool reversed = copy.target & DMI_REVERSED;
        if (copy.length < best.length)
            best = copy;
        if (copy.length < shortest[reversed])
            shortest[reversed] = copy.length;
        *(reversed ? &backward : &forward) += 1;
    }
    notes->parallel += (forward > backward ? forward : backward) - 1;
    if (directed && (forward == 0 || backward == 0))
        notes->one_way++;
    else if (directed && shortest[0] != shortest[1])
        notes->uneven++;
    best.target = vertex_of(best.target);
    return best;
}

/* Sorts and merges every row in place, and removes the gaps between rows. */
static void merge_rows(edge_rows *list, bool directed, dm_notes *notes)
{
    uint32_t kept = 0;
    uint32_t begin = 0;
    for (dm_vertex v = 0; v < list->n; v++) {
        uint32_t end = list->first[v + 1];
        sort_row(list, begin, end);
        for (size_t from = begin; from < end;) {
            uint32_t target = vertex_of(get_edge(list, from).target);
            size_t to = from + 1;
            while (to < end && vertex_of(get_edge(list, to).target) == target)
                to++;
            put_edge(list, kept++, merge_copies(list, from, to, directed, notes));
            from = to;
        }
        list->first[v + 1] = kept;
        begin = end;
    }
}

static dm_status check_lengths(const edge_rows *list, int64_t *shortest, int64_t *longest,
                               dm_error *err)
{
    uint32_t count = list->first[list->n];
    int64_t total = 0;
    *shortest = *longest = count ? get_edge(list, 0).length : 1;
    for (uint32_t i = 0; i < count; i++) {
        int64_t length = get_edge(list, i).length;
        if (length > DM_MAX_TOTAL - total)
            return dmi_fail(err, DM_TOO_LARGE,
                            "the lengths add up to more than 2^62 units; use a coarser unit");
        total += length;
        *shortest = length < *shortest ? length : *shortest;
        *longest = length > *longest ? length : *longest;
    }
    return DM_OK;
}

typedef struct rows {
    uint32_t *first;
    dm_vertex *target;
    uint32_t *length32;
    int64_t *length64;
} rows;

static void put_arc(rows *out, uint32_t row, uint32_t target, int64_t length)
{
    uint32_t at = out->first[row]++;
    out->target[at] = (dm_vertex)target;
    if (out->length32)
        out->length32[at] = (uint32_t)length;
    else if (out->length64)
        out->length64[at] = length;
}

static void count_degrees(const edge_rows *list, uint32_t *first)
{
    for (dm_vertex v = 0; v < list->n; v++)
        for (uint32_t i = list->first[v]; i < list->first[v + 1]; i++) {
            first[v + 1]++;
            first[get_edge(list, i).target + 1]++;
        }
    prefix_sums(first, list->n);
}

static dm_status write_rows(const edge_rows *list, int64_t shortest, int64_t longest, dm_graph *out,
                            dm_error *err)
{
    uint32_t arcs = 2 * list->first[list->n];
    bool all_equal = shortest == longest;
    rows made = {0};
    made.first = dmi_calloc((size_t)list->n + 1, sizeof *made.first);
    made.target = dmi_alloc(arcs, sizeof *made.target);
    if (!all_equal && list->stride == 3)
        made.length64 = dmi_alloc(arcs, sizeof *made.length64);
    else if (!all_equal)
        made.length32 = dmi_alloc(arcs, sizeof *made.length32);
    bool complete = made.first && made.target && (all_equal || made.length32 || made.length64);
    *out = (dm_graph){.n = list->n,
                      .arcs = arcs,
                      .first = made.first,
                      .target = made.target,
                      .uniform = all_equal ? shortest : 0,
                      .length32 = made.length32,
                      .length64 = made.length64,
                      .shortest = shortest,
                      .longest = longest};
    if (!complete) {
        dmi_graph_clear(out);
        return dmi_no_memory(err);
    }
    count_degrees(list, made.first);
    for (dm_vertex v = 0; v < list->n; v++)
        for (uint32_t i = list->first[v]; i < list->first[v + 1]; i++) {
            row_edge item = get_edge(list, i);
            put_arc(&made, (uint32_t)v, item.target, item.length);
            put_arc(&made, item.target, (uint32_t)v, item.length);
        }
    shift_back(made.first, list->n);
    return DM_OK;
}

dm_status dmi_graph_init(dm_vertex n, dmi_edges *edges, dm_graph *out, dm_notes *notes,
                         dm_error *err)
{
    edge_rows list = {0};
    int64_t shortest = 1, longest = 1;
    bool directed = edges->directed;
    dm_status status = group_edges(n, edges, &list, err);
    if (status == DM_OK) {
        merge_rows(&list, directed, notes);
        status = check_lengths(&list, &shortest, &longest, err);
    }
    if (status == DM_OK && list.first[n] > DM_MAX_EDGES)
        status = dmi_fail(err, DM_TOO_LARGE, "more than 2^31-1 edges");
    if (status == DM_OK)
        status = write_rows(&list, shortest, longest, out, err);
    free(list.first);
    free(list.word);
    dmi_edges_clear(edges);
    return status;
}
