/* demesne/line_lead.h - the best first site on edges, if the other player answers with one site.
 *
 * The first player adds a site anywhere on the level, then the second does.  The value is what the
 * first player's payoff exceeds the second's by, if both choose as well as possible:
 *
 *      x ---- y ---------- z        first at y: the second answers just beside it,
 *         4         6               on the longer side, and gets 6 of 10
 *
 * Sites that are there stay, those of other players too.  These take their length, but only the two
 * who move are compared: what one of them gains over the other, the other loses.
 */
#ifndef DEMESNE_LINE_LEAD_H
#define DEMESNE_LINE_LEAD_H

#include <demesne/lines.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_line_lead_ask {
    int32_t first, second; /* different players */
    dm_line_ties ties;     /* for DM_LINE_OWN the owner is `first` */
} dm_line_lead_ask;

/* All values are the first player's payoff minus the second's. */
typedef struct dm_line_lead {
    dm_place move, reply;
    dm_ratio value;      /* the supremum over first sites */
    bool attained;       /* false: no first site guarantees the value; `move` comes near */
    bool reply_attained; /* false: no answer to `move` is best; `reply` comes near */
    dm_ratio reached;    /* the value after `move` and `reply` exactly */
    bool proven;         /* false: stopped; the value is between `lower` and `upper` */
    dm_ratio lower, upper;
    int64_t answers; /* places for which the best answer was computed */
    int64_t bounds;  /* answers followed along an edge */
} dm_line_lead;

/* DM_STOPPED with the best so far and true bounds.  DM_BAD_ARGUMENT for wrong players; DM_BAD_MOVE
 * if the level has no edge; DM_TOO_LARGE if numbers do not fit 63 bits. */
dm_status dm_line_lead_of(const dm_level *level, const dm_line_lead_ask *ask, dm_run *run,
                          dm_line_lead *out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
