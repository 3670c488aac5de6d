/* lead_team.h - processes that search for a lead together, as threads with queues of messages. */
#ifndef SUPPORT_LEAD_TEAM_H
#define SUPPORT_LEAD_TEAM_H

#include <demesne/lead.h>

enum { TEAM_MOST = 8 };

/* A question that rank 0 asks. */
typedef struct team_question {
    const dm_arena *arena;
    dm_lead_request request;
    dm_run *run; /* of rank 0 */
    dm_status status;
    dm_error err;
    dm_lead *lead; /* the caller's; NULL: none */
} team_question;

/* Lets `size` ranks answer the questions one after another; all ranks but 0 have `member_run`. */
void team_ask(int size, team_question *questions, int count, dm_run *member_run);

#endif
