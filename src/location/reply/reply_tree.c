/* reply_tree.c - Black's best reply on a board without cycles.
 *
 * Tables (reply_tree_table.c) are computed from the leaves up; those of the roots give the value.
 * Then the stones are traced back from the roots down: each node knows how it is served and how
 * many stones its subtree has, finds the case that gave this entry, and passes it to its children.
 *
 * All tables together may not fit into memory, so nodes are processed in blocks.  When a block is
 * full, tables that only its own nodes need are dropped; the trace computes them again, block by
 * block.  A block may grow as large as given is kept of earlier blocks, so with T bytes of tables
 * in all and at most M needed at a time, about 2 sqrt(2 T M) are held.
 *
 * Stones left over go to any free vertex: a stone never loses gain.
 *
 * Cost: that of the tables, twice if there is more than one block.  Recursion is at most as deep as
 * the logarithm of the number of children.
 */
#include "location/reply/reply_tree_table.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>

#define BLOCK ((size_t)1 << 28) /* bytes */

/* How a node is served, and how many stones its subtree may take. */
typedef struct assignment {
    int64_t distance; /* of the serving stone, or DMI_NOT_SERVED */
    int32_t stones;
    bool inside; /* the stone is in the subtree, at most this far away */
} assignment;

typedef struct sweep {
    dmi_tree_tables tree;
    dm_run *run;
    int32_t *start; /* where each block begins */
    size_t blocks, capacity;
    size_t block_bytes; /* least size of a block */
    size_t bytes;       /* of tables kept from finished blocks */
    assignment *assignments;
    dm_vertex *chosen;
    int32_t chosen_count;
} sweep;

static dm_status make_table(sweep *s, int32_t node, dm_error *err)
{
    dm_status status = dmi_tree_table_make(&s->tree, node, err);
    const dmi_tree_table *rows = &s->tree.rows[node];
    if (status != DM_OK)
        return status;
    uint64_t work = 1 + (uint64_t)rows->inner + (uint64_t)rows->outer;
    return dmi_run_report(s->run, work, "reply on a tree", (uint64_t)node,
                          (uint64_t)s->tree.forest->count, "")
               ? DM_OK
               : dmi_stopped(s->run, err);
}

/* Closes the block before node `at`, if there is one: keeps only what later nodes need.  Then opens
 * the block that begins there. */
static dm_status open_block(sweep *s, int32_t at, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t p = s->blocks ? s->start[s->blocks - 1] : at; p < at && status == DM_OK; p++) {
        dmi_tree_table *rows = &s->tree.rows[p];
        if (s->tree.forest->parent[p] < at) {
            rows->cells = NULL;
        } else {
            status = dmi_tree_table_keep(&s->tree, p, err);
            s->bytes += dmi_tree_table_bytes(rows);
        }
    }
    if (s->blocks)
        dmi_pool_reset(&s->tree.work);
    if (status != DM_OK)
        return status;
    if (!dmi_reserve(&s->start, &s->capacity, s->blocks + 1, sizeof *s->start))
        return dmi_no_memory(err);
    s->start[s->blocks++] = at;
    return DM_OK;
}

static dm_status compute_tables(sweep *s, dm_error *err)
{
    dm_status status = open_block(s, 0, err);
    size_t bytes = 0;
    for (int32_t p = 0; p < s->tree.forest->count && status == DM_OK; p++) {
        if (bytes > s->block_bytes && bytes > s->bytes) {
            status = open_block(s, p, err);
            bytes = 0;
        }
        if (status == DM_OK)
            status = make_table(s, p, err);
        if (status == DM_OK)
            bytes += dmi_tree_table_bytes(&s->tree.rows[p]);
    }
    return status;
}

/* How stones are divided between two groups of children, and which group serves the parent. */
typedef struct split {
    int64_t gain;
    int32_t left;
    bool left_inside, right_inside;
} split;

/* Tries all ways to divide `stones` between two rows that start at a_from and b_from stones. */
static void try_splits(const int64_t *a, int32_t a_from, int32_t a_len, const int64_t *b,
                       int32_t b_from, int32_t b_len, int32_t stones, split *best)
{
    for (int32_t i = a_from; i <= dmi_least(a_len, stones - b_from); i++) {
        int64_t gain = a[i - a_from] + b[dmi_least(stones - i, b_len) - b_from];
        if (gain > best->gain)
            *best = (split){gain, i, a_from == 1, b_from == 1};
    }
}

/* Assigns stones to the children lo..hi-1 of a node with assignment `given`. Splits them in
 * halves, so the recursion is as deep as their logarithm. */
