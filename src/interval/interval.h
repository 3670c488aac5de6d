/* interval.h - types of this room that do not depend on the kind of numbers. */
#ifndef DMI_INTERVAL_INTERVAL_H
#define DMI_INTERVAL_INTERVAL_H

#include <demesne/interval.h>
#include <demesne/rng.h>

/* The rules without the minimum distance. */
typedef struct dmi_interval_form {
    dm_interval_arena arena;
    int n;
    bool batch, all_first;
} dmi_interval_form;

/* The rows of interval_players.def. */
enum {
#define X(name, colour, arenas, choose, help, source, ...) DMI_PLAYS_##colour##_##choose,
#include "interval/interval_players.def"
#undef X
    DMI_INTERVAL_PLAYERS
};

/* The arenas that a strategy can play on. */
enum { DMI_ON_CIRCLE = 1 << DM_CIRCLE, DMI_ON_SEGMENT = 1 << DM_SEGMENT, DMI_ON_BOTH = 3 };

struct dm_interval_player {
    int type;                                               /* a row of interval_players.def */
    int64_t turn, bits, last, pick, variant, first, border; /* its parameters, by their keys */
    dm_rng rng;
    dm_trace *trace;   /* receives its decisions; NULL: nobody asks */
    bool lacks_memory; /* why it could not choose; otherwise numbers would grow too long */
};

/* What all threads of an attack share. */
typedef struct dmi_interval_attack {
    const dm_interval_rules *rules; /* checked */
    const dm_interval *start;       /* a game with these rules and no stones */
    dm_interval_player red, blue;
    bool blue_given;
    dm_attack_settings settings; /* bits is not 0 */
} dmi_interval_attack;

/* Adds the counts of one part of an attack. */
static inline void dmi_attack_result_add(dm_attack_result *to, const dm_attack_result *from)
{
    to->games += from->games;
    to->not_won += from->not_won;
    to->lost += from->lost;
    to->positions += from->positions;
    to->long_games += from->long_games;
}

typedef enum dmi_interval_item {
    DMI_ITEM_DONE,
    DMI_ITEM_NONE,   /* there is no such item */
    DMI_ITEM_COARSE, /* needs larger numbers */
    DMI_ITEM_STOPPED /* stopped by the run; the games played count */
} dmi_interval_item;

/* Searches one item at a time: all games after one of Blue's first moves, or a block of samples. */
typedef struct dmi_interval_searcher dmi_interval_searcher;

typedef struct dmi_interval_searcher_kind {
    /* DM_TOO_LARGE if this kind of numbers is too small. */
    dm_status (*open)(const dmi_interval_attack *attack, dm_run *run, dmi_interval_searcher **out,
                      dm_error *err);
    void (*close)(dmi_interval_searcher *searcher);
    /* Adds to `result` unless COARSE or NONE. */
    dmi_interval_item (*search)(dmi_interval_searcher *searcher, uint64_t item,
                                dm_attack_result *result);
    /* The worst game for Red of all items done, and its item; *out is unchanged if there is none.
     */
    dm_status (*worst)(const dmi_interval_searcher *searcher, dm_interval **out, uint64_t *item,
                       dm_error *err);
} dmi_interval_searcher_kind;

extern const dmi_interval_searcher_kind dmi_searcher_64, dmi_searcher_exact;

enum { DMI_SAMPLE_BLOCK = 500 };

/* The unit and the minimum distance of a game without stones, as fine as 2^60 units allow; false if
 * they are too large. */
bool dmi_interval_small_unit(const dm_interval *game, int64_t *unit, int64_t *min_distance);

#endif
