/* game.c - the game of two on edges: the best first site, and whole games. */
#include "question/questions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define LEVEL LINES_LEVEL_AND("the level's \"me\", or else its first player")
#define OTHER                                                                                      \
    {.name = "other", .type = Q_TEXT, .argument = "NAME",                                          \
     .at = offsetof(lines_game_fields, other),                                                     \
     .help = "who answers (default: the next player after the one who moves)"}
#define SIDE(side, index)                                                                          \
    {.name = side, .type = Q_CHOICE, .argument = "P", .choices = choice_line_duellist, \
     .standard = DM_LINE_GREEDY, .at = offsetof(lines_game_fields, plays) + (index) * sizeof(int), \
     .help = "how " side " plays: random, greedy (the best move at once), one-round (the best "    \
             "move if the other answers best) or search (looks further ahead)"}

static const question_field lead_table[] = {LEVEL, OTHER, {0}};

static const question_field duel_table[] = {
    LEVEL,
    OTHER,
    SIDE("white", 0),
    SIDE("black", 1),
    {.name = "rounds", .type = Q_COUNT, .argument = "R", .low = 1, .high = 1000, .most_asked = 20,
     .standard = 3, .at = offsetof(lines_game_fields, rounds),
     .help = "rounds; in each of them both players move once"},
    {.name = "ops", .type = Q_TEXT, .argument = "OP,..", .otherwise = "add", .most_asked = 40,
     .at = offsetof(lines_game_fields, ops),
     .help = "the kinds of moves that are allowed: add, remove, cut, rope"},
    {.name = "think", .type = Q_REAL, .argument = "S", .at = offsetof(lines_game_fields, think),
     .help = "seconds per move of a player who searches (default 1)"},
    {.name = "played", .type = Q_COUNT, .argument = "N", .low = 0, .high = 1999,
     .at = offsetof(lines_game_fields, played),
     .help = "moves that were made before: the game goes on from the level"},
    {.name = "turns", .type = Q_COUNT, .argument = "N", .low = 0, .high = 2000, .standard = 2000,
     .at = offsetof(lines_game_fields, turns), .help = "the most moves to make now"},
    {.name = "to", .type = Q_FILE, .argument = "FILE", .writes = true,
     .at = offsetof(lines_game_fields, lines.to), .help = "write the level after the last move to FILE"},
    {0}};

static const question_field play_table[] = {
    LINES_LEVEL,
    {.name = "op", .type = Q_CHOICE, .argument = "OP", .choices = choice_line_op_or_any,
     .standard = DM_LINE_CUT, .at = offsetof(lines_game_fields, kind),
     .help = "the kind of move that is allowed: add (a site), remove (a site), cut (an edge), rope (one "
             "more edge) or any"},
    {0}};
/* clang-format on */

static void lines_game_clear(void *found)
{
    lines_game_found *f = found;
    for (int32_t i = 0; i < f->count; i++)
        dm_level_free(f->turns[i].before);
    free(f->turns);
    dm_level_free(f->last);
    dm_line_diagram_free(f->diagram);
    dm_level_free(f->on.level);
}

/* Reads the level, who moves first (the level's first player unless it has a `me`) and who is the
 * other. */
static dm_status read_sides(asking *a, lines_game_found *f, dm_error *err)
{
    const lines_game_fields *own = a->own;
    dm_status status = lines_read_level(a, &f->on, err);
    if (status != DM_OK)
        return status;
    const dm_level *level = f->on.level;
    if (level->player_count < 2)
        return answer_fail(err, DM_BAD_INPUT, "%.100s: the game of two needs two players",
                           f->on.source);
    if (f->on.player < 0)
        f->on.player = f->on.level->me = 0;
    f->other = (f->on.player + 1) % level->player_count;
    if (own->other)
        status = lines_find_player(&f->on, own->other, &f->other, err);
    if (status != DM_OK)
        return status;
    if (f->other == f->on.player)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: '%.60s' moves first already",
                         ask_label(a, "other"), own->other);
    return DM_OK;
}

static dm_status find_lead(asking *a, const ask_board *board, void *shared, void *found,
                           dm_error *err)
{
    lines_game_found *f = found;
    (void)shared;
    dm_status status = read_sides(a, f, err);
    if (status != DM_OK)
        return status;
    const dm_line_first_site_ask ask = {f->on.player, f->other, f->on.ties};
    status = dm_line_first_site_of(f->on.level, &ask, board->run, &f->lead, err);
    lines_name_source(a, &f->on, status, err);
    return status;
}

