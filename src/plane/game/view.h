/* view.h - a game as a player looks at it: sites with doubles, added and taken back, and what a
 * further one would gain by the rule of the game. */
#ifndef DMI_PLANE_GAME_VIEW_H
#define DMI_PLANE_GAME_VIEW_H

#include "plane/game/cells.h"
#include "plane/game/field.h"
#include <demesne/rng.h>

/* Places that players choose are multiples of this part of the board's extent. */
#define DMI_PLACE_BITS 20

typedef struct dmi_plane_view {
    const dm_plane_board *board;
    dm_line_metric metric;
    int32_t sides;
    double extent;    /* the longer side of the board's box */
    double unit;      /* a power of two: places are multiples of it */
    double apart;     /* the least distance of sites, with a margin */
    dmi_cells *level; /* level[depth]: the cells now */
    int32_t depth, levels;
    bool is_gravity;
    dmi_field field;
    double **sum;  /* of the field, by level */
    dm_run *run;   /* borrowed; the search ends with it */
    uint64_t work; /* gains computed */
    bool failed;
} dmi_plane_view;

/* The game as it stands; `deepest` further sites may be added. */
dm_status dmi_plane_view_init(dmi_plane_view *view, const dm_plane_game *game, int32_t deepest,
                              dm_run *run, dm_error *err);
void dmi_plane_view_clear(dmi_plane_view *view);
dmi_cells *dmi_plane_view_cells(dmi_plane_view *view);
void dmi_plane_view_add(dmi_plane_view *view, dm_point at, int32_t side);
void dmi_plane_view_undo(dmi_plane_view *view);
/* The area that a further site of `side` gains. */
double dmi_plane_view_gain(dmi_plane_view *view, dm_point at, int32_t side);
/* The same with its gradient; false if there is none: Manhattan, gravity, or no site yet. */
bool dmi_plane_view_slope(dmi_plane_view *view, dm_point at, int32_t side, double *gain,
                          dm_point *slope);
/* The area of `side` minus the greatest area of another. */
double dmi_plane_view_lead(const dmi_plane_view *view, int32_t side);
/* Whether a site may be placed there; the game decides this exactly. */
bool dmi_plane_view_allows(dmi_plane_view *view, dm_point at);
/* The nearest place of the kind that players choose. */
dm_point dmi_plane_view_snap(const dmi_plane_view *view, dm_point at);
/* A random place that is allowed; false if none was found. */
bool dmi_plane_view_random(dmi_plane_view *view, dm_rng *rng, dm_point *out);
/* The length of a cell's side if all were equal squares. */
double dmi_plane_view_scale(const dmi_plane_view *view);

#endif
