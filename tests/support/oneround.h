/* support/oneround.h - random one-round questions for the unit tests. */
#ifndef TEST_SUPPORT_ONEROUND_H
#define TEST_SUPPORT_ONEROUND_H

#include "support/support.h"
#include <demesne/lead.h>

enum { ASK_MOST = 64 }; /* vertices of a board asked about */

/* A request and the lists it points to; `request.method` and what follows it are zero.
 * Not to be copied: the request points into it. */
typedef struct random_ask {
    dm_vertex order[ASK_MOST]; /* White's stones, then Black's kept ones, then the others */
    dm_vertex candidates[ASK_MOST];
    dm_reply_request request;
} random_ask;

/* White's stones (0 to a third of the board), kept ones (often none), a candidate list (or none;
 * stones that lie may be on it), a radius (or none), any tie rule, and a count from 1 to `most`.
 * False where the draw left no free candidate. */
bool draw_ask(dm_rng *rng, dm_vertex n, int32_t most, random_ask *out);

#endif
