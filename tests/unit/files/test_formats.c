/* test_formats.c - boards written and read again, in every format that can store them. */
#include "support/support.h"
#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static dm_arena *read_text(const char *name, const char *text, const char *format)
{
    dm_error err = {0};
    dm_reader *reader = NULL;
    dm_arena *arena = NULL, *more = NULL;
    assert_ok(dm_reader_open_memory(name, text, strlen(text), format, &reader, &err), err);
    assert_ok(dm_reader_next(reader, &arena, &err), err);
    assert_int_equal(dm_reader_next(reader, &more, &err), DM_END);
    dm_reader_free(reader);
    return arena;
}

static dm_arena *read_path(const char *path)
{
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_ok(dm_arena_open(path, 1, &arena, &err), err);
    return arena;
}

/* Lengths are compared as numbers: 15 tenths are 150 hundredths. */
static bool same_length(const dm_arena *a, const dm_arena *b, uint32_t arc)
{
    long double x = (long double)dm_graph_length(dm_arena_graph(a), arc);
    long double y = (long double)dm_graph_length(dm_arena_graph(b), arc);
    for (int i = dm_arena_decimals(a); i < dm_arena_decimals(b); i++)
        x *= 10;
    for (int i = dm_arena_decimals(b); i < dm_arena_decimals(a); i++)
        y *= 10;
    return x == y;
}

/* A random board with the parts that `has` asks for. */
static dm_arena *rich_board(dm_rng *rng, dm_vertex n, unsigned has)
{
    static const char *const names[] = {"a", "Köln", "x \"y\" & <z>", "東京", "back\\slash", "7"};
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(n, &builder, &err), err);
    for (dm_vertex v = 1; v < n; v++)
        for (dm_vertex u = 0; u < v; u++)
            if (dm_rng_below(rng, (uint64_t)n) < 3) {
                int64_t length = has & DM_HOLDS_LENGTHS ? 1 + (int64_t)dm_rng_below(rng, 5000) : 1;
                if (has & DM_HOLDS_LENGTHS && dm_rng_below(rng, 50) == 0)
                    length *= INT64_C(1) << 40;
                assert_ok(dm_builder_edge(builder, u, v, length, &err), err);
            }
    for (dm_vertex v = 0; v < n; v++) {
        if (has & DM_HOLDS_VALUES)
            assert_ok(dm_builder_value(builder, v, (int64_t)dm_rng_below(rng, 100), &err), err);
        if (has & DM_HOLDS_PLACES)
            assert_ok(dm_builder_place(builder, v, dm_rng_unit(rng) * 1e6 - 5e5,
                                       dm_rng_unit(rng) / 3, &err),
                      err);
        if (has & DM_HOLDS_NAMES && dm_rng_below(rng, 4))
            assert_ok(dm_builder_name(builder, v, names[dm_rng_below(rng, 6)], &err), err);
    }
    if (has & DM_HOLDS_TITLE)
        assert_ok(dm_builder_title(builder, "a \"title\" & more", &err), err);
    if (has & DM_HOLDS_DECIMALS)
        dm_builder_decimals(builder, (int)dm_rng_below(rng, 5));
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

