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
    return !street_of(tags->value[DMI_OSM_HIGHWAY]) && text_is(tags->value[DMI_OSM_ROUTE], "ferry");
}

bool dmi_osm_is_signal(const dmi_osm_tags *tags)
{
    return text_is(tags->value[DMI_OSM_HIGHWAY], "traffic_signals");
}

bool dmi_osm_stops(const dmi_osm_tags *tags, dm_profile profile)
{
    enum { OK, NO };
    static const struct {
        const char *kind;
        bool stops[3]; /* by dm_profile */
    } barriers[] = {
#define BARRIER(kind, car, bike, foot) {kind, {car, bike, foot}},
#include "map/profiles.def"
#undef BARRIER
    };
    dmi_osm_text kind = tags->value[DMI_OSM_BARRIER];
    const dmi_osm_key *key = access_keys[profile];
    if (!kind.at)
        return false;
    for (; *key != DMI_OSM_KEYS; key++)
        if (tags->value[*key].at)
            return !is_open(tags, profile, false);
    for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++)
        if (text_is(kind, barriers[i].kind))
            return barriers[i].stops[profile];
    return profile == DM_PROFILE_CAR;
}

/* Whether one of the words of "psv;bicycle" is in `words`. */
static bool names_any(dmi_osm_text list, const char *const *words)
{
    while (list.size) {
        const char *end = memchr(list.at, ';', list.size);
        dmi_osm_text word = {list.at, end ? (size_t)(end - list.at) : list.size};
        list.size -= word.size + (end != NULL);
        list.at += word.size + (end != NULL);
        while (word.size && *word.at == ' ') {
            word.at++;
            word.size--;
        }
        while (word.size && word.at[word.size - 1] == ' ')
            word.size--;
        if (is_one_of(word, words))
            return true;
    }
    return false;
}

static bool begins_with(dmi_osm_text text, const char *word)
{
    return text.size > strlen(word) && memcmp(text.at, word, strlen(word)) == 0;
}

/* The most special key counts, as for access; "except" names those whom the others do not bind. */
dmi_osm_rule dmi_osm_restriction(const dmi_osm_tags *tags, dm_profile profile)
{
    static const dmi_osm_key keys[][5] = {
        {DMI_OSM_RESTRICTION_MOTORCAR, DMI_OSM_RESTRICTION_MOTOR_VEHICLE,
         DMI_OSM_RESTRICTION_VEHICLE, DMI_OSM_RESTRICTION, DMI_OSM_KEYS},
        {DMI_OSM_RESTRICTION_BICYCLE, DMI_OSM_RESTRICTION_VEHICLE, DMI_OSM_RESTRICTION,
         DMI_OSM_KEYS}};
    static const char *const excepted[][4] = {{"motorcar", "motor_vehicle", "vehicle", NULL},
                                              {"bicycle", "vehicle", NULL}};
    if (profile == DM_PROFILE_FOOT)
        return DMI_OSM_NO_RULE;
    const dmi_osm_key *key = keys[profile];
    while (*key != DMI_OSM_KEYS && !tags->value[*key].at)
        key++;
    if (*key == DMI_OSM_KEYS)
        return tags->value[DMI_OSM_RESTRICTION_CONDITIONAL].at ? DMI_OSM_TIMED : DMI_OSM_NO_RULE;
    if (names_any(tags->value[DMI_OSM_EXCEPT], excepted[profile]))
        return DMI_OSM_NO_RULE;
    dmi_osm_text value = tags->value[*key];
    return begins_with(value, "no_")     ? DMI_OSM_FORBIDS
           : begins_with(value, "only_") ? DMI_OSM_COMMANDS
           : text_is(value, "none")      ? DMI_OSM_NO_RULE
                                         : DMI_OSM_UNKNOWN;
}

double dmi_osm_duration(dmi_osm_text text)
{
    double part[3];
    int parts = 0;
    for (; parts < 3 && text.size && *text.at >= '0' && *text.at <= '9'; parts++) {
        part[parts] = take_number(&text);
        if (text.size && *text.at == ':') {
            text.at++;
            text.size--;
        }
    }
    if (parts == 0 || text.size)
        return 0;
    /* minutes; hours and minutes; with seconds */
    return parts == 1 ? 60 * part[0] : 3600 * part[0] + 60 * part[1] + (parts == 3 ? part[2] : 0);
}

/* Cars take a ferry if a tag names them, or all vehicles. */
static bool ferry_takes(const dmi_osm_tags *tags, dm_profile profile)
{
    if (profile != DM_PROFILE_CAR)
        return is_open(tags, profile, false);
    for (const dmi_osm_key *key = access_keys[profile]; *key != DMI_OSM_ACCESS; key++)
        if (tags->value[*key].at)
            return is_open(tags, profile, false);
    return false;
}

static bool judge_ferry(const dmi_osm_tags *tags, dm_profile profile, dmi_way *out)
{
    const struct street *street = street_of((dmi_osm_text){"ferry", strlen("ferry")});
    if (!ferry_takes(tags, profile))
        return false;
    *out = (dmi_way){.travel = travel_of(tags, profile),
                     .kind = street->kind,
                     .row = (int)(street - streets),
                     .speed = abs(street->speed[profile]),
                     .seconds = dmi_osm_duration(tags->value[DMI_OSM_DURATION]),
                     .name = tags->value[DMI_OSM_NAME].at,
                     .name_size = tags->value[DMI_OSM_NAME].size};
    return true;
}

bool dmi_osm_judge(const dmi_osm_tags *tags, dm_profile profile, dmi_way *out)
{
    const struct street *street = street_of(tags->value[DMI_OSM_HIGHWAY]);
    int speed = street ? street->speed[profile] : 0;
    if (dmi_osm_is_ferry(tags))
        return judge_ferry(tags, profile, out);
    if (speed == 0 || !is_open(tags, profile, speed < 0))
        return false;
    int usual = abs(speed);
    double limit = dmi_osm_maxspeed(tags->value[DMI_OSM_MAXSPEED]);
    bool counts = profile == DM_PROFILE_CAR || (profile == DM_PROFILE_BIKE && limit < usual);
    *out = (dmi_way){.travel = travel_of(tags, profile),
                     .kind = street->kind,
                     .row = (int)(street - streets),
                     .speed = (counts && limit > 0 ? limit : usual),
                     .name = tags->value[DMI_OSM_NAME].at,
                     .name_size = tags->value[DMI_OSM_NAME].size};
    return true;
}
