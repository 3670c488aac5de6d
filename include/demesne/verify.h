/* demesne/verify.h - checks a strategy against the rules alone.
 *
 * Tries every reply of the other side in every position, plays the answer of the
 * strategy, and scores every end of the game.  It shares no code with the search
 * that found the strategy: it uses positions and dominance only.
 */
#ifndef DEMESNE_VERIFY_H
#define DEMESNE_VERIFY_H

#include <demesne/run.h>
#include <demesne/strategy.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_verdict {
    int64_t positions; /* that the strategy answers */
    int64_t ends;      /* of games; one that is reached in several ways counts each time */
    int64_t worst;     /* White minus Black of the end that is worst for the strategy's side */
} dm_verdict;

/* Checks that `strategy`, from `start` on, keeps its bound.  DM_BAD_INPUT, with the position and
 * what is wrong there, if a position has no answer or two, an answer is not a legal move, an end
 * misses the bound, or an entry can never be reached.  DM_TOO_LARGE if the game has more than 1000
 * turns.  DM_UNFINISHED if the run ends first. Scoring
 * every end dominates the cost: O(n + m) each for uniform lengths. */
dm_status dm_verify(const dm_position *start, const dm_strategy *strategy, dm_run *run,
                    dm_verdict *out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
