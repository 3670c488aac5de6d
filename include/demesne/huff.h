/* demesne/huff.h - customers that divide their demand among the sites.
 *
 * Of a customer at distance d(i) from site i with attraction A(i), site j gets the share
 *
 *        A(j) max(d(j), floor)^-beta  /  sum over i of A(i) max(d(i), floor)^-beta
 *
 * where i runs over all sites of both sides that reach it (within the radius, if there is one).
 * Source: Huff, A probabilistic analysis of shopping center trade areas, 1963.
 *
 *      W ----- . --- B       distances 3 and 2, beta 2: White's share is 1/9 / (1/9 + 1/4) = 4/13
 */
#ifndef DEMESNE_HUFF_H
#define DEMESNE_HUFF_H

#include <demesne/reply.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_huff_score {
    dm_vertex n;
    double score[2];   /* demand of White's and of Black's sites, in the unit of the values */
    double unreached;  /* demand that no site reaches */
    double *white;     /* of each vertex: White's share, 0 to 1; -1: no site reaches it */
    int32_t *site;     /* of each vertex: the site with the largest share, or -1 */
    int64_t *distance; /* of each vertex: to that site, or -1 */
    int32_t sites;
    double *demand; /* of each site; sites count through the groups */
} dm_huff_score;

/* Scores the sites of the groups under terms->beta, floor and radius; terms->rule is DM_HUFF.
 *
 *   threads   0 and 1: one.  The result does not depend on it, nor on the order of the sites.
 *   out       receives a new object; free with dm_huff_score_free()
 *
 * DM_BAD_VERTEX (out of range, or named twice), DM_BAD_ARGUMENT (beta, floor, radius or an
 * attraction out of range; a site with an offset), DM_UNFINISHED.  Two searches per site. */
dm_status dm_huff_score_new(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                            int group_count, int threads, dm_run *run, dm_huff_score **out,
                            dm_error *err);
void dm_huff_score_free(dm_huff_score *score);

#ifdef __cplusplus
}
#endif
#endif
