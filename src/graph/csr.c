/* csr.c - turns a list of edges or arcs into compressed sparse rows.
 *
 * Each edge is first stored once, in the row of its smaller end; these rows are
 * sorted and merged (of parallel edges the shortest stays), and only then
 * written out from both ends.  Writing them in increasing order leaves the
 * final rows sorted: row x first receives its smaller neighbours, in order,
 * then its larger ones.  Arcs that keep their direction take the same way: of
 * the copies of an edge the shortest in each direction stays, and the rows are
 * written twice, by where arcs begin and by where they end.
 *
 * Memory: an input edge takes 12 bytes in the edge list (8 if all lengths are
 * equal, 16 if they are long) and 8 in its row (4, 12); the edge list is freed
 * before the final rows are written.  So the peak is below three times the
 * finished graph, even if both directions of every edge are given.
 */
#include "graph/csr.h"

#include "base/base.h"
#include "graph/points.h"
#include <assert.h>
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
    dmi_points_free((dm_points *)(uintptr_t)graph->points);
    free((void *)(uintptr_t)graph->arrival);
    memset(graph, 0, sizeof *graph);
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

/* The copies of one edge, by direction: forward, then backward. */
typedef struct edge_copies {
    int64_t count[2];
    int64_t shortest[2]; /* INT64_MAX: there is none */
} edge_copies;

/* What becomes of the copies of an edge. */
typedef enum merge_kind {
    MERGE_EDGES,  /* one edge, of the least length */
    MERGE_ARCS,   /* the same, and one-way and uneven edges are noted */
    KEEP_ARCS,    /* an arc in each direction that has one */
    COLLAPSE_ARCS /* for arcs that all have an equal opposite: one edge, nothing is noted */
} merge_kind;

/* Writes what the copies become at `at`; returns where the next edge goes. */
static uint32_t put_merged(edge_rows *list, uint32_t at, uint32_t target, const edge_copies *c,
                           merge_kind kind, dm_notes *notes)
{
    const int64_t *shortest = c->shortest;
    if (kind == KEEP_ARCS) {
        notes->parallel += c->count[0] + c->count[1] - (c->count[0] > 0) - (c->count[1] > 0);
        if (c->count[0])
            put_edge(list, at++, (row_edge){target, shortest[0]});
        if (c->count[1])
            put_edge(list, at++, (row_edge){target | DMI_REVERSED, shortest[1]});
        return at;
    }
    if (kind != COLLAPSE_ARCS)
        notes->parallel += (c->count[0] > c->count[1] ? c->count[0] : c->count[1]) - 1;
    if (kind == MERGE_ARCS && (c->count[0] == 0 || c->count[1] == 0))
        notes->one_way++;
    else if (kind == MERGE_ARCS && shortest[0] != shortest[1])
        notes->uneven++;
    put_edge(list, at, (row_edge){target, shortest[0] < shortest[1] ? shortest[0] : shortest[1]});
    return at + 1;
}

/* Sorts and merges every row in place, and removes the gaps between rows. */
static void merge_rows(edge_rows *list, merge_kind kind, dm_notes *notes)
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
            /* The copies of one edge. */
            edge_copies copies = {{0, 0}, {INT64_MAX, INT64_MAX}};
            for (size_t i = from; i < to; i++) {
                row_edge copy = get_edge(list, i);
                bool reversed = copy.target & DMI_REVERSED;
                if (copy.length < copies.shortest[reversed])
                    copies.shortest[reversed] = copy.length;
                copies.count[reversed]++;
            }
            kept = put_merged(list, kept, target, &copies, kind, notes);
            from = to;
        }
        assert(kept <= end && begin <= end);
        list->first[v + 1] = kept;
        begin = end;
    }
}

/* After KEEP_ARCS: the arcs without an opposite of equal length. */
static int64_t count_oneway(const edge_rows *list)
{
    int64_t oneway = list->first[list->n];
    for (dm_vertex v = 0; v < list->n; v++)
        for (uint32_t i = list->first[v]; i + 1 < list->first[v + 1]; i++) {
            row_edge one = get_edge(list, i), next = get_edge(list, i + 1);
            if (vertex_of(one.target) == vertex_of(next.target) && one.length == next.length)
                oneway -= 2;
        }
    return oneway;
}

/* The least and the greatest length. */
typedef struct length_range {
    int64_t shortest, longest;
} length_range;

