/* lines_game.c - the game of two on edges as JSON and as text. */
#include "answer/lines_game.h"

#include <string.h>

static void add_place(report *r, const char *key, const dm_level *level, const dm_line_place *place)
{
    char words[ANSWER_PLACE_WORDS];
    report_json(r, key, answer_place_json(place));
    report_row(r, key, "%s", answer_place_words(level, place, words));
}

/* A value, and whose payoff minus whose it is. */
static void add_value(report *r, dm_ratio value, const char *one, const char *other)
{
    char words[ANSWER_RATIO_WORDS];
    report_json(r, "value", answer_ratio_json(value));
    report_row(r, "value", "%s  (%s minus %s)", answer_ratio_words(value, words), one, other);
}

void answer_lines_lead(report *r, const answer_level *on, int32_t other,
                       const dm_line_first_site *lead)
{
    report_string(r, "player", on->level->players[on->player]);
    report_string(r, "other", on->level->players[other]);
    add_place(r, "move", on->level, &lead->move);
    add_place(r, "reply", on->level, &lead->reply);
    add_value(r, lead->value, on->level->players[on->player], on->level->players[other]);
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
    if (on->level->player_count > 2)
        report_string(r, "note", "other players' sites stay; only the two who move are compared");
}

static json_t *ops_json(unsigned ops)
{
    json_t *list = json_array();
    for (int op = DM_LINE_ADD; op <= DM_LINE_ROPE; op++)
        if (ops >> op & 1)
            report_append(&list, json_string(dm_line_op_name((dm_line_op)op)));
    return list;
}

static json_t *turn_json(const answer_lines_turn *turn)
{
    return json_pack("{s:s, s:s, s:o, s:o}", "player", turn->before->players[turn->player], "op",
                     dm_line_op_name(turn->move.op), "move", answer_move_json(&turn->move), "value",
                     answer_ratio_json(turn->value));
}

static void add_turns(report *r, const answer_lines_game *game)
{
    json_t *list = json_array();
    int32_t before = game->played - game->count;
    if (game->count > 0)
        report_line(r, "   turn %-9s %-44s %s", "player", "move", "White minus Black");
    for (int32_t i = 0; i < game->count; i++) {
        const answer_lines_turn *turn = &game->turns[i];
        const dm_level *level = turn->before;
        char move[ANSWER_MOVE_WORDS], value[ANSWER_RATIO_WORDS];
        report_append(&list, turn_json(turn));
        report_line(r, "  %5d %-9s %-44s %s", before + i + 1, level->players[turn->player],
                    answer_move_words(level, &turn->move, move),
                    answer_ratio_words(turn->value, value));
    }
    report_json(r, "moves", list);
}

void answer_lines_duel(report *r, const answer_lines_game *game, const dm_level *last,
                       const dm_line_diagram *diagram, dm_ratio value)
{
    static const char *const sides[] = {"white", "black"};
    for (int i = 0; i < 2; i++) {
        const char *name = last->players[game->duel->player[i]];
        report_json(r, sides[i], json_pack("{s:s, s:s}", "player", name, "plays", game->plays[i]));
        report_row(r, sides[i], "%s, %s", name, game->plays[i]);
    }
    report_json(r, "rounds", json_integer(game->duel->rounds));
    report_json(r, "ops", ops_json(game->duel->ops));
    add_turns(r, game);
    report_json(r, "over", json_boolean(game->played == 2 * game->duel->rounds));
    answer_level_score(r, last, diagram);
    add_value(r, value, last->players[game->duel->player[0]], last->players[game->duel->player[1]]);
}
