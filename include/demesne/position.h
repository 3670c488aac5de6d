/* demesne/position.h - a game in progress: whose turn, which moves, what score.
 *
 * A move is all the stones of one turn.  make and undo keep the history, so
 * a position is also the game so far.
 */
#ifndef DEMESNE_POSITION_H
#define DEMESNE_POSITION_H

#include <demesne/dominance.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_position dm_position;

/* `arena` is borrowed and must outlive the position, `rules` is copied.
 * Fails as dm_rules_fit() does. */
dm_status dm_position_new(const dm_arena *arena, const dm_rules *rules, dm_position **out,
                          dm_error *err);
/* The same game on the same arena, to be played on separately. */
dm_status dm_position_copy(const dm_position *position, dm_position **out, dm_error *err);
void dm_position_free(dm_position *position);

const dm_arena *dm_position_arena(const dm_position *position);
/* The schedule as it was played: a lost turn has 0 stones, and `stones` leaves it out. */
const dm_rules *dm_position_rules(const dm_position *position);
bool dm_position_is_over(const dm_position *position);
dm_side dm_position_to_move(const dm_position *position); /* no meaning once the game is over */
int32_t dm_position_stones_to_place(const dm_position *position); /* in this turn; 0 once over */
int32_t dm_position_turns_made(const dm_position *position);
bool dm_position_was_lost(const dm_position *position, int32_t turn); /* it was passed */
/* The stones of a turn by the original rules, whether it was lost or not. */
int32_t dm_position_agreed_stones(const dm_position *position, int32_t turn);
bool dm_position_is_free(const dm_position *position, dm_vertex v); /* false out of range too */
/* The stones so far in the order they were placed; borrowed until the next make or undo. */
const dm_stone *dm_position_stones(const dm_position *position, int32_t *count);
/* Free vertices in increasing order; `out` has room for n.  Returns their number. */
dm_vertex dm_position_free_vertices(const dm_position *position, dm_vertex *out);

/* Plays one turn.  DM_BAD_MOVE (over, or not the turn's number of stones) or
 * DM_BAD_VERTEX (out of range, occupied, twice); the position is then unchanged. */
dm_status dm_position_make(dm_position *position, const dm_vertex *vertices, int32_t count,
                           dm_error *err);
/* Passes a turn: its player lost it.  DM_BAD_MOVE if the game is over. */
dm_status dm_position_pass(dm_position *position, dm_error *err);
/* Takes back the last turn, also a lost one.  DM_BAD_MOVE at the start. */
dm_status dm_position_undo(dm_position *position, dm_error *err);

/* Who owns what now; borrowed until the next call on this position. */
dm_status dm_position_dominance(dm_position *position, const dm_dominance **out, dm_error *err);
/* White's score minus Black's. */
dm_status dm_position_value(dm_position *position, int64_t *value, dm_error *err);
/* The table of all distances that it uses, or NULL if that would exceed 16 MiB. */
const dm_distances *dm_position_distances(const dm_position *position);

/* Stones in turns of `per_turn`: so many of White's, so many of Black's, and so on, with the rest
 * of the longer list last; list[DM_WHITE] is White's.  Free with dm_free().  DM_BAD_VERTEX if a
 * vertex is given twice. */
dm_status dm_stones_interleave(const dm_arena *arena, const dm_vertex *const list[2],
                               const int32_t count[2], int32_t per_turn, dm_stone **out,
                               dm_error *err);

/* A game by its numbers. */
typedef struct dm_setup {
    int64_t rounds, per_turn;
    const dm_stone *stones; /* already placed, in that order, each on its own vertex */
    int32_t stone_count;
    int to_move; /* a dm_side; -1: it follows from the numbers of stones */
    dm_tie_rule ties;
    int64_t reserved[4]; /* 0; later versions may use them */
} dm_setup;

/* The position that a setup describes (docs/GAME.md has the rule).  DM_BAD_ARGUMENT if a side has
 * too many stones, or if no game leads to these counts and to_move is -1. */
dm_status dm_position_resume(const dm_arena *arena, const dm_setup *setup, dm_position **out,
                             dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
