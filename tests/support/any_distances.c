/* any_distances.c - small random boards of every kind of distances. */
#include "support/any_distances.h"

#include "arena/arena.h"
#include "graph/pairs.h"
#include "graph/points.h"
#include <stdlib.h>

static void give_values(dm_rng *rng, dm_builder *builder, dm_vertex n)
{
    dm_error err = {0};
    if (dm_rng_below(rng, 2))
        for (dm_vertex v = 0; v < n; v++)
            assert_ok(dm_builder_value(builder, v, (int64_t)dm_rng_below(rng, 10), &err), err);
}

static dm_arena *finish(dm_rng *rng, dm_vertex n, const dmi_two_way_graph *arcs, int decimals,
                        const dm_point *places)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(n, &builder, &err), err);
    dmi_builder_graph(builder, arcs, NULL, 0);
    dm_builder_decimals(builder, decimals);
    for (dm_vertex v = 0; places && v < n; v++)
        assert_ok(dm_builder_place(builder, v, places[v].x, places[v].y, &err), err);
    give_values(rng, builder, n);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

dm_arena *random_points(dm_rng *rng, dm_vertex n)
{
    dm_error err = {0};
    dm_points *points = NULL;
    dmi_two_way_graph arcs = {0};
    dm_line_metric metric = (dm_line_metric)(1 + dm_rng_below(rng, 3));
    uint64_t side = 1 + dm_rng_below(rng, 20);
    int decimals = (int)dm_rng_below(rng, 3), finer = (int)dm_rng_below(rng, 3);
    double unit = 1;
    int64_t *x = malloc(((size_t)n + 1) * sizeof *x), *y = malloc(((size_t)n + 1) * sizeof *y);
    dm_point *place = malloc(((size_t)n + 1) * sizeof *place);
    assert_true(x && y && place);
    for (int i = 0; i < decimals + finer; i++)
        unit *= 10;
    unit = metric == DM_GREAT_CIRCLE ? 1000 : unit;
    for (dm_vertex v = 0; v < n; v++) {
        x[v] = (int64_t)dm_rng_below(rng, side) - 4;
        y[v] = (int64_t)dm_rng_below(rng, side) - 4;
        place[v] = (dm_point){(double)x[v] / unit, (double)y[v] / unit};
    }
    const dmi_points_input input = {n, metric, decimals, finer, x, y, place};
    assert_ok(dmi_points_new(&input, &points, &err), err);
    assert_ok(dmi_points_graph(points, &arcs.graph, &err), err);
    dm_arena *arena = finish(rng, n, &arcs, decimals, place);
    free(x);
    free(y);
    free(place);
    return arena;
}

dm_arena *random_pairs(dm_rng *rng, dm_vertex n)
{
    dm_error err = {0};
    dmi_two_way_graph arcs = {0};
    size_t room = (size_t)n * (size_t)n + 1, twice;
    dmi_pairs pairs = {.customer = malloc(room * sizeof *pairs.customer),
                       .site = malloc(room * sizeof *pairs.site),
                       .length = malloc(room * sizeof *pairs.length)};
    assert_true(pairs.customer && pairs.site && pairs.length);
    uint64_t density = 1 + dm_rng_below(rng, 10), most = 1 + dm_rng_below(rng, 12);
    int64_t unit = dm_rng_below(rng, 8) ? 1 : INT64_C(1) << 40;
    for (dm_vertex u = 0; u < n; u++)
        for (dm_vertex v = 0; v < n; v++)
            if (dm_rng_below(rng, 10) < density) {
                pairs.customer[pairs.count] = u;
                pairs.site[pairs.count] = v;
                pairs.length[pairs.count++] = unit * (int64_t)dm_rng_below(rng, most);
            }
    for (size_t i = pairs.count; i > 1; i--) { /* in any order */
        size_t k = dm_rng_below(rng, i);
        dm_vertex u = pairs.customer[k], v = pairs.site[k];
        int64_t length = pairs.length[k];
        pairs.customer[k] = pairs.customer[i - 1];
        pairs.site[k] = pairs.site[i - 1];
        pairs.length[k] = pairs.length[i - 1];
        pairs.customer[i - 1] = u;
        pairs.site[i - 1] = v;
        pairs.length[i - 1] = length;
    }
    assert_ok(dmi_pairs_graph(n, &pairs, &arcs, &twice, &err), err);
    return finish(rng, n, &arcs, 0, NULL);
}

dm_arena *random_distances(dm_rng *rng, dm_vertex n)
{
    switch (dm_rng_below(rng, 3)) {
    case 0:
        return random_points(rng, n);
    case 1:
        return random_pairs(rng, n);
    default:
        return random_board(rng, n, random_features(rng, BOARD_ANY));
    }
}
