/* snap.c - the nearest street by looking at every segment. */
#include "check/snap.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* One degree is a whole number of turns away from another: the one nearest to `near`. */
static double unwrap(double lon, double near)
{
    while (lon - near > 180e7)
        lon -= 360e7;
    while (lon - near < -180e7)
        lon += 360e7;
    return lon;
}

/* The square of the distance to a segment; *fraction: where on it. */
static double distance(dm_lonlat a, dm_lonlat b, dm_lonlat place, double turn, double *fraction)
{
    double lon = place.lon + turn;
    double squeeze = cos(place.lat * (1e-7 * pi / 180));
    double ax = (a.lon - lon) * squeeze, ay = (double)a.lat - place.lat;
    double bx = (unwrap(b.lon, a.lon) - lon) * squeeze, by = (double)b.lat - place.lat;
    double ux = bx - ax, uy = by - ay, size = ux * ux + uy * uy;
    double t = size > 0 ? -(ax * ux + ay * uy) / size : 0;
    *fraction = t < 0 ? 0 : t > 1 ? 1 : t;
    double x = t <= 0 ? ax : t >= 1 ? bx : ax + t * ux;
    double y = t <= 0 ? ay : t >= 1 ? by : ay + t * uy;
    return x * x + y * y;
}

static double length_to(const dm_arena *arena, int32_t street, uint32_t segments)
{
    double sum = 0;
    for (uint32_t i = 0; i < segments; i++)
        sum += dm_lonlat_metres(dm_street_point(arena, street, i),
                                dm_street_point(arena, street, i + 1));
    return sum;
}

static void place_on_street(const dm_arena *arena, double fraction, dm_snapped *out)
{
    const dm_map *map = dm_arena_map(arena);
    dm_lonlat a = dm_street_point(arena, out->street, out->segment);
    dm_lonlat b = dm_street_point(arena, out->street, out->segment + 1);
    double all = length_to(arena, out->street, dm_street_points(map, out->street) - 1);
    double way = length_to(arena, out->street, out->segment) + fraction * dm_lonlat_metres(a, b);
    double lon = unwrap(a.lon + fraction * (unwrap(b.lon, a.lon) - a.lon), 0);
    out->at = all > 0 ? llround(way / all * (double)map->length[out->street]) : 0;
    out->point = (dm_lonlat){(int32_t)lround(lon),
                             (int32_t)lround(a.lat + fraction * ((double)b.lat - a.lat))};
}

dm_snapped check_snap(const dm_arena *arena, dm_lonlat place)
{
    const dm_map *map = dm_arena_map(arena);
    dm_snapped best = {.street = -1, .metres = INFINITY};
    double least = INFINITY, fraction = 0, at;
    for (int32_t s = 0; s < map->streets; s++)
        for (uint32_t i = 0; i + 1 < dm_street_points(map, s); i++)
            for (int turn = -1; turn <= 1; turn++) {
                double square =
                    distance(dm_street_point(arena, s, i), dm_street_point(arena, s, i + 1), place,
                             turn * 360e7, &at);
                if (square >= least)
                    continue;
                least = square;
                fraction = at;
                best.street = s;
                best.segment = i;
            }
    if (best.street < 0)
        return best;
    best.metres = sqrt(least) * (6371008.8 * pi / 180 * 1e-7);
    place_on_street(arena, fraction, &best);
    return best;
}

static int64_t shorter(int64_t a, int64_t b)
{
    return a < 0 ? b : b < 0 ? a : a < b ? a : b;
}

/* From one vertex to another, with the ways before and behind; -1: no way. */
static int64_t through(const dm_distances *all, int64_t before, dm_vertex from, dm_vertex to,
                       int64_t behind)
{
    int64_t between = dm_distance(all, to, from);
    return before < 0 || behind < 0 || between < 0 ? -1 : before + between + behind;
}

int64_t check_way(const dm_arena *arena, const dm_distances *all, const dm_snapped *x,
                  const dm_snapped *y)
{
    const dm_map *map = dm_arena_map(arena);
    int32_t s = x->street, t = y->street;
    bool ahead = map->travel[s] & DM_STREET_FORWARD, back = map->travel[s] & DM_STREET_BACKWARD;
    bool other_ahead = map->travel[t] & DM_STREET_FORWARD;
    bool other_back = map->travel[t] & DM_STREET_BACKWARD;
    int64_t leave[2] = {x->at == 0 || back ? x->at : -1,
                        x->at == map->length[s] || ahead ? map->length[s] - x->at : -1};
    int64_t enter[2] = {y->at == 0 || other_ahead ? y->at : -1,
                        y->at == map->length[t] || other_back ? map->length[t] - y->at : -1};
    dm_vertex from[2] = {map->from[s], map->to[s]}, to[2] = {map->from[t], map->to[t]};
    int64_t best = -1;
    for (int i = 0; i < 4; i++)
        best = shorter(best, through(all, leave[i / 2], from[i / 2], to[i % 2], enter[i % 2]));
    if (s == t && (x->at == y->at || (x->at < y->at ? ahead : back)))
        best = shorter(best, x->at < y->at ? y->at - x->at : x->at - y->at);
    return best;
}
