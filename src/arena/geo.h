/* geo.h - distances on the Earth. */
#ifndef DMI_GEO_H
#define DMI_GEO_H

#include <demesne/map.h>

/* Metres on the great circle between two places in degrees (haversine, radius 6371008.8 m). */
double dmi_metres_between(dm_point a, dm_point b);

/* In units of 10^-7 degrees, to the nearest. */
dm_lonlat dmi_lonlat(dm_point place);

/* Whether it is a longitude and a latitude in degrees. */
bool dmi_is_on_earth(dm_point place);

#endif
