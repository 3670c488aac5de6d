/* search.h - null-window search of one game. */
#ifndef DMI_SEARCH_H
#define DMI_SEARCH_H

#include "base/base.h"
#include "game/evaluator.h"
#include "solve/keys.h"
#include "solve/switches.h"
#include "solve/transposition_table.h"
#include <demesne/run.h>
#include <stdatomic.h>

/* One candidate at one step. */
typedef struct dmi_candidate_move {
    dm_vertex v;
    uint8_t isolation; /* as in dmi_choice */
    bool threatened;   /* as in dmi_choice */
    int64_t own;       /* the mover's value right after it */
    int64_t enemy;     /* what the enemy would gain by a stone there */
    int64_t order;     /* larger is tried sooner */
    dmi_total after;   /* the total of the position after it; its key is that of the table */
} dmi_candidate_move;

typedef struct dmi_search {
    const dm_arena *arena;
    const dm_graph *graph;
    dm_rules rules;
    unsigned on;              /* DMI_SOLVE_... parts in use */
    dmi_evaluator *evaluator; /* may lag behind; dmi_search_sync() brings it up to date */
    int32_t synced;           /* stones that the evaluator has, at most `stones` */
    dmi_keys *keys;           /* NULL: no table */
    dmi_transpositions *table;
    bool witnessed; /* the table checks whole positions */
    dm_run *run;
    const atomic_bool *halt; /* another thread has the answer; NULL: there is no other */
    uint64_t noise;          /* makes threads of one game try stones in different orders; 0: none */
    bool stopped;
    uint64_t nodes;
    bool is_repeatable; /* candidates are ordered without what earlier searches found */
    bool is_valued;     /* the game's value is known; now the values of moves are searched */
    char note[64];      /* shown with the progress: proven bounds, White minus Black */
    dm_vertex n;
    int32_t stones;    /* on the board now */
    int32_t total;     /* of the whole game */
    dm_side *side;     /* who places stone i */
    bool *same_turn;   /* stone i belongs to the turn of stone i-1 */
    dmi_key *rest;     /* the key of stone i, all after it and the tie rule */
    int32_t *left[2];  /* stones that a side places from stone i on */
    dm_vertex *placed; /* by stone */
    bool *taken;
    bool *stays;          /* scratch of dominated_moves.c, false outside it */
    bool *in_triangle;    /* two neighbours of v are neighbours */
    int32_t *near[2];     /* how many stones of a side are next to v */
    int64_t *value;       /* White's score minus Black's, by number of stones */
    int64_t *stone_value; /* the same, counting only vertices under stones */
    uint32_t *history[2];
    uint8_t *centrality;            /* 0 (least central) to 63 */
    dmi_candidate_move *candidates; /* n for each stone of the game */
    dmi_choices *found;             /* scratch: n */
    dm_vertex *vertices;            /* scratch: n */
    int64_t *values;                /* scratch: n */
    dmi_arrays arrays;
} dmi_search;

static inline int64_t dmi_signed_for(dm_side side, int64_t white_minus_black)
{
    return side == DM_WHITE ? white_minus_black : -white_minus_black;
}

/* Places on the evaluator the stones that it lacks. */
void dmi_search_sync(dmi_search *s);
void dmi_search_place(dmi_search *s, dm_vertex v);
void dmi_search_undo(dmi_search *s);
/* The bounds that counting gives on the value for the side to place. */
dmi_solve_bounds dmi_search_counted(const dmi_search *s);
/* Candidates for the next stone, a best one among them, the likeliest first; before them one that
 * is known to reach `value`.  Valid until the next search from here. */
int64_t dmi_search_candidates(dmi_search *s, int64_t value, const dmi_candidate_move **out);
/* The likeliest of them or, if `looks_up` and the table knows one, one that reaches `value`. */
dm_vertex dmi_search_likeliest(dmi_search *s, int64_t value, bool looks_up);
/* A bound on the value for the side to place: at least beta, or at most beta-1. */
int64_t dmi_search_value(dmi_search *s, int64_t beta);

#endif
