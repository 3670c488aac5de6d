/* level_view.h - a level prepared for drawing: what all parts of its picture share. */
#ifndef DMI_DRAW_LEVEL_LEVEL_VIEW_H
#define DMI_DRAW_LEVEL_LEVEL_VIEW_H

#include "draw/layout/layout.h"
#include "draw/paint/scene.h"
#include <demesne/draw_level.h>

/* Sizes on the page, in its unit. */
typedef struct dmi_level_sizes {
    double scale;                   /* of the layout's unit */
    double width, height;           /* of the network */
    double line, dot, site, border; /* stroke, radii, room around the places */
    double font, label;             /* label 0: vertices have no numbers */
} dmi_level_sizes;

typedef struct dmi_level_view {
    const dm_level *level;
    dm_line_diagram *diagram; /* with stretches */
    dm_line_ties ties;
    bool lengths;     /* edges show their lengths instead of numbers */
    dm_point *places; /* of vertices: of the layout at first, then on the page */
    double *bend;     /* by edge: how far its middle is aside, as a part of its chord */
    uint8_t hue[DM_MAX_LINE_PLAYERS]; /* by player: which of the colours of land */
    dmi_level_sizes size;
} dmi_level_view;

/* Diagram and places.  `from` NULL: the level's own places or a layout's; otherwise `level` is that
 * view's level (borrowed) after the picture's moves, and keeps its places. */
dm_status dmi_level_view_init(const dm_level *level, const dm_level_picture *picture,
                              const dmi_level_view *from, dmi_level_view *out, dm_error *err);
void dmi_level_view_clear(dmi_level_view *view);

/* Sizes for a picture of at most `most` units. */
dmi_level_sizes dmi_level_size(const dmi_level_view *view, double most);
/* Moves the places from the layout's `box` onto the page, y down, the corner at (left, top).  Loose
 * ends that lie on other vertices are drawn shorter. */
dm_status dmi_level_place(dmi_level_view *view, const dmi_level_sizes *size, dmi_draw_box box,
                          double left, double top, dm_error *err);

/* The point of an edge. */
dm_point dmi_level_along(const dmi_level_view *view, int32_t edge, double at);
dm_point dmi_level_point(const dmi_level_view *view, const dm_line_place *place);
/* The number of straight lines that an edge is drawn in. */
int dmi_level_steps(const dmi_level_view *view, int32_t edge);

/* The ink of a player's land, or of DM_TIED and DM_UNREACHED. */
static inline dmi_ink dmi_level_ink(const dmi_level_view *view, int32_t owner)
{
    return dmi_land_ink(owner < 0 ? owner : view->hue[owner]);
}

/* The owner to show for a set of players: a player, DM_TIED or DM_UNREACHED. */
int32_t dmi_level_owner(const dmi_level_view *view, uint64_t players);

static inline double dmi_decimal_of(dm_ratio ratio)
{
    return (double)ratio.num / (double)ratio.den;
}

/* A part of an edge as lines in `style`. */
void dmi_level_add_line(const dmi_level_view *view, dmi_scene *scene, int32_t edge, double from,
                        double to, dmi_shape style);
/* Under the network: moves and winning places. */
void dmi_level_highlights(const dmi_level_view *view, const dm_level_picture *picture,
                          dmi_scene *scene);
void dmi_level_edges(const dmi_level_view *view, dmi_scene *scene);
/* Whether the fronts on two successive stretches meet. */
bool dmi_level_fronts_meet(const dm_line_stretch *a, const dm_line_stretch *b);
/* One mark per meeting, in the order of the diagram. */
void dmi_level_boundaries(const dmi_level_view *view, dmi_scene *scene);
/* Vertices and sites, with their numbers. */
void dmi_level_marks(const dmi_level_view *view, dmi_scene *scene);
/* Over the network: the signs of the moves to come. */
void dmi_level_signs(const dmi_level_view *view, const dm_level_picture *picture, dmi_scene *scene);
/* A short line across an edge. */
dmi_shape dmi_level_tick(const dmi_level_view *view, int32_t edge, double at, double size);

#endif
