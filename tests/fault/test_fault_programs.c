/* test_fault_programs.c - memory runs out while a table of programs is read, a program is checked,
 * and tournaments of every system are held, in the long mode with a program that commits faults. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/contest.h>
#include <demesne/tournament.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/demesne-fault-XXXXXX";
static char table[80];

static dm_status read_table(dm_error *err)
{
    dm_programs programs = {0};
    dm_status status = dm_programs_read(table, &programs, err);
    assert_int_equal(programs.count, status == DM_OK ? 2 : 0);
    dm_programs_clear(&programs);
    return status;
}

static void reading_a_table(void **state)
{
    (void)state;
    fault_sweep(read_table, FAULT_NO_MEMORY);
}

static dm_status count_check(void *user, const dm_check *check, dm_error *err)
{
    (void)err;
    *(int *)user += !check->is_right;
    return DM_OK;
}

static dm_status check(dm_error *err)
{
    const dm_match_settings settings = {.sandbox.kind = DM_SANDBOX_NONE};
    dm_check_summary summary = {0};
    int wrong = 0;
    dm_status status =
        dm_bot_check("cmd:exit 3", &settings, NULL, count_check, &wrong, &summary, err);
    assert_true(status != DM_OK || (wrong == 1 && summary.wrong == 1 && summary.left_out > 0));
    return status;
}

static void checking_a_program(void **state)
{
    (void)state;
    fault_sweep(check, FAULT_NO_MEMORY);
}

static dm_pairing_system pairing_system;
static bool has_program;

static dm_status count_fault(void *user, const dm_event_fault *fault, dm_error *err)
{
    (void)err;
    *(int *)user += fault->turn >= 0;
    return DM_OK;
}

/* The program ends at once, without a sandbox: that is quick. */
static dm_status hold(dm_error *err)
{
    const char *const players[] = {"greedy", "random", has_program ? "Zed@1" : "glance"};
    static const dm_program programs[] = {{0}, {0}, {"Zed@1", "Zed", "1", "exit 3;", "/tmp"}};
    const bool is_adaptive = pairing_system == DM_ADAPTIVE;
    const dm_tournament_plan plan = {.arena = "path:4",
                                     .match.sandbox.kind = DM_SANDBOX_NONE,
                                     .rounds = 1,
                                     .per_turn = 1,
                                     .players = players,
                                     .programs = has_program ? programs : NULL,
                                     .player_count = 3,
                                     .games = 2,
                                     .disqualify = 2,
                                     .system = pairing_system,
                                     .swiss_rounds = pairing_system == DM_SWISS ? 2 : 0,
                                     .max_games = is_adaptive ? 8 : 0,
                                     .until = DM_GOAL_WINNER};
    dm_tournament *t = NULL;
    int faults = 0;
    dm_status status = dm_tournament_open(NULL, &plan, &t, err);
    if (status == DM_OK)
        status = dm_tournament_run(t, 1, NULL, err);
    for (int32_t i = 0; status == DM_OK && i < dm_tournament_pairing_count(t); i++)
        status = dm_tournament_each_fault(t, i, count_fault, &faults, err);
    assert_true(status != DM_OK || (faults > 0) == has_program);
    dm_tournament_close(t);
    return status;
}

static void tournaments_with_faults(void **state)
{
    (void)state;
    static const dm_pairing_system systems[] = {DM_ROUND_ROBIN, DM_SWISS, DM_ADAPTIVE};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        pairing_system = systems[i];
        has_program = false;
        fault_sweep(hold, FAULT_COPES);
        has_program = true; /* starts hundreds of processes */
        if (run_long())
            fault_sweep(hold, FAULT_COPES);
    }
}

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(table, sizeof table, "%s/players.csv", folder);
    FILE *file = fopen(table, "w");
    return file && fputs("name,command\n\"Ann, first\",exit 3\nBen,exit 4\n", file) >= 0 &&
                   fclose(file) == 0
               ? 0
               : -1;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(table);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_a_table),
        cmocka_unit_test(checking_a_program),
        cmocka_unit_test(tournaments_with_faults),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
