/* test_points.c - lengths of straight lines, rounded exactly; searches among many points compared
 * with looking at all of them; sums of a table of pairs. */
#include "check/dominance.h"
#include "graph/bounded_search.h"
#include "graph/csr.h"
#include "graph/points.h"
#include "graph/shortest_paths.h"
#include "support/any_distances.h"
#include <math.h>
#include <stdlib.h>

__extension__ typedef unsigned __int128 wide;

static dm_points *make(dm_line_metric metric, dm_vertex n, const int64_t *x, const int64_t *y,
                       int decimals, int finer, const dm_point *place)
{
    dm_points *points = NULL;
    dm_error err = {0};
    const dmi_points_input input = {n, metric, decimals, finer, x, y, place};
    assert_ok(dmi_points_new(&input, &points, &err), err);
    return points;
}

static int64_t any_coordinate(dm_rng *rng)
{
    uint64_t most = UINT64_C(1) << dm_rng_below(rng, 61);
    return (int64_t)dm_rng_below(rng, most) - (int64_t)(most / 2);
}

/* d is at least r - 1/2 and less than r + 1/2, in whole numbers. */
static void lines_are_rounded_exactly(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 1);
    for (int i = 0; i < (run_long() ? 1000000 : 20000); i++) {
        int finer = (int)dm_rng_below(&rng, 19);
        int64_t scale = 1;
        for (int k = 0; k < finer; k++)
            scale *= 10;
        int64_t x[2] = {any_coordinate(&rng), any_coordinate(&rng)};
        int64_t y[2] = {any_coordinate(&rng), any_coordinate(&rng)};
        if (i % 3 == 0) { /* 3, 4 and 5 times something near a half */
            int64_t half = (1 + 2 * (int64_t)dm_rng_below(&rng, 9)) * (scale / 10);
            x[0] = y[0] = 0;
            x[1] = half % (INT64_C(1) << 57) * 3 + (int64_t)dm_rng_below(&rng, 3) - 1;
            y[1] = half % (INT64_C(1) << 57) * 4;
        }
        const dm_point place[2] = {{(double)x[0], (double)y[0]}, {(double)x[1], (double)y[1]}};
        dm_points *euclid = make(DM_EUCLID, 2, x, y, 0, finer, place);
        dm_points *manhattan = make(DM_MANHATTAN, 2, x, y, 0, finer, place);
        wide dx = (wide)llabs(x[0] - x[1]), dy = (wide)llabs(y[0] - y[1]);
        wide four = 4 * (dx * dx + dy * dy), unit = (wide)scale;
        wide r = (wide)dmi_points_distance(euclid, 0, 1),
             m = (wide)dmi_points_distance(manhattan, 1, 0);
        assert_true(four < (2 * r + 1) * unit * ((2 * r + 1) * unit));
        assert_true(r == 0 || four >= (2 * r - 1) * unit * ((2 * r - 1) * unit));
        assert_true(2 * (dx + dy) < (2 * m + 1) * unit && 2 * (dx + dy) + unit >= 2 * m * unit);
        dmi_points_free(euclid);
        dmi_points_free(manhattan);
    }
}

/* Many points: clustered, some in the same place; on the globe at the poles and the date line. */
static dm_points *draw_points(dm_rng *rng, dm_vertex n, dm_line_metric metric)
{
    int64_t *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
    dm_point *place = malloc((size_t)n * sizeof *place);
    assert_true(x && y && place);
    int64_t wide_as = metric == DM_GREAT_CIRCLE ? 360000 : 1 + (int64_t)dm_rng_below(rng, 100000);
    for (dm_vertex v = 0; v < n; v++) {
        bool is_near = v > 0 && dm_rng_below(rng, 2);
        dm_vertex other = is_near ? (dm_vertex)dm_rng_below(rng, (uint64_t)v) : 0;
        x[v] = is_near ? x[other] + (int64_t)dm_rng_below(rng, 9) - 4
                       : (int64_t)dm_rng_below(rng, (uint64_t)wide_as);
        y[v] = is_near ? y[other] : (int64_t)dm_rng_below(rng, (uint64_t)wide_as);
        place[v] = (dm_point){(double)x[v], (double)y[v]};
        if (metric == DM_GREAT_CIRCLE)
            place[v] = (dm_point){fmin(180, (double)x[v] / 1000 - 180), (double)y[v] / 2000 - 90};
    }
    dm_points *points = make(metric, n, x, y, 1, (int)dm_rng_below(rng, 3), place);
    free(x);
    free(y);
    free(place);
    return points;
}

