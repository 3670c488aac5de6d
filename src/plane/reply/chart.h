/* chart.h - places of new sites as boxes (t, m), and bounds of what sites in such boxes take.
 *
 * Around each rival's site s there are four charts, one per quarter turn.  A chart has
 *
 *          / m = 1
 *         /   . p                  p = s + t (1, m),  t >= 0,  -1 <= m <= 1,
 *        s ------- x               turned by its number of quarter turns.
 *         \ m = -1
 *
 * At t = 0 the new site is at s but for its direction (1, m), which still decides what it takes of
 * the cell of s.  All that is computed is continuous there.
 */
#ifndef DMI_PLANE_CHART_H
#define DMI_PLANE_CHART_H

#include "plane/reply/land.h"
#include "plane/reply/range.h"

typedef struct dmi_chart {
    int32_t site;     /* among the rivals */
    int quarter;      /* turns */
    dm_point *corner; /* of all pieces of land, relative to s and turned back */
    dm_point *rival;  /* all rivals, likewise */
    bool *is_shared;  /* corners of other cells that are as near to s as to their own site */
    double reach;     /* the greatest t of a place nearer to s than to other rivals */
} dmi_chart;

/* A box of places. */
typedef struct dmi_patch {
    int32_t chart;
    double t0, t1, m0, m1;
} dmi_patch;

typedef struct dmi_atlas {
    const dmi_land *land;
    dmi_chart *chart; /* four per rival */
    int32_t charts;
    double *value[2][3]; /* scratch, by new site: lowest, middle, highest of each corner */
    double *own[2][2];   /* .. of phi for s at corners that are shared: lowest, highest */
    dm_point *point[2];  /* scratch: corners of a part of a piece */
    double *mark[2];     /* of each of them */
    dmi_arrays arrays;
} dmi_atlas;

dm_status dmi_atlas_init(dmi_atlas *atlas, const dmi_land *land, dm_error *err);
void dmi_atlas_clear(dmi_atlas *atlas);

dm_point dmi_patch_middle(const dmi_atlas *atlas, const dmi_patch *patch); /* on the board */
/* Whether no place of the patch is on the board and nearer to its site than to other rivals. */
bool dmi_patch_is_outside(const dmi_atlas *atlas, const dmi_patch *patch);
/* Whether all of the patch is on one part of the board; used if the board is not convex. */
bool dmi_patch_is_on_board(const dmi_atlas *atlas, const dmi_patch *patch,
                           const dmi_board_parts *parts);

/* The pieces that sites in some patches may take in part, and what they take for certain. */
typedef struct dmi_taken {
    double sure;    /* the area of pieces taken whole */
    int32_t *piece; /* the others */
    int32_t count;
} dmi_taken;

typedef struct dmi_bound {
    double upper;          /* of the area that one site in each patch takes together */
    double middle;         /* that area for the middles of the patches, within `error` */
    dmi_range slope[2][2]; /* by new site: along t and m */
    double error;
} dmi_bound;

/* Bounds for `count` (1 or 2) new sites.  `from`: of larger patches; `to` may share its list. */
void dmi_bound_find(const dmi_atlas *atlas, const dmi_patch *const *patch, int count,
                    const dmi_taken *from, dmi_taken *to, dmi_bound *out);

#endif
