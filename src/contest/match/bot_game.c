/* bot_game.c - the commands that an outside program receives in a game on a board. */
#include "contest/match/bot_game.h"

#include "base/names.h"
#include "contest/match/protocol_board.h"
#include <stdlib.h>
#include <string.h>

enum { ANSWER = 4096, VERTEX_TEXT = 12 }; /* bytes of an answer, and of a vertex in it */

static dm_status check(const dmi_bot_game *game, dm_error *err)
{
    if (dm_arena_is_directed(dm_position_arena(game->position)))
        return dmi_fail(err, DM_UNSUPPORTED,
                        "an outside program needs an undirected board; --undirected makes this one "
                        "undirected");
    if (dm_position_rules(game->position)->rounds > 0)
        return DM_OK;
    return dmi_fail(err, DM_UNSUPPORTED,
                    "an outside program can only play rounds of equal turns, White first");
}

static bool goes_on(const dmi_bot_game *game, dm_run *run)
{
    return dmi_match_goes_on(game->position, run);
}

static void put_board(const dmi_bot_game *game, dmi_output *out)
{
    dmi_protocol_board_write(dm_position_arena(game->position), out);
}

static void put_rules(const dmi_bot_game *game, dmi_output *out)
{
    const dm_rules *rules = dm_position_rules(game->position);
    dmi_print(out, "rules %d %d %s\n", rules->rounds, rules->per_turn,
              dm_tie_rule_name(rules->ties));
}

/* A lost turn has no vertices. */
static void put_turn(const dmi_bot_game *game, int32_t turn, int32_t *first, dmi_output *out)
{
    const dm_turn *made = &dm_position_rules(game->position)->turns[turn];
    int32_t count;
    const dm_stone *stones = dm_position_stones(game->position, &count) + *first;
    dmi_print(out, "play %s", dm_side_name(made->side));
    for (int32_t i = 0; i < made->stones; i++)
        dmi_print(out, " %d", stones[i].vertex);
    dmi_put(out, "\n");
    *first += made->stones;
}

/* Reads the vertices of an answer; the position checks later whether they are free. */
static dm_status take(const dmi_bot_game *game, const char *answer, dm_turn_report *report,
                      dmi_output *line, dm_error *err)
{
    int32_t wanted = dm_position_stones_to_place(game->position), count = 0;
    const char *at = answer + strspn(answer, " \t\r");
    (void)err;
    for (; *at; at += strspn(at, " \t\r")) {
        size_t digits = strspn(at, "0123456789"), sign = *at == '-';
        if (sign)
            digits = strspn(at + 1, "0123456789");
        if (digits == 0 || (at[sign + digits] && !strchr(" \t\r", at[sign + digits])))
            return dmi_fault(report, DM_FAULT_GARBAGE, "expected vertices, found '%.60s'", answer);
        if (count < wanted)
            game->move[count] = sign || digits > 9 ? -1 : (dm_vertex)strtol(at, NULL, 10);
        count++;
        at += sign + digits;
    }
    if (count != wanted)
        return dmi_fault(report, DM_FAULT_ILLEGAL, "%d %s placed in a turn of %d", count,
                         dmi_plural(count, "stone", "stones"), wanted);
    dmi_print(line, "play %s", game->to_move);
    for (int32_t i = 0; i < count; i++)
        dmi_print(line, " %d", game->move[i]);
    dmi_put(line, "\n");
    return DM_OK;
}

dmi_bot_game dmi_bot_game_on(dm_position *position, dm_vertex *move)
{
    static const dmi_bot_game_kind kind = {check,    goes_on, put_board, put_rules,
                                           put_turn, take,    NULL};
    size_t stones = (size_t)dm_position_stones_to_place(position);
    return (dmi_bot_game){.kind = &kind,
                          .position = position,
                          .move = move,
                          .turns_made = dm_position_turns_made(position),
                          .to_move = dm_side_name(dm_position_to_move(position)),
                          .answer = ANSWER + VERTEX_TEXT * stones};
}
