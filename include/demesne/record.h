/* demesne/record.h - recorded games: written, read and replayed.
 *
 * The form is JSON (docs/FORMATS.md): the board (its family and seed, or the
 * board itself), the rules, the players, the moves and the result.  A record
 * whose board, moves and result do not match is refused on reading.
 */
#ifndef DEMESNE_RECORD_H
#define DEMESNE_RECORD_H

#include <demesne/position.h>
#include <demesne/strategy.h>
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

/* Certificates: a game and strategies that guarantee bounds, in files.  The form is JSON, line by
 * line (docs/FORMATS.md): the first line has the board, the rules and the moves made so far, as a
 * game record has; then each strategy with its positions, one per line.  Reading checks the form;
 * dm_verify() checks the proof. */
typedef struct dm_certificate {
    dm_record *game; /* the game that the strategies start from; it has no players */
    int32_t strategy_count;
    dm_strategy *strategies[2];
} dm_certificate;

/* Writes `count` (1 or 2) strategies that start from `start`.  `source` and `seed` name a family,
 * which is then stored by name; any other board is stored whole. */
dm_status dm_certificate_write(const dm_position *start, const char *source, uint64_t seed,
                               const dm_strategy *const *strategies, int32_t count,
                               const char *path, dm_error *err);
/* The same as text, freed with dm_free(). */
dm_status dm_certificate_text(const dm_position *start, const char *source, uint64_t seed,
                              const dm_strategy *const *strategies, int32_t count, char **out,
                              dm_error *err);
dm_status dm_certificate_read(const char *path, dm_certificate **out, dm_error *err);
/* The same from memory; `name` is for messages. */
dm_status dm_certificate_read_memory(const char *name, const void *bytes, size_t size,
                                     dm_certificate **out, dm_error *err);
void dm_certificate_free(dm_certificate *certificate);

#ifdef __cplusplus
}
#endif
#endif
