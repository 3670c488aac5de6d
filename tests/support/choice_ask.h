/* choice_ask.h - random questions under rules by which customers divide, with objectives and
 * limits.
 */
#ifndef TEST_SUPPORT_CHOICE_ASK_H
#define TEST_SUPPORT_CHOICE_ASK_H

#include "support/oneround.h"

/* A request and what it points to. */
typedef struct choice_ask {
    random_ask ask;
    double pull[3][ASK_MOST],
        beta[3][ASK_MOST]; /* of White's sites, the kept ones, the candidates */
    double customer_beta[ASK_MOST];
    int64_t offset[3][ASK_MOST];
    int64_t cost[ASK_MOST], kept_cost[ASK_MOST]; /* of the candidates and the kept ones */
    bool may_close[ASK_MOST];
} choice_ask;

/* A question under this rule on a board of n vertices; false if nothing is left to ask. */
bool draw_choice(dm_rng *rng, dm_vertex n, int32_t most, dm_rule rule, choice_ask *out);
/* Adds what the request maximizes, spacings, sites that may close, and targets. */
void draw_objective(dm_rng *rng, choice_ask *out, double total, bool is_table);

#endif
