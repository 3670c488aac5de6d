/* question_lines_pack.c - packs of levels: made, rated, and written as a file and as a book. */
#include "question/questions.h"

#include "answer/answer_lines.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* The levels of files, each with its name. */
typedef struct own_levels {
    dm_own_level *level;
    size_t count, room;
} own_levels;

static void own_levels_clear(own_levels *own)
{
    for (size_t i = 0; i < own->count; i++) {
        dm_level_free((dm_level *)own->level[i].level);
        free((char *)own->level[i].name);
    }
    free(own->level);
}

static dm_status add_own_level(own_levels *own, const char *path, const char *name, dm_error *err)
{
    dm_level *level = NULL;
    char *copy = NULL;
    dm_status status = dm_level_read(path, &level, err);
    if (status != DM_OK)
        return status;
    if (own->count == own->room) {
        size_t room = own->room ? 2 * own->room : 16;
        dm_own_level *more = realloc(own->level, room * sizeof *more);
        if (more) {
            own->level = more;
            own->room = room;
        }
    }
    if (own->count == own->room || !(copy = strdup(name))) {
        dm_level_free(level);
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    }
    own->level[own->count++] = (dm_own_level){copy, level};
    return DM_OK;
}

/* Reads a level, named after its file, or the levels of a pack. */
static dm_status add_own_file(own_levels *own, const char *path, dm_error *err)
{
    dm_pack_names names = {0};
    char text[4096];
    bool is_one = strrchr(path, ':') && access(path, F_OK) != 0; /* pack.json:3 */
    dm_status status = is_one ? DM_OK : dm_pack_names_read(path, &names, err);
    for (int32_t i = 0; i < names.count && status == DM_OK; i++) {
        snprintf(text, sizeof text, "%s:%d", path, i + 1);
        status = add_own_level(own, text, *names.name[i] ? names.name[i] : text, err);
    }
    if (status == DM_OK && names.count == 0) {
        const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
        const char *end = strrchr(name, '.');
        int size = end && end > name && !is_one ? (int)(end - name) : (int)strlen(name);
        snprintf(text, sizeof text, "%.*s", size, name);
        status = add_own_level(own, path, text, err);
    }
    dm_pack_names_clear(&names);
    return status;
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
    own_levels given = {0};
    if (own->unique && own->op == DM_LINE_ROPE)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: solutions with ropes are not counted",
                         ask_label(a, "unique"));
    if (own->levels.count == 0)
        return dm_level_pack_generate(&wish, board->run, &f->pack, err);
    dm_status status = DM_OK;
    for (int i = 0; i < own->levels.count && status == DM_OK; i++)
        status = add_own_file(&given, own->levels.path[i], err);
    if (status == DM_OK)
        status =
            dm_level_pack_of(given.level, (int32_t)given.count, &wish, board->run, &f->pack, err);
    own_levels_clear(&given);
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
