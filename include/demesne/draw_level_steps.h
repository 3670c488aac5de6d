/* demesne/draw_level_steps.h - several pictures of levels in one file, one below the other.
 *
 * For the moves of a solution one by one: picture i has the level before move i, its explanation,
 * and the level after it.
 */
#ifndef DEMESNE_DRAW_LEVEL_STEPS_H
#define DEMESNE_DRAW_LEVEL_STEPS_H

#include <demesne/draw_level.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_level_step {
    const dm_level *level;
    dm_level_picture picture;
} dm_level_step;

/* Writes FILE.svg, .png or .pdf with `count` (1 or more) pictures, each as dm_draw_level() draws
 * it.  Fails as that does. */
dm_status dm_draw_level_steps(const dm_level_step *steps, int32_t count, const char *path,
                              dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
