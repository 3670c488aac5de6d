/* question_interval.c - games on a circle or a segment: played, and attacked. */
#include "answer/answer.h"
#include "base/names.h"
#include "question/questions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 40 };              /* characters of a fraction in text */
enum { MOST_LETTERS = 32 << 10 }; /* exact numbers take longer the longer they are */

/* clang-format off */
#define ARENA(most)                                                                                \
    {.name = "arena", .place = 1, .type = Q_CHOICE, .argument = "ARENA",                           \
     .choices = choice_interval_arena, .required = true, .at = offsetof(interval_fields, arena),        \
     .help = "where the game is played; its length is 1"},                                         \
    {.name = "stones", .type = Q_COUNT, .argument = "N", .low = 1, .high = DM_INTERVAL_STONES,     \
     .most_asked = (most), .required = true, .at = offsetof(interval_fields, stones),              \
     .help = "stones per player"}
#define PLAYER(title, colour, mark, need, what)                                                    \
    {.name = title, .type = Q_TEXT, .argument = mark, .required = need,                            \
     .at = offsetof(interval_fields, player) + (colour) * sizeof(const char *), .help = what}
#define BLUE "random, greedy, key-grabbing, lemma3, blocker, tiny-margin"
#define RED "mirror, keypoint, line, best-answer, random"
#define RULES                                                                                      \
    {.name = "batch", .type = Q_FLAG, .at = offsetof(interval_fields, batch),                      \
     .help = "several stones per turn: as many as a player likes, Red never ahead, not all of "    \
             "Blue's in the first turn"},                                                          \
    {.name = "min_distance", .type = Q_TEXT, .argument = "Q", .most_asked = MOST_LETTERS,          \
     .at = offsetof(interval_fields, min_distance),                                                \
     .help = "the least distance between any two stones, such as 1/30"},                           \
    {.name = "strict", .type = Q_FLAG, .at = offsetof(interval_fields, strict),                    \
     .help = "stones must be farther apart than the least distance"},                              \
    {.name = "all_first", .type = Q_FLAG, .at = offsetof(interval_fields, all_first),              \
     .help = "Blue places all its stones first, then Red all; the other rules forbid that"}
#define BITS                                                                                       \
    {.name = "bits", .type = Q_COUNT, .argument = "K", .low = 1, .high = 100000,                   \
     .most_asked = 1000, .standard = 10, .at = offsetof(interval_fields, bits),                    \
     .help = "Blue tries places 2^-K next to others"}
#define EXPLAIN(what)                                                                              \
    {.name = "explain", .type = Q_FLAG, .at = offsetof(interval_fields, explain), .help = what}
#define PICTURES(what)                                                                             \
    {.name = "draw", .type = Q_PICTURE, .argument = "[FILE]", .writes = true,                      \
     .at = offsetof(interval_fields, draw),                                                        \
     .help = "draw " what " as FILE.svg, .png or .pdf; without FILE as text"},                     \
    {.name = "animate", .type = Q_FILE, .argument = "FILE", .writes = true, .endings = ".svg",     \
     .at = offsetof(interval_fields, animate),                                                     \
     .help = "draw " what " as FILE.svg, an animation for browsers"}

static const question_field play_fields[] = {
    ARENA(100),
    PLAYER("blue", DM_BLUE, "B", false, "who plays Blue, the first to move: " BLUE ", human"),
    PLAYER("red", DM_RED, "R", false, "who plays Red: " RED ", human"),
    RULES,
    {.name = "moves", .type = Q_TEXT, .argument = "P,..", .most_asked = MOST_LETTERS,
     .at = offsetof(interval_fields, moves),
     .help = "the stones so far, in order, Blue's first; in a game with several stones per turn a "
             "semicolon ends a turn"},
    {.name = "turns", .type = Q_COUNT, .in = Q_JSON_ONLY, .low = 0, .high = 200, .standard = 200,
     .at = offsetof(interval_fields, turns), .help = "the most turns to play"},
    {.name = "svg", .type = Q_FLAG, .in = Q_JSON_ONLY, .at = offsetof(interval_fields, svg),
     .help = "a picture of the game"},
    EXPLAIN("which step of its document each stone is, and R_m, B_m, n_R, n_B, R_b, B_b after it"),
    PICTURES("the game"),
    {0}};

