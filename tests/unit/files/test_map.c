/* test_map.c - the streets of boards that lie on the Earth. */
#include "support/support.h"

#include <demesne/map.h>

/* A triangle of places with a bent street, a second one beside it, and one that comes back. */
static dm_builder *begin_town(void)
{
    static const dm_lonlat bend[] = {{100000000, 500100000}, {100500000, 500200000}};
    const dm_street streets[] = {
        {0, 1, 70, DM_STREET_BOTH, DM_STREET_PRIMARY, "High Street", bend, 2},
        {0, 1, 50, DM_STREET_FORWARD, DM_STREET_SERVICE, "High Street", NULL, 0},
        {2, 2, 30, DM_STREET_BOTH, DM_STREET_PATH, NULL, bend, 1},
    };
    dm_error err = {0};
    dm_builder *builder = NULL;
    assert_ok(dm_builder_new(3, &builder, &err), err);
    assert_ok(dm_builder_directed(builder, &err), err);
    dm_builder_geographic(builder, DM_METRES);
    dm_builder_decimals(builder, 1);
    for (dm_vertex v = 0; v < 3; v++)
        assert_ok(dm_builder_place(builder, v, 10 + v, 50, &err), err);
    assert_ok(dm_builder_edge(builder, 0, 1, 70, &err), err);
    assert_ok(dm_builder_arc(builder, 0, 1, 50, &err), err);
    assert_ok(dm_builder_edge(builder, 1, 2, 40, &err), err);
    for (size_t i = 0; i < 3; i++)
        assert_ok(dm_builder_street(builder, &streets[i], &err), err);
    assert_ok(dm_builder_attribution(builder, "the surveyors", &err), err);
    return builder;
}

static void check_town(const dm_arena *arena, int travel)
{
    const dm_map *map = dm_arena_map(arena);
    dm_bounds bounds;
    assert_non_null(map);
    assert_int_equal(map->streets, 3);
    assert_int_equal(map->measure, DM_METRES);
    assert_string_equal(map->attribution, "the surveyors");
    assert_int_equal(map->first_point[1], 2);
    assert_int_equal(map->first_point[3], 3);
    assert_int_equal(map->point[1].lat, 500200000);
    assert_string_equal(map->names + map->name_at[0], "High Street");
    assert_int_equal(map->name_at[1], map->name_at[0]);
    assert_int_equal(map->name_at[2], 0);
    assert_int_equal(map->travel[1], travel);
    assert_string_equal(dm_street_kind_name(map->kind[2]), "path");
    assert_true(dm_arena_bounds(arena, &bounds));
    assert_true(bounds.west == 10 && bounds.east == 12 && bounds.south == 50);
    assert_true(bounds.north > 50.0199 && bounds.north < 50.0201);
}

static void boards_keep_their_streets(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *arena = NULL, *undirected = NULL, *turned = NULL;
    assert_ok(dm_builder_finish(begin_town(), &arena, &err), err);
    assert_true(dm_arena_is_directed(arena));
    check_town(arena, DM_STREET_FORWARD);
    assert_ok(dm_arena_undirected(arena, &undirected, &err), err);
    assert_ok(dm_arena_turned(arena, &turned, &err), err);
    dm_arena_free(arena);
    check_town(undirected, DM_STREET_BOTH);
    check_town(turned, DM_STREET_FORWARD);
    dm_arena_free(undirected);
    dm_arena_free(turned);
}

static void edges_are_straight_streets(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(3, &builder, &err), err);
    assert_ok(dm_builder_directed(builder, &err), err);
    for (dm_vertex v = 0; v < 3; v++)
        assert_ok(dm_builder_place(builder, v, v, 0, &err), err);
    dm_builder_geographic(builder, DM_MEASURE_OTHER);
    assert_ok(dm_builder_edge(builder, 2, 1, 3, &err), err);
    assert_ok(dm_builder_arc(builder, 1, 0, 4, &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    const dm_map *map = dm_arena_map(arena);
    assert_int_equal(map->streets, 2);
    assert_int_equal(map->from[0], 1);
    assert_int_equal(map->to[0], 0);
    assert_int_equal(map->travel[0], DM_STREET_FORWARD);
    assert_int_equal(map->from[1], 1);
    assert_int_equal(map->to[1], 2);
    assert_int_equal(map->travel[1], DM_STREET_BOTH);
    assert_int_equal(map->length[1], 3);
    assert_int_equal(map->first_point[2], 0);
    dm_arena_free(arena);
}

static void a_board_without_places_has_no_map(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_bounds bounds;
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(2, &builder, &err), err);
    dm_builder_geographic(builder, DM_METRES);
    assert_ok(dm_builder_place(builder, 0, 1, 2, &err), err);
    assert_ok(dm_builder_edge(builder, 0, 1, 3, &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    assert_null(dm_arena_map(arena));
    assert_false(dm_arena_bounds(arena, &bounds));
    dm_arena_free(arena);
}

static void bad_streets_are_refused(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_street street = {0, 1, 0, DM_STREET_BOTH, DM_STREET_OTHER, NULL, NULL, 0};
    assert_ok(dm_builder_new(2, &builder, &err), err);
    assert_int_equal(dm_builder_street(builder, &street, &err), DM_BAD_ARGUMENT);
    street.length = 1;
    street.travel = 4;
    assert_int_equal(dm_builder_street(builder, &street, &err), DM_BAD_ARGUMENT);
    street.travel = DM_STREET_BOTH;
    street.name = "bad\nname";
    assert_int_equal(dm_builder_street(builder, &street, &err), DM_BAD_ARGUMENT);
    street.name = NULL;
    street.to = 2;
    assert_int_equal(dm_builder_street(builder, &street, &err), DM_BAD_VERTEX);
    dm_builder_free(builder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_keep_their_streets),
        cmocka_unit_test(edges_are_straight_streets),
        cmocka_unit_test(a_board_without_places_has_no_map),
        cmocka_unit_test(bad_streets_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
