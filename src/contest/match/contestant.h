/* contest/contestant.h - one side of a match: a player of this library, an outside program or a
 * guest. */
#ifndef DMI_CONTEST_MATCH_CONTESTANT_H
#define DMI_CONTEST_MATCH_CONTESTANT_H

#include <demesne/contest.h>
#include <demesne/plane_match.h>

#define DMI_PROMPT                                                                                 \
    0.9 /* the share of its time after which a player of this library should answer */

/* A new game begins. */
void dmi_contestant_begin(dm_contestant *contestant);
/* Asks for the stones of the next turn.  DM_OK with a fault in `report` leaves `move` unset; a
 * fault of a program ends it.  The caller checks the rules. */
dm_status dmi_contestant_choose(dm_contestant *contestant, dm_position *position,
                                const dm_match_settings *settings, dm_run *run, dm_vertex *move,
                                dm_turn_report *report, dm_error *err);
/* Asks for the points of the next turn in the plane, and places them.  With a fault in `report`
 * none is placed, but for one that is late. */
dm_status dmi_contestant_place(dm_contestant *contestant, dm_plane_game *game,
                               const dm_match_settings *settings, dm_run *run,
                               dm_turn_report *report, dm_error *err);
/* Called after each turn.  True if the turn is to be repeated without counting its fault: a program
 * did not understand that another game has begun, and will be started again. */
bool dmi_contestant_repeats_turn(dm_contestant *contestant, dm_fault fault);
/* The game was played to its end. */
void dmi_contestant_finish(dm_contestant *contestant, const dm_position *position,
                           dm_outcome outcome);
/* Ends a program that made an illegal move. */
void dmi_contestant_dismiss(dm_contestant *contestant, dm_turn_report *report);

/* What a machine must have to run a program without a name. */
typedef struct dmi_program_place {
    bool needs_folder;                     /* a relative path is named: it runs in its folder */
    char version[DM_PROGRAM_VERSION_SIZE]; /* a hash of the named files; "": none is named */
} dmi_program_place;

/* `folder` NULL: relative paths do not count.  DM_BAD_INPUT if a file cannot be read. */
dm_status dmi_program_place_of(const char *command, const char *folder, dmi_program_place *out,
                               dm_error *err);
/* The command of a spec that begins with cmd:. */
const char *dmi_spec_command(const char *spec);

/* Whether the match's run goes on; reads the clock. */
bool dmi_match_goes_on(const dm_position *position, dm_run *run);

/* Fills `report` with a fault and its reason.  Returns DM_OK: a fault is not a failure. */
dm_status dmi_fault(dm_turn_report *report, dm_fault fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* How long the next turn of a side may take. */

/* What a game's clock knows of each side. */
typedef struct dmi_clock {
    double used[2]; /* seconds */
    int32_t turns[2];
} dmi_clock;

/* Seconds that `side` may take for its next turn: the smaller of a turn's time and what is left of
 * the game's.  0: no limit; negative: nothing is left. */
double dmi_clock_limit(const dmi_clock *clock, const dm_match_settings *settings, dm_side side);
/* Counts a turn that took `seconds`; more than the side had counts as all of it. */
void dmi_clock_count(dmi_clock *clock, const dm_match_settings *settings, dm_side side,
                     double seconds);

/* Seconds for the next of `turns` turns if `left` seconds and an increment per turn are for all of
 * them. */
double dmi_clock_share(double left, double increment, int32_t turns);
/* How many turns `position` still has for `side`. */
int32_t dmi_clock_turns(const dm_position *position, dm_side side);

/* Seconds of the processor that this thread has used. */
double dmi_clock_thread(void);

#endif
