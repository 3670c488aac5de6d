/* test_solve.c - the solver against plain minimax, with its parts on and off. */
#include "check/dominance.h"
#include "check/minimax.h"
#include "solve/switches.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Solves with `by`, and replays the line to the value. */
static int64_t solved_by(dm_solver *by, const dm_arena *arena, int32_t rounds, int32_t per_turn,
                         dm_tie_rule ties, unsigned off)
{
    dm_error err = {0};
    dm_solution *solution = NULL;
    dm_position *position = new_game(arena, rounds, per_turn, ties);
    dmi_solver_leave_out(by, off);
    assert_ok(dm_solve(by, position, NULL, NULL, &solution, &err), err);
    assert_true(solution->proven);
    assert_int_equal(solution->lower, solution->upper);
    assert_int_equal(solution->line_count, 2 * rounds * per_turn);
    for (int32_t i = 0; i < solution->line_count; i += per_turn)
        assert_ok(dm_position_make(position, solution->line + i, per_turn, &err), err);
    int64_t value = solution->lower, reached;
    assert_ok(dm_position_value(position, &reached, &err), err);
    assert_int_equal(reached, value);
    dm_solution_free(solution);
    dm_position_free(position);
    return value;
}

/* The same with a new solver. */
static int64_t solved_anew(const dm_arena *arena, int32_t rounds, int32_t per_turn,
                           dm_tie_rule ties, unsigned off)
{
    const dm_solver_settings settings = {.memory = 1 << 20};
    dm_solver *own = NULL;
    dm_error err = {0};
    assert_ok(dm_solver_new(&settings, &own, &err), err);
    int64_t value = solved_by(own, arena, rounds, per_turn, ties, off);
    dm_solver_free(own);
    return value;
}

static void compare(const dm_arena *arena, int32_t rounds, int32_t per_turn, dm_tie_rule ties,
                    unsigned off)
{
    int64_t expected = check_game_value(arena, rounds, per_turn, ties);
    assert_int_equal(solved_by(solver, arena, rounds, per_turn, ties, off), expected);
}

