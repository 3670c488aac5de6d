/* plane_view.h - the plane on a page: where its points are, its cells and sites as shapes. */
#ifndef DMI_DRAW_PLANE_VIEW_H
#define DMI_DRAW_PLANE_VIEW_H

#include "draw/paint/scene.h"

#include <demesne/draw_plane.h>

typedef struct dmi_plane_page {
    const dm_plane *plane;
    const dm_plane_board *board;
    const dm_plane_picture *picture;
    dm_plane_score *score;       /* with cells; without them under gravity */
    dm_point low, high;          /* the board's box */
    double scale;                /* pixels per unit */
    double left, top;            /* of the board on the page */
    double radius;               /* of a site */
    uint8_t hue[DM_PLANE_SIDES]; /* the colour of each side's land */
} dmi_plane_page;

/* Chooses the scale and measures the areas. */
dm_status dmi_plane_page_init(const dm_plane *plane, const dm_plane_picture *picture,
                              dmi_plane_page *view, dm_error *err);
void dmi_plane_page_clear(dmi_plane_page *view);

dm_point dmi_plane_on_page(const dmi_plane_page *view, dm_point at);
/* The board as an area with the given inks. */
void dmi_plane_add_board(const dmi_plane_page *view, dmi_ink fill, dmi_ink stroke, double width,
                         dmi_scene *scene);
/* Stripes over the whole board: cells are painted over them. */
void dmi_plane_add_stripes(const dmi_plane_page *view, dmi_scene *scene);
/* The land of one site. */
void dmi_plane_add_cell(const dmi_plane_page *view, int32_t site, dmi_scene *scene);
/* The land of all sides by the gravity rule. */
void dmi_plane_add_lattice(const dmi_plane_page *view, dmi_scene *scene);
/* A disc with the colours of a side's sites. */
dmi_shape dmi_plane_disc(const dmi_plane_page *view, int32_t side, dm_point at, double radius);
void dmi_plane_add_sites(const dmi_plane_page *view, dmi_scene *scene);

/* The area of a side (DM_TIED: tied land) as a double and as a text, which may be NULL. */
double dmi_plane_size(const dmi_plane_page *view, int32_t side, const char **exact);

#endif
