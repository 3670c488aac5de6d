/* complete_bipartite.c - complete and bipartite: all pairs, or all pairs between two sides.
 *
 * Bipartite numbers the first side 0..A-1, the second A..A+B-1.
 */
#include "generate/board_maker.h"

void dmi_make_complete(dmi_board_maker *s)
{
    int64_t n = (int64_t)s->number[0];
    if (!dmi_board_maker_open(s, s->number[0], s->number[0] * (s->number[0] - 1) / 2))
        return;
    for (int64_t u = 0; u < n; u++)
        for (int64_t v = u + 1; v < n; v++)
            dmi_board_maker_edge(s, u, v, 1);
    dmi_board_maker_ring(s, 0, n, (double)n / 6);
}

/* Places a column of vertices, the first at the top, the middle at height 0. */
static void bipartite_column(dmi_board_maker *s, int64_t first, int64_t count, double x, double gap)
{
    for (int64_t i = 0; i < count; i++)
        dmi_board_maker_place(s, first + i, x, ((double)(count - 1) / 2 - (double)i) * gap);
}

void dmi_make_bipartite(dmi_board_maker *s)
{
    int64_t a = (int64_t)s->number[0], b = (int64_t)s->number[1];
    if (!dmi_board_maker_open(s, s->number[0] + s->number[1], s->number[0] * s->number[1]))
        return;
    for (int64_t u = 0; u < a; u++)
        for (int64_t v = 0; v < b; v++)
            dmi_board_maker_edge(s, u, a + v, 1);
    double height = (double)(a > b ? a : b);
    bipartite_column(s, 0, a, 0, height / (double)a);
    bipartite_column(s, a, b, height, height / (double)b);
}
