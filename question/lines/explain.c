/* explain.c - a level as te Kolste's thesis looks at it, and a level with its sites
 * on vertices. */
#include "question/questions.h"

#include "answer/fail.h"
#include <demesne/draw_level.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const question_field explain_table[] = {
    LINES_LEVEL,
    {.name = "edge", .type = Q_DECIMAL, .argument = "E", .at = offsetof(lines_explain_fields, edge),
     .help = "also the function f(x) of this edge: the own length beyond it if somebody enters it at time x"},
    {.name = "vertex", .type = Q_DECIMAL, .argument = "V", .at = offsetof(lines_explain_fields, vertex),
     .help = "with --edge: only the functions out of this end of the edge"},
    {.name = "at", .type = Q_TEXT, .argument = "X", .at = offsetof(lines_explain_fields, at),
     .help = "with --edge: also f at this x, by the thesis' methods 1 and 2"},
    {.name = "svg", .type = Q_FLAG, .in = Q_JSON_ONLY, .at = offsetof(lines_explain_fields, lines.svg),
     .help = "a picture of the candidates, the tree and the functions"},
    {.name = "ropes", .type = Q_FLAG, .at = offsetof(lines_explain_fields, ropes),
     .help = "a picture shows candidate ropes with their balance points in place of candidate cuts"},
    {.name = "output", .letter = 'o', .type = Q_FILE, .argument = "FILE", .writes = true,
     .endings = QUESTION_PICTURES, .at = offsetof(lines_explain_fields, lines.output),
     .help = "draw the candidates, the tree and the functions as FILE.svg, FILE.png or FILE.pdf"},
    {0}};

static const question_field split_table[] = {
    LINES_LEVEL,
    {.name = "simplify", .type = Q_FLAG, .at = offsetof(lines_explain_fields, simplify),
     .help = "also leave out the parts without sites that hang on one site (te Kolste, section 4.4.4)"},
    {.name = "to", .type = Q_FILE, .argument = "FILE", .writes = true,
     .at = offsetof(lines_explain_fields, lines.to),
     .help = "write the level to FILE (default: to standard output)"},
    {0}};
/* clang-format on */

static void lines_explain_clear(void *found)
{
    lines_explain_found *f = found;
    dm_level_free(f->on.level);
    dm_level_free(f->split);
    dm_line_diagram_free(f->diagram);
    dm_line_espt_free(f->espt);
    dm_line_functions_free(f->functions);
}

/* A whole number that may be missing (-1). */
static dm_status read_number(asking *a, const char *field, const char *text, int32_t *out,
                             dm_error *err)
{
    char *end;
    long number = text ? strtol(text, &end, 10) : -1;
    *out = (int32_t)number;
    if (!text || (end != text && !*end && number >= 0 && number <= INT32_MAX))
        return DM_OK;
    return ask_blame(a, err, DM_BAD_ARGUMENT, "%s %.60s: expected a number from 0 on",
                     ask_label(a, field), text);
}

static dm_status find_functions(asking *a, const dm_line_ask *ask, dm_run *run,
                                lines_explain_found *f, dm_error *err)
{
    const lines_explain_fields *own = a->own;
    int32_t edge, vertex;
    dm_ratio x;
    dm_status status = read_number(a, "edge", own->edge, &edge, err);
    if (status == DM_OK)
        status = read_number(a, "vertex", own->vertex, &vertex, err);
    if (status == DM_OK && own->at && dm_ratio_parse(own->at, &x, NULL) != DM_OK)
        status = ask_blame(a, err, DM_BAD_ARGUMENT, "%s %.60s: expected a distance such as 5/2",
                           ask_label(a, "at"), own->at);
    if (status != DM_OK)
        return status;
    if (edge < 0 && (vertex >= 0 || own->at))
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s goes with %s",
                         ask_label(a, vertex >= 0 ? "vertex" : "at"),
                         a->by_words ? "--edge" : "'edge'");
    if (edge < 0)
        return DM_OK;
    return dm_line_functions_new(f->on.level, ask, edge, vertex, own->at ? &x : NULL, run,
                                 &f->functions, err);
}

