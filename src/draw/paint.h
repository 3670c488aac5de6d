/* paint.h - painters: a scene becomes a file or a text. */
#ifndef DMI_PAINT_H
#define DMI_PAINT_H

#include "draw/scene.h"

/* An SVG text; the caller frees it. */
dm_status dmi_paint_svg(const dmi_scene *scene, char **out, size_t *size, dm_error *err);
/* PNG and PDF files, by cairo. */
dm_status dmi_paint_png(const dmi_scene *scene, const char *path, dm_error *err);
dm_status dmi_paint_pdf(const dmi_scene *scene, const char *path, dm_error *err);

typedef struct dmi_letters {
    bool colour, unicode;
} dmi_letters;

/* Characters, one cell a unit of the page; the caller frees them. */
dm_status dmi_paint_text(const dmi_scene *scene, dmi_letters letters, char **out, dm_error *err);

#endif
