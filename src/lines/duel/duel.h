/* duel.h - the game of two on edges: moves worth looking at, and their values. */
#ifndef DMI_LINES_DUEL_DUEL_H
#define DMI_LINES_DUEL_DUEL_H

#include <demesne/line_duel.h>

enum { DMI_DUEL_MOST = 256 };

/* Moves with their values for the player who makes them. */
typedef struct dmi_duel_moves {
    int count;
    dm_line_move move[DMI_DUEL_MOST];
    double value[DMI_DUEL_MOST];
} dmi_duel_moves;

/* The game as the player to move sees it. */
typedef struct dmi_duel_turn {
    const dm_level *level;
    const dm_line_duel *duel;
    int32_t played;
    int32_t me, other; /* players of the level */
    dm_run *run;       /* may be NULL */
} dmi_duel_turn;

dmi_duel_turn dmi_duel_turn_of(const dm_level *level, const dm_line_duel *duel, int32_t played,
                               dm_run *run);

static inline int32_t dmi_duel_left(const dmi_duel_turn *turn)
{
    return 2 * turn->duel->rounds - turn->played;
}

/* The payoff of `me` minus that of the other on the level. */
dm_status dmi_duel_standing(const dmi_duel_turn *turn, const dm_level *level, double *out,
                            dm_error *err);
/* Adds a move with its immediate value if it is legal, new and there is room. */
dm_status dmi_duel_add(const dmi_duel_turn *turn, const dm_line_move *move, dmi_duel_moves *to,
                       dm_error *err);
/* Adds places near this one that have small denominators. */
dm_status dmi_duel_add_near(const dmi_duel_turn *turn, const dm_line_place *place,
                            dmi_duel_moves *to, dm_error *err);
/* Adds the moves that are best at once.  `bound` (may be NULL) receives the best immediate value,
 * which may be a limit. */
dm_status dmi_duel_add_best(const dmi_duel_turn *turn, dmi_duel_moves *to, double *bound,
                            dm_error *err);
/* Adds vertices, middles of edges, places beside the other's sites, cuts and removals. */
dm_status dmi_duel_add_others(const dmi_duel_turn *turn, dmi_duel_moves *to, dm_error *err);
/* Fails with DM_BAD_MOVE: no move was found, and why. */
dm_status dmi_duel_no_move(const dmi_duel_turn *turn, dm_error *err);
/* The best `most` moves stay, in order. */
void dmi_duel_sort(dmi_duel_moves *moves, int most);

#endif
