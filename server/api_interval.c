/* api_interval.c - games on a circle or a segment: played on from given moves, and attacked. */
#include "answer/interval.h"
#include "server/call.h"

#include <stdlib.h>
#include <string.h>

enum {
    STONES = 100,
    TURNS = 2 * STONES,
    ATTACK_STONES = 12,
    MOST_SAMPLES = 10000000,
    MOST_BITS = 1000,
    MOST_LETTERS = 32 << 10 /* of moves: exact numbers take longer the longer they are */
};

/* --- Players ------------------------------------------------------------------------------ */

static json_t *list_params(const dm_interval_player_info *info)
{
    json_t *list = json_array();
    for (const dm_interval_param *p = info->params; p && p->key; p++) {
        json_t *param =
            json_pack("{s:s, s:I, s:I, s:I, s:s}", "key", p->key, "value", (json_int_t)p->value,
                      "least", (json_int_t)p->least, "most", (json_int_t)p->most, "help", p->help);
        if (p->choices)
            report_put(&param, "choices", json_string(p->choices));
        report_append(&list, param);
    }
    return list;
}

/* Whether the player's strategy is made for the arena; NULL without memory. */
static json_t *fits(const dm_interval_player_info *info, dm_interval_arena arena)
{
    const dm_interval_rules rules = {.arena = arena, .stones = 3, .min_distance = "0"};
    dm_interval_player *player = NULL;
    dm_status status = dm_interval_player_new(info->name, info->colour, 1, &player, NULL);
    if (status == DM_OK)
        status = dm_interval_player_fits(player, &rules, NULL);
    dm_interval_player_free(player);
    return status == DM_NO_MEMORY ? NULL : json_boolean(status == DM_OK);
}

dm_status answer_to_interval_players(call *c, report **out, dm_error *err)
{
    (void)err;
    if (pick_end(&c->q) != DM_OK)
        return c->q.status;
    json_t *list = json_array();
    for (int i = 0; i < dm_interval_player_count(); i++) {
        const dm_interval_player_info *info = dm_interval_player_at(i);
        report_append(&list, json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "name", info->name,
                                       "colour", dm_colour_name(info->colour), "help", info->help,
                                       "circle", fits(info, DM_CIRCLE), "segment",
                                       fits(info, DM_SEGMENT), "params", list_params(info)));
    }
    *out = report_open(true, NULL);
    report_json(*out, "players", list);
    report_count(*out, "most_stones", STONES);
    report_count(*out, "attack_stones", ATTACK_STONES);
    return DM_OK;
}

/* --- A game as it lies ------------------------------------------------------------------------ */

static const char *read_letters(call *c, const char *key)
{
    const char *text = pick_text(&c->q, key, false);
    if (text && strlen(text) > MOST_LETTERS)
        pick_fail(&c->q, DM_TOO_LARGE, "'%s' has more than %d letters", key, MOST_LETTERS);
    return text;
}

static dm_interval_rules read_rules(call *c, int64_t most)
{
    picker *q = &c->q;
    const char *arena = pick_text(q, "arena", true);
    dm_interval_rules rules = {.stones = (int32_t)pick_count(q, "stones", 1, most, PICK_NEEDED),
                               .batch = pick_flag(q, "batch"),
                               .min_distance = read_letters(c, "min_distance"),
                               .strict = pick_flag(q, "strict")};
    if (arena && q->status == DM_OK)
        q->status = dm_interval_arena_parse(arena, &rules.arena, q->err);
    return rules;
}

/* The land of each stone as decimals, by place from 0 on: where it begins and ends. */
static json_t *list_cells(const dm_interval *game, const int32_t *order)
{
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
                                       (before + at) / 2, "to", (at + after) / 2));
    }
    return list;
}

static dm_status add_cells(report *r, const dm_interval *game, dm_error *err)
{
    int32_t *order = calloc((size_t)dm_interval_count(game) + 1, sizeof *order);
    if (!order)
        return answer_fail(err, DM_NO_MEMORY, "no memory for the stones");
    json_t *places = json_array();
    dm_interval_order(game, order);
    for (int32_t i = 0; i < dm_interval_count(game); i++)
        report_append(&places, json_real(dm_interval_stone_at(game, i).at));
    report_json(r, "places", places);
    report_json(r, "cells", list_cells(game, order));
    free(order);
    return DM_OK;
}

static void add_key_points(report *r, const dm_interval *game)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < dm_interval_rules_of(game)->stones; i++) {
        char *place = NULL;
        dm_status status = dm_interval_key_point(game, i, &place, NULL);
        if (status != DM_BAD_ARGUMENT) /* there is none before the first stone */
            report_append(&list, place ? json_string(place) : NULL);
        dm_free(place);
    }
    report_json(r, "key_points", list);
}

