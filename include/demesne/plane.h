/* demesne/plane.h - the game in the plane: sites in a polygon, and whose land is whose.
 *
 * Every point of the board belongs to the side whose nearest site is nearer; areas decide.
 *
 *     +-----------+-----------+
 *     |        .  |           |        Corners and sites are exact fractions of any size, as texts
 *     |     W     |     B     |        ("1/4", "0.25"); so are areas, in both metrics.
 *     |           |  .        |
 *     +-----------+-----------+        Distances are straight: walls do not bend them.
 *
 *     dm_plane_board_named("square", &board, &err);
 *     dm_plane_new(board, NULL, &plane, &err);
 *     dm_plane_place(plane, DM_WHITE, "1/4", "1/2", &err);
 *     dm_plane_place(plane, DM_BLACK, "3/4", "1/2", &err);
 *     dm_plane_score_new(plane, NULL, NULL, &score, &err);        score->area[DM_WHITE] is "1/2"
 */
#ifndef DEMESNE_PLANE_H
#define DEMESNE_PLANE_H

#include <demesne/arena.h>
#include <demesne/rules.h>
#include <demesne/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A board: a polygon, which need not be convex and may have holes. */
typedef struct dm_plane_board dm_plane_board;

enum { DM_PLANE_CORNERS = 10000 }; /* the most corners of a board */
enum { DM_PLANE_SIDES = 8 };       /* the most sides */

/* By name:
 *
 *     square      [0,1] x [0,1]
 *     rect:WxH    [0,W] x [0,H]; decimals or fractions
 *     triangle    (0,0), (1,0), (0,1)
 *     ngon:N      corners of the unit circle from (1,0), coordinates rounded to 10^-6
 *
 * DM_BAD_ARGUMENT: another name, or sizes that are not positive. */
dm_status dm_plane_board_named(const char *name, dm_plane_board **out, dm_error *err);

/* A ring of corners: 2 * count numbers, x and y in turn.  The last corner is joined to the first;
 * it may also be repeated at the end. */
typedef struct dm_plane_ring {
    const char *const *xy;
    int32_t count;
} dm_plane_ring;

/* A polygon by its outer ring and the rings of its holes, in either orientation.  `name` is copied.
 * DM_BAD_INPUT: no number, a ring without area, one that touches or crosses itself or another, a
 * hole that is not inside; the message names ring and corner.  DM_TOO_LARGE: too many corners. */
dm_status dm_plane_board_new(const char *name, const dm_plane_ring *rings, int32_t count,
                             dm_plane_board **out, dm_error *err);
void dm_plane_board_free(dm_plane_board *board);

const char *dm_plane_board_name(const dm_plane_board *board);
const char *dm_plane_board_area(const dm_plane_board *board); /* exact */
bool dm_plane_board_is_convex(const dm_plane_board *board);
/* The corners, ring by ring, the outer one first and counterclockwise, holes clockwise; rings end
 * before the corner of number ring_end[i]. */
int32_t dm_plane_board_rings(const dm_plane_board *board, const int32_t **ring_end,
                             const dm_point **corners);
/* The exact coordinates of a corner as texts; free both with dm_free(). */
dm_status dm_plane_board_corner(const dm_plane_board *board, int32_t corner, char **x, char **y,
                                dm_error *err);
/* The least box around it. */
void dm_plane_board_box(const dm_plane_board *board, dm_point *low, dm_point *high);

/* Sites on a board, in the order placed. */
typedef struct dm_plane dm_plane;

typedef struct dm_plane_rules {
    dm_line_metric metric; /* DM_EUCLID or DM_MANHATTAN */
    dm_tie_rule ties;      /* decides where land as near to two sides has an area (Manhattan) */
    int32_t sides;         /* 2 to DM_PLANE_SIDES; 0 is 2.  `white` and `black` need 2 */
} dm_plane_rules;

/* `board` is borrowed.  `rules` NULL: Euclid, neutral, two sides. */
dm_status dm_plane_new(const dm_plane_board *board, const dm_plane_rules *rules, dm_plane **out,
                       dm_error *err);
