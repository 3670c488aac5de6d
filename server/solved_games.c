/* solved_games.c - reads the tables that cmake/columns.awk packed by columns.
 *
 * They are read anew each time, which takes a millisecond. */
#include "server/solved_games.h"

#include "server/web.h"

#include <stdbool.h>
#include <string.h>

static void each_line_of(const http_file *file, solved_line_fn *each, void *user)
{
    const char *at[SOLVED_COLUMNS], *next = (const char *)file->bytes; /* ends with a NUL */
    solved_line one;
    for (int i = 0; i < SOLVED_COLUMNS; i++) {
        at[i] = next;
        next += strcspn(next, "\f");
        next += *next == '\f';
    }
    for (bool is_heading = true; *at[0] && *at[0] != '\f'; is_heading = false) {
        for (int i = 0; i < SOLVED_COLUMNS; i++) {
            /* copies a cell; gives the start of the next one of its column, or the end */
            size_t size = strcspn(at[i], "\n\f"),
                   kept = size < SOLVED_WORD ? size : SOLVED_WORD - 1;
            memcpy(one.word[i], at[i], kept);
            one.word[i][kept] = '\0';
            at[i] = at[i] + size + (at[i][size] == '\n');
        }
        if (!is_heading)
            each(user, &one);
    }
}

void solved_each_line(const char *path, solved_line_fn *each, void *user)
{
    for (int i = 0; i < atlas_file_count; i++)
        if (strcmp(atlas_files[i].path, path) == 0)
            each_line_of(&atlas_files[i], each, user);
}
