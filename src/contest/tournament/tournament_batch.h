/* tournament_batch.h - batches of a tournament: some games of a pairing. */
#ifndef DMI_CONTEST_TOURNAMENT_TOURNAMENT_BATCH_H
#define DMI_CONTEST_TOURNAMENT_TOURNAMENT_BATCH_H

#include "store/queue/queue.h"

/* What a batch is, as its text in the database says. */
typedef struct dmi_tournament_batch {
    int64_t pairing;
    int64_t first, last;  /* numbers of games; both games of every board */
    bool is_sequential;   /* nothing is to be played if the games before decide the pairing */
    int64_t disqualify;   /* nor if a player has so many games with faults in the event; 0: never */
    int64_t out_after[2]; /* a player is out after so many games with faults in this batch; 0:
                             never. For systems where not all games of the event count */
} dmi_tournament_batch;

enum { DMI_TOURNAMENT_WHAT = 120 };
void dmi_tournament_batch_write(const dmi_tournament_batch *batch, char out[DMI_TOURNAMENT_WHAT]);
/* DM_BAD_INPUT if the text is not of this form. */
dm_status dmi_tournament_batch_read(const char *text, dmi_tournament_batch *out, dm_error *err);

extern const dmi_batch_kind dmi_tournament_batches;

#endif
