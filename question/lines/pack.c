/* pack.c - packs of levels: made, rated, and written as a file and as a book. */
#include "question/questions.h"

#include "answer/answer_lines.h"

#include <stdlib.h>

/* clang-format off */
static const question_field fields[] = {
    {.name = "count", .type = Q_COUNT, .argument = "N", .low = 1, .high = 1000, .most_asked = 60,
     .standard = 30, .at = offsetof(lines_pack_fields, count), .help = "the number of levels"},
    {.name = "from", .type = Q_CHOICE, .argument = "GRADE", .choices = choice_grade_of_pack,
     .at = offsetof(lines_pack_fields, from), .help = "the grade of the first level: easy, medium, hard or fiendish"},
    {.name = "to", .type = Q_CHOICE, .argument = "GRADE", .choices = choice_grade_of_pack,
     .standard = DM_GRADE_FIENDISH - DM_GRADE_EASY, .at = offsetof(lines_pack_fields, to),
     .help = "the grade of the last level"},
    {.name = "levels", .type = Q_FILES, .in = Q_WORDS_ONLY, .argument = "FILE ..",
     .at = offsetof(lines_pack_fields, levels),
     .help = "in place of new levels those of these files, levels or packs, in their order; what cannot be "
             "won is left out"},
    {.name = "unique", .type = Q_FLAG, .at = offsetof(lines_pack_fields, unique),
     .help = "only levels with one solution"},
    {.name = "op", .type = Q_CHOICE, .argument = "OP", .choices = choice_line_op_or_any,
     .standard = DM_LINE_ROPE + 1, .at = offsetof(lines_pack_fields, op),
     .help = "only levels whose moves are all of one kind: add, remove, cut or rope"},
    {.name = "title", .type = Q_TEXT, .argument = "TEXT", .most_asked = 200,
     .at = offsetof(lines_pack_fields, title), .help = "what the pack is called"},
    {.name = "output", .letter = 'o', .type = Q_FILE, .argument = "FILE", .writes = true,
     .endings = ".json", .at = offsetof(lines_pack_fields, output),
     .help = "write the pack, with its solutions, to FILE.json"},
    {.name = "book", .type = Q_FILE, .argument = "FILE", .writes = true, .endings = ".html",
     .at = offsetof(lines_pack_fields, book),
     .help = "write a book of the levels to FILE.html, solutions at the end"},
    {0}};
/* clang-format on */

static void lines_pack_clear(void *found)
{
    lines_pack_found *f = found;
    dm_level_pack_free(f->pack);
}

static dm_status lines_pack_find(asking *a, const ask_board *board, void *shared, void *found,
                                 dm_error *err)
{
    const lines_pack_fields *own = a->own;
    lines_pack_found *f = found;
    (void)shared;
    const dm_level_pack_wish wish = {.count = (int32_t)own->count,
                                     .from = (dm_level_grade)(DM_GRADE_EASY + own->from),
                                     .to = (dm_level_grade)(DM_GRADE_EASY + own->to),
                                     .seed = a->seed,
                                     .unique = own->unique,
                                     .only_op = own->op <= DM_LINE_ROPE,
                                     .op = (dm_line_op)(own->op <= DM_LINE_ROPE ? own->op : 0),
                                     .title = own->title};
    lines_own_levels given = {0};
    if (own->unique && own->op == DM_LINE_ROPE)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: solutions with ropes are not counted",
                         ask_label(a, "unique"));
    if (own->levels.count == 0)
        return dm_level_pack_generate(&wish, board->run, &f->pack, err);
    dm_status status = DM_OK;
    for (int i = 0; i < own->levels.count && status == DM_OK; i++)
        status = lines_own_levels_add(&given, own->levels.path[i], err);
    if (status == DM_OK)
        status =
            dm_level_pack_of(given.level, (int32_t)given.count, &wish, board->run, &f->pack, err);
    lines_own_levels_clear(&given);
    return status;
}

static dm_status lines_pack_report(const asking *a, const ask_board *board, void *found, report *r,
                                   dm_error *err)
{
    const lines_pack_found *f = found;
    const lines_pack_fields *own = a->own;
    if (own->levels.count == 0)
        report_json(r, "seed", json_integer((json_int_t)a->seed));
    dm_status status = answer_lines_pack(r, f->pack, err);
    report_since(r, board->begun);
    return status;
}

const question question_lines_pack = {.name = "lines/pack",
                                      .fields = fields,
                                      .common = Q_SEEDED | Q_TIMED,
                                      QUESTION_PARTS(lines_pack)};
