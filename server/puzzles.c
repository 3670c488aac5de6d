/* puzzles.c - the built-in levels: the files of examples/levels. */
#include "server/puzzles.h"

#include "server/web.h"

#include <stdio.h>
#include <string.h>

static const struct row {
    const char *name, *op, *grade, *title;
} rows[] = {
#define X(name, op, grade, title) {name, op, grade, title},
#include "server/puzzles.def"
#undef X
};

int puzzle_count(void)
{
    return (int)(sizeof rows / sizeof *rows);
}

puzzle puzzle_at(int index)
{
    const struct row *row = &rows[index];
    puzzle p = {row->name, row->title, row->op, row->grade, (const unsigned char *)"", 0};
    char path[64];
    snprintf(path, sizeof path, "/%s.json", row->name);
    for (int i = 0; i < level_file_count; i++)
        if (strcmp(level_files[i].path, path) == 0) {
            p.text = level_files[i].bytes;
            p.size = level_files[i].size;
        }
    return p;
}
