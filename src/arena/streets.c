/* streets.c - the streets of a board, as arrays that grow while they are read. */
#include "arena/streets.h"

#include "arena/arena.h"
#include "base/base.h"
#include "base/utf8.h"
#include "graph/csr.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *dm_street_kind_name(dm_street_kind kind)
{
    static const char *const names[DM_STREET_KINDS] = {
        "motorway", "trunk", "primary", "secondary", "tertiary", "residential",
        "service",  "track", "path",    "other",     "ferry"};
    return (unsigned)kind < DM_STREET_KINDS ? names[kind] : "other";
}

dm_street_kind dmi_street_kind(const char *highway)
{
    static const struct {
        const char *highway;
        dm_street_kind kind;
    } others[] = {{"unclassified", DM_STREET_RESIDENTIAL},
                  {"living_street", DM_STREET_RESIDENTIAL},
                  {"pedestrian", DM_STREET_PATH},
                  {"footway", DM_STREET_PATH},
                  {"cycleway", DM_STREET_PATH},
                  {"bridleway", DM_STREET_PATH},
                  {"steps", DM_STREET_PATH}};
    size_t size = strcspn(highway, "_");
    bool is_link = strcmp(highway + size, "_link") == 0;
    for (int kind = 0; kind < DM_STREET_OTHER; kind++) {
        const char *name = dm_street_kind_name((dm_street_kind)kind);
        if (strcmp(highway, name) == 0 ||
            (is_link && strlen(name) == size && memcmp(highway, name, size) == 0))
            return (dm_street_kind)kind;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(highway, others[i].highway) == 0)
            return others[i].kind;
    return DM_STREET_OTHER;
}

const char *dm_measure_name(dm_measure measure)
{
    static const char *const names[DM_MEASURES] = {"", "metres", "seconds", "minutes"};
    return (unsigned)measure < DM_MEASURES ? names[measure] : "";
}

const char *dm_profile_name(dm_profile profile)
{
    static const char *const names[] = {"car", "bike", "foot"};
    return (unsigned)profile < sizeof names / sizeof *names ? names[profile] : "";
}

/* The map shows what the arrays hold now. */
static void show_own(dmi_streets *s)
{
    s->map.from = s->own.from;
    s->map.to = s->own.to;
    s->map.length = s->own.length;
    s->map.travel = s->own.travel;
    s->map.kind = s->own.kind;
    s->map.name_at = s->own.name_at;
    s->map.names = s->own.names;
    s->map.first_point = s->own.first_point;
    s->map.point = s->own.point;
    s->map.attribution = s->own.attribution;
    s->map.turn = s->own.turn;
}

dmi_streets *dmi_streets_new(void)
{
    dmi_streets *s = dmi_calloc(1, sizeof *s);
    if (!s)
        return NULL;
    atomic_init(&s->users, 1);
    s->own.first_point = dmi_calloc(1, sizeof *s->own.first_point);
    s->own.names = dmi_calloc(1, 1);
    s->names_size = s->names_room = 1;
    s->map.profile = -1;
    if (!s->own.first_point || !s->own.names) {
        dmi_streets_release(s);
        return NULL;
    }
    show_own(s);
    return s;
}

dmi_streets *dmi_streets_hold(dmi_streets *streets)
{
    if (streets)
        atomic_fetch_add(&streets->users, 1);
    return streets;
}

void dmi_streets_release(dmi_streets *s)
{
    if (!s || atomic_fetch_sub(&s->users, 1) > 1)
        return;
    free(s->own.from);
    free(s->own.to);
    free(s->own.length);
    free(s->own.travel);
    free(s->own.kind);
    free(s->own.name_at);
    free(s->own.first_point);
    free(s->own.names);
    free(s->own.point);
    free(s->own.attribution);
    free(s->own.turn);
    dmi_streets_release(s->base);
    dmi_parts_release(s->file);
    free(s);
}

dmi_streets *dmi_streets_both_ways(dmi_streets *streets)
{
    dmi_streets *s = dmi_calloc(1, sizeof *s);
    unsigned char *travel = s ? dmi_alloc((size_t)streets->map.streets, 1) : NULL;
    if (!travel) {
        free(s);
        return NULL;
    }
    memset(travel, DM_STREET_BOTH, (size_t)streets->map.streets);
    atomic_init(&s->users, 1);
    s->map = streets->map;
    s->map.travel = s->own.travel = travel;
    s->map.turns = 0;
    s->map.turn = NULL;
    s->base = dmi_streets_hold(streets);
    s->file = dmi_parts_hold(streets->file);
    return s;
}

