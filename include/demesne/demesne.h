/* demesne.h - the whole public API.
 *
 *     source.h     boards by name: families and files
 *     arena.h      the board itself, and building one
 *     graph.h      distances, components, medians, symmetry
 *     rules.h      schedules and tie rules
 *     dominance.h  who owns which vertex
 *     evaluator.h  scores one stone apart, fast
 *     position.h   a game in progress
 *     outcome.h    who wins, and the sign of every value
 *     record.h     a game written down
 *     solve.h      exact play
 *     reply.h      one round: Black's best answer
 *     lead.h       one round: White's best opening
 *     reduce.h     formulas become boards
 *     atlas.h      tables of solved games
 *     strategy.h   a way to play, and what it keeps
 *     verify.h     checks such a proof
 *     certificate.h  such proofs in files
 *     player.h     those who choose moves
 *     contest.h    matches between them and outside programs
 *     tournament.h  many of them, counted and kept
 *     results.h    tournaments that a database holds, and their games
 *     rating.h     rates, ratings, when to stop
 *     lines.h      the continuous game on edges
 *     level.h      its levels in files
 *     interval.h   the games on a circle and on a segment
 *     review.h     what each move of a game gave away
 *     draw.h       pictures
 *     draw_level.h  and of levels
 *     run.h        deadline, cancel, progress
 *     crew.h       threads that share one piece of work
 *     rng.h        seeded random numbers
 *     status.h     how calls fail
 */
#ifndef DEMESNE_DEMESNE_H
#define DEMESNE_DEMESNE_H

#include <demesne/arena.h>
#include <demesne/atlas.h>
#include <demesne/certificate.h>
#include <demesne/complete_tree.h>
#include <demesne/contest.h>
#include <demesne/crew.h>
#include <demesne/dominance.h>
#include <demesne/draw.h>
#include <demesne/draw_level.h>
#include <demesne/evaluator.h>
#include <demesne/graph.h>
#include <demesne/interval.h>
#include <demesne/lead.h>
#include <demesne/level.h>
#include <demesne/lines.h>
#include <demesne/outcome.h>
#include <demesne/player.h>
#include <demesne/playout.h>
#include <demesne/position.h>
#include <demesne/rating.h>
#include <demesne/record.h>
#include <demesne/reduce.h>
#include <demesne/reply.h>
#include <demesne/results.h>
#include <demesne/review.h>
#include <demesne/rng.h>
#include <demesne/rules.h>
#include <demesne/run.h>
#include <demesne/solve.h>
#include <demesne/source.h>
#include <demesne/status.h>
#include <demesne/strategy.h>
#include <demesne/tournament.h>
#include <demesne/verify.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library, e.g. "0.2.0". */
const char *dm_version(void);

#ifdef __cplusplus
}
#endif
#endif
