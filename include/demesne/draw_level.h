/* demesne/draw_level.h - pictures of levels of Lines.
 *
 * Edges have the colour of their owner up to the boundary points, which are marked; tied
 * length is grey or striped, unreached length dashed.  A level without coordinates is
 * laid out by its structure.
 */
#ifndef DEMESNE_DRAW_LEVEL_H
#define DEMESNE_DRAW_LEVEL_H

#include <demesne/line_espt.h>
#include <demesne/line_solve.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_level_picture {
    dm_line_ties ties;
    const dm_level *after;     /* the level after `moves`, drawn beside; or NULL */
    const dm_line_move *moves; /* highlighted in both */
    int32_t move_count;
    const dm_line_stretch *winning; /* stretches of edges to shade: edge, from, to */
    int32_t winning_count;
    const int32_t *winning_sites; /* sites to shade */
    int32_t winning_site_count;
    const dm_line_explanation *explanation; /* of the move: its tree and its profile; or NULL */
    const dm_line_espt *espt;               /* its candidates, and the tree below; or NULL */
    bool ropes;                             /* of `espt` the candidate ropes, not the cuts */
    const dm_line_functions *functions;     /* charts below; or NULL */
    const dm_line_odds *pairs;              /* of two moves: a square per pair of edges; or NULL */
    bool lengths;                           /* edges show their lengths instead of numbers */
    const char *caption;                    /* a line under the picture, or NULL */
    const char *title;                      /* inside the file, or NULL */
    uint64_t seed;                          /* of layouts that need one */
    int64_t reserved[4];                    /* 0; later versions may use them */
} dm_level_picture;

/* Writes FILE.svg, .png or .pdf.  `picture` NULL: all defaults.  The same call gives the same
 * bytes.  DM_BAD_ARGUMENT (another ending), DM_TOO_LARGE (a diagram's figures) or DM_IO. */
dm_status dm_draw_level(const dm_level *level, const dm_level_picture *picture, const char *path,
                        dm_error *err);

/* The same as SVG text, freed with dm_free(). */
dm_status dm_draw_level_svg(const dm_level *level, const dm_level_picture *picture, char **out,
                            dm_error *err);

/* The expansion from the sites as an SVG that plays itself in a browser, without script: every
 * stretch grows from the moment it is entered to the moment it is filled.  A viewer without
 * animation shows the end.  Moves and winning places of `picture` are ignored. */
dm_status dm_draw_expansion(const dm_level *level, const dm_level_picture *picture,
                            const char *path, dm_error *err);

/* Several pictures of levels in one file, one below the other: for the moves of a solution one by
 * one, picture i has the level before move i, its explanation, and the level after it. */
typedef struct dm_level_step {
    const dm_level *level;
    dm_level_picture picture;
} dm_level_step;

/* Writes FILE.svg, .png or .pdf with `count` (1 or more) pictures, each as dm_draw_level() draws
 * it.  Fails as that does. */
dm_status dm_draw_level_steps(const dm_level_step *steps, int32_t count, const char *path,
                              dm_error *err);

/* Shares of levels in columns, such as their grades, with intervals; the scale is logarithmic. */
typedef struct dm_share_point {
    int32_t column;
    double share, low, high; /* 0..1 */
} dm_share_point;

/* Writes FILE.svg, .png or .pdf.  `columns` has `column_count` (1 or more) names. */
dm_status dm_draw_shares(const dm_share_point *points, int32_t count, const char *const *columns,
                         int32_t column_count, const char *title, const char *path, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
