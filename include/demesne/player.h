/* demesne/player.h - players: programs that choose moves.
 *
 * A player is made from a spec, `name` or `name:key=value:key=value`; dm_player_at() lists them.
 * Players are deterministic for a seed, unless a time limits them.
 */
#ifndef DEMESNE_PLAYER_H
#define DEMESNE_PLAYER_H

#include <demesne/param.h>
#include <demesne/position.h>
#include <demesne/run.h>
#include <demesne/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_player_info {
    const char *name;
    const char *help;              /* one sentence */
    const char *source;            /* where the idea comes from */
    const char *cost;              /* per move */
    const char *values;            /* the meaning of dm_player_values(), White minus Black .. */
    const char *scores;            /* .. or as score(v), more is better; both NULL: none */
    const char *steps;             /* the names of the steps in traces; NULL: none */
    const dm_player_param *params; /* ends at a NULL key */
} dm_player_info;

int dm_player_count(void);
const dm_player_info *dm_player_at(int index);
/* The most vertices of a board that the player at `index` plays; INT32_MAX: any number.  Long
 * edges, or another need of the player, may lower it: dm_player_can_play(). */
dm_vertex dm_player_most_vertices(int index);

typedef struct dm_player dm_player;

dm_status dm_player_new(const char *spec, uint64_t seed, dm_player **out, dm_error *err);
void dm_player_free(dm_player *player);
const char *dm_player_spec(const dm_player *player);

/* Whether this player can play this game: DM_UNSUPPORTED, with a message that tells what it needs,
 * if not; DM_STOPPED if the run ends before that is known. */
dm_status dm_player_can_play(dm_player *player, dm_position *position, dm_run *run, dm_error *err);

/* Chooses the stones of this turn: `move` has room for dm_position_stones_to_place() vertices.  The
 * position comes back unchanged.  DM_STOPPED: the run ended; `move` is legal and the best found, at
 * worst by immediate gain.  DM_UNSUPPORTED as above.
 *
 * A player keeps what it has computed for a board from move to move and from game to game, until
 * the board or the rules change. */
dm_status dm_player_choose(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                           dm_error *err);

/* The same, and adds to `trace` what decided each stone: the step by the document's name for a
 * strategy of a document, and the values compared (of the turn's first stone, or of each). */
dm_status dm_player_explain(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                            dm_trace *trace, dm_error *err);

/* The values that the player compares to choose the next stone: White's score minus Black's, or its
 * own score(v).
 *
 *   values   n of them; NAN for occupied vertices and those that the player did not try
 *
 * Costs as much as choosing a turn, and uses the player's random numbers like it.  DM_STOPPED:
 * those found by then.  DM_UNSUPPORTED also for a player without values; `values` are unchanged
 * then, and after every other failure.
 */
dm_status dm_player_values(dm_player *player, dm_position *position, dm_run *run, double *values,
                           dm_error *err);
/* "white-black" or "score(v)"; NULL: the player gives no values. */
const char *dm_player_values_meaning(const dm_player *player);

#ifdef __cplusplus
}
#endif
#endif
