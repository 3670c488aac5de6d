/* interval_plan.h - where things go on a picture of a circle or a segment.
 *
 * A place t in 0..1 and a height h above the arena become a point: round the circle clockwise from
 * the top, h outwards; or along the segment, h upwards.  Stones stand above their places; those
 * that would cover each other stand in several rows:
 *
 *        (2)                    row 1
 *     (1) | (3)                 row 0
 *      |  |  |
 *     =|==|==|=======           the arena: strong inside one colour, pale between two
 *      '     '                  key points
 */
#ifndef DMI_INTERVAL_PLAN_H
#define DMI_INTERVAL_PLAN_H

#include "draw/paint/scene.h"
#include <demesne/arena.h>
#include <demesne/interval.h>

typedef struct dmi_interval_plan {
    const dm_interval *game; /* shown; `row` may have more stones */
    bool circle;
    double x, y;       /* the middle of the circle, or the left end of the segment */
    double size;       /* radius or length */
    double squeeze;    /* factor of y: cells of text are higher than wide */
    double wide, high; /* room that a stone takes along the arena and above it */
    double lowest;     /* height of the first row */
    int32_t count;
    int32_t *order; /* stones by place; owned */
    int32_t *row;   /* of each stone; owned */
} dmi_interval_plan;

/* Fills order and row for the stones of `game`, by the other fields; false without memory. */
bool dmi_interval_plan_init(dmi_interval_plan *plan, const dm_interval *game);
void dmi_interval_plan_clear(dmi_interval_plan *plan);
dm_point dmi_interval_point(const dmi_interval_plan *plan, double t, double h);
int32_t dmi_interval_rows(const dmi_interval_plan *plan);

/* Between two neighbouring stones, or from an end of the segment, in parts of the arena. */
typedef struct dmi_interval_stretch {
    double from, to; /* from <= to; to may pass 1 on a circle */
    int left, right; /* colours of both ends; -1: an end of the segment */
} dmi_interval_stretch;

int32_t dmi_interval_stretches(const dmi_interval_plan *plan);
dmi_interval_stretch dmi_interval_stretch_at(const dmi_interval_plan *plan, int32_t index);
/* Negative if there is none yet. */
double dmi_interval_key_point(const dmi_interval_plan *plan, int32_t index);

dmi_ink dmi_interval_ink(dm_colour colour);
dmi_ink dmi_interval_tint(dm_colour colour);

#endif
