/* test_errata_paper.c - errors of Teramoto, Demaine, Uehara (2011), each with its
 * smallest counterexample.  docs/ERRATA.md uses the same names. */
#include "check/minimax.h"
#include "support/support.h"
#include <demesne/solve.h>
#include <stdio.h>

typedef struct edge {
    dm_vertex u, v;
} edge;

static dm_arena *board(dm_vertex n, const edge *edges, size_t count)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(n, &builder, &err), err);
    for (size_t i = 0; i < count; i++)
        assert_ok(dm_builder_edge(builder, edges[i].u, edges[i].v, 1, &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

static dm_arena *path(dm_vertex n)
{
    char spec[32];
    snprintf(spec, sizeof spec, "path:%d", n);
    return family_board(spec, 1);
}

/* The number of vertices of a complete k-ary tree of height H. */
static int64_t tree_size(int64_t k, int height)
{
    int64_t size = 0, level = 1;
    for (int i = 0; i <= height; i++, level *= k)
        size += level;
    return size;
}

static dm_arena *tree(int k, int height)
{
    char spec[32];
    snprintf(spec, sizeof spec, "tree:%d,%d", k, height);
    return family_board(spec, 1);
}

static int64_t value_and_free(dm_arena *arena, int32_t rounds)
{
    int64_t value = check_game_value(arena, rounds, 1, DM_TIES_NEUTRAL);
    dm_arena_free(arena);
    return value;
}

/* N >= (k^3 n^2 - 1)/(k - 1), the size that the theorems require. */
static bool is_large(int64_t k, int height, int64_t n)
{
    return (k - 1) * tree_size(k, height) >= k * k * k * n * n - 1;
}

static int64_t power(int64_t base, int exponent)
{
    int64_t result = 1;
    while (exponent-- > 0)
        result *= base;
    return result;
}

static void paths_with_one_round_and_odd_size_are_won(void **state)
{
    (void)state;
    for (dm_vertex n = 2; n <= 11; n++)
        for (int32_t rounds = 1; 2 * rounds <= n && rounds <= 3; rounds++)
            assert_int_equal(value_and_free(path(n), rounds), rounds == 1 && n % 2 == 1 ? 1 : 0);
}

static void black_can_win(void **state)
{
    (void)state;
    const edge hexagon[] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {0, 6}, {2, 7}, {4, 8}};
    assert_int_equal(value_and_free(board(9, hexagon, 9), 1), -1);
    const edge triangle[] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {3, 4},
                             {1, 5}, {5, 6}, {2, 7}, {7, 8}};
    assert_int_equal(value_and_free(board(9, triangle, 9), 2), -1);
}

static void theorem_1_needs_2n_above_k(void **state)
{
    (void)state;
    assert_true(is_large(2, 2, 1));
    assert_int_equal(value_and_free(tree(2, 2), 1), 1); /* 0 by the theorem */
    assert_true(is_large(4, 2, 1));
    assert_int_equal(value_and_free(tree(4, 2), 1), 11);
    assert_true(is_large(2, 4, 2));
    assert_int_equal(value_and_free(tree(2, 4), 2), 0); /* 2n > k: a tie, as in the theorem */
}

static void theorem_2_has_its_inequality_the_wrong_way(void **state)
{
    (void)state;
    assert_true(4 > 2 * 1 && is_large(4, 2, 1));         /* the conditions of Theorem 2 */
    assert_int_equal(value_and_free(tree(4, 2), 1), 11); /* no tie */
}

static void small_trees_break_both_patterns(void **state)
{
    (void)state;
    assert_false(is_large(3, 1, 2));
    assert_int_equal(value_and_free(tree(3, 1), 2), 0); /* odd k, no win */
    assert_int_equal(value_and_free(tree(5, 1), 3), 0);
}

/* By the solver, if plain minimax takes too long. */
static int64_t solved_and_free(dm_arena *arena, int32_t rounds)
{
    dm_error err = {0};
    dm_solver *solver = NULL;
    dm_solution *solution = NULL;
    dm_position *position = new_game(arena, rounds, 1, DM_TIES_NEUTRAL);
    assert_ok(dm_solver_new(NULL, &solver, &err), err);
    assert_ok(dm_solve(solver, position, NULL, NULL, &solution, &err), err);
    assert_int_equal(solution->lower, solution->upper);
    int64_t value = solution->lower;
    dm_solution_free(solution);
    dm_solver_free(solver);
    dm_position_free(position);
    dm_arena_free(arena);
    return value;
}

