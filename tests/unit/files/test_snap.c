/* test_snap.c - places on streets: the nearest street, and streets divided there. */
#include "support/support.h"

#include "check/snap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 64 };

static int32_t below(dm_rng *rng, int32_t limit)
{
    return (int32_t)dm_rng_below(rng, (uint64_t)limit);
}

/* Where a random map lies. */
typedef struct ground {
    int32_t west, south, size, step; /* coordinates are west + step * 0..size */
} ground;

static dm_lonlat random_place(dm_rng *rng, const ground *g)
{
    int64_t lon = (int64_t)g->west + (int64_t)g->step * below(rng, g->size);
    lon -= lon > 1800000000 ? 3600000000 : 0;
    return (dm_lonlat){(int32_t)lon, g->south + g->step * below(rng, g->size)};
}

static void add_random_street(dm_rng *rng, dm_builder *builder, dm_vertex n, const ground *g)
{
    dm_error err = {0};
    dm_lonlat points[4];
    dm_street street = {.from = below(rng, n),
                        .to = below(rng, n),
                        .length = 1 + below(rng, below(rng, 4) ? 200 : 3),
                        .travel = (unsigned char)(1 + below(rng, 3)),
                        .kind = (dm_street_kind)below(rng, DM_STREET_KINDS),
                        .name = below(rng, 2) ? "Mill Lane" : NULL,
                        .points = points,
                        .point_count = (uint32_t)below(rng, 4)};
    for (uint32_t i = 0; i < street.point_count; i++)
        points[i] = random_place(rng, g);
    assert_ok(dm_builder_street(builder, &street, &err), err);
    if (street.travel & DM_STREET_FORWARD)
        assert_ok(dm_builder_arc(builder, street.from, street.to, street.length, &err), err);
    if (street.travel & DM_STREET_BACKWARD)
        assert_ok(dm_builder_arc(builder, street.to, street.from, street.length, &err), err);
}

/* Parallel streets, loops and streets without extent among them. */
static dm_arena *random_map(dm_rng *rng, dm_vertex n, int32_t streets, const ground *g)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(n, &builder, &err), err);
    assert_ok(dm_builder_directed(builder, &err), err);
    dm_builder_geographic(builder, DM_METRES);
    dm_builder_decimals(builder, 1);
    for (dm_vertex v = 0; v < n; v++) {
        dm_lonlat p = random_place(rng, g);
        assert_ok(dm_builder_place(builder, v, p.lon * 1e-7, p.lat * 1e-7, &err), err);
        if (below(rng, 2))
            assert_ok(dm_builder_value(builder, v, below(rng, 9), &err), err);
    }
    assert_ok(dm_builder_name(builder, 0, "gate", &err), err);
    assert_ok(dm_builder_attribution(builder, "the surveyors", &err), err);
    for (int32_t i = 0; i < streets; i++)
        add_random_street(rng, builder, n, g);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

/* Towns, one on the meridian of 180 degrees, one on a few points with many ties, one at the pole,
 * and the whole Earth. */
static const ground grounds[] = {{74000000, 437000000, 200000, 1},
                                 {1799900000, -170000000, 200000, 1},
                                 {0, 0, 4, 1000},
                                 {-500000000, 899000000, 1000000, 1},
                                 {-100000000, -50000000, 200000000, 1},
                                 {300000000, 600000000, 5, 100000}};

static void check_same(const dm_snapped *a, const dm_snapped *b)
{
    assert_int_equal(a->street, b->street);
    assert_int_equal(a->segment, b->segment);
    assert_int_equal(a->at, b->at);
    assert_true(a->metres == b->metres);
    assert_int_equal(a->point.lon, b->point.lon);
    assert_int_equal(a->point.lat, b->point.lat);
}

