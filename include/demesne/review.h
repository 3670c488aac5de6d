/* demesne/review.h - what each move of a game lost.
 *
 * A move loses the difference between the best value before it and the value after it, for the side
 * that moved.  Both are proven if the solver finishes in time; otherwise they are estimates: the
 * result if a strong player (dm_review_adviser()) plays both sides to the end.
 */
#ifndef DEMESNE_REVIEW_H
#define DEMESNE_REVIEW_H

#include <demesne/position.h>
#include <demesne/run.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_reviewed_move {
    dm_side side;
    int32_t played_count; /* 0: the turn was lost */
    int32_t best_count;   /* stones of the turn */
    dm_vertex *played;    /* in the order placed */
    dm_vertex *best;      /* one of the best moves; the played one if it lost nothing */
    int64_t loss;         /* 0 or more */
    int64_t value;        /* White minus Black after the move, under best or strong play */
    bool exact;           /* loss and value are proven */
} dm_reviewed_move;

typedef struct dm_review {
    int32_t count; /* turns made */
    int32_t first; /* the first that was reviewed; 0 unless only proofs count */
    dm_reviewed_move *moves;
    dm_vertex *vertices; /* behind `played` and `best` */
} dm_review;

/* Reviews the turns made.  `seconds` is per position, for the solver and then for estimates.
 * DM_UNFINISHED if the run ends. */
dm_status dm_review_new(const dm_position *game, double seconds, dm_run *run, dm_review **out,
                        dm_error *err);
/* The same by proofs alone: goes back from the end until a position is not solved in time.  Turns
 * before `first` are not reviewed: only what was played is filled in. */
dm_status dm_review_exact(const dm_position *game, double seconds, dm_run *run, dm_review **out,
                          dm_error *err);
void dm_review_free(dm_review *review);
const char *dm_review_adviser(void); /* the spec of the player behind estimates */

#ifdef __cplusplus
}
#endif
#endif
