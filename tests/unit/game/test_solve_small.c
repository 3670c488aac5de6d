/* test_solve_small.c - the solver against plain minimax on all small graphs and trees, and on
 * games of every kind: any schedule, from the middle, every move, only the outcome.
 *
 * Graphs come from nauty's geng and gentreeg, if they are installed.
 */
#include "check/minimax.h"
#include "support/support.h"
#include <demesne/solve.h>
#include <stdio.h>
#include <stdlib.h>

static dm_solver *solver;

static int make_solver(void **state)
{
    (void)state;
    const dm_solver_settings settings = {.memory = 16 << 20};
    return dm_solver_new(&settings, &solver, NULL) == DM_OK ? 0 : -1;
}

static int free_solver(void **state)
{
    (void)state;
    dm_solver_free(solver);
    return 0;
}

static dm_solution *solve(const dm_position *position, dm_solve_request request)
{
    dm_error err = {0};
    dm_solution *solution = NULL;
    assert_ok(dm_solve(solver, position, &request, NULL, &solution, &err), err);
    assert_true(solution->proven);
    return solution;
}

static void compare(dm_position *position)
{
    dm_solution *solution = solve(position, (dm_solve_request){0});
    int64_t value = check_position_value(position);
    assert_int_equal(solution->lower, value);
    assert_int_equal(solution->upper, value);
    /* Plays the line on a position; the final score must be the value. */
    dm_error err = {0};
    int32_t turns = 0;
    int64_t reached;
    for (int32_t i = 0; i < solution->line_count; turns++) {
        int32_t stones = dm_position_stones_to_place(position);
        assert_ok(dm_position_make(position, solution->line + i, stones, &err), err);
        i += stones;
    }
    assert_true(dm_position_is_over(position));
    assert_ok(dm_position_value(position, &reached, &err), err);
    assert_int_equal(reached, solution->lower);
    while (turns-- > 0)
        assert_ok(dm_position_undo(position, &err), err);
    dm_solution_free(solution);
}

static void compare_all_rounds(const dm_arena *arena, dm_tie_rule from, dm_tie_rule to)
{
    for (int ties = (int)from; ties <= (int)to; ties++)
        for (int32_t rounds = 1; 2 * rounds <= dm_arena_vertices(arena); rounds++) {
            dm_position *position = new_game(arena, rounds, 1, (dm_tie_rule)ties);
            compare(position);
            dm_position_free(position);
        }
}

static void under_every_rule(const dm_arena *arena)
{
    compare_all_rounds(arena, DM_TIES_NEUTRAL, DM_TIES_BLACK);
}

static void under_the_papers_rule(const dm_arena *arena)
{
    compare_all_rounds(arena, DM_TIES_NEUTRAL, DM_TIES_NEUTRAL);
}

/* `counts` has the expected numbers of graphs by vertices (OEIS A001349 and A000055). */
static void all_of(const char *program, const int *counts, int least, int most, board_visit *each)
{
    for (int n = least; n <= most; n++) {
        char command[80];
        snprintf(command, sizeof command, "%s %d", program, n);
        int count = each_board_of(command, each);
        if (count == 0 && n == least)
            skip(); /* not installed here */
        assert_int_equal(count, counts[n]);
    }
}

static void all_connected_graphs(void **state)
{
    (void)state;
    static const int counts[] = {1, 1, 1, 2, 6, 21, 112, 853};
    all_of("nauty-geng -cq", counts, 2, run_long() ? 7 : 6, under_every_rule);
}

static void all_trees(void **state)
{
    (void)state;
    static const int counts[] = {1, 1, 1, 1, 2, 3, 6, 11, 23, 47};
    all_of("nauty-gentreeg -q", counts, 2, run_long() ? 9 : 7, under_every_rule);
    if (!run_long())
        all_of("nauty-gentreeg -q", counts, 8, 9, under_the_papers_rule);
}

/* A game with one or two stones per turn, some turns made at random, small enough for minimax.
 * In half of the games turns alternate, in the others each turn belongs to a random side. */
static dm_position *random_middle(dm_rng *rng, const dm_arena *arena)
{
    dm_error err = {0};
    dm_vertex n = dm_arena_vertices(arena), free_vertices[16];
    dm_turn turns[16];
    int32_t count = 0, stones = 0, most = n < 7 ? n - 1 : 6;
    int32_t made = (int32_t)dm_rng_below(rng, 5);
    bool one_each = dm_rng_below(rng, 2), alternate = dm_rng_below(rng, 2);
    while (stones < most && (count == 0 || dm_rng_below(rng, 8))) {
        dm_side side = (dm_side)dm_rng_below(rng, 2);
        if (alternate && count > 0)
            side = dm_other(turns[count - 1].side);
        int32_t size = one_each ? 1 : 1 + (int32_t)dm_rng_below(rng, 2);
        size = size < most - stones ? size : most - stones;
        turns[count++] = (dm_turn){side, size};
        stones += size;
    }
    made = made < count ? made : count;
    dm_rules rules = {0};
    dm_position *position = NULL;
    assert_ok(dm_rules_init_turns(turns, count, (dm_tie_rule)dm_rng_below(rng, 4), &rules, &err),
              err);
    assert_ok(dm_position_new(arena, &rules, &position, &err), err);
    dm_rules_clear(&rules);
    for (int32_t i = 0; i < made; i++) {
        dm_vertex left = dm_position_free_vertices(position, free_vertices);
        dm_vertex first = (dm_vertex)dm_rng_below(rng, (uint64_t)left);
        dm_vertex move[2] = {free_vertices[first], free_vertices[(first + 1) % left]};
        assert_ok(dm_position_make(position, move, turns[i].stones, &err), err);
    }
    return position;
}

