/* test_rope_apply.c - adding ropes: where they cross, what they split, which are refused. */
#include "lines/level/ratio.h"
#include "lines/level/rope_geometry.h"
#include "support/levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Coordinates are multiples of a tiny step, so that the sign can be computed in whole numbers. */
static void sides_are_exact(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 1);
    for (int i = 0; i < 100000; i++) {
        int64_t c[6];
        for (int k = 0; k < 4; k++)
            c[k] = (int64_t)dm_rng_below(&rng, UINT64_C(1) << 50);
        int64_t t = (int64_t)dm_rng_below(&rng, 5);
        c[4] = c[0] + (c[2] - c[0]) / 4 * t + (int64_t)dm_rng_below(&rng, 3) - 1;
        c[5] = c[1] + (c[3] - c[1]) / 4 * t + (int64_t)dm_rng_below(&rng, 3) - 1;
        dmi_wide det =
            (dmi_wide)(c[2] - c[0]) * (c[5] - c[1]) - (dmi_wide)(c[3] - c[1]) * (c[4] - c[0]);
        dm_point p[3];
        for (int k = 0; k < 3; k++)
            p[k] = (dm_point){(double)c[2 * k] * 0x1p-40, (double)c[2 * k + 1] * 0x1p-40};
        assert_int_equal(dmi_side_of_line(p[0], p[1], p[2]), (det > 0) - (det < 0));
    }
}

/* Whether the point at i/24 of the way from p to q is on the segment ab, in whole numbers. */
static bool on_edge(const int *p, const int *q, const int *a, const int *b, int i)
{
    int x = 24 * p[0] + i * (q[0] - p[0]), y = 24 * p[1] + i * (q[1] - p[1]);
    int dx = b[0] - a[0], dy = b[1] - a[1], ex = x - 24 * a[0], ey = y - 24 * a[1];
    int way = ex * dx + ey * dy;
    return dx * ey == dy * ex && way >= 0 && way <= 24 * (dx * dx + dy * dy);
}

/* All ropes and edges of a 3 by 3 grid; each rope is checked at 23 places between its ends. */
static void meetings_equal_the_definition(void **state)
{
    (void)state;
    for (int code = 0; code < 9 * 9 * 9 * 9; code++) {
        int n[4] = {code % 9, code / 9 % 9, code / 81 % 9, code / 729}, c[4][2];
        dm_point at[4];
        if (n[0] == n[1] || n[2] == n[3])
            continue;
        for (int k = 0; k < 4; k++) {
            c[k][0] = n[k] % 3;
            c[k][1] = n[k] / 3;
            at[k] = (dm_point){c[k][0], c[k][1]};
        }
        int met = 0, first = 0;
        for (int i = 1; i < 24; i++)
            if (on_edge(c[0], c[1], c[2], c[3], i)) {
                first = met ? first : i;
                met++;
            }
        double along = -1, share = -1;
        dmi_rope_meeting kind = dmi_rope_meet(at[0], at[1], at[2], at[3], &along, &share);
        if (met > 1) {
            assert_int_equal(kind, DMI_ROPE_ALONG);
        } else if (met == 1) {
            assert_int_equal(kind, DMI_ROPE_CROSSES);
            assert_true(fabs(along - first / 24.0) < 1e-12);
        } else if (kind == DMI_ROPE_CROSSES) { /* at a fraction that is no multiple of 1/24: 1/5 and
                                                  so on */
            double x = at[0].x + along * (at[1].x - at[0].x);
            double y = at[0].y + along * (at[1].y - at[0].y);
            assert_true(fabs(x - at[2].x - share * (at[3].x - at[2].x)) < 1e-12 &&
                        fabs(y - at[2].y - share * (at[3].y - at[2].y)) < 1e-12);
            assert_true(fabs(along * 24 - round(along * 24)) > 1e-6);
        } else {
            assert_int_equal(kind, DMI_ROPE_APART);
        }
    }
}

static dm_line_place on_vertex(int v)
{
    return (dm_line_place){v, -1, {0, 1}};
}

static dm_line_place on_edge_at(int e, int64_t num, int64_t den)
{
    return (dm_line_place){-1, e, {num, den}};
}

static dm_line_move rope(dm_line_place from, dm_line_place to)
{
    return (dm_line_move){.op = DM_LINE_ROPE, .place = from, .to = to, .length = {0, 1}};
}

static bool is(dm_ratio ratio, int64_t num, int64_t den)
{
    return ratio.num == num && ratio.den == den;
}