static dm_status check_lengths(const edge_rows *list, length_range *range, dm_error *err)
{
    uint32_t count = list->first[list->n];
    int64_t total = 0;
    assert(list->stride >= 1 && list->stride <= 3);
    range->shortest = range->longest = count ? get_edge(list, 0).length : 1;
    for (uint32_t i = 0; i < count; i++) {
        int64_t length = get_edge(list, i).length;
        range->shortest = length < range->shortest ? length : range->shortest;
        range->longest = length > range->longest ? length : range->longest;
        if (length > DM_MAX_TOTAL - total)
            return dmi_fail(err, DM_TOO_LARGE,
                            "the lengths add up to more than 2^62 units; use a coarser unit");
        total += length;
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
    assert(row != target);
    uint32_t at = out->first[row]++;
    out->target[at] = (dm_vertex)target;
    if (out->length32)
        out->length32[at] = (uint32_t)length;
    else if (out->length64)
        out->length64[at] = length;
}

/* What a row of the finished graph has. */
typedef enum row_kind { ROW_EDGES, ROW_LEAVING, ROW_ENTERING } row_kind;

/* Of the item of row v: in how many rows (1 or 2) of the finished graph it is, and in which. */
static int rows_of_item(uint32_t v, uint32_t target, row_kind kind, uint32_t row[2])
{
    assert(v != vertex_of(target));
    uint32_t other = vertex_of(target);
    bool by_low = kind == ROW_EDGES || (kind == ROW_LEAVING) == !(target & DMI_REVERSED);
    row[0] = by_low ? v : other;
    row[1] = by_low ? other : v;
    return kind == ROW_EDGES ? 2 : 1;
}

static dm_status write_rows(const edge_rows *list, length_range range, row_kind kind, dm_graph *out,
                            dm_error *err)
{
    uint32_t arcs = (kind == ROW_EDGES ? 2 : 1) * list->first[list->n];
    bool all_equal = range.shortest == range.longest;
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
                      .uniform = all_equal ? range.shortest : 0,
                      .length32 = made.length32,
                      .length64 = made.length64,
                      .shortest = range.shortest,
                      .longest = range.longest};
    if (!complete) {
        dmi_graph_clear(out);
        return dmi_no_memory(err);
    }
    uint32_t row[2];
    for (dm_vertex v = 0; v < list->n; v++)
        for (uint32_t i = list->first[v]; i < list->first[v + 1]; i++) {
            int count = rows_of_item((uint32_t)v, get_edge(list, i).target, kind, row);
            made.first[row[0] + 1]++;
            made.first[row[1] + 1] += count == 2;
        }
    prefix_sums(made.first, list->n);
    for (dm_vertex v = 0; v < list->n; v++)
        for (uint32_t i = list->first[v]; i < list->first[v + 1]; i++) {
            row_edge item = get_edge(list, i);
            int count = rows_of_item((uint32_t)v, item.target, kind, row);
            put_arc(&made, row[0], row[1], item.length);
            if (count == 2)
                put_arc(&made, row[1], row[0], item.length);
        }
    shift_back(made.first, list->n);
    return DM_OK;
}

/* Groups and merges the edges. */
static dm_status merge_parallel(dm_vertex n, dmi_edges *edges, edge_rows *list, int64_t *oneway,
                                dm_notes *notes, dm_error *err)
{
    merge_kind kind = edges->keep_arcs ? KEEP_ARCS : edges->directed ? MERGE_ARCS : MERGE_EDGES;
    list->n = n;
    list->first = dmi_calloc((size_t)n + 1, sizeof *list->first);
    list->stride = edges->len64 ? 3 : edges->len32 ? 2 : 1;
    list->uniform = edges->uniform;
    list->word = dmi_alloc(edges->count, list->stride * sizeof *list->word);
    if (!list->first || !list->word)
        return dmi_no_memory(err);
    for (size_t i = 0; i < edges->count; i++)
        list->first[edges->ends[2 * i] + 1]++;
    prefix_sums(list->first, n);
    for (size_t i = 0; i < edges->count; i++) {
        uint32_t low = edges->ends[2 * i];
        int64_t length = edges->len32   ? (int64_t)edges->len32[i]
                         : edges->len64 ? edges->len64[i]
                                        : edges->uniform;
        row_edge item = {edges->ends[2 * i + 1], length};
        put_edge(list, list->first[low]++, item);
    }
    shift_back(list->first, n);
    dmi_edges_clear(edges);
    merge_rows(list, kind, notes);
    *oneway = kind == KEEP_ARCS ? count_oneway(list) : 0;
    if (kind == KEEP_ARCS && *oneway == 0)
        merge_rows(list, COLLAPSE_ARCS, notes);
    if (list->first[n] > DM_MAX_EDGES)
        return dmi_fail(err, DM_TOO_LARGE, "more than 2^31-1 edges");
    return DM_OK;
}

dm_status dmi_graph_init(dm_vertex n, dmi_edges *edges, dmi_two_way_graph *out, dm_notes *notes,
                         dm_error *err)
{
    assert(n >= 0);
    edge_rows list = {0};
    length_range range = {1, 1};
    dmi_two_way_graph made = {0};
    dm_status status = merge_parallel(n, edges, &list, &made.oneway, notes, err);
    if (status == DM_OK)
        status = check_lengths(&list, &range, err);
    row_kind kind = made.oneway ? ROW_LEAVING : ROW_EDGES;
    if (status == DM_OK)
        status = write_rows(&list, range, kind, &made.graph, err);
    if (status == DM_OK && made.oneway)
        status = write_rows(&list, range, ROW_ENTERING, &made.reverse, err);
    free(list.first);
    free(list.word);
    dmi_edges_clear(edges);
    if (status == DM_OK)
        *out = made;
    else
        dmi_graph_clear(&made.graph);
    return status;
}

dm_line_metric dmi_graph_line_metric(const dm_graph *graph)
{
    return graph->kind == DM_POINTS ? graph->points->metric : DM_BY_COLUMNS;
}

int64_t dmi_graph_length_between(const dm_graph *graph, dm_vertex from, dm_vertex to)
{
    assert(from >= 0 && from < graph->n);
    assert(to >= 0 && to < graph->n);
    uint32_t low = graph->first[from], high = graph->first[from + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (graph->target[middle] == to)
            return dm_graph_length(graph, middle);
        if (graph->target[middle] < to)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}
