/* test_layout.c - layouts recognise structures; nothing crosses or overlaps. */
#include "support/support.h"

#include <demesne/draw.h>
#include <demesne/graph.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void shuffle(dm_rng *rng, dm_vertex *order, dm_vertex n)
{
    for (dm_vertex v = 0; v < n; v++)
        order[v] = v;
    for (dm_vertex i = n - 1; i > 0; i--) {
        dm_vertex j = (dm_vertex)dm_rng_below(rng, (uint64_t)i + 1), held = order[i];
        order[i] = order[j];
        order[j] = held;
    }
}

static dm_arena *finish(dm_builder *builder)
{
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

static dm_point *layout_of(const dm_arena *arena, uint64_t seed)
{
    dm_error err = {0};
    dm_point *places = calloc((size_t)dm_arena_vertices(arena) + 1, sizeof *places);
    assert_non_null(places);
    assert_ok(dm_layout(arena, seed, places, &err), err);
    return places;
}

static dm_arena *shuffled_grid(dm_rng *rng, dm_vertex rows, dm_vertex columns, dm_vertex *label)
{
    dm_builder *builder = NULL;
    assert_int_equal(dm_builder_new(rows * columns, &builder, NULL), DM_OK);
    shuffle(rng, label, rows * columns);
    for (dm_vertex r = 0; r < rows; r++)
        for (dm_vertex c = 0; c < columns; c++) {
            dm_vertex v = r * columns + c;
            if (c + 1 < columns)
                dm_builder_edge(builder, label[v], label[v + 1], 1 + (r + c) % 3, NULL);
            if (r + 1 < rows)
                dm_builder_edge(builder, label[v], label[v + columns], 2, NULL);
        }
    return finish(builder);
}

/* Every edge has length 1, and no two vertices share a place. */
static void assert_unit_drawing(const dm_arena *arena, const dm_point *places)
{
    const dm_graph *graph = dm_arena_graph(arena);
    for (dm_vertex v = 0; v < graph->n; v++) {
        for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++) {
            dm_point p = places[v], q = places[graph->target[a]];
            assert_true(fabs(hypot(p.x - q.x, p.y - q.y) - 1) < 1e-9);
        }
        for (dm_vertex w = 0; w < v; w++)
            assert_true(hypot(places[v].x - places[w].x, places[v].y - places[w].y) > 0.99);
    }
}

static void grids_are_found_under_any_numbering(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 5);
    dm_vertex label[100];
    for (dm_vertex rows = 2; rows <= 9; rows++)
        for (dm_vertex columns = 2; columns <= 9; columns++) {
            dm_arena *arena = shuffled_grid(&rng, rows, columns, label);
            dm_point *places = layout_of(arena, 0);
            assert_unit_drawing(arena, places);
            for (dm_vertex v = 0; v < rows * columns; v++) {
                assert_true(fabs(places[v].x - round(places[v].x)) < 1e-9);
                assert_true(fabs(places[v].y - round(places[v].y)) < 1e-9);
            }
            free(places);
            dm_arena_free(arena);
        }
}

static void a_grid_numbered_by_rows_reads_like_a_page(void **state)
{
    (void)state;
    dm_builder *builder = NULL;
    assert_int_equal(dm_builder_new(12, &builder, NULL), DM_OK);
    for (dm_vertex v = 0; v < 12; v++) {
        if (v % 3 < 2)
            dm_builder_edge(builder, v, v + 1, 1, NULL);
        if (v + 3 < 12)
            dm_builder_edge(builder, v, v + 3, 1, NULL);
    }
    dm_arena *arena = finish(builder);
    dm_point *places = layout_of(arena, 0);
    for (dm_vertex v = 0; v < 12; v++) {
        assert_true(places[v].x - places[0].x == v % 3);
        assert_true(places[0].y - places[v].y == v / 3);
    }
    free(places);
    dm_arena_free(arena);
}

/* Like the 3 x 3 grid by degrees and number of edges, but with a triangle 1 4 7. */
static void what_only_looks_like_a_grid_is_not_one(void **state)
{
    (void)state;
    dm_builder *builder = NULL;
    assert_int_equal(dm_builder_new(9, &builder, NULL), DM_OK);
    const dm_vertex edges[][2] = {{0, 8}, {1, 2}, {3, 4}, {4, 5}, {6, 7}, {1, 7},
                                  {0, 3}, {3, 6}, {1, 4}, {4, 7}, {2, 5}, {5, 8}};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        dm_builder_edge(builder, edges[i][0], edges[i][1], 1, NULL);
    dm_arena *arena = finish(builder);
    dm_point *places = layout_of(arena, 0);
    bool whole = true;
    for (dm_vertex v = 0; v < 9; v++)
        whole = whole && places[v].x == round(places[v].x) && places[v].y == round(places[v].y);
    assert_false(whole);
    free(places);
    dm_arena_free(arena);
}

