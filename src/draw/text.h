/* text.h - a position composed for a page of character cells. */
#ifndef DMI_TEXT_H
#define DMI_TEXT_H

#include "draw/view.h"

/* A text shape begins in cell (x, y); a line runs between the middles of cells,
 * which have half coordinates; a box covers whole cells. */
dm_status dmi_compose_text(dmi_view *view, const dm_text *form, dmi_scene *scene, dm_error *err);

/* The same for boards with more vertices than cells, in at most `rows` rows, stones left
 * out; moves the places to their cells. */
dm_status dmi_compose_crowd(dmi_view *view, const dm_text *form, int rows, dmi_scene *scene,
                            dm_error *err);
/* w, b, '.' or '-': the letter of a vertex without a stone. */
void dmi_land_letter(const dmi_view *view, int32_t owner, char letter[2]);

#endif
