/* game_json.h - the board, the rules and the moves so far, as records and certificates write them.
 */
#ifndef DMI_GAME_JSON_H
#define DMI_GAME_JSON_H

#include "format/output.h"
#include <demesne/record.h>
#include <jansson.h>

/* The largest board of a family that is kept by its name; a larger one is written whole.  So a
 * few bytes never ask a reader for more memory than this board takes. */
enum { DMI_NAMED_VERTICES = 1000000, DMI_NAMED_EDGES = 2000000 };

/* A member of an object: `between`, "key": */
void dmi_put_member(dmi_output *out, const char *between, const char *key);
/* The members arena, seed or board, fingerprint, ties and turns, each after `between`. */
void dmi_put_game(dmi_output *out, const char *between, const dm_position *position,
                  const char *source, uint64_t seed);
void dmi_put_moves(dmi_output *out, const char *between, const dm_position *position);

/* Reads the members above from `root` into `record`, all moves made and the fingerprint
 * compared.  `name` stands in messages; `bytes` is the size of the text. */
dm_status dmi_read_game(const json_t *root, const char *name, int64_t bytes, dm_record *record,
                        dm_error *err);
/* DM_BAD_INPUT: `name`: "key" should be `what`. */
dm_status dmi_expected(const char *name, const char *key, const char *what, dm_error *err);

#endif
