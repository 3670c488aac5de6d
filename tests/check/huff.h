/* check/huff.h - the Huff rule from its definition: every site is looked at for every vertex, and
 * every set of new sites is tried.  Sums are long doubles. */
#ifndef CHECK_HUFF_H
#define CHECK_HUFF_H

#include <demesne/reply.h>

/* The share of site `which` (counted through the groups) at v; -1 if no site reaches v. */
long double check_huff_share(const int64_t *distances, dm_vertex n, const dm_terms *terms,
                             const dm_group *groups, int group_count, int32_t which, dm_vertex v);

/* Demand of White's and Black's sites, and demand that none reaches. */
typedef struct check_huff_sums {
    long double white, black, unreached;
} check_huff_sums;

check_huff_sums check_huff(const dm_arena *arena, const int64_t *distances, const dm_terms *terms,
                           const dm_group *groups, int group_count);

/* The largest Black minus White of the sets that the request allows. */
long double check_huff_reply(const dm_arena *arena, const int64_t *distances,
                             const dm_reply_request *request);

#endif
