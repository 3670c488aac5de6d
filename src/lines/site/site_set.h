/* site_set.h - several new sites at once. */
#ifndef DMI_LINES_SITE_SITE_SET_H
#define DMI_LINES_SITE_SITE_SET_H

#include "lines/moves/best_move.h"

/* The best `ask->count` >= 2 sites; otherwise like dmi_best_add. */
dmi_best_fn dmi_best_site_set;

/* `out` holds such sites.  Replaces them by better ones if there are any, else marks them as
 * proven. Does nothing if the level is too large to try everything. */
dmi_best_fn dmi_exact_site_set;

/* A place on the first edge without a site: at a half, a third, .. */
dm_place dmi_free_place(const dm_level *level);
/* The level after all moves.  `*out` is unchanged on failure. */
dm_status dmi_apply_all(const dm_level *level, const dm_line_move *moves, int32_t count,
                        int32_t player, dm_level **out, dm_error *err);
/* Stores these moves in `out` with the standing after them. */
dm_status dmi_keep_sites(const dm_level *level, const dm_line_ask *ask, const dm_line_move *moves,
                         dm_line_best *out, dm_error *err);

#endif
