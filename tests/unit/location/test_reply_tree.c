/* test_reply_tree.c - replies on boards without cycles compared with every set of stones. */
#include "check/dominance.h"
#include "check/oneround.h"
#include "location/reply/reply_tree_table.h"
#include "support/oneround.h"
#include <demesne/reply.h>
#include <stdlib.h>

enum { SIZE = 9 };

/* A board of n vertices: the parent of v > 0 is parent[v] < v, or none (-1). */
static dm_arena *board_of(dm_vertex n, const dm_vertex *parent, const int64_t *length,
                          const int64_t *value)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(n, &builder, &err), err);
    for (dm_vertex v = 0; v < n; v++) {
        if (v > 0 && parent[v] >= 0)
            assert_ok(dm_builder_edge(builder, parent[v], v, length ? length[v] : 1, &err), err);
        if (value)
            assert_ok(dm_builder_value(builder, v, value[v], &err), err);
    }
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

/* Asks for the best reply and compares it with every set; dm_reply_new() checks the scores
 * itself. */
static void compare(const dm_arena *arena, const int64_t *distances, dm_reply_request request)
{
    dm_error err = {0};
    dm_reply *reply = NULL;
    check_best best = check_replies(arena, distances, &request);
    assert_ok(dm_reply_new(arena, &request, NULL, &reply, &err), err);
    assert_int_equal(reply->method, request.method ? request.method : DM_REPLY_TREE);
    assert_int_equal(reply->value.whole, best.value);
    assert_true(reply->proven);
    for (int32_t i = 1; i < reply->count; i++)
        assert_true(reply->black[i] > reply->black[i - 1]);
    dm_reply_free(reply);
    check_best_clear(&best);
}

/* Every set of one to three White stones and every count, tie rules in turn. */
static void every_white_set(const dm_arena *arena)
{
    dm_vertex n = dm_arena_vertices(arena);
    int64_t *distances = check_distances(arena);
    int turn = 0;
    for (unsigned set = 1; set < 1u << n; set++) {
        dm_vertex white[SIZE];
        int32_t count = 0;
        for (dm_vertex v = 0; v < n; v++)
            if (set >> v & 1)
                white[count++] = v;
        for (int32_t k = 1; count <= 3 && k <= n - count; k++)
            compare(arena, distances,
                    (dm_reply_request){.terms.ties = (dm_tie_rule)(turn++ % 4),
                                       .white = {.vertex = white, .count = count},
                                       .count = k});
    }
    free(distances);
}

/* Every tree has a numbering in which parents come first; goes through all of them. */
static void every_tree(dm_vertex n)
{
    dm_vertex parent[SIZE] = {0};
    for (;;) {
        dm_arena *arena = board_of(n, parent, NULL, NULL);
        every_white_set(arena);
        dm_arena_free(arena);
        dm_vertex v = n - 1;
        while (v > 0 && parent[v] == v - 1)
            parent[v--] = 0;
        if (v <= 0)
            return;
        parent[v]++;
    }
}

static void all_small_trees(void **state)
{
    (void)state;
    for (dm_vertex n = 2; n <= (run_long() ? 8 : 6); n++)
        every_tree(n);
}

enum { LENGTHS = 1, VALUES = 2, STRETCHED = 4, FEATURES = 8 };

static dm_arena *random_forest(dm_rng *rng, dm_vertex n, int features)
{
    dm_vertex parent[ASK_MOST];
    int64_t length[ASK_MOST], value[ASK_MOST];
    uint64_t apart = dm_rng_below(rng, 3);       /* tenths of the edges left out, times two */
    uint64_t stringy = 1 + dm_rng_below(rng, 8); /* how near a parent is */
    for (dm_vertex v = 0; v < n; v++) {
        uint64_t back = (uint64_t)v < stringy ? (uint64_t)v : stringy;
        parent[v] = v == 0 ? -1 : v - 1 - (dm_vertex)dm_rng_below(rng, back);
        if (dm_rng_below(rng, 10) < 2 * apart)
            parent[v] = -1;
        length[v] = (features & LENGTHS ? 1 + (int64_t)dm_rng_below(rng, 5) : 1) *
                    (features & STRETCHED ? 3 : 1);
        value[v] = features & VALUES ? (int64_t)dm_rng_below(rng, 6) : 1;
    }
    return board_of(n, parent, length, value);
}

