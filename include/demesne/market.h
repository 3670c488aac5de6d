/* demesne/market.h - a market that is asked several questions.
 *
 * A market remembers the searches of its last question.  The next one repeats only those whose
 * result can have changed: if one of many rivals moves, those near its old and its new place.
 *
 *     dm_market *market = NULL;
 *     dm_market_new(arena, &market, &err);
 *     dm_market_reply(market, &ask, run, &before, &err);
 *     rivals[3] = 1250;                                    ask.white.vertex is `rivals`
 *     dm_market_reply(market, &ask, run, &after, &err);
 *     dm_market_free(market);
 *
 * Questions may differ in everything.  Other sites, candidates, counts and budgets are cheap;
 * another tie rule or radius is a new start.
 */
#ifndef DEMESNE_MARKET_H
#define DEMESNE_MARKET_H

#include <demesne/reply.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_market dm_market;

/* `arena` is borrowed and must outlive the market; its values are the customers.  O(n + m) on a
 * large board whose numbering is poor, which is renumbered. */
dm_status dm_market_new(const dm_arena *arena, dm_market **out, dm_error *err);
void dm_market_free(dm_market *market);

/* As dm_reply_new(), which asks a new market once.  One question at a time. */
dm_status dm_market_reply(dm_market *market, const dm_reply_request *request, dm_run *run,
                          dm_reply **out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
