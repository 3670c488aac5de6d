/* test_cuts.c - the best cut and the odds of cuts against the definition. */
#include "check/lines/cuts.h"
#include "support/levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <stdlib.h>
#include <string.h>

static bool same(dm_ratio a, dm_ratio b)
{
    return a.num == b.num && a.den == b.den;
}

/* At a third of every stretch the payoffs are two thirds of one end's and a third of the other's;
 * all numbers are multiplied by 3 to stay whole. */
static void check_line(const dm_level *level, int e, dm_line_ties ties)
{
    static check_cut_room big, room;
    int64_t first[6], last[6], inside[6];
    check_cut(level, e, (dm_ratio){0, 1}, 0, &room);
    check_payoffs(&room.level, ties, first);
    check_cut(level, e, (dm_ratio){1, 1}, 0, &room);
    check_payoffs(&room.level, ties, last);
    big.level = *level;
    big.level.edges = big.edges;
    for (int i = 0; i < level->edge_count; i++) {
        big.edges[i] = level->edges[i];
        big.edges[i].length.num *= 3;
    }
    check_cut(&big.level, e, (dm_ratio){1, 3}, 0, &room);
    check_payoffs(&room.level, ties, inside);
    for (int p = 0; p < level->player_count; p++)
        assert_int_equal(inside[p], 2 * first[p] + last[p]);
}

static void payoffs_are_lines_along_an_edge(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 31);
    for (int round = 0; round < (run_long() ? 3000 : 150); round++) {
        draft d;
        dm_level *level = NULL;
        draw_level(&rng, &d);
        for (int i = 0; i < d.level.site_count;
             i++) /* on vertices only, so that edges have no sites inside */
            if (d.sites[i].place.vertex < 0)
                d.sites[i].place = (dm_line_place){d.edges[d.sites[i].place.edge].u, -1, {0, 1}};
        if (dm_level_new(&d.level, &level, NULL) != DM_OK)
            continue;
        for (int e = 0; e < level->edge_count; e++)
            check_line(level, e, (dm_line_ties)(round % 4));
        dm_level_free(level);
    }
}

/* The level after the move has the standing reported, or is near it if that is a limit. */
static void check_move(const dm_level *level, const dm_line_ask *ask, const dm_line_best *best)
{
    check_cut_room room;
    dm_level *after = NULL;
    dm_line_diagram *diagram = NULL;
    dm_line_standing told;
    dm_level own = *level;
    own.me = ask->player;
    assert_int_equal(best->move_count, 1);
    check_cut(&own, best->moves[0].place.edge, best->moves[0].place.at, 0, &room);
    assert_int_equal(dm_level_new(&room.level, &after, NULL), DM_OK);
    assert_int_equal(dm_line_diagram_new(after, ask->ties, false, &diagram, NULL), DM_OK);
    assert_int_equal(dm_line_standing_of(diagram, ask->player, &told, NULL), DM_OK);
    if (best->attained) {
        assert_int_equal(dm_line_compare(&told, &best->after, ask->objective), 0);
        assert_true(same(told.payoff, best->after.payoff));
    } else {
        double payoff = (double)told.payoff.num / (double)told.payoff.den;
        double margin = (double)told.margin.num / (double)told.margin.den;
        assert_true(payoff > best->payoff - 1e-4 && payoff < best->payoff + 1e-4);
        assert_true(margin > best->margin - 1e-4 && margin < best->margin + 1e-4);
        assert_int_equal(told.rank, best->after.rank);
    }
    dm_line_diagram_free(diagram);
    dm_level_free(after);
}

/* Returns whether the best is only a limit. */
static bool check_best(const dm_level *level, const dm_line_ask *ask)
{
    dm_line_best *best = NULL;
    check_cut_best truth;
    dm_error err = {0};
    check_best_cut(level, ask, &truth);
    assert_ok(dm_line_best_move(level, ask, NULL, &best, &err), err);
    assert_true(best->proven);
    assert_int_equal(dm_line_compare(&best->after, &truth.best, ask->objective), 0);
    assert_int_equal(best->attained, truth.attained);
    check_move(level, ask, best);
    dm_line_best_free(best);
    return !truth.attained;
}

