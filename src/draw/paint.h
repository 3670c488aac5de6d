/* paint.h - painters: a scene becomes a file or a text. */
#ifndef DMI_PAINT_H
#define DMI_PAINT_H

#include "draw/scene.h"

/* An SVG text; the caller frees it. */
dm_status dmi_paint_svg(const dmi_scene *scene, char **out, size_t *size, dm_error *err);
/* The same of several scenes of one size, shown one after another for `seconds` each and the last
 * twice as long, over and over; where nothing moves the last is seen. */
dm_status dmi_paint_svg_frames(const dmi_scene *frames, int32_t count, double seconds, char **out,
                               size_t *size, dm_error *err);
/* A line that grows from its first end to its second; times are parts of one showing. */
typedef struct dmi_growth {
    dmi_shape line;
    double begins, ends;
} dmi_growth;

/* `under`, the lines growing over it, then `over`, of the same size: once in `seconds`, over and
 * over; where nothing moves all lines are whole. */
dm_status dmi_paint_svg_growth(const dmi_scene *under, const dmi_growth *lines, size_t count,
                               const dmi_scene *over, double seconds, char **out, size_t *size,
                               dm_error *err);
/* PNG and PDF, by cairo; the caller frees the bytes. */
dm_status dmi_paint_png(const dmi_scene *scene, char **out, size_t *size, dm_error *err);
dm_status dmi_paint_pdf(const dmi_scene *scene, char **out, size_t *size, dm_error *err);

/* Any of them as a file, by the ending of `path`; DM_BAD_ARGUMENT where it names none. */
dm_status dmi_paint_file(const dmi_scene *scene, const char *path, dm_error *err);

typedef struct dmi_letters {
    bool colour, unicode;
} dmi_letters;

/* Characters, one cell a unit of the page; the caller frees them. */
dm_status dmi_paint_text(const dmi_scene *scene, dmi_letters letters, char **out, dm_error *err);

/* Whether the file's name ends so, in either case. */
bool dmi_has_ending(const char *path, const char *ending);

#endif