/* Room for one more street in every array; `first_point` has one entry more. */
static bool reserve_street(dmi_streets *s)
{
    size_t need = (size_t)s->map.streets + 2;
    const struct {
        void *array;
        size_t size;
    } arrays[] = {{&s->own.from, sizeof *s->own.from},
                  {&s->own.to, sizeof *s->own.to},
                  {&s->own.length, sizeof *s->own.length},
                  {&s->own.travel, 1},
                  {&s->own.kind, 1},
                  {&s->own.name_at, sizeof *s->own.name_at},
                  {&s->own.first_point, sizeof *s->own.first_point}};
    size_t room = s->room;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        room = s->room;
        if (!dmi_reserve(arrays[i].array, &room, need, arrays[i].size))
            return false;
    }
    s->room = room;
    return true;
}

/* Consecutive streets often have one name: it is kept once. */
static dm_status add_name(dmi_streets *s, const char *name, uint32_t *at, dm_error *err)
{
    *at = 0;
    size_t size = name ? strlen(name) : 0;
    if (size == 0)
        return DM_OK;
    if (size > 255 || !dmi_utf8_is_clean(name, size))
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "the name of a street must be UTF-8 without control characters, at most "
                        "255 bytes");
    if (s->map.streets > 0) {
        *at = s->own.name_at[s->map.streets - 1];
        if (*at && strcmp(s->own.names + *at, name) == 0)
            return DM_OK;
    }
    if (s->names_size + size + 1 > UINT32_MAX)
        return dmi_fail(err, DM_TOO_LARGE, "the names of the streets take more than 4 GiB");
    if (!dmi_reserve(&s->own.names, &s->names_room, s->names_size + size + 1, 1))
        return dmi_no_memory(err);
    memcpy(s->own.names + s->names_size, name, size + 1);
    *at = (uint32_t)s->names_size;
    s->names_size += size + 1;
    return DM_OK;
}

dm_status dmi_streets_add(dmi_streets *s, const dm_street *street, dm_error *err)
{
    uint32_t name;
    size_t points = s->points + street->point_count;
    if (street->length <= 0 || !street->travel || street->travel > DM_STREET_BOTH ||
        (unsigned)street->kind >= DM_STREET_KINDS)
        return dmi_fail(err, DM_BAD_ARGUMENT, "a street without length, direction or kind");
    if (s->map.streets == INT32_MAX || points > UINT32_MAX)
        return dmi_fail(err, DM_TOO_LARGE, "the streets have too many points");
    if (!reserve_street(s) ||
        !dmi_reserve(&s->own.point, &s->point_room, points + 1, sizeof *s->own.point))
        return dmi_no_memory(err);
    dm_status status = add_name(s, street->name, &name, err);
    if (status != DM_OK)
        return status;
    if (street->point_count)
        memcpy(s->own.point + s->points, street->points,
               street->point_count * sizeof *street->points);
    int32_t i = s->map.streets++;
    s->points = points;
    s->own.from[i] = street->from;
    s->own.to[i] = street->to;
    s->own.length[i] = street->length;
    s->own.travel[i] = street->travel;
    s->own.kind[i] = (unsigned char)street->kind;
    s->own.name_at[i] = name;
    s->own.first_point[i + 1] = (uint32_t)points;
    show_own(s);
    return DM_OK;
}

dm_status dmi_streets_attribution(dmi_streets *s, const char *attribution, dm_error *err)
{
    char *copy = attribution ? dmi_strdup(attribution) : NULL;
    if (attribution && !copy)
        return dmi_no_memory(err);
    free(s->own.attribution);
    s->own.attribution = copy;
    s->map.attribution = copy;
    return DM_OK;
}

