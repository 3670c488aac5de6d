/* site_sweep.h - one more site, walked along a piece from end to end. */
#ifndef DMI_LINES_SITE_SWEEP_H
#define DMI_LINES_SITE_SWEEP_H

#include "lines/best_place.h"

/* The scene of a level that gets a site: like a cut's, but its scale is twice that, since the
 * boundary points of a site at a whole place lie at halves. */
dm_status dmi_site_position_init(const dm_level *level, const dm_line_ask *ask,
                                 dmi_lines_position *out, dm_error *err);

typedef struct dmi_site_sweep dmi_site_sweep;

/* `scene` is borrowed and must outlive the walk. */
dm_status dmi_site_sweep_new(const dmi_lines_position *position, dmi_site_sweep **out,
                             dm_error *err);
void dmi_site_sweep_free(dmi_site_sweep *sweep);

/* Sees what everybody has while the site is on a part of the piece: a single place (length 0), or
 * an open stretch between two such places.  False ends the walk. */
typedef bool dmi_site_sweep_visit(void *user, const dmi_payoff_lines *lines);

/* Shows every place of the piece once, in order from a to b; ends that are sites are left out.
 * False: no memory. */
bool dmi_site_sweep_piece(dmi_site_sweep *sweep, int32_t piece, dmi_site_sweep_visit *see,
                          void *user);
/* How many vertices were touched, in all walks. */
int64_t dmi_site_sweep_work(const dmi_site_sweep *sweep);

#endif
