/* test_site_odds.c - winning places for a new site, against levels evaluated cell by cell and
 * against random places. */
#include "check/lines/sites.h"
#include "lines/level/ratio.h"
#include "support/levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <math.h>
#include <stdlib.h>

static dm_line_odds *odds_of(const dm_level *level, const dm_line_ask *ask)
{
    dm_line_odds *odds = NULL;
    dm_error err = {0};
    assert_ok(dm_line_odds_of(level, ask, NULL, &odds, &err), err);
    assert_true(odds->proven || ask->samples > 0);
    return odds;
}

static dm_line_ask draw_ask(dm_rng *rng, const dm_level *level, dm_line_op op)
{
    return (dm_line_ask){.op = op,
                         .player = (int32_t)dm_rng_below(rng, (uint64_t)level->player_count),
                         .ties = (dm_line_ties)dm_rng_below(rng, 4)};
}

static bool wins_after(const dm_level *level, const dm_line_ask *ask, const dm_line_move *move)
{
    dm_level *after = NULL;
    dm_line_diagram *diagram = NULL;
    dm_error err = {0};
    assert_ok(dm_level_apply(level, move, ask->player, &after, &err), err);
    after->me = ask->player;
    assert_ok(dm_line_diagram_new(after, ask->ties, false, &diagram, &err), err);
    bool wins = diagram->winner == ask->player;
    dm_line_diagram_free(diagram);
    dm_level_free(after);
    return wins;
}

static dm_ratio length_of(const dm_level *level, const dm_line_stretch *s, int count)
{
    dm_ratio sum = {0, 1};
    for (int i = 0; i < count; i++) {
        dm_ratio way = {0, 1};
        assert_true(dmi_ratio_add(s[i].to, (dm_ratio){-s[i].from.num, s[i].from.den}, &way));
        assert_true(dmi_ratio_multiply(way, level->edges[s[i].edge].length, &way));
        assert_true(dmi_ratio_add(sum, way, &sum));
    }
    return sum;
}

static bool is_within(const dm_line_stretch *s, const dm_line_odds *odds)
{
    for (int i = 0; i < odds->winning_count; i++)
        if (odds->winning[i].edge == s->edge &&
            dmi_ratio_compare(odds->winning[i].from, s->from) <= 0 &&
            dmi_ratio_compare(odds->winning[i].to, s->to) >= 0)
            return true;
    return false;
}

/* A vertex may be reported on another of its edges. */
static bool is_told(const dm_level *level, const dm_line_stretch *s, const dm_line_odds *odds)
{
    const dm_line_edge *own = &level->edges[s->edge];
    bool is_end =
        dmi_ratio_compare(s->from, s->to) == 0 && (s->from.num == 0 || s->from.num == s->from.den);
    int vertex = s->from.num == 0 ? own->u : own->v;
    for (int e = 0; is_end && e < level->edge_count; e++) {
        dm_line_stretch u = {.edge = e, .from = {0, 1}, .to = {0, 1}};
        dm_line_stretch v = {.edge = e, .from = {1, 1}, .to = {1, 1}};
        if ((level->edges[e].u == vertex && is_within(&u, odds)) ||
            (level->edges[e].v == vertex && is_within(&v, odds)))
            return true;
    }
    return is_within(s, odds);
}

static void compare(const dm_level *level, const dm_line_ask *ask)
{
    check_add_odds *truth = malloc(sizeof *truth);
    dm_line_odds *odds = odds_of(level, ask);
    dm_ratio total = {0, 1}, share = {0, 1};
    check_add_wins(level, ask, truth);
    for (int e = 0; e < level->edge_count; e++)
        total.num += level->edges[e].length.num;
    dm_ratio won = length_of(level, truth->winning, truth->count);
    assert_true(dmi_ratio_multiply(won, (dm_ratio){1, total.num}, &share));
    assert_int_equal(dmi_ratio_compare(share, odds->fraction), 0);
    assert_int_equal(dmi_ratio_compare(won, length_of(level, odds->winning, odds->winning_count)),
                     0);
    for (int i = 0; i < truth->count; i++)
        assert_true(is_told(level, &truth->winning[i], odds));
    for (int i = 0; i < odds->winning_count; i++) {
        const dm_line_stretch *s = &odds->winning[i];
        dm_line_move move = {DM_LINE_ADD, {-1, s->edge, s->from}, .length = {0, 1}};
        if (dmi_ratio_compare(s->from, s->to) < 0)
            continue;
        assert_true(wins_after(level, ask, &move)); /* a single place */
    }
    assert_int_equal(odds->regions, check_add_regions(level, truth));
    dm_line_odds_free(odds);
    free(truth);
}

