/* answer_trace.c - traces: per stone the step of a document, why it was taken, and its quantities.
 *
 * In JSON `trace` has an object per stone, in the order of `moves`; in text a line per stone.
 */
#include "answer/answer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A list, or a list of rows. */
static json_t *counts_as_json(const dm_quantity *q)
{
    json_t *list = json_array(), *row = NULL;
    for (int64_t i = 0; i < q->count; i++) {
        json_t *count = json_integer(q->counts[i]);
        if (q->row == 0) {
            report_append(&list, count);
            continue;
        }
        if (i % q->row == 0)
            row = json_array();
        report_append(&row, count);
        if (i % q->row == q->row - 1)
            report_append(&list, row);
    }
    return list;
}

static json_t *quantity_as_json(const dm_quantity *q)
{
    if (q->kind == DM_QUANTITY_COUNT)
        return json_integer(q->count);
    if (q->kind == DM_QUANTITY_TEXT)
        return json_string(q->text);
    if (q->kind == DM_QUANTITY_COUNTS)
        return counts_as_json(q);
    json_t *list = json_array();
    for (int64_t i = 0; i < q->count; i++)
        report_append(&list, report_rounded(q->values[i]));
    return list;
}

/* Adds what is known of a stone; NULL: nothing is. */
static void put_stone(json_t **object, const dm_traced_stone *stone)
{
    report_put(object, "step", stone && stone->step ? json_string(stone->step) : json_null());
    report_put(object, "why", stone && stone->why ? json_string(stone->why) : json_null());
    for (size_t i = 0; stone && i < stone->quantity_count; i++)
        report_put(object, stone->quantities[i].name, quantity_as_json(&stone->quantities[i]));
}

static void print_stone(report *r, int number, const char *side, const char *move,
                        const dm_traced_stone *stone)
{
    const char *step = stone && stone->step ? stone->step : NULL;
    report_line(r, "%3d. %-5s %s%s%s%s%s", number, side, move, step ? "  " : "", step ? step : "",
                stone && stone->why ? ": " : "", stone && stone->why ? stone->why : "");
}

/* "key_level = 1, alpha = 4/3, ..": all but long lists. */
static void print_quantities(report *r, const dm_traced_stone *stone)
{
    enum { MOST = 12, LETTERS = 24 };
    char *line = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&line, &size);
    for (size_t i = 0; to && stone && i < stone->quantity_count; i++) {
        const dm_quantity *q = &stone->quantities[i];
        if (q->kind == DM_QUANTITY_VALUES || (q->kind == DM_QUANTITY_COUNTS && q->count > MOST) ||
            (q->kind == DM_QUANTITY_TEXT && strlen(q->text) > LETTERS))
            continue;
        fprintf(to, "%s%s =", ftell(to) > 0 ? ", " : "", q->name);
        if (q->kind == DM_QUANTITY_COUNT)
            fprintf(to, " %lld", (long long)q->count);
        else if (q->kind == DM_QUANTITY_TEXT)
            fprintf(to, " %s", q->text);
        for (int64_t k = 0; q->kind == DM_QUANTITY_COUNTS && k < q->count; k++)
            fprintf(to, "%c%lld", q->row == 0 || k % q->row == 0 ? ' ' : '-',
                    (long long)q->counts[k]);
    }
    if (to && fclose(to) == 0 && size > 0)
        report_line(r, "     %s", line);
    free(line);
}

/* A length of the game so far; NULL without memory. */
static json_t *length_as_json(const dm_interval *game, dm_interval_length what)
{
    char *text = NULL;
    json_t *length =
        dm_interval_measure(game, what, &text, NULL) == DM_OK ? json_string(text) : NULL;
    dm_free(text);
    return length;
}

static json_t *count_as_text(int32_t count)
{
    char text[16];
    snprintf(text, sizeof text, "%d", count);
    return json_string(text);
}

/* R_m .. B_b of the game so far. */
static void put_lengths(json_t **object, const dm_interval *game)
{
    report_put(object, "R_m", length_as_json(game, DM_LENGTH_RED_INTERVALS));
    report_put(object, "B_m", length_as_json(game, DM_LENGTH_BLUE_INTERVALS));
    report_put(object, "n_R", count_as_text(dm_interval_intervals(game, DM_RED)));
    report_put(object, "n_B", count_as_text(dm_interval_intervals(game, DM_BLUE)));
    report_put(object, "R_b", length_as_json(game, DM_LENGTH_RED_BORDER));
    report_put(object, "B_b", length_as_json(game, DM_LENGTH_BLUE_BORDER));
}

