/* test_equal_parts.c - parts to which the solver gives the same key have the same value, by the
 * definition.  docs/algorithms/solve.md explains "at least as good", and why other parts do not
 * matter.
 */
#include "check/dominance.h"
#include "check/minimax.h"
#include "support/support.h"
#include <demesne/solve.h>
#include <stdio.h>
#include <stdlib.h>

/* Paths, drawn: W, B stones, '.' free, '|' between paths. */
typedef struct drawing {
    dm_arena *arena;
    int64_t *distances;
    dm_tie_rule ties;
    dm_vertex n;
    dm_stone stones[16];
    int64_t count;
    int64_t surplus; /* White's drawn stones minus Black's */
} drawing;

static void put(drawing *s, dm_side side, dm_vertex v)
{
    s->stones[s->count++] = (dm_stone){v, (int32_t)side};
}

static drawing drawn(const char *picture, dm_tie_rule ties)
{
    drawing s = {.ties = ties};
    dm_builder *builder = NULL;
    dm_error err = {0};
    for (const char *c = picture; *c; c++)
        s.n += *c != '|';
    assert_ok(dm_builder_new(s.n, &builder, &err), err);
    dm_vertex v = 0;
    for (const char *c = picture; *c; c++) {
        if (*c == '|')
            continue;
        if (c > picture && c[-1] != '|')
            assert_ok(dm_builder_edge(builder, v - 1, v, 1, &err), err);
        if (*c != '.')
            put(&s, *c == 'W' ? DM_WHITE : DM_BLACK, v);
        s.surplus += *c == 'W' ? 1 : *c == 'B' ? -1 : 0;
        v++;
    }
    assert_ok(dm_builder_finish(builder, &s.arena, &err), err);
    s.distances = check_distances(s.arena);
    return s;
}

static void clear(drawing *s)
{
    dm_arena_free(s->arena);
    free(s->distances);
}

/* White's vertices minus Black's, among those drawn free. */
static int64_t worth(const drawing *s)
{
    return check_value(s->arena, s->distances, s->stones, s->count, s->ties) - s->surplus;
}

static bool is_free(const drawing *s, dm_vertex v)
{
    for (int64_t i = 0; i < s->count; i++)
        if (s->stones[i].vertex == v)
            return false;
    return true;
}

static bool is_at_least(drawing *g, drawing *h);

/* Whether each stone of `side` in `there` has one in `here` after which g >= h. */
static bool are_answered(drawing *g, drawing *h, drawing *there, drawing *here, dm_side side)
{
    for (dm_vertex v = 0; v < there->n; v++) {
        if (!is_free(there, v))
            continue;
        bool found = false;
        put(there, side, v);
        for (dm_vertex u = 0; u < here->n && !found; u++) {
            if (!is_free(here, u))
                continue;
            put(here, side, u);
            found = is_at_least(g, h);
            here->count--;
        }
        there->count--;
        if (!found)
            return false;
    }
    return true;
}

static bool is_at_least(drawing *g, drawing *h)
{
    return worth(g) >= worth(h) && are_answered(g, h, h, g, DM_WHITE) &&
           are_answered(g, h, g, h, DM_BLACK);
}

static bool are_equal(const char *left, const char *right, dm_tie_rule ties)
{
    drawing g = drawn(left, ties), h = drawn(right, ties);
    assert_int_equal(g.n - g.count, h.n - h.count);
    bool equal = is_at_least(&g, &h) && is_at_least(&h, &g);
    clear(&g);
    clear(&h);
    return equal;
}

static void pairs_between_colours(void **state)
{
    (void)state;
    assert_true(are_equal("W..B", "W.|.B", DM_TIES_NEUTRAL));
    assert_true(are_equal("W..B", "W.|.B", DM_TIES_WHITE));
    assert_true(are_equal("W..B", "W.|.B", DM_TIES_BLACK));
    assert_false(are_equal("W..W", "W.|.W", DM_TIES_NEUTRAL));
    assert_false(are_equal("W..B", "W.B|W.B", DM_TIES_NEUTRAL));
}

static void triples_between_colours(void **state)
{
    (void)state;
    assert_true(are_equal("W...B|W.B", "W..W|B..B", DM_TIES_NEUTRAL));
    assert_false(are_equal("W...B|W.B", "W..W|B..B", DM_TIES_WHITE));
    assert_false(are_equal("W...B|W.B", "W..W|B..B", DM_TIES_BLACK));
    assert_false(are_equal("W...B|W.", "W..W|B..", DM_TIES_NEUTRAL));
}

