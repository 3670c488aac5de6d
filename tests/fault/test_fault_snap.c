/* test_fault_snap.c - memory runs out while places are found on streets and streets are divided. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/demesne.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static dm_arena *town;

/* A ring of streets with bends, one of them one-way. */
static dm_arena *new_town(void)
{
    enum { N = 12 };
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(N, &builder, &err), err);
    assert_ok(dm_builder_directed(builder, &err), err);
    dm_builder_geographic(builder, DM_METRES);
    dm_builder_decimals(builder, 1);
    for (dm_vertex v = 0; v < N; v++)
        assert_ok(dm_builder_place(builder, v, 0.001 * v, v % 2 * 0.001, &err), err);
    for (dm_vertex v = 0; v < N; v++) {
        const dm_lonlat bend = {10000 * v + 5000, 20000};
        const dm_street street = {.from = v,
                                  .to = (v + 1) % N,
                                  .length = 1500,
                                  .travel = v ? DM_STREET_BOTH : DM_STREET_FORWARD,
                                  .name = "Ring",
                                  .points = &bend,
                                  .point_count = 1};
        assert_ok(dm_builder_street(builder, &street, &err), err);
        assert_ok(dm_builder_arc(builder, v, street.to, 1500, &err), err);
        if (v)
            assert_ok(dm_builder_arc(builder, street.to, v, 1500, &err), err);
    }
    for (dm_vertex v = 2; v < N; v += 3)
        assert_ok(dm_builder_turn(builder, &(dm_street_turn){v, v - 1, v}, &err), err);
    assert_ok(dm_builder_attribution(builder, "the surveyors", &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

static dm_status divide(dm_error *err)
{
    const dm_lonlat places[] = {{5000, 20000}, {25000, 17000}, {25000, 17000}, {0, 0}};
    dm_snapped found[4];
    dm_vertex vertex[4];
    dm_arena *divided = NULL;
    dm_status status = dm_snap(town, places, 4, 0, NULL, found, err);
    if (status == DM_OK)
        status = dm_arena_divided(town, found, 4, vertex, &divided, err);
    assert_true((status == DM_OK) == (divided != NULL));
    dm_arena_free(divided);
    return status;
}

static dm_status make_undirected(dm_error *err)
{
    dm_arena *undirected = NULL;
    dm_status status = dm_arena_undirected(town, &undirected, err);
    assert_true((status == DM_OK) == (undirected != NULL));
    dm_arena_free(undirected);
    return status;
}

static dm_status respect_turns(dm_error *err)
{
    dm_arena *copies = NULL;
    dm_status status = dm_arena_with_turns(town, DM_TO_SITE, &copies, err);
    assert_true((status == DM_OK) == (copies != NULL));
    dm_arena_free(copies);
    return status;
}

static const char *people = "lon,lat,label,brand,demand,cost,offset,attraction,close,phone\n"
                            "0.0005,0.002,a,x,1,1,1,1,1,1\n"
                            "0.0025,0.0017,b,y,2,1,1,1,1,1\n"
                            "5,5,far,z,2,1,1,1,1,1\n";
static const char *sites = "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\","
                           "\"properties\":{\"name\":\"m\"},\"geometry\":{\"type\":\"Point\","
                           "\"coordinates\":[0.0035,0.0017]}}]}";

/* Two tables are read, found on the streets together, and copied. */
static dm_status snap_tables(dm_error *err)
{
    const dm_column_names names = {.name = "phone"};
    dm_places *tables[2] = {NULL, NULL}, *copy = NULL;
    dm_arena *divided = NULL;
    dm_status status = dm_places_read_memory(town, "people", people, strlen(people),
                                             DM_PLACES_CUSTOMERS, &names, &tables[0], err);
    if (status == DM_OK)
        status = dm_places_read_memory(town, "sites", sites, strlen(sites), DM_PLACES_CANDIDATES,
                                       NULL, &tables[1], err);
    if (status == DM_OK)
        status = dm_places_snap(town, tables, 2, 500, 0, NULL, &divided, err);
    if (status == DM_OK)
        status = dm_places_copy(tables[0], &copy, err);
    assert_true((status == DM_OK) == (copy != NULL));
    dm_places_free(copy);
    dm_places_free(tables[0]);
    dm_places_free(tables[1]);
    dm_arena_free(divided);
    return status;
}

static void finding_and_dividing(void **state)
{
    (void)state;
    fault_sweep(divide, FAULT_NO_MEMORY);
    fault_sweep(make_undirected, FAULT_NO_MEMORY);
    fault_sweep(respect_turns, FAULT_NO_MEMORY);
}

static void tables_by_lon_and_lat(void **state)
{
    (void)state;
    fault_sweep(snap_tables, FAULT_ANY_ERROR | FAULT_COPES); /* jansson may lose a letter */
}

static int set_up(void **state)
{
    (void)state;
    json_set_alloc_funcs(malloc, free); /* the wrapped ones: JSON fails with the rest */
    town = new_town();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    dm_arena_free(town);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finding_and_dividing),
        cmocka_unit_test(tables_by_lon_and_lat),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
