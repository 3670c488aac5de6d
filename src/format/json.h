/* json.h - boards in JSON, also inside other documents. */
#ifndef DMI_JSON_H
#define DMI_JSON_H

#include "format/input.h"
#include "format/output.h"
#include <demesne/arena.h>
#include <jansson.h>

/* The JSON document that `in` holds; released with json_decref(). */
dm_status dmi_json_load(dmi_input *in, json_t **out, dm_error *err);
/* The board that `object` describes (docs/FORMATS.md).  Of the text that it came `from` the name,
 * the size and the limits count. */
dm_status dmi_json_board(const json_t *object, const dmi_input *from, dm_arena **out,
                         dm_error *err);
/* The same board as JSON text, without a newline at its end. */
void dmi_json_put_board(dmi_output *out, const dm_arena *arena);
void dmi_json_put_string(dmi_output *out, const char *text);

#endif
