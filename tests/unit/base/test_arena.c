/* test_arena.c - the builder's rules, and its rows compared with a matrix. */
#include "check/graph.h"
#include "support/support.h"
#include <demesne/arena.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static dm_builder *builder_of(dm_vertex n)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    assert_ok(dm_builder_new(n, &builder, &err), err);
    return builder;
}

static dm_arena *finish(dm_builder *builder)
{
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

static void add(dm_builder *builder, dm_vertex u, dm_vertex v, int64_t length)
{
    dm_error err = {0};
    assert_ok(dm_builder_edge(builder, u, v, length, &err), err);
}

static void add_arc(dm_builder *builder, dm_vertex u, dm_vertex v, int64_t length)
{
    dm_error err = {0};
    assert_ok(dm_builder_arc(builder, u, v, length, &err), err);
}

static void an_empty_board_is_a_board(void **state)
{
    (void)state;
    dm_arena *arena = finish(builder_of(0));
    assert_int_equal(dm_arena_vertices(arena), 0);
    assert_int_equal(dm_arena_edges(arena), 0);
    assert_int_equal(dm_arena_total_value(arena), 0);
    assert_string_equal(dm_arena_title(arena), "");
    assert_null(dm_arena_values(arena));
    assert_null(dm_arena_places(arena));
    assert_false(dm_arena_has_names(arena));
    assert_int_equal(dm_arena_graph(arena)->first[0], 0);
    dm_arena_free(arena);
    dm_arena_free(NULL);
    dm_builder_free(NULL);
}

static void loops_are_dropped_and_counted(void **state)
{
    (void)state;
    dm_builder *builder = builder_of(2);
    add(builder, 1, 1, 5);
    add(builder, 0, 1, 2);
    add(builder, 0, 0, 1);
    dm_arena *arena = finish(builder);
    assert_int_equal(dm_arena_edges(arena), 1);
    assert_int_equal(dm_arena_notes(arena).loops, 2);
    assert_int_equal(dm_arena_graph(arena)->uniform, 2);
    dm_arena_free(arena);
}

static void of_parallel_edges_the_shortest_stays(void **state)
{
    (void)state;
    dm_builder *builder = builder_of(3);
    add(builder, 0, 1, 7);
    add(builder, 1, 0, 3);
    add(builder, 0, 1, 5);
    add(builder, 1, 2, 4);
    dm_arena *arena = finish(builder);
    const dm_graph *graph = dm_arena_graph(arena);
    assert_int_equal(dm_arena_edges(arena), 2);
    assert_int_equal(dm_arena_notes(arena).parallel, 2);
    assert_int_equal(dm_arena_notes(arena).one_way, 0);
    assert_int_equal(dm_graph_length(graph, 0), 3);
    assert_int_equal(dm_graph_length(graph, graph->first[2]), 4);
    dm_arena_free(arena);
}

static void arcs_pair_up_and_single_ones_are_counted(void **state)
{
    (void)state;
    dm_builder *builder = builder_of(4);
    add_arc(builder, 0, 1, 2); /* both ways: one edge, no notes */
    add_arc(builder, 1, 0, 2);
    add_arc(builder, 3, 2, 2); /* one way */
    add_arc(builder, 1, 2, 9); /* twice one way and once back: one parallel */
    add_arc(builder, 1, 2, 2);
    add_arc(builder, 2, 1, 4); /* uneven: the shortest lengths of the two ways differ */
    dm_arena *arena = finish(builder);
    dm_notes notes = dm_arena_notes(arena);
    assert_int_equal(dm_arena_edges(arena), 3);
    assert_int_equal(notes.one_way, 1);
    assert_int_equal(notes.parallel, 1);
    assert_int_equal(notes.uneven, 1);
    assert_int_equal(dm_arena_graph(arena)->uniform, 2);
    dm_arena_free(arena);
}

static void edges_and_arcs_do_not_mix(void **state)
{
    (void)state;
    dm_builder *builder = builder_of(2);
    add(builder, 0, 1, 1);
    assert_int_equal(dm_builder_arc(builder, 0, 1, 1, NULL), DM_BAD_ARGUMENT);
    dm_builder_free(builder);
    builder = builder_of(2);
    add_arc(builder, 0, 1, 1);
    assert_int_equal(dm_builder_edge(builder, 0, 1, 1, NULL), DM_BAD_ARGUMENT);
    dm_builder_free(builder);
}

static void bad_parts_are_refused_with_reasons(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_builder *builder = builder_of(2);
    assert_int_equal(dm_builder_edge(builder, 0, 2, 1, &err), DM_BAD_VERTEX);
    assert_string_equal(err.message, "vertex 2 is not one of 0..1");
    assert_int_equal(dm_builder_edge(builder, -1, 0, 1, &err), DM_BAD_VERTEX);
    assert_int_equal(dm_builder_edge(builder, 0, 1, 0, &err), DM_BAD_ARGUMENT);
    assert_non_null(strstr(err.message, "positive"));
    assert_int_equal(dm_builder_edge(builder, 0, 1, -4, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_builder_value(builder, 0, -1, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_builder_value(builder, 2, 1, &err), DM_BAD_VERTEX);
    assert_int_equal(dm_builder_place(builder, 0, NAN, 0, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_builder_place(builder, 0, 0, HUGE_VAL, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_builder_place(builder, 5, 0, 0, &err), DM_BAD_VERTEX);
    assert_int_equal(dm_builder_name(builder, 0, "a\tb", &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_builder_name(builder, 0, "\xff", &err), DM_BAD_ARGUMENT);
    char longer[257];
    memset(longer, 'x', 256);
    longer[256] = 0;
    assert_int_equal(dm_builder_name(builder, 0, longer, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_builder_name(builder, 0, longer + 1, &err), DM_OK);
    assert_int_equal(dm_builder_grow(builder, -1, &err), DM_BAD_ARGUMENT);
    dm_arena *arena = finish(builder);
    assert_int_equal(dm_arena_edges(arena), 0); /* all bad ones were refused */
    dm_arena_free(arena);
    assert_int_equal(dm_builder_new(-1, &builder, &err), DM_BAD_ARGUMENT);
}

static void lengths_take_the_narrowest_form(void **state)
{
    (void)state;
    struct {
        int64_t a, b;
        char form;
    } cases[] = {
        {1, 1, 'u'},
        {INT64_C(1) << 40, INT64_C(1) << 40, 'u'},
        {1, 2, 's'},
        {1, UINT32_MAX, 's'},
        {1, INT64_C(1) << 32, 'l'},
        {INT64_C(1) << 32, 1, 'l'},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dm_builder *builder = builder_of(3);
        add(builder, 0, 1, cases[i].a);
        add(builder, 1, 2, cases[i].b);
        dm_arena *arena = finish(builder);
        const dm_graph *graph = dm_arena_graph(arena);
        char form = (char)(graph->uniform ? 'u' : graph->length32 ? 's' : 'l');
        assert_int_equal(form, cases[i].form);
        assert_true(dm_graph_length(graph, 0) == cases[i].a);
        assert_true(dm_graph_length(graph, 3) == cases[i].b);
        dm_arena_free(arena);
    }
}

static void a_total_above_2_to_62_is_refused(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_builder *builder = builder_of(3);
    dm_arena *arena = NULL;
    add(builder, 0, 1, DM_MAX_TOTAL - 1);
    add(builder, 1, 2, 1);
    arena = finish(builder);
    dm_arena_free(arena);
    arena = NULL;
    builder = builder_of(3);
    add(builder, 0, 1, DM_MAX_TOTAL);
    add(builder, 1, 2, 1);
    assert_int_equal(dm_builder_finish(builder, &arena, &err), DM_TOO_LARGE);
    assert_null(arena);
    builder = builder_of(2); /* parallel edges that are dropped do not count */
    add(builder, 0, 1, DM_MAX_TOTAL);
    add(builder, 0, 1, 5);
    arena = finish(builder);
    assert_int_equal(dm_arena_graph(arena)->uniform, 5);
    dm_arena_free(arena);
}

static void names_values_and_titles_are_kept(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_builder *builder = builder_of(2);
    assert_ok(dm_builder_name(builder, 1, "Köln", &err), err);
    assert_ok(dm_builder_value(builder, 0, 9, &err), err);
    assert_ok(dm_builder_title(builder, "first", &err), err);
    assert_ok(dm_builder_title(builder, "second", &err), err);
    assert_ok(dm_builder_grow(builder, 4, &err), err);
    assert_ok(dm_builder_grow(builder, 3, &err), err); /* never shrinks */
    assert_int_equal(dm_builder_vertices(builder), 4);
    dm_builder_decimals(builder, 3);
    dm_arena *arena = finish(builder);
    assert_true(dm_arena_has_names(arena));
    assert_null(dm_arena_name(arena, 0));
    assert_string_equal(dm_arena_name(arena, 1), "Köln");
    assert_null(dm_arena_name(arena, 3));
    assert_int_equal(dm_arena_values(arena)[0], 9);
    assert_int_equal(dm_arena_values(arena)[3], 1);
    assert_int_equal(dm_arena_total_value(arena), 12);
    assert_string_equal(dm_arena_title(arena), "second");
    assert_int_equal(dm_arena_decimals(arena), 3);
    dm_arena_free(arena);
}

static void places_count_only_where_all_have_them(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_builder *builder = builder_of(2);
    assert_ok(dm_builder_place(builder, 0, 1.5, -2, &err), err);
    dm_arena *arena = finish(builder);
    assert_null(dm_arena_places(arena));
    dm_arena_free(arena);
    builder = builder_of(2);
    assert_ok(dm_builder_place(builder, 0, 1.5, -2, &err), err);
    assert_ok(dm_builder_place(builder, 1, 0, 0, &err), err);
    arena = finish(builder);
    assert_true(dm_arena_places(arena)[0].x == 1.5 && dm_arena_places(arena)[0].y == -2);
    dm_arena_free(arena);
}

static void boards_with_other_values_share_the_rest(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_builder *builder = builder_of(2);
    add(builder, 0, 1, 1);
    dm_arena *arena = finish(builder), *other = NULL;
    const int64_t values[] = {4, 0}, negative[] = {1, -1}, large[] = {DM_MAX_TOTAL, 1};
    assert_ok(dm_arena_with_values(arena, values, &other, &err), err);
    assert_ptr_equal(dm_arena_graph(arena), dm_arena_graph(other));
    dm_arena_free(arena); /* the other stays valid */
    assert_int_equal(dm_arena_total_value(other), 4);
    assert_int_equal(dm_arena_graph(other)->target[0], 1);
    dm_arena *none = NULL;
    assert_int_equal(dm_arena_with_values(other, negative, &none, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_arena_with_values(other, large, &none, &err), DM_TOO_LARGE);
    assert_null(none);
    assert_ok(dm_arena_with_values(other, NULL, &none, &err), err);
    assert_null(dm_arena_values(none));
    assert_int_equal(dm_arena_total_value(none), 2);
    dm_arena_free(none);
    dm_arena_free(other);
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static dm_notes notes_of(const check_matrix *m, bool arcs)
{
    dm_notes notes = {.loops = m->loops};
    for (dm_vertex u = 0; u < m->n; u++)
        for (dm_vertex v = u + 1; v < m->n; v++) {
            int64_t there = m->copies[u][v], back = m->copies[v][u];
            if (there + back == 0)
                continue;
            notes.parallel += (arcs ? larger(there, back) : there + back) - 1;
            notes.one_way += arcs && (there == 0 || back == 0);
            notes.uneven += arcs && there && back && m->there[u][v] != m->there[v][u];
        }
    return notes;
}

static void compare_with_matrix(const dm_arena *arena, const check_matrix *m, bool arcs)
{
    const dm_graph *graph = dm_arena_graph(arena);
    assert_int_equal(graph->first[0], 0);
    assert_int_equal(graph->first[m->n], graph->arcs);
    for (dm_vertex u = 0; u < m->n; u++) {
        uint32_t at = graph->first[u];
        for (dm_vertex v = 0; v < m->n; v++) {
            int64_t length = check_matrix_shorter(m, u, v);
            if (!length)
                continue;
            assert_true(at < graph->first[u + 1]);
            assert_int_equal(graph->target[at], v);
            assert_true(dm_graph_length(graph, at) == length);
            at++;
        }
        assert_int_equal(at, graph->first[u + 1]);
    }
    dm_notes given = dm_arena_notes(arena), expected = notes_of(m, arcs);
    assert_int_equal(given.loops, expected.loops);
    assert_int_equal(given.parallel, expected.parallel);
    assert_int_equal(given.one_way, expected.one_way);
    assert_int_equal(given.uneven, expected.uneven);
}

static void rows_equal_the_matrix_on_random_input(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 1);
    check_matrix *m = malloc(sizeof *m);
    assert_non_null(m);
    for (int round = 0; round < 2000; round++) {
        memset(m, 0, sizeof *m);
        m->n = 1 + (dm_vertex)dm_rng_below(&rng, CHECK_MATRIX);
        bool arcs = dm_rng_below(&rng, 2);
        uint64_t count = dm_rng_below(&rng, round % 10 ? 3 * CHECK_MATRIX : 40 * CHECK_MATRIX);
        int64_t spread = dm_rng_below(&rng, 3) ? 5 : 1;
        int64_t unit = dm_rng_below(&rng, 4) ? 1 : INT64_C(1) << 33;
        dm_builder *builder = builder_of(m->n);
        for (uint64_t i = 0; i < count; i++) {
            dm_vertex u = (dm_vertex)dm_rng_below(&rng, (uint64_t)m->n);
            dm_vertex v = (dm_vertex)dm_rng_below(&rng, (uint64_t)m->n);
            int64_t length = unit * (1 + (int64_t)dm_rng_below(&rng, (uint64_t)spread));
            check_matrix_note(m, u, v, length);
            (arcs ? add_arc : add)(builder, u, v, length);
        }
        dm_arena *arena = finish(builder);
        compare_with_matrix(arena, m, arcs);
        dm_arena_free(arena);
    }
    free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_board_is_a_board),
        cmocka_unit_test(loops_are_dropped_and_counted),
        cmocka_unit_test(of_parallel_edges_the_shortest_stays),
        cmocka_unit_test(arcs_pair_up_and_single_ones_are_counted),
        cmocka_unit_test(edges_and_arcs_do_not_mix),
        cmocka_unit_test(bad_parts_are_refused_with_reasons),
        cmocka_unit_test(lengths_take_the_narrowest_form),
        cmocka_unit_test(a_total_above_2_to_62_is_refused),
        cmocka_unit_test(names_values_and_titles_are_kept),
        cmocka_unit_test(places_count_only_where_all_have_them),
        cmocka_unit_test(boards_with_other_values_share_the_rest),
        cmocka_unit_test(rows_equal_the_matrix_on_random_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
