/* plane_names.c - boards by name: square, rect:WxH, triangle, ngon:N. */
#include "plane/plane_board.h"

#include "base/fraction.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST = 3, MOST_CORNERS = 1000 };

/* A board by corners that are texts: x and y in turn. */
static dm_status by_texts(const char *name, const char *const *xy, int32_t count,
                          dm_plane_board **out, dm_error *err)
{
    return dm_plane_board_new(name, &(dm_plane_ring){xy, count}, 1, out, err);
}

/* rect:WxH */
static dm_status rectangle(const char *name, dm_plane_board **out, dm_error *err)
{
    const char *width = name + strlen("rect:"), *times = strchr(width, 'x');
    mpq_t side;
    if (!times)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "'%s' is no board; expected rect:WxH such as rect:2x1", name);
    char *w = dmi_strdup(width), *h = dmi_strdup(times + 1);
    dm_status status = w && h ? DM_OK : dmi_no_memory(err);
    mpq_init(side);
    for (int i = 0; i < 2 && status == DM_OK; i++) {
        char *text = i == 0 ? w : h;
        if (i == 0)
            text[times - width] = 0;
        status = dmi_fraction_read(text, strlen(text), i == 0 ? "width" : "height", side, err);
        if (status == DM_OK && mpq_sgn(side) <= 0)
            status = dmi_fail(err, DM_BAD_ARGUMENT, "'%s': %s is %s; expected a positive number",
                              name, i == 0 ? "the width" : "the height", text);
    }
    mpq_clear(side);
    if (status == DM_OK) {
        const char *const xy[] = {"0", "0", w, "0", w, h, "0", h};
        status = by_texts(name, xy, 4, out, err);
    }
    free(w);
    free(h);
    return status;
}

/* ngon:N, whose corners are defined by their rounded coordinates */
static dm_status regular(const char *name, dm_plane_board **out, dm_error *err)
{
    enum { ROOM = 16 };
    char *end = NULL, (*digits)[ROOM] = NULL;
    const char **xy = NULL;
    long n = strtol(name + strlen("ngon:"), &end, 10);
    if (*end || end == name + strlen("ngon:") || n < FEWEST || n > MOST_CORNERS)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "'%s' is no board; expected ngon:N with N from %d to %d", name, FEWEST,
                        MOST_CORNERS);
    digits = dmi_alloc(2 * (size_t)n, sizeof *digits);
    xy = dmi_alloc(2 * (size_t)n, sizeof *xy);
    dm_status status = digits && xy ? DM_OK : dmi_no_memory(err);
    for (long i = 0; i < n && status == DM_OK; i++) {
        double angle = 2 * acos(-1) * (double)i / (double)n;
        snprintf(digits[2 * i], ROOM, "%.6f", round(1e6 * cos(angle)) / 1e6);
        snprintf(digits[2 * i + 1], ROOM, "%.6f", round(1e6 * sin(angle)) / 1e6);
        xy[2 * i] = digits[2 * i];
        xy[2 * i + 1] = digits[2 * i + 1];
    }
    if (status == DM_OK)
        status = by_texts(name, xy, (int32_t)n, out, err);
    free(digits);
    free(xy);
    return status;
}

dm_status dm_plane_board_named(const char *name, dm_plane_board **out, dm_error *err)
{
    static const char *const square[] = {"0", "0", "1", "0", "1", "1", "0", "1"};
    static const char *const triangle[] = {"0", "0", "1", "0", "0", "1"};
    if (strcmp(name, "square") == 0)
        return by_texts(name, square, 4, out, err);
    if (strcmp(name, "triangle") == 0)
        return by_texts(name, triangle, 3, out, err);
    if (strncmp(name, "rect:", strlen("rect:")) == 0)
        return rectangle(name, out, err);
    if (strncmp(name, "ngon:", strlen("ngon:")) == 0)
        return regular(name, out, err);
    return dmi_fail(err, DM_BAD_ARGUMENT,
                    "no board of the plane is called '%s'; known: square, rect:WxH, triangle, "
                    "ngon:N, polygon:FILE",
                    name);
}