/* The board on n vertices whose edges are the bits of `edges`, pairs in order. */
static dm_arena *numbered_board(dm_vertex n, uint32_t edges)
{
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    dm_error err = {0};
    assert_ok(dm_builder_new(n, &builder, &err), err);
    int bit = 0;
    for (dm_vertex v = 1; v < n; v++)
        for (dm_vertex u = 0; u < v; u++, bit++)
            if (edges >> bit & 1)
                assert_ok(dm_builder_edge(builder, u, v, 1, &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

static void all_small_graphs(void **state)
{
    (void)state;
    for (dm_vertex n = 2; n <= 5; n++)
        for (uint32_t edges = 0; edges < 1u << (n * (n - 1) / 2); edges++) {
            dm_arena *arena = numbered_board(n, edges);
            for (int32_t rounds = 1; 2 * rounds <= n; rounds++)
                compare(arena, rounds, 1, (dm_tie_rule)(edges % 4), 0);
            dm_arena_free(arena);
        }
}

/* The same with an arc per bit, ordered pairs in order. */
static dm_arena *numbered_digraph(dm_vertex n, uint32_t arcs)
{
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    dm_error err = {0};
    assert_ok(dm_builder_new(n, &builder, &err), err);
    assert_ok(dm_builder_directed(builder, &err), err);
    int bit = 0;
    for (dm_vertex v = 0; v < n; v++)
        for (dm_vertex u = 0; u < n; u++)
            if (u != v && arcs >> bit++ & 1)
                assert_ok(dm_builder_arc(builder, v, u, 1, &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

/* The number of the digraph whose vertex v is called name[v]. */
static uint32_t renamed(dm_vertex n, uint32_t arcs, const dm_vertex *name)
{
    uint32_t result = 0;
    int bit = 0;
    for (dm_vertex v = 0; v < n; v++)
        for (dm_vertex u = 0; u < n; u++)
            if (u != v && arcs >> bit++ & 1)
                result |= 1u << (name[v] * (n - 1) + name[u] - (name[u] > name[v]));
    return result;
}

/* Whether no other names of the vertices, from `named` on, give a smaller number. */
static bool is_least(dm_vertex n, uint32_t arcs, dm_vertex *name, dm_vertex named)
{
    bool is = named < n || renamed(n, arcs, name) >= arcs;
    for (dm_vertex i = named; i < n && is; i++) {
        dm_vertex chosen = name[i];
        name[i] = name[named];
        name[named] = chosen;
        is = is_least(n, arcs, name, named + 1);
        name[named] = name[i];
        name[i] = chosen;
    }
    return is;
}

/* One of each kind: random_digraphs has them under other names, too. */
static void all_small_digraphs(void **state)
{
    (void)state;
    int kinds[5] = {0};
    for (dm_vertex n = 2; n <= 4; n++)
        for (uint32_t arcs = 0; arcs < 1u << (n * (n - 1)); arcs++) {
            dm_vertex name[] = {0, 1, 2, 3};
            if (!run_long() && !is_least(n, arcs, name, 0))
                continue;
            kinds[n]++;
            dm_arena *arena = numbered_digraph(n, arcs);
            for (int32_t rounds = 1; 2 * rounds <= n; rounds++)
                for (int ties = 0; ties < 4; ties++)
                    compare(arena, rounds, 1, (dm_tie_rule)ties, 0);
            dm_arena_free(arena);
        }
    if (!run_long()) /* as many digraphs as there are on 3 and 4 vertices */
        assert_true(kinds[3] == 16 && kinds[4] == 218);
}

/* A random board under random rules, half of them with random parts of the search off. */
static void compare_random(dm_rng *rng, dm_vertex n, int features)
{
    dm_arena *arena = random_board(rng, n, features);
    int32_t per_turn = dm_rng_below(rng, 4) ? 1 : 2;
    int32_t rounds = 1 + (int32_t)dm_rng_below(rng, (uint64_t)(n / (2 * per_turn)));
    unsigned off = dm_rng_below(rng, 2) ? 0 : (unsigned)dm_rng_below(rng, DMI_SOLVE_EVERYTHING + 1);
    compare(arena, rounds, per_turn, (dm_tie_rule)dm_rng_below(rng, 4), off);
    dm_arena_free(arena);
}

static void random_digraphs(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 26);
    int games = run_long() ? 40000 : 1500;
    for (int game = 0; game < games; game++) {
        dm_vertex n = 4 + (dm_vertex)dm_rng_below(&rng, game % 4 ? 3 : 4);
        int features = BOARD_DIRECTED | random_features(&rng, BOARD_SMALL);
        compare_random(&rng, n, features);
    }
}

static void random_games(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 21);
    int games = run_long() ? 20000 : 1200;
    for (int game = 0; game < games; game++) {
        dm_vertex n = 4 + (dm_vertex)dm_rng_below(&rng, 4);
        int features = dm_rng_below(&rng, 2) ? 0 : (int)dm_rng_below(&rng, 8);
        compare_random(&rng, n, features);
    }
}

/* Bounds beyond 32 bits must not be truncated in the table. */
static void enormous_values(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 24);
    for (int game = 0; game < 30; game++) {
        int64_t values[7];
        dm_error err = {0};
        dm_arena *plain = random_board(&rng, 7, 0), *arena = NULL;
        for (int v = 0; v < 7; v++)
            values[v] = (int64_t)dm_rng_below(&rng, UINT64_C(1) << 50);
        assert_ok(dm_arena_with_values(plain, values, &arena, &err), err);
        compare(arena, 2, 1, (dm_tie_rule)(game % 4), 0);
        dm_arena_free(arena);
        dm_arena_free(plain);
    }
}

/* Games too large for plain minimax: all ways to search must agree. */
static void larger_games_agree(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 22);
    int games = run_long() ? 4000 : 16;
    for (int game = 0; game < games; game++) {
        dm_vertex n = 8 + (dm_vertex)dm_rng_below(&rng, 5);
        int features = (int)dm_rng_below(&rng, 3) ? BOARD_TREE : 0;
        if (dm_rng_below(&rng, 2))
            features |= random_features(&rng, BOARD_LENGTHS | BOARD_VALUES | BOARD_DIRECTED);
        dm_arena *arena = random_board(&rng, n, features);
        int32_t per_turn = dm_rng_below(&rng, 3) ? 1 : 2;
        int32_t rounds = 2 + (int32_t)dm_rng_below(&rng, per_turn == 1 ? 3 : 1);
        dm_tie_rule ties = (dm_tie_rule)dm_rng_below(&rng, 4);
        int64_t value = solved_anew(arena, rounds, per_turn, ties, 0);
        unsigned bare = DMI_SOLVE_PARTS | DMI_SOLVE_DOMINATION | DMI_SOLVE_TWINS |
                        DMI_SOLVE_MIRROR | DMI_SOLVE_SYMMETRY | DMI_SOLVE_LAST | DMI_SOLVE_BOUND;
        assert_int_equal(solved_anew(arena, rounds, per_turn, ties, bare), value);
        for (unsigned part = 1; part < DMI_SOLVE_EVERYTHING; part *= 2)
            assert_int_equal(solved_anew(arena, rounds, per_turn, ties, part), value);
        dm_arena_free(arena);
    }
}

/* Boards where vertices next to both colours, and triangles, are common. */
static void domination_on_larger_boards(void **state)
{
    (void)state;
    int boards = run_long() ? 6000 : 90;
    for (int seed = 0; seed < boards; seed++) {
        char spec[32];
        snprintf(spec, sizeof spec, "gnp:%d,0.%d", 7 + seed % 6, 20 + 3 * (seed / 6 % 12));
        dm_arena *arena = family_board(spec, (uint64_t)seed);
        for (int32_t rounds = 2; rounds <= 3; rounds++) {
            dm_tie_rule ties = (dm_tie_rule)(seed % 4);
            assert_int_equal(solved_anew(arena, rounds, 1, ties, 0),
                             solved_anew(arena, rounds, 1, ties, DMI_SOLVE_DOMINATION));
        }
        dm_arena_free(arena);
    }
}

static void counting_on_larger_boards(void **state)
{
    (void)state;
    int boards = run_long() ? 6000 : 96;
    for (int seed = 0; seed < boards; seed += run_long() ? 1 : 2) { /* all sizes and densities */
        char spec[32];
        int n = 7 + seed % 5, per_turn = 1 + seed % 3 / 2;
        snprintf(spec, sizeof spec, "gnp:%d,0.%d", n, 15 + 3 * (seed / 6 % 16));
        dm_arena *arena = family_board(spec, (uint64_t)seed);
        for (int32_t rounds = 1; 2 * rounds * per_turn <= n; rounds++)
            assert_int_equal(
                solved_anew(arena, rounds, per_turn, DM_TIES_NEUTRAL, 0),
                solved_anew(arena, rounds, per_turn, DM_TIES_NEUTRAL, DMI_SOLVE_COUNT));
        dm_arena_free(arena);
    }
}

/* The solver that stores whole positions beside keys finds the same values. */
static void comparing_positions_agrees(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 25);
    const dm_solver_settings settings = {.memory = 1 << 20, .compare_positions = true};
    dm_solver *comparing = NULL;
    dm_error err = {0};
    assert_ok(dm_solver_new(&settings, &comparing, &err), err);
    for (int game = 0; game < 100; game++) {
        dm_arena *arena = random_board(&rng, 10, random_features(&rng, BOARD_SMALL));
        int32_t per_turn = 1 + game % 2;
        dm_tie_rule ties = (dm_tie_rule)dm_rng_below(&rng, 4);
        assert_int_equal(solved_by(comparing, arena, 2, per_turn, ties, 0),
                         solved_by(solver, arena, 2, per_turn, ties, 0));
        dm_arena_free(arena);
    }
    dm_solver_free(comparing);
}

static void several_threads(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 23);
    for (int game = 0; game < 20; game++) {
        dm_error err = {0};
        dm_solver *own = NULL;
        dm_solution *solution = NULL;
        /* the first game is long enough for the table to grow under the threads */
        int32_t rounds = game == 0 ? 5 : 3;
        dm_arena *arena = game == 0 ? family_board("grid:4x5", 1)
                                    : random_board(&rng, 14, game % 2 ? BOARD_TREE : 0);
        int64_t value = solved_by(solver, arena, rounds, 1, DM_TIES_NEUTRAL, 0);
        dm_position *position = new_game(arena, rounds, 1, DM_TIES_NEUTRAL);
        dm_solve_request request = {.threads = 8};
        assert_ok(dm_solver_new(NULL, &own, &err), err);
        assert_ok(dm_solve(own, position, &request, NULL, &solution, &err), err);
        assert_true(solution->proven);
        assert_int_equal(solution->lower, value);
        assert_int_equal(solution->line_count, 2 * rounds);
        dm_solution_free(solution);
        dm_solver_free(own);
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

/* Counts the reports of progress and checks each. */
typedef struct reports {
    int64_t value;
    int bounds, values, wrong;
} reports;

static void check_report(void *user, const dm_progress *progress)
{
    reports *t = user;
    long long lower, upper, value;
    if (sscanf(progress->note, "from %lld to %lld", &lower, &upper) == 2) {
        t->bounds++;
        t->wrong += lower > t->value || upper < t->value;
    } else if (sscanf(progress->note, "value %lld", &value) == 1) {
        t->values++;
        t->wrong += value != t->value;
    } else { /* the search always reports bounds */
        t->wrong += strcmp(progress->phase, "distances") != 0;
    }
}

/* Bounds in progress reports enclose the value, for either side to move. */
static void progress_reports_valid_bounds(void **state)
{
    (void)state;
    dm_arena *arena = family_board("grid:4x5", 1);
    const dm_vertex first[] = {7};
    for (int begun = 0; begun <= 1; begun++) {
        dm_error err = {0};
        dm_solver *own = NULL;
        dm_run *run = NULL;
        dm_solution *solution = NULL;
        const dm_solve_request request = {.moves = true};
        dm_position *position = new_game(arena, 5, 1, DM_TIES_NEUTRAL);
        if (begun)
            assert_ok(dm_position_make(position, first, 1, &err), err);
        assert_ok(dm_solve(solver, position, NULL, NULL, &solution, &err), err);
        reports t = {.value = solution->lower};
        dm_solution_free(solution);
        assert_ok(dm_solver_new(NULL, &own, &err), err);
        assert_ok(dm_run_new(&run, &err), err);
        dm_run_set_progress(run, check_report, &t, 0);
        assert_ok(dm_solve(own, position, &request, run, &solution, &err), err);
        assert_true(t.bounds > 0);
        assert_true(t.values > 0);
        assert_int_equal(t.wrong, 0);
        dm_solution_free(solution);
        dm_solver_free(own);
        dm_run_free(run);
        dm_position_free(position);
    }
    dm_arena_free(arena);
}

/* The place of move m of `part` in the list of all moves, or -1. */
static int64_t find_move(const dm_solution *all, const dm_solution *part, int64_t m)
{
    size_t bytes = (size_t)all->move_stones * sizeof *all->moves;
    for (int64_t i = 0; i < all->move_count; i++)
        if (memcmp(all->moves + i * all->move_stones, part->moves + m * part->move_stones, bytes) ==
            0)
            return i;
    return -1;
}

/* The moves of a game in `parts` parts: each is in one part, with its value; the order stays. */
static void check_parts(const char *board, int32_t rounds, int32_t per_turn, int32_t parts)
{
    dm_error err = {0};
    dm_arena *arena = family_board(board, 3);
    dm_position *position = new_game(arena, rounds, per_turn, DM_TIES_NEUTRAL);
    dm_solution *all = NULL, *part = NULL;
    int64_t count = 0;
    assert_ok(dm_solve(solver, position, &(dm_solve_request){.moves = true}, NULL, &all, &err),
              err);
    for (int32_t i = 0; i < parts; i++) {
        const dm_solve_request request = {.moves = true, .part = i, .parts = parts};
        int64_t last = -1;
        assert_ok(dm_solve(solver, position, &request, NULL, &part, &err), err);
        assert_true(part->proven && part->lower == all->lower && part->upper == all->upper);
        for (int64_t m = 0; m < part->move_count; m++) {
            int64_t at = find_move(all, part, m);
            assert_true(at > last);
            assert_int_equal(part->move_values[m], all->move_values[at]);
            last = at;
        }
        count += part->move_count;
        dm_solution_free(part);
    }
    assert_int_equal(count, all->move_count);
    dm_solution_free(all);
    dm_position_free(position);
    dm_arena_free(arena);
}

static void moves_in_parts(void **state)
{
    (void)state;
    for (int32_t parts = 1; parts <= 4; parts++) {
        check_parts("grid:4x4", 2, 1, parts);
        check_parts("euclid:12", 2, 1, parts);
        check_parts("tree:2,3", 1, 2, parts);
        check_parts("petersen", 1, 1, parts);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_small_graphs),
        cmocka_unit_test(all_small_digraphs),
        cmocka_unit_test(random_digraphs),
        cmocka_unit_test(random_games),
        cmocka_unit_test(enormous_values),
        cmocka_unit_test(larger_games_agree),
        cmocka_unit_test(domination_on_larger_boards),
        cmocka_unit_test(counting_on_larger_boards),
        cmocka_unit_test(comparing_positions_agrees),
        cmocka_unit_test(several_threads),
        cmocka_unit_test(progress_reports_valid_bounds),
        cmocka_unit_test(moves_in_parts),
    };
    return cmocka_run_group_tests(tests, make_solver, free_solver);
}
