/* reply_tree_table.c - the recurrence of the best reply on a tree, for one node.
 *
 * Let v be served by a stone at distance d, and let c be a child at length l.  If the stone is not
 * in the subtree of c, then c has it outside at d + l, else inside at d - l.  So
 *
 *     own stone      gain_v(0) + 1 stone + sum over c of outer[c](l)
 *     inner[v](d)    max(inner[v](before d), gain_v(d) + max over c of
 *                        inner[c](d - l) + sum over the others of outer[.](d + l))
 *     outer[v](D)    max(inner[v](D), gain_v(D) + sum over c of outer[c](D + l))
 *     outer[v](none) max(inner[v](all), sum over c of outer[c](none))
 *
 * where sums are over all ways to divide the stones.  Distances beyond a node's range count as
 * none; ranges change by at most l along an edge, so inner[c](d - l) always exists.  With uniform
 * lengths the distances are 0, 1, 2, ...; otherwise they are those of the open nodes.  Between two
 * distances an inner row answers for the smaller (it means "at most") and an outer row for the
 * larger, which serves worse; the best placement asks only for distances that exist (proof in
 * docs/algorithms/location.md).
 *
 * Invariant: every entry is the gain of an existing placement, or less.
 *
 * Cost per node: rows times children times the stones that make a difference.  In all at most
 * O(k n^2), typically O(k n) times the mean range.
 *
 * Source: after Sugimoto and Saitoh, and Tamir, An O(pn^2) algorithm for the p-median and related
 * problems on tree graphs, 1996.
 */
#include "location/reply/reply_tree_table.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Raises to[i+j] to a[i] + b[j], as far as `to` has entries; fastest if a is the shorter. */
static void max_plus_in_order(int64_t *restrict to, int32_t entries, const int64_t *restrict a,
                              int32_t a_count, const int64_t *restrict b, int32_t b_count)
{
    for (int32_t i = 0; i < a_count && i < entries; i++) {
        int32_t end = entries - i < b_count ? entries - i : b_count;
        for (int32_t j = 0; j < end; j++)
            to[i + j] = larger(to[i + j], a[i] + b[j]);
    }
}

static void max_plus(int64_t *to, int32_t entries, const int64_t *a, int32_t a_count,
                     const int64_t *b, int32_t b_count)
{
    if (a_count <= b_count)
        max_plus_in_order(to, entries, a, a_count, b, b_count);
    else
        max_plus_in_order(to, entries, b, b_count, a, a_count);
}

/* Gains are not negative, so zero is below all of them. */
static int64_t *zero_row(int64_t *row, int32_t entries)
{
    memset(row, 0, (size_t)entries * sizeof *row);
    return row;
}

static dmi_row_pair join(dmi_row_pair a, dmi_row_pair b, int32_t most, int64_t *out, int64_t *in)
{
    dmi_row_pair sum = {.len = a.len + b.len < most ? a.len + b.len : most};
    max_plus(zero_row(out, sum.len + 1), sum.len + 1, a.out, a.len + 1, b.out, b.len + 1);
    sum.out = out;
    if (!a.in && !b.in)
        return sum;
    sum.in = zero_row(in, sum.len);
    if (a.in)
        max_plus(in, sum.len, a.in, a.len, b.out, b.len + 1);
    if (b.in)
        max_plus(in, sum.len, b.in, b.len, a.out, a.len + 1);
    return sum;
}

dmi_row_pair dmi_tree_fold(const dmi_tree_tables *tree, int32_t lo, int32_t hi, int64_t d,
                           int32_t most, const dmi_row_buffers *buffers)
{
    static const int64_t nothing[] = {0};
    assert(lo <= hi && most >= 0);
    dmi_row_pair sum = {.len = 0, .out = nothing};
    for (int32_t i = lo; i < hi; i++) {
        int32_t node = tree->forest->child[i];
        dmi_tree_table *rows = &tree->rows[node];
        int64_t length = tree->forest->length[node];
        int32_t out = d == DMI_NOT_SERVED ? rows->outer : dmi_outer_row(rows, d + length);
        int32_t in = d == DMI_NOT_SERVED ? -1 : dmi_inner_row(rows, d - length);
        dmi_row_pair next = {.len = rows->len < most ? rows->len : most,
                             .out = dmi_outer(rows, out),
                             .in = in < 0 || most == 0 ? NULL : dmi_inner(rows, in)};
        sum = i == lo
                  ? next
                  : join(sum, next, most, buffers->out[(i - lo) % 2], buffers->in[(i - lo) % 2]);
    }
    return sum;
}