static void assign_children(sweep *s, int32_t lo, int32_t hi, assignment given)
{
    const dmi_forest *f = s->tree.forest;
    if (given.stones == 0 || lo == hi)
        return;
    if (hi - lo == 1) {
        int32_t child = f->child[lo];
        if (given.distance != DMI_NOT_SERVED)
            given.distance += given.inside ? -f->length[child] : f->length[child];
        s->assignments[child] = given;
        return;
    }
    int32_t middle = lo + (hi - lo) / 2;
    dmi_row_pair a =
        dmi_tree_fold(&s->tree, lo, middle, given.distance, given.stones, &s->tree.buffer[0]);
    dmi_row_pair b =
        dmi_tree_fold(&s->tree, middle, hi, given.distance, given.stones, &s->tree.buffer[1]);
    split best = {.gain = -1};
    if (!given.inside)
        try_splits(a.out, 0, a.len, b.out, 0, b.len, given.stones, &best);
    if (given.inside && a.in)
        try_splits(a.in, 1, a.len, b.out, 0, b.len, given.stones, &best);
    if (given.inside && b.in)
        try_splits(a.out, 0, a.len, b.in, 1, b.len, given.stones, &best);
    assign_children(s, lo, middle, (assignment){given.distance, best.left, best.left_inside});
    assign_children(s, middle, hi,
                    (assignment){given.distance, given.stones - best.left, best.right_inside});
}

/* Finds the case behind a node's assignment, places a stone on it if that says so, and passes the
 * rest to its children. */
static void trace_node(sweep *s, int32_t node)
{
    const dmi_forest *f = s->tree.forest;
    dmi_tree_table *rows = &s->tree.rows[node];
    assignment given = s->assignments[node];
    given.stones = dmi_least(given.stones, rows->len);
    if (given.stones == 0)
        return;
    if (!given.inside) {
        /* served from inside after all, or by the stone outside */
        bool served = given.distance != DMI_NOT_SERVED;
        int32_t row = served ? dmi_outer_row(rows, given.distance) : rows->outer;
        int32_t inner = rows->inner - 1;
        if (row < rows->outer) {
            given.distance = dmi_outer_distance(rows, row);
            inner = dmi_inner_row(rows, given.distance);
        } else {
            given.distance = DMI_NOT_SERVED;
        }
        if (inner >= 0 &&
            dmi_inner(rows, inner)[given.stones - 1] == dmi_outer(rows, row)[given.stones])
            given = (assignment){dmi_inner_distance(rows, inner), given.stones, true};
    }
    if (given.inside) { /* the nearest inner distance with the same gain */
        int32_t row = dmi_inner_row(rows, given.distance), entry = given.stones - 1;
        while (row > 0 && dmi_inner(rows, row - 1)[entry] == dmi_inner(rows, row)[entry])
            row--;
        given.distance = dmi_inner_distance(rows, row);
    }
    if (given.inside && given.distance == 0) {
        assert(f->open[node]);
        s->chosen[s->chosen_count++] = f->vertex[node];
        given.inside = false;
        given.stones--;
    }
    assign_children(s, f->first[node], f->first[node + 1], given);
}

dm_status dmi_tree_reply(const dmi_reply_problem *problem, size_t block_bytes, dm_run *run,
                         dmi_reply_result *result, dm_error *err)
{
    dmi_forest forest = {0};
    sweep s = {.run = run, .chosen = result->chosen, .block_bytes = block_bytes};
    dm_status status = dmi_forest_init(problem, &forest, err);
    if (status != DM_OK)
        return status;
    status = dmi_tree_tables_init(&forest, problem->count, &s.tree, err);
    s.assignments = dmi_calloc((size_t)forest.count, sizeof *s.assignments);
    unsigned char *used = dmi_calloc((size_t)problem->n, 1);
    if (status == DM_OK && (!s.assignments || !used))
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = compute_tables(&s, err);
    if (status == DM_OK) {
        dmi_row_pair all =
            dmi_tree_fold(&s.tree, forest.first[forest.count], forest.first[forest.count + 1],
                          DMI_NOT_SERVED, s.tree.most, &s.tree.buffer[0]);
        result->upper = problem->base + all.out[all.len];
        /* back from the roots to the leaves; tables that were dropped are made again */
        int32_t end = forest.count;
        assign_children(&s, forest.first[end], forest.first[end + 1],
                        (assignment){DMI_NOT_SERVED, s.tree.most, false});
        for (size_t block = s.blocks; block-- > 0 && status == DM_OK;) {
            int32_t start = s.start[block];
            for (int32_t p = start; p < end && status == DM_OK; p++)
                if (!s.tree.rows[p].cells)
                    status = make_table(&s, p, err);
            for (int32_t p = end; p-- > start && status == DM_OK;)
                trace_node(&s, p);
            dmi_pool_reset(&s.tree.work);
            end = start;
        }
        result->proven = status == DM_OK;
    }
    if (status == DM_OK || status == DM_STOPPED) { /* unused candidates fill up the reply */
        assert(s.chosen_count <= problem->count);
        for (int32_t i = 0; i < s.chosen_count; i++)
            used[s.chosen[i]] = 1;
        for (dm_vertex i = 0; s.chosen_count < problem->count; i++)
            if (!used[problem->candidate[i]])
                s.chosen[s.chosen_count++] = problem->candidate[i];
    }
    free(used);
    free(s.assignments);
    free(s.start);
    dmi_tree_tables_clear(&s.tree);
    dmi_forest_clear(&forest);
    return status;
}

dm_status dmi_reply_tree(const dmi_reply_problem *problem, const dm_reply_request *request,
                         dm_run *run, dmi_reply_result *result, dm_error *err)
{
    if (request->optima_limit > 0)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "method tree finds one best set; method exact lists all");
    return dmi_tree_reply(problem, BLOCK, run, result, err);
}