static void an_even_tree_below_the_bound_is_won(void **state)
{
    (void)state;
    assert_false(is_large(2, 4, 6));
    assert_int_equal(solved_and_free(tree(2, 4), 6), 1);
}

static void odd_trees_of_height_1_tie_at_one_place(void **state)
{
    (void)state;
    for (int k = 3; k <= 11; k += 2)
        for (int32_t n = 1; 2 * n <= k + 1; n++)
            assert_int_equal(solved_and_free(tree(k, 1), n), 2 * n == k + 1 ? 0 : k + 1 - 2 * n);
}

/* Proposition 1 and Theorem 1 as corrected: 2n <= k and odd k are White's, even k is a tie. */
static void solved_trees_obey_the_corrected_theorems(void **state)
{
    (void)state;
    static const int heights[] = {0, 0, 6, 4, 3, 3, 2, 2}; /* by k; larger ones take long */
    int large = 0;
    for (int k = 2; k <= 7; k++)
        for (int height = 1; height <= heights[k]; height++)
            for (int32_t n = 1; n <= 4 && n <= tree_size(k, height) / 2; n++) {
                if (2 * n > k && !is_large(k, height, n))
                    continue;
                int64_t value = solved_and_free(tree(k, height), n);
                bool is_tie = k % 2 == 0 && 2 * n > k;
                assert_true(is_tie ? value == 0 : value > 0);
                large++;
            }
    assert_true(large > 30);
}

/* Case (B)-(b)-(i): the difference as the paper sets it up, x and y for x_{h-1}, y_{h-1}. */
static void case_b_b_i_has_k_for_k_minus_2(void **state)
{
    (void)state;
    for (int64_t k = 3; k <= 7; k += 2)
        for (int64_t x = 1; x <= 5; x++)
            for (int64_t y = 0; y < x; y++)
                for (int64_t n = x; n <= x + k * y; n++) {
                    int64_t t = tree_size(k, 3);
                    int64_t white = x + (n - x) * t + (k * x - n + y) * t;
                    int64_t black = y + (n - y) * t + (k * y - n + x) * t;
                    assert_int_equal(white - black, (x - y) + (k - 2) * (x - y) * t);
                    assert_int_not_equal(white - black, (x - y) + k * (x - y) * t);
                }
}

/* Whether n rounds on the k-ary tree with key level h are case (B), at x = x_{h-1}. */
static bool is_case_b(int64_t k, int h, int64_t n)
{
    return power(k, h - 1) < n && n <= power(k, h) &&
           2 * n * k * (k - 1) <= (k * k - 2) * power(k, h);
}

static void case_b_counts_y_as_n_minus_x(void **state)
{
    (void)state;
    int seen = 0;
    for (int64_t k = 3; k <= 5; k += 2)
        for (int h = 2; h <= 3; h++)
            for (int64_t n = 1; n <= power(k, h); n++)
                for (int64_t x = power(k, h - 1) / 2 + 1; x <= power(k, h - 1); x++) {
                    if (!is_case_b(k, h, n))
                        continue;
                    int64_t y = power(k, h - 1) - x;
                    assert_true(k * x + y != n + (k - 1) * x); /* the paper's equality */
                    assert_true(k * x + y > n);                /* its conclusion */
                    assert_true(x + k * y + k * (n - y) == x + k * n);
                    if (y > 0) /* (ii) writes k^{h-1} + (k-2) y + kn for the same sum */
                        assert_true(x + k * n != power(k, h - 1) + (k - 2) * y + k * n);
                    seen++;
                }
    assert_true(seen > 100);
}

/* Case (B)-(b)-(ii), times k - 1: the difference against its claimed lower bound. */
static bool b_b_ii_bound_holds(int64_t k, int h, int64_t n, int64_t x, int64_t t)
{
    int64_t level = power(k, h - 1);
    int64_t difference = (k + 1) * level - 2 * n + (k * k * level - 2 * (k - 1) * n - 2 * x) * t;
    return (k - 1) * difference >= level + 2 * (k - 1) * (level - x) * t;
}

static void case_b_b_ii_needs_alpha_at_most(void **state)
{
    (void)state;
    int above = 0, below = 0;
    for (int64_t k = 3; k <= 5; k += 2)
        for (int h = 1; h <= 3; h++)
            for (int64_t n = power(k, h - 1) + 1; n <= power(k, h); n++) {
                bool at_most = 2 * n * k * (k - 1) <= (k * k - 2) * power(k, h);
                bool holds = b_b_ii_bound_holds(k, h, n, power(k, h - 1), tree_size(k, h));
                assert_true(holds == at_most);
                above += !at_most;
                below += at_most;
            }
    assert_true(above > 10 && below > 10);
}

