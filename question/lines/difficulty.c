/* difficulty.c - the share of won random moves of levels against their grades (van
 * Dieren's measure beside ours). */
#include "base/names.h"
#include "question/questions.h"

#include <demesne/draw_level.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const question_field fields[] = {
    {.name = "levels", .type = Q_FILES, .argument = "FILE ..",
     .at = offsetof(lines_difficulty_fields, levels),
     .help = "further files: levels, packs, or folders of such files"},
    {.name = "samples", .type = Q_COUNT, .argument = "N", .low = 1, .high = 10000000, .standard = 1000,
     .at = offsetof(lines_difficulty_fields, samples), .help = "how often each level is played at random"},
    {.name = "ties", .type = Q_CHOICE, .argument = "RULE", .choices = choice_line_ties,
     .at = offsetof(lines_difficulty_fields, ties), .help = "who gets length that several reach at the same time"},
    {.name = "output", .letter = 'o', .type = Q_FILE, .argument = "FILE", .writes = true,
     .endings = QUESTION_PICTURES, .at = offsetof(lines_difficulty_fields, output),
     .help = "plot the shares by grade as FILE.svg, FILE.png or FILE.pdf"},
    {0}};
/* clang-format on */

static void lines_difficulty_clear(void *found)
{
    lines_difficulty_found *f = found;
    lines_own_levels_clear(&f->levels);
    free(f->row);
}

/* A level without a solver's answer is left out, with the reason. */
static dm_status rate_level(const asking *a, const dm_level *level, dm_run *run,
                            lines_difficulty_row *out, dm_error *err)
{
    const lines_difficulty_fields *own = a->own;
    dm_line_move_set *set = NULL;
    dm_error why = {0};
    dm_status status = dm_level_rate(level, (dm_line_ties)own->ties, run, &out->rating, &set, &why);
    dm_line_move_set_free(set);
    if (status == DM_OK)
        status = dm_level_play_randomly(level, (dm_line_ties)own->ties, own->samples, a->seed, run,
                                        &out->play, &why);
    if (status == DM_OK || status == DM_STOPPED || status == DM_UNFINISHED ||
        status == DM_NO_MEMORY) {
        *err = why;
        return status;
    }
    snprintf(out->why, sizeof out->why, "%.190s", why.message);
    return DM_OK;
}

static dm_status lines_difficulty_find(asking *a, const ask_board *board, void *shared, void *found,
                                       dm_error *err)
{
    const lines_difficulty_fields *own = a->own;
    lines_difficulty_found *f = found;
    dm_status status = DM_OK;
    (void)shared;
    for (int i = 0; i < own->levels.count && status == DM_OK; i++)
        status = lines_own_levels_add(&f->levels, own->levels.path[i], err);
    f->row = calloc(f->levels.count + 1, sizeof *f->row);
    if (status == DM_OK && !f->row)
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < f->levels.count && status == DM_OK; i++)
        status = rate_level(a, f->levels.level[i].level, board->run, &f->row[i], err);
    return status == DM_STOPPED ? DM_UNFINISHED : status;
}

static double share_of(const lines_difficulty_row *row)
{
    return row->play.samples ? (double)row->play.wins / (double)row->play.samples : 0;
}

static void report_levels(const lines_difficulty_found *f, report *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < f->levels.count; i++) {
        const lines_difficulty_row *row = &f->row[i];
        const char *name = f->levels.level[i].name;
        json_t *object = json_pack("{s:o}", "name", report_name(name));
        if (row->why[0]) {
            report_put(&object, "error", json_string(row->why));
            report_line(r, "  %-20.60s left out: %s", name, row->why);
        } else {
            report_put(&object, "grade", json_string(dm_level_grade_name(row->rating.grade)));
            report_put(&object, "moves", json_integer(row->rating.moves));
            report_put(&object, "wins", json_integer((json_int_t)row->play.wins));
            report_put(&object, "share", report_rounded(share_of(row)));
            report_put(&object, "low", report_rounded(row->play.low));
            report_put(&object, "high", report_rounded(row->play.high));
            report_line(r, "  %-20.60s %-10s %7.2f %%  (%.2f to %.2f)", name,
                        dm_level_grade_name(row->rating.grade), 100 * share_of(row),
                        100 * row->play.low, 100 * row->play.high);
        }
        report_append(&list, object);
    }
    report_json(r, "levels", list);
}

