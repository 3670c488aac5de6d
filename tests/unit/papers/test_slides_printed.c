/* test_slides_printed.c - the slides' recurrence as printed, and the idea that they refute: the
 * claims are those of a transcription, on all small trees; the first tree on which each is wrong;
 * the root of the table. */
#include "check/minimax.h"
#include "check/slides.h"
#include "support/support.h"
#include <demesne/reply.h>

#define assert_fails(call, expected) assert_int_equal(call, expected)

static dm_arena *board_of(const check_slides_tree *tree)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(tree->n, &builder, &err), err);
    for (int v = 1; v < tree->n; v++)
        assert_ok(dm_builder_edge(builder, tree->parent[v], v, 1, &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

static bool next_tree(check_slides_tree *tree)
{
    for (int v = tree->n - 1; v > 0; v--) {
        if (++tree->parent[v] < v)
            return true;
        tree->parent[v] = 0;
    }
    return false;
}

/* The claims of both methods for one question; counts those that are wrong. */
static void compare(const check_slides_tree *tree, const dm_arena *arena, int count, int wrong[2])
{
    static const dm_reply_method methods[] = {DM_REPLY_SLIDES_PRINTED, DM_REPLY_NAIVE};
    dm_error err = {0};
    dm_vertex white[CHECK_SLIDES_MOST];
    int32_t white_count = 0;
    for (int v = 0; v < tree->n; v++)
        if (tree->white >> v & 1)
            white[white_count++] = v;
    int64_t truth = check_reply_value(arena, white, white_count, count, DM_TIES_NEUTRAL);
    for (int m = 0; m < 2; m++) {
        dm_reply *reply = NULL;
        const dm_reply_request ask = {.white = {.vertex = white, .count = white_count},
                                      .count = count,
                                      .method = methods[m],
                                      .has_root = true};
        assert_ok(dm_reply_new(arena, &ask, NULL, &reply, &err), err);
        assert_true(reply->has_claim);
        int claim = m ? check_slides_naive(tree, count) : check_slides_printed(tree, count);
        if (reply->claim != claim)
            fail_msg("%s: claim %lld, expected %d, with %d vertices, white %x, count %d",
                     dm_reply_method_name(methods[m]), (long long)reply->claim, claim, tree->n,
                     tree->white, count);
        assert_true(reply->value.whole <=
                    truth); /* the stones are real, whatever is claimed of them */
        assert_true(!reply->proven || reply->value.whole == truth);
        if (m == 1) /* for each child, so many splits of up to `count` stones */
            assert_int_equal(reply->combinations, (tree->n - 1) * (count + 1) * (count + 2) / 2);
        wrong[m] += claim != truth;
        dm_reply_free(reply);
    }
}

static void claims_are_those_of_a_transcription(void **state)
{
    (void)state;
    int wrong[2] = {0}, questions = 0, most = run_long() ? 7 : 6;
    for (int n = 2; n <= most; n++) {
        check_slides_tree tree = {.n = n};
        do {
            dm_arena *arena = board_of(&tree);
            for (tree.white = 1; tree.white < 1u << n; tree.white++) {
                int free = n;
                for (int v = 0; v < n; v++)
                    free -= (int)(tree.white >> v & 1);
                for (int count = 1; count <= free && count <= 2; count++, questions++)
                    compare(&tree, arena, count, wrong);
            }
            dm_arena_free(arena);
        } while (next_tree(&tree));
    }
    print_message("%d questions; wrong as printed %d, naive %d\n", questions, wrong[0], wrong[1]);
    assert_true(wrong[0] > 0 && wrong[1] > 0);
}

static void the_smallest_counterexamples(void **state)
{
    (void)state;
    static const struct {
        dm_reply_method method;
        int n, white, count, claim, value;
    } known[] = {{DM_REPLY_SLIDES_PRINTED, 3, 1, 1, 0, -1}, {DM_REPLY_NAIVE, 3, 0, 1, 0, -1}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        dm_error err = {0};
        dm_reply_counterexample *example = NULL;
        assert_ok(dm_reply_find_counterexample(known[i].method, DM_TIES_NEUTRAL, 6, 2, 2, NULL,
                                               &example, &err),
                  err);
        assert_true(example->found);
        assert_int_equal(dm_arena_vertices(example->arena), known[i].n);
        assert_int_equal(example->white_count, 1);
        assert_int_equal(example->white[0], known[i].white);
        assert_int_equal(example->count, known[i].count);
        assert_int_equal(example->claim, known[i].claim);
        assert_int_equal(example->value, known[i].value);
        assert_int_equal(
            check_reply_value(example->arena, example->white, 1, example->count, DM_TIES_NEUTRAL),
            known[i].value);
        dm_reply_counterexample_free(example);
        /* none is smaller */
        assert_ok(dm_reply_find_counterexample(known[i].method, DM_TIES_NEUTRAL, known[i].n - 1, 2,
                                               2, NULL, &example, &err),
                  err);
        assert_false(example->found);
        dm_reply_counterexample_free(example);
        dm_run *run = NULL;
        assert_ok(dm_run_new(&run, &err), err);
        dm_run_cancel(run);
        example = NULL;
        assert_fails(dm_reply_find_counterexample(known[i].method, DM_TIES_NEUTRAL, 6, 2, 2, run,
                                                  &example, &err),
                     DM_UNFINISHED);
        dm_run_free(run);
    }
    dm_error err = {0};
    dm_reply_counterexample *example = NULL;
    assert_fails(dm_reply_find_counterexample(DM_REPLY_SLIDES, DM_TIES_NEUTRAL, 6, 2, 2, NULL,
                                              &example, &err),
                 DM_BAD_ARGUMENT);
    assert_fails(dm_reply_find_counterexample(DM_REPLY_NAIVE, DM_TIES_NEUTRAL, 11, 2, 2, NULL,
                                              &example, &err),
                 DM_BAD_ARGUMENT);
}

/* The work that a run limits is the whole table's, also that of one vertex with many children. */
static void naive_can_be_stopped(void **state)
{
    (void)state;
    dm_error err = {0};
    check_slides_tree star = {.n = CHECK_SLIDES_MOST};
    dm_arena *arena = board_of(&star);
    const dm_vertex white[] = {0};
    const int32_t count = CHECK_SLIDES_MOST - 1;
    const dm_reply_request ask = {
        .white = {.vertex = white, .count = 1}, .count = count, .method = DM_REPLY_NAIVE};
    dm_run *run = NULL;
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_set_work_limit(run, 2 * CHECK_SLIDES_MOST);
    dm_reply *reply = NULL;
    assert_fails(dm_reply_new(arena, &ask, run, &reply, &err), DM_STOPPED);
    dm_reply_free(reply);
    dm_run_free(run);
    dm_arena_free(arena);
}

static void messages_name_the_method(void **state)
{
    (void)state;
    dm_error err = {0};
    check_slides_tree tree = {.n = 3};
    dm_arena *arena = board_of(&tree);
    const dm_vertex white[] = {0};
    const dm_reply_request ask = {.white = {.vertex = white, .count = 1},
                                  .count = 1,
                                  .method = DM_REPLY_NAIVE,
                                  .optima_limit = 5};
    dm_reply *reply = NULL;
    assert_fails(dm_reply_new(arena, &ask, NULL, &reply, &err), DM_UNSUPPORTED);
    assert_string_equal(err.message, "method naive finds one best set; method exact lists all");
    dm_arena_free(arena);
}

/* Whatever vertex a tree hangs from, the repaired recurrence gives the best reply. */
static void every_root_gives_the_same_value(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_rng_init(&rng, 7);
    for (int round = 0; round < 60; round++) {
        check_slides_tree tree = {.n = 4 + (int)dm_rng_below(&rng, 6)};
        for (int v = 1; v < tree.n; v++)
            tree.parent[v] = (int)dm_rng_below(&rng, (uint64_t)v);
        dm_arena *arena = board_of(&tree);
        dm_vertex white[] = {(dm_vertex)dm_rng_below(&rng, (uint64_t)tree.n)};
        int64_t truth = check_reply_value(arena, white, 1, 2, DM_TIES_NEUTRAL);
        for (dm_vertex root = 0; root < tree.n; root++) {
            dm_reply_table *table = NULL;
            const dm_reply_request ask = {
                .white = {.vertex = white, .count = 1}, .count = 2, .has_root = true, .root = root};
            assert_ok(dm_reply_table_new(arena, &ask, INT64_MAX, NULL, &table, &err), err);
            assert_int_equal(table->root, root);
            assert_int_equal(table->parent[root], -1);
            assert_true(table->combinations > 0);
            int64_t best = INT64_MIN;
            for (int64_t i = 0; i < table->count; i++)
                if (table->entries[i].vertex == root && table->entries[i].stones == 2 &&
                    table->entries[i].value > best)
                    best = table->entries[i].value;
            assert_int_equal(best, truth);
            dm_reply_table_free(table);
        }
        dm_reply_table *none = NULL;
        const dm_reply_request bad = {
            .white = {.vertex = white, .count = 1}, .count = 2, .has_root = true, .root = tree.n};
        assert_fails(dm_reply_table_new(arena, &bad, 1000, NULL, &none, &err), DM_BAD_VERTEX);
        dm_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_are_those_of_a_transcription),
        cmocka_unit_test(the_smallest_counterexamples),
        cmocka_unit_test(naive_can_be_stopped),
        cmocka_unit_test(messages_name_the_method),
        cmocka_unit_test(every_root_gives_the_same_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
