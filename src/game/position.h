/* position.h - makes a position's evaluator under run control. */
#ifndef DMI_POSITION_H
#define DMI_POSITION_H

#include "arena/tables.h"
#include "game/evaluator.h"
#include <demesne/position.h>
#include <demesne/run.h>

enum { DMI_TABLE_VERTICES = 4096 }; /* the most that a table of 16 MiB has room for */

/* Makes the evaluator of dmi_position_evaluator() now.  DM_OK also if the board is too large for
 * one; DM_STOPPED if the run ended first. */
dm_status dmi_position_prepare(dm_position *position, dm_run *run, dm_error *err);
/* The evaluator if it was made before, or NULL. */
dmi_evaluator *dmi_position_ready_evaluator(const dm_position *position);
/* The tables of its board, held as long as the position lives. */
dmi_tables *dmi_position_tables(const dm_position *position);

#endif