static void the_nearest_is_found(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_rng_init(&rng, 1);
    for (int round = 0; round < (run_long() ? 600 : 180); round++) {
        const ground *g = &grounds[round % 6];
        dm_arena *arena = random_map(&rng, 2 + below(&rng, 30), 1 + below(&rng, 60), g);
        dm_lonlat places[MOST];
        dm_snapped found[MOST];
        for (int i = 0; i < MOST; i++)
            places[i] = random_place(&rng, g);
        assert_ok(dm_snap(arena, places, MOST, UINT32_MAX, NULL, found, &err), err);
        for (int i = 0; i < MOST; i++) {
            dm_snapped expected = check_snap(arena, places[i]);
            check_same(&found[i], &expected);
        }
        dm_arena_free(arena);
    }
}

/* Parts of one street follow each other with its kind, name and directions. */
static void check_parts(const dm_map *old, const dm_map *map)
{
    int32_t part = 0;
    for (int32_t s = 0; s < old->streets; s++) {
        int64_t sum = 0;
        assert_int_equal(map->from[part], old->from[s]);
        for (bool ends = false; !ends; part++) {
            assert_true(part < map->streets);
            assert_true(map->length[part] >= 1);
            assert_int_equal(map->travel[part], old->travel[s]);
            assert_int_equal(map->kind[part], old->kind[s]);
            assert_string_equal(map->names + map->name_at[part], old->names + old->name_at[s]);
            sum += map->length[part];
            ends = sum >= old->length[s];
            if (!ends)
                assert_int_equal(map->to[part], map->from[part + 1]);
            else
                assert_int_equal(map->to[part], old->to[s]);
        }
        assert_int_equal(sum, old->length[s]);
    }
    assert_int_equal(part, map->streets);
}

/* New vertices come in the order of the list; each is at its point, worth 0. */
static void check_vertices(const dm_arena *arena, const dm_arena *divided, const dm_snapped *at,
                           const dm_vertex *vertex, int count)
{
    dm_vertex n = dm_arena_vertices(arena), next = n;
    const dm_map *map = dm_arena_map(arena);
    for (int i = 0; i < count; i++) {
        bool is_end = at[i].at == 0 || at[i].at == map->length[at[i].street];
        int same = 0;
        while (same < i && (is_end || at[same].street != at[i].street || at[same].at != at[i].at))
            same++;
        if (is_end)
            assert_int_equal(vertex[i], at[i].at ? map->to[at[i].street] : map->from[at[i].street]);
        else
            assert_int_equal(vertex[i], same < i ? vertex[same] : next++);
        if (!is_end && same == i) {
            dm_lonlat p = dm_vertex_lonlat(divided, vertex[i]);
            assert_true(p.lon == at[i].point.lon && p.lat == at[i].point.lat);
            assert_null(dm_arena_name(divided, vertex[i]));
            assert_int_equal(dm_arena_values(divided)[vertex[i]], 0);
        }
    }
    assert_int_equal(dm_arena_vertices(divided), next);
    for (dm_vertex v = 0; v < n; v++)
        assert_int_equal(dm_value_of(dm_arena_values(divided), v),
                         dm_value_of(dm_arena_values(arena), v));
    assert_int_equal(dm_arena_total_value(divided), dm_arena_total_value(arena));
}

static void divide_and_check(const dm_arena *arena, const dm_snapped *at, int count)
{
    dm_error err = {0};
    dm_vertex vertex[MOST];
    dm_arena *divided = NULL;
    assert_ok(dm_arena_divided(arena, at, count, vertex, &divided, &err), err);
    check_parts(dm_arena_map(arena), dm_arena_map(divided));
    check_vertices(arena, divided, at, vertex, count);
    /* Distances between places, and between old vertices, are those of the definition. */
    dm_distances *before = NULL, *after = NULL;
    assert_ok(dm_distances_new(arena, 0, NULL, &before, &err), err);
    assert_ok(dm_distances_new(divided, 0, NULL, &after, &err), err);
    for (dm_vertex u = 0; u < dm_arena_vertices(arena); u++)
        for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++)
            assert_int_equal(dm_distance(after, u, v), dm_distance(before, u, v));
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            assert_int_equal(dm_distance(after, vertex[j], vertex[i]),
                             check_way(arena, before, &at[i], &at[j]));
    dm_distances_free(before);
    dm_distances_free(after);
    assert_string_equal(dm_arena_map(divided)->attribution, "the surveyors");
    assert_int_equal(dm_arena_map(divided)->measure, DM_METRES);
    assert_string_equal(dm_arena_name(divided, 0), "gate");
    assert_int_equal(dm_arena_decimals(divided), 1);
    assert_int_equal(dm_arena_notes(divided).parallel, dm_arena_notes(arena).parallel);
    dm_arena_free(divided);
}

