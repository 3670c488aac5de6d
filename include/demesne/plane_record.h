/* demesne/plane_record.h - recorded games in the plane: written, read and replayed.
 *
 * The form is JSON (docs/FORMATS.md): the board, the rules, the players, the moves and the result.
 * A record whose moves and result do not match is refused on reading.
 */
#ifndef DEMESNE_PLANE_RECORD_H
#define DEMESNE_PLANE_RECORD_H

#include <demesne/plane_game.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_plane_record {
    dm_plane_board *board;
    dm_plane_game *game; /* all moves made */
    uint64_t seed;
    char *player[2]; /* by side */
} dm_plane_record;

/* Writes a game of two sides, finished or not. */
dm_status dm_plane_record_write(const dm_plane_game *game, uint64_t seed, const char *white,
                                const char *black, const char *path, dm_error *err);
/* The same as text, freed with dm_free(). */
dm_status dm_plane_record_text(const dm_plane_game *game, uint64_t seed, const char *white,
                               const char *black, char **out, dm_error *err);
/* Reads and replays; every move is checked, and the result is computed again and compared. */
dm_status dm_plane_record_read(const char *path, dm_plane_record **out, dm_error *err);
/* The same from memory; `name` is for messages. */
dm_status dm_plane_record_read_memory(const char *name, const void *bytes, size_t size,
                                      dm_plane_record **out, dm_error *err);
void dm_plane_record_free(dm_plane_record *record);
/* Whether a file begins as such a record; false for standard input and what cannot be read. */
bool dm_plane_record_is(const char *path);

#ifdef __cplusplus
}
#endif
#endif
