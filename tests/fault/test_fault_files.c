/* test_fault_files.c - memory runs out while boards are read and written, and games stored. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/demesne.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/demesne-fault-XXXXXX";
static char path[256]; /* the file in use */
static dm_arena *board;
static const dm_stone stones[] = {{0, DM_WHITE}, {11, DM_BLACK}, {5, DM_WHITE}, {6, DM_BLACK}};

static void use_file(const char *ending)
{
    snprintf(path, sizeof path, "%s/board%s", folder, ending);
}

static dm_status write_board(dm_error *err)
{
    return dm_arena_write(board, path, NULL, err);
}

static dm_status read_board(dm_error *err)
{
    dm_arena *arena = NULL;
    dm_status status = dm_arena_open(path, 1, &arena, err);
    assert_true((status == DM_OK) == (arena != NULL));
    dm_arena_free(arena);
    return status;
}

/* The first ending of a format's list. */
static void first_ending(const dm_format *format, char *ending, size_t room)
{
    size_t length = strcspn(format->endings, " ");
    assert_true(length > 0 && length < room);
    memcpy(ending, format->endings, length);
    ending[length] = 0;
}

static void reading_and_writing_every_format(void **state)
{
    (void)state;
    for (int i = 0; i < dm_format_count(); i++) {
        const dm_format *format = dm_format_at(i);
        char ending[32];
        if (!format->writes)
            continue;
        first_ending(format, ending, sizeof ending);
        use_file(ending);
        fault_sweep(write_board, FAULT_NO_MEMORY);
        if (format->reads)
            fault_sweep(read_board,
                        strcmp(ending, ".json") == 0 ? FAULT_ANY_ERROR : FAULT_NO_MEMORY);
        unlink(path);
    }
    use_file(".co"); /* the coordinates beside the .gr */
    unlink(path);
}

/* A file with every section. */
static void reading_and_writing_a_board_file(void **state)
{
    (void)state;
    dm_arena *grid = board;
    dm_error err = {0};
    snprintf(path, sizeof path, "%s/golden/boards/version-1.board", TEST_DATA);
    fault_sweep(read_board, FAULT_NO_MEMORY);
    assert_ok(dm_arena_open(path, 1, &board, &err), err);
    use_file(".board");
    fault_sweep(write_board, FAULT_NO_MEMORY);
    unlink(path);
    dm_arena_free(board);
    board = grid;
}

static dm_position *game;
static const char *game_source;

static dm_status keep_game(dm_error *err)
{
    return dm_record_write(game, game_source, 1, "random", "greedy", path, err);
}

static dm_status replay_game(dm_error *err)
{
    dm_record *record = NULL;
    dm_status status = dm_record_read(path, &record, err);
    assert_true((status == DM_OK) == (record != NULL));
    dm_record_free(record);
    return status;
}

static void keeping_and_replaying_games(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_rules rules;
    assert_ok(dm_rules_init(2, 1, DM_TIES_NEUTRAL, &rules, &err), err);
    assert_ok(dm_position_new(board, &rules, &game, &err), err);
    for (int i = 0; i < 4; i++)
        assert_ok(dm_position_make(game, &stones[i].vertex, 1, &err), err);
    const char *sources[] = {"grid:3x4", "some-board.json"}; /* stored by name, and whole */
    for (size_t i = 0; i < 2; i++) {
        game_source = sources[i];
        use_file(".game.json");
        fault_sweep(keep_game, FAULT_COPES | FAULT_ANY_ERROR);
        fault_sweep(replay_game, FAULT_COPES | FAULT_ANY_ERROR);
        unlink(path);
    }
    dm_position_free(game);
    dm_rules_clear(&rules);
}

static dm_level *level;

static dm_status keep_level(dm_error *err)
{
    return dm_level_write(level, path, err);
}

static dm_status read_level(dm_error *err)
{
    dm_level *again = NULL;
    dm_status status = dm_level_read(path, &again, err);
    assert_true((status == DM_OK) == (again != NULL));
    dm_level_free(again);
    return status;
}

static void keeping_and_reading_levels(void **state)
{
    (void)state;
    static const char text[] = "{\"vertices\":[{\"x\":0,\"y\":0},{\"x\":1,\"y\":2}],"
                               "\"edges\":[[0,1],[0,1,0.5],[0,1,\"1/3\"]],\"me\":\"blue\","
                               "\"sites\":[{\"player\":\"red\",\"edge\":1,\"at\":\"1/7\"}]}";
    dm_error err = {0};
    assert_ok(dm_level_read_memory("level", text, sizeof text - 1, &level, &err), err);
    use_file(".level.json");
    fault_sweep(keep_level, FAULT_NO_MEMORY);
    fault_sweep(read_level, FAULT_ANY_ERROR);
    unlink(path);
    dm_level_free(level);
}

static int set_up(void **state)
{
    (void)state;
    json_set_alloc_funcs(malloc, free); /* the wrapped ones: JSON fails with the rest */
    return mkdtemp(folder) && dm_generate("grid:3x4", 1, &board, NULL) == DM_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    dm_arena_free(board);
    return rmdir(folder); /* fails if a file was left behind */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_and_writing_every_format),
        cmocka_unit_test(reading_and_writing_a_board_file),
        cmocka_unit_test(keeping_and_replaying_games),
        cmocka_unit_test(keeping_and_reading_levels),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
