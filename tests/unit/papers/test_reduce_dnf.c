/* test_reduce_dnf.c - Theorem 4: the game on a positive DNF against the game on its board. */
#include "check/formula.h"
#include "check/minimax.h"
#include "support/formula.h"
#include <demesne/solve.h>

static bool game_won(const dm_formula *dnf)
{
    bool wins = false;
    dm_error err = {0};
    assert_ok(dm_dnf_game(dnf, NULL, &wins, &err), err);
    return wins;
}

/* Every set of disjuncts over n variables, the empty one included; `sets` has one bit per disjunct.
 */
static dm_formula *dnf_from_bits(int32_t n, uint32_t sets)
{
    literal_text t = {.count = 0};
    for (uint32_t set = 0; set < UINT32_C(1) << n; set++) {
        if (!(sets >> set & 1))
            continue;
        for (int32_t v = 0; v < n; v++)
            if (set >> v & 1)
                t.literals[t.count++] = v + 1;
        t.literals[t.count++] = 0;
    }
    return formula_of(n, &t);
}

static void the_formula_game_is_solved(void **state)
{
    (void)state;
    dm_rng rng;
    int won = 0, lost = 0;
    for (int32_t n = 1; n <= 3; n++)
        for (uint32_t sets = 0; sets < UINT32_C(1) << (1 << n); sets++) {
            dm_formula *dnf = dnf_from_bits(n, sets);
            assert_int_equal(game_won(dnf), check_first_wins(dnf));
            dm_formula_free(dnf);
        }
    dm_rng_init(&rng, 4);
    for (int trial = 0; trial < 300; trial++) {
        int32_t n = 4 + trial % 5, m = 1 + (int32_t)dm_rng_below(&rng, (uint64_t)(2 * n));
        dm_formula *dnf = random_formula(&rng, n, m, 5, true);
        bool wins = game_won(dnf);
        assert_int_equal(wins, check_first_wins(dnf));
        won += wins;
        lost += !wins;
        dm_formula_free(dnf);
    }
    assert_true(won > 50 && lost > 50);
}

/* White wins iff the first player does, otherwise it is a tie. */
static void assert_theorem_4(dm_solver *solver, const dm_formula *dnf)
{
    const dm_solve_request ask = {.outcome_only = true, .no_line = true};
    dm_error err = {0};
    dm_solution *solution = NULL;
    dm_reduction *board = dnf_board(dnf);
    dm_position *game = new_game(board->arena, board->rounds, 1, DM_TIES_NEUTRAL);
    assert_ok(dm_solve(solver, game, &ask, NULL, &solution, &err), err);
    assert_true(solution->proven);
    if (check_first_wins(dnf)) {
        assert_true(solution->lower > 0);
    } else {
        assert_int_equal(solution->lower, 0);
        assert_int_equal(solution->upper, 0);
    }
    dm_solution_free(solution);
    dm_position_free(game);
    dm_reduction_free(board);
}

static void theorem_4_holds_for_small_formulas(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_solver *solver = NULL;
    assert_ok(dm_solver_new(NULL, &solver, &err), err);
    for (int32_t n = 1; n <= 3; n++)
        for (uint32_t sets = 0; sets < UINT32_C(1) << (1 << n); sets++) {
            dm_formula *dnf = dnf_from_bits(n, sets);
            assert_theorem_4(solver, dnf);
            dm_formula_free(dnf);
        }
    dm_rng_init(&rng, 5);
    for (int trial = 0; trial < (run_long() ? 500 : 60); trial++) {
        int32_t n = 4 + trial % (run_long() ? 5 : 3), m = (int32_t)dm_rng_below(&rng, 8);
        dm_formula *dnf = random_formula(&rng, n, m, 4, true);
        assert_theorem_4(solver, dnf);
        dm_formula_free(dnf);
    }
    dm_solver_free(solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_formula_game_is_solved),
        cmocka_unit_test(theorem_4_holds_for_small_formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
