/* test_directed.c - one-way arcs: rows compared with a matrix, files, and what needs an undirected
 * board. */
#include "check/graph.h"
#include "draw/view.h"
#include "support/support.h"
#include <demesne/graph.h>
#include <demesne/player.h>
#include <demesne/reply.h>
#include <demesne/source.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static dm_builder *builder_of(dm_vertex n)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    assert_ok(dm_builder_new(n, &builder, &err), err);
    assert_ok(dm_builder_directed(builder, &err), err);
    return builder;
}

static dm_arena *finish(dm_builder *builder)
{
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

/* The rows of `graph` are those of the matrix, read from there to back or the other way round. */
static void compare_arcs(const dm_graph *graph, const check_matrix *m, bool leaving)
{
    for (dm_vertex u = 0; u < m->n; u++) {
        uint32_t at = graph->first[u];
        for (dm_vertex v = 0; v < m->n; v++) {
            int64_t length = leaving ? m->there[u][v] : m->there[v][u];
            if (!length)
                continue;
            assert_true(at < graph->first[u + 1]);
            assert_int_equal(graph->target[at], v);
            assert_true(dm_graph_length(graph, at) == length);
            at++;
        }
        assert_int_equal(at, graph->first[u + 1]);
    }
}

static void compare_directed(const dm_arena *arena, const check_matrix *m)
{
    int64_t oneway = 0, edges = 0, parallel = 0;
    for (dm_vertex u = 0; u < m->n; u++)
        for (dm_vertex v = 0; v < m->n; v++) {
            parallel += m->copies[u][v] ? m->copies[u][v] - 1 : 0;
            bool even = m->there[u][v] == m->there[v][u];
            oneway += m->there[u][v] && !even;
            edges += m->there[u][v] && (!even || u < v);
        }
    dm_notes notes = dm_arena_notes(arena);
    assert_int_equal(dm_arena_oneway(arena), oneway);
    assert_int_equal(dm_arena_edges(arena), edges);
    assert_int_equal(notes.loops, m->loops);
    assert_int_equal(notes.parallel, parallel);
    assert_int_equal(notes.one_way + notes.uneven, 0);
    assert_int_equal(dm_arena_is_directed(arena), oneway > 0);
    assert_int_equal(dm_arena_graph(arena) == dm_arena_reverse(arena), oneway == 0);
    compare_arcs(dm_arena_graph(arena), m, true);
    compare_arcs(dm_arena_reverse(arena), m, false);
}

/* The turned board has the same rows the other way round and shares them; the undirected board
 * is the one of the builder that makes edges of arcs. */
static void compare_copies(const dm_arena *arena, const check_matrix *m)
{
    dm_error err = {0};
    dm_arena *turned = NULL, *back = NULL, *undirected = NULL;
    assert_ok(dm_arena_turned(arena, &turned, &err), err);
    assert_ok(dm_arena_turned(turned, &back, &err), err);
    assert_ok(dm_arena_undirected(arena, &undirected, &err), err);
    assert_ptr_equal(dm_arena_graph(turned), dm_arena_reverse(arena));
    assert_ptr_equal(dm_arena_reverse(turned), dm_arena_graph(arena));
    assert_ptr_equal(dm_arena_graph(back), dm_arena_graph(arena));
    assert_int_equal(dm_arena_edges(turned), dm_arena_edges(arena));
    assert_false(dm_arena_is_directed(undirected));
    const dm_graph *graph = dm_arena_graph(undirected);
    uint32_t at = 0;
    for (dm_vertex u = 0; u < m->n; u++)
        for (dm_vertex v = 0; v < m->n; v++)
            if (check_matrix_shorter(m, u, v)) {
                assert_int_equal(graph->target[at], v);
                assert_true(dm_graph_length(graph, at) == check_matrix_shorter(m, u, v));
                at++;
            }
    assert_int_equal(at, graph->arcs);
    dm_arena_free(turned);
    dm_arena_free(back);
    dm_arena_free(undirected);
}

static void directed_rows_equal_the_matrix_on_random_input(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_rng_init(&rng, 2);
    check_matrix *m = malloc(sizeof *m);
    assert_non_null(m);
    for (int round = 0; round < 2000; round++) {
        memset(m, 0, sizeof *m);
        m->n = 1 + (dm_vertex)dm_rng_below(&rng, round % 3 ? CHECK_MATRIX : 3);
        uint64_t count = dm_rng_below(&rng, round % 10 ? 3 * CHECK_MATRIX : 40 * CHECK_MATRIX);
        int64_t spread = dm_rng_below(&rng, 3) ? 5 : 1;
        int64_t unit = dm_rng_below(&rng, 4) ? 1 : INT64_C(1) << 33;
        dm_builder *builder = builder_of(m->n);
        for (uint64_t i = 0; i < count; i++) {
            dm_vertex u = (dm_vertex)dm_rng_below(&rng, (uint64_t)m->n);
            dm_vertex v = (dm_vertex)dm_rng_below(&rng, (uint64_t)m->n);
            int64_t length = unit * (1 + (int64_t)dm_rng_below(&rng, (uint64_t)spread));
            bool is_edge = dm_rng_below(&rng, 2);
            check_matrix_note(m, u, v, length);
            if (is_edge && u != v)
                check_matrix_note(m, v, u, length);
            assert_ok((is_edge ? dm_builder_edge : dm_builder_arc)(builder, u, v, length, &err),
                      err);
        }
        dm_arena *arena = finish(builder);
        compare_directed(arena, m);
        compare_copies(arena, m);
        dm_arena_free(arena);
    }
    free(m);
}

static void the_undirected_board_keeps_the_rest(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_builder *builder = builder_of(3);
    assert_ok(dm_builder_arc(builder, 0, 1, 4, &err), err);
    assert_int_equal(dm_builder_directed(builder, &err), DM_BAD_ARGUMENT); /* too late */
    assert_ok(dm_builder_edge(builder, 1, 2, 4, &err), err);
    assert_ok(dm_builder_name(builder, 1, "here", &err), err);
    assert_ok(dm_builder_title(builder, "town", &err), err);
    assert_ok(dm_builder_value(builder, 2, 7, &err), err);
    for (dm_vertex v = 0; v < 3; v++)
        assert_ok(dm_builder_place(builder, v, v, 2 * v, &err), err);
    dm_builder_decimals(builder, 2);
    dm_arena *arena = finish(builder), *out = NULL;
    assert_int_equal(dm_arena_edges(arena), 2);
    assert_int_equal(dm_arena_oneway(arena), 1);
    assert_ok(dm_arena_undirected(arena, &out, &err), err);
    dm_arena_free(arena);
    assert_int_equal(dm_arena_edges(out), 2);
    assert_int_equal(dm_arena_notes(out).one_way, 1);
    assert_string_equal(dm_arena_title(out), "town");
    assert_string_equal(dm_arena_name(out, 1), "here");
    assert_int_equal(dm_arena_values(out)[2], 7);
    assert_int_equal(dm_arena_decimals(out), 2);
    assert_true(dm_arena_places(out)[2].y == 4);
    dm_arena_free(out);
}

static dm_arena *read_text(const char *text, const char *format, bool directed)
{
    dm_error err = {0};
    dm_reader *reader = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_reader_open_memory("board", text, strlen(text), format, &reader, &err), err);
    if (directed)
        dm_reader_options(reader, &(dm_read_options){.directed = true});
    assert_ok(dm_reader_next(reader, &arena, &err), err);
    dm_reader_free(reader);
    return arena;
}