static void random_forests(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 4);
    for (int round = 0; round < (run_long() ? 100000 : 3000); round++) {
        dm_vertex n = 1 + (dm_vertex)dm_rng_below(&rng, 11);
        dm_arena *arena = random_forest(&rng, n, round % FEATURES);
        int64_t *distances = check_distances(arena);
        random_ask ask;
        if (draw_ask(&rng, n, 4, &ask))
            compare(arena, distances, ask.request);
        free(distances);
        dm_arena_free(arena);
    }
}

static void the_slides_repaired_agree_with_every_set(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 6);
    for (int round = 0; round < (run_long() ? 20000 : 800); round++) {
        dm_vertex n = 1 + (dm_vertex)dm_rng_below(&rng, 9);
        dm_arena *arena = random_board(&rng, n, BOARD_TREE | (round % 2 ? BOARD_VALUES : 0));
        dm_arena *longer = stretched_board(arena, 1 + round % 3);
        int64_t *distances = check_distances(longer);
        random_ask ask;
        if (draw_ask(&rng, n, 4, &ask)) {
            ask.request.method = DM_REPLY_SLIDES;
            compare(longer, distances, ask.request);
        }
        free(distances);
        dm_arena_free(longer);
        dm_arena_free(arena);
    }
}

static int64_t value_by(const dm_arena *arena, dm_reply_request request, dm_reply_method method)
{
    dm_error err = {0};
    dm_reply *reply = NULL;
    request.method = method;
    assert_ok(dm_reply_new(arena, &request, NULL, &reply, &err), err);
    assert_true(reply->proven);
    int64_t value = reply->value.whole;
    dm_reply_free(reply);
    return value;
}

static void both_recurrences_agree_on_larger_trees(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 7);
    for (int round = 0; round < (run_long() ? 200 : 20); round++) {
        dm_vertex n = 12 + (dm_vertex)dm_rng_below(&rng, 14), parent[ASK_MOST];
        for (dm_vertex v = 0; v < n; v++) /* at most two children each */
            parent[v] = v < 2 ? 0 : v - 1 - (dm_vertex)dm_rng_below(&rng, 2);
        dm_arena *arena = board_of(n, parent, NULL, NULL);
        random_ask ask;
        if (draw_ask(&rng, n, 6, &ask))
            assert_int_equal(value_by(arena, ask.request, DM_REPLY_SLIDES),
                             value_by(arena, ask.request, DM_REPLY_TREE));
        dm_arena_free(arena);
    }
}

static int64_t gain_of(const dmi_reply_problem *problem, const int64_t *distances,
                       const dm_vertex *chosen)
{
    int64_t sum = 0;
    for (dm_vertex v = 0; v < problem->n; v++) {
        int64_t best = 0;
        for (int32_t i = 0; i < problem->count; i++) {
            int64_t gain = dmi_market_gain(&problem->customer[v],
                                           distances[(int64_t)v * problem->n + chosen[i]]);
            best = gain > best ? gain : best;
        }
        sum += best;
    }
    return sum;
}

/* Dropping and computing tables again does not change the answer. */
static void blocks_change_nothing(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_rng_init(&rng, 5);
    for (int round = 0; round < 1000; round++) {
        dm_vertex n = 2 + (dm_vertex)dm_rng_below(&rng, ASK_MOST - 1);
        dm_arena *arena = random_forest(&rng, n, round % FEATURES);
        int64_t *distances = check_distances(arena);
        random_ask ask;
        if (draw_ask(&rng, n, 12, &ask)) {
            dmi_reply_problem problem = {0};
            dm_market *market = NULL;
            dm_vertex chosen[2][ASK_MOST];
            dmi_reply_result whole = {.chosen = chosen[0]}, cut = {.chosen = chosen[1]};
            assert_ok(dm_market_new(arena, &market, &err), err);
            assert_ok(dmi_reply_problem_init(market, &ask.request, NULL, &problem, &err), err);
            assert_ok(dmi_reply_problem_customers(&problem, &err), err);
            assert_ok(dmi_tree_reply(&problem, SIZE_MAX, NULL, &whole, &err), err);
            assert_ok(dmi_tree_reply(&problem, dm_rng_below(&rng, 500), NULL, &cut, &err), err);
            assert_int_equal(whole.upper, cut.upper);
            assert_int_equal(problem.base + gain_of(&problem, distances, chosen[0]), whole.upper);
            assert_int_equal(problem.base + gain_of(&problem, distances, chosen[1]), whole.upper);
            dmi_reply_problem_clear(&problem);
            dm_market_free(market);
        }
        free(distances);
        dm_arena_free(arena);
    }
}

