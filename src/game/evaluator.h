/* evaluator.h - scores of positions one stone apart, fast.
 *
 * For boards with an all-pairs table.  Each side keeps, for every vertex, the
 * distance to its nearest stone; one more stone is an elementwise minimum with
 * one row of the table and a comparison, done in SIMD over narrow integers.
 * Vectors of earlier positions stay on a stack, so undo costs nothing.
 *
 *     dmi_evaluator_place(e, DM_WHITE, 12);
 *     best = dmi_evaluator_try(e, DM_BLACK, 7);     nothing changes
 *     dmi_evaluator_undo(e);
 *
 * All values are White's score minus Black's.
 */
#ifndef DMI_GAME_EVALUATOR_H
#define DMI_GAME_EVALUATOR_H

#include <demesne/position.h>

typedef struct dmi_evaluator dmi_evaluator;

typedef enum dmi_simd {
    DMI_SIMD_AUTO = 0,
    DMI_SIMD_PORTABLE,
    DMI_SIMD_AVX2,
    DMI_SIMD_AVX512
} dmi_simd;

/* Whether this machine has the instructions (always for AUTO and PORTABLE). */
bool dmi_simd_available(dmi_simd simd);
const char *dmi_simd_name(dmi_simd simd);

/*   arena, table   borrowed; must outlive the evaluator
 *   max_stones     the most stones on the board at a time
 * DM_UNSUPPORTED if this machine cannot run `simd`. */
dm_status dmi_evaluator_new(const dm_arena *arena, const dm_distances *table, dm_tie_rule ties,
                            int32_t max_stones, dmi_simd simd, dmi_evaluator **out, dm_error *err);
void dmi_evaluator_free(dmi_evaluator *evaluator);

/* The calls below check nothing in release builds.  `v` must be in range and free,
 * fewer than max_stones stones placed, and undo needs a stone to take back. */
void dmi_evaluator_place(dmi_evaluator *evaluator, dm_side side, dm_vertex v);
void dmi_evaluator_undo(dmi_evaluator *evaluator);
void dmi_evaluator_reset(dmi_evaluator *evaluator);
int32_t dmi_evaluator_stones(const dmi_evaluator *evaluator);
int64_t dmi_evaluator_value(const dmi_evaluator *evaluator);
int64_t dmi_evaluator_score(const dmi_evaluator *evaluator, dm_side side);
/* The value after one more stone, without placing it. */
int64_t dmi_evaluator_try(const dmi_evaluator *evaluator, dm_side side, dm_vertex v);
/* The same for many vertices: values[i] for vertices[i]. */
void dmi_evaluator_try_many(const dmi_evaluator *evaluator, dm_side side, const dm_vertex *vertices,
                            int32_t count, int64_t *values);

/* The evaluator that follows this position, or NULL if the table of all distances would
 * exceed 16 MiB.  Callers may place and undo stones on it if they restore it. */
dmi_evaluator *dmi_position_evaluator(dm_position *position);

#endif
