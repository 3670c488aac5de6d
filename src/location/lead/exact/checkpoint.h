/* checkpoint.h - a file with the state of a search, to go on from after a stop or a crash.
 *
 *     magic        "demesne lead" and a version, 16 bytes
 *     checksum     of all that follows
 *     question     a checksum of the market
 *     counts       what was done, and the rounds of the local search
 *     best         the best opening
 *     strategies, cuts  what was learnt
 *     lists        of open nodes
 *
 * Every opening better than the best one is in an open node, so a search that begins with these
 * nodes ends with the same value.  The file is replaced every few seconds by a complete new one.
 */
#ifndef DMI_LOCATION_LEAD_EXACT_CHECKPOINT_H
#define DMI_LOCATION_LEAD_EXACT_CHECKPOINT_H

#include "location/lead/exact/branch_and_cut.h"

typedef struct dmi_checkpoint {
    const char *path; /* borrowed */
    uint64_t question;
    double next; /* when it is written again */
    dmi_bytes bytes;
} dmi_checkpoint;

void dmi_checkpoint_init(dmi_checkpoint *checkpoint, const char *path,
                         const dmi_lead_market *market);
void dmi_checkpoint_clear(dmi_checkpoint *checkpoint);

/* Fills the search and its first worker from the file; *found is false if there is none. */
dm_status dmi_checkpoint_load(dmi_checkpoint *checkpoint, dmi_lead_search *search, bool *found,
                              dm_error *err);
/* The same from what follows `question` in a file. */
dm_status dmi_checkpoint_read(const dmi_checkpoint *checkpoint, dmi_lead_search *search,
                              const void *bytes, size_t size, dm_error *err);
dm_status dmi_checkpoint_save(dmi_checkpoint *checkpoint, dmi_lead_search *search, dm_error *err);
/* Saves if it is time. */
dm_status dmi_checkpoint_poll(dmi_checkpoint *checkpoint, dmi_lead_search *search, dm_error *err);

#endif
