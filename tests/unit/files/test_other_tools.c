/* test_other_tools.c - boards as OSMnx, networkx, Graphviz and GIS programs write them. */
#include "support/support.h"
#include <demesne/map.h>
#include <demesne/source.h>
#include <math.h>
#include <string.h>

static dm_arena *read_with(const char *text, const char *format, dm_read_options options)
{
    dm_error err = {0};
    dm_reader *reader = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_reader_open_memory("sample", text, strlen(text), format, &reader, &err), err);
    dm_reader_options(reader, &options);
    assert_ok(dm_reader_next(reader, &arena, &err), err);
    dm_reader_free(reader);
    return arena;
}

static dm_arena *read_text(const char *text, const char *format)
{
    return read_with(text, format, (dm_read_options){0});
}

/* The length of the arc, 0: there is none. */
static int64_t length_of(const dm_arena *arena, dm_vertex u, dm_vertex v)
{
    const dm_graph *graph = dm_arena_graph(arena);
    for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++)
        if (graph->target[arc] == v)
            return dm_graph_length(graph, arc);
    return 0;
}

static void assert_remark(const dm_arena *arena, const char *part)
{
    for (int32_t i = 0; dm_arena_remark(arena, i); i++)
        if (strstr(dm_arena_remark(arena, i), part))
            return;
    fail_msg("no remark has '%s'; the first is '%s'", part,
             dm_arena_remark(arena, 0) ? dm_arena_remark(arena, 0) : "");
}

/* A triangle of streets as OSMnx saves it: two-way arcs in pairs, a one-way arc. */
static const char osmnx[] =
    "<graphml><key id='d9' for='edge' attr.name='travel_time'/>"
    "<key id='d8' for='edge' attr.name='geometry'/><key id='d7' for='edge' attr.name='length'/>"
    "<key id='d6' for='edge' attr.name='highway'/><key id='d5' for='edge' attr.name='name'/>"
    "<key id='d4' for='edge' attr.name='oneway'/><key id='d3' for='edge' attr.name='osmid'/>"
    "<key id='d2' for='node' attr.name='street_count'/><key id='d1' for='node' attr.name='y'/>"
    "<key id='d0' for='node' attr.name='x'/><key id='c' for='graph' attr.name='crs'/>"
    "<graph edgedefault='directed'><data key='c'>epsg:4326</data>"
    "<node id='60262704'><data key='d0'>11.97</data><data key='d1'>57.7</data></node>"
    "<node id='60262705'><data key='d0'>11.98</data><data key='d1'>57.71</data></node>"
    "<node id='60262706'><data key='d0'>11.99</data><data key='d1'>57.7</data>"
    "<data key='d2'>3</data></node>"
    "<edge source='60262704' target='60262705' id='0'><data key='d3'>1</data>"
    "<data key='d4'>False</data><data key='d5'>Long Street</data><data key='d6'>primary_link</data>"
    "<data key='d7'>1262.3499999999999</data><data key='d9'>90.05</data>"
    "<data key='d8'>LINESTRING (11.97 57.7, 11.975 57.7, 11.98 57.71)</data></edge>"
    "<edge source='60262705' target='60262704' id='0'><data key='d4'>False</data>"
    "<data key='d7'>1262.3499999999999</data><data key='d9'>90.05</data>"
    "<data key='d8'>LINESTRING (11.98 57.71, 11.975 57.7, 11.97 57.7)</data></edge>"
    "<edge source='60262705' target='60262706' id='0'><data key='d4'>True</data>"
    "<data key='d7'>99.95</data><data key='d9'>0.01</data></edge></graph></graphml>";

static void osmnx_is_a_map_in_decimetres(void **state)
{
    (void)state;
    dm_arena *arena = read_with(osmnx, NULL, (dm_read_options){.directed = true});
    const dm_map *map = dm_arena_map(arena);
    assert_non_null(map);
    assert_int_equal(map->measure, DM_METRES);
    assert_int_equal(dm_arena_decimals(arena), 1);
    assert_string_equal(dm_arena_name(arena, 1), "60262705");
    assert_true(dm_arena_places(arena)[2].x == 11.99);
    assert_int_equal(length_of(arena, 0, 1), 12623); /* 1262.3499.. rounds down */
    assert_int_equal(length_of(arena, 1, 2), 1000);  /* 99.95 rounds up */
    assert_int_equal(length_of(arena, 2, 1), 0);
    assert_int_equal(map->streets, 2);
    assert_int_equal(map->travel[0], DM_STREET_BOTH);
    assert_int_equal(map->kind[0], DM_STREET_PRIMARY);
    assert_string_equal(map->names + map->name_at[0], "Long Street");
    assert_int_equal(map->first_point[1], 1);
    assert_int_equal(map->point[0].lon, 119750000);
    assert_int_equal(map->travel[1], DM_STREET_FORWARD);
    assert_remark(arena, "street_count of the nodes; osmid of the edges");
    assert_remark(arena, "--measure seconds takes travel_time");
    dm_arena_free(arena);
}

