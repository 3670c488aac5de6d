/* demesne/player.h - those who choose moves.
 *
 * A player is asked for by a spec, `name` or `name:key=value:key=value`;
 * dm_player_at() lists them.  Players are deterministic for a seed.
 */
#ifndef DEMESNE_PLAYER_H
#define DEMESNE_PLAYER_H

#include <demesne/position.h>
#include <demesne/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A parameter counts units of 10^-decimals: threshold=1.1 with 9 decimals is 1100000000. */
typedef struct dm_player_param {
    const char *key;
    int64_t value; /* the default */
    int64_t least, most;
    int decimals;
    const char *help;
} dm_player_param;

typedef struct dm_player_info {
    const char *name;
    const char *help;              /* one sentence */
    const char *source;            /* where the idea comes from */
    const char *cost;              /* per move */
    const char *values;            /* what dm_player_values() gives; NULL: it has none */
    const dm_player_param *params; /* ends at a NULL key */
} dm_player_info;

int dm_player_count(void);
const dm_player_info *dm_player_at(int index);

typedef struct dm_player dm_player;

dm_status dm_player_new(const char *spec, uint64_t seed, dm_player **out, dm_error *err);
void dm_player_free(dm_player *player);
const char *dm_player_spec(const dm_player *player);

/* Whether this player can play this game: DM_UNSUPPORTED, with a message that says what it
 * needs, on boards or schedules that its strategy is not made for. */
dm_status dm_player_can_play(dm_player *player, dm_position *position, dm_error *err);

/* Chooses the stones of this turn: `move` has room for
 * dm_position_stones_to_place() vertices.  The position comes back unchanged.
 * DM_STOPPED: the run ended, `move` is legal all the same.  DM_UNSUPPORTED as above.
 *
 * A player keeps what it has learnt of a board from move to move and from game to
 * game; when the board or the rules change it starts afresh. */
dm_status dm_player_choose(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                           dm_error *err);

/* What the player thinks of each vertex for the next stone, White's score minus Black's: the
 * numbers that it compares to choose.
 *
 *   values   n of them; NAN where a stone lies, and where the player did not look
 *
 * Costs what the choice of a turn costs, and like it goes on with the player's random numbers.
 * DM_STOPPED: those that were found by then.  DM_UNSUPPORTED, also for a player without
 * values; `values` are unchanged then, and after every other failure. */
dm_status dm_player_values(dm_player *player, dm_position *position, dm_run *run, double *values,
                           dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
