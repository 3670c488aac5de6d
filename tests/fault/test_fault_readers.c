/* test_fault_readers.c - memory runs out while boards of other tools are read. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/map.h>
#include <demesne/reply.h>
#include <demesne/source.h>
#include <jansson.h>
#include <string.h>

static const struct sample {
    const char *format, *text;
    dm_read_options options;
} samples[] = {
    {"geojson",
     "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{"
     "\"highway\":\"primary\",\"oneway\":\"yes\",\"name\":\"Long Street\"},\"geometry\":{\"type\":"
     "\"LineString\",\"coordinates\":[[10,50],[10.001,50],[10.002,50]]}},{\"type\":\"Feature\","
     "\"properties\":null,\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[10.001,50],["
     "10.001,50.001]]}}]}",
     {.largest = true}},
    {"csv",
     "id,lon,lat,x\na,10,50,1\nb,10.001,50,2\nc,10.002,50,3\nfrom,to,length,oneway\na,b,1.5,\n"
     "b,c,,yes\n",
     {.measure = DM_SECONDS}},
    {"dot",
     "graph \"t\" { edge [len=2]; a [pos=\"0,0\", fill=x]; a -- {b c} [label=3]; b -- \"d\" + \"e\""
     " }",
     {0}},
    {"graphml",
     "<graphml><key id='g' for='edge' attr.name='geometry'/><key id='n' for='edge' attr.name='name'"
     "/><key id='x' for='node' attr.name='lon'/><key id='y' for='node' attr.name='lat'/><key id='p'"
     " for='node' attr.name='population'/><graph edgedefault='directed'><node id='a'><data key='x'>"
     "10</data><data key='y'>50</data><data key='p'>7</data></node><node id='b'><data key='x'>11"
     "</data><data key='y'>50</data></node><edge source='a' target='b'><data key='n'>Long</data>"
     "<data key='g'>LINESTRING (10 50, 10.5 50.1, 11 50)</data></edge></graph></graphml>",
     {.directed = true}},
    {"gml",
     "graph [ node [ id 5 lon 10 lat 50 ] node [ id 6 lon 11 lat 50 ] edge [ source 5 target 6 "
     "length 2.25 colour 7 ] ]",
     {0}},
    {"edges", "0 1 {'weight': 2.5, 'colour': 'red'}\n1 2 {}\n", {0}},
    {"json",
     "{\"graph\":{\"crs\":\"epsg:4326\"},\"nodes\":[{\"id\":\"a\",\"x\":10,\"y\":50},{\"id\":[0,1],"
     "\"x\":10.5,\"y\":50,\"p\":1}],\"links\":[{\"source\":\"a\",\"target\":[0,1],\"length\":2.5}]"
     "}",
     {0}},
    {"points",
     "lon,lat,value,name\n10,50,1.5,a\n10.5,50.25,2,b\n11,50,3,\n12,50,3,\n13,50,3,\n14,50,3,"
     "\n15,50,3,\n16,50,3,\n17,50,3,\n18,50,3,d\n",
     {0}},
    {"table", "customer,site,distance\na,b,1.5\n\"a, b\",c,2\n\nc,a,1e-3\n", {0}},
    {"table", ",a,b\nc,1,\na,2,3.25\n", {0}},
};

static const struct sample *now;

static dm_status read_sample(dm_error *err)
{
    dm_reader *reader = NULL;
    dm_arena *arena = NULL;
    dm_status status =
        dm_reader_open_memory("sample", now->text, strlen(now->text), now->format, &reader, err);
    if (status == DM_OK) {
        dm_reader_options(reader, &now->options);
        status = dm_reader_next(reader, &arena, err);
    }
    assert_true((status == DM_OK) == (arena != NULL));
    dm_arena_free(arena);
    dm_reader_free(reader);
    return status;
}

static void reading_what_other_tools_write(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        now = &samples[i];
        bool is_json = strcmp(now->format, "json") == 0;
        fault_sweep(read_sample, is_json ? FAULT_ANY_ERROR : FAULT_NO_MEMORY);
    }
}

static dm_arena *direct; /* the board that is asked about */

static dm_status ask_direct(dm_error *err)
{
    static const dm_vertex white[] = {0, 2};
    const dm_reply_request request = {
        .white = {.vertex = white, .count = 2}, .count = 1, .terms = {.ties = DM_TIES_NEUTRAL}};
    dm_reply *reply = NULL;
    dm_status status = dm_reply_new(direct, &request, NULL, &reply, err);
    assert_true((status == DM_OK) == (reply != NULL));
    dm_reply_free(reply);
    return status;
}

static void asking_about_points_and_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        dm_reader *reader = NULL;
        dm_error err = {0};
        now = &samples[i];
        if (strcmp(now->format, "points") != 0 && strcmp(now->format, "table") != 0)
            continue;
        assert_ok(dm_reader_open_memory("sample", now->text, strlen(now->text), now->format,
                                        &reader, &err),
                  err);
        assert_ok(dm_reader_next(reader, &direct, &err), err);
        dm_reader_free(reader);
        fault_sweep(ask_direct, FAULT_NO_MEMORY);
        dm_arena_free(direct);
    }
}

static int set_up(void **state)
{
    (void)state;
    json_set_alloc_funcs(malloc, free); /* the wrapped ones: JSON fails with the rest */
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_what_other_tools_write),
        cmocka_unit_test(asking_about_points_and_tables),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
