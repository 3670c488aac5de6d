/* test_source.c - boards by name: one of a family, or those of a file. */
#include "support/support.h"
#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/demesne-source-XXXXXX";
static char path[64];

/* Writes `text` to a file whose ending means graph6. */
static const char *file_with(const char *text)
{
    snprintf(path, sizeof path, "%s/boards.g6", folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
    return path;
}

static void a_family_gives_one_board(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_boards *boards = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_boards_open("grid:3x4", 1, &boards, &err), err);
    assert_false(dm_boards_many(boards));
    assert_ok(dm_boards_next(boards, &arena, &err), err);
    assert_int_equal(dm_arena_vertices(arena), 12);
    dm_arena_free(arena);
    arena = NULL;
    assert_int_equal(dm_boards_next(boards, &arena, &err), DM_END);
    assert_null(arena);
    dm_boards_free(boards);
    assert_ok(dm_boards_open("path:2", 1, &boards, &err), err);
    dm_boards_free(boards); /* before its board is read */
    dm_boards_free(NULL);
}

static void a_file_gives_its_boards_in_order(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_boards *boards = NULL;
    assert_ok(dm_boards_open(file_with("A_\nBw\nC~\n"), 1, &boards, &err), err);
    assert_true(dm_boards_many(boards));
    for (dm_vertex n = 2; n <= 4; n++) { /* the complete graphs */
        dm_arena *arena = NULL;
        assert_ok(dm_boards_next(boards, &arena, &err), err);
        assert_int_equal(dm_arena_vertices(arena), n);
        assert_int_equal(dm_arena_edges(arena), n * (n - 1) / 2);
        dm_arena_free(arena);
    }
    dm_arena *none = NULL;
    assert_int_equal(dm_boards_next(boards, &none, &err), DM_END);
    dm_boards_free(boards);
    unlink(path);
}

static void expect_refusal(const char *text, const char *message)
{
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_int_equal(dm_arena_open(file_with(text), 1, &arena, &err), DM_BAD_INPUT);
    assert_null(arena);
    assert_int_equal(err.status, DM_BAD_INPUT);
    if (!strstr(err.message, message))
        fail_msg("%s lacks: %s", err.message, message);
    unlink(path);
}

static void one_board_means_exactly_one(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_ok(dm_arena_open(file_with("Bw\n"), 1, &arena, &err), err);
    assert_int_equal(dm_arena_vertices(arena), 3);
    dm_arena_free(arena);
    unlink(path);
    expect_refusal("Bw\nBw\n", "more than one board");
    expect_refusal(">>graph6<<", "is empty; expected a board");
    expect_refusal("Bw\nB\n", "boards.g6:2");
}

static void names_that_are_neither_are_refused(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_boards *boards = NULL;
    assert_int_equal(dm_boards_open("no-such-thing", 1, &boards, &err), DM_BAD_INPUT);
    assert_string_equal(err.message, "no file or board family \"no-such-thing\"");
    assert_int_equal(dm_boards_open("grid:0x4", 1, &boards, &err), DM_BAD_INPUT);
    assert_null(boards);
}

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_family_gives_one_board),
        cmocka_unit_test(a_file_gives_its_boards_in_order),
        cmocka_unit_test(one_board_means_exactly_one),
        cmocka_unit_test(names_that_are_neither_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