static void random_levels(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 32);
    int compared = 0, limits = 0;
    for (int round = 0; round < (run_long() ? 100000 : 1200); round++) {
        draft d;
        dm_level *level = NULL;
        draw_level(&rng, &d);
        if (d.level.edge_count == 0 || dm_level_new(&d.level, &level, NULL) != DM_OK)
            continue; /* two sites at one point */
        dm_line_ask ask = {.op = DM_LINE_CUT,
                           .player = (int32_t)dm_rng_below(&rng, (uint64_t)level->player_count),
                           .ties = (dm_line_ties)dm_rng_below(&rng, 4)};
        for (int i = 0; i < 6; i++) {
            ask.objective = (dm_line_objective)(i % 3);
            ask.method = i < 3 ? DM_LINE_METHOD_AUTO : DM_LINE_METHOD_ALL;
            limits += check_best(level, &ask);
        }
        ask.method = DM_LINE_METHOD_AUTO;
        dm_line_odds *odds = NULL;
        check_cut_odds truth;
        dm_error err = {0};
        check_cut_wins(level, &ask, &truth);
        assert_ok(dm_line_odds_of(level, &ask, NULL, &odds, &err), err);
        assert_true(odds->proven);
        assert_true(same(odds->fraction, truth.fraction));
        assert_int_equal(odds->winning_count, truth.count);
        assert_int_equal(odds->regions, truth.count);
        for (int i = 0; i < truth.count; i++) {
            assert_int_equal(odds->winning[i].edge, truth.winning[i].edge);
            assert_true(same(odds->winning[i].from, truth.winning[i].from));
            assert_true(same(odds->winning[i].to, truth.winning[i].to));
        }
        dm_line_odds_free(odds);
        compared++;
        dm_level_free(level);
    }
    assert_true(compared > 500 && limits > 50);
}

static dm_level *level_of(const char *spec, uint64_t seed, int64_t lengths, int players, int sites)
{
    static char *names[] = {"red", "blue", "green"};
    dm_arena *arena = family_board(spec, seed);
    const dm_graph *graph = dm_arena_graph(arena);
    dm_stone stones[16];
    dm_line_site placed[16];
    dm_line_edge edges[1024];
    dm_level *level = NULL, set = {.vertex_count = dm_arena_vertices(arena),
                                   .edges = edges,
                                   .sites = placed,
                                   .site_count = sites,
                                   .player_count = players,
                                   .players = names};
    dm_rng rng;
    dm_rng_init(&rng, seed);
    random_stones(&rng, set.vertex_count, sites, players, stones);
    for (int i = 0; i < sites; i++)
        placed[i] = (dm_line_site){i % players, {stones[i].vertex, -1, {0, 1}}};
    for (int u = 0; u < set.vertex_count; u++)
        for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++)
            if (graph->target[arc] > u)
                edges[set.edge_count++] = (dm_line_edge){
                    u, graph->target[arc], {1 + (int64_t)dm_rng_below(&rng, (uint64_t)lengths), 1}};
    assert_int_equal(dm_level_new(&set, &level, NULL), DM_OK);
    dm_arena_free(arena);
    return level;
}

/* Grids of unit lengths are full of ties, over whole quadrants too. */
static void larger_levels(void **state)
{
    (void)state;
    static const char *const specs[] = {"grid:9x9", "torus:7x7", "road:100", "random-tree:90",
                                        "grid:3x30"};
    dm_rng rng;
    dm_rng_init(&rng, 33);
    for (int round = 0; round < (run_long() ? 3000 : 100); round++) {
        dm_level *level =
            level_of(specs[round % 5], (uint64_t)round, round % 3 ? 1 + round % 2 : 50,
                     2 + round % 2, 2 + (int)dm_rng_below(&rng, 6));
        dm_line_ask ask = {.op = DM_LINE_CUT,
                           .objective = (dm_line_objective)dm_rng_below(&rng, 3),
                           .ties = (dm_line_ties)dm_rng_below(&rng, 4)};
        dm_line_best *quick = NULL, *slow = NULL;
        dm_error err = {0};
        ask.method = DM_LINE_METHOD_AUTO;
        assert_ok(dm_line_best_move(level, &ask, NULL, &quick, &err), err);
        ask.method = DM_LINE_METHOD_ALL;
        assert_ok(dm_line_best_move(level, &ask, NULL, &slow, &err), err);
        assert_int_equal(dm_line_compare(&quick->after, &slow->after, ask.objective), 0);
        assert_int_equal(slow->candidates, level->edge_count);
        assert_true(quick->candidates <= level->edge_count + 1);
        dm_line_best_free(quick);
        dm_line_best_free(slow);
        dm_level_free(level);
    }
}

/* s1-s2, s2-a, s2-b of length 1, s2-s3 of 3, and optionally a leaf of 12/5 at s1. */
static dm_level *three_players(bool with_leaf)
{
    draft d;
    dm_level *level = NULL;
    start(&d, 6, 3);
    join(&d, 0, 1, 1);
    join(&d, 1, 3, 1);
    join(&d, 1, 4, 1);
    join(&d, 1, 2, 3);
    for (int p = 0; p < 3; p++)
        settle(&d, p, p);
    if (with_leaf)
        d.edges[d.level.edge_count++] = (dm_line_edge){0, 5, {12, 5}};
    assert_int_equal(dm_level_new(&d.level, &level, NULL), DM_OK);
    return level;
}

