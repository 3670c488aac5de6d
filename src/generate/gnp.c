/* gnp.c - every pair is joined with probability p, independently.
 *
 * Pairs are in the order (0,1) (0,2) (1,2) (0,3) ..., and the number of pairs
 * skipped before the next edge is drawn at once: it is at least k with
 * probability q^k, q = 1 - p.  So the cost is O(n + m), not O(n^2).
 *
 * With the usual formula log(U)/log(q) boards would depend on the machine's
 * logarithm; here k is found by binary search over the powers q^(2^j), stored as
 * 64-bit fractions, in whole-number arithmetic.
 * Source: Batagelj and Brandes, Efficient generation of large random networks, 2005.
 */
#include "generate/board_maker.h"

enum { POWERS = 62 };

/* The upper half of a 128-bit product. */
static uint64_t multiply_high(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t other = a0 * b1 + (uint32_t)middle;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

/* 2^64 units / scale, rounded down; units < scale < 2^63. */
static uint64_t binary_fraction(dmi_fraction p)
{
    uint64_t fraction = 0, rest = p.units;
    for (int bit = 0; bit < 64; bit++) {
        rest *= 2;
        fraction = fraction << 1 | (rest >= p.scale);
        rest -= rest >= p.scale ? p.scale : 0;
    }
    return fraction;
}

void dmi_make_gnp(dmi_board_maker *s)
{
    if (s->decimal.units > s->decimal.scale) {
        dmi_board_maker_refuse(s);
        return;
    }
    uint64_t count = s->number[0], pairs = count * (count - 1) / 2;
    double expected = (double)pairs * ((double)s->decimal.units / (double)s->decimal.scale);
    if (!dmi_board_maker_open(s, count, (uint64_t)expected) || s->decimal.units == 0)
        return;
    uint64_t power[POWERS]; /* power[j] / 2^64 is q^(2^j), rounded down */
    power[0] = s->decimal.units == s->decimal.scale ? 0 : 0 - binary_fraction(s->decimal);
    for (int j = 1; j < POWERS; j++)
        power[j] = multiply_high(power[j - 1], power[j - 1]);
    int64_t n = (int64_t)count, v = 1, u = -1;
    while (s->status == DM_OK) {
        uint64_t draw = dm_rng_next(&s->rng);
        uint64_t reached = UINT64_MAX; /* q^0, except for the last bit */
        int64_t passed = 0;
        for (int j = POWERS - 1; j >= 0; j--) {
            uint64_t further = multiply_high(reached, power[j]);
            if (draw < further) {
                reached = further;
                passed += INT64_C(1) << j;
            }
        }
        u += 1 + passed;
        for (; v < n && u >= v; v++)
            u -= v;
        if (v >= n)
            break;
        dmi_board_maker_edge(s, u, v, 1);
    }
}
