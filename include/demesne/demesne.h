/* demesne.h - the whole public API.
 *
 *     boards      source.h       by name: families and files
 *                 arena.h        the board itself, and building one
 *                 map.h          streets of boards that lie on the Earth
 *                 snap.h         places found on streets, and streets divided there
 *                 territory.h    who has which part of a street; areas
 *                 places.h       tables of customers, sites, candidates and values
 *                 trips.h        tables of trips that were counted
 *                 graph.h        distances, components, medians, symmetry
 *     games       rules.h        schedules, tie rules, the sign of every value
 *                 dominance.h    who owns which vertex
 *                 position.h     a game in progress
 *                 record.h       games and certificates in files
 *     exact play  solve.h        many rounds
 *                 reply.h        one round: the best answer
 *                 lead.h         one round: the best opening
 *                 market.h       who serves which customer, under all terms
 *                 fit.h          how customers choose, from trips that were counted
 *                 strategy.h     a move for every position
 *                 verify.h       checks such a proof
 *                 atlas.h        tables of solved games
 *                 work.h         many machines that work on one database
 *                 reduce.h       formulas as boards
 *                 complete_tree.h  theorems about complete trees
 *     players     player.h       choose moves
 *                 param.h        the parameters of players
 *                 trace.h        why a strategy placed a stone
 *                 contest.h      matches, also with outside programs, and checks of these
 *                 programs.h     outside programs with names and versions
 *                 tournament.h   many matches
 *                 results.h      tournaments in a database
 *                 rating.h       win rates and ratings
 *                 review.h       what each move of a game gave away
 *     other games lines.h        the game on edges: levels, their diagrams, single moves
 *                 line_solve.h   sets of moves, and why a move is the best
 *                 line_espt.h    a level as te Kolste's thesis looks at it
 *                 line_puzzle.h  grades, random levels, packs
 *                 line_duel.h    games of two, the best first site
 *                 interval.h     the games on a circle and a segment
 *                 plane.h        the game in the plane: boards, sites, areas
 *                 plane_reply.h  its best answers and openings, one round
 *                 plane_customers.h  finitely many customers in place of land
 *                 plane_file.h   boards of the plane by name and from files
 *                 plane_game.h, plane_match.h, plane_record.h  games there, players, files of games
 *     pictures    draw.h, draw_level.h, draw_plane.h
 *     common      status.h       how calls succeed and fail
 *                 run.h          deadline, work limit, cancel, progress
 *                 rng.h          seeded random numbers
 *
 * Conventions: _new makes an object that its _free releases; _init fills a struct of the caller's
 * that its _clear empties; both accept NULL or an empty struct.  Results of type const T * are
 * borrowed.  A text or an array that is handed over is freed with dm_free().  Counts of vertices,
 * stones, turns and players are int32_t, all others int64_t.
 *
 * Threads may share a dm_arena and whatever else calls take as const; an object that a call changes
 * belongs to one thread at a time.  dm_run_cancel() may be called from any thread and from a signal
 * handler.  NULL for an object that a call needs is a mistake of the caller's and not checked.
 *
 * A struct that a caller fills is initialized with names, `(dm_solve_request){.moves = true}`:
 * what is not named is 0, which is the default, and `reserved` members keep its size when later
 * versions with the same first two numbers use them.
 */
#ifndef DEMESNE_DEMESNE_H
#define DEMESNE_DEMESNE_H

#include <demesne/arena.h>
#include <demesne/atlas.h>
#include <demesne/complete_tree.h>
#include <demesne/contest.h>
#include <demesne/dominance.h>
#include <demesne/draw.h>
#include <demesne/draw_level.h>
#include <demesne/draw_plane.h>
#include <demesne/fit.h>
#include <demesne/graph.h>
#include <demesne/interval.h>
#include <demesne/lead.h>
#include <demesne/line_duel.h>
#include <demesne/line_espt.h>
#include <demesne/line_puzzle.h>
#include <demesne/line_solve.h>
#include <demesne/lines.h>
#include <demesne/map.h>
#include <demesne/market.h>
#include <demesne/param.h>
#include <demesne/places.h>
#include <demesne/plane.h>
#include <demesne/plane_customers.h>
#include <demesne/plane_file.h>
#include <demesne/plane_game.h>
#include <demesne/plane_match.h>
#include <demesne/plane_record.h>
#include <demesne/plane_reply.h>
#include <demesne/player.h>
#include <demesne/position.h>
#include <demesne/programs.h>
#include <demesne/rating.h>
#include <demesne/record.h>
#include <demesne/reduce.h>
#include <demesne/reply.h>
#include <demesne/results.h>
#include <demesne/review.h>
#include <demesne/rng.h>
#include <demesne/rules.h>
#include <demesne/run.h>
#include <demesne/snap.h>
#include <demesne/solve.h>
#include <demesne/source.h>
#include <demesne/status.h>
#include <demesne/strategy.h>
#include <demesne/territory.h>
#include <demesne/tournament.h>
#include <demesne/trace.h>
#include <demesne/trips.h>
#include <demesne/verify.h>
#include <demesne/work.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these headers; dm_version() is that of the library. */
#define DM_VERSION       "0.3.0"
#define DM_VERSION_MAJOR 0
#define DM_VERSION_MINOR 3
#define DM_VERSION_PATCH 0
const char *dm_version(void);

#ifdef __cplusplus
}
#endif
#endif
