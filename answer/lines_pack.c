/* lines_pack.c - packs of levels: as an answer, as a file, and as a book with solutions at the end.
 */
#include "answer/lines_pack.h"

#include "answer/fail.h"
#include "answer/lines.h"
#include "answer/page.h"

#include <stdlib.h>

static json_t *moves_json(const dm_line_plan *plan)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < plan->move_count; i++)
        report_append(&list, json_pack("{s:s, s:o}", "op", dm_line_op_name(plan->moves[i].op),
                                       "move", answer_move_json(&plan->moves[i])));
    return list;
}

static json_t *level_json(int32_t number, const dm_pack_level *one, dm_error *err)
{
    char *text = NULL, name[32];
    if (dm_level_text(one->level, &text, err) != DM_OK)
        return NULL;
    const char *grade = dm_level_grade_name(one->rating.grade);
    snprintf(name, sizeof name, "%d %s", number, grade);
    json_t *object = json_pack(
        "{s:s, s:s, s:o, s:b, s:b, s:i, s:o, s:o}", "name", name, "grade", grade, "solutions",
        one->rating.solutions < 0 ? json_null() : json_integer((json_int_t)one->rating.solutions),
        "unique", one->rating.solutions == 1, "greedy_wins", one->rating.greedy_wins, "tempting",
        one->rating.tempting, "moves", moves_json(one->plan), "level", json_loads(text, 0, NULL));
    dm_free(text);
    if (!object)
        answer_fail(err, DM_NO_MEMORY, "out of memory");
    return object;
}

static json_t *levels_json(const dm_pack *pack, dm_error *err)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < pack->count && list; i++) {
        json_t *one = level_json(i + 1, &pack->levels[i], err);
        if (!one) {
            json_decref(list);
            return NULL;
        }
        report_append(&list, one);
    }
    return list;
}

/* "1 cut, 2 sites". */
static const char *budget_words(const dm_level *level, char words[120])
{
    static const char *const names[] = {"new site", "removal", "cut", "rope"};
    int at = 0;
    words[0] = '\0';
    for (int32_t i = 0; i < level->quota_count && at < 80; i++)
        at += snprintf(words + at, 120 - (size_t)at, "%s%d %s%s", i ? ", " : "",
                       level->quotas[i].count, names[level->quotas[i].op],
                       level->quotas[i].count > 1 ? "s" : "");
    return words;
}

dm_status answer_lines_pack(report *r, const dm_pack *pack, dm_error *err)
{
    char words[120], solutions[24];
    json_t *levels = levels_json(pack, err);
    if (!levels)
        return DM_NO_MEMORY;
    report_count(r, "count", pack->count);
    report_json(r, "levels", levels);
    for (int32_t i = 0; i < pack->count; i++) {
        const dm_pack_level *one = &pack->levels[i];
        snprintf(solutions, sizeof solutions, "%lld", (long long)one->rating.solutions);
        report_line(r, "  %3d %-9s %2d edges, %s; %s solution%s%s, %d tempting", i + 1,
                    dm_level_grade_name(one->rating.grade), one->level->edge_count,
                    budget_words(one->level, words),
                    one->rating.solutions < 0 ? "unknown number of" : solutions,
                    one->rating.solutions == 1 ? "" : "s",
                    one->rating.greedy_wins ? "" : ", greedy fails", one->rating.tempting);
    }
    return DM_OK;
}

dm_status answer_pack_file(FILE *to, const void *data, dm_error *err)
{
    const dm_pack *pack = data;
    json_t *levels = levels_json(pack, err);
    json_t *file = levels ? json_pack("{s:s, s:i, s:I, s:o}", "demesne", "pack", "version", 1,
                                      "seed", (json_int_t)pack->seed, "levels", levels)
                          : NULL;
    char *text = file ? report_text(file) : NULL;
    json_decref(file);
    if (!text)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    fprintf(to, "%s\n", text);
    free(text);
    return DM_OK;
}

static dm_status put_level(FILE *to, int32_t number, const dm_pack_level *one,
                           const dm_level *after, dm_error *err)
{
    char words[120], *svg = NULL;
    const dm_level_picture picture = {.after = after,
                                      .moves = after ? one->plan->moves : NULL,
                                      .move_count = after ? 1 : 0,
                                      .seed = 1};
    dm_status status = dm_draw_level_svg(one->level, &picture, &svg, err);
    if (status != DM_OK)
        return status;
    fprintf(to, "<section id=\"%s%d\"><h2>%d. %s</h2>\n", after ? "s" : "l", number, number,
            dm_level_grade_name(one->rating.grade));
    fprintf(to, "<p>%s moves: %s. <a href=\"#%s%d\">%s</a></p>\n",
            one->level->players[one->level->me], budget_words(one->level, words), after ? "l" : "s",
            number, after ? "the level" : "solution");
    fprintf(to, "<figure style=\"max-width:%s\">%s</figure>\n", after ? "52rem" : "30rem", svg);
    dm_free(svg);
    return DM_OK;
}

static dm_status put_solution(FILE *to, int32_t number, const dm_pack_level *one, dm_error *err)
{
    char words[ANSWER_MOVE_WORDS];
    dm_level *now = NULL, *next = NULL;
    dm_status status = dm_level_new(one->level, &now, err);
    dm_level *after = NULL;
    if (status == DM_OK)
        status = dm_level_apply_moves(one->level, one->plan->moves, one->plan->move_count,
                                      one->level->me, &after, err);
    if (status == DM_OK)
        status = put_level(to, number, one, after, err);
    if (status == DM_OK)
        fputs("<ol>\n", to);
    for (int32_t i = 0; status == DM_OK && i < one->plan->move_count; i++) {
        fprintf(to, "<li>%s</li>\n", answer_move_words(now, &one->plan->moves[i], words));
        next = NULL;
        status = dm_level_apply_moves(now, &one->plan->moves[i], 1, one->level->me, &next, err);
        dm_level_free(now);
        now = next;
    }
    if (status == DM_OK)
        fputs("</ol></section>\n", to);
    dm_level_free(now);
    dm_level_free(after);
    return status;
}

dm_status answer_pack_book(FILE *to, const void *data, dm_error *err)
{
    const dm_pack *pack = data;
    dm_status status = DM_OK;
    page_begin(to, "Lines: a book of levels",
               "Make the moves that a level allows, so that the mover owns the most length.  "
               "Solutions are at the end.");
    for (int32_t i = 0; status == DM_OK && i < pack->count; i++) {
        status = put_level(to, i + 1, &pack->levels[i], NULL, err);
        if (status == DM_OK)
            fputs("</section>\n", to);
    }
    fputs("<h1>Solutions</h1>\n", to);
    for (int32_t i = 0; status == DM_OK && i < pack->count; i++)
        status = put_solution(to, i + 1, &pack->levels[i], err);
    page_end(to, "Every solution is proven by demesne lines solve. ");
    return status;
}
