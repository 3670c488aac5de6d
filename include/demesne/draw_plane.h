/* demesne/draw_plane.h - pictures of the game in the plane.
 *
 * Each site's land has the colour of its side, which colour-blind people can tell apart; sites are
 * numbered in the order placed; land that is tied is striped; the legend has the areas.
 */
#ifndef DEMESNE_DRAW_PLANE_H
#define DEMESNE_DRAW_PLANE_H

#include <demesne/draw.h>
#include <demesne/plane.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_plane_picture {
    const char *const *names; /* of the sides, in the legend; NULL: White, Black, side 3, .. */
    const dm_plane_lattice *lattice; /* whose each cell is, by gravity; NULL: the nearest site's */
    bool hide_legend;
    const char *caption; /* a line under the picture, or NULL */
    const char *title;   /* inside the file, or NULL */
    int64_t reserved[4]; /* 0; later versions may use them */
} dm_plane_picture;

/* Writes FILE.svg, .png or .pdf.  `picture` NULL: all defaults.  The same call gives the same
 * bytes.  DM_BAD_ARGUMENT (another ending) or DM_IO; a file appears whole or not at all. */
dm_status dm_draw_plane(const dm_plane *plane, const dm_plane_picture *picture, const char *path,
                        dm_error *err);
/* The same as SVG text, freed with dm_free(). */
dm_status dm_draw_plane_svg(const dm_plane *plane, const dm_plane_picture *picture, char **out,
                            dm_error *err);

/* An SVG that plays itself in a browser, without script: from each site a circle grows (Manhattan:
 * a diamond), as far as its land goes.  A viewer without animation shows the end.  `lattice` is
 * ignored. */
dm_status dm_draw_plane_growth(const dm_plane *plane, const dm_plane_picture *picture,
                               const char *path, dm_error *err);

/* The same as characters, freed with dm_free(); uses columns, rows, colour and unicode of `text`.
 * W1 and B2 are sites, w and b their land, . is tied; other sides have the letter that their name
 * begins with. */
dm_status dm_draw_plane_text(const dm_plane *plane, const dm_plane_picture *picture,
                             const dm_text *text, char **out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
