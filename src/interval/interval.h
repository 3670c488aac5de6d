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

/* --- Attack ------------------------------------------------------------------------------- */

/* What all workers of an attack share. */
typedef struct dmi_attack {
    const dm_interval_rules *rules; /* checked */
    const dm_interval *start;       /* a game under them without stones */
    dm_interval_player red, blue;
    bool blue_given;
    dm_attack_settings settings; /* bits is not 0 */
} dmi_attack;

typedef enum dmi_item {
    DMI_ITEM_DONE,
    DMI_ITEM_NONE,   /* there are not so many */
    DMI_ITEM_COARSE, /* the numbers of this kind do not reach */
    DMI_ITEM_STOPPED /* what was played counts */
} dmi_item;

/* The part of an attack that one thread does at a time: all games after one of Blue's first moves,
 * or a block of samples. */
typedef struct dmi_searcher dmi_searcher;

typedef struct dmi_searcher_kind {
    /* DM_TOO_LARGE where numbers of this kind do not reach. */
    dm_status (*open)(const dmi_attack *attack, dm_run *run, dmi_searcher **out, dm_error *err);
    void (*close)(dmi_searcher *searcher);
    /* Adds to `result` unless COARSE or NONE. */
    dmi_item (*search)(dmi_searcher *searcher, uint64_t item, dm_attack_result *result);
    /* The worst game of all items done, and the item; *out stays where there is none. */
    dm_status (*worst)(const dmi_searcher *searcher, dm_interval **out, uint64_t *item,
                       dm_error *err);
} dmi_searcher_kind;

extern const dmi_searcher_kind dmi_plain_searcher, dmi_exact_searcher;

enum { DMI_SAMPLE_BLOCK = 500 };

/* The unit and the minimum distance of a game without stones in whole numbers, as fine as 2^60
 * units allow; false where they are too large. */
bool dmi_interval_small_unit(const dm_interval *game, int64_t *unit, int64_t *apart);

#endif
