/* fingerprint.h - a hash that tells boards apart. */
#ifndef DMI_FINGERPRINT_H
#define DMI_FINGERPRINT_H

#include <demesne/arena.h>

/* A hash of everything that the rules see: vertices, edges, lengths, their unit, and values. The
 * same on every machine; guards against mistakes, not malice. */
uint64_t dmi_fingerprint(const dm_arena *arena);

enum { DMI_FINGERPRINT_SIZE = 17, DMI_RECORD_VERSION = 1, DMI_CERTIFICATE_VERSION = 1 };
/* The same as 16 hexadecimal digits. */
void dmi_fingerprint_text(const dm_arena *arena, char out[DMI_FINGERPRINT_SIZE]);

#endif
