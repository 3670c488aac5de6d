/* question_lines_pack.c - packs of levels: made, rated, and written as a file and as a book. */
#include "question/questions.h"

#include "answer/answer_lines.h"

/* clang-format off */
static const question_field fields[] = {
    {.name = "count", .type = Q_COUNT, .argument = "N", .low = 1, .high = 1000, .most_asked = 60,
     .standard = 30, .at = offsetof(lines_pack_fields, count), .help = "the number of levels"},
    {.name = "from", .type = Q_CHOICE, .argument = "GRADE", .choices = choice_grade_of_pack,
     .at = offsetof(lines_pack_fields, from), .help = "the grade of the first level: easy, medium, hard or fiendish"},
    {.name = "to", .type = Q_CHOICE, .argument = "GRADE", .choices = choice_grade_of_pack,
     .standard = DM_GRADE_FIENDISH - DM_GRADE_EASY, .at = offsetof(lines_pack_fields, to),
     .help = "the grade of the last level"},
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
                                     .seed = a->seed};
    return dm_level_pack_generate(&wish, board->run, &f->pack, err);
}

static dm_status lines_pack_report(const asking *a, const ask_board *board, void *found, report *r,
                                   dm_error *err)
{
    const lines_pack_found *f = found;
    report_json(r, "seed", json_integer((json_int_t)a->seed));
    dm_status status = answer_lines_pack(r, f->pack, err);
    report_since(r, board->begun);
    return status;
}

const question question_lines_pack = {.name = "lines/pack",
                                      .fields = fields,
                                      .common = Q_SEEDED | Q_TIMED,
                                      QUESTION_PARTS(lines_pack)};
