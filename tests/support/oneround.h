/* support/oneround.h - one-round questions for the tests: random ones, and what an answer must be.
 */
#ifndef TEST_SUPPORT_ONEROUND_H
#define TEST_SUPPORT_ONEROUND_H

#include "support/support.h"
#include <demesne/lead.h>

enum { ASK_MOST = 64 }; /* most vertices of a board */

/* A request and the lists it points to; `request.method` and the members after it are zero. Not
 * to be copied: the request points into it. */
typedef struct random_ask {
    dm_vertex order[ASK_MOST]; /* White's stones, then Black's kept ones, then the others */
    dm_vertex candidates[ASK_MOST];
    dm_reply_request request;
} random_ask;

/* Draws White's stones (0 to a third of the board), kept ones (often none), a candidate list (or
 * none; stones may be on it), a radius (or none), any tie rule, and a count from 1 to `most`.
 * False if no free candidate is left. */
bool draw_ask(dm_rng *rng, dm_vertex n, int32_t most, random_ask *out);

/* Makes the beta of a logit so small that no exponent is above 100: larger ones have fewer digits
 * than the comparisons want.  `distances` come from check_distances(). */
void limit_exponents(const dm_arena *arena, const int64_t *distances, dm_terms *terms);

/* The status of the reply, which exists if and only if it is DM_OK. */
dm_status reply_status(const dm_arena *arena, const dm_reply_request *request, dm_error *err);

/* The request must fail with this status and a message, and give no lead. */
void refuse_lead(const dm_arena *arena, dm_lead_request request, dm_status expected);

#endif
