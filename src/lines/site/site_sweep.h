/* site_sweep.h - moves a new site along a piece, from end to end. */
#ifndef DMI_LINES_SITE_SITE_SWEEP_H
#define DMI_LINES_SITE_SITE_SWEEP_H

#include "lines/diagram/payoff_lines.h"

/* The position of a level that gets a site.  Its scale is twice as large, because the boundary
 * points of a site at a whole place may be at halves. */
dm_status dmi_site_position_init(const dm_level *level, const dm_line_ask *ask,
                                 dmi_line_position *out, dm_error *err);

/* The same; under DM_LINE_OWN ties belong to `owner`. */
dm_status dmi_site_position_init_owned(const dm_level *level, const dm_line_ask *ask, int32_t owner,
                                       dmi_line_position *out, dm_error *err);

/* The best new site, the best site to remove, and the odds of both (site_best.c, site_odds.c). */
dmi_best_fn dmi_best_add, dmi_best_remove;
dmi_odds_fn dmi_odds_add, dmi_odds_remove;

typedef struct dmi_site_sweep dmi_site_sweep;

/* `position` is borrowed and must outlive the sweep. */
dm_status dmi_site_sweep_new(const dmi_line_position *position, dmi_site_sweep **out,
                             dm_error *err);
void dmi_site_sweep_free(dmi_site_sweep *sweep);

/* Receives the payoffs while the site is at a single place (length 0) or on an open stretch between
 * two such places.  False ends the sweep. */
typedef bool dmi_site_sweep_visit(void *user, const dmi_payoff_lines *lines);

/* Visits every place of the piece once, in order from a to b, except ends that are sites.
 * False: no memory. */
bool dmi_site_sweep_piece(dmi_site_sweep *sweep, int32_t piece, dmi_site_sweep_visit *see,
                          void *user);
/* The number of affected vertices in all sweeps. */
int64_t dmi_site_sweep_work(const dmi_site_sweep *sweep);

#endif
