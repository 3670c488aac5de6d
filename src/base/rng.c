/* rng.c - xoshiro256** seeded by splitmix64 (Blackman and Vigna 2018). */
#include <demesne/rng.h>

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t rotate_left(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

void dm_rng_init(dm_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        rng->state[i] = splitmix(&seed);
}

uint64_t dm_rng_next(dm_rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* Rejects 2^64 mod `bound` draws, so that every residue is equally likely. */
uint64_t dm_rng_below(dm_rng *rng, uint64_t bound)
{
    uint64_t reject_below = (0 - bound) % bound;
    uint64_t draw;
    do
        draw = dm_rng_next(rng);
    while (draw < reject_below);
    return draw % bound;
}

double dm_rng_unit(dm_rng *rng)
{
    return (double)(dm_rng_next(rng) >> 11) * 0x1p-53;
}

uint64_t dm_rng_derive(uint64_t seed, uint64_t index)
{
    uint64_t state = seed ^ (index * UINT64_C(0xd1342543de82ef95));
    splitmix(&state);
    return splitmix(&state);
}
