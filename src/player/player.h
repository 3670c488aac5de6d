/* player/player.h - what a player is made of, for the files that write one.
 *
 * One file a player, one row in players.def.  A row names the function that
 * chooses a turn's stones and the table of parameters it reads.
 */
#ifndef DMI_PLAYER_H
#define DMI_PLAYER_H

#include <demesne/player.h>
#include <demesne/playout.h>
#include <demesne/rng.h>

enum { DMI_PLAYER_PARAMS = 8 }; /* the most parameters a player has */

/* `move` comes filled with the lowest free vertices, so a choice that is stopped before
 * it has anything better may leave it. */
typedef dm_status dmi_choose_fn(dm_player *player, dm_position *position, dm_run *run,
                                dm_vertex *move, dm_error *err);
/* DM_OK, or DM_UNSUPPORTED with a message that names the player and what it needs. */
typedef dm_status dmi_fits_fn(dm_player *player, dm_position *position, dm_error *err);

typedef struct dmi_player_type {
    dm_player_info info;
    dmi_choose_fn *choose;
    dmi_fits_fn *fits; /* asked before every choice, so `choose` need not ask again */
} dmi_player_type;

/* `cache` is what a player keeps from move to move, made by the player when first needed;
 * `free_cache` frees it.  Both are dropped (and NULL again) before `fits` and `choose` see a
 * position with another board or other rules.  A cache may keep the arena, but nothing that
 * was borrowed from it or from a position: both may be new objects with the same contents. */
struct dm_player {
    const dmi_player_type *type;
    char *spec;
    dm_rng rng;
    int64_t param[DMI_PLAYER_PARAMS]; /* in the order of the type's table */
    double
        *values_out; /* NULL, or where the values of a turn's first stone go (dm_player_values) */
    void *cache;
    void (*free_cache)(void *cache);
    const dm_arena *arena; /* the board that `cache` belongs to, */
    uint64_t print;        /* and a digest of it and the rules */
};

dmi_fits_fn dmi_fits_any;    /* every game */
dmi_fits_fn dmi_fits_table;  /* boards with an evaluator (dm_position_evaluator) */
dmi_fits_fn dmi_fits_ranked; /* boards small enough for ranks (graph/ranks.h) */

/* Free vertices of the position in a new array of *count; NULL without memory. */
dm_vertex *dmi_free_vertices(const dm_position *position, dm_vertex *count);
/* Which vertices are occupied, in a new array; NULL without memory. */
bool *dmi_taken(const dm_position *position);
/* The sides of all stones still to come, in order, in a new array of *count. */
dm_side *dmi_sides_to_come(const dm_position *position, int32_t *count);

/* Playouts on this board, kept as the player's cache; made when first asked for. */
dm_status dmi_player_playouts(dm_player *player, dm_position *position, dm_run *run,
                              dm_playouts **out, dm_error *err);

#define X(name, choose, fits, help, source, cost, values, ...)                                     \
    dmi_choose_fn dmi_choose_##choose;                                                             \
    dmi_fits_fn dmi_fits_##fits;
#include "player/players.def"
#undef X

#endif