/* A parent asks for increasing distances, so each lookup starts where the last one ended. */
int32_t dmi_inner_row(dmi_tree_table *rows, int64_t d)
{
    if (!rows->distance) {
        int64_t row = d - rows->inner_from;
        return row < 0 ? -1 : row < rows->inner ? (int32_t)row : rows->inner - 1;
    }
    int32_t at = rows->inner_hint; /* rows before it are at most d */
    while (at > 0 && rows->distance[at - 1] > d)
        at--;
    while (at < rows->inner && rows->distance[at] <= d)
        at++;
    rows->inner_hint = at;
    return at - 1;
}

int32_t dmi_outer_row(dmi_tree_table *rows, int64_t d)
{
    if (!rows->distance)
        return d > rows->outer ? rows->outer : d < 1 ? 0 : (int32_t)d - 1;
    const int64_t *distance = rows->distance + rows->inner;
    int32_t at = rows->outer_hint; /* rows before it are below d */
    while (at > 0 && distance[at - 1] >= d)
        at--;
    while (at < rows->outer && distance[at] < d)
        at++;
    rows->outer_hint = at;
    return at;
}

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int32_t sort_distinct(int64_t *list, int32_t count)
{
    int32_t kept = 0;
    qsort(list, (size_t)count, sizeof *list, by_size);
    for (int32_t i = 0; i < count; i++)
        if (kept == 0 || list[i] != list[kept - 1])
            list[kept++] = list[i];
    return kept;
}

/* Any lengths: the distances of the open nodes within the range. */
static bool measure_distances(dmi_tree_tables *tree, int32_t node, dmi_tree_table *rows)
{
    const dmi_forest *f = tree->forest;
    int64_t *inside = tree->found[0], *outside = tree->found[1];
    int32_t runs = 0, height = 0;
    if (f->open[node])
        inside[rows->inner++] = 0;
    for (int32_t i = f->first[node]; i < f->first[node + 1]; i++) {
        const dmi_tree_table *child = &tree->rows[f->child[i]];
        int64_t most = f->range[node] - f->length[f->child[i]];
        for (int32_t k = 0; k < child->inner && child->distance[k] <= most; k++) {
            inside[rows->inner++] = child->distance[k] + f->length[f->child[i]];
            runs += k == 0;
        }
    }
    if (runs > 1) /* each child's are sorted */
        rows->inner = sort_distinct(inside, rows->inner);
    if (f->parent[node] != f->count)
        tree->walker[height++] = (dmi_tree_walker){f->parent[node], node, f->length[node]};
    while (height > 0) {
        dmi_tree_walker at = tree->walker[--height];
        if (at.distance > f->range[node])
            continue;
        if (f->open[at.node])
            outside[rows->outer++] = at.distance;
        for (int32_t i = f->first[at.node]; i < f->first[at.node + 1]; i++) {
            int32_t c = f->child[i];
            if (c != at.from)
                tree->walker[height++] = (dmi_tree_walker){c, at.node, at.distance + f->length[c]};
        }
        int32_t up = f->parent[at.node];
        if (up != at.from && up != f->count)
            tree->walker[height++] =
                (dmi_tree_walker){up, at.node, at.distance + f->length[at.node]};
    }
    rows->outer = sort_distinct(outside, rows->outer);
    rows->distance = dmi_pool_take(&tree->work, (size_t)rows->inner + (size_t)rows->outer,
                                   sizeof *rows->distance);
    if (!rows->distance)
        return false;
    memcpy(rows->distance, inside, (size_t)rows->inner * sizeof *rows->distance);
    memcpy(rows->distance + rows->inner, outside, (size_t)rows->outer * sizeof *rows->distance);
    return true;
}

/* What the rows at one distance are made of. */
typedef struct row_source {
    dmi_tree_table *rows;
    int64_t gain; /* of the node itself */
    dmi_row_pair pair;
} row_source;

