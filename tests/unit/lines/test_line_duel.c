/* test_line_duel.c - the game of two on edges: legal moves, and players that are as strong as they
 * should be. */
#include "support/levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <demesne/line_duel.h>
#include <string.h>

enum { ADD = 1U << DM_LINE_ADD, ALL = (1U << 4) - 1 };

static double decimal(dm_ratio r)
{
    return (double)r.num / (double)r.den;
}

static dm_level *make(dm_level_kind kind, int vertices, uint64_t seed)
{
    dm_level_wish wish = {.kind = kind, .vertices = vertices, .seed = seed};
    dm_level *level = NULL;
    dm_error err = {0};
    assert_ok(dm_level_generate(&wish, NULL, &level, NULL, NULL, &err), err);
    return level;
}

/* White's value at the end of a game. */
static double play(const dm_level *level, const dm_line_duel *duel, dm_line_duellist white,
                   dm_line_duellist black, uint64_t seed)
{
    dm_level *now = NULL;
    dm_ratio value;
    dm_error err = {0};
    dm_rng rng;
    dm_rng_init(&rng, seed);
    assert_ok(dm_level_new(level, &now, &err), err);
    for (int32_t played = 0; played < 2 * duel->rounds; played++) {
        dm_line_move move;
        dm_level *next = NULL;
        assert_ok(dm_line_duel_choose(now, duel, played, played % 2 ? black : white, &rng, NULL,
                                      &move, &err),
                  err);
        assert_true(duel->ops >> move.op & 1);
        assert_ok(dm_level_apply(now, &move, duel->player[played % 2], &next, &err), err);
        dm_level_free(now);
        now = next;
    }
    assert_ok(dm_line_duel_value(now, duel, &value, &err), err);
    dm_level_free(now);
    return decimal(value);
}

/* Every player finishes games with every kind of move. */
static void games(void **state)
{
    (void)state;
    for (int round = 0; round < (run_long() ? 200 : 8); round++) {
        dm_level *level = make((dm_level_kind)(round % 3), 6, (uint64_t)round + 1);
        unsigned ops = round % 2 ? ADD : ALL & ~(1U << DM_LINE_ROPE);
        dm_line_duel duel = {.player = {0, 1}, .rounds = 2, .ops = ops, .think = 0.01};
        play(level, &duel, (dm_line_duellist)(round % 4), (dm_line_duellist)(round / 2 % 4), 5);
        dm_level_free(level);
    }
}

/* With one site each, the one-round player comes near the leader's value against the best answer,
 * and greedy answers reach it. */
static void one_round_is_lead(void **state)
{
    (void)state;
    for (int round = 0; round < (run_long() ? 300 : 10); round++) {
        dm_level *level = make((dm_level_kind)(round % 3), 8, (uint64_t)round + 50);
        dm_line_duel duel = {.player = {0, 1}, .rounds = 1, .ops = ADD};
        dm_line_first_site lead;
        dm_error err = {0};
        assert_ok(dm_line_first_site_of(level, &(dm_line_first_site_ask){0, 1, DM_LINE_NEUTRAL},
                                        NULL, &lead, &err),
                  err);
        double best = decimal(lead.value);
        double reached = play(level, &duel, DM_LINE_ONE_ROUND, DM_LINE_GREEDY, 1);
        double greedy = play(level, &duel, DM_LINE_GREEDY, DM_LINE_GREEDY, 1);
        assert_true(reached > best - 1);
        assert_true(greedy < best + 1);
        dm_level_free(level);
    }
}

/* Stronger players beat weaker ones, summed over both sides of some levels. */
static void strength(void **state)
{
    (void)state;
    double sum[3] = {0};
    for (int round = 0; round < (run_long() ? 40 : 6); round++) {
        dm_level *level = make((dm_level_kind)(round % 3), 10, (uint64_t)round + 100);
        dm_line_duel duel = {.player = {0, 1}, .rounds = 2, .ops = ADD};
        for (int i = 0; i < 3; i++) {
            dm_line_duellist strong = i == 2 ? DM_LINE_ONE_ROUND : (dm_line_duellist)(i + 1);
            dm_line_duellist weak = i == 2 ? DM_LINE_GREEDY : DM_LINE_RANDOM;
            sum[i] += play(level, &duel, strong, weak, 7) - play(level, &duel, weak, strong, 8);
        }
        dm_level_free(level);
    }
    assert_true(sum[0] > 0); /* greedy, random */
    assert_true(sum[1] > 0); /* one-round, random */
    assert_true(sum[2] > 0); /* one-round, greedy */
}

static void refused(void **state)
{
    (void)state;
    dm_level *level = make(DM_LEVEL_TREE, 5, 1);
    static const struct {
        dm_line_duel duel;
        int32_t played;
        const char *words;
    } wrong[] = {
        {{.player = {0, 2}, .rounds = 1, .ops = ADD}, 0, "there is no player 2"},
        {{.player = {0, 0}, .rounds = 1, .ops = ADD}, 0, "the two players are the same"},
        {{.player = {0, 1}, .rounds = 1, .ops = ADD, .ties = DM_LINE_OWN}, 0, "cannot be 'own'"},
        {{.player = {0, 1}, .rounds = 1}, 0, "no kind of move"},
        {{.player = {0, 1}, .rounds = 1, .ops = ADD}, 2, "the game is over"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dm_line_move move;
        dm_rng rng;
        dm_error err = {0};
        dm_rng_init(&rng, 1);
        assert_int_equal(dm_line_duel_choose(level, &wrong[i].duel, wrong[i].played, DM_LINE_GREEDY,
                                             &rng, NULL, &move, &err),
                         DM_BAD_ARGUMENT);
        assert_non_null(strstr(err.message, wrong[i].words));
    }
    dm_level_free(level);
}

/* A run that is over stops every player. */
static void stopped(void **state)
{
    (void)state;
    dm_level *level = make(DM_LEVEL_GABRIEL, 12, 2);
    for (int how = DM_LINE_RANDOM; how <= DM_LINE_SEARCHING; how++) {
        dm_line_duel duel = {.player = {0, 1}, .rounds = 3, .ops = ADD};
        dm_line_move move;
        dm_run *run = NULL;
        dm_rng rng;
        dm_error err = {0};
        dm_rng_init(&rng, 1);
        assert_ok(dm_run_new(&run, &err), err);
        dm_run_cancel(run);
        assert_int_equal(
            dm_line_duel_choose(level, &duel, 0, (dm_line_duellist)how, &rng, run, &move, &err),
            DM_UNFINISHED);
        dm_run_free(run);
    }
    dm_level_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games),   cmocka_unit_test(one_round_is_lead), cmocka_unit_test(strength),
        cmocka_unit_test(refused), cmocka_unit_test(stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
