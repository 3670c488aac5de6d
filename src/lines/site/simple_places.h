/* simple_places.h - winning moves at places that a person can read. */
#ifndef DMI_LINES_SITE_SIMPLE_PLACES_H
#define DMI_LINES_SITE_SIMPLE_PLACES_H

#include <demesne/lines_solve.h>

/* Replaces the place of each new site and cut by the simplest fraction between it and the end of
 * its winning interval, so that the moves still win.  Moves that do not win stay as they are.
 * `reached` is then what the new moves reach. */
dm_status dmi_simplify_places(const dm_level *level, dm_line_ties ties, dm_line_plan *plan,
                              dm_error *err);

#endif
