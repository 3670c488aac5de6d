/* grid.c - grid and torus: vertex r * columns + c, row 0 at the top.
 *
 *     0 - 1 - 2
 *     |   |   |        the torus also joins 0 - 2, 3 - 5, 0 - 3 ... end to end
 *     3 - 4 - 5
 *
 * A torus has at least three rows and columns: with two, the edge that closes a
 * ring would be parallel to another one.
 */
#include "generate/board_maker.h"

void dmi_make_grid(dmi_board_maker *s)
{
    uint64_t rows = s->number[0], columns = s->number[1];
    if (!dmi_board_maker_open(s, rows * columns, rows * (columns - 1) + columns * (rows - 1)))
        return;
    int64_t width = (int64_t)columns, height = (int64_t)rows;
    for (int64_t r = 0; r < height; r++)
        for (int64_t c = 0; c < width; c++) {
            int64_t v = r * width + c;
            if (c + 1 < width)
                dmi_board_maker_edge(s, v, v + 1, 1);
            if (r + 1 < height)
                dmi_board_maker_edge(s, v, v + width, 1);
            dmi_board_maker_place(s, v, (double)c, (double)(height - 1 - r));
        }
}

/* 0 at both ends of a side and 1/3 in its middle: curves rows and columns, so that
 * the edges that close them do not run through the vertices between. */
static double torus_bulge(int64_t at, int64_t side)
{
    double t = (double)at / (double)(side - 1);
    return 4.0 / 3.0 * t * (1 - t);
}

void dmi_make_torus(dmi_board_maker *s)
{
    uint64_t rows = s->number[0], columns = s->number[1];
    if (!dmi_board_maker_open(s, rows * columns, 2 * rows * columns))
        return;
    int64_t width = (int64_t)columns, height = (int64_t)rows;
    for (int64_t r = 0; r < height; r++)
        for (int64_t c = 0; c < width; c++) {
            int64_t v = r * width + c;
            dmi_board_maker_edge(s, v, r * width + (c + 1) % width, 1);
            dmi_board_maker_edge(s, v, (r + 1) % height * width + c, 1);
            dmi_board_maker_place(s, v, (double)c + torus_bulge(r, height),
                                  (double)(height - 1 - r) + torus_bulge(c, width));
        }
}
