/* demesne/verify.h - checks a strategy against the rules alone.
 *
 * Every reply of the other side is tried wherever it can occur, every answer is
 * looked up and played, every end is scored from its stones.  Nothing of the search that found the
 * strategy is used: positions and dominance are enough.
 */
#ifndef DEMESNE_VERIFY_H
#define DEMESNE_VERIFY_H

#include <demesne/run.h>
#include <demesne/strategy.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_verdict {
    int64_t positions; /* answered, each once */
    int64_t ends;      /* scored; an end that several plays reach counts for each */
    int64_t worst;     /* White minus Black of the worst end for the strategy's side */
} dm_verdict;

/* Checks that `strategy`, from `start` on, keeps its bound.  DM_BAD_INPUT, with the position and
 * what is wrong there, where a position has no answer or two, an answer is no legal move, an end
 * misses the bound, or an entry can never be met.  DM_UNFINISHED if the run ends first.  Scoring
 * every end dominates the cost: O(n + m) each for uniform lengths. */
dm_status dm_verify(const dm_position *start, const dm_strategy *strategy, dm_run *run,
                    dm_verdict *out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
