/* boards.c - opens boards by name: one of a family, or those of a file.
 *
 * "points:FILE" and "table:FILE" name the format with the file.
 *
 * A name that begins with that of a family means the family; write "./path" for
 * a file of that name.
 */
#include "base/base.h"
#include "base/names.h"
#include "format/format.h"
#include <demesne/source.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct dm_boards {
    dm_arena *family;  /* a family's board, until dm_boards_next returns it */
    dm_reader *reader; /* NULL: a family */
};

static dm_status check_exists(const char *arena, dm_error *err)
{
    if (strcmp(arena, "-") == 0 || access(arena, F_OK) == 0 || errno != ENOENT)
        return DM_OK;
    const char *names[64];
    char typed[32];
    int count = 0;
    for (; count < dm_family_count() && count < 64; count++)
        names[count] = dm_family_at(count)->name;
    size_t length = strcspn(arena, ":");
    snprintf(typed, sizeof typed, "%.*s", (int)length, arena);
    const char *near = dmi_similar_name(typed, names, count);
    if (!near)
        return dmi_fail(err, DM_BAD_INPUT, "no file or board family \"%.200s\"", arena);
    return dmi_fail(err, DM_BAD_INPUT, "no file or board family \"%.200s\"; did you mean %s%.60s?",
                    arena, near, arena + length);
}

/* The format that a name such as "points:FILE" begins with; NULL: none. */
static const char *format_before_file(const char *arena)
{
    static const char *const formats[] = {"points", "table"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        size_t length = strlen(formats[i]);
        if (strncmp(arena, formats[i], length) == 0 && arena[length] == ':')
            return formats[i];
    }
    return NULL;
}

const char *dm_arena_file(const char *arena)
{
    const char *format = format_before_file(arena);
    return format ? arena + strlen(format) + 1 : dm_family_known(arena) ? NULL : arena;
}

dm_status dm_boards_open(const char *arena, uint64_t seed, dm_boards **out, dm_error *err)
{
    dm_boards *boards = dmi_calloc(1, sizeof *boards);
    if (!boards)
        return dmi_no_memory(err);
    dm_status status;
    const char *format = format_before_file(arena);
    if (format) {
        status = dm_reader_open(dm_arena_file(arena), format, &boards->reader, err);
    } else if (dm_family_known(arena)) {
        status = dm_generate(arena, seed, &boards->family, err);
    } else {
        status = check_exists(arena, err);
        if (status == DM_OK)
            status = dm_reader_open(arena, NULL, &boards->reader, err);
    }
    if (status != DM_OK) {
        free(boards);
        return status;
    }
    *out = boards;
    return DM_OK;
}

dm_status dm_boards_next(dm_boards *boards, dm_arena **out, dm_error *err)
{
    if (boards->reader) {
        dm_status status = dm_reader_next(boards->reader, out, err);
        return dm_boards_many(boards) && dmi_reader_is_empty(boards->reader) ? DM_END : status;
    }
    if (!boards->family)
        return DM_END;
    *out = boards->family;
    boards->family = NULL;
    return DM_OK;
}

void dm_boards_options(dm_boards *boards, const dm_read_options *options)
{
    if (boards->reader)
        dm_reader_options(boards->reader, options);
}

bool dm_boards_many(const dm_boards *boards)
{
    return boards->reader && dmi_reader_many(boards->reader);
}

const char *dm_boards_line(const dm_boards *boards)
{
    return boards->reader ? dmi_reader_line(boards->reader) : NULL;
}

void dm_boards_free(dm_boards *boards)
{
    if (!boards)
        return;
    dm_arena_free(boards->family);
    dm_reader_free(boards->reader);
    free(boards);
}

dm_status dm_boards_only(dm_boards *boards, const char *arena, dm_arena **out, dm_error *err)
{
    dm_arena *first = NULL, *second = NULL;
    dm_status status = dm_boards_next(boards, &first, err);
    if (status == DM_END)
        return dmi_fail(err, DM_BAD_INPUT, "%s: is empty; expected a board",
                        strcmp(arena, "-") == 0 ? "standard input" : arena);
    if (status != DM_OK)
        return status;
    status = dm_boards_next(boards, &second, err);
    dm_arena_free(second);
    if (status == DM_END) {
        *out = first;
        return DM_OK;
    }
    dm_arena_free(first);
    return status == DM_OK
               ? dmi_fail(err, DM_BAD_INPUT, "%s: holds more than one board; expected one", arena)
               : status;
}

dm_status dm_arena_open(const char *arena, uint64_t seed, dm_arena **out, dm_error *err)
{
    dm_boards *boards = NULL;
    dm_status status = dm_boards_open(arena, seed, &boards, err);
    if (status == DM_OK)
        status = dm_boards_only(boards, arena, out, err);
    dm_boards_free(boards);
    return status;
}
