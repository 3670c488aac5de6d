/* test_traces.c - the step that a trace names is the one that the document takes, by a
 * transcription of its own (check/steps_interval.h, check/steps_tree.h, check/players.h), in random
 * games. */
#include "check/players.h"
#include "check/steps_interval.h"
#include "check/steps_tree.h"
#include "support/games.h"
#include "support/intervals.h"
#include <demesne/complete_tree.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Per strategy. */
static int games(void)
{
    return run_long() ? 1000 : 250;
}

/* Counts how often each step of a list "a, b, c" was seen. */
typedef struct seen_steps {
    const char *all;
    int count[16];
} seen_steps;

static void see(seen_steps *seen, const char *step)
{
    int index = 0;
    size_t length = strlen(step);
    for (const char *at = seen->all; *at; index++) {
        size_t size = strcspn(at, ",");
        if (size == length && strncmp(at, step, size) == 0) {
            seen->count[index]++;
            return;
        }
        at += size + strspn(at + size, ", ");
    }
    fail_msg("step '%s' is not one of: %s", step, seen->all);
}

/* Fails unless the first `count` steps were all seen. */
static void saw(const seen_steps *seen, int count)
{
    for (int i = 0; i < count; i++)
        if (seen->count[i] == 0)
            fail_msg("step %d of '%s' was never seen", i, seen->all);
}

static const dm_quantity *quantity(const dm_traced_stone *stone, const char *name)
{
    for (size_t i = 0; i < stone->quantity_count; i++)
        if (strcmp(stone->quantities[i].name, name) == 0)
            return &stone->quantities[i];
    fail_msg("no quantity '%s'", name);
    return NULL;
}

/* A stone of Blue's: often a key point, a place of Lemma 3, or one in a border segment. */
static void blue_stone(dm_interval *game, dm_rng *rng)
{
    int64_t n = dm_interval_rules_of(game)->stones;
    for (bool placed = false; !placed;) {
        char place[64];
        int64_t parts[] = {2 * n, 8 * n, 97, 2 * n - 2, 1000 * n};
        int64_t below = parts[dm_rng_below(rng, 5)];
        below = below < 2 ? 2 : below;
        int64_t above = (int64_t)dm_rng_below(rng, (uint64_t)below);
        if (dm_rng_below(rng, 3) == 0) /* in a border segment */
            above = dm_rng_below(rng, 2) ? above / (4 * n) : below - above / (4 * n);
        snprintf(place, sizeof place, "%lld/%lld", (long long)above, (long long)below);
        if (dm_interval_count(game) == 0 && dm_interval_rules_of(game)->arena == DM_CIRCLE)
            snprintf(place, sizeof place, "0");
        placed = dm_interval_place(game, place, NULL) == DM_OK;
    }
}

/* Copies a game without its last `count` stones. */
static dm_interval *before_last(const dm_interval *game, size_t count)
{
    dm_error err = {0};
    dm_interval *copy = NULL;
    assert_ok(dm_interval_copy(game, &copy, &err), err);
    for (size_t i = 0; i < count; i++)
        assert_ok(dm_interval_undo(copy, &err), err);
    return copy;
}

/* Checks each stone of Red's turn; those of a batch one after another. */
static void check_red_turn(const dm_interval *game, const char *spec, const dm_trace *trace,
                           size_t from, seen_steps *seen)
{
    for (size_t i = from; i < trace->count; i++) {
        dm_interval *before = before_last(game, trace->count - i);
        dm_interval *after = before_last(game, trace->count - i - 1);
        const char *step = check_interval_step(before, spec);
        assert_non_null(trace->stones[i].step);
        assert_string_equal(trace->stones[i].step, step);
        assert_true(check_interval_step_place(after, step));
        assert_non_null(trace->stones[i].why);
        see(seen, step);
        dm_interval_free(before);
        dm_interval_free(after);
    }
}