static dm_level *ladder(dm_line_crossings crossings, double min_angle)
{
    draft d;
    dm_point points[6];
    dm_level *level = NULL;
    /* A ladder: two rails of length 12 at heights 0 and 4, rungs at x = 0 and 12, and a middle bar
     * from (3,2) to (9,2).
     *
     *      3 ---e2-- 2
     *      |  4---5  |        edges 0: 0-1, 1: 1-2, 2: 2-3, 3: 3-0, 4: 4-5
     *      0 ---e0-- 1
     */
    static const dm_point corner[] = {{0, 0}, {12, 0}, {12, 4}, {0, 4}, {3, 2}, {9, 2}};
    start(&d, 6, 2);
    memcpy(points, corner, sizeof corner);
    d.level.points = points;
    join(&d, 0, 1, 12);
    join(&d, 1, 2, 4);
    join(&d, 2, 3, 12);
    join(&d, 3, 0, 4);
    join(&d, 4, 5, 6);
    settle(&d, 0, 0);
    settle_on(&d, 1, 0, 1, 4);
    settle_on(&d, 1, 0, 1, 2);
    settle_on(&d, 1, 0, 5, 6);
    d.level.crossings = crossings;
    d.level.min_angle = min_angle;
    assert_int_equal(dm_level_new(&d.level, &level, NULL), DM_OK);
    return level;
}

static dm_level *tied(dm_level *level, dm_line_move move)
{
    dm_level *after = NULL;
    dm_error err;
    assert_ok(dm_level_apply(level, &move, 0, &after, &err), err);
    dm_level_free(level);
    return after;
}

static void refused(dm_level *level, dm_line_move move, const char *words)
{
    dm_level *after = NULL;
    dm_error err = {0};
    dm_status status = dm_level_apply(level, &move, 0, &after, &err);
    assert_int_equal(status, strstr(err.message, "has vertices") ? DM_BAD_VERTEX : DM_BAD_MOVE);
    assert_null(after);
    if (!strstr(err.message, words))
        fail_msg("'%s' does not say '%s'", err.message, words);
    dm_level_free(level);
}

static void sites_keep_their_points(void **state)
{
    (void)state;
    dm_level *level =
        tied(ladder(DM_LINE_CROSSINGS_PASS, 0), rope(on_edge_at(0, 1, 2), on_edge_at(2, 1, 3)));
    assert_int_equal(level->vertex_count, 8);
    assert_int_equal(level->edge_count, 8);
    assert_true(level->points[6].x == 6 && level->points[6].y == 0);
    assert_true(level->points[7].x == 8 && level->points[7].y == 4);
    assert_true(level->edges[0].v == 6 && is(level->edges[0].length, 6, 1));
    assert_true(level->edges[5].u == 6 && level->edges[5].v == 1);
    assert_true(level->edges[7].u == 6 && level->edges[7].v == 7);
    assert_true(is(level->edges[7].length, 4472136, 1000000) ||
                is(level->edges[7].length, 559017, 125000));
    assert_true(level->sites[1].place.edge == 0 && is(level->sites[1].place.at, 1, 2));
    assert_int_equal(level->sites[2].place.vertex, 6);
    assert_true(level->sites[3].place.edge == 5 && is(level->sites[3].place.at, 2, 3));
    dm_level_free(level);
}

static void both_ends_on_one_edge(void **state)
{
    (void)state;
    dm_line_move move = rope(on_edge_at(0, 2, 3), on_edge_at(0, 1, 3));
    move.length = (dm_ratio){7, 3};
    dm_level *level = tied(ladder(DM_LINE_CROSSINGS_PASS, 0), move);
    assert_int_equal(level->edge_count, 8);
    assert_true(is(level->edges[7].length, 7, 3));
    assert_true(level->edges[7].u == 6 && level->edges[7].v == 7);
    assert_true(level->edges[0].v == 7 && level->edges[5].u == 7 && level->edges[5].v == 6);
    refused(ladder(DM_LINE_CROSSINGS_FORBID, 0), move, "runs along edge 0");
    refused(ladder(DM_LINE_CROSSINGS_JOIN, 0), rope(on_vertex(0), on_edge_at(0, 1, 3)),
            "runs along edge 0");
    refused(ladder(DM_LINE_CROSSINGS_STOP, 0), rope(on_vertex(1), on_vertex(0)),
            "runs along edge 0");
    dm_level_free(level);
}

