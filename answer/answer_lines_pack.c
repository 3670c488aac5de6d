/* answer_lines_pack.c - packs of levels: as an answer, as a file, and as a book with solutions at
 * the end.
 */

#include "answer/answer.h"
#include "answer/answer_lines.h"
#include "answer/fail.h"
#include "base/names.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static json_t *level_json(int32_t number, const dm_level_pack_item *one, dm_error *err)
{
    char *text = NULL, name[32];
    if (dm_level_text(one->level, &text, err) != DM_OK)
        return NULL;
    const char *grade = dm_level_grade_name(one->rating.grade);
    snprintf(name, sizeof name, "%d %s", number, grade);
    json_t *object = json_pack("{s:s, s:s}", "name", one->name ? one->name : name, "grade", grade);
    /* what gave the grade: the share of winning moves, or what the search found */
    report_put(&object, "solutions",
               one->rating.solutions < 0 ? json_null()
                                         : json_integer((json_int_t)one->rating.solutions));
    report_put(&object, "unique", json_boolean(one->rating.solutions == 1));
    if (one->rating.moves > 1) {
        report_put(&object, "greedy_wins", json_boolean(one->rating.greedy_wins));
        report_put(&object, "tempting", json_integer(one->rating.tempting));
    } else {
        report_put(&object, "winning_decimal", report_rounded(one->rating.low));
    }
    report_put(&object, "moves",
               answer_moves_json(one->solution->moves, one->solution->move_count));
    report_put(&object, "level", json_loads(text, 0, NULL));
    dm_free(text);
    if (!object)
        answer_fail(err, DM_NO_MEMORY, "out of memory");
    return object;
}

static json_t *levels_json(const dm_level_pack *pack, dm_error *err)
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
    int at = 0, any = level->moves > 1 ? level->moves : 1;
    words[0] = '\0';
    if (level->quota_count == 0)
        snprintf(words, 120, "%d move%s of any kind", any, any > 1 ? "s" : "");
    for (int32_t i = 0; i < level->quota_count && at < 80; i++)
        at += snprintf(words + at, 120 - (size_t)at, "%s%d %s%s", i ? ", " : "",
                       level->quotas[i].count, names[level->quotas[i].op],
                       level->quotas[i].count > 1 ? "s" : "");
    return words;
}

dm_status answer_lines_pack(report *r, const dm_level_pack *pack, dm_error *err)
{
    char budget[120], reason[120];
    json_t *levels = levels_json(pack, err);
    if (!levels)
        return DM_NO_MEMORY;
    if (pack->title)
        report_string(r, "title", pack->title);
    report_count(r, "count", pack->count);
    report_json(r, "levels", levels);
    for (int32_t i = 0; i < pack->count; i++) {
        const dm_level_pack_item *one = &pack->levels[i];
        /* "1 solution, greedy fails, 6 tempting", or "12.5 % of the moves win" */
        char solutions[40] = "";
        if (one->rating.solutions >= 0)
            snprintf(solutions, sizeof solutions, "%lld solution%s, ",
                     (long long)one->rating.solutions, dmi_plural(one->rating.solutions, "", "s"));
        if (one->rating.moves > 1)
            snprintf(reason, 120, "%s%s%d tempting", solutions,
                     one->rating.greedy_wins ? "" : "greedy fails, ", one->rating.tempting);
        else
            snprintf(reason, 120, "%.3g %% of the moves win", 100 * one->rating.low);
        report_line(
            r, "  %3d %-9s %s%s%2d edge%s, %s; %s", i + 1, dm_level_grade_name(one->rating.grade),
            one->name ? one->name : "", one->name ? ": " : "", one->level->edge_count,
            one->level->edge_count == 1 ? "" : "s", budget_words(one->level, budget), reason);
    }
    assert(pack->left_out || pack->left_out_count == 0);
    json_t *left_out = pack->left_out ? json_array() : NULL;
    for (int32_t i = 0; i < pack->left_out_count; i++) {
        const dm_level_left_out *one = &pack->left_out[i];
        report_append(&left_out, json_pack("{s:s, s:s}", "name", one->name, "why", one->why));
        report_line(r, "  left out: %s: %s", one->name, one->why);
    }
    if (left_out)
        report_json(r, "left_out", left_out);
    return DM_OK;
}

