/* reply_tree.c - Black's best reply on a board without cycles: the sweep up and the way back.
 *
 * Rows (reply_tree_table.c) are made from the leaves up; the roots' together give the value.  The
 * way back goes down again: each place is told how it is served and how many stones its
 * subtree has, reads from the rows which case that was, and tells its children.
 *
 * All rows at once may be far more than memory holds, so places are taken in blocks.  When
 * a block is full, rows that only its own places ask for are dropped; on the way back they
 * are made a second time, block by block.  A block may grow as large as what is kept of
 * those before it, so that with T bytes of rows in all and M at most alive at a time about
 * 2 sqrt(2 T M) are held.
 *
 * Stones left over go to any place that is free: a stone never takes gain away.
 *
 * Cost: as of the rows, twice where there is more than one block; no recursion deeper than
 * the logarithm of the number of children.
 */
#include "oneround/reply_tree_table.h"

#include "base/base.h"
#include <stdlib.h>

#define BLOCK ((size_t)1 << 28) /* bytes */

/* How a place is served, and the stones that its subtree may take. */
typedef struct order {
    int64_t distance; /* of the stone that serves it, or DMI_NOT_SERVED */
    int32_t stones;
    bool inside; /* that stone is in the subtree, at most so far */
} order;

typedef struct sweep {
    dmi_tree_tables tree;
    dm_run *run;
    int32_t *start; /* where each block begins */
    size_t blocks, capacity;
    size_t block_bytes; /* a block is not closed below this */
    size_t bytes;       /* of rows kept of finished blocks */
    order *orders;
    dm_vertex *chosen;
    int32_t chosen_count;
} sweep;

static int32_t block_end(const sweep *s, size_t block)
{
    return block + 1 < s->blocks ? s->start[block + 1] : s->tree.forest->count;
}

static dm_status make(sweep *s, int32_t place, dm_error *err)
{
    dm_status status = dmi_tree_table_make(&s->tree, place, err);
    const dmi_tree_table *rows = &s->tree.rows[place];
    if (status != DM_OK)
        return status;
    uint64_t work = 1 + (uint64_t)rows->inner + (uint64_t)rows->outer;
    return dmi_run_report(s->run, work, "reply on a tree", (uint64_t)place,
                          (uint64_t)s->tree.forest->count, "")
               ? DM_OK
               : dmi_stopped(s->run, err);
}

/* The block that ends before `end` is full: keeps only what later places ask for. */
static dm_status close_block(sweep *s, int32_t end, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t p = s->start[s->blocks - 1]; p < end && status == DM_OK; p++) {
        dmi_tree_table *rows = &s->tree.rows[p];
        if (s->tree.forest->parent[p] < end) {
            rows->cells = NULL;
        } else {
            status = dmi_tree_table_keep(&s->tree, p, err);
            s->bytes += dmi_tree_table_bytes(rows);
        }
    }
    dmi_pool_reset(&s->tree.work);
    return status;
}

static dm_status open_block(sweep *s, int32_t start, dm_error *err)
{
    if (!dmi_reserve(&s->start, &s->capacity, s->blocks + 1, sizeof *s->start))
        return dmi_no_memory(err);
    s->start[s->blocks++] = start;
    return DM_OK;
}

static dm_status sweep_up(sweep *s, dm_error *err)
{
    dm_status status = open_block(s, 0, err);
    size_t bytes = 0;
    for (int32_t p = 0; p < s->tree.forest->count && status == DM_OK; p++) {
        if (bytes > s->block_bytes && bytes > s->bytes) {
            status = close_block(s, p, err);
            if (status == DM_OK)
                status = open_block(s, p, err);
            bytes = 0;
        }
        if (status == DM_OK)
            status = make(s, p, err);
        if (status == DM_OK)
            bytes += dmi_tree_table_bytes(&s->tree.rows[p]);
    }
    return status;
}

/* The stones of each of two groups of children, and which of them serves the parent. */
typedef struct shares {
    int64_t gain;
    int32_t left;
    bool left_inside, right_inside;
} shares;

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* The best way to deal `stones` to two rows that begin with a_from and b_from stones. */
static void try_shares(const int64_t *a, int32_t a_from, int32_t a_len, const int64_t *b,
                       int32_t b_from, int32_t b_len, int32_t stones, shares *best)
{
    for (int32_t i = a_from; i <= least(a_len, stones - b_from); i++) {
        int64_t gain = a[i - a_from] + b[least(stones - i, b_len) - b_from];
        if (gain > best->gain)
            *best = (shares){gain, i, a_from == 1, b_from == 1};
    }
}

static shares best_shares(dmi_row_pair a, dmi_row_pair b, int32_t stones, bool inside)
{
    shares best = {.gain = -1};
    if (!inside)
        try_shares(a.out, 0, a.len, b.out, 0, b.len, stones, &best);
    if (inside && a.in)
        try_shares(a.in, 1, a.len, b.out, 0, b.len, stones, &best);
    if (inside && b.in)
        try_shares(a.out, 0, a.len, b.in, 1, b.len, stones, &best);
    return best;
}

/* Tells the children lo..hi-1 of a place what they get; `what` is the place's own order, its
 * distance that of the stone that serves it.  Halves, so it goes as deep as their logarithm. */
static void tell_children(sweep *s, int32_t lo, int32_t hi, order what)
{
    const dmi_forest *f = s->tree.forest;
    if (what.stones == 0 || lo == hi)
        return;
    if (hi - lo == 1) {
        int32_t child = f->child[lo];
        if (what.distance != DMI_NOT_SERVED)
            what.distance += what.inside ? -f->length[child] : f->length[child];
        s->orders[child] = what;
        return;
    }
    int32_t middle = lo + (hi - lo) / 2;
    dmi_row_pair a =
        dmi_tree_fold(&s->tree, lo, middle, what.distance, what.stones, &s->tree.buffer[0]);
    dmi_row_pair b =
        dmi_tree_fold(&s->tree, middle, hi, what.distance, what.stones, &s->tree.buffer[1]);
    shares best = best_shares(a, b, what.stones, what.inside);
    tell_children(s, lo, middle, (order){what.distance, best.left, best.left_inside});
    tell_children(s, middle, hi,
                  (order){what.distance, what.stones - best.left, best.right_inside});
}