static void print_lengths(report *r, const json_t *object)
{
    static const char *const names[] = {"R_m", "B_m", "n_R", "n_B", "R_b", "B_b"};
    char line[400] = "";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text = json_string_value(json_object_get(object, names[i]));
        size_t used = strlen(line);
        snprintf(line + used, sizeof line - used,
                 strlen(text) <= 40 ? "%s%s = %s" : "%s%s = %.40s...", i ? ", " : "", names[i],
                 text);
    }
    report_line(r, "     %s", line);
}

/* Places stone `index` of `game` in `again`, in its turn. */
static dm_status place_again(const dm_interval *game, int32_t index, dm_interval *again,
                             char **place, dm_error *err)
{
    dm_status status = DM_OK;
    if (dm_interval_in_turn(again) > 0 &&
        dm_interval_stone_at(game, index).turn != dm_interval_stone_at(game, index - 1).turn)
        status = dm_interval_end_turn(again, err);
    if (status == DM_OK)
        status = dm_interval_stone_place(game, index, place, err);
    return status == DM_OK ? dm_interval_place(again, *place, err) : status;
}

dm_status answer_interval_trace(report *r, const dm_interval *game, const dm_trace *trace,
                                const size_t *traced, dm_error *err)
{
    dm_interval *again = NULL;
    json_t *list = json_array();
    dm_status status = dm_interval_new(dm_interval_rules_of(game), &again, err);
    for (int32_t i = 0; i < dm_interval_count(game) && status == DM_OK; i++) {
        const dm_traced_stone *stone = traced[i] ? &trace->stones[traced[i] - 1] : NULL;
        const char *side = dm_colour_name(dm_interval_stone_at(game, i).colour);
        char *place = NULL;
        status = place_again(game, i, again, &place, err);
        if (status == DM_OK) {
            json_t *object = json_pack("{s:s, s:s}", "side", side, "move", place);
            put_stone(&object, stone);
            put_lengths(&object, again);
            print_stone(r, i + 1, side, place, stone);
            if (object)
                print_lengths(r, object);
            report_append(&list, object);
        }
        dm_free(place);
    }
    dm_interval_free(again);
    if (status == DM_OK)
        report_json(r, "trace", list);
    else
        json_decref(list);
    return status;
}

/* The scores once the first `stones` stones are placed. */
static dm_status put_scores(json_t **object, const dm_position *position, int32_t stones,
                            dm_error *err)
{
    int32_t count;
    const dm_stone *all = dm_position_stones(position, &count);
    dm_dominance *now = NULL;
    dm_status status = dm_dominance_new(dm_position_arena(position), all, stones,
                                        dm_position_rules(position)->ties, &now, err);
    if (status == DM_OK) {
        report_put(object, "white_score", json_integer(now->score[DM_WHITE]));
        report_put(object, "black_score", json_integer(now->score[DM_BLACK]));
    }
    dm_dominance_free(now);
    return status;
}

dm_status answer_board_trace(report *r, const dm_position *position, int32_t from,
                             const dm_trace *trace, dm_error *err)
{
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    json_t *list = json_array();
    dm_status status = DM_OK;
    for (int32_t i = from; i < count && status == DM_OK; i++) {
        size_t at = (size_t)(i - from);
        const dm_traced_stone *stone = at < trace->count ? &trace->stones[at] : NULL;
        const char *side = dm_side_name((dm_side)stones[i].player);
        char move[16];
        snprintf(move, sizeof move, "%d", stones[i].vertex);
        json_t *object = json_pack("{s:s, s:i}", "side", side, "move", (int)stones[i].vertex);
        put_stone(&object, stone);
        status = put_scores(&object, position, i + 1, err);
        print_stone(r, i + 1, side, move, stone);
        print_quantities(r, stone);
        report_append(&list, object);
    }
    if (status == DM_OK)
        report_json(r, "trace", list);
    else
        json_decref(list);
    return status;
}