/* One line per grade, with a bar for the mean share. */
static void report_grades(const lines_difficulty_found *f, report *r)
{
    json_t *list = json_array();
    for (int grade = DM_GRADE_TRIVIAL; grade <= DM_GRADE_UNWINNABLE; grade++) {
        int64_t count = 0;
        double sum = 0, least = 1, most = 0;
        for (size_t i = 0; i < f->levels.count; i++) {
            const lines_difficulty_row *row = &f->row[i];
            if (row->why[0] || (int)row->rating.grade != grade)
                continue;
            double share = share_of(row);
            count++;
            sum += share;
            least = share < least ? share : least;
            most = share > most ? share : most;
        }
        if (count == 0)
            continue;
        double mean = sum / (double)count;
        report_append(&list, json_pack("{s:s, s:I, s:o, s:o, s:o}", "grade",
                                       dm_level_grade_name((dm_level_grade)grade), "levels",
                                       (json_int_t)count, "share", report_rounded(mean), "least",
                                       report_rounded(least), "most", report_rounded(most)));
        report_row(r, dm_level_grade_name((dm_level_grade)grade),
                   "%3lld %-6s mean %6.2f %%, %.2f to %.2f  %.*s", (long long)count,
                   count == 1 ? "level" : "levels", 100 * mean, 100 * least, 100 * most,
                   (int)(40 * mean + 0.5), "########################################");
    }
    report_json(r, "grades", list);
}

static dm_status plot(const lines_difficulty_found *f, const char *path, dm_error *err)
{
    const char *columns[DM_GRADE_UNWINNABLE + 1];
    int32_t column[DM_GRADE_UNWINNABLE + 1], used = 0, count = 0;
    dm_share_point *points = calloc(f->levels.count + 1, sizeof *points);
    if (!points)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int grade = DM_GRADE_UNKNOWN; grade <= DM_GRADE_UNWINNABLE; grade++) {
        column[grade] = -1;
        for (size_t i = 0; i < f->levels.count; i++)
            if (!f->row[i].why[0] && (int)f->row[i].rating.grade == grade && column[grade] < 0) {
                columns[used] = dm_level_grade_name((dm_level_grade)grade);
                column[grade] = used++;
            }
    }
    for (size_t i = 0; i < f->levels.count; i++) {
        const lines_difficulty_row *row = &f->row[i];
        if (!row->why[0])
            points[count++] = (dm_share_point){column[row->rating.grade], share_of(row),
                                               row->play.low, row->play.high};
    }
    dm_status status = used == 0
                           ? answer_fail(err, DM_BAD_INPUT, "no level has a grade: nothing to plot")
                           : dm_draw_shares(points, count, columns, used,
                                            "random moves that win, by grade", path, err);
    free(points);
    return status;
}

static dm_status lines_difficulty_report(const asking *a, const ask_board *board, void *found,
                                         report *r, dm_error *err)
{
    const lines_difficulty_found *f = found;
    const lines_difficulty_fields *own = a->own;
    dm_status status = DM_OK;
    report_json(r, "samples", json_integer((json_int_t)own->samples));
    report_json(r, "seed", json_integer((json_int_t)a->seed));
    report_line(r, "%lld random %s of each level, share that wins with its 95 %% interval",
                (long long)own->samples, dmi_plural(own->samples, "play", "plays"));
    report_levels(f, r);
    report_grades(f, r);
    if (own->output) {
        status = plot(f, own->output, err);
        report_string(r, "file", own->output);
    }
    report_since(r, board->begun);
    return status;
}

const question question_lines_difficulty = {.name = "lines/difficulty",
                                            .fields = fields,
                                            .common = Q_SEEDED | Q_TIMED,
                                            QUESTION_PARTS(lines_difficulty)};
