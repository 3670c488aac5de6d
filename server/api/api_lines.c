/* api_lines.c - lists the levels of examples/levels: the puzzles, from easy to hard, and the
 * figures of te Kolste's thesis. */
#include "server/call.h"
#include "server/web.h"

#include <string.h>

static const struct puzzle {
    const char *name;
    const char *op;    /* the kind of move that wins it */
    const char *grade; /* how few of those moves win: dm_level_odds_rating() */
    const char *title;
} puzzles[] = {
#define X(name, op, grade, title) {name, op, grade, title},
#include "server/puzzles.def"
#undef X
};

static json_t *level_of(const http_file *file)
{
    return json_loadb((const char *)file->bytes, file->size, 0, NULL);
}

const question fields_of_lines_levels = {.name = "lines/levels"};

dm_status answer_to_lines_levels(call *c, report **out, dm_error *err)
{
    (void)c, (void)err;
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof puzzles / sizeof *puzzles; i++) {
        const struct puzzle *p = &puzzles[i];
        json_t *level = NULL;
        char path[64];
        snprintf(path, sizeof path, "/%s.json", p->name);
        for (int f = 0; f < level_file_count && !level; f++)
            if (strcmp(level_files[f].path, path) == 0)
                level = level_of(&level_files[f]);
        report_append(&list, json_pack("{s:s, s:s, s:s, s:s, s:o}", "name", p->name, "title",
                                       p->title, "op", p->op, "grade", p->grade, "level", level));
    }
    *out = report_open(true, NULL);
    report_json(*out, "levels", list);
    return DM_OK;
}

const question fields_of_lines_figures = {.name = "lines/figures"};

dm_status answer_to_lines_figures(call *c, report **out, dm_error *err)
{
    (void)c, (void)err;
    static const char folder[] = "/figures/";
    json_t *list = json_array();
    for (int f = 0; f < level_file_count; f++) {
        const char *path = level_files[f].path, *name = path + sizeof folder - 1;
        if (strncmp(path, folder, sizeof folder - 1) == 0)
            report_append(&list, json_pack("{s:s%, s:o}", "name", name, strcspn(name, "."), "level",
                                           level_of(&level_files[f])));
    }
    *out = report_open(true, NULL);
    report_json(*out, "levels", list);
    return DM_OK;
}
