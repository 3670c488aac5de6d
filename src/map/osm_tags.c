/* osm_tags.c - judges a way of OpenStreetMap by its tags, with the table of profiles.def.
 *
 * Access: the most special key decides (motorcar before motor_vehicle before vehicle before
 * access); no and private close the way.  Direction: oneway, roundabouts and motorways; bikes have
 * keys of their own, and walkers ignore it.  Speed: maxspeed for cars; bikes keep to it if it is
 * below theirs.
 */
#include "map/osm_tags.h"

#include <stdlib.h>

#define NO      0
#define TOLD(x) (-(x))
static const struct street {
    const char *highway;
    dm_street_kind kind;
    int speed[3]; /* by dm_profile; negative: only where a tag allows it */
} streets[] = {
#define STREET(highway, kind, car, bike, foot) {highway, DM_STREET_##kind, {car, bike, foot}},
#include "map/profiles.def"
#undef STREET
};
#undef NO
#undef TOLD

static bool text_is(dmi_osm_text text, const char *word)
{
    return text.at && text.size == strlen(word) && memcmp(text.at, word, text.size) == 0;
}

static bool is_one_of(dmi_osm_text text, const char *const *words)
{
    for (; *words; words++)
        if (text_is(text, *words))
            return true;
    return false;
}

dmi_osm_key dmi_osm_key_of(const char *key, size_t size)
{
    static const char *const keys[] = {
#define KEY(id, text) text,
#include "map/profiles.def"
#undef KEY
    };
    dmi_osm_text text = {key, size};
    int i = 0;
    while (i < DMI_OSM_KEYS && !(key[0] == keys[i][0] && text_is(text, keys[i])))
        i++;
    return (dmi_osm_key)i;
}

static const struct street *street_of(dmi_osm_text highway)
{
    for (size_t i = 0; i < sizeof streets / sizeof *streets; i++)
        if (text_is(highway, streets[i].highway))
            return &streets[i];
    return NULL;
}

/* The keys of access, from the most special to the most general; DMI_OSM_KEYS ends a row. */
static const dmi_osm_key access_keys[][5] = {
    {DMI_OSM_MOTORCAR, DMI_OSM_MOTOR_VEHICLE, DMI_OSM_VEHICLE, DMI_OSM_ACCESS, DMI_OSM_KEYS},
    {DMI_OSM_BICYCLE, DMI_OSM_VEHICLE, DMI_OSM_ACCESS, DMI_OSM_KEYS},
    {DMI_OSM_FOOT, DMI_OSM_ACCESS, DMI_OSM_KEYS},
};

static bool is_open(const dmi_osm_tags *tags, dm_profile profile, bool must_be_told)
{
    static const char *const closed[] = {"no", "private", NULL};
    static const char *const told[] = {"yes", "designated", "permissive", "official", NULL};
    const dmi_osm_key *key = access_keys[profile];
    if (must_be_told)
        return is_one_of(tags->value[key[0]], told);
    while (*key != DMI_OSM_KEYS && !tags->value[*key].at)
        key++;
    return *key == DMI_OSM_KEYS || !is_one_of(tags->value[*key], closed);
}

/* DM_STREET_...; 0: the text does not say. */
static unsigned char oneway_direction(dmi_osm_text oneway)
{
    static const char *const forward[] = {"yes", "1", "true", NULL};
    static const char *const backward[] = {"-1", "reverse", NULL};
    static const char *const both[] = {"no", "0", "false", NULL};
    return is_one_of(oneway, forward)    ? DM_STREET_FORWARD
           : is_one_of(oneway, backward) ? DM_STREET_BACKWARD
           : is_one_of(oneway, both)     ? DM_STREET_BOTH
                                         : 0;
}

static unsigned char bike_direction(const dmi_osm_tags *tags)
{
    dmi_osm_text cycleway = tags->value[DMI_OSM_CYCLEWAY];
    unsigned char own = oneway_direction(tags->value[DMI_OSM_ONEWAY_BICYCLE]);
    bool is_opposite = cycleway.size >= 8 && memcmp(cycleway.at, "opposite", 8) == 0;
    return own ? own : is_opposite ? DM_STREET_BOTH : 0;
}

