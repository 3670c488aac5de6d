/* checksum.h - a checksum of 64 bits, at about the speed of memory.
 *
 * The bytes count as words of 8 in the machine's order, the last one filled up with zeros.  Word i
 * goes into lane i mod 4, by steps that are one to one in the word and in the lane, so a change
 * within one word always changes the sum.  It guards against accidents, not against forgers.
 */
#ifndef DMI_CHECKSUM_H
#define DMI_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

typedef struct dmi_checksum {
    uint64_t lane[4];
    uint64_t size;          /* bytes so far */
    unsigned char rest[32]; /* the last size % 32 of them */
} dmi_checksum;

void dmi_checksum_start(dmi_checksum *sum);
/* However the bytes are divided between calls, the sum is the same. */
void dmi_checksum_add(dmi_checksum *sum, const void *bytes, size_t size);
uint64_t dmi_checksum_end(dmi_checksum *sum);

#endif
