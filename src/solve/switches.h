/* switches.h - the parts of the search that tests can switch off.
 *
 * Each part is used only for games where its proof holds (docs/algorithms/solve.md).
 */
#ifndef DMI_SOLVE_SWITCHES_H
#define DMI_SOLVE_SWITCHES_H

#include <demesne/solve.h>

enum {
    DMI_SOLVE_PARTS = 1,      /* keys by connected parts */
    DMI_SOLVE_SYMMETRY = 2,   /* keys up to the board's symmetries */
    DMI_SOLVE_DOMINATION = 4, /* skip vertices that are never better than another */
    DMI_SOLVE_TWINS = 8,      /* try one of several stones that lead to the same key */
    DMI_SOLVE_LOOKAHEAD = 16, /* look children up in the table before searching one */
    DMI_SOLVE_MIRROR = 32,    /* the second player can copy on some boards */
    DMI_SOLVE_TABLE = 64,     /* the transposition table itself */
    DMI_SOLVE_ORDER = 128,    /* try good stones first */
    DMI_SOLVE_LAST = 256,     /* place the last two stones without a search */
    DMI_SOLVE_BOUND = 512,    /* skip stones that cannot reach the bound */
    DMI_SOLVE_COUNT = 1024,   /* bounds from the vertices that stay free */
    DMI_SOLVE_EVERYTHING = 2047
};

/* From now on the solver leaves out exactly these parts.  Values stay the same. */
void dmi_solver_leave_out(dm_solver *solver, unsigned parts);

#endif