static void check_interval_games(dm_interval_arena arena, const char *spec, bool batch,
                                 seen_steps *seen)
{
    dm_rng rng;
    dm_error err = {0};
    dm_rng_init(&rng, 7);
    for (int g = 0; g < games(); g++) {
        const dm_interval_rules rules = {
            .arena = arena, .stones = 2 + (int32_t)dm_rng_below(&rng, 4), .batch = batch};
        dm_interval *game = NULL;
        dm_interval_player *red = NULL;
        dm_trace trace = {0};
        assert_ok(dm_interval_new(&rules, &game, &err), err);
        assert_ok(dm_interval_player_new(spec, DM_RED, 1, &red, &err), err);
        while (!dm_interval_is_over(game)) {
            if (dm_interval_to_move(game) == DM_BLUE) {
                blue_stone(game, &rng);
                if (batch && dm_interval_to_move(game) == DM_BLUE && dm_rng_below(&rng, 2))
                    assert_ok(dm_interval_end_turn(game, &err), err);
                continue;
            }
            size_t from = trace.count;
            assert_ok(dm_interval_player_explain(red, game, &trace, &err), err);
            check_red_turn(game, spec, &trace, from, seen);
        }
        dm_trace_clear(&trace);
        dm_interval_player_free(red);
        dm_interval_free(game);
    }
}

static void mirror_takes_the_texts_cases(void **state)
{
    (void)state;
    seen_steps seen = {.all = "mirror, case 1, case 2, case 3"};
    check_interval_games(DM_CIRCLE, "mirror", false, &seen);
    saw(&seen, 4);
}

static void keypoint_takes_the_branches_of_algorithm_2_1(void **state)
{
    (void)state;
    seen_steps seen = {.all = "2.1 free key point, 2.1 interval center, 2.1 make interval"};
    check_interval_games(DM_CIRCLE, "keypoint", false, &seen);
    check_interval_games(DM_CIRCLE, "keypoint", true, &seen);
    saw(&seen, 3);
}

static void line_takes_the_actions_of_figure_9(void **state)
{
    (void)state;
    seen_steps five = {.all = "end key point, free key point, action 5, action 1, action 3"};
    seen_steps seminar = {
        .all = "end key point, free key point, action 5, action 6, action 1, action 3"};
    check_interval_games(DM_SEGMENT, "line", false, &five);
    check_interval_games(DM_SEGMENT, "line:variant=seminar", false, &seminar);
    saw(&five, run_long() ? 5 : 4); /* action 3 is rare */
    saw(&seminar, 4);
}

/* A vertex of the levels around the key level, or any. */
static dm_vertex tempting_vertex(const dm_position *position, const dm_tree_theory *theory,
                                 dm_rng *rng)
{
    dm_vertex v = -1, n = dm_arena_vertices(dm_position_arena(position));
    int32_t level = theory->key_level - 1 + (int32_t)dm_rng_below(rng, 3);
    dm_vertex from = dm_tree_level_begin(theory, level);
    dm_vertex to = dm_tree_level_begin(theory, level + 1);
    for (int i = 0; v < 0 || !dm_position_is_free(position, v); i++)
        v = i < 20 && to > from && dm_rng_below(rng, 4)
                ? from + (dm_vertex)dm_rng_below(rng, (uint64_t)(to - from))
                : (dm_vertex)dm_rng_below(rng, (uint64_t)n);
    return v;
}

/* How many vertices of a level White and Black hold. */
static void count_level(const check_tree *t, const dm_tree_theory *theory, int32_t level,
                        int64_t held[2])
{
    held[0] = held[1] = 0;
    for (dm_vertex v = dm_tree_level_begin(theory, level);
         v < dm_tree_level_begin(theory, level + 1); v++)
        if (t->holder[v] >= 0)
            held[(int)t->holder[v]]++;
}

static void check_held(const dm_traced_stone *stone, const check_tree *t,
                       const dm_tree_theory *theory)
{
    const dm_quantity *held = quantity(stone, "held");
    dm_vertex first = dm_tree_level_begin(theory, theory->key_level);
    assert_int_equal(held->row, 2);
    assert_int_equal(held->count, 2 * theory->key_vertices / t->k);
    for (int64_t set = 0; set < theory->key_vertices / t->k; set++) {
        int64_t count[2] = {0, 0};
        for (int i = 0; i < t->k; i++)
            if (t->holder[first + set * t->k + i] >= 0)
                count[(int)t->holder[first + set * t->k + i]]++;
        assert_int_equal(held->counts[2 * set], count[0]);
        assert_int_equal(held->counts[2 * set + 1], count[1]);
    }
}