static void streets_are_divided(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_rng_init(&rng, 2);
    for (int round = 0; round < 600; round++) {
        const ground *g = &grounds[round % 6];
        dm_arena *arena = random_map(&rng, 2 + below(&rng, 8), 1 + below(&rng, 12), g);
        dm_arena *undirected = NULL;
        dm_lonlat places[MOST];
        dm_snapped found[MOST];
        int count = 1 + below(&rng, 12);
        for (int i = 0; i < count; i++)
            places[i] = random_place(&rng, g);
        assert_ok(dm_snap(arena, places, count, UINT32_MAX, NULL, found, &err), err);
        divide_and_check(arena, found, count);
        assert_ok(dm_arena_undirected(arena, &undirected, &err), err);
        divide_and_check(undirected, found, count);
        dm_arena_free(undirected);
        dm_arena_free(arena);
    }
}

static void a_turned_board_stays_turned(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_rng_init(&rng, 3);
    dm_arena *arena = random_map(&rng, 6, 9, &grounds[0]), *turned = NULL;
    dm_arena *first = NULL, *second = NULL;
    dm_lonlat places[4];
    dm_snapped found[4];
    dm_vertex vertex[4];
    for (int i = 0; i < 4; i++)
        places[i] = random_place(&rng, &grounds[0]);
    assert_ok(dm_snap(arena, places, 4, 0, NULL, found, &err), err);
    assert_ok(dm_arena_turned(arena, &turned, &err), err);
    assert_ok(dm_arena_divided(turned, found, 4, vertex, &first, &err), err);
    assert_ok(dm_arena_divided(arena, found, 4, vertex, &second, &err), err);
    const dm_graph *a = dm_arena_graph(first), *b = dm_arena_reverse(second);
    assert_true(dm_arena_is_directed(second));
    assert_int_equal(a->arcs, b->arcs);
    assert_memory_equal(a->target, b->target, a->arcs * sizeof *a->target);
    dm_arena_free(first);
    dm_arena_free(second);
    dm_arena_free(turned);
    dm_arena_free(arena);
}

static void what_is_refused(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_rng rng;
    dm_rng_init(&rng, 5);
    dm_arena *plain = family_board("path:3", 1), *map = random_map(&rng, 3, 2, &grounds[0]);
    dm_arena *none = NULL;
    dm_lonlat place = {0, 0};
    dm_vertex vertex;
    dm_snapped found = {.street = -1};
    assert_int_equal(dm_snap(plain, &place, 1, 0, NULL, &found, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_arena_divided(plain, &found, 1, &vertex, &none, &err), DM_BAD_ARGUMENT);
    const dm_snapped wrong[] = {{.street = 2},
                                {.street = 0, .at = -1},
                                {.street = 0, .at = dm_arena_map(map)->length[0] + 1},
                                {.street = 0, .segment = 9}};
    for (int i = 0; i < 4; i++)
        assert_int_equal(dm_arena_divided(map, &wrong[i], 1, &vertex, &none, &err),
                         DM_BAD_ARGUMENT);
    assert_ok(dm_arena_divided(map, &found, 1, &vertex, &none, &err), err);
    assert_int_equal(vertex, -1);
    dm_run *run = NULL;
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_cancel(run);
    assert_int_equal(dm_snap(map, &place, 1, 0, run, &found, &err), DM_UNFINISHED);
    dm_run_free(run);
    dm_arena_free(none);
    dm_arena_free(map);
    dm_arena_free(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_is_found),
        cmocka_unit_test(streets_are_divided),
        cmocka_unit_test(a_turned_board_stays_turned),

        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
