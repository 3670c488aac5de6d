/* shape.c - the points of a street. */
#include "map/shape.h"

#include "arena/geo.h"

#include <math.h>

double dm_lonlat_metres(dm_lonlat a, dm_lonlat b)
{
    return dmi_metres_between((dm_point){a.lon * DM_LONLAT_UNIT, a.lat * DM_LONLAT_UNIT},
                              (dm_point){b.lon * DM_LONLAT_UNIT, b.lat * DM_LONLAT_UNIT});
}

/* A builder does not check that places are on the Earth. */
static double within_degrees(double degrees, double most)
{
    return degrees < -most ? -most : degrees > most ? most : degrees;
}

dm_lonlat dm_vertex_lonlat(const dm_arena *arena, dm_vertex v)
{
    dm_point place = dm_arena_places(arena)[v];
    return dmi_lonlat((dm_point){within_degrees(place.x, 180), within_degrees(place.y, 90)});
}

dm_lonlat dm_street_point(const dm_arena *arena, int32_t street, uint32_t index)
{
    const dm_map *map = dm_arena_map(arena);
    if (index == 0)
        return dm_vertex_lonlat(arena, map->from[street]);
    if (index == dm_street_points(map, street) - 1)
        return dm_vertex_lonlat(arena, map->to[street]);
    return map->point[map->first_point[street] + index - 1];
}

dm_lonlat dmi_lonlat_between(dm_lonlat a, dm_lonlat b, double fraction)
{
    double lon = a.lon + fraction * (double)dmi_lon_step(a.lon, b.lon);
    lon += lon > DMI_HALF_TURN    ? -2.0 * DMI_HALF_TURN
           : lon < -DMI_HALF_TURN ? 2.0 * DMI_HALF_TURN
                                  : 0;
    return (dm_lonlat){(int32_t)lround(lon),
                       (int32_t)lround(a.lat + fraction * ((double)b.lat - a.lat))};
}

double dmi_street_metres(const dm_arena *arena, int32_t street, uint32_t segments)
{
    double metres = 0;
    for (uint32_t i = 1; i <= segments; i++)
        metres += dm_lonlat_metres(dm_street_point(arena, street, i - 1),
                                   dm_street_point(arena, street, i));
    return metres;
}