static void report_place(report *r, const char *key, const dm_level *level,
                         const dm_line_place *place)
{
    char words[ANSWER_PLACE_WORDS];
    report_json(r, key, answer_place_json(place));
    report_row(r, key, "%s", answer_place_words(level, place, words));
}

/* A value, and whose payoff minus whose it is. */
static void report_game_value(report *r, dm_ratio value, const char *one, const char *other)
{
    char words[ANSWER_RATIO_WORDS];
    report_json(r, "value", answer_ratio_json(value));
    report_row(r, "value", "%s  (%s minus %s)", answer_ratio_words(value, words), one, other);
}

static dm_status report_lead(const asking *a, const ask_board *board, void *found, report *r,
                             dm_error *err)
{
    const lines_game_found *f = found;
    const dm_level *level = f->on.level;
    const dm_line_first_site *lead = &f->lead;
    (void)a, (void)err;
    assert(f->on.player != f->other);
    answer_level_head(r, &f->on, level);
    report_string(r, "player", level->players[f->on.player]);
    report_string(r, "other", level->players[f->other]);
    report_place(r, "move", level, &lead->move);
    report_place(r, "reply", level, &lead->reply);
    report_game_value(r, lead->value, level->players[f->on.player], level->players[f->other]);
    report_flag(r, "attained", lead->attained);
    report_flag(r, "reply_attained", lead->reply_attained);
    if (!lead->attained || !lead->reply_attained)
        answer_ratio(r, "reached", lead->reached);
    if (!lead->proven) {
        answer_ratio(r, "lower", lead->lower);
        answer_ratio(r, "upper", lead->upper);
    }
    report_count(r, "answers", lead->answers);
    report_flag(r, "proven", lead->proven);
    if (level->player_count > 2)
        report_string(r, "note", "other players' sites stay; only the two who move are compared");
    report_since(r, board->begun);
    return DM_OK;
}

/* "add,cut" as bits. */
static dm_status read_ops(asking *a, unsigned *out, dm_error *err)
{
    const lines_game_fields *own = a->own;
    *out = 0;
    for (const char *word = own->ops; *word;) {
        char name[16];
        dm_line_op op;
        size_t length = strcspn(word, ",");
        snprintf(name, sizeof name, "%.*s", (int)(length < 15 ? length : 15), word);
        if (dm_line_op_parse(name, &op, NULL) != DM_OK)
            return ask_blame(a, err, DM_BAD_ARGUMENT,
                             "%s: there is no move '%s'; there are add, remove, cut and rope",
                             ask_label(a, "ops"), name);
        *out |= 1U << op;
        word += length + (word[length] == ',');
    }
    if (*out == 0)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s names no kind of move", ask_label(a, "ops"));
    return DM_OK;
}

static dm_status read_duel(asking *a, lines_game_found *f, dm_error *err)
{
    const lines_game_fields *own = a->own;
    if (own->lines.ties == DM_LINE_OWN)
        return ask_blame(
            a, err, DM_BAD_ARGUMENT,
            "%s cannot be own, because both players move; use neutral, closed or split",
            ask_label(a, "ties"));
    dm_status status = read_sides(a, f, err);
    if (status == DM_OK)
        status = read_ops(a, &f->duel.ops, err);
    if (status != DM_OK)
        return status;
    f->duel.player[0] = f->on.player;
    f->duel.player[1] = f->other;
    f->duel.ties = f->on.ties;
    f->duel.rounds = (int32_t)own->rounds;
    f->duel.think = own->think;
    f->played = (int32_t)own->played;
    if (f->played > 2 * f->duel.rounds)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s %d: the game has %d moves",
                         ask_label(a, "played"), f->played, 2 * f->duel.rounds);
    int32_t left = 2 * f->duel.rounds - f->played;
    f->turns = calloc((size_t)left + 1, sizeof *f->turns);
    return f->turns ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
}

/* One move. */
static dm_status play_turn(const asking *a, lines_game_found *f, dm_rng *rng, dm_run *run,
                           dm_error *err)
{
    const lines_game_fields *own = a->own;
    lines_turn *turn = &f->turns[f->count];
    dm_level *after = NULL;
    int side = f->played % 2;
    assert(f->played < 2 * f->duel.rounds);
    assert(f->last);
    turn->player = f->duel.player[side];
    dm_status status =
        dm_line_duel_choose(f->last, &f->duel, f->played, (dm_line_duellist)own->plays[side], rng,
                            run, &turn->move, err);
    if (status == DM_OK)
        status = dm_level_apply_moves(f->last, &turn->move, 1, turn->player, &after, err);
    if (status == DM_OK)
        status = dm_line_duel_value(after, &f->duel, &turn->value, err);
    if (status != DM_OK) {
        dm_level_free(after);
        return status;
    }
    turn->before = f->last;
    f->last = after;
    f->count++;
    f->played++;
    return DM_OK;
}