static void check_round_trip(const dm_arena *arena, const dm_format *format)
{
    dm_error err = {0};
    char path[100];
    snprintf(path, 100, "/tmp/demesne-test-%ld%.*s", (long)getpid(),
             (int)strcspn(format->endings, " "), format->endings);
    assert_ok(dm_arena_write(arena, path, NULL, &err), err);
    dm_arena *again = read_path(path);
    const dm_graph *g = dm_arena_graph(arena), *h = dm_arena_graph(again);
    assert_int_equal(g->n, h->n);
    assert_int_equal(g->arcs, h->arcs);
    for (dm_vertex v = 0; v <= g->n; v++)
        assert_int_equal(g->first[v], h->first[v]);
    for (uint32_t arc = 0; arc < g->arcs; arc++) {
        assert_int_equal(g->target[arc], h->target[arc]);
        assert_true(same_length(arena, again, arc));
    }
    unsigned held = format->holds;
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++) {
        if (held & DM_HOLDS_VALUES)
            assert_true(dm_value_of(dm_arena_values(arena), v) ==
                        dm_value_of(dm_arena_values(again), v));
        if (held & DM_HOLDS_PLACES && dm_arena_places(arena)) {
            assert_true(dm_arena_places(arena)[v].x == dm_arena_places(again)[v].x);
            assert_true(dm_arena_places(arena)[v].y == dm_arena_places(again)[v].y);
        }
        if (held & DM_HOLDS_NAMES && dm_arena_name(arena, v))
            assert_string_equal(dm_arena_name(arena, v), dm_arena_name(again, v));
    }
    if (held & DM_HOLDS_TITLE && *dm_arena_title(arena))
        assert_string_equal(dm_arena_title(arena), dm_arena_title(again));
    dm_arena_free(again);
    unlink(path);
    memcpy(strrchr(path, '.'), ".co", 4); /* the coordinates of a .gr */
    unlink(path);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    for (int i = 0; i < dm_format_count(); i++) {
        const dm_format *format = dm_format_at(i);
        if (!format->writes)
            continue;
        dm_rng rng;
        if (!format->writes)
            continue;
        dm_rng_init(&rng, 7);
        for (int round = 0; round < 60; round++) {
            dm_vertex n = (dm_vertex)(round < 30 ? round : (int)dm_rng_below(&rng, 90));
            unsigned has = (unsigned)dm_rng_below(&rng, 64) & format->holds;
            if (!(has & DM_HOLDS_LENGTHS))
                has &= ~(unsigned)DM_HOLDS_DECIMALS;
            dm_arena *arena = rich_board(&rng, n, has);
            check_round_trip(arena, format);
            dm_arena_free(arena);
        }
    }
}

static void formats_without_lengths_refuse_them(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *whole = read_text("w", "0 1 3\n1 2 4\n", "edges");
    dm_arena *fraction = read_text("f", "0 1 0.5\n1 2 4\n", "edges");
    dm_arena *units = read_text("u", "{\"decimals\":2,\"vertices\":2,\"edges\":[[0,1]]}", "json");
    for (int i = 0; i < dm_format_count(); i++) {
        const dm_format *format = dm_format_at(i);
        if (!format->writes)
            continue;
        dm_status lengths = format->holds & DM_HOLDS_LENGTHS ? DM_OK : DM_UNSUPPORTED;
        dm_status decimals = format->holds & DM_HOLDS_DECIMALS ? DM_OK : DM_UNSUPPORTED;
        assert_int_equal(dm_arena_write(whole, "/dev/null", format->name, &err), lengths);
        assert_int_equal(dm_arena_write(fraction, "/dev/null", format->name, &err), decimals);
        assert_int_equal(dm_arena_write(units, "/dev/null", format->name, &err), DM_OK);
    }
    dm_arena_free(whole);
    dm_arena_free(fraction);
    dm_arena_free(units);
}

static int64_t first_length(const dm_arena *arena)
{
    return dm_graph_length(dm_arena_graph(arena), 0);
}

