/* draw/interval.h - a circle or a segment on a page: where things go.
 *
 * A place t in 0..1 and a height h above the arena become a point: round the ring clockwise from
 * the top, h outwards; or along the line, h upwards.  Stones stand above their places, those that
 * would cover each other on several storeys:
 *
 *        (2)                    storey 1
 *     (1) | (3)                 storey 0
 *      |  |  |
 *     =|==|==|=======           the arena: strong where one-coloured, pale where shared
 *      '     '                  key points
 */
#ifndef DMI_DRAW_INTERVAL_H
#define DMI_DRAW_INTERVAL_H

#include "draw/scene.h"
#include <demesne/interval.h>

typedef struct dmi_ring {
    const dm_interval *game; /* as it is shown: perhaps not all stones of `storey` */
    bool circle;
    double x, y;       /* the middle of the ring, or the left end of the line */
    double size;       /* its radius, or the line's length */
    double squeeze;    /* of y: cells of text are higher than wide */
    double wide, high; /* room that a stone takes along the arena and above it */
    double lowest;     /* height of the first storey */
    int32_t count;
    int32_t *order;  /* stones by place; owned */
    int32_t *storey; /* of each stone; owned */
} dmi_ring;

typedef struct dmi_spot {
    double x, y;
} dmi_spot;

/* Fills order and storey for the stones of `game`, by the other fields; false without memory. */
bool dmi_ring_init(dmi_ring *ring, const dm_interval *game);
void dmi_ring_clear(dmi_ring *ring);
dmi_spot dmi_ring_spot(const dmi_ring *ring, double t, double h);
int32_t dmi_ring_storeys(const dmi_ring *ring);

/* A stretch between two neighbours or from an end of the segment, in parts of the arena. */
typedef struct dmi_stretch {
    double from, to; /* from <= to; to may pass 1 on a circle */
    int left, right; /* colours of both ends; -1: an end of the segment */
} dmi_stretch;

int32_t dmi_ring_stretches(const dmi_ring *ring);
dmi_stretch dmi_ring_stretch(const dmi_ring *ring, int32_t index);
/* Key point i; below 0 where there is none yet. */
double dmi_ring_key(const dmi_ring *ring, int32_t index);

dmi_ink dmi_colour_ink(dm_colour colour);
dmi_ink dmi_colour_tint(dm_colour colour);

#endif
