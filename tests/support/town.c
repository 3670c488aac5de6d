/* town.c - random maps for tests. */
#include "support/town.h"

#include "support/support.h"
#include <demesne/map.h>
#include <demesne/rng.h>
#include <stdio.h>

dm_arena *support_town(uint64_t seed, dm_vertex n, bool directed)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    dm_rng rng;
    dm_rng_init(&rng, seed);
    assert_ok(dm_builder_new(n, &builder, &err), err);
    assert_ok(dm_builder_directed(builder, &err), err);
    dm_builder_geographic(builder, DM_METRES);
    dm_builder_decimals(builder, 1);
    for (dm_vertex v = 0; v < n; v++)
        assert_ok(dm_builder_place(builder, v, 7.4 + (double)dm_rng_below(&rng, 8000) * 1e-6,
                                   43.7 + (double)dm_rng_below(&rng, 6000) * 1e-6, &err),
                  err);
    for (int i = 0; i < 2 * n; i++) {
        dm_lonlat bends[3];
        char name[32];
        dm_street street = {.kind = (dm_street_kind)(i % DM_STREET_KINDS), .points = bends};
        snprintf(name, sizeof name, "Street %d", i / 3);
        street.name = i % 5 ? name : NULL;
        street.from = i < n - 1 ? (dm_vertex)i + 1 : (dm_vertex)dm_rng_below(&rng, (uint64_t)n);
        street.to = (dm_vertex)dm_rng_below(&rng, (uint64_t)(i < n - 1 ? i + 1 : n));
        street.length = 10 + (int64_t)dm_rng_below(&rng, 2000);
        street.travel = directed ? (unsigned char)(1 + dm_rng_below(&rng, 3)) : DM_STREET_BOTH;
        street.point_count = (uint32_t)dm_rng_below(&rng, 4);
        for (uint32_t k = 0; k < street.point_count; k++)
            bends[k] = (dm_lonlat){74000000 + (int32_t)dm_rng_below(&rng, 80000),
                                   437000000 + (int32_t)dm_rng_below(&rng, 60000)};
        if (street.travel & DM_STREET_FORWARD)
            assert_ok(dm_builder_arc(builder, street.from, street.to, street.length, &err), err);
        if (street.travel & DM_STREET_BACKWARD)
            assert_ok(dm_builder_arc(builder, street.to, street.from, street.length, &err), err);
        assert_ok(dm_builder_street(builder, &street, &err), err);
    }
    assert_ok(dm_builder_attribution(builder, "the surveyors", &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}
