/* transposition_table.h - the transposition table: bounds on positions searched before.
 *
 * Buckets of four entries.  Half of a 128-bit key chooses the bucket, the other
 * half is compared whole: a wrong answer needs one of the four to agree by
 * chance in 64 bits, which over 10^10 lookups is less likely than 10^-8.  If even
 * that is too much, an entry also holds a witness: the whole position.
 */
#ifndef DMI_TRANSPOSITION_TABLE_H
#define DMI_TRANSPOSITION_TABLE_H

#include "solve/key.h"
#include <demesne/status.h>

typedef struct dmi_solve_bounds {
    int64_t lower, upper; /* on the value for the side that places the next stone */
} dmi_solve_bounds;

/* Nothing known: beyond every value; adding a value does not overflow. */
#define DMI_SOLVE_BOUNDS_NONE ((dmi_solve_bounds){-(INT64_C(1) << 61), INT64_C(1) << 61})

typedef struct dmi_transpositions dmi_transpositions;

/* `witness_words`: the words of a witness; 0: entries have none. */
dm_status dmi_transpositions_new(uint64_t bytes, int32_t witness_words, dmi_transpositions **out,
                                 dm_error *err);
void dmi_transpositions_free(dmi_transpositions *table);
/* False, and nothing changed, if the key is not there. */
bool dmi_transpositions_get(const dmi_transpositions *table, dmi_key key, const uint64_t *witness,
                            dmi_solve_bounds *out);
/* Bounds beyond 2^23 are clamped or dropped: the entry stays valid, only weaker.
 * `effort`: the nodes that it took; the entry of least effort in a bucket is replaced. */
void dmi_transpositions_put(dmi_transpositions *table, dmi_key key, const uint64_t *witness,
                            const dmi_solve_bounds *bounds, uint32_t effort);
int32_t dmi_transpositions_witness_words(const dmi_transpositions *table);
void dmi_transpositions_prefetch(const dmi_transpositions *table, dmi_key key);

#endif
