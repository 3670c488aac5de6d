/* player/player.h - what the files of players share.
 *
 * One file and one row in players.def per player.
 */
#ifndef DMI_PLAYER_H
#define DMI_PLAYER_H

#include "arena/tables.h"
#include "base/params.h"
#include "game/evaluator.h"
#include "game/playouts.h"
#include <demesne/player.h>
#include <demesne/rng.h>

enum { DMI_NO_MOVE = -1 };

/* Fills `move`.  With DM_STOPPED move[0] may stay DMI_NO_MOVE: then the immediate gain decides. */
typedef dm_status dmi_choose_fn(dm_player *player, dm_position *position, dm_run *run,
                                dm_vertex *move, dm_error *err);
/* DM_OK, DM_STOPPED, or DM_UNSUPPORTED with a message that names the player and what it needs. */
typedef dm_status dmi_fits_fn(dm_player *player, dm_position *position, dm_run *run, dm_error *err);

typedef struct dmi_player_type {
    dm_player_info info;
    dmi_choose_fn *choose;
    dmi_fits_fn *fits; /* called before every `choose` */
} dmi_player_type;

/* A player makes its `cache` when first needed and keeps it from move to move; it is freed before
 * `fits` and `choose` see another board or other rules.  A cache may keep the arena and
 * borrow from its tables (arena/tables.h), but from nothing else of it or of a position: both may
 * be new objects with the same contents. */
struct dm_player {
    const dmi_player_type *type;
    char *spec;
    dm_rng rng;
    int64_t params[DMI_PLAYER_PARAMS]; /* in the order of the type's table */
    double *values_out;                /* NULL, or receives the values for dm_player_values() */
    dm_trace *trace;                   /* NULL, or receives a stone per stone chosen */
    void *cache;
    void (*free_cache)(void *cache);
    const dm_arena *arena; /* the board that `cache` belongs to */
    dmi_tables *tables;    /* of that board, held: a cache may borrow from them */
    uint64_t digest;       /* of that board and its rules */
};

/* The value of a parameter, in units of 10^-decimals; `key` is one of the type's. */
int64_t dmi_player_param(const dm_player *player, const char *key);

/* Whether somebody asks for the scores of all vertices. */
bool dmi_wants_scores(const dm_player *player);
/* Hands over the score of every vertex (NAN: occupied; NULL: nobody asks) from which `chosen` was
 * taken; `is_first` stone of the turn. */
void dmi_note_scores(dm_player *player, const double *scores, dm_vertex n, dm_vertex chosen,
                     bool is_first);

dmi_fits_fn dmi_fits_any;    /* every game */
dmi_fits_fn dmi_fits_table;  /* boards with an evaluator (dmi_position_evaluator) */
dmi_fits_fn dmi_fits_ranked; /* boards small enough for ranks (graph/ranks.h) */

/* New arrays, NULL without memory: the free vertices, whether each vertex is occupied, and the
 * sides of all stones still to be placed, in order. */
dm_vertex *dmi_free_vertices(const dm_position *position, dm_vertex *count);
bool *dmi_taken(const dm_position *position);
dm_side *dmi_sides_to_come(const dm_position *position, int32_t *count);

/* Chooses one stone; `sides` place the `count` stones to come, this one first.  False once the run
 * is to stop.  DMI_NO_MOVE if there was no time to choose. */
typedef bool dmi_choose_stone_fn(void *user, const dm_side *sides, int32_t count, dm_run *run,
                                 dm_vertex *stone);
/* Chooses the stones of a turn one after another. */
dm_status dmi_choose_stones(const dm_position *position, dmi_choose_stone_fn *choose, void *user,
                            dm_run *run, dm_vertex *move, dm_error *err);

/* Playouts on this board, kept as the player's cache. */
dm_status dmi_player_playouts(dm_player *player, dm_position *position, dm_run *run,
                              dmi_playouts **out, dm_error *err);

#define X(name, choose, fits, ...)                                                                 \
    dmi_choose_fn dmi_choose_##choose;                                                             \
    dmi_fits_fn dmi_fits_##fits;
#include "player/players.def"
#undef X

/* The champion's choice, for the players that build on it. */

/* What a move may cost: `nodes` if that is above 0, otherwise `seconds`. */
typedef struct dmi_budget {
    double seconds;
    uint64_t nodes;
} dmi_budget;

/* What the champion keeps of a board; NULL at first. */
typedef struct dmi_champion dmi_champion;
void dmi_champion_free(dmi_champion *champion);

/* Chooses the stones of this turn.  With DM_STOPPED, `move` has the best found so far or is
 * unchanged. */
dm_status dmi_champion_move(dmi_champion **champion, dm_position *position, dmi_budget budget,
                            dm_run *run, dm_vertex *move, dm_error *err);

/* A perfect turn, if the exact solver finds one within the budget; `*found` reports that. */
dm_status dmi_perfect_move(const dm_position *position, dmi_budget budget, dm_run *run,
                           dm_vertex *move, bool *found, dm_error *err);
/* The value of every vertex as a turn of one stone, as far as the solver finds them in the budget;
 * the others stay as they are. */
dm_status dmi_perfect_values(const dm_position *position, dmi_budget budget, dm_run *run,
                             double *values, dm_error *err);

/* A new run that ends with the budget or with `run`. */
dm_status dmi_budget_run(dmi_budget budget, dm_run *run, dm_run **out, dm_error *err);
/* DM_STOPPED if `run` (may be NULL) has ended. */
dm_status dmi_still_running(dm_run *run, dm_error *err);

/* The stones with the largest immediate gain, for boards of any size. */
enum { DMI_GAIN_SAMPLE = 64 };

/* Chooses the stones of this turn one after the other: of the vertices tried, the one after which
 * the mover leads most.  All free vertices are tried if the position has its evaluator ready,
 * otherwise at most `most`, the same ones for the same position.  Returns DM_OK with the best so
 * far if the run ends; a few vertices are tried even if it has ended before.
 * The first stone of a game, which leads equally everywhere, goes to a median. */
dm_status dmi_immediate_gain_move(dm_position *position, dm_vertex most, dm_run *run,
                                  dm_vertex *move, dm_error *err);

/* The same, but only `most` random vertices are tried for each stone, also for the first of a game.
 * `values` NULL, or White's lead with the first stone on each vertex tried. */
dm_status dmi_glance_move(dm_position *position, dm_vertex most, dm_rng *rng, dm_run *run,
                          double *values, dm_vertex *move, dm_error *err);

/* Of `count` > 0 free vertices, the one after which the side to move leads most; the first of
 * equals.  For turns of one stone.  DM_STOPPED leaves `*best` unchanged. */
dm_status dmi_best_stone(dm_position *position, const dm_vertex *vertices, dm_vertex count,
                         dm_run *run, dm_vertex *best, dm_error *err);

#endif
