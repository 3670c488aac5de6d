/* bot_game.h - the commands that an outside program receives, on a board or in the plane.
 *
 * A program knows a game as lines: the board, the rules, and a `play` line per turn.  What it was
 * sent is remembered as these lines, so that a game that went back can be told apart.
 */
#ifndef DMI_CONTEST_MATCH_BOT_GAME_H
#define DMI_CONTEST_MATCH_BOT_GAME_H

#include "contest/match/contestant.h"
#include "format/output.h"
#include <demesne/plane_match.h>

typedef struct dmi_bot_game dmi_bot_game;

typedef struct dmi_bot_game_kind {
    dm_status (*check)(const dmi_bot_game *game, dm_error *err); /* whether programs can play it */
    bool (*goes_on)(const dmi_bot_game *game, dm_run *run);
    void (*put_board)(const dmi_bot_game *game, dmi_output *out); /* the command with its lines */
    void (*put_rules)(const dmi_bot_game *game, dmi_output *out);
    /* The `play` line of a turn that was made; `first` is its first stone, and becomes that of the
     * next turn. */
    void (*put_turn)(const dmi_bot_game *game, int32_t turn, int32_t *first, dmi_output *out);
    /* Takes the answer to genmove; `line` receives the `play` line of the turn.  A fault is written
     * to `report`. */
    dm_status (*take)(const dmi_bot_game *game, const char *answer, dm_turn_report *report,
                      dmi_output *line, dm_error *err);
    const char *unknown; /* what a program does not do that refuses the board; NULL: a fault */
} dmi_bot_game_kind;

struct dmi_bot_game {
    const dmi_bot_game_kind *kind;
    dm_position *position; /* one of these */
    dm_plane_game *plane;
    dm_vertex *move; /* the stones of the next turn on a board are written here */
    int32_t turns_made;
    const char *to_move;
    size_t answer; /* the most bytes of the answer to genmove */
};

dmi_bot_game dmi_bot_game_on(dm_position *position, dm_vertex *move);
dmi_bot_game dmi_bot_game_in(dm_plane_game *plane);
/* Places the points of a whole turn, "x,y x,y", all or none.  DM_BAD_ARGUMENT: no such points;
 * DM_BAD_MOVE: not legal, or not as many as the turn has. */
dm_status dmi_plane_place_words(dm_plane_game *game, const char *words, dm_error *err);

#endif
