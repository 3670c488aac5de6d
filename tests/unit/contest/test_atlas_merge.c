/* test_atlas_merge.c - joining databases: bounds are joined, contradictions change nothing. */
#include "atlas/atlas.h"
#include "store/solved_games.h"
#include "support/support.h"
#include <demesne/run.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/demesne-merge-XXXXXX";
static char paths[2][64];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return 1;
    snprintf(paths[0], sizeof paths[0], "%s/into.db", folder);
    snprintf(paths[1], sizeof paths[1], "%s/from.db", folder);
    return 0;
}

static int forget(void **state)
{
    (void)state;
    remove(paths[0]);
    remove(paths[1]);
    return 0;
}

static int remove_folder(void **state)
{
    forget(state);
    return rmdir(folder);
}

/* Adds a game of two rounds with these bounds to one of the databases. */
static void put(int database, const char *form, int64_t lower, int64_t upper)
{
    dm_error err = {0};
    dmi_store *store = NULL;
    dmi_game_text text = {0};
    const dmi_game_group group = {"graphs", 5, 1, DM_TIES_NEUTRAL};
    const dmi_member member = {"graphs", form, form, 5, 6};
    const dmi_solved_game game = {2, lower, upper, 7, 0.5};
    assert_ok(dmi_store_open(paths[database], true, &store, &err), err);
    assert_ok(dmi_store_set_number(store, "nauty", 28001, &err), err);
    dmi_game_text_add(&text, &member, &game, 1);
    assert_ok(dmi_solved_put(store, &group, 0, &text, &err), err);
    dmi_game_text_clear(&text);
    dmi_store_close(store);
}

static dm_status merge(dm_run *run, dm_atlas_merged *out, dm_error *err)
{
    dm_atlas *into = NULL;
    assert_ok(dm_atlas_open(paths[0], true, &into, err), *err);
    dm_status status = dm_atlas_merge(into, paths[1], run, out, err);
    dm_atlas_close(into);
    return status;
}

/* The game of two rounds on a board; false if there is none. */
static bool find_game(const char *form, dmi_solved_game *out)
{
    dm_error err = {0};
    dmi_store *store = NULL;
    dmi_board_set set = {0};
    dmi_board_games games = {0};
    const dmi_game_group group = {"graphs", 5, 1, DM_TIES_NEUTRAL};
    assert_ok(dmi_store_open(paths[0], false, &store, &err), err);
    assert_ok(dmi_solved_read(store, &group, &set, &err), err);
    dmi_board_set_sort(&set, false);
    dm_status status = dmi_board_set_find(&set, form, &games, "", &err);
    const dmi_solved_game *game = dmi_board_games_find(&games, 2);
    if (game)
        *out = *game;
    dmi_board_games_clear(&games);
    dmi_board_set_clear(&set);
    dmi_store_close(store);
    return status == DM_OK && game;
}

static void assert_game(const char *form, int64_t lower, int64_t upper)
{
    dmi_solved_game game;
    assert_true(find_game(form, &game));
    assert_int_equal(game.lower, lower);
    assert_int_equal(game.upper, upper);
}

static bool has_game(const char *form)
{
    dmi_solved_game game;
    return find_game(form, &game);
}

static void bounds_are_joined(void **state)
{
    (void)state;
    static const struct {
        const char *form;
        int64_t into[2], from[2], joined[2];
        bool tighter;
    } cases[] = {
        {"A", {0, 3}, {1, 5}, {1, 3}, true},  {"B", {0, 1}, {1, 3}, {1, 1}, true},
        {"C", {2, 2}, {0, 4}, {2, 2}, false}, {"D", {-4, 4}, {-1, -1}, {-1, -1}, true},
        {"E", {0, 2}, {0, 2}, {0, 2}, false}, {"F", {1, 1}, {1, 1}, {1, 1}, false},
    };
    enum { COUNT = sizeof cases / sizeof *cases };
    dm_error err = {0};
    dm_atlas_merged merged = {0};
    for (int i = 0; i < COUNT; i++) {
        put(0, cases[i].form, cases[i].into[0], cases[i].into[1]);
        put(1, cases[i].form, cases[i].from[0], cases[i].from[1]);
    }
    put(1, "G", -2, 0);
    assert_ok(merge(NULL, &merged, &err), err);
    assert_int_equal(merged.boards, 1);
    assert_int_equal(merged.games, 1);
    assert_int_equal(merged.known, COUNT);
    assert_int_equal(merged.tightened, 3);
    for (int i = 0; i < COUNT; i++)
        assert_game(cases[i].form, cases[i].joined[0], cases[i].joined[1]);
    assert_game("G", -2, 0);
}

static void a_contradiction_names_the_board_and_changes_nothing(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_atlas_merged merged = {.boards = -1};
    put(0, "D?{", 1, 1);
    put(1, "BEFORE", 0, 0);
    put(1, "D?{", 2, 3);
    assert_int_equal(merge(NULL, &merged, &err), DM_BAD_INPUT);
    assert_non_null(strstr(err.message, "from.db: board D?{, rounds 2, stones per turn 1"));
    assert_non_null(strstr(err.message, "from 2 to 3, but in"));
    assert_non_null(strstr(err.message, "into.db the value is 1"));
    assert_int_equal(merged.boards, -1);
    assert_game("D?{", 1, 1);
    assert_false(has_game("BEFORE"));
}

static void other_forms_are_refused(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = NULL;
    put(0, "A", 1, 1);
    put(1, "B", 1, 1);
    assert_ok(dmi_store_open(paths[1], true, &store, &err), err);
    assert_ok(dmi_store_set_number(store, "nauty", 27000, &err), err);
    dmi_store_close(store);
    assert_int_equal(merge(NULL, NULL, &err), DM_UNSUPPORTED);
    assert_non_null(strstr(err.message, "nauty 27000"));
    assert_false(has_game("B"));
}

static void a_stopped_merge_changes_nothing(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_run *run = NULL;
    put(0, "A", 1, 1);
    put(1, "B", 1, 1);
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_cancel(run);
    assert_int_equal(merge(run, NULL, &err), DM_UNFINISHED);
    dm_run_free(run);
    assert_false(has_game("B"));
}

static void complete_parts_are_merged(void **state)
{
    (void)state;
    dm_error err = {0};
    const dm_atlas_plan plan = {.table = "graphs", .max_vertices = 5};
    for (int i = 0; i < 2; i++) {
        dmi_store *store = NULL;
        put(i, i ? "B" : "A", 1, 1);
        assert_ok(dmi_store_open(paths[i], true, &store, &err), err);
        const dmi_unit unit = {"graphs", 5, i, 2, 1, DM_TIES_NEUTRAL, 1, 2};
        assert_ok(dmi_unit_put(store, &unit, &err), err);
        dmi_store_close(store);
    }
    for (int times = 0; times < 2; times++) {
        dm_atlas *into = NULL;
        bool complete = times == 0;
        assert_ok(dm_atlas_open(paths[0], true, &into, &err), err);
        assert_ok(dm_atlas_is_complete(into, &plan, 5, &complete, &err), err);
        assert_int_equal(complete, times == 1);
        assert_ok(dm_atlas_merge(into, paths[1], NULL, NULL, &err), err);
        dm_atlas_close(into);
    }
}

int main(void)
{
#define CASE(name) cmocka_unit_test_teardown(name, forget)
    const struct CMUnitTest tests[] = {
        CASE(bounds_are_joined),         CASE(a_contradiction_names_the_board_and_changes_nothing),
        CASE(other_forms_are_refused),   CASE(a_stopped_merge_changes_nothing),
        CASE(complete_parts_are_merged),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