static void check_within(dm_rng *rng, const dm_points *p, const dm_graph *graph)
{
    dm_error err = {0};
    dmi_bounded_search search = {0};
    int64_t *limit = malloc((size_t)p->n * sizeof *limit);
    assert_non_null(limit);
    int64_t most = dmi_points_distance(p, 0, p->n - 1) / (1 + (int64_t)dm_rng_below(rng, 8)) + 2;
    for (dm_vertex v = 0; v < p->n; v++)
        limit[v] = (int64_t)dm_rng_below(rng, (uint64_t)most) - 1;
    assert_ok(dmi_bounded_search_init(&search, graph, limit, true, NULL, &err), err);
    for (int k = 0; k < 10; k++) {
        dm_vertex from = (dm_vertex)dm_rng_below(rng, (uint64_t)p->n);
        int64_t start = (int64_t)dm_rng_below(rng, 3),
                reach = (int64_t)dm_rng_below(rng, (uint64_t)most);
        dm_vertex count = 0;
        assert_ok(dmi_bounded_search_within(&search, from, start, limit, &err), err);
        for (dm_vertex v = 0; v < p->n; v++) {
            int64_t sum = start + dmi_points_distance(p, from, v);
            assert_true(search.distance[v] == (sum <= limit[v] ? sum : -1));
            count += sum <= limit[v];
        }
        assert_int_equal(search.count, count);
        assert_ok(dmi_bounded_search_run(&search, from, reach, &err), err);
        for (dm_vertex v = 0; v < p->n; v++) {
            int64_t d = dmi_points_distance(p, from, v);
            assert_true(search.distance[v] == (d <= reach ? d : -1));
        }
    }
    dmi_bounded_search_clear(&search);
    free(limit);
}

static void check_nearest(dm_rng *rng, const dm_points *p, const dm_graph *graph)
{
    dm_error err = {0};
    dmi_paths paths = {0};
    dm_vertex origin[100];
    int32_t count = 0, wanted = 1 + (int32_t)dm_rng_below(rng, 100);
    assert_ok(dmi_paths_init(&paths, graph, &err), err);
    dmi_paths_start(&paths);
    while (count < wanted) {
        origin[count] = (dm_vertex)dm_rng_below(rng, (uint64_t)p->n);
        if (dmi_paths_origin(&paths, origin[count], (uint32_t)count, &err) == DM_OK)
            count++;
        else
            wanted--;
    }
    assert_ok(dmi_paths_run(&paths, UINT32_MAX, &err), err);
    for (dm_vertex v = 0; v < p->n; v++) {
        int64_t least = INT64_MAX;
        int32_t best = -1;
        for (int32_t i = 0; i < count; i++)
            if (dmi_points_distance(p, origin[i], v) < least) {
                least = dmi_points_distance(p, origin[i], v);
                best = i;
            }
        dmi_cell cell = dmi_paths_at(&paths, v);
        assert_true(best < 0 ? cell.distance == DMI_UNREACHED
                             : (int64_t)cell.distance == least && cell.label == (uint32_t)best);
    }
    dmi_paths_clear(&paths);
}

static void searches_find_what_is_near(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 2);
    for (int i = 0; i < (run_long() ? 3000 : 90); i++) {
        dm_error err = {0};
        dm_graph graph = {0};
        dm_vertex n = 2 + (dm_vertex)dm_rng_below(&rng, 700);
        dm_points *points = draw_points(&rng, n, (dm_line_metric)(1 + i % 3));
        assert_ok(dmi_points_graph(points, &graph, &err), err);
        check_within(&rng, points, &graph);
        check_nearest(&rng, points, &graph);
        dmi_graph_clear(&graph);
    }
}

/* All distances of small boards, by the definition. */
static void distances_follow_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 3);
    for (int i = 0; i < (run_long() ? 20000 : 1500); i++) {
        dm_error err = {0};
        dm_vertex n = 1 + (dm_vertex)dm_rng_below(&rng, 12);
        dm_arena *arena = random_distances(&rng, n);
        dm_distances *table = NULL;
        int64_t *expected = check_distances(arena);
        assert_ok(dm_distances_new(arena, 0, NULL, &table, &err), err);
        for (dm_vertex u = 0; u < n; u++)
            for (dm_vertex v = 0; v < n; v++)
                assert_true(dm_distance(table, u, v) == expected[v * n + u]);
        dm_distances_free(table);
        free(expected);
        dm_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_rounded_exactly),
        cmocka_unit_test(searches_find_what_is_near),
        cmocka_unit_test(distances_follow_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
