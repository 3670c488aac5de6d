/* api_lines.c - lists the built-in puzzles of the continuous game. */
#include "server/call.h"
#include "server/puzzles.h"

const question fields_of_lines_levels = {.name = "lines/levels"};

dm_status answer_to_lines_levels(call *c, report **out, dm_error *err)
{
    (void)c, (void)err;
    json_t *list = json_array();
    for (int i = 0; i < puzzle_count(); i++) {
        puzzle p = puzzle_at(i);
        report_append(&list, json_pack("{s:s, s:s, s:s, s:s, s:o}", "name", p.name, "title",
                                       p.title, "op", p.op, "grade", p.grade, "level",
                                       json_loadb((const char *)p.text, p.size, 0, NULL)));
    }
    *out = report_open(true, NULL);
    report_json(*out, "levels", list);
    return DM_OK;
}