typedef void test_position(dm_position *position);

static void each_random_middle(uint64_t seed, int games, test_position *test)
{
    dm_rng rng;
    dm_rng_init(&rng, seed);
    for (int game = 0; game < games; game++) {
        dm_vertex n = 3 + (dm_vertex)dm_rng_below(&rng, 5);
        dm_arena *arena =
            random_board(&rng, n, dm_rng_below(&rng, 2) ? 0 : random_features(&rng, BOARD_SMALL));
        dm_position *position = random_middle(&rng, arena);
        test(position);
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

static void games_from_the_middle(void **state)
{
    (void)state;
    each_random_middle(31, run_long() ? 50000 : 1500, compare);
}

static void check_moves(dm_position *position)
{
    dm_error err = {0};
    dm_solution *solution = solve(position, (dm_solve_request){.moves = true});
    int64_t choices = 1;
    int32_t stones = dm_position_stones_to_place(position);
    dm_vertex left[16], count = dm_position_free_vertices(position, left);
    for (int32_t i = 0; i < stones; i++)
        choices = choices * (count - i) / (i + 1);
    assert_int_equal(solution->move_count, stones ? choices : 0);
    assert_int_equal(solution->lower, check_position_value(position));
    const dm_vertex *move = solution->moves;
    for (int32_t i = 0; i < solution->move_count; i++, move += stones) {
        assert_ok(dm_position_make(position, move, stones, &err), err);
        assert_int_equal(solution->move_values[i], check_position_value(position));
        dm_solution *child = solve(position, (dm_solve_request){0});
        assert_int_equal(solution->move_values[i], child->lower);
        dm_solution_free(child);
        assert_ok(dm_position_undo(position, &err), err);
    }
    dm_solution_free(solution);
}

static void every_move_is_worth_its_child(void **state)
{
    (void)state;
    each_random_middle(32, run_long() ? 5000 : 200, check_moves);
}

static int sign_of(int64_t value)
{
    return (value > 0) - (value < 0);
}

static void check_outcome(dm_position *position)
{
    int64_t value = check_position_value(position);
    dm_solution *solution = solve(position, (dm_solve_request){.outcome_only = true});
    assert_true(solution->lower <= value && value <= solution->upper);
    assert_int_equal(sign_of(solution->lower > 0 || solution->lower == solution->upper
                                 ? solution->lower
                                 : solution->upper),
                     sign_of(value));
    dm_solution_free(solution);
}

static void outcomes(void **state)
{
    (void)state;
    each_random_middle(33, run_long() ? 50000 : 1500, check_outcome);
}

/* Stopped after a few nodes, the bounds enclose the value. */
static void check_stopped(dm_position *position)
{
    for (int64_t work = 1; work < 40; work *= 3) {
        dm_run *run = NULL;
        dm_solution *solution = NULL;
        dm_solver *fresh = NULL;
        const dm_solver_settings settings = {.memory = 1 << 16};
        int64_t value = check_position_value(position);
        assert_int_equal(dm_run_new(&run, NULL), DM_OK);
        assert_int_equal(dm_solver_new(&settings, &fresh, NULL), DM_OK);
        dm_run_set_work_limit(run, work);
        dm_status status = dm_solve(fresh, position, NULL, run, &solution, NULL);
        assert_true(status == DM_OK || status == DM_STOPPED);
        assert_true(status == DM_STOPPED || solution->proven);
        assert_true(solution->lower <= value && value <= solution->upper);
        dm_solution_free(solution);
        dm_solver_free(fresh);
        dm_run_free(run);
    }
}

static void bounds_of_stopped_searches(void **state)
{
    (void)state;
    each_random_middle(34, run_long() ? 3000 : 120, check_stopped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_connected_graphs),
        cmocka_unit_test(all_trees),
        cmocka_unit_test(games_from_the_middle),
        cmocka_unit_test(every_move_is_worth_its_child),
        cmocka_unit_test(outcomes),
        cmocka_unit_test(bounds_of_stopped_searches),
    };
    return cmocka_run_group_tests(tests, make_solver, free_solver);
}