static void cycles_are_round(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 6);
    dm_vertex label[60];
    for (dm_vertex n = 5; n <= 60; n += 11) {
        dm_builder *builder = NULL;
        assert_int_equal(dm_builder_new(n, &builder, NULL), DM_OK);
        shuffle(&rng, label, n);
        for (dm_vertex v = 0; v < n; v++)
            dm_builder_edge(builder, label[v], label[(v + 1) % n], 1, NULL);
        dm_arena *arena = finish(builder);
        dm_point *places = layout_of(arena, 0);
        double radius = hypot(places[0].x, places[0].y);
        for (dm_vertex v = 0; v < n; v++)
            assert_true(fabs(hypot(places[v].x, places[v].y) - radius) < 1e-9);
        assert_unit_drawing(arena, places);
        free(places);
        dm_arena_free(arena);
    }
}

static double turn(dm_point a, dm_point b, dm_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool cross(dm_point a, dm_point b, dm_point c, dm_point d)
{
    return turn(a, b, c) * turn(a, b, d) < -1e-9 && turn(c, d, a) * turn(c, d, b) < -1e-9;
}

typedef struct segment {
    dm_vertex u, v;
} segment;

static void assert_plane_drawing(const dm_arena *arena, const dm_point *places)
{
    const dm_graph *graph = dm_arena_graph(arena);
    segment *edges = calloc(graph->arcs, sizeof *edges);
    assert_non_null(edges);
    size_t count = 0;
    for (dm_vertex v = 0; v < graph->n; v++)
        for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++)
            if (v < graph->target[a])
                edges[count++] = (segment){v, graph->target[a]};
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            segment a = edges[i], b = edges[j];
            bool meet = a.u == b.u || a.u == b.v || a.v == b.u || a.v == b.v;
            assert_false(!meet && cross(places[a.u], places[a.v], places[b.u], places[b.v]));
        }
    free(edges);
    for (dm_vertex v = 0; v < graph->n; v++)
        for (dm_vertex w = 0; w < v; w++)
            assert_true(hypot(places[v].x - places[w].x, places[v].y - places[w].y) > 0.02);
}

static dm_arena *shuffled_tree(dm_rng *rng, dm_vertex n, uint64_t reach, bool shuffled)
{
    dm_builder *builder = NULL;
    dm_vertex *label = calloc((size_t)n, sizeof *label);
    assert_non_null(label);
    assert_int_equal(dm_builder_new(n, &builder, NULL), DM_OK);
    shuffle(rng, label, n);
    for (dm_vertex v = 1; v < n; v++) {
        uint64_t back = 1 + dm_rng_below(rng, reach < (uint64_t)v ? reach : (uint64_t)v);
        dm_vertex parent = v - (dm_vertex)back;
        dm_builder_edge(builder, shuffled ? label[parent] : parent, shuffled ? label[v] : v, 1,
                        NULL);
    }
    free(label);
    return finish(builder);
}

static void trees_have_no_crossings(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 7);
    for (int i = 0; i < 300; i++) {
        dm_vertex n = 2 + (dm_vertex)dm_rng_below(&rng, 90);
        dm_arena *arena = shuffled_tree(&rng, n, 1 + dm_rng_below(&rng, 30), i % 2);
        dm_point *places = layout_of(arena, 0);
        assert_plane_drawing(arena, places);
        free(places);
        dm_arena_free(arena);
    }
}

/* Each depth has its own height, and parents stand over the middle of their children. */
static void a_tree_numbered_from_its_root_hangs_from_it(void **state)
{
    (void)state;
    dm_builder *builder = NULL;
    assert_int_equal(dm_builder_new(15, &builder, NULL), DM_OK);
    for (dm_vertex v = 1; v < 15; v++)
        dm_builder_edge(builder, (v - 1) / 2, v, 1, NULL);
    dm_arena *arena = finish(builder);
    dm_point *places = layout_of(arena, 0);
    for (dm_vertex v = 0; v < 7; v++) {
        assert_true(places[2 * v + 1].y < places[v].y);
        assert_true(places[2 * v + 1].y == places[2 * v + 2].y);
        assert_true(places[2 * v + 1].x < places[2 * v + 2].x);
        assert_true(2 * places[v].x == places[2 * v + 1].x + places[2 * v + 2].x);
    }
    free(places);
    dm_arena_free(arena);
}