dm_status answer_pack_file(FILE *to, const void *data, dm_error *err)
{
    const dm_level_pack *pack = data;
    json_t *levels = levels_json(pack, err);
    json_t *file = levels ? json_pack("{s:s, s:i, s:I, s:o}", "demesne", "pack", "version", 1,
                                      "seed", (json_int_t)pack->seed, "levels", levels)
                          : NULL;
    if (pack->title)
        report_put(&file, "title", json_string(pack->title));
    char *text = file ? report_text(file) : NULL;
    json_decref(file);
    if (!text)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    fprintf(to, "%s\n", text);
    free(text);
    return DM_OK;
}

/* The picture; `after` NULL: of the level alone. */
static dm_status put_picture(FILE *to, const dm_level_pack_item *one, const dm_level *after,
                             dm_error *err)
{
    char *svg = NULL;
    const dm_level_picture picture = {.after = after,
                                      .moves = after ? one->solution->moves : NULL,
                                      .move_count = after ? one->solution->move_count : 0,
                                      .lengths = true,
                                      .seed = 1};
    dm_status status = dm_draw_level_svg(one->level, &picture, &svg, err);
    if (status != DM_OK)
        return status;
    const char *drawing = strstr(svg, "<svg"); /* without the first line of an XML file */
    fprintf(to, "<figure>%s</figure>\n", drawing ? drawing : svg);
    dm_free(svg);
    return DM_OK;
}

/* "3. Bridge (easy)", or "3. easy". */
static void put_heading(FILE *to, int32_t number, const dm_level_pack_item *one)
{
    const char *grade = dm_level_grade_name(one->rating.grade);
    fprintf(to, "<h2>%d. ", number);
    if (one->name)
        report_html(to, one->name);
    fprintf(to, one->name ? " (%s)" : "%s", grade);
}

static dm_status put_solution(FILE *to, int32_t number, const dm_level_pack_item *one,
                              dm_error *err)
{
    dm_level *after = NULL;
    fprintf(to, "<section id=\"s%d\">", number);
    put_heading(to, number, one);
    fprintf(to, " <a class=\"screen\" href=\"#l%d\">the level</a></h2>\n", number);
    /* one row per move, each about the level after those before it */
    char words[ANSWER_MOVE_WORDS];
    dm_level *now = NULL;
    dm_status status = dm_level_new(one->level, &now, err);
    fputs("<ol>\n", to);
    for (int32_t i = 0; status == DM_OK && i < one->solution->move_count; i++) {
        dm_level *next = NULL;
        fprintf(to, "<li>%s</li>\n", answer_move_words(now, &one->solution->moves[i], words));
        status = dm_level_apply_moves(now, &one->solution->moves[i], 1, one->level->me, &next, err);
        dm_level_free(now);
        now = next;
    }
    fputs("</ol>\n", to);
    dm_level_free(now);
    if (status == DM_OK)
        status = dm_level_apply_moves(one->level, one->solution->moves, one->solution->move_count,
                                      one->level->me, &after, err);
    if (status == DM_OK)
        status = put_picture(to, one, after, err);
    fputs("</section>\n", to);
    dm_level_free(after);
    return status;
}

dm_status answer_pack_book(FILE *to, const void *data, dm_error *err)
{
    const dm_level_pack *pack = data;
    dm_status status = DM_OK;
    page_begin(to, pack->title ? pack->title : "Lines: a book of levels",
               "Every point of a line belongs to the player of the nearest site; the numbers along "
               "lines are their lengths.  Make the moves "
               "that a level allows, so that the mover owns the most length.  Solutions are at the "
               "end.");
    fputs("<div class=\"cards\">\n", to);
    for (int32_t i = 0; status == DM_OK && i < pack->count; i++) {
        int32_t number = i + 1;
        const dm_level_pack_item *one = &pack->levels[i];
        char words[120];
        fprintf(to, "<section id=\"l%d\">", number);
        put_heading(to, number, one);
        fputs("</h2>\n", to);
        fprintf(to, "<p>%s moves: %s. <a class=\"screen\" href=\"#s%d\">solution</a></p>\n",
                one->level->players[one->level->me], budget_words(one->level, words), number);
        status = put_picture(to, one, NULL, err);
        fputs("</section>\n", to);
    }
    fputs("</div>\n<h1 class=\"next\">Solutions</h1>\n<div class=\"cards large\">\n", to);
    for (int32_t i = 0; status == DM_OK && i < pack->count; i++)
        status = put_solution(to, i + 1, &pack->levels[i], err);
    fputs("</div>\n", to);
    page_end(to, "Every solution is proven by demesne lines solve. ");
    return status;
}
