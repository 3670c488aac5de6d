/* test_fault_contest.c - memory runs out in matches, reviews, bots and moving pictures. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/demesne.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static dm_arena *board; /* made before any fault */

static int make_board(void **state)
{
    (void)state;
    board = family_board("grid:3x4", 1);
    return 0;
}

static int free_board(void **state)
{
    (void)state;
    dm_arena_free(board);
    return 0;
}

static dm_status start(int32_t rounds, dm_position **out, dm_error *err)
{
    dm_rules rules = {0};
    dm_status status = dm_rules_init(rounds, 1, DM_TIES_NEUTRAL, &rules, err);
    if (status == DM_OK)
        status = dm_position_new(board, &rules, out, err);
    dm_rules_clear(&rules);
    return status;
}

static dm_status play(dm_error *err)
{
    dm_contestant *contestants[2] = {NULL, NULL};
    dm_position *position = NULL;
    dm_match_result result = {.value = 99};
    dm_status status = dm_contestant_new("greedy", 1, &contestants[0], err);
    if (status == DM_OK)
        status = dm_contestant_new("random", 1, &contestants[1], err);
    if (status == DM_OK)
        status = start(3, &position, err);
    if (status == DM_OK)
        status = dm_match_play(position, contestants, NULL, NULL, &result, err);
    assert_true(status == DM_OK || result.value == 99);
    dm_contestant_free(contestants[0]);
    dm_contestant_free(contestants[1]);
    dm_position_free(position);
    dm_arena_forget_tables(board);
    return status;
}

static void matches(void **state)
{
    (void)state;
    fault_sweep(play, FAULT_COPES);
}

/* A turn with an outside program; failures of ours are not counted as its faults. */
static dm_status play_program(dm_error *err)
{
    dm_contestant *contestant = NULL;
    dm_position *position = NULL;
    dm_turn_report turn = {.fault = DM_FAULT_NONE};
    dm_status status = dm_contestant_new("cmd:" NASTY_BOT " good", 1, &contestant, err);
    if (status == DM_OK)
        status = start(3, &position, err);
    for (int i = 0; i < 2 && status == DM_OK; i++)
        status = dm_match_turn(position, contestant, NULL, NULL, &turn, err);
    assert_int_equal(turn.fault, DM_FAULT_NONE);
    dm_contestant_free(contestant);
    dm_position_free(position);
    dm_arena_forget_tables(board);
    return status;
}

static void outside_programs(void **state)
{
    (void)state;
    fault_sweep(play_program, FAULT_COPES);
}

static dm_status review(dm_error *err)
{
    dm_position *position = NULL;
    dm_review *found = NULL;
    dm_vertex move = 0;
    dm_status status = start(2, &position, err);
    for (; status == DM_OK && move < 3; move++)
        status = dm_position_make(position, &move, 1, err);
    if (status == DM_OK)
        status = dm_position_pass(position, err);
    if (status == DM_OK)
        status = dm_review_new(position, 100, NULL, &found, err);
    assert_true((status == DM_OK) == (found != NULL));
    dm_review_free(found);
    dm_position_free(position);
    dm_arena_forget_tables(board);
    return status;
}

static void reviews(void **state)
{
    (void)state;
    fault_sweep(review, FAULT_COPES);
}

static dm_status converse(dm_error *err)
{
    static const char *const lines[] = {"name",
                                        "arena 3 2",
                                        "1",
                                        "2",
                                        "3",
                                        "0 1 1",
                                        "1 2 2.5",
                                        "rules 1 1 neutral",
                                        "genmove white",
                                        "undo",
                                        "play white 0"};
    dm_protocol_player *engine = NULL;
    dm_status status = dm_protocol_player_new("greedy", 1, &engine, err);
    for (size_t i = 0; i < sizeof lines / sizeof *lines && status == DM_OK; i++)
        if (*dm_protocol_player_answer(engine, lines[i], NULL) == '?')
            status = (*err = (dm_error){DM_NO_MEMORY, "refused"}).status;
    dm_protocol_player_free(engine);
    return status;
}

static void bots(void **state)
{
    (void)state;
    fault_sweep(converse, FAULT_COPES);
}

static dm_status film(dm_error *err)
{
    char path[64];
    dm_position *position = NULL;
    snprintf(path, sizeof path, "/tmp/demesne-film-%ld.svg", (long)getpid());
    dm_status status = start(2, &position, err);
    const dm_vertex move = 5;
    if (status == DM_OK)
        status = dm_position_make(position, &move, 1, err);
    if (status == DM_OK)
        status = dm_draw_game(position, NULL, path, err);
    assert_true((status == DM_OK) == (access(path, F_OK) == 0));
    unlink(path);
    dm_position_free(position);
    dm_arena_forget_tables(board);
    return status;
}

static void moving_pictures(void **state)
{
    (void)state;
    fault_sweep(film, FAULT_NO_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches), cmocka_unit_test(outside_programs), cmocka_unit_test(reviews),
        cmocka_unit_test(bots),    cmocka_unit_test(moving_pictures),
    };
    return cmocka_run_group_tests(tests, make_board, free_board);
}