static void parts_stand_apart(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 8);
    for (int i = 0; i < 60; i++) {
        dm_arena *arena = random_board(&rng, 2 + (dm_vertex)dm_rng_below(&rng, 30), 0);
        dm_vertex n = dm_arena_vertices(arena);
        int32_t part[40], count = 0;
        assert_int_equal(dm_components(arena, part, &count, NULL), DM_OK);
        dm_point *places = layout_of(arena, 3);
        for (int32_t a = 0; a < count; a++)
            for (int32_t b = 0; b < a; b++) {
                double low[2][2] = {{1e9, 1e9}, {1e9, 1e9}},
                       high[2][2] = {{-1e9, -1e9}, {-1e9, -1e9}};
                for (dm_vertex v = 0; v < n; v++)
                    if (part[v] == a || part[v] == b) {
                        int k = part[v] == b;
                        low[k][0] = fmin(low[k][0], places[v].x);
                        low[k][1] = fmin(low[k][1], places[v].y);
                        high[k][0] = fmax(high[k][0], places[v].x);
                        high[k][1] = fmax(high[k][1], places[v].y);
                    }
                bool apart = low[0][0] > high[1][0] + 0.5 || low[1][0] > high[0][0] + 0.5 ||
                             low[0][1] > high[1][1] + 0.5 || low[1][1] > high[0][1] + 0.5;
                assert_true(apart);
            }
        free(places);
        dm_arena_free(arena);
    }
}

/* No known structure. */
static dm_arena *ring_with_chords(dm_vertex n)
{
    dm_builder *builder = NULL;
    assert_int_equal(dm_builder_new(n, &builder, NULL), DM_OK);
    for (dm_vertex v = 0; v < n; v++) {
        dm_builder_edge(builder, v, (v + 1) % n, 1, NULL);
        dm_builder_edge(builder, v, (v + 5) % n, 1, NULL);
    }
    return finish(builder);
}

static void a_seed_always_gives_the_same_places(void **state)
{
    (void)state;
    const dm_vertex sizes[] = {30, 700};
    for (size_t i = 0; i < 2; i++) {
        dm_arena *arena = ring_with_chords(sizes[i]);
        dm_point *first = layout_of(arena, 1), *again = layout_of(arena, 1);
        dm_point *other = layout_of(arena, 2);
        size_t size = (size_t)sizes[i] * sizeof *first;
        assert_memory_equal(first, again, size);
        assert_true(memcmp(first, other, size) != 0);
        for (dm_vertex v = 0; v < sizes[i]; v++)
            assert_true(isfinite(first[v].x) && isfinite(first[v].y));
        free(first);
        free(again);
        free(other);
        dm_arena_free(arena);
    }
}

/* On boards without a known structure neighbours are about 1 apart, and no two vertices overlap. */
static void vertices_of_any_board_stand_apart(void **state)
{
    (void)state;
    const dm_vertex sizes[] = {11, 40, 200, 700};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        dm_arena *arena = ring_with_chords(sizes[i]);
        const dm_graph *graph = dm_arena_graph(arena);
        dm_point *places = layout_of(arena, 1);
        for (dm_vertex v = 0; v < graph->n; v++) {
            for (dm_vertex w = 0; w < v; w++)
                assert_true(hypot(places[v].x - places[w].x, places[v].y - places[w].y) > 0.1);
            for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++) {
                dm_point p = places[v], q = places[graph->target[a]];
                double edge = hypot(p.x - q.x, p.y - q.y);
                assert_true(edge > 0.2 && edge < 3);
            }
        }
        free(places);
        dm_arena_free(arena);
    }
}

static void own_places_come_first(void **state)
{
    (void)state;
    dm_builder *builder = NULL;
    assert_int_equal(dm_builder_new(3, &builder, NULL), DM_OK);
    dm_builder_edge(builder, 0, 1, 1, NULL);
    for (dm_vertex v = 0; v < 3; v++)
        dm_builder_place(builder, v, 3.5 * v, -v * v, NULL);
    dm_arena *arena = finish(builder);
    dm_point *places = layout_of(arena, 0);
    for (dm_vertex v = 0; v < 3; v++)
        assert_true(places[v].x == 3.5 * v && places[v].y == -v * v);
    free(places);
    dm_arena_free(arena);
}

static void a_board_without_vertices_is_laid_out(void **state)
{
    (void)state;
    dm_builder *builder = NULL;
    assert_int_equal(dm_builder_new(0, &builder, NULL), DM_OK);
    dm_arena *arena = finish(builder);
    free(layout_of(arena, 0));
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grids_are_found_under_any_numbering),
        cmocka_unit_test(a_grid_numbered_by_rows_reads_like_a_page),
        cmocka_unit_test(what_only_looks_like_a_grid_is_not_one),
        cmocka_unit_test(cycles_are_round),
        cmocka_unit_test(trees_have_no_crossings),
        cmocka_unit_test(a_tree_numbered_from_its_root_hangs_from_it),
        cmocka_unit_test(parts_stand_apart),
        cmocka_unit_test(a_seed_always_gives_the_same_places),
        cmocka_unit_test(vertices_of_any_board_stand_apart),
        cmocka_unit_test(own_places_come_first),
        cmocka_unit_test(a_board_without_vertices_is_laid_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
