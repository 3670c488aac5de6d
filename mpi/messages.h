/* messages.h - messages between the processes of an MPI job, for a dm_lead_team. */
#ifndef MPI_MESSAGES_H
#define MPI_MESSAGES_H

#include "exchange.h"

typedef struct messages messages;

/* Fills the team with all processes of the job; NULL: no memory.  After MPI_Init(). */
messages *messages_new(struct dm_lead_team *team);
/* Waits until the messages sent have left.  Before MPI_Finalize(). */
void messages_free(messages *all);

#endif
