/* demesne/plane_match.h - matches in the plane: two contestants, one game, clocks and faults.
 *
 *     dm_contestant_in_plane("champion", 1, &contestants[DM_WHITE], &err);
 *     dm_contestant_in_plane("cmd:./mybot", 2, &contestants[DM_BLACK], &err);
 *     dm_plane_match_play(game, contestants, &settings, run, &result, &err);
 *
 * contest.h tells what contestants, faults and clocks are; guests do not play in the plane.
 */
#ifndef DEMESNE_PLANE_MATCH_H
#define DEMESNE_PLANE_MATCH_H

#include <demesne/contest.h>
#include <demesne/plane_game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* `spec` names a player of the plane, or is `cmd:PROGRAM ARGS`.  Such a contestant plays games in
 * the plane only; one of dm_contestant_new() on boards only, unless it is a program. */
dm_status dm_contestant_in_plane(const char *spec, uint64_t seed, dm_contestant **out,
                                 dm_error *err);

/* As dm_match_turn(). */
dm_status dm_plane_match_turn(dm_plane_game *game, dm_contestant *contestant,
                              const dm_match_settings *settings, dm_run *run, dm_turn_report *out,
                              dm_error *err);

typedef struct dm_plane_match_result {
    dm_plane_result score; /* exact; of the sites that were placed */
    int32_t winner;        /* a side; -1: a tie */
    bool is_forfeited;     /* a fault ended the game: the other side wins */
    int64_t faults[2];     /* by side, as the others */
    double seconds[2], slowest[2], processor_seconds[2];
} dm_plane_match_result;

/* As dm_match_play(), of two sides; clear the result with dm_plane_result_clear(). */
dm_status dm_plane_match_play(dm_plane_game *game, dm_contestant *const contestants[2],
                              const dm_match_settings *settings, dm_run *run,
                              dm_plane_match_result *out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