/* The quantities of Algorithm 2 and the closed formula of Lemma 2. */
static void check_quantities(const dm_traced_stone *stone, const check_tree *t,
                             const dm_tree_theory *theory)
{
    int64_t key[2], above[2];
    if (theory->key_level == 0)
        return;
    count_level(t, theory, theory->key_level, key);
    count_level(t, theory, theory->key_level - 1, above);
    check_held(stone, t, theory);
    assert_int_equal(quantity(stone, "x_h")->count, key[0]);
    assert_int_equal(quantity(stone, "y_h")->count, key[1]);
    assert_int_equal(quantity(stone, "x_h-1")->count, above[0]);
    assert_int_equal(quantity(stone, "y_h-1")->count, above[1]);
    const char *name = quantity(stone, "lemma_2_case")->text;
    bool is_a = name[1] == 'A';
    assert_int_equal(name[1], theory->key_case);
    assert_int_equal(quantity(stone, "formula_value")->count,
                     check_lemma_2(t, name, is_a ? key[0] : above[0], is_a ? key[1] : above[1]));
}

static void check_tree_stone(const dm_position *before, const char *spec, int k, int height,
                             dm_vertex move, const dm_traced_stone *stone, seen_steps *seen)
{
    dm_side side = dm_position_to_move(before);
    check_tree t;
    dm_tree_theory theory;
    dm_error err = {0};
    dm_vertex copy;
    bool allows = false, printed = strstr(spec, "repaired=0") != NULL;
    check_tree_init(&t, before, k, height);
    assert_ok(dm_tree_theory_init(k, height, t.rounds, &theory, &err), err);
    const char *step;
    if (strcmp(spec, "tree-simple") == 0 || theory.key_level == 0)
        step = check_algorithm_1(&t, move, &allows);
    else
        step = check_algorithm_2(&t, side, !printed, move, &allows);
    if (strcmp(spec, "symmetric") == 0 && side == DM_BLACK &&
        check_symmetric(before, k, height, &copy)) {
        step = "symmetric";
        allows = copy == move;
    }
    assert_string_equal(stone->step, step);
    assert_int_equal(allows, quantity(stone, "allowed")->count > 0);
    see(seen, step);
    if (strcmp(spec, "tree-simple") != 0)
        check_quantities(stone, &t, &theory);
    check_tree_clear(&t);
}

