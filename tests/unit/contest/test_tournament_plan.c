/* test_tournament_plan.c - bad plans of tournaments are refused, and no database is made. */
#include "support/folder.h"
#include "support/games.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static void assert_refused(const dm_tournament_plan *plan, dm_status expected, const char *why)
{
    dm_tournament *t = NULL;
    dm_error err = {0};
    assert_int_equal(dm_tournament_open(database, plan, &t, &err), expected);
    assert_null(t);
    if (!strstr(err.message, why))
        fail_msg("%s: expected something about '%s'", err.message, why);
    assert_int_equal(access(database, F_OK), -1); /* no database was made */
}

static void senseless_plans_are_refused(void **state)
{
    (void)state;
    static const char *const twice[] = {"greedy", "greedy"}, *const unknown[] = {"greedy", "gredy"};
    const dm_pairing self[] = {{0, 1}, {2, 2}}, again[] = {{0, 1}, {1, 0}}, beyond[] = {{0, 3}};
    dm_tournament_plan plan = small_plan();
    plan.games = 7;
    assert_refused(&plan, DM_BAD_ARGUMENT, "even");
    plan.games = 0;
    assert_refused(&plan, DM_BAD_ARGUMENT, "even");
    plan = small_plan();
    plan.player_count = 1;
    assert_refused(&plan, DM_BAD_ARGUMENT, "players");
    plan.player_count = 2;
    plan.players = twice;
    assert_refused(&plan, DM_BAD_ARGUMENT, "twice");
    plan.players = unknown;
    assert_refused(&plan, DM_BAD_ARGUMENT, "gredy");
    plan = small_plan();
    plan.pairings = self;
    assert_refused(&plan, DM_BAD_ARGUMENT, "empty");
    plan.pairing_count = 2;
    assert_refused(&plan, DM_BAD_ARGUMENT, "itself");
    plan.pairings = again;
    assert_refused(&plan, DM_BAD_ARGUMENT, "twice");
    plan.pairings = beyond;
    plan.pairing_count = 1;
    assert_refused(&plan, DM_BAD_ARGUMENT, "pairing 1");
    plan = small_plan();
    plan.rounds = 8;
    assert_refused(&plan, DM_TOO_LARGE, "14");
    plan.rounds = 0;
    assert_refused(&plan, DM_BAD_ARGUMENT, "");
    plan = small_plan();
    plan.arena = "nosuch.edges";
    assert_refused(&plan, DM_BAD_INPUT, "nosuch.edges");
    plan.arena = "gnp:14";
    assert_refused(&plan, DM_BAD_INPUT, "gnp");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(senseless_plans_are_refused)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
