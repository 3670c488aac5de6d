/* test_expectation.c - the mean over random completions, compared with playing all of them. */
#include "check/dominance.h"
#include "check/expectation.h"
#include "player/completion_mean.h"
#include "support/support.h"
#include <math.h>
#include <stdlib.h>

enum { MOST = 9 };

/* A board with stones and a schedule of remaining ones. */
typedef struct scene {
    dm_arena *arena;
    int64_t *distances;
    dm_distances *table;
    dmi_ranks *ranks;
    dm_tie_rule ties;
    dm_stone stones[MOST];
    int32_t count;
    dm_side sides[MOST];
    int32_t to_come;
} scene;

static void make_scene(dm_rng *rng, scene *s)
{
    dm_error err = {0};
    dm_vertex n = 2 + (dm_vertex)dm_rng_below(rng, 7);
    s->arena = random_board(rng, n, random_features(rng, BOARD_ANY));
    s->distances = check_distances(s->arena);
    assert_ok(dm_distances_new(s->arena, 0, NULL, &s->table, &err), err);
    assert_ok(dmi_ranks_new(s->table, s->table->n, NULL, &s->ranks, &err), err);
    s->ties = (dm_tie_rule)dm_rng_below(rng, 4);
    s->count = (int32_t)dm_rng_below(rng, (uint64_t)n);
    s->to_come = (int32_t)dm_rng_below(rng, (uint64_t)(n - s->count + 1));
    random_stones(rng, n, s->count, 2, s->stones);
    for (int32_t i = 0; i < s->to_come; i++)
        s->sides[i] = (dm_side)dm_rng_below(rng, 2);
}

static void clear_scene(scene *s)
{
    dmi_ranks_free(s->ranks);
    dm_distances_free(s->table);
    free(s->distances);
    dm_arena_free(s->arena);
}

/* The mean after the first `done` remaining stones were placed. */
static double plain_mean(scene *s, int32_t done)
{
    int64_t sum, sequences;
    check_completions_of(s->arena, s->distances, s->ties, s->stones, s->count + done,
                         s->sides + done, s->to_come - done, &sum, &sequences);
    return (double)sum / (double)sequences;
}

static void assert_near(double a, double b)
{
    if (fabs(a - b) > 1e-9)
        fail_msg("%.12f is not %.12f", a, b);
}

/* Tries and places every remaining stone on a random free vertex, then takes them back. */
static void follow(dm_rng *rng, scene *s, dmi_completion_mean *expect)
{
    dm_vertex n = dm_arena_vertices(s->arena);
    double before[MOST + 1];
    for (int32_t done = 0; done < s->to_come; done++) {
        dm_vertex open[MOST];
        double means[MOST];
        int64_t count = 0;
        before[done] = plain_mean(s, done);
        assert_near(dmi_completion_mean_value(expect), before[done]);
        for (dm_vertex v = 0; v < n; v++) {
            bool is_free = true;
            for (int32_t i = 0; i < s->count + done; i++)
                is_free = is_free && s->stones[i].vertex != v;
            if (is_free)
                open[count++] = v;
        }
        dmi_completion_mean_try(expect, open, count, means);
        for (int64_t i = 0; i < count; i++) {
            s->stones[s->count + done] = (dm_stone){open[i], (int32_t)s->sides[done]};
            assert_near(means[i], plain_mean(s, done + 1));
        }
        dm_vertex v = open[dm_rng_below(rng, (uint64_t)count)];
        s->stones[s->count + done].vertex = v;
        dmi_completion_mean_place(expect, v);
    }
    assert_near(dmi_completion_mean_value(expect), plain_mean(s, s->to_come));
    for (int32_t done = s->to_come; done-- > 0;) {
        dmi_completion_mean_undo(expect);
        assert_near(dmi_completion_mean_value(expect), before[done]);
    }
}

static void the_mean_is_that_of_all_completions(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 8);
    int with_ties[2] = {0, 0};
    for (int round = 0; round < (run_long() ? 40000 : 1500); round++) {
        scene s;
        dmi_completion_mean *expect = NULL;
        dm_error err = {0};
        make_scene(&rng, &s);
        with_ties[s.ranks->has_ties]++;
        assert_ok(dmi_completion_mean_new(s.arena, s.ranks, s.ties, s.to_come, &expect, &err), err);
        dmi_completion_mean_start(expect, s.stones, s.count, s.sides, s.to_come, NULL);
        follow(&rng, &s, expect);
        dmi_completion_mean_free(expect);
        clear_scene(&s);
    }
    assert_true(with_ties[0] > 30 && with_ties[1] > 30);
}

/* If no two vertices are equally far from a third, the mean has a short form. */
static void without_ties_the_short_form_holds(void **state)
{
    (void)state;
    dm_arena *arena = family_board("colby:40", 6);
    dm_distances *table = NULL;
    dmi_ranks *ranks = NULL;
    dmi_completion_mean *expect = NULL;
    dm_error err = {0};
    const dm_stone stones[] = {{3, DM_WHITE}, {17, DM_BLACK}, {30, DM_WHITE}};
    const dm_side sides[] = {DM_BLACK, DM_WHITE, DM_BLACK};
    assert_ok(dm_distances_new(arena, 0, NULL, &table, &err), err);
    assert_ok(dmi_ranks_new(table, table->n, NULL, &ranks, &err), err);
    assert_false(ranks->has_ties);
    assert_ok(dmi_completion_mean_new(arena, ranks, DM_TIES_EARLIER, 1, &expect, &err), err);
    dmi_completion_mean_start(expect, stones, 3, sides, 3, NULL);
    double sum = 0;
    for (dm_vertex u = 0; u < 40; u++) {
        int nearest = 0, nearer = 0;
        for (int i = 1; i < 3; i++)
            if (dm_distance(table, u, stones[i].vertex) <
                dm_distance(table, u, stones[nearest].vertex))
                nearest = i;
        for (dm_vertex v = 0; v < 40; v++)
            nearer += dm_distance(table, u, v) < dm_distance(table, u, stones[nearest].vertex);
        double kept = 1; /* the chance that none of three stones on 37 free vertices is nearer */
        for (int i = 0; i < 3; i++)
            kept *= (double)(37 - nearer - i) / (double)(37 - i);
        kept = kept > 0 ? kept : 0;
        double sign = stones[nearest].player == DM_WHITE ? 1 : -1;
        sum += (double)dm_value_of(dm_arena_values(arena), u) * (kept * sign + (1 - kept) * -1 / 3);
    }
    assert_near(dmi_completion_mean_value(expect), sum);
    dmi_completion_mean_free(expect);
    dmi_ranks_free(ranks);
    dm_distances_free(table);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mean_is_that_of_all_completions),
        cmocka_unit_test(without_ties_the_short_form_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