static unsigned char travel_of(const dmi_osm_tags *tags, dm_profile profile)
{
    static const char *const circles[] = {"roundabout", "circular", NULL};
    if (profile == DM_PROFILE_FOOT)
        return DM_STREET_BOTH;
    unsigned char travel = profile == DM_PROFILE_BIKE ? bike_direction(tags) : 0;
    if (!travel)
        travel = oneway_direction(tags->value[DMI_OSM_ONEWAY]);
    if (!travel && (is_one_of(tags->value[DMI_OSM_JUNCTION], circles) ||
                    text_is(tags->value[DMI_OSM_HIGHWAY], "motorway")))
        travel = DM_STREET_FORWARD;
    return travel ? travel : DM_STREET_BOTH;
}

/* Digits and a point; moves `text` behind them. */
static double take_number(dmi_osm_text *text)
{
    double number = 0, unit = 1;
    bool has_point = false;
    for (; text->size; text->at++, text->size--) {
        char c = *text->at;
        if (c == '.' && !has_point)
            has_point = true;
        else if (c >= '0' && c <= '9' && number < 1e6 && unit < 1e6) {
            number = number * 10 + (c - '0');
            unit *= has_point ? 10 : 1;
        } else
            break;
    }
    return number / unit;
}

double dmi_osm_maxspeed(dmi_osm_text text)
{
    static const char *const kilometres[] = {"", "km/h", "kmh", "kph", NULL};
    if (!text.at)
        return 0;
    if (text_is(text, "walk"))
        return 5;
    if (text_is(text, "none"))
        return 130;
    double number = take_number(&text);
    while (text.size && *text.at == ' ') {
        text.at++;
        text.size--;
    }
    double factor = is_one_of(text, kilometres) ? 1
                    : text_is(text, "mph")      ? 1.609344
                    : text_is(text, "knots")    ? 1.852
                                                : 0;
    double speed = number * factor;
    return speed >= 1 && speed <= 300 ? speed : 0;
}

bool dmi_osm_is_restriction(const dmi_osm_tags *tags)
{
    return text_is(tags->value[DMI_OSM_TYPE], "restriction");
}

bool dmi_osm_is_ferry(const dmi_osm_tags *tags)
{
    return text_is(tags->value[DMI_OSM_ROUTE], "ferry");
}

bool dmi_osm_stops(dmi_osm_text barrier, dm_profile profile)
{
    static const char *const nobody[] = {
        "no",       "kerb",        "toll_booth",        "border_control",
        "entrance", "cattle_grid", "height_restrictor", NULL};
    static const char *const cars[] = {
        "bollard",  "block",       "cycle_barrier",  "motorcycle_barrier",
        "bus_trap", "sump_buster", "jersey_barrier", "planter",
        NULL};
    return !is_one_of(barrier, nobody) && (profile == DM_PROFILE_CAR || !is_one_of(barrier, cars));
}

bool dmi_osm_judge(const dmi_osm_tags *tags, dm_profile profile, dmi_way *out)
{
    const struct street *street = street_of(tags->value[DMI_OSM_HIGHWAY]);
    int speed = street ? street->speed[profile] : 0;
    if (speed == 0 || !is_open(tags, profile, speed < 0))
        return false;
    int usual = abs(speed);
    double limit = dmi_osm_maxspeed(tags->value[DMI_OSM_MAXSPEED]);
    bool counts = profile == DM_PROFILE_CAR || (profile == DM_PROFILE_BIKE && limit < usual);
    *out = (dmi_way){.travel = travel_of(tags, profile),
                     .kind = street->kind,
                     .speed = (counts && limit > 0 ? limit : usual),
                     .name = tags->value[DMI_OSM_NAME].at,
                     .name_size = tags->value[DMI_OSM_NAME].size};
    return true;
}
