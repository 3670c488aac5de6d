/* cut_update.h - payoffs after a cut, recomputed only for the subtree below it. */
#ifndef DMI_LINES_CUT_CUT_UPDATE_H
#define DMI_LINES_CUT_CUT_UPDATE_H

#include "lines/cut/dominator_tree.h"
#include "lines/site/best_place.h"

typedef struct dmi_cut_update dmi_cut_update;

dm_status dmi_cut_update_new(const dmi_lines_position *position, const dmi_dominator_tree *tree,
                             dmi_cut_update **out, dm_error *err);
void dmi_cut_update_free(dmi_cut_update *update);
/* The payoffs along a piece that is cut.  False: no memory. */
bool dmi_cut_update_lines(dmi_cut_update *update, int32_t piece, dmi_payoff_lines *out);
/* The number of vertices recomputed so far. */
int64_t dmi_cut_update_work(const dmi_cut_update *update);

#endif
