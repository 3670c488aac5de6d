/* test_territory.c - parts of streets by the definition; areas cover what is near streets, without
 * overlap. */
#include "support/support.h"
#include "support/town.h"
#include <demesne/reply.h>
#include <demesne/rng.h>
#include <demesne/snap.h>
#include <demesne/source.h>
#include <demesne/territory.h>
#include <geos_c.h>
#include <math.h>
#include <stdlib.h>

typedef struct market {
    dm_vertex site[4];
    int64_t offset[4];
    dm_terms terms;
    dm_territory_terms more;
    dm_dominance *owned;
} market;

/* Two sites of each side, sometimes with offsets or a radius. */
static void open_market(const dm_arena *arena, uint64_t seed, market *m)
{
    dm_error err = {0};
    dm_rng rng;
    dm_rng_init(&rng, seed);
    *m = (market){0};
    for (int i = 0; i < 4; i++) {
        m->site[i] = (dm_vertex)(i * dm_arena_vertices(arena) / 4);
        m->offset[i] = (int64_t)dm_rng_below(&rng, 500);
    }
    bool has_offsets = seed % 3 == 1;
    m->terms.has_radius = m->more.has_radius = seed % 3 == 2;
    m->terms.radius = m->more.radius = 1500;
    m->terms.ties = (dm_tie_rule)(seed % 4);
    m->more.offset = has_offsets ? m->offset : NULL;
    const dm_group groups[] = {
        {DM_WHITE, {.vertex = m->site, .count = 2, .offset = has_offsets ? m->offset : NULL}},
        {DM_BLACK,
         {.vertex = m->site + 2, .count = 2, .offset = has_offsets ? m->offset + 2 : NULL}}};
    assert_ok(dm_terms_dominance(arena, &m->terms, groups, 2, &m->owned, &err), err);
}

/* The owner of the point at this share of a street, by the definition; -9: too near a boundary. */
static int32_t owner_at(const dm_arena *arena, const market *m, bool turned, int32_t street,
                        double share)
{
    const dm_map *map = dm_arena_map(arena);
    const dm_vertex ends[2] = {map->from[street], map->to[street]};
    const double way[2] = {share * (double)map->length[street],
                           (1 - share) * (double)map->length[street]};
    const unsigned needs[2] = {turned ? DM_STREET_FORWARD : DM_STREET_BACKWARD,
                               turned ? DM_STREET_BACKWARD : DM_STREET_FORWARD};
    double best = INFINITY, total[2] = {INFINITY, INFINITY};
    int32_t owner = DM_UNREACHED;
    for (int e = 0; e < 2; e++) {
        int32_t site = m->owned->site[ends[e]];
        if (!(map->travel[street] & needs[e]) || m->owned->owner[ends[e]] == DM_UNREACHED)
            continue;
        double distance = way[e] + (double)m->owned->distance[ends[e]];
        if (m->more.has_radius && fabs(distance - (double)m->more.radius) < 1e-3)
            return -9;
        if (m->more.has_radius && distance > (double)m->more.radius)
            continue;
        total[e] = distance + (m->more.offset ? (double)m->more.offset[site] : 0);
        if (total[e] < best) {
            best = total[e];
            owner = m->owned->owner[ends[e]];
        }
    }
    return fabs(total[0] - total[1]) < 1e-3 ? -9 : owner;
}

static void check_pieces(const dm_arena *arena, const market *m, const dm_territory *t, bool turned)
{
    const dm_map *map = dm_arena_map(arena);
    int64_t at = 0;
    for (int32_t s = 0; s < map->streets; s++) {
        double end = 0;
        for (; at < t->count && t->piece[at].street == s; at++) {
            const dm_piece *p = &t->piece[at];
            assert_true(p->begin == end && p->begin < p->end);
            end = p->end;
            for (int k = 1; k < 6; k++) {
                double share = p->begin + (p->end - p->begin) * k / 6;
                int32_t expected = owner_at(arena, m, turned, s, share);
                assert_true(expected == -9 || expected == p->owner);
            }
        }
        assert_true(end == 1);
    }
    assert_int_equal(at, t->count);
}

