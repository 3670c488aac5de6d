/* field.c - the gravity rule on a coarse lattice.
 *
 * The lattice of the game has a million cells; for a comparison of places some hundreds of points
 * do, since what one place gains over another is a band of them.
 *
 * Cost: O(points) per place.
 */
#include "plane/game/field.h"

#include <math.h>
#include <string.h>

enum { ALONG = 40 }; /* points along the longer side */

dm_status dmi_field_init(dmi_field *field, const dm_plane_board *board, int32_t sides,
                         dm_error *err)
{
    double width = board->high.x - board->low.x, height = board->high.y - board->low.y;
    double step = fmax(width, height) / ALONG;
    int32_t columns = (int32_t)ceil(width / step), rows = (int32_t)ceil(height / step);
    *field = (dmi_field){.sides = sides, .cell = step * step};
    field->x = dmi_array(&field->arrays, (size_t)columns * (size_t)rows, sizeof *field->x);
    field->y = dmi_array(&field->arrays, (size_t)columns * (size_t)rows, sizeof *field->y);
    dm_status status = dmi_arrays_check(&field->arrays, err);
    for (int32_t i = 0; i < columns * rows && status == DM_OK; i++) {
        dm_point at = {board->low.x + (i % columns + 0.5) * step,
                       board->low.y + (i / columns + 0.5) * step};
        if (!dm_plane_board_holds(board, at))
            continue;
        field->x[field->points] = at.x;
        field->y[field->points++] = at.y;
    }
    return status;
}

void dmi_field_clear(dmi_field *field)
{
    dmi_arrays_free(&field->arrays);
    *field = (dmi_field){0};
}

static double pull(const dmi_field *field, int32_t i, dm_point at)
{
    double dx = field->x[i] - at.x, dy = field->y[i] - at.y;
    return 1 / (dx * dx + dy * dy + 1e-12 * field->cell);
}

void dmi_field_add(const dmi_field *field, const double *from, dm_point at, int32_t side,
                   double *to)
{
    size_t size = (size_t)field->points * (size_t)field->sides * sizeof *to;
    if (!from)
        memset(to, 0, size);
    else if (from != to)
        memcpy(to, from, size);
    double *own = to + (size_t)side * (size_t)field->points;
    for (int32_t i = 0; i < field->points; i++)
        own[i] += pull(field, i, at);
}

/* The greatest sum of a side but `side` at a point. */
static double best_other(const dmi_field *field, const double *sum, int32_t i, int32_t side)
{
    double best = 0;
    for (int32_t s = 0; s < field->sides; s++)
        if (s != side && sum[(size_t)s * (size_t)field->points + (size_t)i] > best)
            best = sum[(size_t)s * (size_t)field->points + (size_t)i];
    return best;
}

void dmi_field_areas(const dmi_field *field, const double *sum, double *area)
{
    for (int32_t s = 0; s < field->sides; s++) {
        int32_t count = 0;
        const double *own = sum + (size_t)s * (size_t)field->points;
        for (int32_t i = 0; i < field->points; i++)
            count += own[i] > best_other(field, sum, i, s);
        area[s] = count * field->cell;
    }
}

double dmi_field_gain(const dmi_field *field, const double *sum, dm_point at, int32_t side)
{
    const double *own = sum + (size_t)side * (size_t)field->points;
    int32_t count = 0;
    double margin = 0; /* how much the place helps where it does not decide */
    for (int32_t i = 0; i < field->points; i++) {
        double other = best_other(field, sum, i, side), add = pull(field, i, at);
        count += own[i] <= other && own[i] + add > other;
        margin += add / (own[i] + other + add);
    }
    return field->cell * (count + 1e-3 * margin);
}