static void assert_same_arcs(const dm_arena *a, const dm_arena *b)
{
    const dm_graph *x = dm_arena_graph(a), *y = dm_arena_graph(b);
    assert_int_equal(x->n, y->n);
    assert_int_equal(x->arcs, y->arcs);
    assert_int_equal(dm_arena_oneway(a), dm_arena_oneway(b));
    assert_int_equal(dm_arena_edges(a), dm_arena_edges(b));
    for (dm_vertex v = 0; v < x->n; v++) {
        assert_int_equal(x->first[v + 1], y->first[v + 1]);
        for (uint32_t arc = x->first[v]; arc < x->first[v + 1]; arc++) {
            assert_int_equal(x->target[arc], y->target[arc]);
            assert_int_equal(dm_graph_length(x, arc), dm_graph_length(y, arc));
        }
    }
}

/* Without the switch one-way arcs become edges, except in JSON, which says what is one-way. */
static void compare_files(const dm_arena *arena, const dm_format *format)
{
    dm_error err = {0};
    char *text = NULL;
    dm_arena *undirected = NULL;
    assert_ok(dm_arena_text(arena, format->name, &text, &err), err);
    assert_ok(dm_arena_undirected(arena, &undirected, &err), err);
    dm_arena *kept = read_text(text, format->name, true);
    dm_arena *merged = read_text(text, format->name, false);
    assert_same_arcs(kept, arena);
    assert_same_arcs(merged, strcmp(format->name, "json") == 0 ? arena : undirected);
    dm_arena_free(kept);
    dm_arena_free(merged);
    dm_arena_free(undirected);
    dm_free(text);
}

