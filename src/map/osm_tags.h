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

/* Whether a relation is a turn restriction, a way a ferry and no street. */
bool dmi_osm_is_restriction(const dmi_osm_tags *tags);
bool dmi_osm_is_ferry(const dmi_osm_tags *tags);
/* Whether a node has a barrier at which this traveller must turn back. */
bool dmi_osm_stops(const dmi_osm_tags *tags, dm_profile profile);
bool dmi_osm_is_signal(const dmi_osm_tags *tags);

/* What a turn restriction means for a traveller. */
typedef enum dmi_osm_rule {
    DMI_OSM_NO_RULE, /* it is for others */
    DMI_OSM_TIMED,   /* it holds at some times only */
    DMI_OSM_UNKNOWN, /* a value that is not known */
    DMI_OSM_FORBIDS, /* no_left_turn, .. */
    DMI_OSM_COMMANDS /* only_straight_on, .. */
} dmi_osm_rule;

dmi_osm_rule dmi_osm_restriction(const dmi_osm_tags *tags, dm_profile profile);

/* The seconds of a duration such as "00:25", "1:05:30" or "25"; 0: none. */
double dmi_osm_duration(dmi_osm_text text);

/* The speed in km/h that a "maxspeed" means; 0: none, or not a number. */
double dmi_osm_maxspeed(dmi_osm_text text);

#endif
