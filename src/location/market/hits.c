/* hits.c - entries of candidates, packed, and signatures of customers. */
#include "location/market/hits.h"

#include "base/base.h"
#include <demesne/rng.h>
#include <stdlib.h>

static size_t bytes_of(uint32_t more)
{
    size_t bytes = 1;
    for (; more > 127; more >>= 7)
        bytes++;
    return bytes;
}

bool dmi_hits_init(dmi_hits *hits, const uint32_t *entry, int64_t count)
{
    size_t bytes = 1, at = 0;
    for (int64_t i = 0; i < count; i++)
        bytes += bytes_of(entry[i] - (i ? entry[i - 1] : 0));
    uint8_t *byte = dmi_alloc(bytes, 1);
    if (!byte)
        return false;
    for (int64_t i = 0; i < count; i++) {
        uint32_t more = entry[i] - (i ? entry[i - 1] : 0);
        for (; more > 127; more >>= 7)
            byte[at++] = (uint8_t)(more | 128);
        byte[at++] = (uint8_t)more;
    }
    *hits = (dmi_hits){.byte = byte, .count = count, .is_current = true};
    return true;
}

void dmi_candidates_clear(dmi_candidates *candidates)
{
    for (int32_t i = 0; candidates->hits && i < candidates->count; i++)
        free(candidates->hits[i].byte);
    free(candidates->hits);
    free(candidates->vertex);
    free(candidates->offset);
    *candidates = (dmi_candidates){0};
}

/* `sign` is 1 or -1; differences wrap around as sums do. */
static void add(dmi_signatures *s, dm_vertex vertex, const dmi_hits *f, int32_t sign)
{
    dm_rng rng;
    uint64_t key[2][2];
    dm_rng_init(&rng, dm_rng_derive(s->seed, (uint64_t)vertex));
    for (int k = 0; k < 4; k++)
        key[k / 2][k % 2] = (uint64_t)sign * dm_rng_next(&rng);
    const uint8_t *byte = f->byte;
    uint32_t entry = 0;
    for (int64_t e = 0; e < f->count; e++) {
        byte = dmi_hits_next(byte, &entry);
        dmi_signature *of = &s->of[entry / 2];
        of->word[0] += key[entry % 2][0];
        of->word[1] += key[entry % 2][1];
        of->reached[entry % 2] += sign;
    }
}

void dmi_signatures_add(dmi_signatures *signatures, dm_vertex vertex, dmi_hits *hits)
{
    if (hits->is_signed || !hits->is_current)
        return;
    add(signatures, vertex, hits, 1);
    hits->is_signed = true;
}

void dmi_signatures_remove(dmi_signatures *signatures, dm_vertex vertex, dmi_hits *hits)
{
    if (!hits->is_signed)
        return;
    add(signatures, vertex, hits, -1);
    hits->is_signed = false;
}
