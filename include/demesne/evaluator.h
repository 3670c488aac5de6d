/* demesne/evaluator.h - scores of positions one stone apart, fast.
 *
 * For boards with an all-pairs table.  Each side keeps, for every vertex, the
 * distance to its nearest stone; one more stone is an elementwise minimum with
 * one row of the table and a comparison, done in SIMD over narrow integers.
 * Vectors of earlier positions stay on a stack, so undo costs nothing.
 *
 *     dm_evaluator_place(e, DM_WHITE, 12);
 *     best = dm_evaluator_try(e, DM_BLACK, 7);     nothing changes
 *     dm_evaluator_undo(e);
 *
 * All values are White's score minus Black's.
 */
#ifndef DEMESNE_EVALUATOR_H
#define DEMESNE_EVALUATOR_H

#include <demesne/graph.h>
#include <demesne/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_evaluator dm_evaluator;

typedef enum dm_simd { DM_SIMD_AUTO = 0, DM_SIMD_PORTABLE, DM_SIMD_AVX2, DM_SIMD_AVX512 } dm_simd;

/* Whether this machine has the instructions (always for AUTO and PORTABLE). */
bool dm_simd_available(dm_simd simd);
const char *dm_simd_name(dm_simd simd);

/*   arena, table   borrowed; must outlive the evaluator
 *   max_stones     the most stones on the board at a time
 * DM_UNSUPPORTED if this machine cannot run `simd`. */
dm_status dm_evaluator_new(const dm_arena *arena, const dm_distances *table, dm_tie_rule ties,
                           int32_t max_stones, dm_simd simd, dm_evaluator **out, dm_error *err);
void dm_evaluator_free(dm_evaluator *evaluator);

/* The calls below check nothing in release builds.  `v` must be in range and free,
 * fewer than max_stones stones placed, and undo needs a stone to take back. */
void dm_evaluator_place(dm_evaluator *evaluator, dm_side side, dm_vertex v);
void dm_evaluator_undo(dm_evaluator *evaluator);
void dm_evaluator_reset(dm_evaluator *evaluator);
int32_t dm_evaluator_stones(const dm_evaluator *evaluator);
int64_t dm_evaluator_value(const dm_evaluator *evaluator);
int64_t dm_evaluator_score(const dm_evaluator *evaluator, dm_side side);
/* The value after one more stone, without placing it. */
int64_t dm_evaluator_try(const dm_evaluator *evaluator, dm_side side, dm_vertex v);
/* The same for many vertices: values[i] for vertices[i]. */
void dm_evaluator_try_many(const dm_evaluator *evaluator, dm_side side, const dm_vertex *vertices,
                           int32_t count, int64_t *values);

#ifdef __cplusplus
}
#endif
#endif