dm_status dm_plane_copy(const dm_plane *plane, dm_plane **out, dm_error *err);
void dm_plane_free(dm_plane *plane);
const dm_plane_board *dm_plane_board_of(const dm_plane *plane);
const dm_plane_rules *dm_plane_rules_of(const dm_plane *plane);

/* Adds a site of `side`.  DM_BAD_ARGUMENT: no number; DM_BAD_MOVE: outside the board (its border
 * belongs to it), or where a site is; nothing has changed then. */
dm_status dm_plane_place(dm_plane *plane, int32_t side, const char *x, const char *y,
                         dm_error *err);
/* The same for the exact values of two doubles. */
dm_status dm_plane_place_at(dm_plane *plane, int32_t side, dm_point where, dm_error *err);
/* Removes the last site, if there is one. */
void dm_plane_undo(dm_plane *plane);
/* Reads "x,y;x,y" and adds the sites; those before a bad one remain. */
dm_status dm_plane_read(dm_plane *plane, int32_t side, const char *points, dm_error *err);

typedef struct dm_plane_site {
    dm_point at; /* the nearest doubles */
    int32_t side;
} dm_plane_site;

int32_t dm_plane_count(const dm_plane *plane);
dm_plane_site dm_plane_site_at(const dm_plane *plane, int32_t index);
/* Its exact coordinates as texts; free both with dm_free(). */
dm_status dm_plane_site_place(const dm_plane *plane, int32_t index, char **x, char **y,
                              dm_error *err);
/* Whether a place is on the board, border included; doubles, so not exact at the border. */
bool dm_plane_board_holds(const dm_plane_board *board, dm_point at);

/* The land of one site: rings of corners, counterclockwise around land and clockwise around what it
 * encloses.  Measured with doubles, rings may be neighbouring parts of the land. */
typedef struct dm_plane_cell {
    double size; /* its area as a double */
    char *area;  /* exact; NULL if measured with doubles */
    int32_t rings, *ring_end;
    dm_point *corner; /* ring_end[rings - 1] of them */
    char **x, **y;    /* their exact coordinates; NULL with doubles */
} dm_plane_cell;

typedef struct dm_plane_score {
    int32_t sides, sites;
    double size[DM_PLANE_SIDES], tied_size; /* areas as doubles */
    char *area[DM_PLANE_SIDES], *tied;      /* exact; NULL if measured with doubles */
    char *value,
        *lead; /* of two sides: the first area minus the second, and the reverse; or NULL */
    dm_plane_cell *cell; /* of each site; NULL if not asked for */
    int32_t winner;      /* the side with the greatest area, compared exactly; -1: a tie */
} dm_plane_score;

typedef struct dm_plane_measure {
    bool approximate; /* with doubles: 10^5 sites in a fraction of a second */
    bool cells;       /* with the cells' corners */
} dm_plane_measure;

/* The areas of all sides.  `how` NULL: exact, without cells.  DM_UNFINISHED if `run` ends first.
 * About O(n) for n sites spread evenly. */
dm_status dm_plane_score_new(const dm_plane *plane, const dm_plane_measure *how, dm_run *run,
                             dm_plane_score **out, dm_error *err);
void dm_plane_score_free(dm_plane_score *score);

/* The gravity rule: a lattice of square cells, `cells` along the longer side of the board's box;
 * the centre of each that is on the board goes to the side with the greatest sum of 1/d^2, in
 * doubles, sites in the order placed.  A centre at a site goes to that site's side; equal sums are
 * tied. */
typedef struct dm_plane_lattice {
    int32_t columns, rows;
    signed char *owner; /* row by row from the lowest y: a side, -1 tied, -2 off the board */
    int64_t count[DM_PLANE_SIDES], tied;
    char *area[DM_PLANE_SIDES], *tied_area; /* exact: cells x area of a cell */
    char *value; /* of two sides: the first's area minus the second's; or NULL */
    double cell; /* the length of a cell's side */
} dm_plane_lattice;

enum { DM_PLANE_LATTICE = 4000 }; /* the most cells along a side */

dm_status dm_plane_lattice_new(const dm_plane *plane, int32_t cells, dm_run *run,
                               dm_plane_lattice **out, dm_error *err);
void dm_plane_lattice_free(dm_plane_lattice *lattice);

#ifdef __cplusplus
}
#endif
#endif
