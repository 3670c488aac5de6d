/* test_completion_estimate.c - the estimate against its definition: every vertex is hit by a stone
 * of either side or not, independently, and all cases are summed. */
#include "check/dominance.h"
#include "player/completion_estimate.h"
#include "support/support.h"
#include <math.h>
#include <stdlib.h>

enum { MOST = 9 };

typedef struct scene {
    dm_arena *arena;
    int64_t *distances;
    dm_distances *table;
    dmi_ranks *ranks;
    dmi_completion_estimate *estimate;
    dm_tie_rule ties;
    dm_stone stones[MOST];
    dm_side sides[MOST];
    int32_t count, to_come;
} scene;

static void set_scene(dm_rng *rng, dm_arena *arena, scene *s)
{
    dm_error err = {0};
    dm_vertex n = dm_arena_vertices(arena);
    *s = (scene){.arena = arena, .ties = (dm_tie_rule)dm_rng_below(rng, 4)};
    s->distances = check_distances(arena);
    s->count = (int32_t)dm_rng_below(rng, 4);
    s->to_come = 1 + (int32_t)dm_rng_below(rng, (uint64_t)(n - s->count));
    random_stones(rng, n, s->count, 2, s->stones);
    for (int32_t i = 0; i < s->to_come; i++)
        s->sides[i] = (dm_side)dm_rng_below(rng, 2);
    assert_ok(dm_distances_new(arena, 0, NULL, &s->table, &err), err);
    assert_ok(dmi_ranks_new(s->table, s->table->n, NULL, &s->ranks, &err), err);
    assert_ok(dmi_completion_estimate_new(arena, s->ranks, s->ties, &s->estimate, &err), err);
    assert_ok(dmi_completion_estimate_start(s->estimate, s->stones, s->count, s->sides, s->to_come,
                                            NULL, &err),
              err);
}

static void clear_scene(scene *s)
{
    dmi_completion_estimate_free(s->estimate);
    dmi_ranks_free(s->ranks);
    dm_distances_free(s->table);
    free(s->distances);
    dm_arena_free(s->arena);
}

static bool is_taken(const scene *s, int32_t lying, dm_vertex v)
{
    for (int32_t i = 0; i < lying; i++)
        if (s->stones[i].vertex == v)
            return true;
    return false;
}

/* The mean over the stones on the vertices from v on; the first `lying` stones were placed, those
 * up to `count` were drawn. */
static double mean_from(scene *s, const int32_t left[2], int32_t lying, int32_t count, dm_vertex v)
{
    if (v == dm_arena_vertices(s->arena))
        return (double)check_value(s->arena, s->distances, s->stones, count, s->ties);
    if (is_taken(s, lying, v))
        return mean_from(s, left, lying, count, v + 1);
    double chance[2];
    dmi_completion_estimate_chances(s->estimate, v, left, chance);
    double sum = (1 - chance[0] - chance[1]) * mean_from(s, left, lying, count, v + 1);
    for (int32_t side = 0; side < 2; side++)
        if (chance[side] > 0) {
            s->stones[count] = (dm_stone){v, side};
            sum += chance[side] * mean_from(s, left, lying, count + 1, v + 1);
        }
    return sum;
}

/* Tries every vertex, then places one, until no stone remains. */
static void follow(dm_rng *rng, scene *s, bool last_only)
{
    dm_vertex n = dm_arena_vertices(s->arena), vertices[MOST], free_count;
    int32_t left[2] = {0, 0}, values[MOST];
    double unit = ldexp(1, -dmi_completion_estimate_scale(s->estimate));
    for (int32_t i = 0; i < s->to_come; i++)
        left[s->sides[i]]++;
    for (int32_t i = 0; i < s->to_come; i++) {
        int32_t lying = s->count + i;
        free_count = 0;
        for (dm_vertex v = 0; v < n; v++)
            if (!is_taken(s, lying, v))
                vertices[free_count++] = v;
        left[s->sides[i]]--;
        dmi_completion_estimate_try(s->estimate, vertices, free_count, values);
        for (dm_vertex k = 0; k < free_count && (!last_only || i + 1 == s->to_come); k++) {
            s->stones[lying] = (dm_stone){vertices[k], (int32_t)s->sides[i]};
            double mean = mean_from(s, left, lying + 1, lying + 1, 0);
            double rounding = i + 1 == s->to_come ? 0 : n * unit; /* values here are small */
            assert_true(fabs(values[k] * unit - mean) <= rounding);
        }
        s->stones[lying] =
            (dm_stone){vertices[dm_rng_below(rng, (uint64_t)free_count)], (int32_t)s->sides[i]};
        dmi_completion_estimate_place(s->estimate, s->stones[lying].vertex);
    }
    for (int32_t i = 0; i < s->to_come; i++)
        dmi_completion_estimate_undo(s->estimate);
}

/* Without ties the estimate is the mean, up to the rounding of each share. */
static void without_ties_it_is_the_mean(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 31);
    for (uint64_t seed = 1; seed <= 60; seed++) {
        scene s;
        set_scene(&rng, family_board("colby:7", seed), &s);
        assert_false(s.ranks->has_ties);
        follow(&rng, &s, false);
        clear_scene(&s);
    }
}

/* After the last stone it is the score, under every tie rule, with and without paths. */
static void at_the_end_it_is_the_score(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 32);
    for (int i = 0; i < 400; i++) {
        scene s;
        dm_vertex n = 4 + (dm_vertex)dm_rng_below(&rng, MOST - 3);
        set_scene(&rng, random_board(&rng, n, random_features(&rng, BOARD_ANY)), &s);
        follow(&rng, &s, true);
        clear_scene(&s);
    }
}

/* After stones are placed and taken back, the first values come again. */
static void undo_leaves_nothing(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 33);
    for (int i = 0; i < 100; i++) {
        scene s;
        set_scene(&rng, random_board(&rng, MOST, random_features(&rng, BOARD_SMALL)), &s);
        dm_vertex v = 0;
        int32_t before, after;
        while (is_taken(&s, s.count, v))
            v++;
        dmi_completion_estimate_try(s.estimate, &v, 1, &before);
        follow(&rng, &s, true);
        dmi_completion_estimate_try(s.estimate, &v, 1, &after);
        assert_int_equal(before, after);
        clear_scene(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_ties_it_is_the_mean),
        cmocka_unit_test(at_the_end_it_is_the_score),
        cmocka_unit_test(undo_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
