/* cut_printed.h - te Kolste's algorithms as printed, each of their mistakes by itself or all. */
#ifndef DMI_PAPERS_CUT_CUT_PRINTED_H
#define DMI_PAPERS_CUT_CUT_PRINTED_H

#include "papers/cut/cut_rooted_tree.h"

/* A cut with the gain that an algorithm claims for it; piece -1: it finds none. */
typedef struct dmi_cut_claim {
    int32_t piece, end; /* cut off this end */
    int64_t gain;       /* of the margin, in units */
} dmi_cut_claim;

static inline void dmi_cut_claim_try(dmi_cut_search *s, dmi_cut_claim *best, int32_t piece,
                                     int32_t end, int64_t gain)
{
    s->candidates++;
    if (best->piece < 0 || gain > best->gain)
        *best = (dmi_cut_claim){piece, end, gain};
}

/* Whether the ask keeps the mistake. */
static inline bool dmi_cut_keeps(const dmi_cut_search *s, dm_line_mistake mistake)
{
    dm_line_mistake asked = s->position->ask->mistake;
    return asked == DM_MISTAKE_ALL || asked == mistake;
}

/* The rooted tree; DM_TOO_LARGE beyond DMI_PRINTED_VERTICES: these methods walk through the whole
 * tree for each question. */
enum { DMI_PRINTED_VERTICES = 2000 };
dm_status dmi_cut_printed_tree(const dmi_cut_search *s, dmi_cut_rooted_tree *out, dm_error *err);
/* Evaluates the claim's cut, which becomes the search's best, with the gain it claims. */
dm_status dmi_cut_claim_settle(dmi_cut_search *s, const dmi_cut_claim *claim, dm_error *err);
/* Type III as printed, or right. */
void dmi_cut_claim_neutral(dmi_cut_search *s, const dmi_cut_rooted_tree *tree, dmi_cut_claim *best);

dmi_cut_method_fn dmi_cut_search_simple_printed; /* cut_printed.c */
dmi_cut_method_fn dmi_cut_search_types_printed;
dmi_cut_method_fn dmi_cut_search_method_1_printed; /* cut_printed_functions.c */
dmi_cut_method_fn dmi_cut_search_method_2_printed;

#endif