static void files_keep_directions(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 3);
    int kinds = 0;
    for (int f = 0; f < dm_format_count(); f++) {
        const dm_format *format = dm_format_at(f);
        if (!format->text) /* test_board_file.c tests the one that is not */
            continue;
        kinds += (format->holds & DM_HOLDS_DIRECTIONS) != 0;
        for (int i = 0; i < 100; i++) {
            int features = BOARD_DIRECTED | (format->holds & DM_HOLDS_LENGTHS ? i % 2 : 0);
            dm_arena *arena = random_board(&rng, 1 + i % 13, features);
            dm_error err = {0};
            char *text = NULL;
            bool directed = dm_arena_is_directed(arena); /* else an edge is a line, not two arcs */
            if (directed && format->holds & DM_HOLDS_DIRECTIONS) {
                compare_files(arena, format);
            } else if (directed) {
                assert_int_equal(dm_arena_text(arena, format->name, &text, &err), DM_UNSUPPORTED);
                assert_non_null(strstr(err.message, "--undirected"));
            }
            dm_arena_free(arena);
        }
    }
    assert_int_equal(kinds, 6); /* edges, gr, GraphML, GML, Pajek, JSON */
}

/* 0 -> 1 of length 2, 1 - 2 of length 2, 2 -> 0 of length 5 and back of length 3. */
static void formats_mean_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *format, *text;
    } files[] = {
        {"edges", "0 1 2\n1 2 2\n2 1 2\n2 0 5\n0 2 3\n"},
        {"dimacs-gr", "p sp 3 5\na 1 2 2\na 2 3 2\na 3 2 2\na 3 1 5\na 1 3 3\n"},
        {"pajek", "*Vertices 3\n*Arcs\n1 2 2\n3 1 5\n1 3 3\n*Edges\n2 3 2\n"},
        {"gml", "graph [ directed 1 node [ id 0 ] node [ id 1 ] node [ id 2 ]\n"
                "edge [ source 0 target 1 length 2 ] edge [ source 1 target 2 length 2 ]\n"
                "edge [ source 2 target 1 length 2 ] edge [ source 2 target 0 length 5 ]\n"
                "edge [ source 0 target 2 length 3 ] ]\n"},
        {"graphml", "<graphml><key id='d' for='edge' attr.name='length' attr.type='int'/>"
                    "<graph edgedefault='directed'><node id='a'/><node id='b'/><node id='c'/>"
                    "<edge source='a' target='b'><data key='d'>2</data></edge>"
                    "<edge source='b' target='c' directed='false'><data key='d'>2</data></edge>"
                    "<edge source='c' target='a'><data key='d'>5</data></edge>"
                    "<edge source='a' target='c'><data key='d'>3</data></edge></graph></graphml>"},
        {"json", "{\"vertices\":3,\"edges\":[[1,2,2]],\"arcs\":[[0,1,2],[2,0,5],[0,2,3]]}"},
    };
    dm_arena *first = read_text(files[0].text, files[0].format, true);
    assert_int_equal(dm_arena_oneway(first), 3);
    assert_int_equal(dm_arena_edges(first), 4);
    for (size_t i = 1; i < sizeof files / sizeof *files; i++) {
        dm_arena *other = read_text(files[i].text, files[i].format, true);
        assert_same_arcs(first, other);
        dm_arena_free(other);
    }
    dm_arena_free(first);
}

