/* cut_pairs.h - the best two cuts. */
#ifndef DMI_LINES_SETS_CUT_PAIRS_H
#define DMI_LINES_SETS_CUT_PAIRS_H

#include "lines/sets/set_search.h"

/* A piece whose cut concerns a vertex. */
typedef struct dmi_cut_touch {
    int32_t piece;
    int32_t vertex; /* ~vertex: it is only a neighbour of vertices that change */
} dmi_cut_touch;

typedef struct dmi_cut_pairs {
    dmi_set_search *search;
    dmi_move_board *board; /* uncut */
    dmi_payoff_model *model;
    dmi_move_choice *choice; /* without cuts */
    dmi_move_spot *cuts;     /* the most promising first, those of a piece in a row */
    int32_t cut_count;
    dmi_wide value; /* without cuts */
    dmi_wide open;  /* no pair that was not searched has more */

    /* Set by the search. */
    dmi_wide *most;       /* [piece][player]: the lead that one cut gives at most */
    dmi_wide *before;     /* by player: the lead without cuts */
    int32_t key;          /* the player whose column of `most` orders `best_first` */
    int32_t *best_first;  /* pieces */
    int32_t *spot_of;     /* by piece: its first spot */
    dmi_cut_touch *touch; /* by piece */
    size_t touch_count, touch_room;
    uint32_t *first, *of_piece; /* the touches of a vertex, and of a piece */
    dmi_cut_touch *at_vertex;
    bool *is_wide; /* by piece: concerns more vertices than are listed */
    int32_t *wide;
    int32_t wide_count;
    int32_t *mark; /* by piece: the last spot that depends on it, plus 1 */
    int32_t *mark_vertex;
    int32_t *with; /* pieces that depend on the one at hand */
    int32_t with_count;
    dmi_arrays arrays;
} dmi_cut_pairs;

/* Tries all pairs of cuts; the first eight fields are given. */
dm_status dmi_search_cut_pairs(dmi_cut_pairs *pairs, dm_error *err);

#endif