static void seconds_take_travel_time(void **state)
{
    (void)state;
    dm_arena *arena = read_with(osmnx, NULL, (dm_read_options){.measure = DM_SECONDS});
    assert_int_equal(dm_arena_map(arena)->measure, DM_SECONDS);
    assert_int_equal(length_of(arena, 0, 1), 901); /* 90.05 rounds up */
    assert_int_equal(length_of(arena, 2, 1), 1);   /* at least one; arcs are edges */
    dm_arena_free(arena);
    dm_error err = {0};
    dm_reader *reader = NULL;
    const char *text = "graph { a -- b [len=2] }";
    assert_ok(dm_reader_open_memory("s", text, strlen(text), NULL, &reader, &err), err);
    dm_reader_options(reader, &(dm_read_options){.measure = DM_SECONDS});
    assert_int_equal(dm_reader_next(reader, &arena, &err), DM_BAD_INPUT);
    assert_string_equal(err.message,
                        "s:1: edge a b has no travel_time; --measure seconds needs one");
    dm_reader_free(reader);
}

/* The path Alton - Beech - Cray with lengths 2.5 and 3, in every format that has ids. */
static void ids_are_names(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "<graphml><key id='w' for='edge' attr.name='weight'/><graph><node id='Alton'/>"
        "<node id='Beech'/><node id='Cray'/><edge source='Alton' target='Beech'>"
        "<data key='w'>2.5</data></edge><edge source='Beech' target='Cray'><data key='w'>3</data>"
        "</edge></graph></graphml>",
        "graph [ node [ id 1 label \"Alton\" ] node [ id 2 label \"Beech\" ] node [ id 3 label "
        "\"Cray\" ] edge [ source 1 target 2 weight 2.5 ] edge [ source 2 target 3 weight 3 ] ]",
        "{\"directed\": false, \"multigraph\": false, \"graph\": {}, \"nodes\": [{\"id\": "
        "\"Alton\"}, {\"id\": \"Beech\"}, {\"id\": \"Cray\"}], \"links\": [{\"weight\": 2.5, "
        "\"source\": \"Alton\", \"target\": \"Beech\"}, {\"weight\": 3, \"source\": \"Beech\", "
        "\"target\": \"Cray\"}]}",
        "{\"nodes\": [{\"id\": \"Alton\"}, {\"id\": \"Beech\"}, {\"id\": \"Cray\"}], \"edges\": "
        "[{\"length\": \"2.5\", \"weight\": 9, \"source\": \"Alton\", \"target\": \"Beech\"}, "
        "{\"length\": 3, \"source\": \"Beech\", \"target\": \"Cray\"}]}",
        "graph {\n  Alton -- Beech [len=2.5];\n  Beech -- \"Cr\" + \"ay\" [weight=3]\n}",
        "strict graph t { edge [len=3]; Alton -- Beech [len=\"2.5\"]; Beech -- Cray; }",
        "digraph { Alton; Beech; Cray -> Beech [label=3] Alton:s -> Beech:n [length=2.5] }",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dm_arena *arena = read_text(texts[i], NULL);
        assert_int_equal(dm_arena_vertices(arena), 3);
        assert_int_equal(dm_arena_edges(arena), 2);
        assert_string_equal(dm_arena_name(arena, 0), "Alton");
        assert_string_equal(dm_arena_name(arena, 1), "Beech");
        assert_string_equal(dm_arena_name(arena, 2), "Cray");
        assert_int_equal(dm_arena_decimals(arena), 1);
        assert_int_equal(length_of(arena, 0, 1), 25);
        assert_int_equal(length_of(arena, 1, 2), 30);
        assert_null(dm_arena_map(arena));
        dm_arena_free(arena);
    }
}

