/* json_board.h - the JSON form of a board, for the rooms that put one inside a document of theirs.
 */
#ifndef DMI_JSON_BOARD_H
#define DMI_JSON_BOARD_H

#include <demesne/arena.h>
#include <jansson.h>

/* A new object in the form of docs/FORMATS.md, or NULL without memory. */
json_t *dmi_board_to_json(const dm_arena *arena);
/* `name` stands in messages. */
dm_status dmi_board_from_json(const json_t *board, const char *name, dm_arena **out, dm_error *err);

#endif
