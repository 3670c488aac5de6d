/* caterpillar.c - a path 0..S-1 (the spine), then the leaves of vertex 0, of vertex 1, ...
 *
 *     0 --- 1 --- 2
 *     |\    |\    |\        caterpillar:3,2
 *     3 4   5 6   7 8
 */
#include "generate/board_maker.h"

void dmi_make_caterpillar(dmi_board_maker *s)
{
    uint64_t spine = s->number[0], leaves = s->number[1];
    uint64_t n = spine + spine * leaves;
    if (!dmi_board_maker_open(s, n, n - 1))
        return;
    double gap = leaves > 1 ? (double)leaves : 1;
    for (int64_t i = 0; i < (int64_t)spine; i++) {
        double x = gap * (double)i;
        if (i)
            dmi_board_maker_edge(s, i - 1, i, 1);
        dmi_board_maker_place(s, i, x, 0);
        for (int64_t j = 0; j < (int64_t)leaves; j++) {
            int64_t leaf = (int64_t)spine + i * (int64_t)leaves + j;
            dmi_board_maker_edge(s, i, leaf, 1);
            dmi_board_maker_place(s, leaf, x + (double)j - (double)(leaves - 1) / 2, -1);
        }
    }
}
