/* test_sites.c - the best place for a new site, against levels evaluated cell by cell and against
 * random places. */
#include "check/lines/sites.h"
#include "support/levels.h"
#include "support/support.h"

#include <demesne/demesne.h>

static int order(dm_ratio a, dm_ratio b)
{
    return (int)(a.num * b.den > b.num * a.den) - (int)(a.num * b.den < b.num * a.den);
}

static dm_line_best *best_of(const dm_level *level, const dm_line_ask *ask)
{
    dm_line_best *best = NULL;
    dm_error err = {0};
    assert_ok(dm_line_best_move(level, ask, NULL, &best, &err), err);
    assert_true(best->proven);
    assert_true(best->move_count == 1);
    return best;
}

/* The standing after a move. */
static dm_line_standing standing_after(const dm_level *level, const dm_line_ask *ask,
                                       const dm_line_move *move)
{
    dm_level *after = NULL;
    dm_line_diagram *diagram = NULL;
    dm_line_standing standing;
    dm_error err = {0};
    assert_ok(dm_level_apply(level, move, ask->player, &after, &err), err);
    after->me = ask->player;
    assert_ok(dm_line_diagram_new(after, ask->ties, false, &diagram, &err), err);
    assert_ok(dm_line_standing_of(diagram, ask->player, &standing, &err), err);
    dm_line_diagram_free(diagram);
    dm_level_free(after);
    return standing;
}

/* The move attains the value reported, or comes near it from below. */
static void holds(const dm_level *level, const dm_line_ask *ask, const dm_line_best *best)
{
    dm_line_standing after = standing_after(level, ask, &best->moves[0]);
    int compared = dm_line_compare(&after, &best->after, ask->objective);
    if (best->attained) {
        assert_int_equal(order(after.payoff, best->after.payoff), 0);
        assert_int_equal(order(after.margin, best->after.margin), 0);
        assert_int_equal(after.rank, best->after.rank);
        return;
    }
    assert_true(compared < 0);
    assert_true((double)after.payoff.num / (double)after.payoff.den > best->payoff - 1e-3);
    assert_true((double)after.margin.num / (double)after.margin.den > best->margin - 1e-3);
    assert_int_equal(after.rank, best->after.rank);
}

static void equals_exhaustion(const dm_level *level, const dm_line_ask *ask)
{
    check_cut_best truth;
    dm_line_best *best = best_of(level, ask);
    check_best_add(level, ask, &truth);
    assert_int_equal(dm_line_compare(&best->after, &truth.best, ask->objective), 0);
    assert_int_equal(best->attained, truth.attained);
    holds(level, ask, best);
    dm_line_best_free(best);
}

static void exhaustion(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 22);
    for (int round = 0; round < (run_long() ? 50000 : 120); round++) {
        draft d;
        dm_level *level = random_level(&rng, &d);
        dm_line_ask ask = {.op = DM_LINE_ADD,
                           .player = (int32_t)dm_rng_below(&rng, (uint64_t)level->player_count),
                           .objective = (dm_line_objective)(round % 3),
                           .ties = (dm_line_ties)(round / 3 % 4)};
        if (level->edge_count > 0)
            equals_exhaustion(level, &ask);
        dm_level_free(level);
    }
}

/* No random place beats the answer; an equally good one shows that it is attained. */
static void no_place_is_better(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 23);
    for (int round = 0; round < (run_long() ? 20000 : 150); round++) {
        draft d;
        dm_level *level = random_level(&rng, &d);
        dm_line_ask ask = {.op = DM_LINE_ADD,
                           .player = (int32_t)dm_rng_below(&rng, (uint64_t)level->player_count),
                           .objective = (dm_line_objective)dm_rng_below(&rng, 3),
                           .ties = (dm_line_ties)dm_rng_below(&rng, 4)};
        dm_line_best *best = level->edge_count > 0 ? best_of(level, &ask) : NULL;
        for (int i = 0; best && i < 100; i++) {
            int64_t den = 1 + (int64_t)dm_rng_below(&rng, 500);
            dm_line_move move = {DM_LINE_ADD,
                                 {-1,
                                  (int32_t)dm_rng_below(&rng, (uint64_t)level->edge_count),
                                  {(int64_t)dm_rng_below(&rng, (uint64_t)den + 1), den}},
                                 .length = {0, 1}};
            dm_level *after = NULL;
            if (dm_level_apply(level, &move, 0, &after, NULL) != DM_OK)
                continue; /* a site is there */
            dm_level_free(after);
            dm_line_standing standing = standing_after(level, &ask, &move);
            int compared = dm_line_compare(&standing, &best->after, ask.objective);
            assert_true(compared < 0 || (compared == 0 && best->attained));
        }
        dm_line_best_free(best);
        dm_level_free(level);
    }
}

