/* best_line.h - finds stones that keep a value; shared by solve.c and certificate.c. */
#ifndef DMI_BEST_LINE_H
#define DMI_BEST_LINE_H

#include "solve/search.h"

/* Places a stone that keeps `value` for the side to place; false if there is none. */
bool dmi_place_best(dmi_search *s, int64_t value);
dmi_transpositions *dmi_solver_table(const dm_solver *solver);

#endif