static void theorem_2_has_plus_for_minus(void **state)
{
    (void)state;
    for (int64_t k = 2; k <= 20; k += 2) { /* both sides of the equation times k(k-1) */
        int64_t left = k * k - 2;
        assert_int_equal(left, k * (k - 1) + (k - 1) - 1);
        assert_int_not_equal(left, k * (k - 1) + (k - 1) + 1);
    }
}

/* Algorithm 2, case (B), k = 3, n = 4, H = 5: after White has all of level 1 and Black three
 * leaves, none of its steps has a vertex to take.  The board is a list of owners. */
static void algorithm_2_can_have_no_move(void **state)
{
    (void)state;
    enum { K = 3, ROUNDS = 4, HEIGHT = 5, SIZE = 364, LEVEL_1 = 1, LEVEL_2 = 4, LEVEL_3 = 13 };
    assert_int_equal(tree_size(K, HEIGHT), SIZE);
    assert_true(is_large(K, HEIGHT, ROUNDS) && is_case_b(K, 2, ROUNDS));
    char holder[SIZE] = {0};
    for (int i = 0; i < 3; i++) {
        holder[LEVEL_1 + i] = 'W';
        holder[SIZE - 1 - i] = 'B';
    }
    int offered = 0;
    for (int v = LEVEL_1; v < LEVEL_2; v++) /* (B)-1: level h-1 */
        offered += !holder[v];
    for (int v = LEVEL_2; v < LEVEL_3; v++) /* (B)-2: a key vertex under Black */
        offered += !holder[v] && holder[(v - 1) / K] == 'B';
    for (int v = LEVEL_3; v < LEVEL_3 + 27; v++) /* (B)-3: under a taken key vertex */
        offered += !holder[v] && holder[(v - 1) / K];
    assert_int_equal(offered, 0);
}

/* The board of Theorem 4 for a positive DNF formula over two variables with one disjunct. */
static dm_arena *formula_board(bool has_x1, bool has_x2)
{
    enum { X1, X2, D, U1, U2, PENDANTS };
    edge edges[64];
    size_t count = 0;
    edges[count++] = (edge){X1, X2};
    if (has_x1)
        edges[count++] = (edge){X1, D};
    if (has_x2)
        edges[count++] = (edge){X2, D};
    edges[count++] = (edge){D, U2};
    edges[count++] = (edge){U1, U2};
    dm_vertex next = PENDANTS;
    for (int i = 0; i < 4; i++) {
        edges[count++] = (edge){X1, next++};
        edges[count++] = (edge){X2, next++};
    }
    for (int i = 0; i < 6; i++) {
        edges[count++] = (edge){U1, next++};
        edges[count++] = (edge){U2, next++};
    }
    assert_int_equal(next, 2 * 4 + 7 * 2 + 1 + 2); /* 2n^2 + 7n + m + 2 */
    return board(next, edges, count);
}

static void theorem_4_never_lets_black_win(void **state)
{
    (void)state;
    assert_true(value_and_free(formula_board(true, false), 2) > 0); /* first player wins x1 */
    assert_int_equal(value_and_free(formula_board(true, true), 2), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_with_one_round_and_odd_size_are_won),
        cmocka_unit_test(black_can_win),
        cmocka_unit_test(theorem_1_needs_2n_above_k),
        cmocka_unit_test(theorem_2_has_its_inequality_the_wrong_way),
        cmocka_unit_test(small_trees_break_both_patterns),
        cmocka_unit_test(an_even_tree_below_the_bound_is_won),
        cmocka_unit_test(odd_trees_of_height_1_tie_at_one_place),
        cmocka_unit_test(solved_trees_obey_the_corrected_theorems),
        cmocka_unit_test(case_b_b_i_has_k_for_k_minus_2),
        cmocka_unit_test(case_b_counts_y_as_n_minus_x),
        cmocka_unit_test(case_b_b_ii_needs_alpha_at_most),
        cmocka_unit_test(theorem_2_has_plus_for_minus),
        cmocka_unit_test(algorithm_2_can_have_no_move),
        cmocka_unit_test(theorem_4_never_lets_black_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
