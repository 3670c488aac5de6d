/* test_fault_interval.c - memory runs out while games on a circle or a segment are played, attacked
 * and drawn.  GMP's own memory is not covered. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/draw.h>
#include <demesne/interval.h>
#include <stdio.h>
#include <unistd.h>

static dm_status play(dm_error *err)
{
    const dm_interval_rules rules = {.stones = 3, .min_distance = "1/50"};
    dm_interval *game = NULL, *copy = NULL;
    dm_interval_player *player = NULL;
    char *text = NULL;
    dm_status status = dm_interval_new(&rules, &game, err);
    if (status == DM_OK)
        status = dm_interval_read(game, "0,1/3", err);
    if (status == DM_OK)
        status = dm_interval_player_new("greedy", DM_BLUE, 1, &player, err);
    if (status == DM_OK)
        status = dm_interval_player_turn(player, game, err);
    if (status == DM_OK)
        status = dm_interval_copy(game, &copy, err);
    if (status == DM_OK)
        status = dm_interval_measure(copy, DM_LENGTH_LEAD, &text, err);
    assert_true((status == DM_OK) == (text != NULL));
    dm_free(text);
    dm_interval_player_free(player);
    dm_interval_free(copy);
    dm_interval_free(game);
    return status;
}

/* The steps of both sides, the best answer, and the value of a small game. */
static dm_status explain(dm_error *err)
{
    static const char *const players[] = {"key-grabbing", "keypoint", "lemma3", "mirror"};
    dm_interval *game = NULL;
    dm_trace trace = {0};
    dm_status status = DM_OK;
    for (int i = 0; i < 4 && status == DM_OK; i += 2) {
        const dm_interval_rules rules = {.stones = 3};
        dm_interval_player *side[2] = {NULL, NULL};
        status = dm_interval_new(&rules, &game, err);
        for (int k = 0; k < 2 && status == DM_OK; k++)
            status = dm_interval_player_new(players[i + k], (dm_colour)k, 1, &side[k], err);
        while (status == DM_OK && !dm_interval_is_over(game))
            status = dm_interval_player_explain(side[dm_interval_to_move(game)], game, &trace, err);
        for (int k = 0; k < 2; k++)
            dm_interval_player_free(side[k]);
        dm_interval_free(game);
        game = NULL;
    }
    dm_trace_clear(&trace);
    return status;
}

static dm_status answer(dm_error *err)
{
    const dm_interval_rules rules = {.arena = DM_SEGMENT, .stones = 2, .all_first = true};
    const dm_interval_rules small = {.stones = 2, .min_distance = "1/30"};
    dm_interval *game = NULL;
    dm_interval_player *player = NULL;
    char *text = NULL;
    bool attained;
    dm_outcome outcome;
    dm_status status = dm_interval_new(&rules, &game, err);
    if (status == DM_OK)
        status = dm_interval_read(game, "1/4,3/4", err);
    if (status == DM_OK)
        status = dm_interval_best_answer(game, &text, &attained, err);
    dm_free(text);
    text = NULL;
    if (status == DM_OK)
        status = dm_interval_player_new("best-answer", DM_RED, 1, &player, err);
    if (status == DM_OK)
        status = dm_interval_player_turn(player, game, err);
    if (status == DM_OK)
        status = dm_interval_solve(&small, &text, &outcome, err);
    dm_free(text);
    dm_interval_player_free(player);
    dm_interval_free(game);
    return status;
}

static dm_status attack(dm_error *err)
{
    const dm_interval_rules rules = {.arena = DM_SEGMENT, .stones = 4};
    const dm_attack_settings plain = {.grid = DM_GRID_KEYS}, fine = {.samples = 2, .bits = 100};
    dm_attack_result *result = NULL;
    dm_status status = dm_interval_attack(&rules, "line", &plain, NULL, &result, err);
    assert_true((status == DM_OK) == (result != NULL));
    dm_attack_result_free(result);
    result = NULL;
    if (status == DM_OK)
        status = dm_interval_attack(&rules, "line", &fine, NULL, &result, err);
    dm_attack_result_free(result);
    return status;
}

static char file[64];

static dm_status draw(dm_error *err)
{
    const dm_interval_rules rules = {.stones = 2};
    dm_interval *game = NULL;
    char *text = NULL;
    dm_status status = dm_interval_new(&rules, &game, err);
    if (status == DM_OK)
        status = dm_interval_read(game, "0,1/2,511/1024", err);
    if (status == DM_OK)
        status = dm_draw_interval_text(game, NULL, &text, err);
    if (status == DM_OK)
        status = dm_draw_interval(game, "a caption", file, err);
    if (status == DM_OK)
        status = dm_draw_interval_game(game, file, err);
    dm_free(text);
    dm_interval_free(game);
    return status;
}

static void games_are_played(void **state)
{
    (void)state;
    fault_sweep(play, FAULT_NO_MEMORY);
}

static void steps_are_explained(void **state)
{
    (void)state;
    fault_sweep(explain, FAULT_NO_MEMORY);
}

static void games_are_answered_and_solved(void **state)
{
    (void)state;
    fault_sweep(answer, FAULT_NO_MEMORY);
}

static void strategies_are_attacked(void **state)
{
    (void)state;
    fault_sweep(attack, FAULT_COPES); /* also without its table */
}

static void games_are_drawn(void **state)
{
    (void)state;
    snprintf(file, sizeof file, "/tmp/test_fault_interval_%ld.svg", (long)getpid());
    fault_sweep(draw, FAULT_NO_MEMORY);
    unlink(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_played),
        cmocka_unit_test(steps_are_explained),
        cmocka_unit_test(games_are_answered_and_solved),
        cmocka_unit_test(strategies_are_attacked),
        cmocka_unit_test(games_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
