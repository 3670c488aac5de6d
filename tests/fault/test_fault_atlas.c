/* test_fault_atlas.c - memory runs out while one atlas is merged into another. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "fault/wrap.h"
#include "store/solved_games.h"
#include "support/support.h"
#include <demesne/atlas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/demesne-fault-XXXXXX";
static char into_path[80], from_path[80];

/* Adds a board with a game of one round to a database, and the part of the boards it was in. */
static void put(const char *path, const char *form, int64_t value, int32_t part)
{
    dm_error err = {0};
    dmi_store *store = NULL;
    const dmi_member member = {"graphs", form, form, 5, 6};
    const dmi_game_group group = {"graphs", 5, 1, DM_TIES_NEUTRAL};
    const dmi_solved_game game = {1, value, value, 7, 0.5};
    dmi_game_text text = {0};
    const dmi_unit unit = {"graphs", 5, part, 3, 1, DM_TIES_NEUTRAL, 1, 1};
    assert_ok(dmi_store_open(path, true, &store, &err), err);
    assert_ok(dmi_store_set_number(store, "nauty", 28001, &err), err);
    dmi_game_text_add(&text, &member, &game, 1);
    assert_ok(dmi_solved_put(store, &group, part, &text, &err), err);
    dmi_game_text_clear(&text);
    assert_ok(dmi_unit_put(store, &unit, &err), err);
    dmi_store_close(store);
}

static dm_status merge(dm_atlas_merged *out, dm_error *err)
{
    dm_atlas *into = NULL;
    dm_status status = dm_atlas_open(into_path, true, &into, err);
    assert_true((status == DM_OK) == (into != NULL));
    if (status == DM_OK)
        status = dm_atlas_merge(into, from_path, NULL, out, err);
    dm_atlas_close(into);
    return status;
}

/* Had an earlier run kept something, this one would know it. */
static dm_status merge_new_games(dm_error *err)
{
    dm_atlas_merged merged = {.boards = -1};
    dm_status status = merge(&merged, err);
    assert_int_equal(merged.boards, status == DM_OK ? 2 : -1);
    assert_int_equal(merged.games, status == DM_OK ? 2 : 0);
    assert_int_equal(merged.known, status == DM_OK ? 1 : 0);
    return status;
}

static void merging(void **state)
{
    (void)state;
    put(into_path, "A", 1, 0);
    put(from_path, "A", 1, 0);
    put(from_path, "B", 0, 1);
    put(from_path, "C", -2, 2);
    fault_sweep(merge_new_games, FAULT_NO_MEMORY);
}

static dm_status merge_contradiction(dm_error *err)
{
    dm_atlas_merged merged = {.boards = -1};
    dm_status status = merge(&merged, err);
    assert_int_equal(merged.boards, -1);
    if (status == DM_BAD_INPUT)
        assert_non_null(strstr(err->message, "board B, rounds 1"));
    return status == DM_BAD_INPUT ? DM_OK : status;
}

static void merging_a_contradiction(void **state)
{
    (void)state;
    put(into_path, "B", 1, 0);
    put(from_path, "A", 0, 0);
    put(from_path, "B", 0, 1);
    fault_sweep(merge_contradiction, FAULT_NO_MEMORY);
}

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(into_path, sizeof into_path, "%s/into.db", folder);
    snprintf(from_path, sizeof from_path, "%s/from.db", folder);
    return 0;
}

static int forget(void **state)
{
    (void)state;
    unlink(into_path);
    unlink(from_path);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(merging, forget),
        cmocka_unit_test_teardown(merging_a_contradiction, forget),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
