/* lines_game.h - answers about the game of two on edges. */
#ifndef ANSWER_LINES_GAME_H
#define ANSWER_LINES_GAME_H

#include "answer/lines.h"

#include <demesne/line_duel.h>

/* player, other, move, reply, value, attained, .. */
void answer_lines_lead(report *r, const answer_level *on, int32_t other,
                       const dm_line_first_site *lead);

/* A move of the game, and White's payoff minus Black's after it. */
typedef struct answer_lines_turn {
    dm_level *before;
    int32_t player;
    dm_line_move move;
    dm_ratio value;
} answer_lines_turn;

typedef struct answer_lines_game {
    const dm_line_duel *duel;
    const char *plays[2]; /* how White and Black choose */
    const answer_lines_turn *turns;
    int32_t count, played; /* turns made now; turns made in all */
} answer_lines_game;

/* white, black, rounds, moves, over, value, and the score of `last`. */
void answer_lines_duel(report *r, const answer_lines_game *game, const dm_level *last,
                       const dm_line_diagram *diagram, dm_ratio value);

#endif
