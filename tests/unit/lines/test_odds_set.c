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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(exact_shares),
                                       cmocka_unit_test(intervals_of_random_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