static void numbers_as_ids_are_no_names(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool named;
    } cases[] = {
        {"{\"nodes\":[{\"id\":0},{\"id\":1}],\"links\":[{\"source\":0,\"target\":1}]}", false},
        {"{\"nodes\":[{\"id\":1},{\"id\":0}],\"links\":[{\"source\":0,\"target\":1}]}", true},
        {"<graphml><graph><node id='n0'/><node id='n1'/></graph></graphml>", false},
        {"<graphml><graph><node id='n1'/><node id='n0'/></graph></graphml>", true},
        {"graph { 0 -- 1 -- 2 }", false},
        {"graph { 2 -- 1 -- 0 }", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dm_arena *arena = read_text(cases[i].text, NULL);
        assert_int_equal(dm_arena_has_names(arena), cases[i].named);
        dm_arena_free(arena);
    }
    dm_arena *tuples =
        read_text("{\"nodes\":[{\"id\":[0,1]},{\"id\":[\"a\",2.5]}],\"links\":[]}", NULL);
    assert_string_equal(dm_arena_name(tuples, 0), "(0, 1)");
    assert_string_equal(dm_arena_name(tuples, 1), "('a', 2.5)");
    dm_arena_free(tuples);
}

/* Only where degrees are meant. */
static void coordinates_make_a_map_or_not(void **state)
{
    (void)state;
#define TWO(first, second, about, edge)                                                            \
    "{\"graph\":{" about "},\"nodes\":[{\"id\":\"a\"," first "},{\"id\":\"b\"," second             \
    "}],\"links\":[{\"source\":\"a\",\"target\":\"b\"" edge "}]}"
    static const struct {
        const char *text;
        bool is_map;
        int64_t length;
    } cases[] = {
        {TWO("\"lon\":11,\"lat\":57", "\"lon\":11,\"lat\":58", "", ""), true, 1111951},
        {TWO("\"longitude\":11,\"latitude\":57", "\"lng\":11,\"lat\":58", "", ""), true, 1111951},
        {TWO("\"x\":11,\"y\":57", "\"x\":11,\"y\":58", "", ""), false, 1},
        {TWO("\"x\":11,\"y\":57", "\"x\":11,\"y\":58", "\"crs\":\"EPSG:4326\"", ""), true, 1111951},
        {TWO("\"x\":11,\"y\":57", "\"x\":11,\"y\":58", "\"crs\":\"EPSG:32633\"",
             ",\"highway\":\"road\""),
         false, 1},
        {TWO("\"x\":11,\"y\":57", "\"x\":11,\"y\":58", "", ",\"highway\":\"road\""), true, 1111951},
        {TWO("\"x\":11,\"y\":57", "\"x\":11,\"y\":580", "", ",\"highway\":\"road\""), false, 1},
        {TWO("\"x\":500,\"y\":600,\"lon\":11,\"lat\":57",
             "\"x\":500,\"y\":700,\"lon\":11,\"lat\":58", "\"crs\":\"EPSG:32633\"",
             ",\"length\":0.04"),
         true, 1},
        {TWO("\"lon\":11,\"lat\":57", "\"lon\":11", "", ""), false, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dm_arena *arena = read_text(cases[i].text, NULL);
        if ((dm_arena_map(arena) != NULL) != cases[i].is_map ||
            length_of(arena, 0, 1) != cases[i].length)
            fail_msg("case %zu: length %lld", i, (long long)length_of(arena, 0, 1));
        dm_arena_free(arena);
    }
    dm_arena *half = read_text(cases[8].text, NULL);
    assert_remark(half, "1 of 2 nodes have no lon and lat, so the board has no map");
    dm_arena_free(half);
}

static void edge_lists_may_have_attributes(void **state)
{
    (void)state;
    dm_arena *arena =
        read_text("# networkx\n0 1 {}\n1 2 {'weight': 2.5, 'c': '#f00', 'x': (1, [2])}\n"
                  "2 3 {\"length\": '4', 'weight': 7}\n3 4 6 # plain\n",
                  NULL);
    assert_int_equal(dm_arena_vertices(arena), 5);
    assert_int_equal(length_of(arena, 0, 1), 10);
    assert_int_equal(length_of(arena, 1, 2), 25);
    assert_int_equal(length_of(arena, 2, 3), 40);
    assert_int_equal(length_of(arena, 3, 4), 60);
    assert_remark(arena, "attributes not used: c, x of the edges");
    dm_arena_free(arena);
    arena = read_text("10001 10002\n10002 10003\n", "edges");
    assert_int_equal(dm_arena_vertices(arena), 10004);
    assert_remark(arena, "the numbers begin at 10001, so vertices 0 to 10000 have no edges");
    dm_arena_free(arena);
    arena = read_text("vertices 10004\n10001 10002\n", "edges");
    assert_null(dm_arena_remark(arena, 0));
    dm_arena_free(arena);
}

static void dot_groups_and_settings(void **state)
{
    (void)state;
    dm_arena *arena = read_text("digraph {\n"
                                "  graph [bgcolor=red]; size = \"7,7\"; node [shape=box]\n"
                                "  a [pos=\"0,1!\", fill=x]; edge [len=2]\n"
                                "  subgraph cluster_0 { edge [len=5]; b -> c }\n"
                                "  a -> {b c} -> d [weight=9]; d -> e [len=7]\n"
                                "  /* no edge */ # x -> y\n}",
                                NULL);
    assert_int_equal(dm_arena_vertices(arena), 5);
    assert_int_equal(length_of(arena, 1, 2), 5);
    assert_int_equal(length_of(arena, 0, 1), 2);
    assert_int_equal(length_of(arena, 0, 2), 2);
    assert_int_equal(length_of(arena, 1, 3), 2);
    assert_int_equal(length_of(arena, 2, 3), 2);
    assert_int_equal(length_of(arena, 3, 4), 7);
    assert_remark(arena, "attributes not used: fill of the nodes");
    dm_arena_free(arena);
}

/* Two lines cross in a point of both; a third has no tags. */
static const char streets[] =
    "{\"type\":\"FeatureCollection\",\"features\":["
    "{\"type\":\"Feature\",\"geometry\":{\"coordinates\":[[10,50],[10.001,50],[10.002,50,7]],"
    "\"type\":\"LineString\"},\"properties\":{\"highway\":\"primary\",\"oneway\":\"yes\","
    "\"name\":\"\\u00c5 Street\"}},"
    "{\"type\":\"Feature\",\"properties\":{\"tags\":{\"highway\":\"footway\"}},\"geometry\":"
    "{\"type\":\"MultiLineString\",\"coordinates\":[[[10.001,50],[10.001,50.001]],[[10,50],[10,"
    "50.001]]]}},"
    "{\"type\":\"Feature\",\"properties\":null,\"geometry\":{\"type\":\"LineString\","
    "\"coordinates\":[[10.002,50],[10.0015,50.0005],[10.001,50]]}},"
    "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2"
    "]}},{\"type\":\"Feature\",\"properties\":{},\"geometry\":null}]}";

static void geojson_lines_meet_in_equal_points(void **state)
{
    (void)state;
    dm_arena *car = read_text(streets, NULL);
    const dm_map *map = dm_arena_map(car);
    assert_int_equal(dm_arena_vertices(car), 3);
    assert_int_equal(map->streets, 3);
    assert_int_equal(map->travel[0], DM_STREET_FORWARD);
    assert_int_equal(map->travel[2], DM_STREET_BOTH);
    assert_int_equal(map->kind[2], DM_STREET_OTHER);
    assert_string_equal(map->names + map->name_at[0], "\xc3\x85 Street");
    assert_int_equal(length_of(car, 0, 1), 715);
    assert_int_equal(length_of(car, 1, 0), 0);
    assert_int_equal(map->first_point[3], 1);
    assert_remark(car, "geometries that are no lines are left out: 1");
    dm_arena_free(car);
    dm_arena *foot = read_with(streets, NULL, (dm_read_options){.profile = DM_PROFILE_FOOT});
    assert_int_equal(dm_arena_vertices(foot), 5);
    assert_int_equal(length_of(foot, 1, 0), 715); /* one-way streets are for vehicles */
    dm_arena_free(foot);
}

static void one_line_is_a_board(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"type\":\"LineString\",\"coordinates\":[[10,50],[10.001,50],[10.002,50]]}",
        "{\"type\":\"MultiLineString\",\"coordinates\":[[[10,50],[10.001,50],[10.002,50]]]}",
        "{\"coordinates\":[[10,50],[10.001,50],[10.002,50]],\"bbox\":[1,[2,{}]],\"type\":"
        "\"LineString\"}",
        "\xef\xbb\xbf\n { \"type\" : \"Feature\" , \"geometry\" : {\"type\":\"GeometryCollection\","
        "\"geometries\":[{\"type\":\"LineString\",\"coordinates\":[[10,50],[1.0001e1,50],[10.002,5"
        "0]]}]}, \"properties\" : { \"maxspeed\" : 30 } }",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dm_arena *arena = read_text(texts[i], NULL);
        assert_int_equal(dm_arena_vertices(arena), 2);
        assert_int_equal(length_of(arena, 0, 1), 1429);
        assert_int_equal(length_of(arena, 1, 0), 1429);
        dm_arena_free(arena);
    }
}

