/* demesne/rng.h - the seeded random numbers behind every random choice.
 *
 * xoshiro256** of Blackman and Vigna (public domain, 2018), its state filled
 * from the seed by splitmix64.  The same seed gives the same numbers on every
 * machine; it is no source of secrets.
 */
#ifndef DEMESNE_RNG_H
#define DEMESNE_RNG_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_rng {
    uint64_t state[4];
} dm_rng;

void dm_rng_init(dm_rng *rng, uint64_t seed);
uint64_t dm_rng_next(dm_rng *rng);                  /* 64 uniform bits */
uint64_t dm_rng_below(dm_rng *rng, uint64_t bound); /* uniform in 0..bound-1, no bias; bound > 0 */
double dm_rng_unit(dm_rng *rng);                    /* uniform in [0,1), a multiple of 2^-53 */

/* A seed for stream `index` under `seed`: boards, games and threads get their own. */
uint64_t dm_rng_derive(uint64_t seed, uint64_t index);

#ifdef __cplusplus
}
#endif
#endif
