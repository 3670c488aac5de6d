/* plane_match.c - one game in the plane between two contestants, with clocks.
 *
 * Contestants place the points of their turn on the game, which checks them.  After a fault the
 * turn has no points, and is passed or ends the game.
 */
#include "contest/match/contestant.h"

#include "base/base.h"

static const dm_match_settings no_limits;

static bool goes_on(const dm_plane_game *game, dm_run *run)
{
    const dm_plane_game_rules *rules = dm_plane_game_rules_of(game);
    return dmi_run_report(run, 0, "match", (uint64_t)dm_plane_game_turns_made(game),
                          (uint64_t)rules->rounds * (uint64_t)rules->sides, NULL);
}

/* After a fault: no points of the turn, which was made if the answer was only late. */
static void drop_turn(dm_plane_game *game, const dm_turn_report *report)
{
    bool has_points = dm_plane_game_turn(game, report->turn).count > 0;
    if (report->fault != DM_FAULT_NONE && has_points)
        dm_plane_game_undo(game, NULL);
}

dm_status dm_plane_match_turn(dm_plane_game *game, dm_contestant *contestant,
                              const dm_match_settings *settings, dm_run *run, dm_turn_report *out,
                              dm_error *err)
{
    if (!settings)
        settings = &no_limits;
    if (dm_plane_game_is_over(game))
        return dmi_fail(err, DM_BAD_MOVE, "the game is over");
    if (!goes_on(game, run))
        return dmi_as_unfinished(dmi_stopped(run, err), err);
    dm_turn_report report;
    dm_status status;
    do {
        report = (dm_turn_report){.side = (dm_side)dm_plane_game_to_move(game),
                                  .turn = dm_plane_game_turns_made(game)};
        status = dmi_contestant_place(contestant, game, settings, run, &report, err);
        if (status == DM_OK)
            drop_turn(game, &report);
    } while (status == DM_OK && dmi_contestant_repeats_turn(contestant, report.fault));
    if (status == DM_OK && report.fault != DM_FAULT_NONE && !settings->faults_lose_game)
        status = dm_plane_game_pass(game, err);
    if (status == DM_OK)
        *out = report;
    return dmi_as_unfinished(status, err);
}

static dm_status count_turn(dm_plane_match_result *result, const dm_turn_report *turn,
                            const dm_match_settings *settings, dm_error *err)
{
    result->seconds[turn->side] += turn->seconds;
    result->processor_seconds[turn->side] += turn->processor_seconds;
    if (turn->seconds > result->slowest[turn->side])
        result->slowest[turn->side] = turn->seconds;
    if (turn->fault == DM_FAULT_NONE)
        return DM_OK;
    result->faults[turn->side]++;
    if (settings->faults_lose_game) {
        result->is_forfeited = true;
        result->winner = (int32_t)dm_other(turn->side);
    }
    return settings->on_fault ? settings->on_fault(settings->on_fault_user, turn, err) : DM_OK;
}

dm_status dm_plane_match_play(dm_plane_game *game, dm_contestant *const contestants[2],
                              const dm_match_settings *settings, dm_run *run,
                              dm_plane_match_result *out, dm_error *err)
{
    dm_plane_match_result result = {0};
    dm_turn_report turn = {.fault = DM_FAULT_NONE};
    dm_status status = DM_OK;
    settings = settings ? settings : &no_limits;
    dmi_contestant_begin(contestants[DM_WHITE]);
    dmi_contestant_begin(contestants[DM_BLACK]);
    while (status == DM_OK && !result.is_forfeited && !dm_plane_game_is_over(game)) {
        dm_contestant *mover = contestants[dm_plane_game_to_move(game)];
        status = dm_plane_match_turn(game, mover, settings, run, &turn, err);
        if (status == DM_OK)
            status = count_turn(&result, &turn, settings, err);
    }
    if (status == DM_OK)
        status = dm_plane_game_score(game, run, &result.score, err);
    if (status != DM_OK)
        return status;
    if (!result.is_forfeited)
        result.winner = result.score.winner;
    *out = result;
    return DM_OK;
}