static void decimals_are_exact(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int decimals;
        int64_t units; /* of edge 0 1 */
    } cases[] = {
        {"0 1 3", 0, 3},
        {"0 1 3.000", 0, 3},
        {"0 1 0.1", 1, 1},
        {"0 1 .25", 2, 25},
        {"0 1 2.", 0, 2},
        {"0 1 +7", 0, 7},
        {"0 1 1e3", 0, 1000},
        {"0 1 12.5E-1", 2, 125},
        {"0 1 1000e-3", 0, 1},
        {"0 1 0.000000000000000001", 18, 1},
        {"0 1 4611686018427387904", 0, INT64_C(1) << 62},
        {"0 1 2\n1 2 0.5", 1, 20},            /* the unit gets finer for all */
        {"0 1 0.5\n1 2 2", 1, 5},             /* and stays so */
        {"0 1 2\n1 2 2\n2 3 0.125", 3, 2000}, /* from all equal */
        {"0 1 1\n1 2 2\n2 3 0.5\n3 4 .25", 2, 100},
        {"0 1 5000000000\n1 2 0.5", 1, INT64_C(50000000000)}, /* from 64 bits */
        {"0 1 3000000000\n1 2 0.5", 1, INT64_C(30000000000)}, /* from 32 to 64 bits */
        {"0 1 2.5\n1 2", 1, 25},                              /* a missing length is 1.0 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dm_arena *arena = read_text(cases[i].text, cases[i].text, "edges");
        assert_int_equal(dm_arena_decimals(arena), cases[i].decimals);
        assert_true(first_length(arena) == cases[i].units);
        dm_arena_free(arena);
    }
}

static void json_reals_are_their_shortest_decimal(void **state)
{
    (void)state;
    static const struct {
        const char *length;
        int decimals;
        int64_t units;
    } cases[] = {{"0.1", 1, 1},
                 {"\"0.1\"", 1, 1},
                 {"2.50", 1, 25},
                 {"1e2", 0, 100},
                 {"7", 0, 7},
                 {"\"1e-3\"", 3, 1},
                 {"0.30000000000000004", 17, INT64_C(30000000000000004)}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        snprintf(text, sizeof text, "{\"vertices\":2,\"edges\":[[0,1,%s]]}", cases[i].length);
        dm_arena *arena = read_text("real", text, NULL);
        assert_int_equal(dm_arena_decimals(arena), cases[i].decimals);
        assert_true(first_length(arena) == cases[i].units);
        dm_arena_free(arena);
    }
}

/* The path 0 - 1 - 2 in every format, recognised by its text alone. */
static void formats_are_told_by_their_first_lines(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0 1\n1 2\n",
        "# edges\n\n0 1\n1 2\n",
        "vertices 3\n0 1\n1 2",
        "c colours\np edge 3 2\ne 1 2\ne 2 3\n",
        "p col 3 2\ne 1 2\ne 2 3\n",
        "p sp 3 4\na 1 2 1\na 2 1 1\na 2 3 1\na 3 2 1\n",
        "% metis\n3 2\n2\n1 3\n2\n",
        "Bg\n",
        ">>graph6<<Bg\n",
        ":Bd\n",
        ">>sparse6<<:Bd\n",
        "<graphml><graph><node id='a'/><node id='b'/><node id='c'/><edge source='a' target='b'/>"
        "<edge source='b' target='c'/></graph></graphml>",
        "<?xml version='1.0'?>\n<graphml xmlns='x'><graph edgedefault='undirected'><edge "
        "source='a' target='b'/><node id='a'/><node id='b'/><node id='c'/><edge source='c' "
        "target='b'/></graph></graphml>",
        "Creator \"me\"\ngraph [ node [ id 5 ] node [ id 3 ] node [ id 9 ]\n"
        "edge [ source 5 target 3 ] edge [ source 9 target 3 ] ]",
        "graph\n[\nnode\n[\nid 1\n]\nnode\n[\nid 2\n]\nnode\n[\nid 3\n]\nedge\n[\nsource "
        "1\ntarget 2\n]\nedge\n[\nsource 2\ntarget 3\n]\n]",
        "*Vertices 3\n*Edges\n1 2\n2 3 1 c Blue\n",
        "*network x\n*vertices 3\n1 \"a\"\n*arcslist\n2 1 3\n",
        "*Vertices 3\n*Matrix\n0 1 0\n1 0 1\n0 1.0 0\n",
        "{\"vertices\": 3, \"edges\": [[0, 1], [1, 2, 1]]}",
        "\xef\xbb\xbf{\"vertices\": [{}, {}, {}], \"edges\": [[0, 1], [1, 2, 1]]}",
        "0 1\r\n1 2\r\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dm_arena *arena = read_text(texts[i], texts[i], NULL);
        const dm_graph *graph = dm_arena_graph(arena);
        static const dm_vertex targets[] = {1, 0, 2, 1};
        assert_int_equal(graph->n, 3);
        assert_int_equal(graph->arcs, 4);
        assert_memory_equal(graph->target, targets, sizeof targets);
        assert_true(graph->uniform == 1);
        dm_arena_free(arena);
    }
}

static void what_other_attributes_say_is_passed_over(void **state)
{
    (void)state;
    dm_arena *books = read_text(
        "books",
        "graph [ directed 0 comment [ deep [ deeper 1 ] ]\n node [ id 0 label \"A &amp; B\""
        " value \"n\" ] node [ id 1 value 4 graphics [ w 3 x 1.5 y -2 ] x 9 ] edge [ source 0 "
        "target "
        "1 value 2.5 ] ]",
        "gml");
    assert_string_equal(dm_arena_name(books, 0), "A & B");
    assert_true(dm_arena_values(books)[0] == 1 && dm_arena_values(books)[1] == 4);
    assert_null(dm_arena_places(books)); /* vertex 0 has none */
    assert_int_equal(first_length(books), 25);
    dm_arena_free(books);
    dm_arena *ml = read_text(
        "ml",
        "<graphml><key id='w' for='edge' attr.name='weight'><default>4</default></key>"
        "<key id='c' for='all' attr.name='colour'/><key id='n' for='node' attr.name='label'/>"
        "<graph edgedefault='directed'><node id='a'><data key='n'>a&lt;b</data><data key='c'>red"
        "</data></node><node id='b'/><edge source='a' target='b'/><edge source='b' target='a'>"
        "<data key='w'> 2 </data></edge></graph></graphml>",
        "graphml");
    assert_string_equal(dm_arena_name(ml, 0), "a<b");
    assert_int_equal(first_length(ml), 2);
    assert_int_equal(dm_arena_notes(ml).one_way, 0);
    dm_arena_free(ml);
}

