/* search.h - null-window search of one game. */
#ifndef DMI_SEARCH_H
#define DMI_SEARCH_H

#include "base/base.h"
#include "solve/keys.h"
#include "solve/switches.h"
#include "solve/transposition_table.h"
#include <demesne/evaluator.h>
#include <demesne/run.h>
#include <stdatomic.h>

/* One candidate at one step. */
typedef struct dmi_candidate_move {
    dm_vertex v;
    uint8_t standing;
    bool threatened; /* both as in dmi_choice */
    int64_t own;     /* the mover's value right after it */
    int64_t enemy;   /* what the enemy would gain by a stone there */
    int64_t order;   /* larger is tried sooner */
    dmi_total after; /* of the position after it; its key is that of the table */
} dmi_candidate_move;

typedef struct dmi_search {
    const dm_arena *arena;
    const dm_graph *graph;
    dm_rules rules;
    unsigned on;             /* DMI_SOLVE_... parts in use */
    dm_evaluator *evaluator; /* follows the stones when it is asked */
    int32_t followed;        /* stones that lie on it, at most those lying */
    dmi_keys *keys;          /* NULL: no table */
    dmi_transpositions *table;
    bool witnessed; /* the table checks whole positions */
    dm_run *run;
    const atomic_bool *halt; /* set by another thread that has the answer; NULL: nobody */
    uint64_t noise; /* threads of one game try stones in different orders; 0: the plain one */
    bool stopped;
    uint64_t nodes;
    bool is_valued; /* the game's value is known, its moves are being valued */
    char note[64];  /* shown with the progress: proven bounds, White minus Black */
    dm_vertex n;
    int32_t stones;    /* lying now */
    int32_t total;     /* of the whole game */
    dm_side *side;     /* who places stone i */
    bool *same_turn;   /* stone i belongs to the turn of stone i-1 */
    dmi_key *rest;     /* of stone i and all after it, and the tie rule */
    int32_t *left[2];  /* stones that a side places from stone i on */
    dm_vertex *placed; /* by stone */
    bool *taken;
    bool *stays;          /* scratch of the pruning, false outside it */
    bool *in_triangle;    /* two neighbours of v are neighbours */
    int32_t *near[2];     /* how many stones of a side lie next to v */
    int64_t *value;       /* White's minus Black's, by number of stones */
    int64_t *stone_value; /* the same of the stones' own vertices */
    uint32_t *history[2];
    uint8_t *lean;                  /* 0..63: larger is tried sooner if all else is equal */
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
void dmi_search_follow(dmi_search *s);
void dmi_search_place(dmi_search *s, dm_vertex v);
void dmi_search_undo(dmi_search *s);
/* The bounds that counting gives on the value for the side to place. */
dmi_solve_bounds dmi_search_counted(const dmi_search *s);
/* Vertices for the next stone, a best one among them, the likeliest first, before them one that is
 * known to reach `value`; they last until the next search from here. */
int64_t dmi_search_candidates(dmi_search *s, int64_t value, const dmi_candidate_move **out);
/* The likeliest of them, or, if it `looks_up`, one that is known to reach `value`. */
dm_vertex dmi_search_likeliest(dmi_search *s, int64_t value, bool looks_up);
/* A bound on the value for the side to place: at least beta, or at most beta-1. */
int64_t dmi_search_value(dmi_search *s, int64_t beta);

#endif
