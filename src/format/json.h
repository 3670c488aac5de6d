/* json.h - boards as JSON, also inside other documents. */
#ifndef DMI_JSON_H
#define DMI_JSON_H

#include "format/input.h"
#include "format/output.h"
#include <demesne/arena.h>
#include <jansson.h>
#include <stdbool.h>

/* Reads the JSON document in `from` into `to`. */
typedef dm_status dmi_json_fn(const json_t *root, const dmi_input *from, void *to, dm_error *err);
dm_status dmi_json_read(dmi_input *in, dmi_json_fn *read, void *to, dm_error *err);
/* Reads the board that `object` describes (docs/FORMATS.md). `from` is the text it came from:
 * its name, size and limits are used. */
dm_status dmi_json_board(const json_t *object, const dmi_input *from, dm_arena **out,
                         dm_error *err);
/* Writes a board as JSON text without a final newline. */
void dmi_json_put_board(dmi_output *out, const dm_arena *arena);
void dmi_json_put_string(dmi_output *out, const char *text);

/* Whether it is a graph as networkx writes it: it has `nodes`, and no `vertices` as a board of our
 * own. */
bool dmi_is_node_link(const json_t *root);
dm_status dmi_node_link_board(const json_t *root, const dmi_input *from, dm_arena **out,
                              dm_error *err);

#endif
