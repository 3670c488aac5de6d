/* demesne/map.h - boards that lie on the Earth: where their streets run.
 *
 * A board with a map has places in degrees: x is the longitude, y the latitude.  Each of its
 * streets leads from one vertex to another along points.  There may be more streets than edges:
 * several streets may join the same two vertices, and one may end where it begins; the graph has
 * the shortest.
 *
 *     const dm_map *map = dm_arena_map(arena);
 *     for (int32_t s = 0; map && s < map->streets; s++)
 *         draw(map->from[s], map->point + map->first_point[s],
 *              map->first_point[s + 1] - map->first_point[s], map->to[s]);
 */
#ifndef DEMESNE_MAP_H
#define DEMESNE_MAP_H

#include <demesne/arena.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In units of 10^-7 degrees, as OpenStreetMap stores them: about a centimetre. */
typedef struct dm_lonlat {
    int32_t lon, lat;
} dm_lonlat;

#define DM_LONLAT_UNIT 1e-7

/* What the lengths of a map are.  Metres and seconds are kept in tenths (dm_arena_decimals() is 1),
 * minutes are the tenths of seconds rounded to five decimals. */
typedef enum dm_measure {
    DM_MEASURE_OTHER,
    DM_METRES,
    DM_SECONDS,
    DM_MINUTES,
    DM_MEASURES
} dm_measure;

const char *dm_measure_name(dm_measure measure); /* "metres"; "" for DM_MEASURE_OTHER */
static inline bool dm_measure_is_time(dm_measure measure)
{
    return measure == DM_SECONDS || measure == DM_MINUTES;
}

/* Who travels on the streets of a map: profiles.def has what each may use, and how fast. */
typedef enum dm_profile { DM_PROFILE_CAR, DM_PROFILE_BIKE, DM_PROFILE_FOOT } dm_profile;

const char *dm_profile_name(dm_profile profile); /* "car" */

/* How a street may be travelled. */
enum { DM_STREET_FORWARD = 1, DM_STREET_BACKWARD = 2, DM_STREET_BOTH = 3 };

/* From the most important to the least, for pictures. */
typedef enum dm_street_kind {
    DM_STREET_MOTORWAY,
    DM_STREET_TRUNK,
    DM_STREET_PRIMARY,
    DM_STREET_SECONDARY,
    DM_STREET_TERTIARY,
    DM_STREET_RESIDENTIAL,
    DM_STREET_SERVICE,
    DM_STREET_TRACK,
    DM_STREET_PATH,
    DM_STREET_OTHER,
    DM_STREET_FERRY, /* a line over water: no place is moved to it */
    DM_STREET_KINDS
} dm_street_kind;

const char *dm_street_kind_name(dm_street_kind kind); /* "primary" */

/* Who comes to a vertex by one street may not leave it by another one, or not turn back. */
typedef struct dm_street_turn {
    dm_vertex via;    /* an end of both streets */
    int32_t from, to; /* streets; the same: no U-turn */
} dm_street_turn;

/* What of OpenStreetMap became forbidden turns, and streets: how many objects of each kind. */
typedef struct dm_map_rules {
    int32_t restrictions; /* relations */
    int32_t barriers;     /* nodes that nobody of the profile passes */
    int32_t ferries;      /* ways */
} dm_map_rules;

/* Borrowed from the arena.  Callers only read it. */
typedef struct dm_map {
    int32_t streets;
    const dm_vertex *from, *to;
    const int64_t *length;       /* in the board's unit */
    const unsigned char *travel; /* DM_STREET_FORWARD, ... */
    const unsigned char *kind;   /* a dm_street_kind */
    const uint32_t *name_at;     /* where its name begins in `names`; 0: it has none */
    const char *names;           /* byte 0 is a NUL */
    const uint32_t *first_point; /* streets + 1 entries */
    const dm_lonlat *point;      /* those between the ends */
    dm_measure measure;
    int profile;             /* for whom: a dm_profile; -1: not known */
    const char *attribution; /* whom a picture must name; NULL: nobody */
    /* Forbidden turns, sorted by via, from, to.  The graph of the board does not know them:
     * dm_arena_with_turns() makes a board whose distances do. */
    int32_t turns;
    const dm_street_turn *turn;
    dm_map_rules rules;
} dm_map;

/* NULL: the board has no map. */
const dm_map *dm_arena_map(const dm_arena *arena);

/* The points of a street in order, with both ends: 0 is its vertex `from`. */
static inline uint32_t dm_street_points(const dm_map *map, int32_t street)
{
    return map->first_point[street + 1] - map->first_point[street] + 2;
}
dm_lonlat dm_street_point(const dm_arena *arena, int32_t street, uint32_t index);
dm_lonlat dm_vertex_lonlat(const dm_arena *arena, dm_vertex v);
/* Great-circle distance in metres. */
double dm_lonlat_metres(dm_lonlat a, dm_lonlat b);

/* A rectangle in degrees. */
typedef struct dm_bounds {
    double west, south, east, north;
} dm_bounds;

/* The least one that holds all vertices and streets.  False: the board has no map.  O(n + m). */
bool dm_arena_bounds(const dm_arena *arena, dm_bounds *out);

/* The board's places are degrees; it will have a map if every vertex has a place.  If no street
 * was added, every edge is a straight one. */
void dm_builder_geographic(dm_builder *builder, dm_measure measure);
/* For whom the map was read. */
dm_status dm_builder_profile(dm_builder *builder, dm_profile profile, dm_error *err);
/* Copied; NULL: nobody. */
dm_status dm_builder_attribution(dm_builder *builder, const char *attribution, dm_error *err);

typedef struct dm_street {
    dm_vertex from, to;
    int64_t length; /* in the builder's unit, more than 0 */
    unsigned char travel;
    dm_street_kind kind;
    const char *name; /* NULL: none */
    const dm_lonlat *points;
    uint32_t point_count;
} dm_street;

/* Adds a street to the map of a geographic board.  The edge or arc is added besides, by
 * dm_builder_edge() or dm_builder_arc(). */
dm_status dm_builder_street(dm_builder *builder, const dm_street *street, dm_error *err);
/* Forbids a turn between two streets that were added. */
dm_status dm_builder_turn(dm_builder *builder, const dm_street_turn *turn, dm_error *err);
dm_status dm_builder_rules(dm_builder *builder, const dm_map_rules *rules, dm_error *err);

/* The same board with distances that respect the forbidden turns; it shares `arena` if there are
 * none.
 *
 * Junctions with forbidden turns get copies, which come after all other vertices, lie where the
 * junctions lie, are worth 0 and have no names: dm_arena_shown() is the number of the vertices
 * before them.  A customer or a site at a junction is at the junction itself.  Streets end at the
 * copy at which who travels along them arrives.  Divide a board before, and turn it
 * (dm_arena_turned) if goods travel from the sites and it is directed;
 * an undirected one has no forbidden turns.  O(n + m). */
dm_status dm_arena_with_turns(const dm_arena *arena, dm_direction direction, dm_arena **out,
                              dm_error *err);
/* Vertices that are no copies: all, unless dm_arena_with_turns() made the board. */
dm_vertex dm_arena_shown(const dm_arena *arena);
/* The vertex that a copy is of; others are their own. */
dm_vertex dm_arena_original(const dm_arena *arena, dm_vertex v);

#ifdef __cplusplus
}
#endif
#endif