static dm_status find_duel(asking *a, const ask_board *board, void *shared, void *found,
                           dm_error *err)
{
    const lines_game_fields *own = a->own;
    lines_game_found *f = found;
    dm_rng rng;
    dm_error why = {0};
    (void)shared;
    dm_status status = read_duel(a, f, err), end = DM_OK;
    if (status == DM_OK)
        status = dm_level_new(f->on.level, &f->last, err);
    for (int64_t i = 0;
         status == DM_OK && end == DM_OK && i < own->turns && f->played < 2 * f->duel.rounds; i++) {
        dm_rng_init(&rng, dm_rng_derive(a->seed, (uint64_t)f->played));
        end = play_turn(a, f, &rng, board->run, &why);
    }
    if (end != DM_OK && end != DM_UNFINISHED) {
        *err = why;
        lines_name_source(a, &f->on, end, err);
        return end;
    }
    if (status == DM_OK)
        status = dm_line_diagram_new(f->last, f->on.ties, false, &f->diagram, err);
    if (status == DM_OK)
        status = dm_line_duel_value(f->last, &f->duel, &f->value, err);
    if (status != DM_OK || end == DM_OK)
        return status;
    *err = why;
    return DM_STOPPED;
}

static dm_status report_duel(const asking *a, const ask_board *board, void *found, report *r,
                             dm_error *err)
{
    const lines_game_fields *own = a->own;
    const lines_game_found *f = found;
    const dm_level *last = f->last;
    json_t *ops = json_array();
    answer_level_head(r, &f->on, f->on.level);
    for (int i = 0; i < 2; i++) {
        const char *side = dm_side_name((dm_side)i), *name = last->players[f->duel.player[i]];
        const char *plays = dm_line_duellist_name((dm_line_duellist)own->plays[i]);
        report_json(r, side, json_pack("{s:s, s:s}", "player", name, "plays", plays));
        report_row(r, side, "%s, %s", name, plays);
    }
    report_json(r, "rounds", json_integer(f->duel.rounds));
    for (int op = DM_LINE_ADD; op <= DM_LINE_ROPE; op++)
        if (f->duel.ops >> op & 1)
            report_append(&ops, json_string(dm_line_op_name((dm_line_op)op)));
    report_json(r, "ops", ops);
    json_t *list = json_array();
    int32_t before = f->played - f->count;
    assert(before >= 0);
    if (f->count > 0)
        report_line(r, "   turn %-9s %-44s %s", "player", "move", "White minus Black");
    for (int32_t i = 0; i < f->count; i++) {
        const lines_turn *turn = &f->turns[i];
        const dm_level *level = turn->before;
        const char *player = level->players[turn->player];
        char move[ANSWER_MOVE_WORDS], value[ANSWER_RATIO_WORDS];
        report_append(&list, json_pack("{s:s, s:s, s:o, s:o}", "player", player, "op",
                                       dm_line_op_name(turn->move.op), "move",
                                       answer_move_json(&turn->move), "value",
                                       answer_ratio_json(turn->value)));
        report_line(r, "  %5d %-9s %-44s %s", before + i + 1, player,
                    answer_move_words(level, &turn->move, move),
                    answer_ratio_words(turn->value, value));
    }
    report_json(r, "moves", list);
    report_json(r, "over", json_boolean(f->played == 2 * f->duel.rounds));
    answer_level_score(r, last, f->diagram);
    report_game_value(r, f->value, last->players[f->duel.player[0]],
                      last->players[f->duel.player[1]]);
    dm_status status = DM_OK;
    if (own->lines.to) {
        status = dm_level_write(last, own->lines.to, err);
        report_string(r, "written", own->lines.to);
    }
    report_since(r, board->begun);
    return status == DM_OK && report_is_json(r) ? answer_level_made(r, last, err) : status;
}

#define QUESTION(verb)                                                                             \
    const question question_lines_##verb = {.name = "lines/" #verb,                                \
                                            .fields = verb##_table,                                \
                                            .size = sizeof(lines_game_fields),                     \
                                            .found_size = sizeof(lines_game_found),                \
                                            .common = Q_SEEDED | Q_TIMED,                          \
                                            .find = find_##verb,                                   \
                                            .report = report_##verb,                               \
                                            .clear = lines_game_clear}

const question question_lines_play = {.name = "lines/play",
                                      .fields = play_table,
                                      .size = sizeof(lines_game_fields),
                                      .common = Q_SEEDED | Q_TIMED};

QUESTION(lead);
QUESTION(duel);
