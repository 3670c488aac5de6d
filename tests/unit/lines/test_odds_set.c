/* test_odds_set.c - the share of winning pairs of moves: exact, against every triangle of places
 * (check/pair_share.h), and by random pairs, whose interval covers the exact share. */
#include "check/lines/pair_share.h"
#include "support/levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <math.h>

/* At most four edges of lengths 1 to 3, in a tree or with a cycle. */
static dm_level *small_level(dm_rng *rng)
{
    for (;;) {
        draft d;
        int vertices = 2 + (int)dm_rng_below(rng, 3), players = 2 + (int)dm_rng_below(rng, 2);
        int sites = 2 + (int)dm_rng_below(rng, 3);
        dm_level *level = NULL;
        start(&d, vertices, players);
        for (int v = 1; v < vertices; v++)
            join(&d, (int)dm_rng_below(rng, (uint64_t)v), v, 1 + (int64_t)dm_rng_below(rng, 3));
        if (dm_rng_below(rng, 3) == 0)
            join(&d, 0, vertices - 1, 1 + (int64_t)dm_rng_below(rng, 2));
        for (int i = 0; i < sites; i++) {
            int e = (int)dm_rng_below(rng, (uint64_t)d.level.edge_count);
            int64_t length = d.edges[e].length.num;
            if (length > 1 && dm_rng_below(rng, 2))
                settle_on(&d, i % players, e, 1, length);
            else
                settle(&d, i % players, (int)dm_rng_below(rng, (uint64_t)vertices));
        }
        if (dm_level_new(&d.level, &level, NULL) == DM_OK)
            return level;
    }
}

static dm_line_ask ask_of(int round)
{
    static const dm_line_op ops[] = {DM_LINE_ADD, DM_LINE_CUT, DM_LINE_REMOVE};
    return (dm_line_ask){.op = ops[round % 3],
                         .ties = (dm_line_ties)(round / 3 % 4),
                         .count = 2,
                         .seed = (uint64_t)round};
}

static dm_line_odds *odds_of(const dm_level *level, const dm_line_ask *ask)
{
    dm_line_odds *odds = NULL;
    dm_error err = {0};
    assert_ok(dm_line_odds_of(level, ask, NULL, &odds, &err), err);
    return odds;
}

static void exact_shares(void **state)
{
    (void)state;
    int between = 0;
    for (int round = 0; round < (run_long() ? 300 : 24); round++) {
        dm_rng rng;
        dm_rng_init(&rng, 400 + (uint64_t)round);
        dm_level *level = small_level(&rng);
        dm_line_ask ask = ask_of(round);
        dm_line_odds *odds = odds_of(level, &ask);
        double truth = ask.op == DM_LINE_REMOVE ? check_removed_share(level, &ask)
                                                : check_pair_share(level, &ask);
        assert_true(odds->proven && odds->samples == 0 && odds->error == 0);
        assert_true(fabs(odds->decimal - truth) < 1e-9);
        between += truth > 0 && truth < 1;
        dm_line_odds_free(odds);
        dm_level_free(level);
    }
    assert_true(between > 4);
}

/* Wilson's interval at 95 % covers the exact share about 19 times in 20. */
static void intervals_of_random_pairs(void **state)
{
    (void)state;
    enum { LEVELS = 200 };
    int covered = 0, between = 0;
    for (int round = 0; round < LEVELS; round++) {
        dm_rng rng;
        dm_rng_init(&rng, 900 + (uint64_t)round);
        dm_level *level = small_level(&rng);
        dm_line_ask ask = ask_of(round);
        dm_line_odds *exact = odds_of(level, &ask);
        ask.samples = run_long() ? 2000 : 60;
        dm_line_odds *drawn = odds_of(level, &ask);
        assert_int_equal(drawn->samples, ask.samples);
        assert_false(drawn->proven);
        bool is_inside =
            exact->decimal >= drawn->low - 1e-12 && exact->decimal <= drawn->high + 1e-12;
        if (exact->decimal > 0 && exact->decimal < 1) {
            between++;
            covered += is_inside;
        } else {
            assert_true(is_inside);
        }
        dm_line_odds_free(exact);
        dm_line_odds_free(drawn);
        dm_level_free(level);
    }
    assert_true(between > LEVELS / 4);
    assert_true(covered * 10 >= between * 9);
}

static double decimal(dm_ratio ratio)
{
    return (double)ratio.num / (double)ratio.den;
}

