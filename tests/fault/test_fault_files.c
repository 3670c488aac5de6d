/* test_fault_files.c - memory runs out while boards are read, written, drawn, and games kept. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/demesne.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/demesne-fault-XXXXXX";
static char path[128]; /* the file in use */
static dm_arena *board;

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
    use_file(".co"); /* the places beside the .gr */
    unlink(path);
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
    return rmdir(folder); /* fails where a file was left behind */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_and_writing_every_format),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
