/* form.h - the key of a board in the database. */
#ifndef DMI_BOARD_KEY_H
#define DMI_BOARD_KEY_H

#include <demesne/arena.h>

/* The canonical graph6 of a board of unit lengths and values: the same for all boards that are
 * the same but for their numbering.  A board with lengths or values is written out as
 * it is numbered, "n;u-v:length;.../value,...".  Freed with free(). */
dm_status dmi_board_key(const dm_arena *arena, char **out, dm_error *err);

#endif
