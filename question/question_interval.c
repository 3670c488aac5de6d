/* question_interval.c - games on a circle or a segment: played, and attacked. */
#include "question/questions.h"

#include "answer/answer_interval.h"

#include <string.h>

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
#define RED "mirror, keypoint, line, random"
#define RULES                                                                                      \
    {.name = "batch", .type = Q_FLAG, .at = offsetof(interval_fields, batch),                      \
     .help = "several stones per turn: as many as a player likes, Red never ahead, not all of "    \
             "Blue's in the first turn"},                                                          \
    {.name = "min_distance", .type = Q_TEXT, .argument = "Q", .most_asked = MOST_LETTERS,          \
     .at = offsetof(interval_fields, min_distance),                                                \
     .help = "the least distance between any two stones, such as 1/30"},                           \
    {.name = "strict", .type = Q_FLAG, .at = offsetof(interval_fields, strict),                    \
     .help = "stones must be farther apart than the least distance"}
#define BITS                                                                                       \
    {.name = "bits", .type = Q_COUNT, .argument = "K", .low = 1, .high = 100000,                   \
     .most_asked = 1000, .standard = 10, .at = offsetof(interval_fields, bits),                    \
     .help = "Blue tries places 2^-K next to others"}
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
}

dm_interval_rules interval_rules(const asking *a)
{
    const interval_fields *own = a->own;
    return (dm_interval_rules){.arena = (dm_interval_arena)own->arena,
                               .stones = (int32_t)own->stones,
                               .batch = own->batch,
                               .min_distance = own->min_distance,
                               .strict = own->strict};
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
        dm_interval_player *player = f->player[dm_interval_to_move(f->game)];
        if (!player)
            break;
        status = dm_interval_player_turn(player, f->game, err);
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

static dm_status report_game(const asking *a, const ask_board *board, void *found, report *r,
                             dm_error *err)
{
    const interval_fields *own = a->own;
    const interval_found *f = found;
    char *svg = NULL;
    answer_interval_play(r, f->game, own->player[DM_BLUE], own->player[DM_RED], board->begun);
    if (a->by_words)
        return write_files(a, f->game, err);
    dm_status status = answer_interval_state(r, f->game, err);
    if (status == DM_OK && own->svg)
        status = dm_draw_interval_svg(f->game, NULL, &svg, err);
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
    a->wrong_words |= status == DM_BAD_ARGUMENT; /* the name of a player */
    return status;
}

static dm_status report_attack(const asking *a, const ask_board *board, void *found, report *r,
                               dm_error *err)
{
    const interval_fields *own = a->own;
    const interval_found *f = found;
    answer_interval_attack(r, dm_interval_rules_of(f->game), own->player[DM_RED], f->attack,
                           board->begun);
    return f->attack->worst ? write_files(a, f->attack->worst, err) : DM_OK;
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
