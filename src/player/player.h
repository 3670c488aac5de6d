/* player/player.h - what a player is made of, for the files that write one.
 *
 * One file a player, one row in players.def.  A row names the function that
 * chooses a turn's stones and the table of parameters it reads.
 */
#ifndef DMI_PLAYER_H
#define DMI_PLAYER_H

#include <demesne/player.h>
#include <demesne/rng.h>

enum { DMI_PLAYER_PARAMS = 4 }; /* the most parameters a player has */

typedef struct dmi_param {
    const char *key;
    int64_t value; /* the default */
    int64_t least, most;
    const char *help;
} dmi_param;

typedef dm_status dmi_choose_fn(dm_player *player, dm_position *position, dm_run *run,
                                dm_vertex *move, dm_error *err);

typedef struct dmi_player_type {
    dm_player_info info;
    dmi_choose_fn *choose;
    dmi_param params[DMI_PLAYER_PARAMS]; /* ends at a NULL key, or full */
} dmi_player_type;

struct dm_player {
    const dmi_player_type *type;
    char *spec;
    dm_rng rng;
    int64_t param[DMI_PLAYER_PARAMS]; /* in the order of the type's table */
};

/* Free vertices of the position in a new array of *count; NULL without memory. */
dm_vertex *dmi_free_vertices(const dm_position *position, dm_vertex *count);

#define X(name, choose, help, source, cost, ...) dmi_choose_fn dmi_choose_##choose;
#include "player/players.def"
#undef X

#endif
