/* demesne/lead.h - the first player's best opening of the one-round game.
 *
 * White places `count` stones, Black answers with the best `reply` stones.
 * Also known as the (r|p)-centroid: where do I open if the rival answers.
 */
#ifndef DEMESNE_LEAD_H
#define DEMESNE_LEAD_H

#include <demesne/reply.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dm_lead_method {
    DM_LEAD_AUTO = 0,  /* exact */
    DM_LEAD_EXACT,     /* branch and cut */
    DM_LEAD_ENUMERATE, /* every set of White's, refuted by replies met before: slow and simple */
    DM_LEAD_LOCAL,     /* swaps against exact replies: unproven */
} dm_lead_method;

const char *dm_lead_method_name(dm_lead_method value);
dm_status dm_lead_method_parse(const char *name, dm_lead_method *out, dm_error *err);

typedef struct dm_lead_request {
    dm_terms terms; /* candidates hold for both players */
    int32_t count;  /* White's stones; at least 1 */
    int32_t reply;  /* Black's; at least 1 */
    dm_lead_method method;
    int threads; /* 0 and 1: one */
    uint64_t seed;
} dm_lead_request;

typedef struct dm_lead {
    dm_lead_method method; /* the one used; never AUTO */
    bool proven;           /* lower is upper */
    int32_t count, reply;
    dm_vertex *white, *black; /* increasing; Black's is a best answer to White's */
    int64_t value;            /* White minus Black with these stones */
    int64_t lower, upper;     /* bounds on the value under best play */
    int64_t white_score, black_score, tied, unreached;
    int64_t nodes, cuts, replies; /* of the search; `replies` counts exact replies */
} dm_lead;

/* Fails as dm_reply_new() does; DM_TOO_LARGE if the table of all distances would exceed 1 GiB.
 * DM_STOPPED: `out` has the best opening found and valid bounds. */
dm_status dm_lead_new(const dm_arena *arena, const dm_lead_request *request, dm_run *run,
                      dm_lead **out, dm_error *err);
void dm_lead_free(dm_lead *lead);

#ifdef __cplusplus
}
#endif
#endif
