/* exchange.h - one search by several processes: what they send each other.
 *
 *     rank 0 to another             another to rank 0
 *     QUESTION  the market          REPORT  what it has open and has done
 *     START     cuts, plans, best   NODES   open nodes, for whoever has none
 *     NODES     open nodes          BEST    a better opening
 *     BEST      a better opening    FAILED  it cannot go on, or was told to stop
 *     GIVE      send nodes to me    ENDED   the last report of this question
 *     STOP      the question is over
 *     DISMISS   the last message
 *
 * Messages between two processes stay in order, and open nodes travel through rank 0 alone.  So a
 * process that reports nothing open, and by then had received all nodes sent to it, has none: if
 * that is true of all and rank 0 has none either, the search is over.
 */
#ifndef DMI_LOCATION_LEAD_EXACT_EXCHANGE_H
#define DMI_LOCATION_LEAD_EXACT_EXCHANGE_H

#include "location/lead/exact/branch_and_cut.h"
#include "location/lead/exact/serialize.h"

typedef enum dmi_lead_message {
    DMI_LEAD_QUESTION = 1,
    DMI_LEAD_START,
    DMI_LEAD_NODES,
    DMI_LEAD_BEST,
    DMI_LEAD_GIVE,
    DMI_LEAD_STOP,
    DMI_LEAD_DISMISS,
    DMI_LEAD_REPORT,
    DMI_LEAD_FAILED,
    DMI_LEAD_ENDED
} dmi_lead_message;

/* How much a process wants nodes. */
typedef enum dmi_lead_need {
    DMI_LEAD_FED,    /* nodes are listed */
    DMI_LEAD_HUNGRY, /* none: who ends a piece without open nodes will have nothing to do */
    DMI_LEAD_STARVES /* a worker has nothing to do */
} dmi_lead_need;

/* What rank 0 knows of another process. */
typedef struct dmi_lead_peer {
    int64_t sent;          /* messages with nodes to it */
    int64_t seen;          /* those it had received when it last reported */
    int64_t upper;         /* bound over what it has or will receive; INT64_MIN: nothing */
    uint64_t open, listed; /* all its nodes, and those that it could give */
    bool idle;             /* has nothing */
    dmi_lead_need need;
    bool ended;
    double asked; /* when it was last told to give nodes */
    dmi_lead_counts counts;
    dmi_bytes nodes; /* if state is kept: its open nodes at some moment .. */
    dmi_bytes later; /* .. and those sent to it since: number of the message, size, nodes */
} dmi_lead_peer;

typedef struct dmi_lead_exchange {
    const dm_lead_team *team;
    dmi_lead_search *search;
    dmi_bytes out; /* the message being written */
    bool keeps;    /* a file has the state */
    int64_t best;  /* weight of the best opening that the others know */
    double report_time, nodes_time;
    /* rank 0: */
    dmi_lead_peer *member; /* by rank; [0] is not used */
    /* others: */
    int64_t received; /* messages with nodes */
    bool gives;       /* rank 0 wants nodes */
    dmi_lead_need said_need;
    bool said_idle, is_over;
} dmi_lead_exchange;

dm_status dmi_lead_exchange_init(dmi_lead_exchange *x, const dm_lead_team *team,
                                 dmi_lead_search *search, bool keeps, dm_error *err);
void dmi_lead_exchange_clear(dmi_lead_exchange *x);

/* Begins a message; dmi_lead_exchange_send() sends it. */
void dmi_lead_exchange_begin(dmi_lead_exchange *x, dmi_lead_message kind);
dm_status dmi_lead_exchange_send(dmi_lead_exchange *x, int to, dm_error *err);

dmi_lead_need dmi_lead_exchange_need(const dmi_lead_open *open);

/* Receives what has come. */
dm_status dmi_lead_exchange_receive(dmi_lead_exchange *x, dm_error *err);
/* Receives and sends whatever is due. */
dm_status dmi_lead_exchange_tend(dmi_lead_exchange *x, dm_error *err);

/* Rank 0: */
dm_status dmi_lead_exchange_ask(dmi_lead_exchange *x, dm_error *err);   /* sends the question */
dm_status dmi_lead_exchange_start(dmi_lead_exchange *x, dm_error *err); /* the root is done */
/* Tells all to stop and waits for their last reports. */
dm_status dmi_lead_exchange_stop(dmi_lead_exchange *x, dm_error *err);
dm_status dmi_lead_exchange_feed(dmi_lead_exchange *x, dm_error *err);
dm_status dmi_lead_exchange_hear(dmi_lead_exchange *x, int from, dmi_lead_message kind,
                                 dmi_bytes_reader *reader, dm_error *err);
/* Adds what the others did. */
void dmi_lead_exchange_count(const dmi_lead_exchange *x, dmi_lead_counts *counts);
/* Writes the open nodes of the others, as lists; returns how many lists. */
int64_t dmi_lead_exchange_write(const dmi_lead_exchange *x, dmi_bytes *to);

/* Others: */
/* Reads START into the first worker and the search. */
dm_status dmi_lead_exchange_begun(dmi_lead_exchange *x, dmi_bytes_reader *reader, dm_error *err);
dm_status dmi_lead_exchange_end(dmi_lead_exchange *x, dm_error *err); /* the last report */
dm_status dmi_lead_exchange_fail(dmi_lead_exchange *x, dm_status why, const dm_error *reason,
                                 dm_error *err);

#endif