/* The moves as text, as `moves` takes them. */
static dm_status add_line(report *r, const dm_interval *game, dm_error *err)
{
    bool batch = dm_interval_rules_of(game)->batch;
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    dm_status status = to ? DM_OK : DM_NO_MEMORY;
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

/* Whose turn it is, and what a picture is made of. */
static dm_status add_state(report *r, const dm_interval *game, dm_error *err)
{
    int32_t least, most;
    bool over = dm_interval_is_over(game);
    report_json(r, "to_move",
                over ? json_null() : json_string(dm_colour_name(dm_interval_to_move(game))));
    dm_interval_turn_size(game, &least, &most);
    report_count(r, "turn_least", over ? 0 : least);
    report_count(r, "turn_most", over ? 0 : most);
    report_count(r, "in_turn", over ? 0 : dm_interval_in_turn(game));
    add_key_points(r, game);
    report_count(r, "red_intervals", dm_interval_intervals(game, DM_RED));
    report_count(r, "blue_intervals", dm_interval_intervals(game, DM_BLUE));
    answer_interval_length(r, "red_interval_length", game, DM_LENGTH_RED_INTERVALS);
    answer_interval_length(r, "blue_interval_length", game, DM_LENGTH_BLUE_INTERVALS);
    dm_status status = add_cells(r, game, err);
    return status == DM_OK ? add_line(r, game, err) : status;
}

static dm_status add_picture(report *r, const dm_interval *game, dm_error *err)
{
    char *svg = NULL;
    dm_status status = dm_draw_interval_svg(game, NULL, &svg, err);
    if (status == DM_OK)
        report_string(r, "svg", svg);
    dm_free(svg);
    return status;
}

/* --- Playing on ---------------------------------------------------------------------------------
 */

typedef struct seats {
    const char *spec[2]; /* NULL or "human": somebody at the other end */
    dm_interval_player *player[2];
} seats;

static dm_status take_seats(seats *s, const dm_interval_rules *rules, uint64_t seed, dm_error *err)
{
    dm_status status = DM_OK;
    for (int side = DM_BLUE; side <= DM_RED && status == DM_OK; side++) {
        if (!s->spec[side] || strcmp(s->spec[side], "human") == 0)
            continue;
        status = dm_interval_player_new(s->spec[side], (dm_colour)side,
                                        dm_rng_derive(seed, (uint64_t)side), &s->player[side], err);
        if (status == DM_OK)
            status = dm_interval_player_fits(s->player[side], rules, err);
    }
    return status;
}

/* Up to `turns` turns, as long as there is a player for them. */
static dm_status play_on(const seats *s, dm_interval *game, int64_t most, dm_error *err)
{
    dm_status status = DM_OK;
    for (; most > 0 && status == DM_OK && !dm_interval_is_over(game); most--) {
        dm_interval_player *player = s->player[dm_interval_to_move(game)];
        if (!player)
            break;
        status = dm_interval_player_turn(player, game, err);
    }
    return status;
}

dm_status answer_to_interval_play(call *c, report **out, dm_error *err)
{
    picker *q = &c->q;
    dm_interval *game = NULL;
    const dm_interval_rules rules = read_rules(c, STONES);
    seats s = {.spec = {pick_text(q, "blue", false), pick_text(q, "red", false)}};
    const char *moves = read_letters(c, "moves");
    int64_t most_turns = pick_count(q, "turns", 0, TURNS, TURNS);
    uint64_t seed = (uint64_t)pick_count(q, "seed", 0, INT64_MAX, 1);
    bool svg = pick_flag(q, "svg");
    dm_status status = pick_end(q);
    if (status == DM_OK)
        status = dm_interval_new(&rules, &game, err);
    if (status == DM_OK)
        status = take_seats(&s, dm_interval_rules_of(game), seed, err);
    if (status == DM_OK && moves)
        status = dm_interval_read(game, moves, err);
    if (status == DM_OK)
        status = play_on(&s, game, most_turns, err);
    if (status == DM_OK) {
        report *r = report_open(true, NULL);
        answer_interval_play(r, game, s.spec[DM_BLUE], s.spec[DM_RED], c->begun);
        status = add_state(r, game, err);
        if (status == DM_OK && svg)
            status = add_picture(r, game, err);
        status = call_give(r, status, out);
    }
    dm_interval_player_free(s.player[DM_BLUE]);
    dm_interval_player_free(s.player[DM_RED]);
    dm_interval_free(game);
    return status;
}

/* --- Attack -------------------------------------------------------------------------------------
 */

dm_status answer_to_interval_attack(call *c, report **out, dm_error *err)
{
    picker *q = &c->q;
    dm_interval *empty = NULL; /* checks the rules and tells the distance in lowest terms */
    dm_attack_result *found = NULL;
    const dm_interval_rules rules = read_rules(c, ATTACK_STONES);
    const char *red = pick_text(q, "red", true);
    const char *blue = pick_text(q, "blue", false);
    dm_attack_settings settings = {
        .samples = pick_count(q, "samples", 1, MOST_SAMPLES, 0),
        .grid = (dm_attack_grid)pick_choice(q, "grid", "all|near|keys", DM_GRID_ALL),
        .bits = (int32_t)pick_count(q, "bits", 1, MOST_BITS, 0),
        .threads = call_threads(c),
        .seed = (uint64_t)pick_count(q, "seed", 0, INT64_MAX, 1)};
    settings.blue = settings.samples > 0 ? blue : NULL;
    call_time(c);
    dm_status status = pick_end(q);
    if (status == DM_OK)
        status = dm_interval_new(&rules, &empty, err);
    if (status == DM_OK)
        status =
            dm_interval_attack(dm_interval_rules_of(empty), red, &settings, c->run, &found, err);
    if (found) {
        *out = report_open(true, NULL);
        answer_interval_attack(*out, dm_interval_rules_of(empty), red, found, c->begun);
    }
    dm_attack_result_free(found);
    dm_interval_free(empty);
    return status;
}
