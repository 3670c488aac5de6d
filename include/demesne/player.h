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

typedef struct dm_player_info {
    const char *name;
    const char *help;   /* one sentence */
    const char *source; /* where the idea comes from */
    const char *cost;   /* per move */
} dm_player_info;

int dm_player_count(void);
const dm_player_info *dm_player_at(int index);

typedef struct dm_player dm_player;

dm_status dm_player_new(const char *spec, uint64_t seed, dm_player **out, dm_error *err);
void dm_player_free(dm_player *player);
const char *dm_player_spec(const dm_player *player);

/* Chooses the stones of this turn: `move` has room for
 * dm_position_stones_to_place() vertices.  The position comes back unchanged.
 * DM_STOPPED: the run ended, `move` is legal all the same. */
dm_status dm_player_choose(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                           dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