/* `inner`: the inner row of the same distance or less; -1: none. */
static void write_outer(const row_source *p, int32_t row, int32_t inner)
{
    int64_t *to = dmi_outer(p->rows, row);
    for (int32_t j = 0; j <= p->rows->len; j++)
        to[j] = p->gain + p->pair.out[dmi_least(j, p->pair.len)];
    if (inner < 0)
        return;
    const int64_t *within = dmi_inner(p->rows, inner);
    for (int32_t j = 1; j <= p->rows->len; j++)
        to[j] = larger(to[j], within[j - 1]);
}

/* Goes through inner and outer distances in order; equal ones share the children's sum. */
static void write_rows(const dmi_tree_tables *tree, int32_t node, dmi_tree_table *rows)
{
    const dmi_forest *f = tree->forest;
    int32_t lo = f->first[node], hi = f->first[node + 1], in = 0, out = 0;
    row_source p = {.rows = rows};
    while (in < rows->inner || out < rows->outer) {
        int64_t inside = in < rows->inner ? dmi_inner_distance(rows, in) : INT64_MAX;
        int64_t outside = out < rows->outer ? dmi_outer_distance(rows, out) : INT64_MAX;
        int64_t d = inside < outside ? inside : outside;
        p.gain = dmi_market_gain(&f->customer[node], d);
        p.pair = dmi_tree_fold(tree, lo, hi, d, tree->most, &tree->buffer[0]);
        if (inside == d) {
            int64_t *to = dmi_inner(rows, in);
            assert(to); /* for the analyser */
            const int64_t *before = in > 0 ? to - rows->len : NULL;
            const int64_t *from = d == 0 ? p.pair.out : p.pair.in;
            int32_t last = d == 0 ? p.pair.len : p.pair.len - 1;
            for (int32_t j = 0; j < rows->len; j++) {
                int64_t now = from ? p.gain + from[dmi_least(j, last)] : 0;
                to[j] = before ? larger(before[j], now) : now;
            }
            in++;
        }
        if (outside == d)
            write_outer(&p, out++, in - 1);
    }
    p.gain = 0;
    p.pair = dmi_tree_fold(tree, lo, hi, DMI_NOT_SERVED, tree->most, &tree->buffer[0]);
    write_outer(&p, rows->outer, rows->inner - 1);
}

/* How many entries a row needs, at least `few`: the others repeat the last of them. */
static int32_t needed(const int64_t *row, int32_t entries, int32_t few)
{
    while (entries > few && row[entries - 1] == row[entries - 2])
        entries--;
    return entries;
}

/* Shortens all rows to the number of stones that makes a difference. */
static void trim(dmi_tree_table *rows)
{
    int32_t len = rows->inner > 0, full = rows->len;
    for (int32_t i = 0; i < rows->inner; i++)
        len = needed(dmi_inner(rows, i), full, len);
    for (int32_t i = 0; i <= rows->outer; i++)
        len = needed(dmi_outer(rows, i), full + 1, len + 1) - 1;
    if (len == full)
        return;
    int64_t *to = rows->cells;
    for (int32_t i = 0; i < rows->inner; i++, to += len)
        memmove(to, dmi_inner(rows, i), (size_t)len * sizeof *to);
    for (int32_t i = 0; i <= rows->outer; i++, to += len + 1)
        memmove(to, dmi_outer(rows, i), ((size_t)len + 1) * sizeof *to);
    rows->len = len;
}

static size_t cells_in(const dmi_tree_table *rows)
{
    return (size_t)rows->inner * (size_t)rows->len +
           ((size_t)rows->outer + 1) * ((size_t)rows->len + 1);
}

