/* intervals.c - games and attacks on the circle and the segment. */
#include "support/intervals.h"

dm_attack_result *attacked(dm_interval_rules rules, const char *red, dm_attack_settings settings)
{
    dm_attack_result *result = NULL;
    dm_error err = {0};
    assert_ok(dm_interval_attack(&rules, red, &settings, NULL, &result, &err), err);
    assert_true(result->complete);
    assert_true(result->games > 0);
    assert_non_null(result->worst);
    assert_true(dm_interval_is_over(result->worst));
    return result;
}

char *lead_of(const dm_interval *game)
{
    char *lead = NULL;
    dm_error err = {0};
    assert_ok(dm_interval_measure(game, DM_LENGTH_LEAD, &lead, &err), err);
    return lead;
}

void wins_all(dm_interval_rules rules, const char *red, dm_attack_settings settings)
{
    dm_attack_result *result = attacked(rules, red, settings);
    if (result->not_won)
        fail_msg("%s on the %s, n = %d: %llu of %llu games not won, at worst by %s", red,
                 dm_interval_arena_name(rules.arena), rules.stones,
                 (unsigned long long)result->not_won, (unsigned long long)result->games,
                 lead_of(result->worst));
    assert_int_equal(dm_interval_outcome(result->worst), DM_SECOND_WINS);
    dm_attack_result_free(result);
}

int worst_sign(dm_interval_rules rules, const char *red, dm_attack_settings settings)
{
    dm_attack_result *result = attacked(rules, red, settings);
    int sign = -dm_interval_outcome(result->worst);
    assert_int_equal(result->not_won > 0, sign <= 0);
    assert_int_equal(result->lost > 0, sign < 0);
    dm_attack_result_free(result);
    return sign;
}

dm_interval *played(dm_interval_rules rules, const char *blue, const char *red, uint64_t seed)
{
    const char *specs[] = {blue, red};
    dm_interval_player *players[2] = {NULL, NULL};
    dm_interval *game = NULL;
    dm_error err = {0};
    assert_ok(dm_interval_new(&rules, &game, &err), err);
    for (int side = DM_BLUE; side <= DM_RED; side++)
        assert_ok(dm_interval_player_new(specs[side], (dm_colour)side,
                                         side == DM_RED ? dm_rng_derive(seed, 1) : seed,
                                         &players[side], &err),
                  err);
    while (!dm_interval_is_over(game))
        assert_ok(dm_interval_player_turn(players[dm_interval_to_move(game)], game, &err), err);
    dm_interval_player_free(players[DM_BLUE]);
    dm_interval_player_free(players[DM_RED]);
    return game;
}
