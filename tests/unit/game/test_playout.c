/* test_playout.c - random completions: legal, uniform, and scored as defined. */
#include "check/dominance.h"
#include "game/evaluator.h"
#include "game/playouts.h"
#include "support/support.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 320 };

typedef struct scene {
    dm_arena *arena;
    int64_t *distances;
    dmi_playouts *playouts;
    dm_tie_rule ties;
    dm_vertex n;
    dm_stone stones[MOST];
    int32_t count;
    dm_side sides[MOST];
    int32_t to_come;
} scene;

static dm_arena *small_board(dm_rng *rng)
{
    return random_board(rng, 2 + (dm_vertex)dm_rng_below(rng, 30), random_features(rng, BOARD_ANY));
}

/* Takes `arena`. */
static void make_scene(dm_rng *rng, dm_arena *arena, dmi_simd simd, scene *s)
{
    dm_error err = {0};
    dm_distances *table = NULL;
    s->n = dm_arena_vertices(arena);
    s->arena = arena;
    s->distances = check_distances(s->arena);
    assert_ok(dm_distances_new(s->arena, 0, NULL, &table, &err), err);
    assert_ok(dmi_playouts_new(s->arena, table, simd, NULL, &s->playouts, &err), err);
    dm_distances_free(table);
    s->ties = (dm_tie_rule)dm_rng_below(rng, 4);
    s->count = (int32_t)dm_rng_below(rng, (uint64_t)s->n);
    s->to_come = (int32_t)dm_rng_below(rng, (uint64_t)(s->n - s->count + 1));
    random_stones(rng, s->n, s->count, 2, s->stones);
    for (int32_t i = 0; i < s->to_come; i++)
        s->sides[i] = (dm_side)dm_rng_below(rng, 2);
    dmi_playouts_start(s->playouts, s->ties, s->stones, s->count, s->sides, s->to_come);
}

static void clear_scene(scene *s)
{
    dmi_playouts_free(s->playouts);
    free(s->distances);
    dm_arena_free(s->arena);
}

/* Checks that the last completion is legal, and returns both scores. */
static void score_last(scene *s, double score[2])
{
    const dm_stone *last = dmi_playouts_last(s->playouts);
    bool taken[MOST] = {false};
    for (int32_t i = 0; i < s->to_come; i++) {
        assert_int_equal(last[i].player, s->sides[i]);
        s->stones[s->count + i] = last[i];
    }
    for (int32_t i = 0; i < s->count + s->to_come; i++) {
        assert_in_range(s->stones[i].vertex, 0, s->n - 1);
        assert_false(taken[s->stones[i].vertex]);
        taken[s->stones[i].vertex] = true;
    }
    score[0] = score[1] = 0;
    for (dm_vertex u = 0; u < s->n; u++) {
        int32_t owner =
            check_owner(s->distances, s->n, s->stones, s->count + s->to_come, s->ties, u);
        if (owner >= 0)
            score[owner] += (double)dm_value_of(dm_arena_values(s->arena), u);
    }
}

static void assert_scores(const double a[2], const double b[2])
{
    for (int side = 0; side < 2; side++)
        if (fabs(a[side] - b[side]) > 1e-9)
            fail_msg("side %d scores %f, not %f", side, a[side], b[side]);
}

static void completions_score_as_defined(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 31);
    for (int round = 0; round < 400; round++) {
        dmi_simd simd = (dmi_simd)(round % 4);
        scene s;
        if (!dmi_simd_available(simd))
            continue;
        make_scene(&rng, small_board(&rng), simd, &s);
        for (int game = 0; game < 3; game++) {
            double score[2], expected[2];
            dmi_playouts_run(s.playouts, &rng, 1, score);
            score_last(&s, expected);
            assert_scores(score, expected);
        }
        clear_scene(&s);
    }
}

/* The score of the k-th crossed completion is the sum of k minus the sum of k-1. */
static void crossed_completions_score_as_defined(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 32);
    for (int round = 0; round < 300; round++) {
        dmi_simd simd = (dmi_simd)(round % 4);
        scene s;
        if (!dmi_simd_available(simd))
            continue;
        make_scene(&rng, small_board(&rng), simd, &s);
        dm_rng seed = rng;
        double before[2] = {0, 0}, expected[2];
        for (int k = 1; k <= 6; k++) {
            double score[2], more[2];
            dm_rng same = seed;
            dmi_playouts_start(s.playouts, s.ties, s.stones, s.count, s.sides, s.to_come);
            dmi_playouts_cross(s.playouts, &same, k, score);
            score_last(&s, expected);
            for (int side = 0; side < 2; side++)
                more[side] = score[side] - before[side];
            if (k != 3) /* if there is room a third block is used, and the blocks change */
                assert_scores(more, expected);
            memcpy(before, score, sizeof before);
        }
        clear_scene(&s);
    }
}

/* More than 254 different distances need wider cells. */
static void wide_cells_score_the_same(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 33);
    scene s;
    make_scene(&rng, family_board("colby:300", 5), DMI_SIMD_AUTO, &s);
    for (int game = 0; game < 20; game++) {
        double score[2], expected[2];
        s.ties = (dm_tie_rule)(game % 4);
        s.to_come = 1 + game;
        s.count = game;
        for (int32_t i = 0; i < s.to_come; i++)
            s.sides[i] = (dm_side)(i % 2);
        random_stones(&rng, s.n, s.count, 2, s.stones);
        dmi_playouts_start(s.playouts, s.ties, s.stones, s.count, s.sides, s.to_come);
        dmi_playouts_run(s.playouts, &rng, 1, score);
        score_last(&s, expected);
        assert_scores(score, expected);
        dmi_playouts_cross(s.playouts, &rng, 1, score);
        score_last(&s, expected);
        assert_scores(score, expected);
    }
    clear_scene(&s);
}

/* Each of the 60 ways to place three stones on five free vertices is equally likely: 1000 times in
 * 60000, within six standard deviations. */
static void every_sequence_is_as_likely(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 34);
    scene s;
    const dm_side sides[] = {DM_WHITE, DM_BLACK, DM_WHITE};
    make_scene(&rng, family_board("path:7", 1), DMI_SIMD_AUTO, &s);
    random_stones(&rng, 7, 2, 2, s.stones);
    for (int crossed = 0; crossed < 2; crossed++) {
        int seen[343] = {0}, kinds = 0;
        dmi_playouts_start(s.playouts, DM_TIES_NEUTRAL, s.stones, 2, sides, 3);
        for (int game = 0; game < 60000; game++) {
            double score[2];
            if (crossed)
                dmi_playouts_cross(s.playouts, &rng, 1 + game % 2, score);
            else
                dmi_playouts_run(s.playouts, &rng, 1, score);
            const dm_stone *last = dmi_playouts_last(s.playouts);
            seen[last[0].vertex * 49 + last[1].vertex * 7 + last[2].vertex]++;
        }
        for (int i = 0; i < 343; i++) {
            kinds += seen[i] > 0;
            assert_true(seen[i] == 0 || abs(seen[i] - 1000) < 6 * 32);
        }
        assert_int_equal(kinds, 60);
    }
    clear_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(completions_score_as_defined),
        cmocka_unit_test(crossed_completions_score_as_defined),
        cmocka_unit_test(wide_cells_score_the_same),
        cmocka_unit_test(every_sequence_is_as_likely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