dm_status dmi_tree_table_make(dmi_tree_tables *tree, int32_t node, dm_error *err)
{
    const dmi_forest *f = tree->forest;
    dmi_tree_table rows = {0};
    int64_t len = f->open[node];
    for (int32_t i = f->first[node]; i < f->first[node + 1]; i++)
        len += tree->rows[f->child[i]].len;
    rows.len = len < tree->most ? (int32_t)len : tree->most;
    if (f->uniform) { /* the inner distances follow from the children's; outside are 1..range */
        int64_t range = f->range[node], from = f->open[node] ? 0 : INT64_MAX,
                to = f->open[node] ? 0 : -1;
        for (int32_t i = f->first[node]; i < f->first[node + 1]; i++) {
            const dmi_tree_table *child = &tree->rows[f->child[i]];
            if (child->inner == 0)
                continue;
            from = child->inner_from + 1 < from ? child->inner_from + 1 : from;
            to = larger(to, child->inner_from + child->inner);
        }
        to = to < range ? to : range;
        rows.inner_from = from;
        rows.inner = to < from ? 0 : (int32_t)(to - from + 1);
        rows.outer =
            f->parent[node] == f->count ? 0 : (int32_t)(range < f->count ? range : f->count);
    } else if (!measure_distances(tree, node, &rows))
        return dmi_no_memory(err);
    size_t width = (size_t)rows.len + 1;
    rows.cells = dmi_pool_take(&tree->work, ((size_t)rows.inner + (size_t)rows.outer + 1) * width,
                               sizeof *rows.cells);
    if (!rows.cells)
        return dmi_no_memory(err);
    write_rows(tree, node, &rows);
    trim(&rows);
    dmi_pool_shrink(&tree->work, rows.cells, cells_in(&rows), sizeof *rows.cells);
    tree->rows[node] = rows;
    return DM_OK;
}

dm_status dmi_tree_table_keep(dmi_tree_tables *tree, int32_t node, dm_error *err)
{
    dmi_tree_table *rows = &tree->rows[node];
    size_t cells = cells_in(rows), distances = (size_t)rows->inner + (size_t)rows->outer;
    int64_t *copy = dmi_pool_take(&tree->kept, cells, sizeof *copy);
    int64_t *distance = NULL;
    if (rows->distance)
        distance = dmi_pool_take(&tree->kept, distances, sizeof *distance);
    if (!copy || (rows->distance && !distance))
        return dmi_no_memory(err);
    memcpy(copy, rows->cells, cells * sizeof *copy);
    if (distance)
        memcpy(distance, rows->distance, distances * sizeof *distance);
    rows->cells = copy;
    rows->distance = distance;
    return DM_OK;
}

size_t dmi_tree_table_bytes(const dmi_tree_table *rows)
{
    size_t distances = rows->distance ? (size_t)rows->inner + (size_t)rows->outer : 0;
    return (cells_in(rows) + distances) * sizeof(int64_t);
}

dm_status dmi_tree_tables_init(const dmi_forest *forest, int32_t most, dmi_tree_tables *out,
                               dm_error *err)
{
    size_t count = (size_t)forest->count, entries = (size_t)most + 1;
    dmi_tree_tables tree = {.forest = forest, .most = most};
    bool good = (tree.rows = dmi_calloc(count, sizeof *tree.rows)) != NULL;
    for (int i = 0; i < 4 && good; i++) {
        dmi_row_buffers *b = &tree.buffer[i / 2];
        b->out[i % 2] = dmi_alloc(entries, sizeof(int64_t));
        b->in[i % 2] = dmi_alloc(entries, sizeof(int64_t));
        good = b->out[i % 2] && b->in[i % 2];
    }
    if (good && !forest->uniform) {
        tree.walker = dmi_alloc(count, sizeof *tree.walker);
        tree.found[0] = dmi_alloc(count, sizeof(int64_t));
        tree.found[1] = dmi_alloc(count, sizeof(int64_t));
        good = tree.walker && tree.found[0] && tree.found[1];
    }
    if (good)
        *out = tree;
    else
        dmi_tree_tables_clear(&tree);
    return good ? DM_OK : dmi_no_memory(err);
}

void dmi_tree_tables_clear(dmi_tree_tables *tree)
{
    dmi_pool_clear(&tree->work);
    dmi_pool_clear(&tree->kept);
    for (int i = 0; i < 4; i++) {
        free(tree->buffer[i / 2].out[i % 2]);
        free(tree->buffer[i / 2].in[i % 2]);
    }
    free(tree->rows);
    free(tree->walker);
    free(tree->found[0]);
    free(tree->found[1]);
    *tree = (dmi_tree_tables){0};
}
