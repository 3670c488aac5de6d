/* test_reduce_dnf.c - Theorem 4: the game on a positive DNF against the game on its board. */
#include "check/formula.h"
#include "check/minimax.h"
#include "support/formula.h"
#include <assert.h>
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
        int32_t n = 4 + trial % 5, m = 1 + (int32_t)dm_rng_below(&rng, 2 * (uint64_t)n);
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

/* The value of every choice is the checker's, and the choice called best has the best of them;
 * played out by anybody, White wins the board exactly if the first player completed a disjunct. */
static void positions_of_the_formula_game(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_rng rng;
    dm_rng_init(&rng, 11);
    for (int round = 0; round < (run_long() ? 2000 : 200); round++) {
        int32_t n = 2 + (int32_t)dm_rng_below(&rng, 6), taken[16], count = 0;
        dm_formula *dnf = random_formula(&rng, n, 1 + (int32_t)dm_rng_below(&rng, 5), 4, true);
        dm_reduction *board = NULL;
        assert_ok(dm_reduce_dnf(dnf, &board, &err), err);
        uint32_t sets[2] = {0, 0};
        for (;; count++) {
            signed char after[17];
            bool wins = false;
            int32_t best = -1;
            assert_ok(dm_dnf_choose(dnf, taken, count, NULL, &wins, after, &best, &err), err);
            assert_int_equal(wins, check_first_wins_from(dnf, sets[0], sets[1]));
            if (count == n)
                break;
            int32_t some = 0;
            for (int32_t v = 1, seen = 0; v <= n; v++) {
                uint32_t bit = UINT32_C(1) << (v - 1);
                assert_int_equal(after[v] == DM_DNF_TAKEN, ((sets[0] | sets[1]) & bit) != 0);
                if (after[v] == DM_DNF_TAKEN)
                    continue;
                assert_int_equal(after[v],
                                 count % 2 ? check_first_wins_from(dnf, sets[0], sets[1] | bit)
                                           : check_first_wins_from(dnf, sets[0] | bit, sets[1]));
                if (dm_rng_below(&rng, (uint64_t)++seen) == 0)
                    some = v;
            }
            assert_int_equal(after[best], wins);
            int32_t chosen = dm_rng_below(&rng, 2) ? best : some;
            assert(chosen > 0);
            taken[count] = chosen;
            sets[count % 2] |= UINT32_C(1) << (chosen - 1);
        }
        dm_vertex placed[20];
        dm_stone stones[20];
        dm_dominance *owned = NULL;
        int32_t size = dm_dnf_stones(board, taken, count, n, placed);
        assert_int_equal(size, board->variables + 2);
        for (int32_t i = 0; i < size; i++)
            stones[i] = (dm_stone){placed[i], i % 2 ? DM_BLACK : DM_WHITE};
        assert_ok(dm_dominance_new(board->arena, stones, size, DM_TIES_NEUTRAL, &owned, &err), err);
        bool is_won = dm_dnf_completed(dnf, taken, count) >= 0;
        assert_int_equal(is_won, check_first_wins_from(dnf, sets[0], sets[1]));
        assert_int_equal(owned->score[DM_WHITE] > owned->score[DM_BLACK], is_won);
        assert_true(is_won || owned->score[DM_WHITE] == owned->score[DM_BLACK]);
        dm_dominance_free(owned);
        taken[0] = count > 1 ? taken[1] : n + 1; /* twice, or none */
        signed char after[17];
        bool wins;
        int32_t best;
        assert_int_equal(dm_dnf_choose(dnf, taken, count, NULL, &wins, after, &best, &err),
                         DM_BAD_ARGUMENT);
        dm_reduction_free(board);
        dm_formula_free(dnf);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_formula_game_is_solved),
        cmocka_unit_test(theorem_4_holds_for_small_formulas),
        cmocka_unit_test(positions_of_the_formula_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