static void metis_flags_say_what_lines_hold(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t length, value;
    } cases[] = {{"2 1\n2\n1\n", 1, 1},
                 {"2 1 1\n2 7\n1 7\n", 7, 1},
                 {"2 1 10\n5 2\n6 1\n", 1, 5},
                 {"2 1 11 1\n5 2 7\n6 1 7\n", 7, 5},
                 {"2 1 100\n9 2\n9 1\n", 1, 1},
                 {"2 1 111\n9 5 2 7\n9 6 1 7\n", 7, 5},
                 {"2 1 011\n5 2 7\n6 1 7\n", 7, 5},
                 {"2 1 000\n2\n1\n\n", 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dm_arena *arena = read_text(cases[i].text, cases[i].text, "metis");
        assert_true(first_length(arena) == cases[i].length);
        assert_true(dm_value_of(dm_arena_values(arena), 0) == cases[i].value);
        dm_arena_free(arena);
    }
}

static void changes_are_counted(void **state)
{
    (void)state;
    dm_arena *arena = read_text("g",
                                "p sp 3 6\na 1 2 5\na 1 2 4\na 2 1 6\na 2 3 1\na 3 3 1\n"
                                "a 1 1 1\n",
                                "dimacs-gr");
    dm_notes notes = dm_arena_notes(arena);
    assert_int_equal(dm_arena_edges(arena), 2);
    assert_int_equal(first_length(arena), 4);
    assert_int_equal(notes.loops, 2);
    assert_int_equal(notes.parallel, 1);
    assert_int_equal(notes.one_way, 1);
    dm_arena_free(arena);
    arena = read_text("n", "*Vertices 3\n*Edges\n1 2\n*Arcs\n2 3\n", "pajek");
    assert_int_equal(dm_arena_edges(arena), 2);
    dm_arena_free(arena);
    arena = read_text("n", "*Vertices 3\n*Arcs\n2 3\n*Edges\n1 2\n", "pajek");
    assert_int_equal(dm_arena_edges(arena), 2);
    assert_int_equal(dm_arena_notes(arena).one_way, 1);
    dm_arena_free(arena);
}

static void put_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void check_packed(const char *program, const char *ending)
{
    char path[100], command[400];
    snprintf(path, sizeof path, "/tmp/demesne-packed-%ld.gr", (long)getpid());
    put_file(path, "p sp 2 2\na 1 2 5\n", 17);
    snprintf(command, sizeof command, "%s -c %s >%s%s && echo 'a 2 1 5' | %s -c >>%s%s", program,
             path, path, ending, program, path, ending); /* two members */
    assert_int_equal(system(command), 0);
    unlink(path);
    strcat(path, ending);
    dm_arena *arena = read_path(path);
    assert_int_equal(first_length(arena), 5);
    assert_int_equal(dm_arena_notes(arena).one_way, 0);
    dm_arena_free(arena);
    assert_int_equal(truncate(path, 20), 0);
    dm_error err = {0};
    assert_int_equal(dm_arena_open(path, 0, &arena, &err), DM_BAD_INPUT);
    assert_non_null(strstr(err.message, "data is cut off"));
    unlink(path);
}

static void gzip_and_bzip2_are_undone(void **state)
{
    (void)state;
    check_packed("gzip", ".gz");
    check_packed("bzip2", ".bz2");
}

