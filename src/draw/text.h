/* text.h - a position composed for a page of character cells. */
#ifndef DMI_TEXT_H
#define DMI_TEXT_H

#include "draw/view.h"

/* How a board is set in character cells. */
typedef struct dmi_text_plan {
    dmi_view *view;
    dm_text form;
    int room;          /* rows for the board; the rest is the legend's */
    bool lattice;      /* every column and row of places has its own cells */
    bool numbered;     /* stones show their move numbers, */
    bool labelled;     /* and free vertices their own */
    int mark;          /* widest mark, in cells */
    int columns, rows; /* of the lattice */
    double dx, dy;     /* its steps, in the layout's unit, */
    int across, down;  /* and in cells */
    dmi_draw_box box;
} dmi_text_plan;

/* Looks for a lattice that fits the room. */
dm_status dmi_text_find_lattice(dmi_text_plan *plan, dm_error *err);
/* Whether most of the lattice's points are vertices. */
bool dmi_text_is_filled(const dmi_text_plan *plan);
/* Moves the places to the middles of cells, chooses the marks, and gives the scene its size.  No
 * mark hides another as long as there is room. */
dm_status dmi_text_place(dmi_text_plan *plan, dmi_scene *scene, dm_error *err);

/* A text shape begins in cell (x, y); a line runs between the middles of cells, which have half
 * coordinates; a box covers whole cells. */
dm_status dmi_compose_text(dmi_view *view, const dm_text *form, dmi_scene *scene, dm_error *err);

/* Boards with more vertices than cells, in at most `rows` rows, without stones; moves the places to
 * their cells. */
dm_status dmi_compose_text_cells(dmi_view *view, const dm_text *form, int rows, dmi_scene *scene,
                                 dm_error *err);
/* w, b, '.' or '-': the letter of a vertex without a stone. */
void dmi_land_letter(const dmi_view *view, int32_t owner, char letter[2]);

#endif
