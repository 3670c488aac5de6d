/* field.h - the gravity rule on a coarse lattice, for players: sums of 1/d^2 by side. */
#ifndef DMI_PLANE_GAME_FIELD_H
#define DMI_PLANE_GAME_FIELD_H

#include "plane/game/game.h"

/* The points of the lattice that are on the board. */
typedef struct dmi_field {
    int32_t points, sides;
    double cell; /* the area that a point stands for */
    double *x, *y;
    dmi_arrays arrays;
} dmi_field;

dm_status dmi_field_init(dmi_field *field, const dm_plane_board *board, int32_t sides,
                         dm_error *err);
void dmi_field_clear(dmi_field *field);
/* `sum` has sides * points numbers; `to` may be `from`, and `from` NULL: no sites. */
void dmi_field_add(const dmi_field *field, const double *from, dm_point at, int32_t side,
                   double *to);
/* The area of each side. */
void dmi_field_areas(const dmi_field *field, const double *sum, double *area);
/* What a further site of `side` would gain. */
double dmi_field_gain(const dmi_field *field, const double *sum, dm_point at, int32_t side);

#endif
