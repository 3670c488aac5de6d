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
/* PNG and PDF files, by cairo. */
dm_status dmi_paint_png(const dmi_scene *scene, const char *path, dm_error *err);
dm_status dmi_paint_pdf(const dmi_scene *scene, const char *path, dm_error *err);

typedef struct dmi_letters {
    bool colour, unicode;
} dmi_letters;

/* Characters, one cell a unit of the page; the caller frees them. */
dm_status dmi_paint_text(const dmi_scene *scene, dmi_letters letters, char **out, dm_error *err);

/* Whether the file's name ends so, in either case. */
bool dmi_has_ending(const char *path, const char *ending);

#endif
