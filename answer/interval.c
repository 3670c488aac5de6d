/* interval.c - what is told of a game on a circle or a segment. */
#include "answer/interval.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 40 }; /* letters of a fraction in text */

void answer_interval_rules(report *r, const dm_interval_rules *rules)
{
    report_line(r, "%s, %d stone%s each%s%s%s", dm_interval_arena_name(rules->arena), rules->stones,
                rules->stones == 1 ? "" : "s", rules->batch ? ", several a turn" : "",
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

static void add_length(report *r, const char *key, json_t *length)
{
    const char *text = json_string_value(length);
    if (text && strlen(text) <= SHOWN)
        report_row(r, key, "%s", text);
    else if (text)
        report_row(r, key, "%.*s... (%zu letters), about %.6g", SHOWN, text, strlen(text),
                   decimal_of(text));
    report_json(r, key, length);
}

void answer_interval_length(report *r, const char *key, const dm_interval *game,
                            dm_interval_length what)
{
    char *text = NULL;
    dm_status status = dm_interval_measure(game, what, &text, NULL);
    add_length(r, key, status == DM_OK ? json_string(text) : NULL);
    dm_free(text);
}

void answer_interval_margin(report *r, const char *key, const dm_interval *game)
{
    char *lead = NULL;
    bool blue_leads = dm_interval_outcome(game) == DM_FIRST_WINS;
    dm_status status = dm_interval_measure(game, DM_LENGTH_LEAD, &lead, NULL);
    add_length(r, key, status == DM_OK ? json_pack("s+", blue_leads ? "-" : "", lead) : NULL);
    dm_free(lead);
}

void answer_interval_moves(report *r, const char *key, const dm_interval *game)
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

static void add_winner(report *r, const dm_interval *game)
{
    int leader = dm_interval_outcome(game);
    const char *names[] = {"red", NULL, "blue"}, *words[] = {"Red wins", "a tie", "Blue wins"};
    bool over = dm_interval_is_over(game);
    report_json(r, "winner", over && leader ? json_string(names[leader + 1]) : json_null());
    report_row(r, "result", "%s", over ? words[leader + 1] : "not finished");
}

void answer_interval_play(report *r, const dm_interval *game, const char *blue, const char *red,
                          double begun)
{
    answer_interval_rules(r, dm_interval_rules_of(game));
    report_since(r, begun);
    if (blue)
        report_string(r, "blue_player", blue);
    if (red)
        report_string(r, "red_player", red);
    answer_interval_length(r, "red", game, DM_LENGTH_RED);
    answer_interval_length(r, "blue", game, DM_LENGTH_BLUE);
    answer_interval_margin(r, "margin", game);
    add_winner(r, game);
    if (!dm_interval_is_over(game))
        report_json(r, "finished", json_false());
    answer_interval_moves(r, "moves", game);
}

void answer_interval_attack(report *r, const dm_interval_rules *rules, const char *red,
                            const dm_attack_result *found, double begun)
{
    double seconds = report_clock() - begun;
    answer_interval_rules(r, rules);
    report_since(r, begun);
    report_string(r, "red_player", red);
    report_count(r, "games", found->games);
    report_count(r, "not_won", found->not_won);
    report_count(r, "lost", found->lost);
    report_count(r, "positions", found->positions);
    report_count(r, "long_games", found->long_games);
    report_flag(r, "complete", found->complete);
    if (seconds > 0)
        report_row(r, "a second", "%.3g games", (double)found->games / seconds);
    if (found->worst) {
        answer_interval_margin(r, "worst", found->worst);
        answer_interval_moves(r, "record", found->worst);
    } else {
        report_json(r, "worst", json_null());
        report_json(r, "record", json_null());
    }
}
