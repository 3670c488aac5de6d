/* hypercube.c - 2^D vertices; neighbours differ in one bit of their number.
 *
 * Drawn as a projection.  Bit 0 moves a vertex one to the right, bit 1 one up; each
 * further pair of bits moves it as the pair before does, but multiplied by the
 * complex number 0.4 + 0.25 i.  A search found it: up to D = 6 it keeps vertices
 * farthest from edges that are not theirs.
 */
#include "generate/board_maker.h"

enum { DIMENSION_LIMIT = 31 };

void dmi_make_hypercube(dmi_board_maker *s)
{
    int dimension = s->number[0] > DIMENSION_LIMIT ? DIMENSION_LIMIT : (int)s->number[0];
    uint64_t n = UINT64_C(1) << dimension;
    if (!dmi_board_maker_open(s, n, n / 2 * (uint64_t)dimension))
        return;
    for (int64_t v = 0; v < (int64_t)n; v++) {
        for (int i = 0; i < dimension; i++)
            if (!(v >> i & 1))
                dmi_board_maker_edge(s, v, v | INT64_C(1) << i, 1);
        double x = 0, y = 0, a = 1, b = 0; /* the even bit of the pair moves by (a, b) */
        for (int i = 0; i < dimension; i += 2) {
            int right = (int)(v >> i & 1), up = (int)(v >> i & 2) / 2;
            x += right * a - up * b;
            y += right * b + up * a;
            double turned = 0.4 * a - 0.25 * b;
            b = 0.25 * a + 0.4 * b;
            a = turned;
        }
        dmi_board_maker_place(s, v, x, y);
    }
}
