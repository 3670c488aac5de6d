/* areas.h - areas of the plane from the definition alone: every piece of the board is cut by every
 * pair of sites, with fractions. */
#ifndef CHECK_PLANE_AREAS_H
#define CHECK_PLANE_AREAS_H

#include <gmp.h>
#include <stdbool.h>

enum { CHECK_PLANE_SIDES = 4 };

typedef struct check_place {
    mpq_t x, y;
} check_place;

typedef struct check_plane {
    const check_place *corner; /* ring by ring */
    const int *ring_end;
    int rings;
    const check_place *site;
    const int *side;
    int sites;
    bool is_manhattan;
    int ties; /* 0 neutral, 1 earlier, 2 to side 0, 3 to side 1 */
} check_plane;

/* Adds the areas of the sides to `area` and of land that is tied to `tied`. */
void check_plane_areas(const check_plane *plane, mpq_t *area, mpq_t tied);

#endif
