/* test_reduce_sat.c - Theorem 3 and Corollary 1: formulas against their one-round games, all small
 * ones and many random ones, both ways. */
#include "check/dominance.h"
#include "check/formula.h"
#include "check/oneround.h"
#include "support/formula.h"
#include <stdlib.h>

/* The solver against all assignments. */
static void assert_solved(const dm_formula *cnf)
{
    int32_t assignment[32];
    bool satisfiable = false;
    dm_error err = {0};
    assert_ok(dm_cnf_solve(cnf, NULL, &satisfiable, assignment, &err), err);
    assert_int_equal(satisfiable, check_satisfiable(cnf));
    if (satisfiable)
        assert_int_equal(check_false_clauses(cnf, assignment), 0);
}

/* Black minus White with the stones of an assignment on the board, by definition. */
static int64_t worth(const dm_reduction *board, const int64_t *distances, const dm_vertex *black)
{
    dm_stone stones[64];
    int32_t count = 0;
    for (int32_t i = 0; i < board->white_count; i++)
        stones[count++] = (dm_stone){board->white[i], DM_WHITE};
    for (int32_t i = 0; i < board->count; i++)
        stones[count++] = (dm_stone){black[i], DM_BLACK};
    return -check_value(board->arena, distances, stones, count, DM_TIES_NEUTRAL);
}

/* Every false clause costs two; and stones and assignments correspond. */
static void assert_stones_count_clauses(const dm_formula *cnf, const dm_reduction *board)
{
    int32_t assignment[32], back[32];
    dm_vertex black[32];
    int64_t *distances = check_distances(board->arena);
    for (uint32_t bits = 0; bits < UINT32_C(1) << cnf->variables; bits++) {
        check_assignment(cnf->variables, bits, assignment);
        dm_sat_stones(board, assignment, black);
        assert_int_equal(worth(board, distances, black),
                         1 - 2 * check_false_clauses(cnf, assignment));
        assert_int_equal(dm_cnf_holds(cnf, assignment), check_false_clauses(cnf, assignment) == 0);
        assert_true(dm_sat_assignment(board, black, cnf->variables, back));
        assert_memory_equal(assignment, back, (size_t)cnf->variables * sizeof *back);
    }
    free(distances);
}

/* All of Black's sets, by definition: 1 if satisfiable, below 0 if not; every set that wins is one
 * of x+ and x- for each variable, and satisfies. */
static void assert_theorem_3(const dm_formula *cnf, const dm_reduction *board)
{
    int64_t *distances = check_distances(board->arena);
    const dm_reply_request ask = {.white = {.vertex = board->white, .count = board->white_count},
                                  .count = board->count};
    check_best best = check_replies(board->arena, distances, &ask);
    int32_t assignment[32];
    if (!check_satisfiable(cnf))
        assert_true(best.value < 0);
    else
        assert_int_equal(best.value, 1);
    for (int64_t i = 0; best.value > 0 && i < best.count; i++) {
        assert_true(dm_sat_assignment(board, best.sets + i * best.size, best.size, assignment));
        assert_int_equal(check_false_clauses(cnf, assignment), 0);
    }
    check_best_clear(&best);
    free(distances);
}

/* The same with the exact reply, which does not list all sets. */
static void assert_reply_agrees(const dm_formula *cnf, const dm_reduction *board)
{
    const dm_reply_request ask = {.white = {.vertex = board->white, .count = board->white_count},
                                  .count = board->count};
    int32_t assignment[32];
    dm_error err = {0};
    dm_reply *reply = NULL;
    assert_ok(dm_reply_new(board->arena, &ask, NULL, &reply, &err), err);
    assert_true(reply->proven);
    if (check_satisfiable(cnf)) {
        assert_int_equal(reply->value.whole, 1);
        assert_true(dm_sat_assignment(board, reply->black, reply->count, assignment));
        assert_int_equal(check_false_clauses(cnf, assignment), 0);
    } else {
        assert_true(reply->value.whole < 0);
    }
    dm_reply_free(reply);
}

/* Renames variable v to order[v] and swaps the signs of those in `flips`. */
static unsigned renamed(unsigned clause, int n, const int *order, unsigned flips)
{
    unsigned image = 0;
    for (int v = 0; v < n; v++) {
        unsigned both = clause >> 2 * v & 3;
        if (flips >> v & 1)
            both = (both >> 1 | both << 1) & 3;
        image |= both << 2 * order[v];
    }
    return image;
}

static void sort_clauses(unsigned *clauses, int m)
{
    for (int i = 1; i < m; i++)
        for (int k = i; k > 0 && clauses[k - 1] > clauses[k]; k--) {
            unsigned higher = clauses[k - 1];
            clauses[k - 1] = clauses[k];
            clauses[k] = higher;
        }
}

