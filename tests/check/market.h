/* check/market.h - who has which customer, from the definition alone.
 *
 * A site serves the vertices within the radius of it.  Of the sites that serve a vertex those with
 * the least sum of distance and offset have it; if they are of both sides, the tie rule decides.
 * Every site is looked at for every vertex.
 */
#ifndef CHECK_MARKET_H
#define CHECK_MARKET_H

#include <demesne/reply.h>

typedef struct check_site {
    dm_vertex vertex;
    dm_side side;
    int64_t offset;
} check_site;

/* Lists the sites of the groups, in order; returns how many. */
int32_t check_market_sites(const dm_group *groups, int group_count, check_site *out);

/* The owner of v; `site` becomes the first of the owner's sites that have it (tied: the first of
 * all), or -1. */
int32_t check_market_owner(const int64_t *distances, dm_vertex n, const dm_terms *terms,
                           const check_site *sites, int32_t count, dm_vertex v, int32_t *site);

/* White's score minus Black's. */
int64_t check_market_value(const dm_arena *arena, const int64_t *distances, const dm_terms *terms,
                           const check_site *sites, int32_t count);

/* Black minus White after Black's best choice of request->count candidates. */
int64_t check_market_best(const dm_arena *arena, const int64_t *distances,
                          const dm_reply_request *request);

#endif