static void tables_of_nodes_and_edges(void **state)
{
    (void)state;
    static const char text[] = "lat;LON;id;height\n50;10;west;3\n50;10.001;\"the ; east\";4\n"
                               "50;11;alone;5\nto;from;length;oneway\n"
                               "\"the ; east\";west;120.25;yes\nwest;\"the ; east\";;\n";
    dm_arena *arena = read_text(text, NULL);
    assert_int_equal(dm_arena_vertices(arena), 3);
    assert_string_equal(dm_arena_name(arena, 1), "the ; east");
    assert_int_equal(length_of(arena, 0, 1), 715); /* the shorter of both */
    assert_int_equal(dm_arena_map(arena)->streets, 2);
    assert_int_equal(dm_arena_map(arena)->length[0], 1203); /* halves up */
    assert_int_equal(dm_arena_map(arena)->travel[0], DM_STREET_FORWARD);
    assert_remark(arena, "columns not used: height");
    dm_arena_free(arena);
    arena = read_with(text, "csv", (dm_read_options){.measure = DM_SECONDS, .largest = true});
    assert_int_equal(dm_arena_vertices(arena), 2);
    assert_int_equal(dm_arena_map(arena)->length[0], 1203); /* seconds as given */
    assert_int_equal(dm_arena_map(arena)->length[1], 86);   /* 71.5 m at 30 km/h */
    dm_arena_free(arena);
}

