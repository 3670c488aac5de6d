/* demesne/level.h - levels of the game on edges in files, and ratios from text.
 *
 * The form is JSON (docs/FORMATS.md): vertices, edges with exact lengths, sites,
 * who is to move and what ropes may do.
 */
#ifndef DEMESNE_LEVEL_H
#define DEMESNE_LEVEL_H

#include <demesne/lines.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a level; "-" is standard input, "pack.json:3" the third level of a pack.  DM_BAD_INPUT or
 * DM_TOO_LARGE with a message that names the file and the place. */
dm_status dm_level_read(const char *path, dm_level **out, dm_error *err);
/* The same from memory; `name` is for messages. */
dm_status dm_level_read_memory(const char *name, const void *bytes, size_t size, dm_level **out,
                               dm_error *err);

/* Writes a level that reads back as the same; "-" is standard output. */
dm_status dm_level_write(const dm_level *level, const char *path, dm_error *err);
/* The same as text, freed with dm_free(). */
dm_status dm_level_text(const dm_level *level, char **out, dm_error *err);

/* Reads "3", "-0.25", "1e3" or "7/3" exactly.  DM_BAD_ARGUMENT for anything else, DM_TOO_LARGE
 * if it does not fit. */
dm_status dm_ratio_parse(const char *text, dm_ratio *out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
