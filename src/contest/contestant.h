/* contest/contestant.h - who sits at a board: a player of ours or a program. */
#ifndef DMI_CONTESTANT_H
#define DMI_CONTESTANT_H

#include <demesne/contest.h>

#define DMI_PROMPT 0.9 /* the part of its time after which a player of ours is to answer */

/* Another game begins. */
void dmi_contestant_begin(dm_contestant *contestant);
/* Asks for the stones of the turn that is due: `move` has room for them.  DM_OK with a fault
 * told in `report` leaves `move` unset; a fault of a program ends it.  The rules are the
 * caller's to check. */
dm_status dmi_contestant_choose(dm_contestant *contestant, dm_position *position,
                                const dm_match_settings *settings, dm_run *run, dm_vertex *move,
                                dm_turn_report *report, dm_error *err);
/* The move was against the rules: a program that made it is ended. */
void dmi_contestant_dismiss(dm_contestant *contestant);

/* Whether the match's run goes on, by the clock now. */
bool dmi_match_goes_on(const dm_position *position, dm_run *run);

/* Fills `report` with a fault and its reason; gives DM_OK, for a fault is no failure. */
dm_status dmi_fault(dm_turn_report *report, dm_fault fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
