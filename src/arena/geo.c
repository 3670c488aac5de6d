/* geo.c - distances on the Earth.
 *
 * Haversine: with the half angles of the differences, sin^2(lat) + cos cos sin^2(lon) is the square
 * of half the chord.  It stays exact for points that are close together, as those of a street are.
 */
#include "arena/geo.h"

#include <math.h>

static const double radius = 6371008.8;            /* metres, the mean radius */
static const double degree = 0.017453292519943295; /* radians */

double dmi_metres_between(dm_point a, dm_point b)
{
    double south = a.y * degree, north = b.y * degree;
    double up = sin((north - south) / 2), across = sin((b.x - a.x) * degree / 2);
    double square = up * up + cos(south) * cos(north) * across * across;
    return 2 * radius * asin(sqrt(square < 1 ? square : 1));
}

dm_lonlat dmi_lonlat(dm_point place)
{
    return (dm_lonlat){(int32_t)lround(place.x / DM_LONLAT_UNIT),
                       (int32_t)lround(place.y / DM_LONLAT_UNIT)};
}

bool dmi_is_on_earth(dm_point place)
{
    return place.x >= -180 && place.x <= 180 && place.y >= -90 && place.y <= 90;
}
