/* csr.c - an edge list becomes compressed sparse rows.
 *
 * Each edge is filed once, under its smaller end; rows are sorted and merged
 * there (of parallel edges the shortest stays), and only then written out from
 * both ends.  Filing rows in increasing order leaves the final rows sorted:
 * row x first receives its smaller neighbours, in order, then its larger ones.
 *
 * Memory: at most 20 bytes an input edge (28 at the end for those that stay)
 * and 12 a vertex, so the peak is below three times the finished graph.
 */
#include "graph/csr.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

/* One edge under its smaller end: the other end, and which input edge it was. */
typedef struct half {
    uint32_t target; /* with DMI_REVERSED */
    uint32_t edge;
} half;

typedef struct halves {
    dm_vertex n;
    uint32_t *first; /* n + 1 */
    half *item;
} halves;

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

static int64_t edge_length(const dmi_edges *edges, uint32_t i)
{
    return edges->len32   ? (int64_t)edges->len32[i]
           : edges->len64 ? edges->len64[i]
                          : edges->uniform;
}

static uint32_t vertex_of(uint32_t target)
{
    return target & ~DMI_REVERSED;
}

/* Turns counts in first[1..n] into starts; first[v] is then where row v begins. */
static void prefix_sums(uint32_t *first, dm_vertex n)
{
    for (dm_vertex v = 0; v < n; v++)
        first[v + 1] += first[v];
}

/* After filling through first[v]++, every start has moved to its row's end. */
static void shift_back(uint32_t *first, dm_vertex n)
{
    memmove(first + 1, first, (size_t)n * sizeof *first);
    first[0] = 0;
}

static dm_status file_halves(dm_vertex n, dmi_edges *edges, halves *out, dm_error *err)
{
    out->n = n;
    out->first = dmi_calloc((size_t)n + 1, sizeof *out->first);
    out->item = dmi_alloc(edges->count, sizeof *out->item);
    if (!out->first || !out->item)
        return dmi_no_memory(err);
    for (size_t i = 0; i < edges->count; i++)
        out->first[edges->ends[2 * i] + 1]++;
    prefix_sums(out->first, n);
    for (size_t i = 0; i < edges->count; i++) {
        uint32_t low = edges->ends[2 * i];
        out->item[out->first[low]++] = (half){edges->ends[2 * i + 1], (uint32_t)i};
    }
    shift_back(out->first, n);
    free(edges->ends);
    edges->ends = NULL;
    return DM_OK;
}

static int compare_halves(const void *a, const void *b)
{
    const half *x = a, *y = b;
    uint32_t u = vertex_of(x->target), v = vertex_of(y->target);
    if (u != v)
        return u < v ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

static void sort_row(half *row, size_t count)
{
    if (count > 32) {
        qsort(row, count, sizeof *row, compare_halves);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        half moving = row[i];
        size_t at = i;
        for (; at > 0 && compare_halves(&moving, &row[at - 1]) < 0; at--)
            row[at] = row[at - 1];
        row[at] = moving;
    }
}

/* Merges a sorted row's copies of one edge at row[from..to-1]; the shortest is
 * the one that stays. */
static half merge_copies(const half *row, size_t from, size_t to, const dmi_edges *edges,
                         dm_notes *notes)
{
    half best = row[from];
    int64_t forward = 0, backward = 0;
    for (size_t i = from; i < to; i++) {
        if (edge_length(edges, row[i].edge) < edge_length(edges, best.edge))
            best = row[i];
        if (row[i].target & DMI_REVERSED)
            backward++;
        else
            forward++;
    }
    notes->parallel += (forward > backward ? forward : backward) - 1;
    if (edges->directed && (forward == 0 || backward == 0))
        notes->one_way++;
    best.target = vertex_of(best.target);
    return best;
}

/* Sorts and merges every row in place; rows close up, `first` follows. */
static void merge_rows(halves *list, const dmi_edges *edges, dm_notes *notes)
{
    uint32_t kept = 0;
    uint32_t begin = 0;
    for (dm_vertex v = 0; v < list->n; v++) {
        uint32_t end = list->first[v + 1];
        half *row = list->item + begin;
        size_t count = end - begin;
        sort_row(row, count);
        for (size_t from = 0; from < count;) {
            size_t to = from + 1;
            while (to < count && vertex_of(row[to].target) == vertex_of(row[from].target))
                to++;
            list->item[kept++] = merge_copies(row, from, to, edges, notes);
            from = to;
        }
        list->first[v + 1] = kept;
        begin = end;
    }
}

static dm_status check_total(const halves *list, const dmi_edges *edges, bool *all_equal,
                             int64_t *common, dm_error *err)
{
    uint32_t count = list->first[list->n];
    int64_t total = 0;
    *all_equal = true;
    *common = count ? edge_length(edges, list->item[0].edge) : 1;
    for (uint32_t i = 0; i < count; i++) {
        int64_t length = edge_length(edges, list->item[i].edge);
        if (length > DM_MAX_TOTAL - total)
            return dmi_fail(err, DM_TOO_LARGE,
                            "the lengths add up to more than 2^62 units; use a coarser unit");
        total += length;
        *all_equal = *all_equal && length == *common;
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

static void count_degrees(const halves *list, uint32_t *first)
{
    for (dm_vertex v = 0; v < list->n; v++)
        for (uint32_t i = list->first[v]; i < list->first[v + 1]; i++) {
            first[v + 1]++;
            first[list->item[i].target + 1]++;
        }
    prefix_sums(first, list->n);
}

static dm_status write_rows(const halves *list, const dmi_edges *edges, bool all_equal,
                            dm_graph *out, int64_t common, dm_error *err)
{
    uint32_t arcs = 2 * list->first[list->n];
    rows made = {0};
    made.first = dmi_calloc((size_t)list->n + 1, sizeof *made.first);
    made.target = dmi_alloc(arcs, sizeof *made.target);
    if (!all_equal && edges->len64)
        made.length64 = dmi_alloc(arcs, sizeof *made.length64);
    else if (!all_equal)
        made.length32 = dmi_alloc(arcs, sizeof *made.length32);
    bool complete = made.first && made.target && (all_equal || made.length32 || made.length64);
    *out = (dm_graph){list->n,       arcs,         made.first, made.target, all_equal ? common : 0,
                      made.length32, made.length64};
    if (!complete) {
        dmi_graph_clear(out);
        return dmi_no_memory(err);
    }
    count_degrees(list, made.first);
    for (dm_vertex v = 0; v < list->n; v++)
        for (uint32_t i = list->first[v]; i < list->first[v + 1]; i++) {
            int64_t length = edge_length(edges, list->item[i].edge);
            put_arc(&made, (uint32_t)v, list->item[i].target, length);
            put_arc(&made, list->item[i].target, (uint32_t)v, length);
        }
    shift_back(made.first, list->n);
    return DM_OK;
}

dm_status dmi_graph_init(dm_vertex n, dmi_edges *edges, dm_graph *out, dm_notes *notes,
                         dm_error *err)
{
    halves list = {0};
    bool all_equal = true;
    int64_t common = 1;
    dm_status status = file_halves(n, edges, &list, err);
    if (status == DM_OK) {
        merge_rows(&list, edges, notes);
        status = check_total(&list, edges, &all_equal, &common, err);
    }
    if (status == DM_OK && list.first[n] > DM_MAX_EDGES)
        status = dmi_fail(err, DM_TOO_LARGE, "more than 2^31-1 edges");
    if (status == DM_OK)
        status = write_rows(&list, edges, all_equal, out, common, err);
    free(list.first);
    free(list.item);
    dmi_edges_clear(edges);
    return status;
}
