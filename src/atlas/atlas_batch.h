/* atlas_batch.h - batches of the atlas: some boards of a table, with all their games. */
#ifndef DMI_ATLAS_BATCH_H
#define DMI_ATLAS_BATCH_H

#include "store/queue/queue.h"
#include <demesne/atlas.h>

/* What a batch is, as its text in the database says. */
typedef struct dmi_atlas_batch {
    char table[32];
    dm_atlas_plan plan; /* its sizes, rounds and rules; its table is the one above */
    int32_t part;       /* of a table of all boards: that part of one size */
    int32_t parts;      /* 0: a family, all its boards of these sizes */
} dmi_atlas_batch;

enum { DMI_ATLAS_WHAT = 200 };
void dmi_atlas_batch_write(const dmi_atlas_batch *batch, char out[DMI_ATLAS_WHAT]);
/* DM_BAD_INPUT if the text is not of this form. */
dm_status dmi_atlas_batch_read(const char *text, dmi_atlas_batch *out, dm_error *err);

extern const dmi_batch_kind dmi_atlas_batches;

#endif