static const question_field attack_fields[] = {
    ARENA(12),
    PLAYER("red", DM_RED, "R", true, "the strategy to attack: " RED),
    PLAYER("blue", DM_BLUE, "B", false, "with samples: who plays Blue: " BLUE),
    RULES,
    {.name = "samples", .type = Q_COUNT, .argument = "N", .low = 1, .high = INT64_MAX / 1024,
     .most_asked = 10000000, .at = offsetof(interval_fields, samples),
     .help = "play N games instead of all; Blue moves at random, or as the player given"},
    {.name = "grid", .type = Q_CHOICE, .argument = "G", .choices = choice_attack_grid,
     .at = offsetof(interval_fields, grid),
     .help = "the places that Blue tries: near (key points and places next to them), keys (key "
             "points and middles of intervals) or all"},
    BITS,
    EXPLAIN("the worst game with the step of each stone, and R_m .. B_b after it"),
    PICTURES("the worst game"),
    {0}};

static const question_field bridge_fields[] = {
    ARENA(0),
    PLAYER("red", DM_RED, "R", false, "who plays Red on the circle or segment (default: keypoint or line)"),
    {.name = "to", .type = Q_COUNT, .argument = "N", .low = 2, .high = 200, .standard = 12,
     .at = offsetof(interval_fields, to), .help = "the most vertices of a board"},
    BITS,
    {0}};
/* clang-format on */

static void interval_clear(void *found)
{
    interval_found *f = found;
    dm_interval_player_free(f->player[DM_BLUE]);
    dm_interval_player_free(f->player[DM_RED]);
    dm_interval_free(f->game);
    dm_attack_result_free(f->attack);
    dm_trace_clear(&f->trace);
}

dm_interval_rules interval_rules(const asking *a)
{
    const interval_fields *own = a->own;
    return (dm_interval_rules){.arena = (dm_interval_arena)own->arena,
                               .stones = (int32_t)own->stones,
                               .batch = own->batch,
                               .min_distance = own->min_distance,
                               .strict = own->strict,
                               .all_first = own->all_first};
}

static dm_status start_game(asking *a, interval_found *f, dm_error *err)
{
    const dm_interval_rules rules = interval_rules(a);
    if (rules.strict && !rules.min_distance)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s is missing: strict means more than that",
                         ask_label(a, "min_distance"));
    return dm_interval_new(&rules, &f->game, err);
}

static dm_status make_player(asking *a, interval_found *f, dm_colour side, dm_error *err)
{
    const interval_fields *own = a->own;
    const char *name = own->player[side];
    if (!name || strcmp(name, "human") == 0)
        return DM_OK;
    dm_status status = dm_interval_player_new(name, side, dm_rng_derive(a->seed, (uint64_t)side),
                                              &f->player[side], err);
    a->wrong_words |= status == DM_BAD_ARGUMENT;
    if (status == DM_OK)
        status = dm_interval_player_fits(f->player[side], dm_interval_rules_of(f->game), err);
    return status;
}

dm_status interval_start(asking *a, interval_found *f, dm_error *err)
{
    const interval_fields *own = a->own;
    dm_status status = start_game(a, f, err);
    for (int side = DM_BLUE; side <= DM_RED && status == DM_OK; side++)
        status = make_player(a, f, (dm_colour)side, err);
    if (status == DM_OK && own->moves)
        status = dm_interval_read(f->game, own->moves, err);
    if (status == DM_OK && own->explain)
        status = interval_repeat(a, f, f->game, err);
    return status;
}

/* Plays on as long as there is a player whose turn it is. */
static dm_status find_game(asking *a, const ask_board *board, void *shared, void *found,
                           dm_error *err)
{
    const interval_fields *own = a->own;
    interval_found *f = found;
    (void)board, (void)shared;
    dm_status status = interval_start(a, f, err);
    for (int64_t i = 0; i < own->turns && status == DM_OK && !dm_interval_is_over(f->game); i++) {
        if (!f->player[dm_interval_to_move(f->game)])
            break;
        status = interval_turn(a, f, err);
    }
    return status;
}

static dm_status write_files(const asking *a, const dm_interval *game, dm_error *err)
{
    const interval_fields *own = a->own;
    dm_status status = DM_OK;
    if (own->draw && *own->draw)
        status = dm_draw_interval(game, NULL, own->draw, err);
    if (status == DM_OK && own->animate)
        status = dm_draw_interval_game(game, own->animate, err);
    return status;
}

void interval_report_rules(report *r, const dm_interval_rules *rules)
{
    report_line(r, "%s, %d stone%s each%s%s%s", dm_interval_arena_name(rules->arena), rules->stones,
                dmi_plural(rules->stones, "", "s"),
                rules->all_first ? ", Blue's first"
                : rules->batch   ? ", several per turn"
                                 : "",
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

/* The moves as a row, such as "blue 0, red 1/2"; long fractions as decimals. */
static void print_moves(report *r, const char *label, const json_t *moves)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out && i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        const char *place = json_string_value(json_array_get(move, 1));
        fprintf(out, "%s%s ", i ? ", " : "", json_string_value(json_array_get(move, 0)));
        if (strlen(place) <= SHOWN)
            fputs(place, out);
        else
            fprintf(out, "about %.9g", decimal_of(place));
    }
    if (out && fclose(out) == 0)
        report_row(r, label, "%s", text);
    free(text);
}