dm_status dmi_streets_add_turn(dmi_streets *s, const dm_street_turn *turn, dm_error *err)
{
    const dm_map *map = &s->map;
    const int32_t ends[] = {turn->from, turn->to};
    for (size_t i = 0; i < 2; i++)
        if (ends[i] < 0 || ends[i] >= map->streets ||
            (map->from[ends[i]] != turn->via && map->to[ends[i]] != turn->via))
            return dmi_fail(err, DM_BAD_ARGUMENT, "a turn at vertex %d, where no street %d ends",
                            turn->via, ends[i]);
    if (map->turns == INT32_MAX)
        return dmi_fail(err, DM_TOO_LARGE, "more than 2^31-1 forbidden turns");
    if (!dmi_reserve(&s->own.turn, &s->turn_room, (size_t)map->turns + 1, sizeof *s->own.turn))
        return dmi_no_memory(err);
    s->own.turn[s->map.turns++] = *turn;
    show_own(s);
    return DM_OK;
}

int dmi_street_turns_compare(const void *a, const void *b)
{
    const dm_street_turn *x = a, *y = b;
    const int32_t order[][2] = {{x->via, y->via}, {x->from, y->from}, {x->to, y->to}};
    for (size_t i = 0; i < 3; i++)
        if (order[i][0] != order[i][1])
            return order[i][0] < order[i][1] ? -1 : 1;
    return 0;
}

void dmi_streets_sort_turns(dmi_streets *s)
{
    int32_t kept = 0;
    dm_street_turn *turn = s->own.turn;
    if (s->map.turns == 0)
        return;
    qsort(turn, (size_t)s->map.turns, sizeof *turn, dmi_street_turns_compare);
    for (int32_t i = 0; i < s->map.turns; i++)
        if (kept == 0 || dmi_street_turns_compare(&turn[kept - 1], &turn[i]) != 0)
            turn[kept++] = turn[i];
    s->map.turns = kept;
}

dm_status dmi_streets_scale(dmi_streets *s, int64_t factor, dm_error *err)
{
    assert(factor >= 1);
    for (int32_t i = 0; i < s->map.streets; i++) {
        if (s->own.length[i] > DM_MAX_TOTAL / factor)
            return dmi_fail(err, DM_TOO_LARGE, "a length would pass 2^62 units");
        s->own.length[i] *= factor;
    }
    return DM_OK;
}

dm_status dmi_streets_add_edges(dmi_streets *s, const dm_graph *graph, dm_error *err)
{
    dm_status status = DM_OK;
    for (dm_vertex v = 0; v < graph->n; v++)
        for (uint32_t a = graph->first[v]; a < graph->first[v + 1] && status == DM_OK; a++) {
            dm_street street = {.from = v,
                                .to = graph->target[a],
                                .length = dm_graph_length(graph, a),
                                .travel = DM_STREET_BOTH,
                                .kind = DM_STREET_OTHER};
            int64_t back = dmi_graph_length_between(graph, street.to, v);
            if (back == street.length && street.to < v)
                continue; /* added from the other end */
            if (back != street.length)
                street.travel = DM_STREET_FORWARD;
            status = dmi_streets_add(s, &street, err);
        }
    return status;
}

const dm_map *dm_arena_map(const dm_arena *arena)
{
    const dmi_streets *streets = arena->shared->streets;
    return streets && dmi_part_is_whole(streets->file, DMI_PART_STREETS) && dm_arena_places(arena)
               ? &streets->map
               : NULL;
}

static void include_point(dm_bounds *box, double lon, double lat)
{
    box->west = lon < box->west ? lon : box->west;
    box->east = lon > box->east ? lon : box->east;
    box->south = lat < box->south ? lat : box->south;
    box->north = lat > box->north ? lat : box->north;
}

bool dm_arena_bounds(const dm_arena *arena, dm_bounds *out)
{
    const dm_map *map = dm_arena_map(arena);
    const dm_point *places = dm_arena_places(arena);
    if (!map || dm_arena_vertices(arena) == 0)
        return false;
    dm_bounds box = {places[0].x, places[0].y, places[0].x, places[0].y};
    for (dm_vertex v = 1; v < dm_arena_vertices(arena); v++)
        include_point(&box, places[v].x, places[v].y);
    for (uint32_t p = 0; p < map->first_point[map->streets]; p++)
        include_point(&box, map->point[p].lon * DM_LONLAT_UNIT, map->point[p].lat * DM_LONLAT_UNIT);
    *out = box;
    return true;
}
