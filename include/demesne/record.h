/* demesne/record.h - recorded games: written, read and replayed.
 *
 * The form is JSON (docs/FORMATS.md): the board (its family and seed, or the
 * board itself), the rules, the players, the moves and the result.  A record
 * whose board, moves and result do not match is refused on reading.
 */
#ifndef DEMESNE_RECORD_H
#define DEMESNE_RECORD_H

#include <demesne/position.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_record {
    dm_arena *arena;
    char *source; /* the ARENA as it was named, e.g. "grid:5x5" */
    uint64_t seed;
    char *player[2];       /* specs, by side */
    dm_position *position; /* the game, all moves made */
} dm_record;

/* Writes the game in `position`.  `source` and `seed` name a family, which is
 * then stored by name; any other board is stored whole. */
dm_status dm_record_write(const dm_position *position, const char *source, uint64_t seed,
                          const char *white, const char *black, const char *path, dm_error *err);
/* The same as text, freed with dm_free(). */
dm_status dm_record_text(const dm_position *position, const char *source, uint64_t seed,
                         const char *white, const char *black, char **out, dm_error *err);
/* Reads and replays; every move is checked, and the result is recomputed and compared. */
dm_status dm_record_read(const char *path, dm_record **out, dm_error *err);
/* The same from memory; `name` is for messages. */
dm_status dm_record_read_memory(const char *name, const void *bytes, size_t size, dm_record **out,
                                dm_error *err);
void dm_record_free(dm_record *record);

#ifdef __cplusplus
}
#endif
#endif
