/* euclid.c - distinct points of a 7000 x 7000 square, all pairs joined.
 *
 * Coordinates are whole numbers 0..6999.  The length of a pair is its Euclidean
 * distance in thousandths, rounded to the nearest: with x = 10^6 (dx^2 + dy^2)
 * and r the whole part of its root it is r, or r + 1 if x > r^2 + r, because
 * (r + 1/2)^2 = r^2 + r + 1/4 is no whole number.  Rounding may violate the
 * triangle inequality by a thousandth, so a path can be shorter than the edge.
 */
#include "generate/board_maker.h"

#include "generate/whole_point.h"
#include <stdlib.h>

enum { SIDE = 7000, DECIMALS = 3 };

void dmi_make_euclid(dmi_board_maker *s)
{
    uint64_t n = s->number[0];
    if (!dmi_board_maker_open(s, n, n * (n - 1) / 2))
        return;
    dm_builder_decimals(s->builder, DECIMALS);
    dmi_whole_point *points = dmi_alloc(n, sizeof *points);
    unsigned char *taken = dmi_calloc((size_t)SIDE * SIDE / 8 + 1, 1);
    if (points && taken) {
        /* Draws again while the point is taken. */
        for (uint64_t i = 0; i < n; i++) {
            uint64_t at;
            do
                at = dm_rng_below(&s->rng, (uint64_t)SIDE * SIDE);
            while (taken[at / 8] >> at % 8 & 1);
            taken[at / 8] |= (unsigned char)(1 << at % 8);
            points[i] = (dmi_whole_point){(int32_t)(at % SIDE), (int32_t)(at / SIDE)};
        }
    } else
        dmi_board_maker_no_memory(s);
    for (uint64_t v = 0; s->status == DM_OK && v < n; v++) {
        dmi_board_maker_place(s, (int64_t)v, points[v].x, points[v].y);
        for (uint64_t u = 0; u < v; u++) {
            uint64_t x = 1000000 * dmi_whole_point_squared(points[u], points[v]), r = dmi_root(x);
            dmi_board_maker_edge(s, (int64_t)u, (int64_t)v, (int64_t)(x > r * r + r ? r + 1 : r));
        }
    }
    free(points);
    free(taken);
}