/* From the middle of the lower rail to the middle of the upper one, over the bar at (6,2). */
static void crossings_do_as_the_rule_says(void **state)
{
    (void)state;
    const dm_line_move move = rope(on_edge_at(0, 1, 2), on_edge_at(2, 1, 2));
    dm_level *level = tied(ladder(DM_LINE_CROSSINGS_PASS, 0), move);
    assert_true(level->edge_count == 8 && is(level->edges[7].length, 4, 1));
    dm_level_free(level);

    refused(ladder(DM_LINE_CROSSINGS_FORBID, 0), move, "crosses edge 4 at (6, 2)");

    level = tied(ladder(DM_LINE_CROSSINGS_JOIN, 0), move);
    assert_int_equal(level->vertex_count, 9);
    assert_int_equal(level->edge_count, 10);
    assert_true(is(level->edges[8].length, 2, 1) && is(level->edges[9].length, 2, 1));
    assert_true(level->edges[8].v == level->edges[9].u && level->edges[4].v == level->edges[8].v);
    assert_true(is(level->edges[4].length, 3, 1));
    dm_level_free(level);

    level = tied(ladder(DM_LINE_CROSSINGS_STOP, 0), move);
    assert_true(level->edge_count == 8 && is(level->edges[7].length, 2, 1));
    assert_true(level->edges[7].v == level->edges[4].v);
    dm_level_free(level);
}

/* Over the bar's end at (3,2), and along the whole bar. */
static void vertices_on_the_way_are_met(void **state)
{
    (void)state;
    const dm_line_move over = rope(on_edge_at(0, 1, 4), on_edge_at(2, 3, 4));
    const dm_line_move along = rope(on_edge_at(3, 1, 2), on_edge_at(1, 1, 2));
    refused(ladder(DM_LINE_CROSSINGS_FORBID, 0), over, "crosses edge 4 at (3, 2), 0 of its length");
    dm_level *level = tied(ladder(DM_LINE_CROSSINGS_JOIN, 0), over);
    assert_int_equal(level->vertex_count, 8);
    assert_true(level->edges[7].v == 4 && level->edges[8].u == 4);
    dm_level_free(level);
    level = tied(ladder(DM_LINE_CROSSINGS_STOP, 0), over);
    assert_true(level->vertex_count == 7 && level->edges[6].v == 4);
    assert_int_equal(level->sites[1].place.vertex, 6);
    dm_level_free(level);
    refused(ladder(DM_LINE_CROSSINGS_JOIN, 0), along, "runs along edge 4 from (3, 2)");
    level = tied(ladder(DM_LINE_CROSSINGS_STOP, 0), along);
    assert_true(level->edges[6].v == 4 && is(level->edges[6].length, 3, 1));
    dm_level_free(level);
}

static void angles_are_looked_at(void **state)
{
    (void)state;
    const dm_line_move steep = rope(on_vertex(0), on_vertex(2)); /* 18.4 degrees above the rail */
    dm_level_free(tied(ladder(DM_LINE_CROSSINGS_PASS, 18), steep));
    refused(ladder(DM_LINE_CROSSINGS_PASS, 19), steep,
            "18.4349 degrees; the level requires at least 19");
    const dm_line_move straight = rope(on_edge_at(0, 1, 2), on_edge_at(2, 1, 2));
    dm_level_free(tied(ladder(DM_LINE_CROSSINGS_STOP, 90), straight));
    refused(ladder(DM_LINE_CROSSINGS_PASS, 90), rope(on_edge_at(0, 1, 2), on_edge_at(2, 1, 3)),
            "63.4349 degrees");
}

static void bad_ropes_are_refused(void **state)
{
    (void)state;
    dm_line_move move = rope(on_vertex(0), on_vertex(2));
    refused(ladder(DM_LINE_CROSSINGS_PASS, 0), rope(on_vertex(0), on_vertex(6)), "vertex 6");
    refused(ladder(DM_LINE_CROSSINGS_PASS, 0), rope(on_edge_at(5, 1, 2), on_vertex(1)), "edge 5");
    refused(ladder(DM_LINE_CROSSINGS_PASS, 0), rope(on_edge_at(0, 3, 2), on_vertex(1)), "3/2");
    refused(ladder(DM_LINE_CROSSINGS_PASS, 0), rope(on_edge_at(0, 0, 2), on_vertex(0)),
            "begins and ends at (0, 0)");
    move.length = (dm_ratio){-1, 1};
    refused(ladder(DM_LINE_CROSSINGS_PASS, 0), move, "length -1/1");
    draft d;
    dm_level *level = NULL;
    start(&d, 2, 1);
    join(&d, 0, 1, 1);
    assert_int_equal(dm_level_new(&d.level, &level, NULL), DM_OK);
    refused(level, rope(on_vertex(0), on_vertex(1)), "needs coordinates");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_are_exact),
        cmocka_unit_test(meetings_equal_the_definition),
        cmocka_unit_test(sites_keep_their_points),
        cmocka_unit_test(both_ends_on_one_edge),
        cmocka_unit_test(crossings_do_as_the_rule_says),
        cmocka_unit_test(vertices_on_the_way_are_met),
        cmocka_unit_test(angles_are_looked_at),
        cmocka_unit_test(bad_ropes_are_refused),
    };
    return cmocka_run_group_tests_name("rope_apply", tests, NULL, NULL);
}
