/* contestant.c - one side of a match: a player of this library, an outside program or a guest.
 *
 * A player of this library gets its own run with a deadline a little before its time is up, which
 * also ends with the match's run; its answer counts unless it is late by the clock.
 */
#include "contest/match/contestant.h"

#include "base/base.h"
#include "base/utf8.h"
#include "contest/match/bot.h"
#include <demesne/player.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prefix[] = "cmd:";
static const char *const fault_names[DM_FAULT_KINDS] = {
    "none", "late", "crash", "illegal", "garbage", "memory", "processes", "gone", "start"};

struct dm_contestant {
    char *spec;
    dm_player *player; /* one of these, or a guest */
    dm_plane_player *plane_player;
    dmi_bot *bot;
    dm_guest guest; /* all NULL: none */
    void *guest_player;
    dmi_clock clock;
};

bool dm_spec_is_program(const char *spec)
{
    return strncmp(spec, prefix, sizeof prefix - 1) == 0;
}

const char *dmi_spec_command(const char *spec)
{
    return spec + sizeof prefix - 1;
}

static dm_status set_up_program(dm_contestant *contestant, dm_error *err)
{
    const char *command = dmi_spec_command(contestant->spec);
    if (command[strspn(command, " \t")] == 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "'%s' names no program; expected cmd:PROGRAM ARGS",
                        contestant->spec);
    return dmi_bot_new(command, &contestant->bot, err);
}

static dm_status new_contestant(const char *spec, uint64_t seed, bool in_plane, dm_contestant **out,
                                dm_error *err)
{
    dm_contestant *contestant = dmi_calloc(1, sizeof *contestant);
    if (!contestant || !(contestant->spec = dmi_strdup(spec))) {
        dm_contestant_free(contestant);
        return dmi_no_memory(err);
    }
    dm_status status = dm_spec_is_program(spec) ? set_up_program(contestant, err)
                       : in_plane ? dm_plane_player_new(spec, seed, &contestant->plane_player, err)
                                  : dm_player_new(spec, seed, &contestant->player, err);
    if (status != DM_OK)
        dm_contestant_free(contestant);
    else
        *out = contestant;
    if (status == DM_BAD_ARGUMENT && err && strstr(err->message, "; known: ") &&
        strncmp(err->message, "unknown player", 14) == 0) {
        size_t used = strlen(err->message);
        snprintf(err->message + used, sizeof err->message - used, ", cmd:PROGRAM");
    }
    return status;
}

dm_status dm_contestant_new(const char *spec, uint64_t seed, dm_contestant **out, dm_error *err)
{
    return new_contestant(spec, seed, false, out, err);
}

dm_status dm_contestant_in_plane(const char *spec, uint64_t seed, dm_contestant **out,
                                 dm_error *err)
{
    return new_contestant(spec, seed, true, out, err);
}

dm_status dm_contestant_of_program(const dm_program *program, dm_contestant **out, dm_error *err)
{
    dm_contestant *contestant = NULL;
    size_t size = sizeof prefix + strlen(program->command);
    char *spec = dmi_alloc(size, 1);
    if (!spec)
        return dmi_no_memory(err);
    snprintf(spec, size, "%s%s", prefix, program->command);
    dm_status status = dm_contestant_new(spec, 0, &contestant, err);
    free(spec);
    if (status == DM_OK)
        status = dmi_bot_set_folder(contestant->bot, program->folder, err);
    if (status == DM_OK)
        *out = contestant;
    else
        dm_contestant_free(contestant);
    return status;
}

dm_status dm_contestant_of_guest(const char *name, const dm_guest *guest, const dm_guest_game *game,
                                 dm_contestant **out, dm_error *err)
{
    dm_contestant *contestant = dmi_calloc(1, sizeof *contestant);
    if (!contestant || !(contestant->spec = dmi_strdup(name))) {
        dm_contestant_free(contestant);
        return dmi_no_memory(err);
    }
    dm_status status = guest->begin(guest->user, game, &contestant->guest_player, err);
    if (status != DM_OK) {
        dm_contestant_free(contestant);
        return status;
    }
    contestant->guest = *guest;
    *out = contestant;
    return DM_OK;
}

