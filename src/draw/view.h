/* view.h - a position made ready for drawing: what the composers share. */
#ifndef DMI_VIEW_H
#define DMI_VIEW_H

#include "draw/layout.h"
#include "draw/scene.h"
#include <demesne/draw.h>

typedef struct dmi_view {
    const dm_arena *arena;
    const dm_graph *graph;
    const dm_stone *stones;
    int64_t count;
    dm_tie_rule ties;
    const dm_dominance *owned;
    dm_dominance *own;    /* what `owned` is where the caller did not say */
    int32_t *stone_at;    /* the index of the stone on a vertex, -1 where it is free */
    dm_point *places;     /* of the layout at first; on the page once it is planned */
    double spacing;       /* a usual distance between neighbouring places */
    double crowd_spacing; /* so far apart hardly any two lack a third between */
    bool ways_only;       /* of many edges those that a shortest way from a stone takes */
    double edge_sum;      /* length of all edges that are drawn */
    double edge_count;    /* how many they are */
    int64_t most_value;

    /* Set by dmi_page_plan(), in the page's unit. */
    dm_picture picture;
    double stone, dot;               /* radii of a stone and of a free vertex */
    double line;                     /* width of an edge */
    double font;                     /* size of legend and caption */
    double label;                    /* size of labels; 0: there are none */
    bool labels_below;               /* names that do not fit inside the marks */
    double cell;                     /* side of a mosaic's cells */
    bool has_field;                  /* pale bands lie under the edges */
    bool mosaic;                     /* too many vertices for marks: cells of colour instead */
    double gap;                      /* usual distance between neighbours */
    double left, top, width, height; /* where the board is */
    double legend_top, legend_width;
} dmi_view;

/* Checks the stones, finds the owners (unless `owned` says), lays the board out. */
dm_status dmi_view_init(const dm_arena *arena, const dm_stone *stones, int64_t count,
                        dm_tie_rule ties, const dm_dominance *owned, uint64_t seed, dmi_view *out,
                        dm_error *err);
void dmi_view_clear(dmi_view *view);

/* Chooses the size of the page and of the marks, and moves the places there. */
dm_status dmi_page_plan(dmi_view *view, const dm_picture *picture, dmi_scene *scene, dm_error *err);
/* The page of another view of the same board, where the same marks go to the same places. */
void dmi_page_follow(dmi_view *view, const dmi_view *other, const dm_picture *picture);
/* Whether the edge of this arc out of v is drawn. */
bool dmi_draws_edge(const dmi_view *view, dm_vertex v, uint32_t arc);
/* Width of the field's bands; 0 where there is no room for them. */
double dmi_band_width(const dmi_view *view);
dm_status dmi_compose_field(dmi_view *view, dmi_scene *scene, dm_error *err);
/* The marked vertices and the line they stand on, under everything else. */
void dmi_compose_guide(const dmi_view *view, dmi_scene *scene);
void dmi_compose_board(const dmi_view *view, dmi_scene *scene);
dm_status dmi_compose_mosaic(const dmi_view *view, dmi_scene *scene, dm_error *err);
void dmi_compose_labels(const dmi_view *view, dmi_scene *scene);

/* Legend and caption, `width` wide from (left, top); gives the height they take.
 * `scene` NULL: only measures. */
double dmi_compose_legend(const dmi_view *view, double left, double top, double width,
                          dmi_scene *scene);
double dmi_legend_width(const dmi_view *view); /* on one line */

/* Everything that is on the page, once it is planned. */
dm_status dmi_compose_page(dmi_view *view, dmi_scene *scene, dm_error *err);
/* All of the above: the scene of a picture. */
dm_status dmi_scene_of(const dm_arena *arena, const dm_stone *stones, int64_t count,
                       dm_tie_rule ties, const dm_picture *picture, dmi_scene *out, dm_error *err);

/* The parts of edges that belong to `ink`, drawn in `style`. */
void dmi_add_edges_of_ink(const dmi_view *view, dmi_scene *scene, dmi_ink ink, dmi_shape style);
/* The mark of a vertex with this owner (and stone, where player >= 0). */
void dmi_add_mark(const dmi_view *view, dmi_scene *scene, dm_vertex about, dm_point at,
                  int32_t owner, int32_t player, double radius);
/* The radius of v's mark. */
double dmi_mark_radius(const dmi_view *view, dm_vertex v);
bool dmi_shows_lengths(const dmi_view *view);
/* The label of v: its name, or its number written into `room`. */
const char *dmi_label(const dmi_view *view, dm_vertex v, char room[16]);

int dmi_compare_doubles(const void *left, const void *right); /* for qsort */

#endif