/* 1: the places are inside a polygon of these edges, 0: outside of all, -1: on a border. */
static int is_inside(const dm_line_odds *odds, const int *edge, double t, double s)
{
    for (int32_t i = 0; i < odds->polygon_count; i++) {
        const dm_line_polygon *p = &odds->polygons[i];
        int left = 0, right = 0;
        if (p->edge[0] != edge[0] || p->edge[1] != edge[1])
            continue;
        for (int32_t k = 0; k < p->count; k++) {
            const dm_line_pair *a = &odds->corners[p->first + k];
            const dm_line_pair *b = &odds->corners[p->first + (k + 1) % p->count];
            double dt = decimal(b->at[0]) - decimal(a->at[0]);
            double ds = decimal(b->at[1]) - decimal(a->at[1]);
            double turn = dt * (s - decimal(a->at[1])) - ds * (t - decimal(a->at[0]));
            left += turn > 1e-9;
            right += turn < -1e-9;
        }
        if (left == p->count || right == p->count)
            return 1;
        if (left == 0 || right == 0)
            return -1;
    }
    return 0;
}

/* Whether random pairs of places win exactly inside the polygons; counts those compared. */
static int compare_pairs(dm_rng *rng, const dm_level *level, const dm_line_odds *odds)
{
    int seen = 0;
    for (int k = 0; k < 40; k++) {
        int edge[2];
        dm_line_move moves[2];
        dm_level *after = NULL;
        dm_line_diagram *diagram = NULL;
        for (int j = 0; j < 2; j++) {
            edge[j] = (int)dm_rng_below(rng, (uint64_t)level->edge_count);
            dm_ratio at = {1 + (int64_t)dm_rng_below(rng, 1008), 1009};
            moves[j] = (dm_line_move){.op = DM_LINE_ADD, .place = {-1, edge[j], at}};
        }
        double t = decimal(moves[0].place.at), s = decimal(moves[1].place.at);
        bool is_listed = edge[0] < edge[1] || (edge[0] == edge[1] && t < s);
        int inside = is_listed ? is_inside(odds, edge, t, s) : -1;
        if (inside < 0)
            continue;
        assert_int_equal(dm_level_apply_moves(level, moves, 2, 0, &after, NULL), DM_OK);
        assert_int_equal(dm_line_diagram_new(after, DM_LINE_NEUTRAL, false, &diagram, NULL), DM_OK);
        assert_int_equal(diagram->winner == 0, inside);
        seen++;
        dm_line_diagram_free(diagram);
        dm_level_free(after);
    }
    return seen;
}

/* Two new sites win inside the polygons and nowhere else; their shares add up. */
static void polygons_are_where_pairs_win(void **state)
{
    (void)state;
    int seen = 0;
    for (int round = 0; round < (run_long() ? 200 : 20); round++) {
        dm_rng rng;
        dm_rng_init(&rng, 700 + (uint64_t)round);
        dm_level *level = small_level(&rng);
        dm_line_ask ask = {.op = DM_LINE_ADD, .count = 2, .polygons = true};
        dm_line_odds *odds = odds_of(level, &ask);
        double sum = 0;
        for (int32_t i = 0; i < odds->polygon_count; i++)
            sum += decimal(odds->polygons[i].share);
        assert_int_equal(odds->samples, 0);
        assert_true(fabs(sum - odds->decimal) < 1e-12);
        seen += compare_pairs(&rng, level, odds);
        dm_line_odds_free(odds);
        dm_level_free(level);
    }
    assert_true(seen > 100);
}

/* Random plays of a level with one cut, or two, win as often as the exact share says. */
static void random_plays_follow_the_share(void **state)
{
    (void)state;
    int inside = 0, seen = 0;
    for (int round = 0; round < 20; round++) {
        dm_rng rng;
        dm_rng_init(&rng, 800 + (uint64_t)round);
        dm_level *level = small_level(&rng), *asked = NULL;
        dm_line_quota quota = {round % 2 ? DM_LINE_CUT : DM_LINE_ADD, 1 + round / 2 % 2};
        dm_level budget = *level;
        dm_random_play play;
        dm_error err = {0};
        dm_line_ask ask = {.op = quota.op, .count = quota.count};
        budget.quotas = &quota;
        budget.quota_count = 1;
        assert_ok(dm_level_new(&budget, &asked, &err), err);
        assert_ok(dm_level_play_randomly(asked, DM_LINE_NEUTRAL, 2000, (uint64_t)round, NULL, &play,
                                         &err),
                  err);
        dm_line_odds *odds = odds_of(level, &ask);
        assert_int_equal(play.samples, 2000);
        /* two sites are drawn one after the other: the second one's edge may be divided */
        inside += odds->decimal >= play.low - 1e-9 && odds->decimal <= play.high + 1e-9;
        seen++;
        dm_line_odds_free(odds);
        dm_level_free(asked);
        dm_level_free(level);
    }
    assert_true(inside * 10 >= seen * 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(exact_shares),
                                       cmocka_unit_test(intervals_of_random_pairs),
                                       cmocka_unit_test(polygons_are_where_pairs_win),
                                       cmocka_unit_test(random_plays_follow_the_share)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
