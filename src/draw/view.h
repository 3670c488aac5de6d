/* view.h - a position prepared for drawing: what all parts of its picture share. */
#ifndef DMI_VIEW_H
#define DMI_VIEW_H

#include "draw/layout/layout.h"
#include "draw/paint/scene.h"
#include <demesne/draw.h>
#include <demesne/map.h>

typedef struct dmi_view {
    const dm_arena *arena;
    dm_arena *undirected;  /* NULL: `arena` is undirected */
    const dm_graph *graph; /* the undirected one; arrows on its edges show one-way arcs */
    const dm_stone *stones;
    int32_t count;
    dm_tie_rule ties;
    const dm_dominance *owned;
    dm_dominance *own;        /* `owned`, if the caller has none */
    int32_t *stone_at;        /* index of the stone on a vertex; -1: free */
    dm_point *places;         /* of the layout; on the page once it is planned */
    double spacing;           /* a usual distance between neighbouring places */
    double dense_spacing;     /* cells of this size are hardly ever empty inside the board */
    bool shortest_paths_only; /* draw only edges on a shortest path from a stone */
    double edge_sum;          /* total length of the edges that are drawn, */
    double edge_count;        /* and their number */
    int64_t most_value;

    /* Set by dmi_page_plan(), in the page's unit. */
    dm_picture picture;
    double stone, dot;               /* radii of a stone and of a free vertex */
    double line;                     /* width of an edge */
    double font;                     /* size of legend and caption */
    double label;                    /* size of labels; 0: there are none */
    bool labels_below;               /* names that do not fit inside the marks */
    double cell;                     /* side of a cell, if drawn as cells */
    bool has_bands;                  /* pale bands lie under the edges */
    bool as_cells;                   /* too many vertices for marks: cells of colour */
    double gap;                      /* usual distance between neighbours */
    double left, top, width, height; /* where the board is */
    double legend_top, legend_width;
    dmi_draw_box box; /* of the layout, which lies at (left, top), width by height, on the page */
} dmi_view;

/* Checks the stones, finds the owners (unless `owned` has them), lays the board out. */
dm_status dmi_view_init(const dm_arena *arena, const dm_stone *stones, int32_t count,
                        dm_tie_rule ties, const dm_dominance *owned, uint64_t seed, dmi_view *out,
                        dm_error *err);
void dmi_view_clear(dmi_view *view);

/* Chooses the size of the page and of the marks, and moves the places there. */
dm_status dmi_page_plan(dmi_view *view, const dm_picture *picture, dmi_scene *scene, dm_error *err);
/* Takes over the page of another view of the same board. */
void dmi_page_follow(dmi_view *view, const dmi_view *other, const dm_picture *picture);
/* Whether the edge of this arc out of v is drawn. */
bool dmi_draws_edge(const dmi_view *view, dm_vertex v, uint32_t arc);
/* Where the owner changes along the edge of this arc out of v: the share of v's side. */
double dmi_boundary_share(const dmi_view *view, dm_vertex v, uint32_t arc);
/* Width of the bands; 0: there is no room for them. */
double dmi_band_width(const dmi_view *view);
dm_status dmi_compose_bands(dmi_view *view, dmi_scene *scene, dm_error *err);
/* The marked vertices and the line they stand on, under everything else. */
void dmi_compose_marked(const dmi_view *view, dmi_scene *scene);
void dmi_compose_board(const dmi_view *view, dmi_scene *scene);
dm_status dmi_compose_cells(const dmi_view *view, dmi_scene *scene, dm_error *err);
/* The streets of a board with a map, areas and sites, labels, a scale bar, whom to name. */
dm_status dmi_compose_map(const dmi_view *view, dmi_scene *scene, dm_error *err);
/* Height of the line under a map with its scale bar and whom to name; 0 without a map. */
double dmi_map_line(const dmi_view *view);
void dmi_compose_stones(const dmi_view *view, dmi_scene *scene);
void dmi_compose_labels(const dmi_view *view, dmi_scene *scene);

/* Legend and caption, `width` wide from (left, top); gives the height they take.
 * `scene` NULL: only measures. */
double dmi_compose_legend(const dmi_view *view, double left, double top, double width,
                          dmi_scene *scene);
double dmi_legend_width(const dmi_view *view); /* on one line */

/* The whole page, once it is planned. */
dm_status dmi_compose_page(dmi_view *view, dmi_scene *scene, dm_error *err);
/* The scene of a picture, from the beginning. */
dm_status dmi_scene_of(const dm_arena *arena, const dm_stone *stones, int32_t count,
                       dm_tie_rule ties, const dm_picture *picture, dmi_scene *out, dm_error *err);

/* The parts of edges that belong to `ink`, drawn in `style`. */
void dmi_add_edges_of_ink(const dmi_view *view, dmi_scene *scene, dmi_ink ink, dmi_shape style);
/* The mark of a vertex with this owner; player >= 0: of that player's stone. */
void dmi_add_mark(const dmi_view *view, dmi_scene *scene, dm_vertex about, dm_point at,
                  int32_t owner, int32_t player, double radius);
/* The ring around a new site. */
void dmi_add_ring(const dmi_view *view, dmi_scene *scene, dm_point at, int32_t player,
                  double radius);
/* The radius of v's mark. */
double dmi_mark_radius(const dmi_view *view, dm_vertex v);
bool dmi_shows_lengths(const dmi_view *view);
/* The label of v: its name, or its number written into `room`. */
const char *dmi_label(const dmi_view *view, dm_vertex v, char room[16]);

int dmi_compare_doubles(const void *left, const void *right); /* for qsort */

#endif
