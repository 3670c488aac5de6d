/* hypercube.c - 2^D vertices; neighbours differ in one bit of their number.
 *
 * Drawn as a shadow: bit i moves a vertex at the angle 180 degrees * i / D.  From
 * three dimensions on the steps also grow with i, or vertices would coincide.
 */
#include "generate/sketch.h"

#include <math.h>

enum { DIMENSION_LIMIT = 31 };

static void place_shadow(dmi_sketch *s, int64_t v, int dimension)
{
    const double half_turn = 3.141592653589793;
    double x = 0, y = 0;
    for (int i = 0; i < dimension; i++) {
        double step = dimension < 3 ? 1 : 1 + i / 2.0;
        if (v >> i & 1) {
            x += step * cos(half_turn * i / dimension);
            y += step * sin(half_turn * i / dimension);
        }
    }
    dmi_sketch_place(s, v, x, y);
}

void dmi_make_hypercube(dmi_sketch *s)
{
    int dimension = s->number[0] > DIMENSION_LIMIT ? DIMENSION_LIMIT : (int)s->number[0];
    uint64_t n = UINT64_C(1) << dimension;
    if (!dmi_sketch_open(s, n, n / 2 * (uint64_t)dimension))
        return;
    for (int64_t v = 0; v < (int64_t)n; v++) {
        for (int i = 0; i < dimension; i++)
            if (!(v >> i & 1))
                dmi_sketch_edge(s, v, v | INT64_C(1) << i, 1);
        place_shadow(s, v, dimension);
    }
}
