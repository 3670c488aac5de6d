/* test_site_set.c - several new sites at once, against all pairs of a fine grid of places. */
#include "support/levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <stdlib.h>

enum { MOST_PLACES = 400 };

static const double near = 0.02;

static double decimal(dm_ratio r)
{
    return (double)r.num / (double)r.den;
}

/* The standing after sites at two places; false if one is taken. */
static bool stand_after(const dm_level *level, const dm_line_ask *ask, const dm_line_move *moves,
                        int count, dm_line_standing *out)
{
    dm_level *now = NULL;
    dm_line_diagram *diagram = NULL;
    assert_int_equal(dm_level_new(level, &now, NULL), DM_OK);
    now->me = ask->player;
    for (int i = 0; i < count; i++) {
        dm_level *next = NULL;
        dm_status status = dm_level_apply(now, &moves[i], ask->player, &next, NULL);
        dm_level_free(now);
        if (status != DM_OK)
            return false;
        now = next;
    }
    assert_int_equal(dm_line_diagram_new(now, ask->ties, false, &diagram, NULL), DM_OK);
    assert_int_equal(dm_line_standing_of(diagram, ask->player, out, NULL), DM_OK);
    dm_line_diagram_free(diagram);
    dm_level_free(now);
    return true;
}

/* No pair is better, and one comes near. */
static void compare(const dm_level *level, const dm_line_ask *ask, const dm_line_best *best)
{
    dm_line_move places[MOST_PLACES];
    /* Every half of every edge, and a little on both sides of it. */
    int count = 0;
    for (int32_t e = 0; e < level->edge_count; e++)
        for (int64_t half = 0; half <= 2 * level->edges[e].length.num; half++)
            for (int64_t side = -1; side <= 1; side++) {
                int64_t whole = 8192 * level->edges[e].length.num, at = 4096 * half + side;
                if (at >= 0 && at <= whole)
                    places[count++] =
                        (dm_line_move){DM_LINE_ADD, {-1, e, {at, whole}}, .length = {0, 1}};
            }
    assert_true(count <= MOST_PLACES);
    bool is_payoff = ask->objective == DM_LINE_PAYOFF, is_near = false, is_reached = false;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) {
            dm_line_move pair[] = {places[i], places[j]};
            dm_line_standing s;
            if (!stand_after(level, ask, pair, 2, &s))
                continue;
            int order = dm_line_compare(&s, &best->after, ask->objective);
            double short_of =
                is_payoff ? best->payoff - decimal(s.payoff) : best->margin - decimal(s.margin);
            assert_true(order <= 0);
            is_reached = is_reached || order == 0;
            is_near = is_near || short_of < near;
        }
    assert_true(is_near);
    assert_true(best->attained || !is_reached);
}

static void pairs(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 29);
    for (int round = 0; round < (run_long() ? 2000 : 30); round++) {
        draft d;
        dm_level *level = NULL;
        dm_line_best *best = NULL;
        dm_error err = {0};
        int n = 2 + (int)dm_rng_below(&rng, 3), players = 1 + (int)dm_rng_below(&rng, 3);
        start(&d, n, players);
        for (int v = 1; v < n; v++)
            join(&d, (int)dm_rng_below(&rng, (uint64_t)v), v, 1 + (int64_t)dm_rng_below(&rng, 3));
        if (dm_rng_below(&rng, 2))
            join(&d, 0, n - 1, 1 + (int64_t)dm_rng_below(&rng, 3));
        for (int sites = 1 + (int)dm_rng_below(&rng, 2); sites-- > 0;)
            settle(&d, (int)dm_rng_below(&rng, (uint64_t)players),
                   (int)dm_rng_below(&rng, (uint64_t)n));
        if (dm_level_new(&d.level, &level, NULL) != DM_OK)
            continue;
        dm_line_ask ask = {.op = DM_LINE_ADD,
                           .player = (int32_t)dm_rng_below(&rng, (uint64_t)level->player_count),
                           .objective = level->player_count < 3 ? (dm_line_objective)(round % 3)
                                                                : DM_LINE_PAYOFF,
                           .ties = (dm_line_ties)(round % 4),
                           .count = 2};
        assert_ok(dm_line_best_move(level, &ask, NULL, &best, &err), err);
        assert_true(best->proven && best->move_count == 2);
        compare(level, &ask, best);
        dm_line_best_free(best);
        dm_level_free(level);
    }
}

/* The moves are legal, and attain the value reported or nearly. */
static void moves_hold(const dm_level *level, const dm_line_ask *ask, const dm_line_best *best)
{
    dm_line_standing s;
    assert_int_equal(best->move_count, ask->count);
    assert_true(stand_after(level, ask, best->moves, best->move_count, &s));
    int order = dm_line_compare(&s, &best->after, ask->objective);
    assert_true(best->attained ? order == 0 : order < 0);
    assert_true(best->payoff - decimal(s.payoff) < near);
}

/* More sites are never worse, on levels of all sizes and with many players. */
static void more_is_not_less(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 30);
    for (int round = 0; round < 30; round++) {
        draft d;
        dm_level *level = random_level(&rng, &d);
        dm_line_best *last = NULL;
        for (int k = 1; level->edge_count > 0 && k <= 3; k++) {
            dm_line_ask ask = {.op = DM_LINE_ADD,
                               .objective = (dm_line_objective)(round % 3),
                               .ties = (dm_line_ties)(round % 4),
                               .count = k};
            dm_line_best *best = NULL;
            dm_error err = {0};
            assert_ok(dm_line_best_move(level, &ask, NULL, &best, &err), err);
            moves_hold(level, &ask, best);
            assert_true(best->proven || best->note);
            if (last)
                assert_true(best->payoff > last->payoff - near);
            dm_line_best_free(last);
            last = best;
        }
        dm_line_best_free(last);
        dm_level_free(level);
    }
}

/* Between two blue sites a single new site gains half of the edge, wherever it is; two beside them
 * gain nearly all of it. */
static void two_close_in(void **state)
{
    (void)state;
    draft d;
    dm_level *level = NULL;
    dm_line_best *best = NULL;
    start(&d, 5, 2);
    for (int v = 1; v < 5; v++)
        join(&d, v - 1, v, 4);
    settle(&d, 1, 0);
    settle(&d, 1, 4);
    assert_int_equal(dm_level_new(&d.level, &level, NULL), DM_OK);
    dm_line_ask ask = {.op = DM_LINE_ADD, .count = 2};
    assert_int_equal(dm_line_best_move(level, &ask, NULL, &best, NULL), DM_OK);
    assert_true(best->proven && !best->attained);
    assert_int_equal(best->after.payoff.num, 16);
    moves_hold(level, &ask, best);
    dm_line_best_free(best);
    dm_level_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs),
        cmocka_unit_test(more_is_not_less),
        cmocka_unit_test(two_close_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
