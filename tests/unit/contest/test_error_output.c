/* test_error_output.c - what a program wrote to its standard error is part of its fault. */
#include "support/support.h"
#include <demesne/contest.h>
#include <stdio.h>
#include <string.h>

/* The report of a program's first turn. */
static dm_turn_report first_turn(const char *command, double seconds)
{
    dm_error err = {0};
    char spec[1000];
    dm_turn_report report;
    dm_contestant *contestant = NULL;
    dm_arena *arena = family_board("path:9", 1);
    dm_position *position = new_game(arena, 2, 1, DM_TIES_NEUTRAL);
    const dm_match_settings settings = {.move_seconds = seconds, .start_seconds = seconds};
    snprintf(spec, sizeof spec, "cmd:%s", command);
    assert_ok(dm_contestant_new(spec, 1, &contestant, &err), err);
    assert_ok(dm_match_turn(position, contestant, &settings, NULL, &report, &err), err);
    assert_int_equal(report.turn, 0);
    dm_contestant_free(contestant);
    dm_position_free(position);
    dm_arena_free(arena);
    return report;
}

static void the_last_lines_are_kept(void **state)
{
    (void)state;
    dm_turn_report report = first_turn("echo one >&2; echo two >&2; exit 3", 20);
    assert_int_equal(report.fault, DM_FAULT_GONE);
    assert_string_equal(report.error_output, "one\ntwo");
    report = first_turn("seq 1 200000 >&2; kill -SEGV $$", 20);
    assert_int_equal(report.fault, DM_FAULT_CRASH);
    const char *last = report.error_output + strlen(report.error_output) - 14;
    assert_string_equal(last, "\n199999\n200000");
    assert_memory_equal(report.error_output, "...\n199", 7);
    assert_true(strlen(report.error_output) > 1900);
}

static void control_characters_are_visible(void **state)
{
    (void)state;
    dm_turn_report report = first_turn("printf 'a\\033[2Jb\\r\\n\\377\\000c' >&2", 20);
    assert_string_equal(report.error_output, "a\\x1b[2Jb\n\\xff\\x00c");
    report = first_turn("read x; printf '= \\033[31m\\377\\n\\n'; sleep 1", 20);
    assert_int_equal(report.fault, DM_FAULT_GARBAGE);
    assert_non_null(strstr(report.why.message, "'\\x1b[31m\\xff'"));
    report = first_turn("printf '%01500d' 0 | tr 0 '\\000' >&2", 20); /* 6000 bytes when visible */
    assert_true(strlen(report.error_output) < DM_ERROR_OUTPUT);
    assert_memory_equal(report.error_output, "...\n", 4);
    assert_string_equal(report.error_output + strlen(report.error_output) - 4, "\\x00");
}

/* Neither a program that writes without end nor one that writes nothing holds us up. */
static void a_flood_of_errors_is_only_late(void **state)
{
    (void)state;
    dm_turn_report report = first_turn("yes error >&2", 0.3);
    assert_int_equal(report.fault, DM_FAULT_LATE);
    assert_non_null(strstr(report.error_output, "...\nerror\nerror\n"));
    report = first_turn("exec 2>&-; sleep 9", 0.3);
    assert_int_equal(report.fault, DM_FAULT_LATE);
    assert_string_equal(report.error_output, "");
}

static dm_status keep_report(void *user, const struct dm_turn_report *report, dm_error *err)
{
    char *text = user;
    size_t used = strlen(text);
    snprintf(text + used, 400 - used, "%d %s %s: %s (%s)\n", report->turn,
             dm_side_name(report->side), dm_fault_name(report->fault), report->why.message,
             report->error_output);
    if (strlen(text) < 250)
        return DM_OK;
    err->status = DM_IO;
    return DM_IO;
}

static void every_fault_of_a_match_is_told(void **state)
{
    (void)state;
    dm_error err = {0};
    char text[400] = "";
    dm_match_result result = {.value = 77};
    dm_contestant *contestants[2] = {NULL, NULL};
    dm_arena *arena = family_board("path:9", 1);
    dm_position *position = new_game(arena, 2, 1, DM_TIES_NEUTRAL);
    const dm_match_settings settings = {.on_fault = keep_report, .on_fault_user = text};
    assert_ok(dm_contestant_new("greedy", 1, &contestants[0], &err), err);
    assert_ok(dm_contestant_new("cmd:echo oh >&2; exit 1", 1, &contestants[1], &err), err);
    assert_ok(dm_match_play(position, contestants, &settings, NULL, &result, &err), err);
    assert_int_equal(result.faults[DM_BLACK], 2);
    assert_string_equal(
        text, "1 black gone: the program ended with status 1 before it answered protocol_version "
              "(oh)\n"
              "3 black gone: the program ended with status 1 before it answered protocol_version "
              "(oh)\n");
    memset(text, ' ', 260); /* now the call fails, and the match with it */
    text[260] = '\0';
    dm_position *again = new_game(arena, 2, 1, DM_TIES_NEUTRAL);
    result.value = 77;
    assert_int_equal(dm_match_play(again, contestants, &settings, NULL, &result, &err), DM_IO);
    assert_int_equal(result.value, 77);
    dm_position_free(again);
    dm_contestant_free(contestants[0]);
    dm_contestant_free(contestants[1]);
    dm_position_free(position);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_lines_are_kept),
        cmocka_unit_test(control_characters_are_visible),
        cmocka_unit_test(a_flood_of_errors_is_only_late),
        cmocka_unit_test(every_fault_of_a_match_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
