/* polygon.c - the centroid of a polygon of GeoJSON: the mean of all its points.
 *
 * A ring is cut into triangles from its first point; the centroid is the mean of theirs, weighted
 * by their areas.  Holes count with negative weight.  In degrees, as stretching the longitudes
 * moves the centroid with the polygon.
 */
#include "format/places/polygon.h"

#include "base/base.h"
#include <math.h>

/* Sums over rings, relative to the first point of all. */
typedef struct sums {
    double x, y; /* of the first point */
    bool has_first;
    double area, moment_x, moment_y;
} sums;

static bool read_position(const json_t *position, double *x, double *y)
{
    const json_t *lon = json_array_get(position, 0), *lat = json_array_get(position, 1);
    *x = json_number_value(lon);
    *y = json_number_value(lat);
    return json_is_number(lon) && json_is_number(lat);
}

/* The next point of a ring, on the same side of the meridian of 180 degrees as the one before. */
static double unwrap(double x, double before)
{
    return x - before > 180 ? x - 360 : before - x > 180 ? x + 360 : x;
}

static bool add_ring(sums *to, const json_t *ring, bool is_hole)
{
    double area = 0, moment_x = 0, moment_y = 0, before_x = 0, before_y = 0;
    for (size_t i = 0; i < json_array_size(ring); i++) {
        double x, y;
        if (!read_position(json_array_get(ring, i), &x, &y))
            return false;
        if (!to->has_first) {
            to->x = x;
            to->y = y;
            to->has_first = true;
        }
        x = unwrap(x, to->x) - to->x;
        y -= to->y;
        double twice = i > 0 ? before_x * y - x * before_y : 0;
        area += twice / 2;
        moment_x += twice * (before_x + x) / 6;
        moment_y += twice * (before_y + y) / 6;
        before_x = x;
        before_y = y;
    }
    double sign = (area < 0) == is_hole ? 1 : -1;
    to->area += sign * area;
    to->moment_x += sign * moment_x;
    to->moment_y += sign * moment_y;
    return json_array_size(ring) >= 4;
}

static bool add_polygon(sums *to, const json_t *rings)
{
    bool good = json_array_size(rings) > 0;
    for (size_t i = 0; i < json_array_size(rings) && good; i++)
        good = add_ring(to, json_array_get(rings, i), i > 0);
    return good;
}

/* How often a ray to the east from (x, y) meets the rings of a polygon. */
static int crossings(const json_t *rings, double x, double y)
{
    int count = 0;
    for (size_t r = 0; r < json_array_size(rings); r++) {
        const json_t *ring = json_array_get(rings, r);
        for (size_t i = 1; i < json_array_size(ring); i++) {
            double ax = 0, ay = 0, bx = 0, by = 0;
            read_position(json_array_get(ring, i - 1), &ax, &ay);
            read_position(json_array_get(ring, i), &bx, &by);
            ax = unwrap(ax, x);
            bx = unwrap(bx, x);
            count += (ay > y) != (by > y) && x < ax + (bx - ax) * (y - ay) / (by - ay);
        }
    }
    return count;
}

bool dmi_polygon_centroid(const json_t *coordinates, bool is_multi, dm_point *out, bool *is_outside)
{
    sums all = {0};
    bool good = is_multi ? json_array_size(coordinates) > 0 : add_polygon(&all, coordinates);
    for (size_t i = 0; is_multi && good && i < json_array_size(coordinates); i++)
        good = add_polygon(&all, json_array_get(coordinates, i));
    if (!good || !(all.area > 0))
        return false;
    double x = all.x + all.moment_x / all.area, y = all.y + all.moment_y / all.area;
    int count = is_multi ? 0 : crossings(coordinates, x, y);
    for (size_t i = 0; is_multi && i < json_array_size(coordinates); i++)
        count += crossings(json_array_get(coordinates, i), x, y);
    *is_outside = count % 2 == 0;
    *out = (dm_point){x > 180 ? x - 360 : x < -180 ? x + 360 : x, y};
    return true;
}
