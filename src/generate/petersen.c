/* petersen.c - the Petersen graph: a ring 0..4, a five-pointed star 5..9 inside,
 * and a spoke from each i to i + 5. */
#include "generate/board_maker.h"

void dmi_make_petersen(dmi_board_maker *s)
{
    if (!dmi_board_maker_open(s, 10, 15))
        return;
    for (int64_t i = 0; i < 5; i++) {
        dmi_board_maker_edge(s, i, (i + 1) % 5, 1);
        dmi_board_maker_edge(s, i, i + 5, 1);
        dmi_board_maker_edge(s, i + 5, (i + 2) % 5 + 5, 1);
    }
    dmi_board_maker_ring(s, 0, 5, 2);
    dmi_board_maker_ring(s, 5, 5, 1);
}
