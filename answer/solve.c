/* solve.c - a solved game: its value or bounds, a line, the values of moves. */
#include "answer/answer.h"

#include <stdlib.h>

static void add_setup(const answer_solved *a, report *r)
{
    int32_t count;
    const dm_stone *stones = dm_position_stones(a->position, &count);
    report_count(r, "rounds", a->rounds);
    report_count(r, "per_turn", a->per_turn);
    if (count == 0 && !a->to_move_given)
        return;
    report_stones(r, "white", stones, count, DM_WHITE);
    report_stones(r, "black", stones, count, DM_BLACK);
    if (!dm_position_is_over(a->position))
        report_string(r, "to_move", dm_side_name(dm_position_to_move(a->position)));
}

/* The value, or bounds and perhaps who wins. */
static void add_value(const answer_solved *a, report *r)
{
    const dm_solution *s = a->solution;
    bool exact = s->lower == s->upper;
    if (exact)
        report_count(r, "value", s->lower);
    report_winner(r, s->lower, s->upper);
    if (!exact || a->outcome || !a->complete) {
        report_count(r, "lower", s->lower);
        report_count(r, "upper", s->upper);
    }
}

/* Plays the line; DM_INTERNAL if it is not legal. */
static dm_status play_line(const answer_solved *a, dm_error *err)
{
    const dm_solution *s = a->solution;
    dm_status status = DM_OK;
    for (int32_t i = 0; i < s->line_count && status == DM_OK;) {
        int32_t stones = dm_position_stones_to_place(a->position);
        status = dm_position_make(a->position, s->line + i, stones, err);
        i += stones;
    }
    return status == DM_OK || status == DM_NO_MEMORY ? status : DM_INTERNAL;
}

/* "W 4, B 2 3": appends a turn to `text`. */
static void spell_turn(FILE *text, dm_side side, const dm_stone *stones, int32_t count)
{
    fputc(side == DM_WHITE ? 'W' : 'B', text);
    for (int32_t i = 0; i < count; i++)
        fprintf(text, " %d", stones[i].vertex);
}

static void add_line(const answer_solved *a, int32_t turns_given, report *r)
{
    char *text = NULL;
    size_t size;
    FILE *line = open_memstream(&text, &size);
    const dm_rules *rules = dm_position_rules(a->position);
    int32_t count;
    const dm_stone *stone = dm_position_stones(a->position, &count);
    report_json(r, "line", report_moves(a->position, turns_given));
    for (int32_t i = 0; line && i < dm_position_turns_made(a->position); i++) {
        if (i > turns_given)
            fputs(", ", line);
        if (i >= turns_given)
            spell_turn(line, rules->turns[i].side, stone, rules->turns[i].stones);
        stone += rules->turns[i].stones;
    }
    if (line && fclose(line) == 0)
        report_row(r, "line", "%s", text);
    free(text);
}

static json_t *valued_moves(const dm_solution *s)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < s->move_count; i++) {
        json_t *move = report_list(s->moves + (ptrdiff_t)i * s->move_stones, s->move_stones);
        report_append(
            &list, json_pack("{s:o, s:I}", "move", move, "value", (json_int_t)s->move_values[i]));
    }
    return list;
}

static void add_moves(const answer_solved *a, report *r)
{
    const dm_solution *s = a->solution;
    report_json(r, "moves", valued_moves(s));
    if (!a->complete)
        report_flag(r, "moves_complete", false);
    for (int32_t i = 0; !report_is_json(r) && i < s->move_count; i++) {
        char label[64] = "move";
        size_t used = 4;
        for (int32_t j = 0; j < s->move_stones && used < sizeof label - 12; j++)
            used += (size_t)snprintf(label + used, sizeof label - used, " %d",
                                     s->moves[i * s->move_stones + j]);
        report_row(r, label, "%lld%s", (long long)s->move_values[i],
                   s->lower == s->upper && s->move_values[i] == s->lower ? "  best" : "");
    }
}

dm_status answer_solve(report *r, const answer_solved *a, dm_error *err)
{
    int32_t turns_given = dm_position_turns_made(a->position);
    add_setup(a, r);
    dm_status status = play_line(a, err);
    if (status != DM_OK)
        return status;
    add_value(a, r);
    bool has_line = a->solution->line_count > 0 || dm_position_is_over(a->position);
    if (!a->outcome && has_line)
        add_line(a, turns_given, r);
    report_count(r, "nodes", (int64_t)a->solution->nodes);
    report_flag(r, "proven", a->solution->proven);
    if (a->moves)
        add_moves(a, r);
    return DM_OK;
}
