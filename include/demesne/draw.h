/* demesne/draw.h - pictures of boards and positions.
 *
 * As SVG, PNG and PDF (by the file's ending), and as text for a terminal.  Colour-blind people can
 * tell the territories apart; edges are coloured up to the boundary point between territories.
 * Boards with a map (map.h) are drawn as maps: streets by kind, areas, scale bar, whom to name.
 */
#ifndef DEMESNE_DRAW_H
#define DEMESNE_DRAW_H

#include <demesne/dominance.h>
#include <demesne/interval.h>
#include <demesne/position.h>
#include <demesne/territory.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dm_signs {
    DM_SIGNS_COLOUR = 0, /* coloured territory, numbered stones */
    DM_SIGNS_PAPER       /* Teramoto et al., figure 1: big and small circles and squares */
} dm_signs;

typedef enum dm_labels { DM_LABELS_AUTO = 0, DM_LABELS_NONE, DM_LABELS_VERTICES } dm_labels;

typedef struct dm_picture {
    double width, height; /* pixels or points, 40 to 20000; 0: chosen from the board */
    dm_signs signs;
    dm_labels labels;          /* vertex numbers or names */
    bool hide_numbers;         /* leave out the move numbers on stones */
    bool hide_legend;          /* leave out legend and scores */
    const char *caption;       /* a line under the picture, or NULL */
    uint64_t seed;             /* of layouts that need one */
    const dm_dominance *owned; /* the owners to show; NULL: those that `ties` gives */
    const dm_vertex *marked; /* vertices to highlight, with the line or circle that they stand on */
    int32_t marked_count;
    const char *marked_label;        /* text at that line, or NULL */
    const dm_territory *territory;   /* on maps: whose each street is; NULL: as the owners say */
    const char *const *stone_labels; /* on maps: a name beside each stone, or NULL; NULL: none */
    const bool *stone_is_new;        /* new sites stand in a ring; NULL: none is */
    const char *const *side_names;   /* of White and of Black, in the legend, short; NULL: these */
    int64_t reserved[2];             /* 0; later versions may use them */
} dm_picture;

/* Draws `stones` (in the order placed; may be none) on `arena` under `ties`.
 * `picture` NULL: all defaults.  The same call gives the same bytes.
 *
 * Fails as dm_dominance_new() does, with DM_BAD_ARGUMENT (an ending other than
 * .svg, .png, .pdf, or a size out of range) or DM_IO; a file appears whole or not
 * at all.  Large boards cost O(n + m) once they have places. */
dm_status dm_draw_file(const dm_arena *arena, const dm_stone *stones, int32_t count,
                       dm_tie_rule ties, const dm_picture *picture, const char *path,
                       dm_error *err);
/* The same as an SVG text, freed with dm_free(). */
dm_status dm_draw_svg(const dm_arena *arena, const dm_stone *stones, int32_t count,
                      dm_tie_rule ties, const dm_picture *picture, char **out, dm_error *err);
/* The same as the bytes of a PNG file, freed with dm_free(). */
dm_status dm_draw_png(const dm_arena *arena, const dm_stone *stones, int32_t count,
                      dm_tie_rule ties, const dm_picture *picture, char **out, size_t *size,
                      dm_error *err);

/* The game so far as an SVG that plays itself in a browser, without script: one frame per turn,
 * with the score.  A viewer without animation shows the last position.  Caption and legend of
 * `picture` are ignored.  Fails as dm_draw_file() does; `path` ends in .svg. */
dm_status dm_draw_game(const dm_position *position, const dm_picture *picture, const char *path,
                       dm_error *err);

typedef struct dm_text {
    int columns, rows;         /* room in characters; 0: 80 x 24 */
    bool colour;               /* 256-colour escapes */
    bool unicode;              /* block and line characters; else plain ASCII */
    bool numbers;              /* vertex numbers, if they fit */
    const dm_dominance *owned; /* as in dm_picture */
    int64_t reserved[4];       /* 0; later versions may use them */
} dm_text;

/* A picture made of characters, freed with dm_free(). */
dm_status dm_draw_text(const dm_arena *arena, const dm_stone *stones, int32_t count,
                       dm_tie_rule ties, const dm_text *text, char **out, dm_error *err);

/* A game on a circle or a segment, with key points, one-coloured intervals and move numbers.
 * `caption` NULL: none.  Fails as dm_draw_file() does. */
dm_status dm_draw_interval(const dm_interval *game, const char *caption, const char *path,
                           dm_error *err);
/* The same as SVG text, freed with dm_free(). */
dm_status dm_draw_interval_svg(const dm_interval *game, const char *caption, char **out,
                               dm_error *err);
/* The same as an SVG that plays itself, one frame per turn. */
dm_status dm_draw_interval_game(const dm_interval *game, const char *path, dm_error *err);
/* The same as characters, freed with dm_free(); uses columns, rows, colour and unicode of `text`.
 */
dm_status dm_draw_interval_text(const dm_interval *game, const dm_text *text, char **out,
                                dm_error *err);

/* Places for every vertex: the arena's own if it has them; otherwise grids as grids, cycles as
 * cycles, trees as trees, and others so that distances follow the steps between vertices.
 * Degrees of a map become x = longitude * cosine of the middle latitude, y = latitude.
 * `places` has room for n. */
dm_status dm_layout(const dm_arena *arena, uint64_t seed, dm_point *places, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
