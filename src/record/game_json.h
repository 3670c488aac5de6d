/* game_json.h - board, rules and moves as JSON, for records and certificates. */
#ifndef DMI_GAME_JSON_H
#define DMI_GAME_JSON_H

#include "format/input.h"
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

/* What the reading functions share. */
typedef struct dmi_game_reader {
    const dmi_input *from; /* its name, for messages, and the size of the text */
    const json_t *root;
    dm_record *record;
    dm_error *err;
} dmi_game_reader;

/* Reads these members, makes all moves and compares the fingerprint. */
dm_status dmi_read_game(const dmi_game_reader *r);
/* Checks that the members "demesne" and "version" are `kind` and `version`; `what` explains. */
dm_status dmi_read_kind(const dmi_game_reader *r, const char *kind, const char *what, int version);
/* DM_BAD_INPUT: "key" must be `what`. */
dm_status dmi_expected(const dmi_game_reader *r, const char *key, const char *what);

#endif