/* If all arcs have an equal opposite, the board is undirected and loses nothing. */
static void even_arcs_make_an_undirected_board(void **state)
{
    (void)state;
    dm_arena *arena = read_text("0 1\n1 0\n1 2 4\n2 1 4\n", "edges", true);
    assert_false(dm_arena_is_directed(arena));
    assert_int_equal(dm_arena_edges(arena), 2);
    dm_arena_free(arena);
}

static void bad_arcs_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } files[] = {
        {"{\"vertices\":2,\"edges\":[],\"arcs\":[[0,2]]}", "arcs[0]: expected vertices from 0"},
        {"{\"vertices\":2,\"edges\":[],\"arcs\":7}", "\"arcs\" must be a list"},
        {"{\"vertices\":2,\"edges\":[],\"arcs\":[[0]]}", "arcs[0]: expected [vertex, vertex]"},
        {"{\"vertices\":2,\"edges\":[],\"arcs\":[[0,1,0]]}", "arcs[0] has length 0"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        dm_error err = {0};
        dm_reader *reader = NULL;
        dm_arena *arena = NULL;
        assert_ok(dm_reader_open_memory("board", files[i].text, strlen(files[i].text), "json",
                                        &reader, &err),
                  err);
        assert_int_equal(dm_reader_next(reader, &arena, &err), DM_BAD_INPUT);
        assert_non_null(strstr(err.message, files[i].message));
        dm_reader_free(reader);
    }
}

/* A directed path: 0 -> 1 -> 2 -> 3. */
static dm_arena *directed_path(void)
{
    return read_text("0 1\n1 2\n2 3\n", "edges", true);
}

static void customers_travel_to_the_stones(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *arena = directed_path(), *turned = NULL;
    const dm_stone stone = {1, DM_WHITE};
    dm_dominance *to = NULL, *from = NULL;
    assert_ok(dm_arena_turned(arena, &turned, &err), err);
    assert_ok(dm_dominance_new(arena, &stone, 1, DM_TIES_NEUTRAL, &to, &err), err);
    assert_ok(dm_dominance_new(turned, &stone, 1, DM_TIES_NEUTRAL, &from, &err), err);
    const int64_t there[] = {1, 0, -1, -1}, back[] = {-1, 0, 1, 2};
    for (int v = 0; v < 4; v++) {
        assert_int_equal(to->distance[v], there[v]);
        assert_int_equal(from->distance[v], back[v]);
    }
    dm_dominance_free(to);
    dm_dominance_free(from);
    dm_arena_free(arena);
    dm_arena_free(turned);
}

static void facts_ignore_directions_or_say_so(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_facts facts;
    dm_arena *arena = directed_path();
    assert_ok(dm_facts_find(arena, &facts, &err), err);
    assert_int_equal(facts.components, 1);
    assert_int_equal(facts.strong_components, 4);
    assert_true(facts.connected && facts.bipartite);
    assert_false(facts.tree);
    dm_arena_free(arena);
    arena = read_text("0 1\n1 2\n2 0\n", "edges", true);
    assert_ok(dm_facts_find(arena, &facts, &err), err);
    assert_int_equal(facts.strong_components, 1);
    assert_false(facts.bipartite);
    dm_arena_free(arena);
}

