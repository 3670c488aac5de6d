/* test_reply_table.c - every entry of the table A(k, d_out, d_in), compared with all placements of
 * stones in its subtree. */
#include "check/dominance.h"
#include "support/support.h"
#include <demesne/reply.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 7 };

typedef struct tree {
    const dm_reply_table *table;
    const int64_t *distances;
    int n, white; /* sets of vertices are bits */
} tree;

static bool is_below(const tree *t, int v, int top)
{
    while (v >= 0 && v != top)
        v = t->table->parent[v];
    return v == top;
}

/* The nearest stones of the set to v within `below`: the distance, and whose as in dm_label_owner.
 */
static int nearest(const tree *t, int v, int below, int black, int64_t *distance)
{
    int owner = 0;
    for (int u = 0; u < t->n; u++) {
        int whose = (t->white >> u & 1) | (black >> u & 1) << 1;
        int64_t d = t->distances[v * t->n + u];
        if (!whose || !is_below(t, u, below))
            continue;
        if (!owner || d < *distance) {
            owner = whose;
            *distance = d;
        } else if (d == *distance) {
            owner |= whose;
        }
    }
    return owner;
}

/* Black minus White below the entry's vertex with these black stones in it. */
static int64_t value_of(const tree *t, const dm_reply_entry *e, int black)
{
    int64_t sum = 0;
    for (int u = 0; u < t->n; u++) {
        if (!is_below(t, u, e->vertex))
            continue;
        int64_t inside = 0, outside = t->distances[u * t->n + e->vertex] + e->outside;
        int owner = nearest(t, u, e->vertex, black, &inside);
        if (e->outside_owner && (!owner || outside < inside))
            owner = (int)e->outside_owner;
        else if (e->outside_owner && outside == inside)
            owner |= (int)e->outside_owner;
        sum += owner == 2 ? 1 : owner == 1 ? -1 : 0;
    }
    return sum;
}

static void check_tree(dm_rng *rng, int round)
{
    dm_vertex n = 3 + (dm_vertex)dm_rng_below(rng, MOST - 2), white[2];
    char name[32];
    snprintf(name, sizeof name, "random-tree:%d", (int)n);
    dm_arena *arena = family_board(name, (uint64_t)round);
    white[0] = (dm_vertex)dm_rng_below(rng, (uint64_t)n);
    white[1] = (white[0] + 1) % n;
    int whites = n > 4 ? 2 : 1, used = 0;
    dm_reply_request ask = {.white = {.vertex = white, .count = whites}, .count = 1 + round % 2};
    dm_reply_table *table = NULL;
    dm_reply *reply = NULL;
    dm_error err = {0};
    assert_ok(dm_reply_new(arena, &ask, NULL, &reply, &err), err);
    assert_ok(dm_reply_table_new(arena, &ask, 100000, NULL, &table, &err), err);
    int64_t *distances = check_distances(arena);
    tree t = {table, distances, n, 1 << white[0] | (whites > 1 ? 1 << white[1] : 0)};
    for (int64_t i = 0; i < table->count; i++) {
        const dm_reply_entry *e = &table->entries[i];
        int64_t best = INT64_MIN;
        for (int black = 0; black < 1 << t.n; black++) {
            int64_t distance = 0;
            bool fits = __builtin_popcount((unsigned)black) == e->stones && !(black & t.white);
            for (int u = 0; u < t.n; u++)
                fits = fits && (!(black >> u & 1) || is_below(&t, u, e->vertex));
            if (!fits)
                continue;
            int owner = nearest(&t, e->vertex, e->vertex, black, &distance);
            if (owner != (int)e->inside_owner || (owner && distance != e->inside))
                continue;
            int64_t value = value_of(&t, e, black);
            best = value > best ? value : best;
        }
        assert_int_equal(e->value, best);
        used += e->used;
        if (e->used && e->vertex == table->root)
            assert_int_equal(e->value, reply->value.whole);
    }
    assert_int_equal(used, n);
    free(distances);
    dm_reply_table_free(table);
    dm_reply_free(reply);
    dm_arena_free(arena);
}

static void entries_are_right(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 7);
    for (int round = 0; round < (run_long() ? 400 : 30); round++)
        check_tree(&rng, round);
}

static void what_has_no_table(void **state)
{
    (void)state;
    const dm_vertex white = 0;
    dm_reply_request ask = {.white = {.vertex = &white, .count = 1}, .count = 1};
    dm_reply_table *table = NULL;
    dm_error err = {0};
    dm_arena *cycle = family_board("cycle:5", 1), *path = family_board("path:6", 1);
    assert_int_equal(dm_reply_table_new(cycle, &ask, 1000, NULL, &table, &err), DM_UNSUPPORTED);
    assert_int_equal(dm_reply_table_new(path, &ask, 3, NULL, &table, &err), DM_TOO_LARGE);
    assert_null(table);
    dm_arena_free(cycle);
    dm_arena_free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(entries_are_right),
                                       cmocka_unit_test(what_has_no_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
