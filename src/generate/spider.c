/* spider.c - spider and star: paths of equal length from a centre, leg by leg.
 *
 *     3 - 2 - 1 - 0 - 4 - 5 - 6        spider:2,3
 *
 * The star of N vertices is the spider with N-1 legs of one vertex.
 */
#include "generate/board_maker.h"

static void make_spider(dmi_board_maker *s, uint64_t legs, uint64_t length)
{
    if (!dmi_board_maker_open(s, 1 + legs * length, legs * length))
        return;
    dmi_board_maker_place(s, 0, 0, 0);
    for (int64_t leg = 0; leg < (int64_t)legs; leg++)
        for (int64_t i = 0; i < (int64_t)length; i++) {
            int64_t v = 1 + leg * (int64_t)length + i;
            dmi_board_maker_edge(s, i ? v - 1 : 0, v, 1);
            dmi_board_maker_polar(s, v, (double)(i + 1), (double)leg / (double)legs);
        }
}

void dmi_make_spider(dmi_board_maker *s)
{
    make_spider(s, s->number[0], s->number[1]);
}

void dmi_make_star(dmi_board_maker *s)
{
    make_spider(s, s->number[0] - 1, 1);
}
