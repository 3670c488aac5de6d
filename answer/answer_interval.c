/* answer_interval.c - games on a circle or a segment as JSON and as text. */
#include "answer/answer_interval.h"

#include "answer/fail.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 40 }; /* characters of a fraction in text */

static void add_rules(report *r, const dm_interval_rules *rules)
{
    report_line(r, "%s, %d stone%s each%s%s%s", dm_interval_arena_name(rules->arena), rules->stones,
                rules->stones == 1 ? "" : "s", rules->batch ? ", several per turn" : "",
                strcmp(rules->min_distance, "0") == 0 ? ""
                : rules->strict                       ? ", more than "
                                                      : ", at least ",
                strcmp(rules->min_distance, "0") == 0 ? "" : rules->min_distance);
    report_json(r, "arena", json_string(dm_interval_arena_name(rules->arena)));
    report_json(r, "stones", json_integer(rules->stones));
    report_json(r, "batch", json_boolean(rules->batch));
    report_json(r, "min_distance", json_string(rules->min_distance));
    report_json(r, "strict", json_boolean(rules->strict));
}

/* The value of "a/b" to a few places; texts this long have no exponent. */
static double decimal_of(const char *text)
{
    const char *slash = strchr(text, '/');
    size_t above = strspn(text, "-0123456789"), below = slash ? strlen(slash + 1) : 1;
    assert(text && *text);
    enum { DIGITS = 30 };
    char head[DIGITS + 1], foot[DIGITS + 1] = "1";
    snprintf(head, sizeof head, "%.*s", (int)(above < DIGITS ? above : DIGITS), text);
    if (slash)
        snprintf(foot, sizeof foot, "%.*s", DIGITS, slash + 1);
    double value = strtod(head, NULL) / strtod(foot, NULL);
    for (size_t i = DIGITS; i < above; i++)
        value *= 10;
    for (size_t i = DIGITS; i < below; i++)
        value /= 10;
    return value;
}

static void add_fraction(report *r, const char *key, json_t *length)
{
    const char *text = json_string_value(length);
    if (text && strlen(text) <= SHOWN)
        report_row(r, key, "%s", text);
    else if (text)
        report_row(r, key, "%.*s... (%zu characters), about %.6g", SHOWN, text, strlen(text),
                   decimal_of(text));
    report_json(r, key, length);
}

static void add_length(report *r, const char *key, const dm_interval *game, dm_interval_length what)
{
    char *text = NULL;
    dm_status status = dm_interval_measure(game, what, &text, NULL);
    add_fraction(r, key, status == DM_OK ? json_string(text) : NULL);
    dm_free(text);
}

static void add_margin(report *r, const char *key, const dm_interval *game)
{
    char *lead = NULL;
    bool blue_leads = dm_interval_outcome(game) == DM_FIRST_WINS;
    dm_status status = dm_interval_measure(game, DM_LENGTH_LEAD, &lead, NULL);
    add_fraction(r, key, status == DM_OK ? json_pack("s+", blue_leads ? "-" : "", lead) : NULL);
    dm_free(lead);
}

static void add_moves(report *r, const char *key, const dm_interval *game)
{
    json_t *list = json_array();
    for (int32_t i = 0; list && i < dm_interval_count(game); i++) {
        char *place = NULL;
        json_t *move = NULL;
        if (dm_interval_stone_place(game, i, &place, NULL) == DM_OK)
            move = json_pack("[s,s]", dm_colour_name(dm_interval_stone_at(game, i).colour), place);
        dm_free(place);
        if (!move || json_array_append_new(list, move) != 0) {
            json_decref(list);
            list = NULL;
        }
    }
    report_json(r, key, list);
}

void answer_interval_play(report *r, const dm_interval *game, const char *blue, const char *red,
                          double begun)
{
    add_rules(r, dm_interval_rules_of(game));
    report_since(r, begun);
    if (blue)
        report_string(r, "blue_player", blue);
    if (red)
        report_string(r, "red_player", red);
    add_length(r, "red", game, DM_LENGTH_RED);
    add_length(r, "blue", game, DM_LENGTH_BLUE);
    add_margin(r, "margin", game);
    int leader = dm_interval_outcome(game);
    const char *names[] = {"red", NULL, "blue"}, *words[] = {"Red wins", "a tie", "Blue wins"};
    bool over = dm_interval_is_over(game);
    report_json(r, "winner", over && leader ? json_string(names[leader + 1]) : json_null());
    report_row(r, "result", "%s", over ? words[leader + 1] : "not finished");
    if (!dm_interval_is_over(game))
        report_json(r, "finished", json_false());
    add_moves(r, "moves", game);
}

