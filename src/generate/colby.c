/* colby.c - the board of the Colby course contest.
 *
 * Goes through the pairs in the order (0,1) (0,2) .. (1,2) ..; joins each with
 * probability 1 - sqrt(0.1) and a length uniform on [1,2) in steps of 10^-9.
 * Values are uniform on 0..99.  The board may be disconnected.
 */
#include "generate/board_maker.h"

/* 2^64 (1 - sqrt(0.1)), rounded down. */
#define JOIN_BELOW UINT64_C(12613371404996035731)

enum { DECIMALS = 9, UNIT = 1000000000, VALUES = 100 };

void dmi_make_colby(dmi_board_maker *s)
{
    uint64_t n = s->number[0];
    if (!dmi_board_maker_open(s, n, n * (n - 1) / 2))
        return;
    dm_builder_decimals(s->builder, DECIMALS);
    for (int64_t u = 0; u < (int64_t)n; u++)
        for (int64_t v = u + 1; v < (int64_t)n; v++)
            if (dm_rng_next(&s->rng) < JOIN_BELOW)
                dmi_board_maker_edge(s, u, v, UNIT + (int64_t)dm_rng_below(&s->rng, UNIT));
    for (int64_t v = 0; v < (int64_t)n; v++)
        dmi_board_maker_value(s, v, (int64_t)dm_rng_below(&s->rng, VALUES));
}