void dm_contestant_free(dm_contestant *contestant)
{
    if (!contestant)
        return;
    if (contestant->guest.end)
        contestant->guest.end(contestant->guest_player);
    dmi_bot_free(contestant->bot);
    dm_player_free(contestant->player);
    dm_plane_player_free(contestant->plane_player);
    free(contestant->spec);
    free(contestant);
}

const char *dm_contestant_spec(const dm_contestant *contestant)
{
    return contestant->spec;
}

const char *dm_fault_name(dm_fault fault)
{
    return fault_names[fault];
}

dm_fault dm_fault_by_name(const char *name)
{
    for (int kind = 0; kind < DM_FAULT_KINDS; kind++)
        if (strcmp(name, fault_names[kind]) == 0)
            return (dm_fault)kind;
    return DM_FAULT_NONE;
}

dm_status dm_contestant_check_start(dm_contestant *contestant, dm_position *position,
                                    const dm_match_settings *settings, dm_run *run, dm_error *err)
{
    static const dm_match_settings none;
    if (contestant->player && position && !dm_position_is_over(position)) {
        dm_status status = dm_player_can_play(contestant->player, position, run, err);
        return status == DM_STOPPED ? DM_OK : status; /* its turn stops, too */
    }
    if (!contestant->bot)
        return DM_OK;
    dm_turn_report report = {.fault = DM_FAULT_NONE};
    dm_status status =
        dmi_bot_check_start(contestant->bot, settings ? settings : &none, &report, err);
    if (status != DM_OK || report.fault != DM_FAULT_START)
        return status;
    const char *last = strrchr(report.error_output, '\n');
    return dmi_fail(err, DM_BAD_INPUT, "%.200s cannot start: %s (%.100s)", contestant->spec,
                    report.why.message, last ? last + 1 : report.error_output);
}

bool dmi_match_goes_on(const dm_position *position, dm_run *run)
{
    return dmi_run_report(run, 0, "match", (uint64_t)dm_position_turns_made(position),
                          (uint64_t)dm_position_rules(position)->turn_count, NULL);
}

