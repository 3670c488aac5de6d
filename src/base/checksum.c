/* checksum.c - four lanes that take the words in turn, joined at the end.
 *
 *     lane = rotate((lane xor word) * FACTOR, 29)          FACTOR is odd
 *     sum  = size, then for each lane: sum = (sum xor lane) * FACTOR, sum = sum xor sum >> 32
 *
 * Files store these sums: neither the steps nor the constants may change.
 */
#include "base/checksum.h"

#include <string.h>

#define FACTOR UINT64_C(0x9e3779b97f4a7c15)

enum { BLOCK = 32 };

void dmi_checksum_start(dmi_checksum *sum)
{
    *sum = (dmi_checksum){.lane = {1, 2, 3, 4}};
}

static uint64_t mix_lane(uint64_t lane, uint64_t word)
{
    uint64_t product = (lane ^ word) * FACTOR;
    return product << 29 | product >> 35;
}

static void add_blocks(dmi_checksum *sum, const unsigned char *bytes, size_t blocks)
{
    uint64_t a = sum->lane[0], b = sum->lane[1], c = sum->lane[2], d = sum->lane[3];
    for (size_t i = 0; i < blocks; i++) {
        uint64_t word[4];
        memcpy(word, bytes + i * BLOCK, BLOCK);
        a = mix_lane(a, word[0]);
        b = mix_lane(b, word[1]);
        c = mix_lane(c, word[2]);
        d = mix_lane(d, word[3]);
    }
    sum->lane[0] = a;
    sum->lane[1] = b;
    sum->lane[2] = c;
    sum->lane[3] = d;
}

void dmi_checksum_add(dmi_checksum *sum, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    size_t kept = (size_t)(sum->size % BLOCK);
    if (size == 0)
        return;
    sum->size += size;
    if (kept + size < BLOCK) {
        memcpy(sum->rest + kept, at, size);
        return;
    }
    if (kept) {
        memcpy(sum->rest + kept, at, BLOCK - kept);
        add_blocks(sum, sum->rest, 1);
        at += BLOCK - kept;
        size -= BLOCK - kept;
    }
    add_blocks(sum, at, size / BLOCK);
    memcpy(sum->rest, at + size / BLOCK * BLOCK, size % BLOCK);
}

uint64_t dmi_checksum_end(dmi_checksum *sum)
{
    size_t kept = (size_t)(sum->size % BLOCK);
    if (kept) {
        memset(sum->rest + kept, 0, BLOCK - kept);
        add_blocks(sum, sum->rest, 1);
    }
    uint64_t all = sum->size;
    for (int i = 0; i < 4; i++) {
        all = (all ^ sum->lane[i]) * FACTOR;
        all ^= all >> 32;
    }
    return all;
}
