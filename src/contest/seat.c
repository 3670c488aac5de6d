/* seat.c - who sits at a board: a player of ours or a program.
 *
 * Both are asked alike.  A player of ours gets a run of its own, with a deadline a little before
 * its time is up, which also ends when the match's run does; what it then answers counts unless
 * the clock says that it is late all the same.
 */
#include "contest/seat.h"

#include "base/base.h"
#include "contest/bot.h"
#include <demesne/player.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PROGRAM[] = "cmd:";

struct dm_seat {
    char *spec;
    dm_player *player; /* one of these two */
    dmi_bot *bot;
};

bool dm_spec_is_program(const char *spec)
{
    return strncmp(spec, PROGRAM, sizeof PROGRAM - 1) == 0;
}

static dm_status seat_program(dm_seat *seat, dm_error *err)
{
    const char *command = seat->spec + sizeof PROGRAM - 1;
    if (command[strspn(command, " \t")] == 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "'%s' names no program; expected cmd:PROGRAM ARGS",
                        seat->spec);
    return dmi_bot_new(command, &seat->bot, err);
}

dm_status dm_seat_new(const char *spec, uint64_t seed, dm_seat **out, dm_error *err)
{
    dm_seat *seat = dmi_calloc(1, sizeof *seat);
    if (!seat || !(seat->spec = dmi_strdup(spec))) {
        dm_seat_free(seat);
        return dmi_no_memory(err);
    }
    dm_status status = dm_spec_is_program(spec) ? seat_program(seat, err)
                                                : dm_player_new(spec, seed, &seat->player, err);
    if (status != DM_OK)
        dm_seat_free(seat);
    else
        *out = seat;
    return status;
}

void dm_seat_free(dm_seat *seat)
{
    if (!seat)
        return;
    dmi_bot_free(seat->bot);
    dm_player_free(seat->player);
    free(seat->spec);
    free(seat);
}

const char *dm_seat_spec(const dm_seat *seat)
{
    return seat->spec;
}

const char *dm_fault_name(dm_fault fault)
{
    static const char *const names[] = {"none", "late", "gone", "rubbish", "illegal", "flood"};
    return names[fault];
}

bool dmi_match_goes_on(const dm_position *position, dm_run *run)
{
    return dmi_run_report(run, 0, "match", (uint64_t)dm_position_turns_made(position),
                          (uint64_t)dm_position_rules(position)->turn_count, NULL);
}

dm_status dmi_fault(dm_turn_report *report, dm_fault fault, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report->fault = fault;
    report->why.status = DM_BAD_MOVE;
    vsnprintf(report->why.message, sizeof report->why.message, format, args);
    va_end(args);
    return DM_OK;
}

/* Seconds after which a player of ours is to answer; 0: whenever it likes. */
static double thinking_time(const dm_match_settings *settings)
{
    double prompt = DMI_PROMPT * settings->move_seconds, wish = settings->think_seconds;
    return prompt > 0 && (wish <= 0 || prompt < wish) ? prompt : wish;
}

static dm_status ask_player(dm_player *player, dm_position *position,
                            const dm_match_settings *settings, dm_run *run, dm_vertex *move,
                            dm_turn_report *report, dm_error *err)
{
    double limit = settings->move_seconds, thinking = thinking_time(settings);
    dm_run *own = NULL;
    dm_status status = dm_run_new(&own, err);
    if (status != DM_OK)
        return status;
    double begun = dmi_seconds();
    dmi_run_follow(own, run);
    if (thinking > 0)
        dm_run_set_deadline(own, thinking);
    status = dm_player_choose(player, position, own, move, err);
    report->seconds = dmi_seconds() - begun;
    dm_run_free(own);
    if (status == DM_STOPPED && dmi_match_goes_on(position, run))
        status = DM_OK; /* its own time was up: the move is legal all the same */
    if (status == DM_OK && limit > 0 && report->seconds > limit)
        dmi_fault(report, DM_FAULT_LATE, "%.3f s used, %.3f s allowed", report->seconds, limit);
    return status;
}

dm_status dmi_seat_choose(dm_seat *seat, dm_position *position, const dm_match_settings *settings,
                          dm_run *run, dm_vertex *move, dm_turn_report *report, dm_error *err)
{
    if (seat->bot)
        return dmi_bot_choose(seat->bot, position, settings, run, move, report, err);
    return ask_player(seat->player, position, settings, run, move, report, err);
}

void dmi_seat_begin(dm_seat *seat)
{
    if (seat->bot)
        dmi_bot_begin(seat->bot);
}

void dmi_seat_dismiss(dm_seat *seat)
{
    if (seat->bot)
        dmi_bot_kill(seat->bot);
}