dm_status dmi_fault(dm_turn_report *report, dm_fault fault, const char *format, ...)
{
    char message[sizeof report->why.message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    report->fault = fault;
    report->why.status = DM_BAD_MOVE;
    dmi_utf8_visible(message, strlen(message), false, report->why.message, sizeof message);
    return DM_OK;
}

static void check_clock(const dm_match_settings *settings, dm_turn_report *report)
{
    double limit = settings->move_seconds;
    if (limit > 0 && report->seconds > limit && report->fault == DM_FAULT_NONE)
        dmi_fault(report, DM_FAULT_LATE, "%.3f s used, %.3f s allowed", report->seconds, limit);
}

/* The turn of a player of this library, on a board or in the plane. */
typedef struct own_turn {
    dm_contestant *contestant;
    dm_position *position; /* NULL: in the plane */
    dm_vertex *move;
    dm_plane_game *plane;
    const dm_match_settings *settings;
    dm_run *run;
    dm_turn_report *report;
} own_turn;

static dm_status ask_player(const own_turn *t, dm_error *err)
{
    const dm_match_settings *settings = t->settings;
    dm_turn_report *report = t->report;
    dm_contestant *contestant = t->contestant;
    /* Seconds after which a player of this library should answer; 0: no limit. */
    double prompt = DMI_PROMPT * settings->move_seconds, wish = settings->think_seconds;
    double thinking = prompt > 0 && (wish <= 0 || prompt < wish) ? prompt : wish;
    dm_run *own = NULL;
    dm_status status = dm_run_new(&own, err);
    if (status != DM_OK)
        return status;
    double begun = dmi_seconds(), processor = dmi_clock_thread();
    dmi_run_follow(own, t->run);
    if (thinking > 0)
        dm_run_set_deadline(own, thinking);
    if (t->plane)
        status = dm_plane_player_turn(contestant->plane_player, t->plane, 0, own, err);
    else if (settings->trace)
        status =
            dm_player_explain(contestant->player, t->position, own, t->move, settings->trace, err);
    else
        status = dm_player_choose(contestant->player, t->position, own, t->move, err);
    report->seconds = dmi_seconds() - begun;
    report->processor_seconds = dmi_clock_thread() - processor;
    dm_run_free(own);
    bool goes_on = t->plane ? dmi_run_go_on(t->run, 0) : dmi_match_goes_on(t->position, t->run);
    if (status == DM_STOPPED && goes_on)
        status = DM_OK; /* its own time was up; the move is legal */
    if (status == DM_OK)
        check_clock(settings, report);
    return status;
}

static dm_status ask_contestant(dm_contestant *contestant, dm_position *position,
                                const dm_match_settings *settings, dm_run *run, dm_vertex *move,
                                dm_turn_report *report, dm_error *err)
{
    const dmi_bot_game game = dmi_bot_game_on(position, move);
    if (contestant->bot)
        return dmi_bot_choose(contestant->bot, &game, settings, run, report, err);
    if (contestant->guest.choose) {
        double processor = dmi_clock_thread();
        dm_status status = contestant->guest.choose(contestant->guest_player, position,
                                                    settings->move_seconds, move, report, err);
        report->processor_seconds = dmi_clock_thread() - processor;
        if (status == DM_OK)
            check_clock(settings, report);
        return status;
    }
    const own_turn turn = {contestant, position, move, NULL, settings, run, report};
    return ask_player(&turn, err);
}

/* `settings` with the limit of this turn, of which `turns` are left to the side; a player of this
 * library takes its share of the game's time. */
static dm_match_settings turn_settings(const dm_match_settings *settings, double limit,
                                       int32_t turns)
{
    dm_match_settings own = *settings;
    own.move_seconds = limit;
    if (settings->game_seconds > 0) {
        double share = dmi_clock_share(limit, settings->increment_seconds, turns);
        if (own.think_seconds <= 0 || DMI_PROMPT * share < own.think_seconds)
            own.think_seconds = DMI_PROMPT * share;
    }
    return own;
}

dm_status dmi_contestant_choose(dm_contestant *contestant, dm_position *position,
                                const dm_match_settings *settings, dm_run *run, dm_vertex *move,
                                dm_turn_report *report, dm_error *err)
{
    double limit = dmi_clock_limit(&contestant->clock, settings, report->side);
    const dm_match_settings own =
        turn_settings(settings, limit, dmi_clock_turns(position, dm_position_to_move(position)));
    dm_status status = limit < 0
                           ? dmi_fault(report, DM_FAULT_LATE, "no time is left for the game")
                           : ask_contestant(contestant, position, &own, run, move, report, err);
    dmi_clock_count(&contestant->clock, settings, report->side, report->seconds);
    return status;
}

dm_status dmi_contestant_place(dm_contestant *contestant, dm_plane_game *game,
                               const dm_match_settings *settings, dm_run *run,
                               dm_turn_report *report, dm_error *err)
{
    const dm_plane_game_rules *rules = dm_plane_game_rules_of(game);
    double limit = dmi_clock_limit(&contestant->clock, settings, report->side);
    int32_t turns = rules->rounds - report->turn / rules->sides;
    const dm_match_settings own = turn_settings(settings, limit, turns);
    const own_turn turn = {contestant, NULL, NULL, game, &own, run, report};
    const dmi_bot_game told = dmi_bot_game_in(game);
    dm_status status = limit < 0 ? dmi_fault(report, DM_FAULT_LATE, "no time is left for the game")
                       : contestant->bot
                           ? dmi_bot_choose(contestant->bot, &told, &own, run, report, err)
                           : ask_player(&turn, err);
    dmi_clock_count(&contestant->clock, settings, report->side, report->seconds);
    return status;
}

void dmi_contestant_begin(dm_contestant *contestant)
{
    contestant->clock = (dmi_clock){0};
    if (contestant->bot)
        dmi_bot_begin(contestant->bot);
}

bool dmi_contestant_repeats_turn(dm_contestant *contestant, dm_fault fault)
{
    if (!contestant->bot || !dmi_bot_repeats_turn(contestant->bot, fault))
        return false;
    contestant->clock = (dmi_clock){0}; /* it was the first turn */
    return true;
}

void dmi_contestant_finish(dm_contestant *contestant, const dm_position *position,
                           dm_outcome outcome)
{
    if (contestant->guest.over)
        contestant->guest.over(contestant->guest_player, position, outcome);
}

void dmi_contestant_dismiss(dm_contestant *contestant, dm_turn_report *report)
{
    if (contestant->bot)
        dmi_bot_kill(contestant->bot, report);
}
