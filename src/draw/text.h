/* text.h - a position composed for a page of character cells. */
#ifndef DMI_TEXT_H
#define DMI_TEXT_H

#include "draw/view.h"

/* A text shape begins in cell (x, y); a line runs between the middles of cells,
 * which have half coordinates; a box covers whole cells. */
dm_status dmi_compose_text(dmi_view *view, const dm_text *form, dmi_scene *scene, dm_error *err);

#endif