static void against_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 25);
    for (int round = 0; round < (run_long() ? 30000 : 60); round++) {
        draft d;
        dm_level *level = random_level(&rng, &d);
        dm_line_ask ask = draw_ask(&rng, level, DM_LINE_ADD);
        if (level->edge_count > 0)
            compare(level, &ask);
        dm_level_free(level);
    }
}

/* Blue 0 -2- 1 -4- 2 -2- 3 green, a branch of 10 at 1 and at 2, and violet at both ends of 15
 * elsewhere: red ties for both branches in the middle of the long edge, and beside it has one only.
 */
static void a_place_alone(void **state)
{
    (void)state;
    for (int with_vertex = 0; with_vertex <= 1; with_vertex++) {
        draft d;
        dm_level *level = NULL;
        start(&d, 9, 4);
        join(&d, 0, 1, 2);
        join(&d, 2, 3, 2);
        join(&d, 1, 4, 10);
        join(&d, 2, 5, 10);
        join(&d, 6, 7, 15);
        join(&d, 1, with_vertex ? 8 : 2, with_vertex ? 2 : 4);
        if (with_vertex)
            join(&d, 8, 2, 2);
        settle(&d, 1, 0);
        settle(&d, 2, 3);
        settle(&d, 3, 6);
        settle(&d, 3, 7);
        assert_int_equal(dm_level_new(&d.level, &level, NULL), DM_OK);
        dm_line_ask ask = {.op = DM_LINE_ADD, .ties = DM_LINE_OWN};
        compare(level, &ask);
        dm_line_odds *odds = odds_of(level, &ask);
        assert_int_equal(odds->winning_count, 1);
        assert_int_equal(odds->regions, 1);
        assert_int_equal(odds->fraction.num, 0);
        assert_int_equal(odds->winning[0].edge, 5);
        assert_int_equal(odds->winning[0].from.num, 1);
        assert_int_equal(odds->winning[0].from.den, with_vertex ? 1 : 2);
        dm_line_odds_free(odds);
        dm_level_free(level);
    }
}

static void drawn_places(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 26);
    for (int round = 0; round < (run_long() ? 10000 : 120); round++) {
        draft d;
        dm_level *level = random_level(&rng, &d);
        dm_line_ask ask = draw_ask(&rng, level, DM_LINE_ADD);
        dm_line_odds *odds = level->edge_count > 0 ? odds_of(level, &ask) : NULL;
        for (int i = 0; odds && i < 60; i++) {
            int64_t den = 1009;
            dm_ratio at = {1 + (int64_t)dm_rng_below(&rng, (uint64_t)den - 1), den};
            int32_t edge = (int32_t)dm_rng_below(&rng, (uint64_t)level->edge_count);
            dm_line_move move = {DM_LINE_ADD, {-1, edge, at}, .length = {0, 1}};
            dm_line_stretch place = {.edge = edge, .from = at, .to = at};
            assert_int_equal(wins_after(level, &ask, &move), is_within(&place, odds));
        }
        dm_line_odds_free(odds);
        dm_level_free(level);
    }
}

static void removals(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 27);
    for (int round = 0; round < 500; round++) {
        draft d;
        dm_level *level = random_level(&rng, &d);
        dm_line_ask ask = draw_ask(&rng, level, DM_LINE_REMOVE);
        dm_line_odds *odds = odds_of(level, &ask);
        int next = 0;
        for (int i = 0; i < level->site_count; i++) {
            dm_line_move move = {.op = DM_LINE_REMOVE, .site = i};
            if (wins_after(level, &ask, &move))
                assert_true(next < odds->site_count && odds->sites[next++] == i);
        }
        assert_int_equal(next, odds->site_count);
        assert_int_equal(odds->fraction.num * level->site_count, next * odds->fraction.den);
        dm_line_odds_free(odds);
        dm_level_free(level);
    }
}