/* Random games of `spec` as `side` on trees; the other side follows random vertices. */
static void check_tree_games(const char *spec, dm_side side, bool even, seen_steps *seen)
{
    static const int trees[][3] = {{3, 3, 2}, {3, 4, 3}, {3, 4, 4}, {3, 4, 6},
                                   {5, 2, 3}, {5, 3, 4}, {3, 5, 8}, {2, 5, 3},
                                   {2, 6, 6}, {4, 3, 3}, {4, 3, 5}, {2, 4, 4}};
    dm_error err = {0};
    dm_rng rng;
    dm_rng_init(&rng, 3);
    for (int g = 0; g < games(); g++) {
        const int *tree = trees[even ? 7 + dm_rng_below(&rng, 5) : dm_rng_below(&rng, 12)];
        bool few = strcmp(spec, "tree-simple") == 0;
        int k = few ? 4 + (int)dm_rng_below(&rng, 3) : tree[0], height = few ? 2 : tree[1];
        int rounds = few ? k / 2 : tree[2];
        dm_arena *arena = tree_board(k, height);
        dm_position *position = new_game(arena, rounds, 1, DM_TIES_NEUTRAL);
        dm_player *player = player_of(spec, 1);
        dm_tree_theory theory;
        assert_ok(dm_tree_theory_init(k, height, rounds, &theory, &err), err);
        bool follows = dm_rng_below(&rng, 3) > 0; /* White plays key-level against symmetric */
        dm_player *other = player_of("key-level", 1);
        while (!dm_position_is_over(position)) {
            dm_vertex move = -1;
            dm_trace trace = {0};
            if (dm_position_to_move(position) == side) {
                assert_ok(dm_player_explain(player, position, NULL, &move, &trace, &err), err);
                assert_int_equal(trace.count, 1);
                check_tree_stone(position, spec, k, height, move, &trace.stones[0], seen);
            } else if (strcmp(spec, "symmetric") == 0 && follows) {
                assert_ok(dm_player_choose(other, position, NULL, &move, &err), err);
                follows = dm_rng_below(&rng, 4) > 0;
            } else {
                move = tempting_vertex(position, &theory, &rng);
            }
            assert_ok(dm_position_make(position, &move, 1, &err), err);
            dm_trace_clear(&trace);
        }
        dm_player_free(player);
        dm_player_free(other);
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

static void key_level_takes_the_steps_of_algorithm_2(void **state)
{
    (void)state;
    static const char *const specs[] = {"key-level", "key-level:repaired=0"};
    for (size_t i = 0; i < 2; i++) {
        seen_steps seen = {.all = "(A)-1, (A)-2, (A)-3, (B)-1, (B)-2, (B)-3, 1 root, 1 child"};
        check_tree_games(specs[i], DM_WHITE, false, &seen);
        check_tree_games(specs[i], DM_BLACK, false, &seen);
        saw(&seen, 6);
    }
}

static void tree_simple_takes_algorithm_1(void **state)
{
    (void)state;
    seen_steps seen = {.all = "1 root, 1 child"};
    check_tree_games("tree-simple", DM_WHITE, false, &seen);
    saw(&seen, 2);
}

static void symmetric_copies_until_white_leaves_the_key_level(void **state)
{
    (void)state;
    seen_steps seen = {.all = "symmetric, (A)-1, (A)-2, (A)-3, (B)-1, (B)-2, (B)-3"};
    check_tree_games("symmetric", DM_BLACK, true, &seen);
    saw(&seen, 4);
}

/* The scores in the trace are those of the definition, and the stone has the first highest. */
static void check_scores_of(const char *spec, const dm_position *position, dm_vertex move,
                            const dm_traced_stone *stone)
{
    dm_vertex n = dm_arena_vertices(dm_position_arena(position)), best = -1;
    const dm_quantity *score = quantity(stone, "score");
    double *expected = malloc((size_t)n * sizeof *expected);
    check_scores(position, spec, expected);
    assert_int_equal(score->count, n);
    for (dm_vertex v = 0; v < n; v++) {
        if (!dm_position_is_free(position, v)) {
            assert_true(isnan(score->values[v]));
            continue;
        }
        assert_true(fabs(score->values[v] - expected[v]) <= 1e-9 * (1 + fabs(expected[v])));
        if (best < 0 || score->values[v] > score->values[best])
            best = v;
    }
    assert_int_equal(best, move);
    free(expected);
}

static void players_show_the_score_of_every_vertex(void **state)
{
    (void)state;
    static const char *const specs[] = {"greedy", "neighbour:threshold=2", "enhanced",
                                        "enhanced:as=text"};
    dm_error err = {0};
    dm_rng rng;
    dm_rng_init(&rng, 5);
    for (int g = 0; g < 4 * games(); g++) {
        const char *spec = specs[g % 4];
        dm_arena *arena = random_board(&rng, 6 + (dm_vertex)dm_rng_below(&rng, 12),
                                       random_features(&rng, BOARD_LENGTHS | BOARD_VALUES));
        dm_position *position = new_game(arena, 3, 1, DM_TIES_NEUTRAL);
        dm_player *player = player_of(spec, 1);
        while (!dm_position_is_over(position)) {
            dm_vertex move = -1;
            dm_trace trace = {0};
            double values[32];
            assert_ok(dm_player_values(player, position, NULL, values, &err), err);
            assert_ok(dm_player_explain(player, position, NULL, &move, &trace, &err), err);
            assert_string_equal(dm_player_values_meaning(player), "score(v)");
            assert_memory_equal(values, quantity(&trace.stones[0], "score")->values,
                                (size_t)dm_arena_vertices(arena) * sizeof *values);
            check_scores_of(spec, position, move, &trace.stones[0]);
            if (dm_rng_below(&rng, 2)) /* another stone than the player's */
                for (move = 0; !dm_position_is_free(position, move);)
                    move++;
            assert_ok(dm_position_make(position, &move, 1, &err), err);
            dm_trace_clear(&trace);
        }
        dm_player_free(player);
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mirror_takes_the_texts_cases),
        cmocka_unit_test(keypoint_takes_the_branches_of_algorithm_2_1),
        cmocka_unit_test(line_takes_the_actions_of_figure_9),
        cmocka_unit_test(key_level_takes_the_steps_of_algorithm_2),
        cmocka_unit_test(tree_simple_takes_algorithm_1),
        cmocka_unit_test(symmetric_copies_until_white_leaves_the_key_level),
        cmocka_unit_test(players_show_the_score_of_every_vertex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