/* The case behind outer row `distance`: served inside after all, or by that stone. */
static order look_outside(dmi_tree_table *rows, order what)
{
    bool served = what.distance != DMI_NOT_SERVED;
    int32_t row = served ? dmi_outer_row(rows, what.distance) : rows->outer;
    int32_t inner = rows->inner - 1;
    if (row < rows->outer) {
        what.distance = dmi_outer_distance(rows, row);
        inner = dmi_inner_row(rows, what.distance);
    } else {
        what.distance = DMI_NOT_SERVED;
    }
    if (inner >= 0 && dmi_inner(rows, inner)[what.stones - 1] == dmi_outer(rows, row)[what.stones])
        what = (order){dmi_inner_distance(rows, inner), what.stones, true};
    return what;
}

/* The nearest stone inside that does as well. */
static void look_inside(dmi_tree_table *rows, order *what)
{
    int32_t row = dmi_inner_row(rows, what->distance);
    int32_t entry = what->stones - 1;
    while (row > 0 && dmi_inner(rows, row - 1)[entry] == dmi_inner(rows, row)[entry])
        row--;
    what->distance = dmi_inner_distance(rows, row);
}

static void carry_out(sweep *s, int32_t place)
{
    const dmi_forest *f = s->tree.forest;
    dmi_tree_table *rows = &s->tree.rows[place];
    order what = s->orders[place];
    what.stones = least(what.stones, rows->len);
    if (what.stones == 0)
        return;
    if (!what.inside)
        what = look_outside(rows, what);
    if (what.inside)
        look_inside(rows, &what);
    if (what.inside && what.distance == 0) {
        s->chosen[s->chosen_count++] = f->vertex[place];
        what.inside = false;
        what.stones--;
    }
    tell_children(s, f->first[place], f->first[place + 1], what);
}

static dm_status sweep_down(sweep *s, dm_error *err)
{
    const dmi_forest *f = s->tree.forest;
    dm_status status = DM_OK;
    tell_children(s, f->first[f->count], f->first[f->count + 1],
                  (order){DMI_NOT_SERVED, s->tree.most, false});
    for (size_t block = s->blocks; block-- > 0 && status == DM_OK;) {
        int32_t start = s->start[block], end = block_end(s, block);
        for (int32_t p = start; p < end && status == DM_OK; p++)
            if (!s->tree.rows[p].cells)
                status = make(s, p, err);
        for (int32_t p = end; p-- > start && status == DM_OK;)
            carry_out(s, p);
        dmi_pool_reset(&s->tree.work);
    }
    return status;
}

/* Fills `chosen` up with candidates that are not among them. */
static dm_status fill_up(const dmi_reply_problem *problem, sweep *s, dm_error *err)
{
    unsigned char *used = dmi_calloc((size_t)problem->n, 1);
    if (!used)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < s->chosen_count; i++)
        used[s->chosen[i]] = 1;
    for (dm_vertex i = 0; s->chosen_count < problem->count; i++)
        if (!used[problem->candidate[i]])
            s->chosen[s->chosen_count++] = problem->candidate[i];
    free(used);
    return DM_OK;
}

static int64_t whole_gain(const sweep *s)
{
    const dmi_forest *f = s->tree.forest;
    dmi_row_pair all = dmi_tree_fold(&s->tree, f->first[f->count], f->first[f->count + 1],
                                     DMI_NOT_SERVED, s->tree.most, &s->tree.buffer[0]);
    return all.out[all.len];
}

static dm_status sweep_forest(const dmi_forest *forest, const dmi_reply_problem *problem,
                              size_t block_bytes, dm_run *run, dmi_reply_result *result,
                              dm_error *err)
{
    sweep s = {.run = run, .chosen = result->chosen, .block_bytes = block_bytes};
    dm_status status = dmi_tree_tables_init(forest, problem->count, &s.tree, err);
    s.orders = dmi_calloc((size_t)forest->count, sizeof *s.orders);
    if (status == DM_OK)
        status = s.orders ? sweep_up(&s, err) : dmi_no_memory(err);
    if (status == DM_OK) {
        result->upper = problem->base + whole_gain(&s);
        status = sweep_down(&s, err);
        result->proven = status == DM_OK;
    }
    if (status == DM_OK || status == DM_STOPPED) {
        dm_status filled = fill_up(problem, &s, err);
        status = filled == DM_OK ? status : filled;
    }
    free(s.orders);
    free(s.start);
    dmi_tree_tables_clear(&s.tree);
    return status;
}

dm_status dmi_tree_reply(const dmi_reply_problem *problem, size_t block_bytes, dm_run *run,
                         dmi_reply_result *result, dm_error *err)
{
    dmi_forest forest = {0};
    dm_status status = dmi_forest_init(problem, &forest, err);
    if (status == DM_OK)
        status = sweep_forest(&forest, problem, block_bytes, run, result, err);
    dmi_forest_clear(&forest);
    return status;
}

dm_status dmi_reply_tree(const dmi_reply_problem *problem, const dm_reply_request *request,
                         dm_run *run, dmi_reply_result *result, dm_error *err)
{
    if (request->optima_limit > 0)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "method tree gives one best set; method exact lists them all");
    return dmi_tree_reply(problem, BLOCK, run, result, err);
}