static void a_failed_write_leaves_the_old_file(void **state)
{
    (void)state;
    dm_error err = {0};
    char path[100], text[40] = "";
    snprintf(path, sizeof path, "/tmp/demesne-old-%ld.g6", (long)getpid());
    put_file(path, "old\n", 4);
    dm_arena *long_edge = read_text("w", "0 1 3\n", "edges");
    assert_int_equal(dm_arena_write(long_edge, path, NULL, &err), DM_UNSUPPORTED);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    assert_string_equal(text, "old\n");
    fclose(file);
    unlink(path);
    assert_int_equal(dm_arena_write(long_edge, "/nowhere/x.edges", NULL, &err), DM_IO);
    assert_int_equal(dm_arena_write(long_edge, "/dev/full", "edges", &err), DM_IO);
    assert_int_equal(dm_arena_write(long_edge, "x.what", NULL, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_arena_write(long_edge, "x.edges.gz", NULL, &err), DM_UNSUPPORTED);
    assert_int_equal(dm_arena_write(long_edge, "x.edges.bz2", NULL, &err), DM_UNSUPPORTED);
    dm_arena_free(long_edge);
}

/* Reads the board with a limit of 3 vertices and 4 edges. */
static dm_status read_within(const char *format, const char *text, dm_error *err)
{
    dm_reader *reader = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_reader_open_memory("board", text, strlen(text), format, &reader, err), *err);
    dm_reader_options(reader, &(dm_read_options){.most_vertices = 3, .most_edges = 4});
    dm_status status = dm_reader_next(reader, &arena, err);
    dm_arena_free(arena);
    dm_reader_free(reader);
    return status;
}

static void a_reader_keeps_its_limits(void **state)
{
    (void)state;
    static const struct {
        const char *format, *good, *large;
    } boards[] = {
        {"edges", "0 1\n1 2\n", "0 1\n1 3\n"},
        {"edges", "0 1\n0 1\n0 1\n0 1\n", "0 1\n0 1\n0 1\n0 1\n0 1\n"},
        {"dimacs-gr", "p sp 3 2\na 1 2 1\na 2 1 1\n", "p sp 2000000000 0\n"},
        {"dimacs-col", "p edge 3 1\ne 1 2\n", "p edge 4 1\ne 1 2\n"},
        {"metis", "3 2\n2\n1 3\n2\n", "4 0\n\n\n\n\n"},
        {"graph6", "Bw\n", "C~\n"},
        {"sparse6", ":Bc\n", ":Cc\n"},
        {"graphml", "<graphml><graph><node id='a'/><node id='b'/><node id='c'/></graph></graphml>",
         "<graphml><graph><node id='a'/><node id='b'/><node id='c'/><node id='d'/></graph></"
         "graphml>"},
        {"gml", "graph [ node [ id 7 ] ]",
         "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ] node [ id 4 ] ]"},
        {"pajek", "*Vertices 3\n*Edges\n1 2\n", "*Vertices 4\n*Edges\n1 2\n"},
        {"json", "{\"vertices\":3,\"edges\":[[0,1]]}", "{\"vertices\":2000000000,\"edges\":[]}"},
    };
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        dm_error err = {0};
        assert_ok(read_within(boards[i].format, boards[i].good, &err), err);
        if (read_within(boards[i].format, boards[i].large, &err) != DM_TOO_LARGE)
            fail_msg("%s: %s", boards[i].large, err.message);
    }
}

/* Small files that would cost much. */
static void graphml_is_neither_deep_nor_full_of_keys(void **state)
{
    (void)state;
    static const struct {
        const char *again, *message;
    } files[] = {{"<a>", "64 deep"}, {"<key id='k'/>", "1000 keys"}};
    for (size_t i = 0; i < 2; i++) {
        char text[20000] = "<graphml>";
        char *at = text + strlen(text);
        dm_error err = {0};
        for (int k = 0; k < 1001; k++)
            at = stpcpy(at, files[i].again);
        assert_int_equal(read_within("graphml", text, &err), DM_BAD_INPUT);
        assert_non_null(strstr(err.message, files[i].message));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reader_keeps_its_limits),
        cmocka_unit_test(graphml_is_neither_deep_nor_full_of_keys),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(formats_without_lengths_refuse_them),
        cmocka_unit_test(decimals_are_exact),
        cmocka_unit_test(json_reals_are_their_shortest_decimal),
        cmocka_unit_test(formats_are_told_by_their_first_lines),
        cmocka_unit_test(what_other_attributes_say_is_passed_over),
        cmocka_unit_test(metis_flags_say_what_lines_hold),
        cmocka_unit_test(changes_are_counted),
        cmocka_unit_test(gzip_and_bzip2_are_undone),
        cmocka_unit_test(a_failed_write_leaves_the_old_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
