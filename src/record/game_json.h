/* game_json.h - board, rules and moves as JSON, for records and certificates. */
#ifndef DMI_GAME_JSON_H
#define DMI_GAME_JSON_H

#include "format/output.h"
#include <demesne/record.h>
#include <jansson.h>

/* The largest board of a family that is stored by name; larger ones are stored whole, so a few
 * bytes never cost a reader more memory than this. */
enum { DMI_NAMED_VERTICES = 1000000, DMI_NAMED_EDGES = 2000000 };

/* Writes `between`, then "key":. */
void dmi_put_member(dmi_output *out, const char *between, const char *key);
/* Writes the members arena, seed or board, fingerprint, ties and turns, each after `between`. */
void dmi_put_game(dmi_output *out, const char *between, const dm_position *position,
                  const char *source, uint64_t seed);
void dmi_put_moves(dmi_output *out, const char *between, const dm_position *position);

/* Reads these members from `root` into `record`, makes all moves and compares the fingerprint.
 * `name` is for messages; `bytes` is the size of the text. */
dm_status dmi_read_game(const json_t *root, const char *name, int64_t bytes, dm_record *record,
                        dm_error *err);
/* DM_BAD_INPUT: `name`: "key" must be `what`. */
dm_status dmi_expected(const char *name, const char *key, const char *what, dm_error *err);

#endif
