/* cut_search.h - the state of a search for the best cut, and one function per method. */
#ifndef DMI_LINES_CUT_CUT_SEARCH_H
#define DMI_LINES_CUT_CUT_SEARCH_H

#include "lines/cut/cut_update.h"

typedef struct dmi_cut_search {
    const dmi_lines_position *position;
    dm_run *run;
    dmi_payoff_place best;  /* piece -1: none yet */
    dmi_payoff_lines lines; /* of the best piece */
    int64_t candidates;
} dmi_cut_search;

/* DM_STOPPED with the best so far. */
typedef dm_status dmi_cut_method_fn(dmi_cut_search *search, dm_error *err);
dmi_cut_method_fn dmi_cut_search_auto;                              /* cut_bounded_search.c */
dmi_cut_method_fn dmi_cut_search_simple, dmi_cut_search_two_sites;  /* cut_simple.c */
dmi_cut_method_fn dmi_cut_search_types;                             /* cut_types.c */
dmi_cut_method_fn dmi_cut_search_method_1, dmi_cut_search_method_2; /* cut_methods_1_and_2.c */

/* A piece that can be cut without changing anything. */
int32_t dmi_cut_harmless(const dmi_lines_position *position);
/* DM_UNSUPPORTED, naming the method, unless sites are on vertices and no vertex is tied. */
dm_status dmi_cut_require(const dmi_lines_position *position, dm_error *err);
/* Keeps the best place along the lines if it beats the best so far. */
void dmi_cut_consider(dmi_cut_search *search, const dmi_payoff_lines *lines);
/* The same for a piece, with a whole diagram; `scratch` has an entry per vertex. */
dm_status dmi_cut_consider_whole(dmi_cut_search *search, int32_t piece, dmi_reach *scratch,
                                 dm_error *err);
/* The lines of a piece, by a whole diagram. */
dm_status dmi_cut_whole_lines(const dmi_lines_position *position, int32_t piece, dmi_reach *scratch,
                              dmi_payoff_lines *out, dm_error *err);

#endif