static void an_interior_cut_is_best(void **state)
{
    (void)state;
    dm_level *level = three_players(false);
    dm_line_ask ask = {.op = DM_LINE_CUT, .objective = DM_LINE_MARGIN};
    dm_line_best *best = NULL;
    assert_int_equal(dm_line_best_move(level, &ask, NULL, &best, NULL), DM_OK);
    assert_true(same(best->after.margin, (dm_ratio){-9, 4}) && best->attained);
    assert_int_equal(best->moves[0].place.edge, 3);
    assert_true(same(best->moves[0].place.at, (dm_ratio){1, 12}));
    dm_line_best_free(best);
    dm_level_free(level);
}

static void only_interior_cuts_win(void **state)
{
    (void)state;
    dm_level *level = three_players(true);
    dm_line_ask ask = {.op = DM_LINE_CUT};
    dm_line_odds *odds = NULL;
    assert_int_equal(dm_line_odds_of(level, &ask, NULL, &odds, NULL), DM_OK);
    assert_int_equal(odds->winning_count, 1);
    assert_true(same(odds->winning[0].from, (dm_ratio){1, 30}));
    assert_true(same(odds->winning[0].to, (dm_ratio){2, 15}));
    assert_true(same(odds->fraction, (dm_ratio){1, 28})); /* 3/10 of 42/5 */
    assert_int_equal(odds->regions, 1);
    dm_line_odds_free(odds);
    dm_level_free(level);
}

static void a_stopped_search_keeps_its_best(void **state)
{
    (void)state;
    dm_level *level = level_of("grid:9x9", 4, 9, 2, 2);
    dm_line_ask ask = {.op = DM_LINE_CUT, .objective = DM_LINE_MARGIN};
    for (int method = DM_LINE_METHOD_AUTO; method <= DM_LINE_METHOD_ALL; method++) {
        dm_run *run = NULL;
        dm_line_best *best = NULL;
        ask.method = (dm_line_cut_method)method;
        assert_int_equal(dm_run_new(&run, NULL), DM_OK);
        dm_run_set_work_limit(run, method == DM_LINE_METHOD_AUTO ? 10 : 100);
        assert_int_equal(dm_line_best_move(level, &ask, run, &best, NULL), DM_STOPPED);
        assert_false(best->proven);
        assert_int_equal(best->move_count, 1);
        dm_line_best_free(best);
        dm_run_free(run);
    }
    dm_level_free(level);
}

static void there_must_be_something_to_cut(void **state)
{
    (void)state;
    draft d;
    dm_level *level = NULL;
    dm_line_ask ask = {.op = DM_LINE_CUT};
    dm_line_best *best = NULL;
    dm_error err = {0};
    start(&d, 2, 2);
    settle(&d, 0, 0);
    assert_int_equal(dm_level_new(&d.level, &level, NULL), DM_OK);
    assert_int_equal(dm_line_best_move(level, &ask, NULL, &best, &err), DM_BAD_MOVE);
    assert_string_equal(err.message, "the level has no edge to cut");
    dm_level_free(level);
}

/* A setting that would have no effect is refused, not ignored. */
static void settings_without_effect(void **state)
{
    (void)state;
    static const struct {
        bool odds;
        dm_line_ask ask;
        const char *message;
    } bad[] = {
        {true,
         {.op = DM_LINE_CUT, .method = DM_LINE_METHOD_ALL},
         "method 'all' is for the best cut, not for odds"},
        {false,
         {.op = DM_LINE_ROPE, .method = DM_LINE_METHOD_TYPES},
         "method 'types' is for cuts, not for 'rope'"},
        {false,
         {.op = DM_LINE_CUT, .samples = 9},
         "samples are for odds; the best move is searched for exactly"},
        {false, {.op = DM_LINE_CUT, .player = 2}, "there is no player 2; players are 0..1"},
    };
    dm_level *level = level_of("grid:3x3", 4, 9, 2, 2);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dm_line_best *best = NULL;
        dm_line_odds *odds = NULL;
        dm_error err = {0};
        assert_int_equal(bad[i].odds ? dm_line_odds_of(level, &bad[i].ask, NULL, &odds, &err)
                                     : dm_line_best_move(level, &bad[i].ask, NULL, &best, &err),
                         DM_BAD_ARGUMENT);
        assert_string_equal(err.message, bad[i].message);
        assert_true(!best && !odds);
    }
    dm_level_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(payoffs_are_lines_along_an_edge),
        cmocka_unit_test(random_levels),
        cmocka_unit_test(larger_levels),
        cmocka_unit_test(an_interior_cut_is_best),
        cmocka_unit_test(only_interior_cuts_win),
        cmocka_unit_test(a_stopped_search_keeps_its_best),
        cmocka_unit_test(there_must_be_something_to_cut),
        cmocka_unit_test(settings_without_effect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