/* About one interval in twenty may miss the exact share. */
static void draws_agree_with_exact_shares(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 28);
    int missed = 0, asked = 0;
    for (int round = 0; round < 120; round++) {
        draft d;
        dm_level *level = random_level(&rng, &d);
        dm_line_ask ask = draw_ask(&rng, level, (dm_line_op)(round % 3));
        ask.seed = (uint64_t)round;
        if (level->edge_count > 0) {
            dm_line_odds *exact = odds_of(level, &ask);
            ask.samples = 300;
            dm_line_odds *drawn = odds_of(level, &ask);
            assert_false(drawn->proven);
            assert_int_equal(drawn->samples, 300);
            assert_int_equal(drawn->fraction.num * 300, drawn->wins * drawn->fraction.den);
            assert_true(drawn->low <= drawn->decimal && drawn->decimal <= drawn->high);
            missed += exact->decimal < drawn->low - 1e-9 || exact->decimal > drawn->high + 1e-9;
            asked++;
            dm_line_odds_free(exact);
            dm_line_odds_free(drawn);
        }
        dm_level_free(level);
    }
    assert_true(asked > 80 && missed * 10 < asked);
}

static void draws_are_seeded_and_stopped(void **state)
{
    (void)state;
    draft d;
    dm_level *level = NULL;
    dm_run *run = NULL;
    dm_line_odds *first = NULL, *second = NULL, *stopped = NULL;
    start(&d, 3, 2);
    join(&d, 0, 1, 5);
    join(&d, 1, 2, 3);
    settle(&d, 1, 1);
    assert_int_equal(dm_level_new(&d.level, &level, NULL), DM_OK);
    dm_line_ask ask = {.op = DM_LINE_ADD, .samples = 400, .seed = 5};
    first = odds_of(level, &ask);
    second = odds_of(level, &ask);
    assert_int_equal(first->wins, second->wins);
    assert_true(first->wins > 0 && first->wins < 400);
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_set_work_limit(run, 60);
    assert_int_equal(dm_line_odds_of(level, &ask, run, &stopped, NULL), DM_STOPPED);
    assert_true(stopped->samples > 0 && stopped->samples < 400);
    assert_true(stopped->high - stopped->low > first->high - first->low);
    dm_line_odds_free(first);
    dm_line_odds_free(second);
    dm_line_odds_free(stopped);
    dm_run_free(run);
    dm_level_free(level);
}

/* The bounds of a stopped count are valid. */
static void stopping(void **state)
{
    (void)state;
    draft d;
    dm_level *level = NULL;
    dm_run *run = NULL;
    dm_line_odds *odds = NULL, *all = NULL;
    start(&d, 9, 2);
    for (int v = 1; v < 9; v++)
        join(&d, v - 1, v, 3);
    settle(&d, 1, 5);
    assert_int_equal(dm_level_new(&d.level, &level, NULL), DM_OK);
    dm_line_ask ask = {.op = DM_LINE_ADD};
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_set_work_limit(run, 12);
    assert_int_equal(dm_line_odds_of(level, &ask, run, &odds, NULL), DM_STOPPED);
    all = odds_of(level, &ask);
    assert_false(odds->proven);
    assert_true(odds->low <= all->decimal && all->decimal <= odds->high);
    assert_true(odds->low < odds->high && all->low == all->high);
    dm_line_odds_free(odds);
    dm_line_odds_free(all);
    dm_run_free(run);
    dm_level_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_the_definition),
        cmocka_unit_test(a_place_alone),
        cmocka_unit_test(drawn_places),
        cmocka_unit_test(removals),
        cmocka_unit_test(draws_agree_with_exact_shares),
        cmocka_unit_test(draws_are_seeded_and_stopped),
        cmocka_unit_test(stopping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
