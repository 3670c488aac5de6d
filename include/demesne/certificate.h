/* demesne/certificate.h - proofs in files: a game and strategies that guarantee bounds.
 *
 * The form is JSON, line by line (docs/FORMATS.md): the first line has the board, the rules and the
 * moves made so far, as a game record has; then each strategy with its positions, one per line.
 * Reading checks the form; dm_verify() checks the proof.
 */
#ifndef DEMESNE_CERTIFICATE_H
#define DEMESNE_CERTIFICATE_H

#include <demesne/record.h>
#include <demesne/strategy.h>

#ifdef __cplusplus
extern "C" {
#endif

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