/* The removal is the best of all. */
static void removals(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 24);
    for (int round = 0; round < 500; round++) {
        draft d;
        dm_level *level = random_level(&rng, &d);
        dm_line_ask ask = {.op = DM_LINE_REMOVE,
                           .player = (int32_t)dm_rng_below(&rng, (uint64_t)level->player_count),
                           .objective = (dm_line_objective)(round % 3),
                           .ties = (dm_line_ties)(round % 4)};
        dm_line_best *best = best_of(level, &ask);
        holds(level, &ask, best);
        for (int i = 0; i < level->site_count; i++) {
            dm_line_move move = {.op = DM_LINE_REMOVE, .site = i};
            dm_line_standing standing = standing_after(level, &ask, &move);
            assert_true(dm_line_compare(&standing, &best->after, ask.objective) <= 0);
        }
        dm_line_best_free(best);
        dm_level_free(level);
    }
}

static dm_level *level_of(const draft *d)
{
    dm_level *level = NULL;
    dm_error err = {0};
    assert_ok(dm_level_new(&d->level, &level, &err), err);
    return level;
}

/* Beside the only other site, on the longer side: a limit. */
static void a_supremum_beside_a_site(void **state)
{
    (void)state;
    draft d;
    start(&d, 3, 2);
    join(&d, 0, 1, 8);
    join(&d, 1, 2, 2);
    settle(&d, 1, 1);
    dm_level *level = level_of(&d);
    dm_line_ask ask = {.op = DM_LINE_ADD};
    dm_line_best *best = best_of(level, &ask);
    assert_false(best->attained);
    assert_int_equal(best->after.payoff.num, 8);
    assert_int_equal(best->moves[0].place.edge, 0);
    holds(level, &ask, best);
    dm_line_best_free(best);
    dm_level_free(level);
}

/* Between three sites the middle is best, reported as a vertex, not as the end of an edge. */
static void a_vertex_is_named(void **state)
{
    (void)state;
    draft d;
    start(&d, 4, 2);
    for (int leaf = 1; leaf <= 3; leaf++) {
        join(&d, leaf, 0, 4);
        settle(&d, 1, leaf);
    }
    dm_level *level = level_of(&d);
    dm_line_ask ask = {.op = DM_LINE_ADD, .objective = DM_LINE_MARGIN};
    dm_line_best *best = best_of(level, &ask);
    assert_true(best->attained);
    assert_int_equal(best->after.payoff.num, 6);
    assert_int_equal(best->moves[0].place.vertex, 0);
    dm_line_best_free(best);
    dm_level_free(level);
}

static void where_there_is_no_place(void **state)
{
    (void)state;
    draft d;
    dm_line_best *best = NULL;
    dm_error err = {0};
    dm_line_ask ask = {.op = DM_LINE_ADD};
    start(&d, 2, 2);
    settle(&d, 1, 0);
    dm_level *level = level_of(&d);
    best = best_of(level, &ask);
    assert_int_equal(best->moves[0].place.vertex, 1);
    dm_line_best_free(best);
    dm_level_free(level);
    settle(&d, 1, 1);
    level = level_of(&d);
    assert_int_equal(dm_line_best_move(level, &ask, NULL, &best, &err), DM_BAD_MOVE);
    assert_string_equal(err.message, "the level has no place for another site");
    dm_level_free(level);
    start(&d, 2, 2);
    level = level_of(&d);
    ask.op = DM_LINE_REMOVE;
    assert_int_equal(dm_line_best_move(level, &ask, NULL, &best, &err), DM_BAD_MOVE);
    assert_string_equal(err.message, "there is no site to remove");
    dm_level_free(level);
}

/* A stopped search returns the best so far, unproven. */
static void stopping(void **state)
{
    (void)state;
    draft d;
    dm_run *run = NULL;
    dm_line_best *best = NULL;
    start(&d, 9, 2);
    for (int v = 1; v < 9; v++)
        join(&d, v - 1, v, 3);
    settle(&d, 1, 4);
    dm_level *level = level_of(&d);
    dm_line_ask ask = {.op = DM_LINE_ADD};
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_set_work_limit(run, 8);
    assert_int_equal(dm_line_best_move(level, &ask, run, &best, NULL), DM_STOPPED);
    assert_false(best->proven);
    holds(level, &ask, best);
    dm_line_best_free(best);
    dm_run_free(run);
    dm_level_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exhaustion),        cmocka_unit_test(no_place_is_better),
        cmocka_unit_test(removals),          cmocka_unit_test(a_supremum_beside_a_site),
        cmocka_unit_test(a_vertex_is_named), cmocka_unit_test(where_there_is_no_place),
        cmocka_unit_test(stopping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
