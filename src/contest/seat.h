/* contest/seat.h - who sits at a board: a player of ours or a program. */
#ifndef DMI_SEAT_H
#define DMI_SEAT_H

#include <demesne/contest.h>

#define DMI_PROMPT 0.9 /* the part of its time after which a player of ours is to answer */

/* Another game begins. */
void dmi_seat_begin(dm_seat *seat);
/* Asks for the stones of the turn that is due: `move` has room for them.  DM_OK with a fault
 * told in `report` leaves `move` unset; a fault of a program ends it.  The rules are the
 * caller's to check. */
dm_status dmi_seat_choose(dm_seat *seat, dm_position *position, const dm_match_settings *settings,
                          dm_run *run, dm_vertex *move, dm_turn_report *report, dm_error *err);
/* The move was against the rules: a program that made it is ended. */
void dmi_seat_dismiss(dm_seat *seat);

/* Whether the match's run goes on, by the clock now. */
bool dmi_match_goes_on(const dm_position *position, dm_run *run);

/* Fills `report` with a fault and its reason; gives DM_OK, for a fault is no failure. */
dm_status dmi_fault(dm_turn_report *report, dm_fault fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