static void pieces_follow_the_definition(void **state)
{
    (void)state;
    dm_error err = {0};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        dm_arena *town = support_town(seed, 30, seed % 2), *turned = NULL;
        bool is_turned = seed % 4 == 3 && dm_arena_is_directed(town);
        assert_ok(dm_arena_turned(town, &turned, &err), err);
        const dm_arena *arena = is_turned ? turned : town;
        market m;
        dm_territory *territory = NULL;
        open_market(arena, seed, &m);
        assert_ok(dm_territory_new(arena, m.owned, &m.more, &territory, &err), err);
        check_pieces(arena, &m, territory, is_turned);
        dm_territory_free(territory);
        dm_dominance_free(m.owned);
        dm_arena_free(turned);
        dm_arena_free(town);
    }
}

static void lines_have_the_given_part(void **state)
{
    (void)state;
    dm_arena *town = support_town(5, 20, false);
    const dm_map *map = dm_arena_map(town);
    for (int32_t s = 0; s < map->streets; s++) {
        dm_point whole[8], half[8], rest[8];
        uint32_t n = dm_street_line(town, s, 0, 1, whole),
                 a = dm_street_line(town, s, 0, 0.3, half),
                 b = dm_street_line(town, s, 0.3, 1, rest);
        assert_int_equal(n, map->first_point[s + 1] - map->first_point[s] + 2);
        assert_true(whole[0].x == dm_arena_places(town)[map->from[s]].x);
        assert_true(whole[n - 1].y == dm_arena_places(town)[map->to[s]].y);
        assert_true(fabs(half[a - 1].x - rest[0].x) < 1e-12);
        assert_true(fabs(half[a - 1].y - rest[0].y) < 1e-12);
        assert_true(half[0].x == whole[0].x && rest[b - 1].x == whole[n - 1].x);
        assert_true(a >= 2 && b >= 2 && a + b >= n + 1);
    }
    dm_arena_free(town);
}

/* As files have it, with ten decimals. */
static double written(double degrees)
{
    return nearbyint(degrees * 1e10) / 1e10;
}

static GEOSGeometry *polygons_of(GEOSContextHandle_t geos, const dm_area *area)
{
    GEOSGeometry *rings[4000], *polygons[4000];
    unsigned polygon_count = 0;
    for (int32_t r = 0; r < area->rings;) {
        unsigned count = 0;
        do {
            int32_t first = area->first[r], size = area->first[r + 1] - first;
            GEOSCoordSequence *points = GEOSCoordSeq_create_r(geos, (unsigned)size, 2);
            for (int32_t i = 0; i < size; i++)
                GEOSCoordSeq_setXY_r(geos, points, (unsigned)i, written(area->point[first + i].x),
                                     written(area->point[first + i].y));
            rings[count++] = GEOSGeom_createLinearRing_r(geos, points);
            r++;
        } while (r < area->rings && area->is_hole[r]);
        polygons[polygon_count++] = GEOSGeom_createPolygon_r(geos, rings[0], rings + 1, count - 1);
    }
    return GEOSGeom_createCollection_r(geos, GEOS_MULTIPOLYGON, polygons, polygon_count);
}

/* Every vertex lies in the area of its owner and site, and in no other. */
static void check_vertices(GEOSContextHandle_t geos, const dm_arena *arena, const market *m,
                           const dm_area *area, const GEOSGeometry *shape)
{
    const GEOSPreparedGeometry *ready = GEOSPrepare_r(geos, shape);
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++) {
        dm_point place = dm_arena_places(arena)[v];
        GEOSGeometry *point = GEOSGeom_createPointFromXY_r(geos, place.x, place.y);
        bool is_own = area->owner == m->owned->owner[v] && area->site == m->owned->site[v];
        assert_int_equal(GEOSPreparedContains_r(geos, ready, point), is_own);
        GEOSGeom_destroy_r(geos, point);
    }
    GEOSPreparedGeom_destroy_r(geos, ready);
}

