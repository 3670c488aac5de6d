/* demesne/lead.h - the first player's best opening of the one-round game.
 *
 * White opens `count` sites, Black answers with the best `reply` sites.  Also known as the
 * (r|p)-centroid: where do I open if the rival answers.  Sites of both sides may stand already.
 *
 *     dm_lead_request ask = {.count = 2, .reply = 2};
 *     dm_lead *lead = NULL;
 *     dm_lead_new(arena, &ask, run, &lead, &err);
 *     ... lead->white[0 .. lead->count - 1], lead->value ...
 *     dm_lead_free(lead);
 */
#ifndef DEMESNE_LEAD_H
#define DEMESNE_LEAD_H

#include <demesne/reply.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dm_lead_method {
    DM_LEAD_AUTO = 0,  /* enumerate if White has few sets, else exact */
    DM_LEAD_EXACT,     /* branch and cut */
    DM_LEAD_ENUMERATE, /* every set of White's, bounded by a pool of replies; small counts, and
                          every rule and objective */
    DM_LEAD_LOCAL,     /* swaps against exact replies: unproven */
} dm_lead_method;

const char *dm_lead_method_name(dm_lead_method value);
dm_status dm_lead_method_parse(const char *name, dm_lead_method *out, dm_error *err);

/* Rules by which customers divide, objectives other than the value, a spacing, shared places and a
 * budget of Black's are for the methods enumerate and local; auto is then enumerate up to 20
 * million openings, else local.
 *
 * Under DM_TIES_EARLIER the order is: standing White, standing Black, new White, new Black.
 * Candidates on the vertex of a standing site are skipped, but Black may open on a site that White
 * closes.  Black opens `reply` sites, or as many as his list and White's choice leave. */
typedef struct dm_lead_request {
    dm_terms terms;            /* candidates: where White may open */
    dm_sites rival_candidates; /* where Black may open; vertex NULL: where White may */
    dm_sites white, black;     /* sites that stand; White's may have `may_close` */
    int32_t count;             /* White's new sites; at least 1 */
    int32_t reply;             /* Black's; at least 1 */
    bool has_budget;           /* `budget` counts, and `count` is a limit (0: none) */
    int64_t budget;            /* most cost of White's new sites less that of the closed ones; 0 or
                                  more */
    bool has_reply_budget;     /* `reply_budget` counts, and `reply` is a limit: */
    int64_t reply_budget;      /* most cost of Black's new sites; 0 or more */
    dm_lead_method method;
    int threads; /* 0 and 1: one */
    uint64_t seed;
    const char *checkpoint;          /* of DM_LEAD_EXACT: the state is kept in this file; NULL: it
                                        is not.  If the file exists, the search goes on from it */
    const struct dm_lead_team *team; /* NULL; demesne-mpi has one */
    int64_t reserved[6];             /* 0; later versions may use them */
} dm_lead_request;

/* The amounts are whole under DM_NEAREST, otherwise real; a profit is real. */
typedef struct dm_lead {
    dm_lead_method method;    /* the one used; never AUTO */
    bool proven;              /* lower is upper; if customers divide they may differ by 10^-6 of
                                 White's score */
    int32_t count, reply;     /* sites opened */
    dm_vertex *white, *black; /* increasing; Black's is a best answer to White's */
    dm_vertex *closed; /* White's standing sites that it closes, increasing; none without a budget,
                          as closing a site never helps by itself */
    int32_t closed_count;
    int64_t cost;           /* of White's new sites less that of the closed ones */
    dm_rule rule;           /* of the request, */
    dm_objective objective; /* the same */
    dm_amount value;        /* White minus Black with these sites */
    dm_amount lower, upper; /* bounds on what White maximizes if Black answers so that it is least:
                               value, score or profit */
    dm_amount white_score, black_score, tied, unreached;
    double outside;               /* demand that stays outside */
    int64_t nodes, cuts, replies; /* of the search; `replies` counts exact replies */
} dm_lead;

/* Fails as dm_reply_new() does; DM_TOO_LARGE if the table of distances from the sites to the
 * customers would exceed 1 GiB.  DM_STOPPED: `out` has the best opening found and valid bounds.
 * DM_BAD_INPUT: the checkpoint is damaged, or of another question; DM_IO: it cannot be written or
 * read.  A checkpoint that exists is only ever replaced by a complete newer one. */
dm_status dm_lead_new(const dm_arena *arena, const dm_lead_request *request, dm_run *run,
                      dm_lead **out, dm_error *err);
void dm_lead_free(dm_lead *lead);

#ifdef __cplusplus
}
#endif
#endif