static dm_status add_cells(report *r, const dm_interval *game, dm_error *err)
{
    int32_t *order = calloc((size_t)dm_interval_count(game) + 1, sizeof *order);
    if (!order)
        return answer_fail(err, DM_NO_MEMORY, "no memory for the stones");
    json_t *places = json_array();
    dm_interval_order(game, order);
    for (int32_t i = 0; i < dm_interval_count(game); i++)
        report_append(&places, report_rounded(dm_interval_stone_at(game, i).at));
    report_json(r, "places", places);
    /* where the cell of each stone begins and ends, as decimals, by place from 0 on */
    int32_t count = dm_interval_count(game);
    bool circle = dm_interval_rules_of(game)->arena == DM_CIRCLE;
    json_t *list = json_array();
    for (int32_t i = 0; i < count; i++) {
        double at = dm_interval_stone_at(game, order[i]).at;
        double before = i > 0    ? dm_interval_stone_at(game, order[i - 1]).at
                        : circle ? dm_interval_stone_at(game, order[count - 1]).at - 1
                                 : -at;
        double after = i + 1 < count ? dm_interval_stone_at(game, order[i + 1]).at
                       : circle      ? dm_interval_stone_at(game, order[0]).at + 1
                                     : 2 - at;
        report_append(&list, json_pack("{s:i, s:f, s:f}", "stone", order[i], "from",
                                       report_round((before + at) / 2), "to",
                                       report_round((at + after) / 2)));
    }
    report_json(r, "cells", list);
    free(order);
    return DM_OK;
}

dm_status answer_interval_state(report *r, const dm_interval *game, dm_error *err)
{
    int32_t least, most;
    bool over = dm_interval_is_over(game);
    report_json(r, "to_move",
                over ? json_null() : json_string(dm_colour_name(dm_interval_to_move(game))));
    dm_interval_turn_size(game, &least, &most);
    report_count(r, "turn_least", over ? 0 : least);
    report_count(r, "turn_most", over ? 0 : most);
    report_count(r, "in_turn", over ? 0 : dm_interval_in_turn(game));
    json_t *list = json_array();
    for (int32_t i = 0; i < dm_interval_rules_of(game)->stones; i++) {
        char *place = NULL;
        dm_status status = dm_interval_key_point(game, i, &place, NULL);
        if (status != DM_BAD_ARGUMENT) /* there is none before the first stone */
            report_append(&list, place ? json_string(place) : NULL);
        dm_free(place);
    }
    report_json(r, "key_points", list);
    report_count(r, "red_intervals", dm_interval_intervals(game, DM_RED));
    report_count(r, "blue_intervals", dm_interval_intervals(game, DM_BLUE));
    add_length(r, "red_interval_length", game, DM_LENGTH_RED_INTERVALS);
    add_length(r, "blue_interval_length", game, DM_LENGTH_BLUE_INTERVALS);
    dm_status status = add_cells(r, game, err);
    if (status != DM_OK)
        return status;
    /* the moves in the form that the field `moves` takes */
    bool batch = dm_interval_rules_of(game)->batch;
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    status = to ? DM_OK : DM_NO_MEMORY;
    for (int32_t i = 0; i < dm_interval_count(game) && status == DM_OK; i++) {
        char *place = NULL;
        bool same =
            i > 0 && dm_interval_stone_at(game, i).turn == dm_interval_stone_at(game, i - 1).turn;
        status = dm_interval_stone_place(game, i, &place, err);
        if (status == DM_OK)
            fprintf(to, "%s%s", i == 0 ? "" : batch && !same ? ";" : ",", place);
        dm_free(place);
    }
    if (to && batch && dm_interval_count(game) > 0 && dm_interval_in_turn(game) == 0)
        fputc(';', to);
    if (to && fclose(to) != 0 && status == DM_OK)
        status = answer_fail(err, DM_NO_MEMORY, "no memory for the moves");
    if (status == DM_OK)
        report_string(r, "line", text);
    free(text);
    return status;
}

void answer_interval_attack(report *r, const dm_interval_rules *rules, const char *red,
                            const dm_attack_result *found, double begun)
{
    double seconds = report_clock() - begun;
    add_rules(r, rules);
    report_since(r, begun);
    report_string(r, "red_player", red);
    report_count(r, "games", found->games);
    report_count(r, "not_won", found->not_won);
    report_count(r, "lost", found->lost);
    report_count(r, "positions", found->positions);
    report_count(r, "long_games", found->long_games);
    report_flag(r, "complete", found->complete);
    if (seconds > 0)
        report_row(r, "speed", "%.3g games per second", (double)found->games / seconds);
    if (found->worst) {
        add_margin(r, "worst", found->worst);
        add_moves(r, "record", found->worst);
    } else {
        report_json(r, "worst", json_null());
        report_json(r, "record", json_null());
    }
}
