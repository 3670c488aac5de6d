/* payoff_lines.h - the best place on a stretch of an edge, for a cut or a new site.
 *
 * A cut does not change distances to vertices, wherever on the piece it is.  So along the piece
 * every payoff is a linear function of the place:
 *
 *      a ----x----|--------- b      x more for the players at a, length - x for those at b
 *
 * The same holds for a new site on a stretch between two events (site_sweep.h).
 */
#ifndef DMI_LINES_DIAGRAM_PAYOFF_LINES_H
#define DMI_LINES_DIAGRAM_PAYOFF_LINES_H

#include "lines/diagram/line_position.h"
#include "lines/diagram/standing.h"

/* Every player's payoff if the move is made x units beyond `from` on the piece:
 * at_a + x * slope, for x from 0 to `length`, which may be 0.  The move cannot be made at an open
 * end, only near it. */
typedef struct dmi_payoff_lines {
    int32_t piece;
    int64_t from, length;
    bool open_a, open_b;
    dmi_wide at_a[DM_MAX_LINE_PLAYERS], slope[DM_MAX_LINE_PLAYERS];
} dmi_payoff_lines;

/* The lines of a cut.  `rest` holds the payoffs without the piece, `reach` who then reaches its
 * ends. */
void dmi_payoff_lines_of_cut(const dmi_line_position *position, int32_t piece, const dmi_wide *rest,
                             const dmi_reach *reach, dmi_payoff_lines *out);

/* A place num/den units beyond `from`; `own` and `margin` are multiplied by den. */
typedef struct dmi_payoff_place {
    int32_t piece;
    int64_t from;
    dmi_wide num, den;
    dmi_wide own, margin;
    int32_t rank;
    bool attained; /* false: the limit at an open end */
} dmi_payoff_place;

/* Below, equal to or above 0 as a is worse than, as good as or better than b; an attained place is
 * better than a limit of the same value. */
int dmi_payoff_place_compare(const dmi_payoff_place *a, const dmi_payoff_place *b,
                             dm_line_objective objective);
void dmi_payoff_lines_best(const dmi_line_position *position, const dmi_payoff_lines *lines,
                           dmi_payoff_place *out);
/* The open interval *from .. *to of places where the player has more than anybody else;
 * false: there is none. */
bool dmi_payoff_lines_winning(const dmi_line_position *position, const dmi_payoff_lines *lines,
                              dmi_payoff_place *from, dmi_payoff_place *to);

/* The place as a fraction of its edge; false if it does not fit 63 bits. */
bool dmi_payoff_place_fraction(const dmi_line_position *position, const dmi_payoff_place *place,
                               dm_ratio *out);
/* Fills the move and the standing after it. */
dm_status dmi_line_best_set_place(const dmi_line_position *position, const dmi_payoff_lines *lines,
                                  const dmi_payoff_place *place, dm_line_best *out, dm_error *err);

#endif
