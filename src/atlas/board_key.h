/* board_key.h - the key of a board in the database. */
#ifndef DMI_BOARD_KEY_H
#define DMI_BOARD_KEY_H

#include <demesne/arena.h>

/* The canonical graph6 of a board with unit lengths and values: equal for boards that differ in
 * their numbering only.  A board with lengths or values is written as it is numbered:
 * "n;u-v:length;.../value,...".  Freed with free(). */
dm_status dmi_board_key(const dm_arena *arena, char **out, dm_error *err);

#endif
