/* osm_tags.h - judges a way of OpenStreetMap by its tags: who may use it, in which direction and
 * how fast. */
#ifndef DMI_OSM_TAGS_H
#define DMI_OSM_TAGS_H

#include "map/ways.h"

typedef enum dmi_osm_key {
#define KEY(id, text) DMI_OSM_##id,
#include "map/profiles.def"
#undef KEY
    DMI_OSM_KEYS
} dmi_osm_key;

typedef struct dmi_osm_text {
    const char *at; /* NULL: none */
    size_t size;
} dmi_osm_text;

/* What the tags of a way say that count. */
typedef struct dmi_osm_tags {
    dmi_osm_text value[DMI_OSM_KEYS];
} dmi_osm_tags;

/* DMI_OSM_KEYS: a key that does not count. */
dmi_osm_key dmi_osm_key_of(const char *key, size_t size);

/* False: the way is no street for the profile.  The name in `out` is borrowed from `tags`. */
bool dmi_osm_judge(const dmi_osm_tags *tags, dm_profile profile, dmi_way *out);

/* Whether a relation is a turn restriction, a way a ferry. */
bool dmi_osm_is_restriction(const dmi_osm_tags *tags);
bool dmi_osm_is_ferry(const dmi_osm_tags *tags);
/* Whether a node's barrier may stop a traveller. */
bool dmi_osm_stops(dmi_osm_text barrier, dm_profile profile);

/* The speed in km/h that a "maxspeed" means; 0: none, or not a number. */
double dmi_osm_maxspeed(dmi_osm_text text);

#endif
