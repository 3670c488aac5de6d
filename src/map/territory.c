/* territory.c - who has which part of each street.
 *
 * A customer at share t of a street of length L reaches the end `from` after t L and the end `to`
 * after (1 - t) L, if he may travel that way; from there he goes where that end goes:
 *
 *     from |------- t L -------x---- (1 - t) L ----| to
 *
 * With d the distance, plus the offset, from an end to its site, both ways are equally long at
 * t = (L + d(to) - d(from)) / 2 L.  On a turned board goods travel the same ways backwards.
 */
#include "arena/arena.h"
#include "base/base.h"
#include <demesne/territory.h>
#include <math.h>
#include <stdlib.h>

/* One end of a street, as seen from its middle. */
typedef struct street_end {
    bool is_open;  /* points of the street may leave it here, and the end goes somewhere */
    double reach;  /* up to this share of the street, seen from this end */
    int64_t total; /* distance and offset */
    int32_t owner, site;
} street_end;

typedef struct survey {
    const dm_arena *arena;
    const dm_map *map;
    const dm_dominance *owned;
    const dm_territory_terms *terms;
    dm_territory *out;
    size_t room;
} survey;

static street_end look_at(const survey *s, dm_vertex v, bool may_leave, int64_t length)
{
    const dm_dominance *d = s->owned;
    dm_vertex original = dm_arena_original(s->arena, v);
    if (d->distance[original] == 0) /* a site at the junction itself */
        v = original;
    street_end e = {.owner = d->owner[v], .site = d->site ? d->site[v] : -1, .reach = 1};
    e.is_open = may_leave && e.owner != DM_UNREACHED;
    if (!e.is_open)
        return e;
    e.total = d->distance[v];
    if (s->terms && s->terms->has_radius)
        e.reach = (double)(s->terms->radius - d->distance[v]) / (double)length;
    if (s->terms && s->terms->offset && e.site >= 0)
        e.total += s->terms->offset[e.site];
    return e;
}

static bool add_stretch(survey *s, int32_t street, const street_end *to, double begin, double end)
{
    static const street_end nobody = {.owner = DM_UNREACHED, .site = -1};
    const street_end *e = to ? to : &nobody;
    dm_territory *t = s->out;
    if (!(begin < end))
        return true;
    dm_piece *last = t->count ? &t->piece[t->count - 1] : NULL;
    if (last && last->street == street && last->owner == e->owner && last->site == e->site) {
        last->end = end;
        return true;
    }
    if (!dmi_reserve(&t->piece, &s->room, (size_t)t->count + 1, sizeof *t->piece))
        return false;
    t->piece[t->count++] = (dm_piece){street, e->owner, e->site, begin, end};
    return true;
}

/* Divides a street: the beginning goes to `a`, the end to `b`, what neither serves to nobody. */
static bool divide_street(survey *s, int32_t street, const street_end *a, const street_end *b)
{
    double length = (double)s->map->length[street];
    double left = a->is_open ? fmin(1, a->reach) : 0;
    double right = b->is_open ? fmax(0, 1 - b->reach) : 1;
    if (left > right) { /* between these both serve */
        double middle = (length + (double)(b->total - a->total)) / (2 * length);
        left = right = fmin(left, fmax(right, middle));
    }
    return add_stretch(s, street, a, 0, left) && add_stretch(s, street, NULL, left, right) &&
           add_stretch(s, street, b, right, 1);
}

static bool divide_all(survey *s)
{
    bool is_turned = s->arena->turned, is_directed = dm_arena_is_directed(s->arena);
    for (int32_t i = 0; i < s->map->streets; i++) {
        unsigned travel = is_directed ? s->map->travel[i] : (unsigned)DM_STREET_BOTH;
        bool forward = travel & DM_STREET_FORWARD, backward = travel & DM_STREET_BACKWARD;
        int64_t length = s->map->length[i];
        street_end a = look_at(s, s->map->from[i], is_turned ? forward : backward, length);
        street_end b = look_at(s, s->map->to[i], is_turned ? backward : forward, length);
        if (!divide_street(s, i, &a, &b))
            return false;
    }
    return true;
}

dm_status dm_territory_new(const dm_arena *arena, const dm_dominance *owned,
                           const dm_territory_terms *terms, dm_territory **out, dm_error *err)
{
    survey s = {.arena = arena, .map = dm_arena_map(arena), .owned = owned, .terms = terms};
    if (!s.map)
        return dmi_fail(err, DM_UNSUPPORTED, "the board has no map");
    s.out = dmi_calloc(1, sizeof *s.out);
    if (!s.out || !divide_all(&s)) {
        dm_territory_free(s.out);
        return dmi_no_memory(err);
    }
    *out = s.out;
    return DM_OK;
}

void dm_territory_free(dm_territory *territory)
{
    if (!territory)
        return;
    free(territory->piece);
    free(territory);
}

static dm_point point_of(const dm_map *map, uint32_t i)
{
    return (dm_point){map->point[i].lon * DM_LONLAT_UNIT, map->point[i].lat * DM_LONLAT_UNIT};
}

/* Point i of the street, its ends included. */
static dm_point street_point(const dm_arena *arena, int32_t street, uint32_t i)
{
    const dm_map *map = dm_arena_map(arena);
    uint32_t first = map->first_point[street], count = map->first_point[street + 1] - first;
    if (i == 0)
        return dm_arena_places(arena)[map->from[street]];
    return i <= count ? point_of(map, first + i - 1) : dm_arena_places(arena)[map->to[street]];
}

static double step_length(dm_point a, dm_point b)
{
    double k = cos((a.y + b.y) * (3.14159265358979323846 / 360));
    return hypot((b.x - a.x) * k, b.y - a.y);
}

static dm_point point_between(dm_point a, dm_point b, double share)
{
    return (dm_point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

uint32_t dm_street_line(const dm_arena *arena, int32_t street, double begin, double end,
                        dm_point *points)
{
    const dm_map *map = dm_arena_map(arena);
    uint32_t steps = map->first_point[street + 1] - map->first_point[street] + 1, count = 0;
    double total = 0, passed = 0;
    for (uint32_t i = 0; i < steps; i++)
        total += step_length(street_point(arena, street, i), street_point(arena, street, i + 1));
    begin *= total;
    end *= total;
    for (uint32_t i = 0; i < steps; i++) {
        dm_point a = street_point(arena, street, i), b = street_point(arena, street, i + 1);
        double length = step_length(a, b), next = i + 1 == steps ? total : passed + length;
        if (count == 0 && (begin <= next || i + 1 == steps))
            points[count++] = point_between(a, b, length > 0 ? (begin - passed) / length : 0);
        if (count > 0 && end > next)
            points[count++] = b;
        if (count > 0 && end <= next) {
            points[count++] =
                end == total ? b : point_between(a, b, length > 0 ? (end - passed) / length : 1);
            break;
        }
        passed = next;
    }
    return count;
}
