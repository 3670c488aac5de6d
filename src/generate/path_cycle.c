/* path_cycle.c - path and cycle: vertices in order along a line or a ring.
 *
 *     0 - 1 - 2 - 3        the cycle adds 3 - 0
 */
#include "generate/board_maker.h"

static void chain_edges(dmi_board_maker *s, int64_t n)
{
    for (int64_t v = 1; v < n; v++)
        dmi_board_maker_edge(s, v - 1, v, 1);
}

void dmi_make_path(dmi_board_maker *s)
{
    int64_t n = (int64_t)s->number[0];
    if (!dmi_board_maker_open(s, s->number[0], s->number[0] - 1))
        return;
    chain_edges(s, n);
    for (int64_t v = 0; v < n; v++)
        dmi_board_maker_place(s, v, (double)v, 0);
}

void dmi_make_cycle(dmi_board_maker *s)
{
    int64_t n = (int64_t)s->number[0];
    if (!dmi_board_maker_open(s, s->number[0], s->number[0]))
        return;
    chain_edges(s, n);
    dmi_board_maker_edge(s, n - 1, 0, 1);
    dmi_board_maker_ring(s, 0, n, (double)n / 6); /* neighbours about one apart */
}
