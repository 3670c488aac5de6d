/* demesne/territory.h - who has which part of each street, and areas around the streets.
 *
 *     dm_terms_dominance(arena, &terms, groups, 2, &owned, &err);
 *     dm_territory_new(arena, owned, NULL, &territory, &err);
 *     dm_areas_new(arena, owned, territory, run, &areas, &err);
 *
 * The board must have a map (map.h).
 */
#ifndef DEMESNE_TERRITORY_H
#define DEMESNE_TERRITORY_H

#include <demesne/dominance.h>
#include <demesne/map.h>
#include <demesne/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A part of a street whose points all go to one place. */
typedef struct dm_piece {
    int32_t street;
    int32_t owner;     /* a player, DM_TIED or DM_UNREACHED */
    int32_t site;      /* as in dm_dominance; -1: none, or not known */
    double begin, end; /* shares of the street's length, 0 <= begin < end <= 1 */
} dm_piece;

typedef struct dm_territory {
    int64_t count;
    dm_piece *piece; /* street by street, from its beginning to its end */
} dm_territory;

/* What customers between the vertices pay attention to, beside distance. */
typedef struct dm_territory_terms {
    const int64_t *offset; /* of each site, as `site` of the dominance counts them; NULL: none */
    bool has_radius;
    int64_t radius;
} dm_territory_terms;

/* A point inside a street leaves it by an end that the street's directions allow, the one from
 * which the way is shorter; there it goes where that end goes.  `terms` NULL: no offset, no radius.
 * DM_UNSUPPORTED if the board has no map.  O(n + m). */
dm_status dm_territory_new(const dm_arena *arena, const dm_dominance *owned,
                           const dm_territory_terms *terms, dm_territory **out, dm_error *err);
void dm_territory_free(dm_territory *territory);

/* The part of the street between two shares of its length, as points in degrees.  `points` has room
 * for the points of the street and 4 more; returns how many were written, at least 2. */
uint32_t dm_street_line(const dm_arena *arena, int32_t street, double begin, double end,
                        dm_point *points);

#define DM_AREA_REACH 200.0 /* metres */

/* The places within DM_AREA_REACH of a street that are nearest, as the crow flies, to streets of
 * one site; points of nobody and tied ones make areas too.  Rivers and the sea belong to nobody:
 * ferries are no streets here.  Rings are closed: the first point is repeated at the end. */
typedef struct dm_area {
    int32_t owner, site; /* as in dm_piece */
    int32_t rings;
    int32_t *first; /* of the points of each ring; rings + 1 entries */
    bool *is_hole;  /* in the polygon of the last ring that is none */
    dm_point *point;
} dm_area;

typedef struct dm_areas {
    int32_t count;
    dm_area *area;  /* by owner, then by site */
    dm_bounds clip; /* they lie in this rectangle, without overlap and without gaps near streets */
} dm_areas;

/* O(k log k) for k points on the streets, at most about 500 000.  DM_UNFINISHED if the run ends
 * first. */
dm_status dm_areas_new(const dm_arena *arena, const dm_dominance *owned,
                       const dm_territory *territory, dm_run *run, dm_areas **out, dm_error *err);
void dm_areas_free(dm_areas *areas);

#ifdef __cplusplus
}
#endif
#endif
