/* demesne/plane_reply.h - one round in the plane: the best answer to sites that stand, and the best
 * opening.
 *
 * The best answer often does not exist: beside a site one can come as near as one likes.  So a
 * reply is an enclosure of a supremum, and sites that come near to it:
 *
 *     lower <= sup of (1 + (black - white) / area) / 2 <= upper
 */
#ifndef DEMESNE_PLANE_REPLY_H
#define DEMESNE_PLANE_REPLY_H

#include <demesne/plane.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DM_PLANE_NEW_SITES = 200 }; /* the most new sites */

typedef struct dm_plane_reply_ask {
    int32_t count;  /* of Black's new sites */
    double epsilon; /* of the enclosure; 0: 1e-6 */
    int32_t starts; /* of the local search; 0: chosen */
    uint64_t seed;
} dm_plane_reply_ask;

typedef struct dm_plane_reply {
    dm_plane *plane;     /* the sites that stood, then the new ones */
    double lower, upper; /* enclose the supremum, rounded outwards */
    int attained;        /* 1: some sites reach it; 0: none do; -1: not known */
    bool proven;         /* upper - lower <= epsilon */
    int64_t nodes;       /* boxes of places that were divided */
} dm_plane_reply;

/* Black's best new sites beside the sites of `plane`, which has two sides.  One and two new sites
 * under Euclid: proven to epsilon.  Otherwise the best that was found, and a bound that holds.
 *
 * DM_STOPPED: the run ended; the enclosure is wider.  DM_UNSUPPORTED: more than two sides. */
dm_status dm_plane_reply_new(const dm_plane *plane, const dm_plane_reply_ask *ask, dm_run *run,
                             dm_plane_reply **out, dm_error *err);
void dm_plane_reply_free(dm_plane_reply *reply);

typedef struct dm_plane_lead_ask {
    int32_t count, reply; /* White's sites; Black's, 0: as many */
    double epsilon;       /* of the enclosure; 0: 1e-6 */
    uint64_t seed;
} dm_plane_lead_ask;

typedef struct dm_plane_lead {
    dm_plane *plane;     /* White's sites, then the best answer found */
    int32_t count;       /* of White's sites */
    double lower, upper; /* enclose what White can keep of the board, whatever Black answers */
    bool proven;         /* upper - lower <= epsilon */
    int64_t nodes;
} dm_plane_lead;

/* White's best sites on an empty board, Black answering with `reply`.  One against one under
 * Euclid: proven to epsilon.  Otherwise rows, grids and local search; `lower` is proven for the
 * sites shown, and `upper` holds for all sites: R of Black's sites beside R of White's P take R/2P
 * at least.
 *
 * DM_STOPPED: the run ended; the enclosure is wider. */
dm_status dm_plane_lead_new(const dm_plane_board *board, const dm_plane_rules *rules,
                            const dm_plane_lead_ask *ask, dm_run *run, dm_plane_lead **out,
                            dm_error *err);
void dm_plane_lead_free(dm_plane_lead *lead);

#ifdef __cplusplus
}
#endif
#endif