static dm_status find_explain(asking *a, dm_run *run, lines_explain_found *f, dm_error *err)
{
    dm_status status = lines_need_player(a, &f->on, err);
    const dm_line_ask ask = {
        .op = DM_LINE_CUT, .player = f->on.player, .objective = DM_LINE_MARGIN, .ties = f->on.ties};
    if (status == DM_OK)
        status = dm_line_espt_new(f->on.level, &ask, run, &f->espt, err);
    if (status == DM_OK)
        status = dm_line_diagram_new(f->on.level, f->on.ties, true, &f->diagram, err);
    return status == DM_OK ? find_functions(a, &ask, run, f, err) : status;
}

static dm_status lines_explain_find(asking *a, const ask_board *board, void *shared, void *found,
                                    dm_error *err)
{
    const lines_explain_fields *own = a->own;
    lines_explain_found *f = found;
    (void)shared;
    dm_status status = lines_read_level(a, &f->on, err);
    if (status != DM_OK)
        return status;
    if (a->about == &question_lines_split)
        status = (own->simplify ? dm_level_simplify : dm_level_split)(f->on.level, &f->split, err);
    else
        status = find_explain(a, board->run, f, err);
    lines_name_source(a, &f->on, status, err);
    return status;
}

static dm_status report_split(const asking *a, const lines_explain_found *f, report *r,
                              dm_error *err)
{
    const lines_explain_fields *own = a->own;
    dm_status status = DM_OK;
    if (own->lines.to && strcmp(own->lines.to, "-") != 0) {
        status = dm_level_write(f->split, own->lines.to, err);
        report_string(r, "written", own->lines.to);
    }
    if (status == DM_OK && report_is_json(r))
        status = answer_level_made(r, f->split, err);
    return status;
}

static dm_status draw(const asking *a, const lines_explain_found *f, report *r, dm_error *err)
{
    const lines_explain_fields *own = a->own;
    const dm_level_picture picture = {.ties = f->on.ties,
                                      .espt = f->espt,
                                      .ropes = own->ropes,
                                      .functions = f->functions,
                                      .title = f->on.source,
                                      .seed = a->seed};
    dm_status status = DM_OK;
    if (own->lines.output) {
        status = dm_draw_level(f->on.level, &picture, own->lines.output, err);
        report_string(r, "file", own->lines.output);
    }
    if (status == DM_OK && own->lines.svg) {
        char *svg = NULL;
        status = dm_draw_level_svg(f->on.level, &picture, &svg, err);
        if (status == DM_OK)
            report_string(r, "svg", svg);
        dm_free(svg);
    }
    return status;
}

static dm_status lines_explain_report(const asking *a, const ask_board *board, void *found,
                                      report *r, dm_error *err)
{
    const lines_explain_found *f = found;
    const lines_explain_fields *own = a->own;
    dm_status status = DM_OK;
    answer_level_head(r, &f->on, f->split ? f->split : f->on.level);
    if (f->split) {
        status = report_split(a, f, r, err);
    } else {
        report_string(r, "player", f->on.level->players[f->on.player]);
        answer_lines_espt(r, f->on.level, f->espt);
        answer_level_stretches(r, f->on.level, f->diagram);
        if (f->functions)
            answer_lines_functions(r, f->on.level, f->functions, own->at);
        status = draw(a, f, r, err);
    }
    report_since(r, board->begun);
    return status;
}

#define QUESTION(verb, fields_read)                                                                \
    const question question_lines_##verb = {.name = "lines/" #verb,                                \
                                            .fields = verb##_table,                                \
                                            .common = fields_read,                                 \
                                            QUESTION_PARTS(lines_explain)}

QUESTION(explain, Q_SEEDED | Q_TIMED);
QUESTION(split, Q_SEEDED);
