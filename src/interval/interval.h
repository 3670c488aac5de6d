/* interval/interval.h - what the files of this room share, whatever their numbers are. */
#ifndef DMI_INTERVAL_H
#define DMI_INTERVAL_H

#include <demesne/interval.h>
#include <demesne/rng.h>

/* The rules without their text. */
typedef struct dmi_interval_form {
    dm_interval_arena arena;
    int n;
    bool batch;
} dmi_interval_form;

/* --- Players ------------------------------------------------------------------------------ */

enum { DMI_INTERVAL_PARAMS = 4 }; /* the most that a player has */

/* Rows of interval_players.def, by number. */
enum {
#define X(name, colour, arenas, choose, help, source, ...) DMI_PLAYS_##colour##_##choose,
#include "interval/interval_players.def"
#undef X
    DMI_INTERVAL_PLAYERS
};

/* Where a strategy can be played. */
enum { DMI_ON_CIRCLE = 1 << DM_CIRCLE, DMI_ON_SEGMENT = 1 << DM_SEGMENT, DMI_ON_BOTH = 3 };

struct dm_interval_player {
    int type; /* a row of the table */
    int64_t param[DMI_INTERVAL_PARAMS];
    dm_rng rng;
};

#endif