/* `label`: of the row in text; NULL: none. */
static void add_moves(report *r, const char *key, const char *label, const dm_interval *game)
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
    if (label)
        print_moves(r, label, list);
    report_json(r, key, list);
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

/* Whose turn it is, and what is needed to draw the game. */
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

static dm_status report_game(const asking *a, const ask_board *board, void *found, report *r,
                             dm_error *err)
{
    const interval_fields *own = a->own;
    const interval_found *f = found;
    const dm_interval *game = f->game;
    const char *blue = own->player[DM_BLUE], *red = own->player[DM_RED];
    char *svg = NULL;
    interval_report_rules(r, dm_interval_rules_of(game));
    report_since(r, board->begun);
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
    add_moves(r, "moves", NULL, game);
    interval_report_best_answer(r, game);
    dm_status status = report_is_json(r) ? add_state(r, game, err) : DM_OK;
    if (status == DM_OK && own->explain)
        status = answer_interval_trace(r, game, &f->trace, f->traced, err);
    if (status == DM_OK && a->by_words)
        status = write_files(a, game, err);
    if (status == DM_OK && own->svg)
        status = dm_draw_interval_svg(game, NULL, &svg, err);
    if (svg)
        report_string(r, "svg", svg);
    dm_free(svg);
    return status;
}

static dm_status find_attack(asking *a, const ask_board *board, void *shared, void *found,
                             dm_error *err)
{
    const interval_fields *own = a->own;
    interval_found *f = found;
    (void)shared;
    const dm_attack_settings settings = {.samples = own->samples,
                                         .blue = own->samples ? own->player[DM_BLUE] : NULL,
                                         .grid = (dm_attack_grid)own->grid,
                                         .bits = (int32_t)own->bits,
                                         .threads = (int32_t)a->threads,
                                         .seed = a->seed};
    dm_status status = start_game(a, f, err);
    if (status == DM_OK)
        status = make_player(a, f, DM_BLUE, err); /* checks the name, even if Blue is not asked */
    if (status == DM_OK)
        status = dm_interval_attack(dm_interval_rules_of(f->game), own->player[DM_RED], &settings,
                                    board->run, &f->attack, err);
    if (f->attack && f->attack->worst && own->explain) {
        dm_status repeated = interval_repeat(a, f, f->attack->worst, err);
        status = repeated == DM_OK ? status : repeated;
    }
    a->wrong_words |= status == DM_BAD_ARGUMENT; /* the name of a player */
    return status;
}

static dm_status report_attack(const asking *a, const ask_board *board, void *found, report *r,
                               dm_error *err)
{
    const interval_fields *own = a->own;
    const interval_found *f = found;
    const dm_attack_result *attack = f->attack;
    double seconds = report_clock() - board->begun;
    interval_report_rules(r, dm_interval_rules_of(f->game));
    report_since(r, board->begun);
    report_string(r, "red_player", own->player[DM_RED]);
    report_count(r, "games", attack->games);
    report_count(r, "not_won", attack->not_won);
    report_count(r, "lost", attack->lost);
    report_count(r, "positions", attack->positions);
    report_count(r, "long_games", attack->long_games);
    report_flag(r, "complete", attack->complete);
    if (seconds > 0)
        report_row(r, "speed", "%.0f games per second", (double)attack->games / seconds);
    if (attack->worst) {
        add_margin(r, "worst", attack->worst);
        add_moves(r, "record", "worst game", attack->worst);
    } else {
        report_json(r, "worst", json_null());
        report_json(r, "record", json_null());
    }
    dm_status status = DM_OK;
    if (attack->worst && own->explain)
        status = answer_interval_trace(r, attack->worst, &f->trace, f->traced, err);
    return attack->worst && status == DM_OK ? write_files(a, attack->worst, err) : status;
}

const question question_interval_play = {.name = "interval/play",
                                         .fields = play_fields,
                                         .size = sizeof(interval_fields),
                                         .found_size = sizeof(interval_found),
                                         .common = Q_SEEDED,
                                         .find = find_game,
                                         .report = report_game,
                                         .clear = interval_clear};

const question question_interval_attack = {.name = "interval/attack",
                                           .fields = attack_fields,
                                           .size = sizeof(interval_fields),
                                           .found_size = sizeof(interval_found),
                                           .common = Q_SEEDED | Q_LONG,
                                           .find = find_attack,
                                           .report = report_attack,
                                           .clear = interval_clear};

const question question_interval_bridge = {
    .name = "interval/bridge", .fields = bridge_fields, .size = sizeof(interval_fields)};