static dm_reply *reply_to(const char *board, dm_reply_request request, dm_status expected)
{
    dm_error err = {0};
    dm_reply *reply = NULL;
    dm_arena *arena = family_board(board, 1);
    assert_int_equal(dm_reply_new(arena, &request, NULL, &reply, &err), expected);
    dm_arena_free(arena);
    return reply;
}

/* Long paths and wide stars: nothing overflows, and the value is known. */
static void large_boards(void **state)
{
    (void)state;
    const dm_vertex end[] = {0}, middle[] = {150000};
    dm_reply *reply =
        reply_to("path:300000",
                 (dm_reply_request){.white = {.vertex = middle, .count = 1}, .count = 3}, DM_OK);
    assert_int_equal(reply->value.whole, 299998);
    dm_reply_free(reply);
    reply = reply_to("star:100000",
                     (dm_reply_request){.white = {.vertex = end, .count = 1}, .count = 7}, DM_OK);
    assert_int_equal(reply->value.whole, 7 - (100000 - 7));
    dm_reply_free(reply);
    reply = reply_to("path:100000", (dm_reply_request){.count = 2}, DM_OK);
    assert_int_equal(reply->value.whole, 100000);
    dm_reply_free(reply);
}

static void what_it_does_not_take(void **state)
{
    (void)state;
    const dm_vertex white[] = {0};
    dm_reply_request ask = {
        .white = {.vertex = white, .count = 1}, .count = 1, .method = DM_REPLY_TREE};
    assert_null(reply_to("cycle:5", ask, DM_UNSUPPORTED));
    ask.optima_limit = 10;
    assert_null(reply_to("path:5", ask, DM_UNSUPPORTED));
    ask.method = DM_REPLY_SLIDES;
    assert_null(reply_to("path:5", ask, DM_UNSUPPORTED));
    ask.optima_limit = 0;
    assert_null(reply_to("cycle:5", ask, DM_UNSUPPORTED));
    assert_null(reply_to("colby:30", ask, DM_UNSUPPORTED));
    assert_null(reply_to("star:300", ask, DM_TOO_LARGE));
    assert_null(reply_to("path:3000", ask, DM_TOO_LARGE));
}

/* Stopped at any point, the answer has all stones and a valid bound. */
static void a_stopped_reply_has_a_bound(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *arena = family_board("random-tree:60", 3);
    const dm_vertex white[] = {3, 17};
    dm_reply_request request = {.white = {.vertex = white, .count = 2}, .count = 4};
    dm_reply *best = NULL;
    assert_ok(dm_reply_new(arena, &request, NULL, &best, &err), err);
    for (int64_t limit = 1; limit < 200; limit += 20) {
        dm_run *run = NULL;
        dm_reply *reply = NULL;
        assert_ok(dm_run_new(&run, &err), err);
        dm_run_set_work_limit(run, limit);
        dm_status status = dm_reply_new(arena, &request, run, &reply, &err);
        assert_true(status == DM_STOPPED || status == DM_OK);
        assert_true(limit > 1 || status == DM_STOPPED);
        assert_true(reply->value.whole <= best->value.whole &&
                    best->value.whole <= reply->upper.whole);
        dm_reply_free(reply);
        dm_run_free(run);
    }
    dm_reply_free(best);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_slides_repaired_agree_with_every_set),
        cmocka_unit_test(both_recurrences_agree_on_larger_trees),
        cmocka_unit_test(all_small_trees),
        cmocka_unit_test(random_forests),
        cmocka_unit_test(blocks_change_nothing),
        cmocka_unit_test(large_boards),
        cmocka_unit_test(what_it_does_not_take),
        cmocka_unit_test(a_stopped_reply_has_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
