/* speeds.h - speeds of one's own: a table of kinds of streets, and what junctions cost. */
#ifndef DMI_MAP_SPEEDS_H
#define DMI_MAP_SPEEDS_H

#include <demesne/map.h>

/* The rows of streets in profiles.def. */
enum {
    DMI_STREET_ROWS = 0
#define STREET(highway, kind, car, bike, foot) +1
#include "map/profiles.def"
#undef STREET
};

typedef struct dmi_speeds {
    double kmh[DMI_STREET_ROWS]; /* by row; 0: as usual */
    double junction, signal;     /* seconds for who passes one */
} dmi_speeds;

/* Reads a CSV `kind,kmh,seconds`.  DM_BAD_INPUT, with file, line and what was expected. */
dm_status dmi_speeds_read(const char *path, dmi_speeds *out, dm_error *err);

#endif