/* The one-way arc leads to a vertex from which there is no way back. */
static void the_largest_part_is_kept(void **state)
{
    (void)state;
    dm_arena *arena = read_with(osmnx, NULL, (dm_read_options){.directed = true, .largest = true});
    const dm_map *map = dm_arena_map(arena);
    assert_int_equal(dm_arena_vertices(arena), 2);
    assert_string_equal(dm_arena_name(arena, 1), "60262705");
    assert_int_equal(length_of(arena, 1, 0), 12623);
    assert_int_equal(map->streets, 1);
    assert_int_equal(map->first_point[1], 1);
    assert_string_equal(map->attribution, "\xc2\xa9 OpenStreetMap contributors");
    assert_remark(arena, "2 parts; 1 of 3 vertices outside the largest left out");
    dm_arena_free(arena);
}

static void limits_hold(void **state)
{
    (void)state;
    static const struct {
        const char *format, *text;
    } boards[] = {
        {"geojson", streets},
        {"csv", "id,lon,lat\na,1,1\nb,2,2\nc,3,3\nfrom,to\na,b\n"},
        {"dot", "graph { a b c }"},
        {"dot", "graph { a -- b a -- b a -- b }"},
        {"json", "{\"nodes\":[{\"id\":1},{\"id\":2},{\"id\":3}],\"links\":[]}"},
    };
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        dm_error err = {0};
        dm_reader *reader = NULL;
        dm_arena *arena = NULL;
        assert_ok(dm_reader_open_memory("b", boards[i].text, strlen(boards[i].text),
                                        boards[i].format, &reader, &err),
                  err);
        dm_reader_options(reader, &(dm_read_options){.most_vertices = 2, .most_edges = 2});
        if (dm_reader_next(reader, &arena, &err) != DM_TOO_LARGE)
            fail_msg("%zu: %s", i, err.message);
        dm_reader_free(reader);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(osmnx_is_a_map_in_decimetres),
        cmocka_unit_test(seconds_take_travel_time),
        cmocka_unit_test(ids_are_names),
        cmocka_unit_test(numbers_as_ids_are_no_names),
        cmocka_unit_test(coordinates_make_a_map_or_not),
        cmocka_unit_test(edge_lists_may_have_attributes),
        cmocka_unit_test(dot_groups_and_settings),
        cmocka_unit_test(geojson_lines_meet_in_equal_points),
        cmocka_unit_test(one_line_is_a_board),
        cmocka_unit_test(tables_of_nodes_and_edges),
        cmocka_unit_test(the_largest_part_is_kept),
        cmocka_unit_test(limits_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