/* Points within the reach of a street, and no others, are in some area. */
static void check_reach(GEOSContextHandle_t geos, const dm_arena *arena, const dm_areas *areas,
                        const GEOSGeometry *all)
{
    enum { POINTS = 300 };
    const double doubt = 40; /* metres */
    const dm_bounds *c = &areas->clip;
    const GEOSPreparedGeometry *ready = GEOSPrepare_r(geos, all);
    dm_lonlat place[POINTS];
    dm_snapped found[POINTS];
    dm_error err = {0};
    dm_rng rng;
    dm_rng_init(&rng, 5);
    for (int i = 0; i < POINTS; i++) {
        double x = c->west + (c->east - c->west) * (double)dm_rng_below(&rng, 1000000) / 1e6;
        double y = c->south + (c->north - c->south) * (double)dm_rng_below(&rng, 1000000) / 1e6;
        place[i] = (dm_lonlat){(int32_t)lround(x * 1e7), (int32_t)lround(y * 1e7)};
    }
    assert_ok(dm_snap(arena, place, POINTS, 0, NULL, found, &err), err);
    for (int i = 0; i < POINTS; i++) {
        GEOSGeometry *point =
            GEOSGeom_createPointFromXY_r(geos, place[i].lon * 1e-7, place[i].lat * 1e-7);
        bool is_covered = GEOSPreparedContains_r(geos, ready, point);
        if (found[i].metres < DM_AREA_REACH - doubt)
            assert_true(is_covered);
        if (found[i].metres > DM_AREA_REACH + doubt)
            assert_false(is_covered);
        GEOSGeom_destroy_r(geos, point);
    }
    GEOSPreparedGeom_destroy_r(geos, ready);
}

static void check_areas(const dm_arena *arena, const market *m, const dm_areas *areas)
{
    GEOSContextHandle_t geos = GEOS_init_r();
    GEOSGeometry *all = GEOSGeom_createEmptyPolygon_r(geos);
    double sum = 0, size;
    for (int32_t i = 0; i < areas->count; i++) {
        GEOSGeometry *shape = polygons_of(geos, &areas->area[i]);
        assert_int_equal(GEOSisValid_r(geos, shape), 1);
        GEOSArea_r(geos, shape, &size);
        sum += size;
        check_vertices(geos, arena, m, &areas->area[i], shape);
        GEOSGeometry *more = GEOSUnion_r(geos, all, shape);
        GEOSGeom_destroy_r(geos, all);
        GEOSGeom_destroy_r(geos, shape);
        all = more;
    }
    GEOSArea_r(geos, all, &size);
    assert_true(fabs(sum - size) <= 1e-9 * size); /* no overlap */
    check_reach(geos, arena, areas, all);
    GEOSGeom_destroy_r(geos, all);
    GEOS_finish_r(geos);
}

static void areas_cover_the_map(void **state)
{
    (void)state;
    dm_error err = {0};
    for (uint64_t seed = 1; seed <= (run_long() ? 240 : 6); seed++) {
        dm_arena *town = NULL;
        if (seed % 12 == 0) /* large enough for samples to be removed */
            assert_ok(dm_generate("town:2500", seed, &town, &err), err);
        else
            town = support_town(seed, seed < 4 ? 4 : 40, seed % 2);
        market m;
        dm_territory *territory = NULL;
        dm_areas *areas = NULL;
        open_market(town, seed, &m);
        assert_ok(dm_territory_new(town, m.owned, &m.more, &territory, &err), err);
        assert_ok(dm_areas_new(town, m.owned, territory, NULL, &areas, &err), err);
        check_areas(town, &m, areas);
        dm_areas_free(areas);
        dm_territory_free(territory);
        dm_dominance_free(m.owned);
        dm_arena_free(town);
    }
}

static void boards_without_a_map_are_refused(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *arena = NULL;
    dm_dominance *owned = NULL;
    dm_territory *territory = NULL;
    dm_areas *areas = NULL;
    const dm_stone stone = {0, DM_WHITE};
    const dm_territory none = {0};
    assert_ok(dm_generate("path:3", 0, &arena, &err), err);
    assert_ok(dm_dominance_new(arena, &stone, 1, DM_TIES_NEUTRAL, &owned, &err), err);
    assert_int_equal(dm_territory_new(arena, owned, NULL, &territory, &err), DM_UNSUPPORTED);
    assert_int_equal(dm_areas_new(arena, owned, &none, NULL, &areas, &err), DM_UNSUPPORTED);
    dm_dominance_free(owned);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_follow_the_definition),
        cmocka_unit_test(lines_have_the_given_part),
        cmocka_unit_test(areas_cover_the_map),
        cmocka_unit_test(boards_without_a_map_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
