/* scene.h - a picture as a list of shapes, the only thing that painters know.
 *
 * Coordinates are in the page's unit (pixels, points or character cells), x to the right and y down
 * from the top left corner.  Shapes are painted in order.  Successive lines of one style are
 * painted in one stroke, so they are added style by style.  A scene that runs out of memory
 * remembers it: add shapes without checks, and call dmi_scene_status() once at the end.
 */
#ifndef DMI_DRAW_PAINT_SCENE_H
#define DMI_DRAW_PAINT_SCENE_H

#include "draw/paint/palette.h"
#include <demesne/arena.h>
#include <stddef.h>

typedef enum dmi_shape_kind {
    DMI_LINE, /* from (x, y) to (x2, y2) */
    DMI_DISC, /* around (x, y), radius x2 */
    DMI_BOX,  /* from corner (x, y), x2 wide and y2 high */
    DMI_TEXT, /* at (x, y), the middle of its height; see anchor */
    DMI_AREA  /* x2 of the scene's points from number x; where one is not a number a ring ends */
} dmi_shape_kind;

typedef enum dmi_anchor { DMI_START, DMI_MIDDLE, DMI_END } dmi_anchor;

enum {
    DMI_DASHED = 1, /* lines and outlines */
    DMI_BOLD = 2,   /* text */
    DMI_HALO = 4,   /* text: a rim in the colour of `fill` keeps it legible */
    DMI_ROUND = 8   /* lines: round ends */
};

/* What a shape shows, for tests. */
typedef enum dmi_role {
    DMI_ROLE_OTHER = 0,
    DMI_ROLE_VERTEX, /* the mark of vertex `about`, stones included */
    DMI_ROLE_EDGE,   /* part of an edge from vertex `about` to its boundary point or other end */
    DMI_ROLE_LABEL
} dmi_role;

typedef struct dmi_shape {
    double x, y, x2, y2;
    float width;   /* of the stroke; of text its size */
    uint32_t text; /* where it begins among the scene's letters */
    int32_t about; /* the vertex it belongs to, or -1 */
    uint8_t kind, role, flags, anchor;
    uint8_t stroke, fill; /* inks; text is painted with stroke */
} dmi_shape;

typedef struct dmi_scene {
    double width, height;
    dmi_shape *shapes;
    size_t count, capacity;
    char *letters;
    size_t letters_size, letters_capacity;
    dm_point *points; /* of areas */
    size_t points_count, points_capacity;
    const char *title; /* borrowed; the title inside the file */
    bool out_of_memory;
} dmi_scene;

void dmi_scene_clear(dmi_scene *scene);
dm_status dmi_scene_status(const dmi_scene *scene, dm_error *err);
void dmi_scene_add(dmi_scene *scene, dmi_shape shape);
/* Adds `text` (UTF-8, copied) with the style of `shape`. */
void dmi_scene_write(dmi_scene *scene, dmi_shape shape, const char *text);
/* Adds rings of points as one area with the style of `shape`; holes are rings too.  Call
 * dmi_scene_point() for each point before, and dmi_scene_ring_end() after each ring. */
void dmi_scene_point(dmi_scene *scene, dm_point point);
void dmi_scene_ring_end(dmi_scene *scene);
void dmi_scene_area(dmi_scene *scene, dmi_shape shape, size_t first_point);
static inline const char *dmi_shape_text(const dmi_scene *scene, const dmi_shape *shape)
{
    return scene->letters + shape->text;
}
/* Shapes that belong to no vertex; the text stands in the middle of its place. */
static inline dmi_shape dmi_line_shape(dm_point a, dm_point b, double width, unsigned ink)
{
    return (dmi_shape){
        a.x, a.y, b.x, b.y, (float)width, .kind = DMI_LINE, .about = -1, .stroke = (uint8_t)ink};
}
static inline dmi_shape dmi_disc_shape(dm_point at, double radius, unsigned fill, unsigned ink,
                                       double width)
{
    dmi_shape disc = dmi_line_shape(at, (dm_point){radius, 0}, width, ink);
    disc.kind = DMI_DISC;
    disc.fill = (uint8_t)fill;
    return disc;
}
static inline dmi_shape dmi_text_shape(dm_point at, double size, unsigned ink, unsigned flags)
{
    dmi_shape text = dmi_line_shape(at, (dm_point){0, 0}, size, ink);
    text.kind = DMI_TEXT;
    text.anchor = DMI_MIDDLE;
    text.flags = (uint8_t)flags;
    return text;
}
/* Whether two shapes can share a stroke. */
bool dmi_same_style(const dmi_shape *a, const dmi_shape *b);

/* Length of a dash and of the gap after it; a whole number of them fits a disc's outline. */
double dmi_dash(const dmi_shape *shape);

#define DMI_BASELINE   0.36 /* from the middle of a text down to its baseline, of its size */
#define DMI_HALO_WIDTH 0.28 /* of a text's rim, both sides together */

/* About how wide `text` is at `size` in a usual sans-serif.  Pages are measured with it, so that a
 * picture does not depend on the installed fonts. */
double dmi_text_width(const char *text, double size, bool bold);

/* Sets items of the given widths, each with `space` behind it, from left to right in centred lines
 * of height `line` that are at most `width` wide.  `at` receives the left middle of each item;
 * gives the height of all lines. */
double dmi_flow_items(const double *widths, int count, double space, double line, double width,
                      dm_point *at);

#endif
