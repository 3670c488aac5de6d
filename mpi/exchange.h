/* exchange.h - one search by several processes: what they send each other.
 *
 *     rank 0 to another             another to rank 0
 *     QUESTION  the market          REPORT  what it has open and has done
 *     START     warm start, best     NODES   open nodes, for whoever has none
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
#ifndef MPI_EXCHANGE_H
#define MPI_EXCHANGE_H

#include "location/lead/exact/branch_and_cut.h"
#include "location/lead/exact/serialize.h"

typedef enum message_kind {
    MESSAGE_QUESTION = 1,
    MESSAGE_START,
    MESSAGE_NODES,
    MESSAGE_BEST,
    MESSAGE_GIVE,
    MESSAGE_STOP,
    MESSAGE_DISMISS,
    MESSAGE_REPORT,
    MESSAGE_FAILED,
    MESSAGE_ENDED
} message_kind;

/* How much a process wants nodes. */
typedef enum node_need {
    NEED_NONE, /* nodes are listed */
    NEED_SOON, /* the list is empty: the next worker that ends a subtree will be idle */
    NEED_NOW   /* a worker is idle */
} node_need;

/* What rank 0 knows of another process. */
typedef struct lead_peer {
    int64_t sent;          /* messages with nodes to it */
    int64_t seen;          /* those it had received when it last reported */
    int64_t upper;         /* bound over what it has or will receive; INT64_MIN: nothing */
    uint64_t open, listed; /* all its nodes, and those that it could give */
    bool idle;             /* has nothing */
    node_need need;
    bool ended;
    double asked; /* when it was last told to give nodes */
    dmi_lead_counts counts;
    dmi_bytes nodes; /* if state is kept: its open nodes at some moment .. */
    dmi_bytes later; /* .. and those sent to it since: number of the message, size, nodes */
} lead_peer;

typedef struct dmi_lead_exchange {
    const struct dm_lead_team *team;
    dmi_lead_search *search;
    dmi_bytes out; /* the message being written */
    bool keeps;    /* a checkpoint has the state */
    int64_t best;  /* weight of the best opening that the others know */
    double report_time, nodes_time;
    /* rank 0: */
    lead_peer *peer; /* by rank; [0] is not used */
    /* others: */
    int64_t received; /* messages with nodes */
    bool gives;       /* rank 0 wants nodes */
    node_need said_need;
    bool said_idle, is_over;
} lead_exchange;

/* What the search of rank 0 asks (leader.c); a team has this. */
extern const dmi_lead_exchange_hooks exchange_hooks;

/* Helps rank 0 with its questions, one after another.  `run` stops the search of all; it is not
 * over then.  *word receives what rank 0 said at the end. */
dm_status lead_join(const struct dm_lead_team *team, dm_run *run, int *word, dm_error *err);
/* Called by rank 0: ends lead_join() in all others, with this word. */
dm_status lead_dismiss(const struct dm_lead_team *team, int word, dm_error *err);

/* Begins a message; exchange_send() sends it. */
void exchange_begin(lead_exchange *x, message_kind kind);
dm_status exchange_send(lead_exchange *x, int to, dm_error *err);
void exchange_clear(lead_exchange *x);

node_need exchange_need(const dmi_lead_open *open);

/* Receives what has come. */
dm_status exchange_receive(lead_exchange *x, dm_error *err);
/* Receives and sends whatever is due. */
dm_status exchange_poll(lead_exchange *x, dm_error *err);

/* Rank 0: what only it receives, and nodes for those who have too few. */
dm_status exchange_hear(lead_exchange *x, int from, message_kind kind, dmi_bytes_reader *reader,
                        dm_error *err);
dm_status exchange_feed(lead_exchange *x, dm_error *err);

/* Others: */
/* Reads START into the first worker and the search. */
dm_status exchange_begun(lead_exchange *x, dmi_bytes_reader *reader, dm_error *err);
dm_status exchange_end(lead_exchange *x, dm_error *err); /* the last report */
dm_status exchange_fail(lead_exchange *x, dm_status why, const dm_error *reason, dm_error *err);

#endif