/* The solver's value of a drawing with two more stones, White's first, is that of plain recursion.
 */
static void solve_drawing(dm_solver *solver, const char *picture, dm_tie_rule ties)
{
    dm_error err = {0};
    dm_turn turns[18];
    dm_rules rules = {0};
    dm_position *position = NULL;
    dm_solution *solution = NULL;
    drawing s = drawn(picture, ties);
    for (int64_t i = 0; i < s.count; i++)
        turns[i] = (dm_turn){(dm_side)s.stones[i].player, 1};
    turns[s.count] = (dm_turn){DM_WHITE, 1};
    turns[s.count + 1] = (dm_turn){DM_BLACK, 1};
    assert_ok(dm_rules_init_turns(turns, (int32_t)s.count + 2, ties, &rules, &err), err);
    assert_ok(dm_position_new(s.arena, &rules, &position, &err), err);
    for (int64_t i = 0; i < s.count; i++)
        assert_ok(dm_position_make(position, &s.stones[i].vertex, 1, &err), err);
    assert_ok(dm_solve(solver, position, NULL, NULL, &solution, &err), err);
    assert_int_equal(solution->lower, check_position_value(position));
    dm_solution_free(solution);
    dm_position_free(position);
    dm_rules_clear(&rules);
    clear(&s);
}

/* The first two are worth the same only under neutral ties. */
static void triples_under_every_rule(void **state)
{
    (void)state;
    dm_error err = {0};
    for (int ties = DM_TIES_NEUTRAL; ties <= DM_TIES_BLACK; ties++) {
        dm_solver *solver = NULL;
        const dm_solver_settings settings = {.memory = 1 << 20};
        assert_ok(dm_solver_new(&settings, &solver, &err), err);
        solve_drawing(solver, "W...B|W.B|W.|....B", (dm_tie_rule)ties);
        solve_drawing(solver, "W..W|B..B|W.|....B", (dm_tie_rule)ties);
        dm_solver_free(solver);
    }
}

/* A board of `n` vertices whose parts are small once most of them are taken; some have values. */
static dm_arena *thin_board(dm_rng *rng, dm_vertex n)
{
    char spec[32];
    dm_error err = {0};
    int64_t values[16];
    dm_arena *valued = NULL;
    snprintf(spec, sizeof spec, "%s:%d", dm_rng_below(rng, 3) ? "path" : "cycle", n);
    dm_arena *arena =
        dm_rng_below(rng, 4) ? family_board(spec, 1) : random_board(rng, n, BOARD_TREE);
    if (dm_rng_below(rng, 4))
        return arena;
    for (dm_vertex v = 0; v < n; v++)
        values[v] = 1 + (int64_t)dm_rng_below(rng, 2);
    assert_ok(dm_arena_with_values(arena, values, &valued, &err), err);
    dm_arena_free(arena);
    return valued;
}

/* Ends of many games with one solver: confusing two positions would give a wrong value. */
static void ends_of_games(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_solver *solver = NULL;
    const dm_solver_settings settings = {.memory = 16 << 20};
    dm_rng_init(&rng, 33);
    assert_ok(dm_solver_new(&settings, &solver, &err), err);
    int games = run_long() ? 100000 : 3000;
    for (int game = 0; game < games; game++) {
        dm_vertex n = 10 + (dm_vertex)dm_rng_below(&rng, 4), left[16];
        dm_arena *arena = thin_board(&rng, n);
        int32_t rounds = (n - 3) / 2;
        dm_position *position = new_game(arena, rounds, 1, (dm_tie_rule)dm_rng_below(&rng, 4));
        for (int32_t stones = 2 * rounds - 4 + (int32_t)dm_rng_below(&rng, 3); stones > 0;
             stones--) {
            int32_t count = dm_position_free_vertices(position, left);
            dm_vertex v = left[dm_rng_below(&rng, (uint64_t)count)];
            assert_ok(dm_position_make(position, &v, 1, &err), err);
        }
        dm_solution *solution = NULL;
        assert_ok(dm_solve(solver, position, NULL, NULL, &solution, &err), err);
        assert_int_equal(solution->lower, check_position_value(position));
        dm_solution_free(solution);
        dm_position_free(position);
        dm_arena_free(arena);
    }
    dm_solver_free(solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_between_colours),
        cmocka_unit_test(triples_between_colours),
        cmocka_unit_test(triples_under_every_rule),
        cmocka_unit_test(ends_of_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