/* The tip of the arrow on the arc that leaves v; x is NaN if there is none. */
static dm_point arrow_of(const dm_arena *arena, dm_vertex v)
{
    dm_error err = {0};
    const dm_picture picture = {.width = 400, .height = 100};
    dmi_scene scene = {0};
    dm_point tip = {NAN, NAN};
    assert_ok(dmi_scene_of(arena, NULL, 0, DM_TIES_NEUTRAL, &picture, &scene, &err), err);
    for (size_t i = 0; i < scene.count; i++)
        if (scene.shapes[i].kind == DMI_LINE && scene.shapes[i].flags & DMI_ROUND &&
            scene.shapes[i].role == DMI_ROLE_OTHER && scene.shapes[i].about == v)
            tip = (dm_point){scene.shapes[i].x, scene.shapes[i].y};
    dmi_scene_clear(&scene);
    return tip;
}

/* 0 at the left, 1 at the right: the arrow is nearer to the end of the arc, and stays there on the
 * turned board. */
static void arrows_show_one_way_arcs(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *arena = read_text("{\"vertices\":[{\"x\":0,\"y\":0},{\"x\":8,\"y\":0}],"
                                "\"edges\":[],\"arcs\":[[0,1]]}",
                                "json", false),
             *turned = NULL, *undirected = NULL;
    assert_ok(dm_arena_turned(arena, &turned, &err), err);
    assert_ok(dm_arena_undirected(arena, &undirected, &err), err);
    dm_point tip = arrow_of(arena, 0), same = arrow_of(turned, 0);
    assert_true(tip.x > 200 && tip.x == same.x && tip.y == same.y);
    assert_true(isnan(arrow_of(undirected, 0).x) && isnan(arrow_of(arena, 1).x));
    dm_arena_free(arena);
    dm_arena_free(turned);
    dm_arena_free(undirected);
}

static void what_needs_an_undirected_board_says_so(void **state)
{
    (void)state;
    static const char *const players[] = {"median", "key-level"};
    dm_error err = {0};
    dm_arena *arena = directed_path();
    const dm_vertex white = 0;
    for (int i = 0; i < 2; i++) {
        dm_reply *reply = NULL;
        dm_reply_request ask = {.white = {.vertex = &white, .count = 1},
                                .count = 1,
                                .method = i ? DM_REPLY_TREE : DM_REPLY_SLIDES};
        assert_int_equal(dm_reply_new(arena, &ask, NULL, &reply, &err), DM_UNSUPPORTED);
        assert_non_null(strstr(err.message, "--undirected"));
        dm_player *player = NULL;
        dm_position *position = new_game(arena, 1, 1, DM_TIES_NEUTRAL);
        assert_ok(dm_player_new(players[i], 1, &player, &err), err);
        assert_int_equal(dm_player_can_play(player, position, NULL, &err), DM_UNSUPPORTED);
        assert_non_null(strstr(err.message, "--undirected"));
        dm_player_free(player);
        dm_position_free(position);
    }
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directed_rows_equal_the_matrix_on_random_input),
        cmocka_unit_test(the_undirected_board_keeps_the_rest),
        cmocka_unit_test(files_keep_directions),
        cmocka_unit_test(formats_mean_the_same),
        cmocka_unit_test(even_arcs_make_an_undirected_board),
        cmocka_unit_test(bad_arcs_are_named),
        cmocka_unit_test(customers_travel_to_the_stones),
        cmocka_unit_test(facts_ignore_directions_or_say_so),
        cmocka_unit_test(arrows_show_one_way_arcs),
        cmocka_unit_test(what_needs_an_undirected_board_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
