/* match.c - one game between two contestants, with clocks.
 *
 * Every move is made through the position, which checks it; a lost turn is passed.  Either way one
 * turn of the schedule is over, so a match always ends.
 */
#include "contest/match/contestant.h"

#include "base/base.h"
#include "base/trace.h"
#include <stdlib.h>

static const dm_match_settings no_limits;

/* Lets the contestant choose a move and makes it; the turn remains open after a fault. */
static dm_status try_turn(dm_position *position, dm_contestant *contestant,
                          const dm_match_settings *settings, dm_run *run, dm_vertex *move,
                          dm_turn_report *report, dm_error *err)
{
    *report = (dm_turn_report){.side = dm_position_to_move(position),
                               .turn = dm_position_turns_made(position)};
    dm_status status =
        dmi_contestant_choose(contestant, position, settings, run, move, report, err);
    if (status == DM_OK && report->fault == DM_FAULT_NONE) {
        /* Makes the chosen move; one that the position refuses is a fault. */
        dm_error why = {0};
        int32_t stones = dm_position_stones_to_place(position);
        if (dm_position_make(position, move, stones, &why) != DM_OK) {
            dmi_fault(report, DM_FAULT_ILLEGAL, "%s", why.message);
            dmi_contestant_dismiss(contestant, report);
        }
    }
    return status;
}

/* As many stones in the trace as on the board: others placed some, or took some back. */
static void fit_trace(const dm_position *position, const dm_match_settings *settings)
{
    int32_t count;
    dm_position_stones(position, &count);
    dmi_trace_fit(settings->trace, (size_t)count);
}

dm_status dm_match_turn(dm_position *position, dm_contestant *contestant,
                        const dm_match_settings *settings, dm_run *run, dm_turn_report *out,
                        dm_error *err)
{
    if (!settings)
        settings = &no_limits;
    if (dm_position_is_over(position))
        return dmi_fail(err, DM_BAD_MOVE, "the game is over");
    if (!dmi_match_goes_on(position, run))
        return dmi_as_unfinished(dmi_stopped(run, err), err);
    dm_turn_report report;
    dm_vertex *move = dmi_alloc((size_t)dm_position_stones_to_place(position), sizeof *move);
    dm_status status = move ? DM_OK : dmi_no_memory(err);
    fit_trace(position, settings);
    do {
        if (status == DM_OK)
            status = try_turn(position, contestant, settings, run, move, &report, err);
    } while (status == DM_OK && dmi_contestant_repeats_turn(contestant, report.fault));
    if (status == DM_OK && report.fault != DM_FAULT_NONE && !settings->faults_lose_game)
        status = dm_position_pass(position, err);
    fit_trace(position, settings);
    free(move);
    if (status == DM_OK)
        *out = report;
    return dmi_as_unfinished(status, err);
}

static dm_status count_turn(dm_match_result *result, const dm_turn_report *turn,
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
        result->outcome = dm_win_of(dm_other(turn->side));
    }
    return settings->on_fault ? settings->on_fault(settings->on_fault_user, turn, err) : DM_OK;
}

dm_status dm_match_play(dm_position *position, dm_contestant *const contestants[2],
                        const dm_match_settings *settings, dm_run *run, dm_match_result *out,
                        dm_error *err)
{
    dm_match_result result = {0};
    dm_turn_report turn = {.fault = DM_FAULT_NONE};
    dm_status status = DM_OK;
    settings = settings ? settings : &no_limits;
    dmi_contestant_begin(contestants[DM_WHITE]);
    dmi_contestant_begin(contestants[DM_BLACK]);
    while (status == DM_OK && !result.is_forfeited && !dm_position_is_over(position)) {
        dm_side side = dm_position_to_move(position);
        status = dm_match_turn(position, contestants[side], settings, run, &turn, err);
        if (status == DM_OK)
            status = count_turn(&result, &turn, settings, err);
    }
    if (status == DM_OK)
        status = dm_position_value(position, &result.value, err);
    if (status != DM_OK)
        return status;
    if (!result.is_forfeited)
        result.outcome = dm_outcome_of(result.value);
    for (int side = 0; side < 2; side++)
        dmi_contestant_finish(contestants[side], position, result.outcome);
    *out = result;
    return DM_OK;
}