/* Whether no renaming and no swap of signs gives an earlier formula. */
static bool is_first_of_its_kind(const unsigned *clauses, int m, int n)
{
    static const int orders[6][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                     {2, 1, 0}, {1, 2, 0}, {2, 0, 1}};
    for (int which = 0; which < (n == 3 ? 6 : n); which++)
        for (unsigned flips = 0; flips < 1U << n; flips++) {
            unsigned image[3] = {0};
            for (int i = 0; i < m; i++)
                image[i] = renamed(clauses[i], n, orders[which], flips);
            sort_clauses(image, m);
            for (int i = 0; i < m && image[i] <= clauses[i]; i++)
                if (image[i] < clauses[i])
                    return false;
        }
    return true;
}

typedef void small_formula_fn(const dm_formula *cnf, bool is_first);

/* Every formula of n variables and m clauses with at most three literals, clauses in order. */
static void each_formula(int n, int m, int filled, unsigned *clauses, small_formula_fn *each)
{
    if (filled == m) {
        literal_text t = {.count = 0};
        for (int i = 0; i < m; i++)
            put_clause(&t, clauses[i]);
        dm_formula *cnf = formula_of(n, &t);
        each(cnf, is_first_of_its_kind(clauses, m, n));
        dm_formula_free(cnf);
        return;
    }
    for (unsigned set = filled ? clauses[filled - 1] : 0; set < 1U << 2 * n; set++) {
        if (__builtin_popcount(set) > 3)
            continue;
        clauses[filled] = set;
        each_formula(n, m, filled + 1, clauses, each);
    }
}

/* Formulas that differ only in names and signs have the same board up to numbering, so one of each
 * kind is enough; every set of stones on the smaller boards. */
static void check_small(const dm_formula *cnf, bool is_first)
{
    assert_solved(cnf);
    bool is_tiny = cnf->variables < 3 || cnf->clause_count < 2;
    for (int problem = 1; problem <= 2 && (is_first || run_long()); problem++) {
        dm_reduction *board = sat_board(cnf, problem);
        assert_stones_count_clauses(cnf, board);
        assert_reply_agrees(cnf, board);
        if (is_first && (is_tiny || run_long()))
            assert_theorem_3(cnf, board);
        dm_reduction_free(board);
    }
}

static void theorem_3_holds_for_every_small_formula(void **state)
{
    (void)state;
    unsigned clauses[3];
    for (int n = 1; n <= 3; n++)
        for (int m = 0; m <= 3; m++)
            each_formula(n, m, 0, clauses, check_small);
}

static void theorem_3_holds_for_larger_formulas(void **state)
{
    (void)state;
    dm_rng rng;
    int satisfiable = 0, trials = run_long() ? 1000 : 200;
    dm_rng_init(&rng, 3);
    for (int trial = 0; trial < trials; trial++) {
        int32_t n = 3 + trial % 4, m = (int32_t)dm_rng_below(&rng, (uint64_t)(5 * n));
        dm_formula *cnf = random_formula(&rng, n, m, trial % 5 + 1, false);
        dm_reduction *board = sat_board(cnf, 1 + trial % 2);
        assert_solved(cnf);
        assert_stones_count_clauses(cnf, board);
        assert_reply_agrees(cnf, board);
        satisfiable += check_satisfiable(cnf);
        dm_reduction_free(board);
        dm_formula_free(cnf);
    }
    assert_true(satisfiable > trials / 5 && satisfiable < trials * 4 / 5);
}

static void other_stones_are_no_assignment(void **state)
{
    (void)state;
    literal_text t = {.count = 0};
    put_clause(&t, 1);
    dm_formula *cnf = formula_of(2, &t);
    dm_reduction *board = sat_board(cnf, 1);
    dm_vertex twice[2] = {1, 2}, other[2] = {1, 3}, outside[2] = {1, 17}, none[2] = {0, -1};
    int32_t assignment[2];
    assert_false(dm_sat_assignment(board, twice, 2, assignment)); /* x1+ x1- */
    assert_false(dm_sat_assignment(board, other, 2, assignment)); /* x1+ y1.1 */
    assert_false(dm_sat_assignment(board, outside, 2, assignment));
    assert_false(dm_sat_assignment(board, none, 2, assignment));
    assert_false(dm_sat_assignment(board, twice, 1, assignment));
    dm_reduction_free(board);
    dm_formula_free(cnf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(theorem_3_holds_for_every_small_formula),
        cmocka_unit_test(theorem_3_holds_for_larger_formulas),
        cmocka_unit_test(other_stones_are_no_assignment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
