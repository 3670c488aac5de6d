/* points.h - straight lines between points, and a tree of boxes over some of the points. */
#ifndef DMI_POINTS_H
#define DMI_POINTS_H

#include "base/base.h"
#include <demesne/arena.h>

typedef struct dmi_box {
    double low[3], high[3];
} dmi_box;

/* Points in the order of a Hilbert curve.  Node 0 has all of them, the nodes 2i + 1 and 2i + 2 the
 * first and the second half of node i; all leaves are on one level and have at most DMI_LEAF
 * points. */
typedef struct dmi_point_tree {
    const struct dm_points *points;
    int32_t count, nodes;
    int32_t *item;   /* in that order: the number of a point on the list */
    double (*at)[3]; /* of each of them: see dm_points */
    dmi_box *box;    /* of each node */
    dmi_arrays arrays;
} dmi_point_tree;

enum { DMI_LEAF = 8 };

/* In the plane x and y are exact whole numbers of 10^-finer of the board's unit of length; on the
 * sphere lon and lat are radians.  `at` is the place in space where boxes are drawn: x, y, 0 or a
 * point of the unit sphere. */
typedef struct dm_points {
    dm_vertex n;
    dm_line_metric metric;
    int64_t scale;     /* of x and y in the unit of lengths: a power of 10 */
    int64_t *x, *y;    /* NULL on the sphere */
    double *lon, *lat; /* NULL in the plane */
    double *cos_lat;
    double per_radian;   /* units of length */
    double slack;        /* an error of `at` */
    double (*at)[3];     /* of each vertex */
    dm_vertex *rank;     /* of each vertex on the Hilbert curve */
    dmi_point_tree tree; /* of all vertices */
    dmi_arrays arrays;
} dm_points;

/* What points are made of.  x and y, at most 2^60 from 0, count in 10^-finer of the unit of
 * lengths, which is 10^-decimals; `place` has the same as doubles: degrees on the sphere. */
typedef struct dmi_points_input {
    dm_vertex n;
    dm_line_metric metric; /* not DM_BY_COLUMNS */
    int decimals, finer;   /* at most 18 together */
    const int64_t *x, *y;  /* not read on the sphere */
    const dm_point *place;
} dmi_points_input;

dm_status dmi_points_new(const dmi_points_input *input, dm_points **out, dm_error *err);
void dmi_points_free(dm_points *points);
/* The same points in another numbering: v becomes rank[v]. */
dm_status dmi_points_permute(const dm_points *points, const dm_vertex *rank, dm_points **out,
                             dm_error *err);
/* Their graph, which takes them, also on failure. */
dm_status dmi_points_graph(dm_points *points, dm_graph *out, dm_error *err);

/* The length of a straight line, rounded to the nearest unit, halves up: exactly in the plane, and
 * by doubles on the sphere. */
int64_t dmi_points_distance(const dm_points *points, dm_vertex u, dm_vertex v);

/* A tree over points[list[i]]; NULL: all vertices.  O(n log n). */
dm_status dmi_point_tree_init(dmi_point_tree *tree, const dm_points *points, const dm_vertex *list,
                              int32_t count, dm_error *err);
void dmi_point_tree_clear(dmi_point_tree *tree);

/* Gaps are compared instead of distances: sums of coordinates in the plane with the Manhattan
 * metric, squares of straight lines through space otherwise.  Whatever is within `reach` units has
 * at most this gap. */
double dmi_points_gap_within(const dm_points *points, int64_t reach);
/* The least gap from a place to a box, and from one place to another. */
double dmi_points_gap_to_box(const dm_points *points, const double at[3], const dmi_box *box);
double dmi_points_gap(const dm_points *points, const double a[3], const double b[3]);

/* The greatest limit of the points in each node of the tree of all vertices. */
void dmi_points_limits(const dm_points *points, const int64_t *limit, int64_t *most);

/* A search among all vertices. */
typedef struct dmi_points_search {
    dm_vertex from;
    int64_t start, reach; /* finds u with start + d(from, u) <= reach */
    const int64_t *limit; /* and <= limit[u]; NULL: none */
    const int64_t *most;  /* dmi_points_limits() of these limits or greater ones; NULL: unknown */
    int64_t *distance;    /* of each vertex: lowered to that sum; -1: not found yet */
    dm_vertex *found;     /* receives those that had -1 */
    dm_vertex count;
} dmi_points_search;

void dmi_points_within(const dm_points *points, dmi_points_search *search);

#endif
