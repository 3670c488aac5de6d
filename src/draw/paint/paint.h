/* paint.h - painters: a scene becomes a file or a text. */
#ifndef DMI_DRAW_PAINT_PAINT_H
#define DMI_DRAW_PAINT_PAINT_H

#include "draw/paint/scene.h"

/* An SVG text; the caller frees it. */
dm_status dmi_paint_svg(const dmi_scene *scene, char **out, size_t *size, dm_error *err);
/* Scenes of one size, shown one after another for `seconds` each and the last twice as long, again
 * and again; a viewer without animation shows the last. */
dm_status dmi_paint_svg_frames(const dmi_scene *frames, int32_t count, double seconds, char **out,
                               size_t *size, dm_error *err);
/* A line that grows from its first end to its second; times are parts of one run. */
typedef struct dmi_growth {
    dmi_shape line;
    double begins, ends;
} dmi_growth;

/* `under`, the lines that grow over it, then `over`, again and again, `seconds` each time; a viewer
 * without animation shows the lines whole. */
dm_status dmi_paint_svg_growth(const dmi_scene *under, const dmi_growth *lines, size_t count,
                               const dmi_scene *over, double seconds, char **out, size_t *size,
                               dm_error *err);
/* An area that is filled from a point outwards, by a circle or a diamond. */
typedef struct dmi_spread {
    dmi_shape area;
    dm_point from;
    double reach, ends; /* the last radius, and when it is reached, as a part of one run */
    bool diamond;
} dmi_spread;

/* `under`; over it the first shape of `cells`, which vanishes at `covered_until`; the areas, whose
 * points are those of `cells`; then `over`. */
typedef struct dmi_spreading {
    const dmi_scene *under, *cells, *over;
    const dmi_spread *parts;
    size_t count;
    double covered_until, seconds;
} dmi_spreading;

/* Again and again; a viewer without animation shows the end. */
dm_status dmi_paint_svg_spread(const dmi_spreading *what, char **out, size_t *size, dm_error *err);
/* PNG and PDF, by cairo; the caller frees the bytes. */
dm_status dmi_paint_png(const dmi_scene *scene, char **out, size_t *size, dm_error *err);
dm_status dmi_paint_pdf(const dmi_scene *scene, char **out, size_t *size, dm_error *err);

/* Any of them as a file, by the ending of `path`; DM_BAD_ARGUMENT if it names none. */
dm_status dmi_paint_file(const dmi_scene *scene, const char *path, dm_error *err);
/* Frames as a file, one per turn of a game. */
dm_status dmi_paint_game_file(const dmi_scene *frames, int32_t count, const char *path,
                              dm_error *err);
/* DM_BAD_ARGUMENT unless `path` can hold an animation. */
dm_status dmi_check_animation(const char *path, dm_error *err);

typedef struct dmi_letters {
    bool colour, unicode;
} dmi_letters;

/* Characters, one cell per unit of the page; the caller frees them. */
dm_status dmi_paint_text(const dmi_scene *scene, dmi_letters letters, char **out, dm_error *err);

#endif
