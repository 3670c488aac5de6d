/* test_market.c - markets with offsets and a radius, compared with the definition. */
#include "check/dominance.h"
#include "check/market.h"
#include "support/oneround.h"
#include <stdlib.h>
#include <string.h>

/* A random board and question; every list of sites has offsets. */
typedef struct question {
    dm_arena *arena;
    int64_t *distances; /* the checker's */
    dm_vertex n;
    random_ask ask;
    int64_t offset[3][ASK_MOST]; /* of White's, the kept and the candidates */
} question;

static void draw_offsets(dm_rng *rng, int64_t unit, int64_t *offset)
{
    uint64_t kinds = 1 + dm_rng_below(rng, 12);
    for (int i = 0; i < ASK_MOST; i++)
        offset[i] = unit * (int64_t)dm_rng_below(rng, kinds);
}

static void draw_question(dm_rng *rng, dm_vertex most, question *q)
{
    int features = random_features(rng, BOARD_ANY);
    int64_t unit = features & BOARD_LARGE_LENGTHS ? INT64_C(1) << 33 : 1;
    dm_reply_request *r = &q->ask.request;
    q->n = 1 + (dm_vertex)dm_rng_below(rng, (uint64_t)most);
    q->arena = random_board(rng, q->n, features);
    q->distances = check_distances(q->arena);
    while (!draw_ask(rng, q->n, 3, &q->ask))
        ;
    r->terms.radius *= unit;
    for (int i = 0; i < 3; i++)
        draw_offsets(rng, unit, q->offset[i]);
    r->white.offset = dm_rng_below(rng, 4) ? q->offset[0] : NULL;
    r->kept.offset = dm_rng_below(rng, 4) ? q->offset[1] : NULL;
    r->terms.candidates.offset = dm_rng_below(rng, 4) ? q->offset[2] : NULL;
}

static void drop_question(question *q)
{
    dm_arena_free(q->arena);
    free(q->distances);
}

/* Splits the sites into up to four groups of both sides in turn. */
static int draw_groups(dm_rng *rng, const question *q, dm_group groups[4])
{
    const dm_sites *all[2] = {&q->ask.request.white, &q->ask.request.kept};
    int32_t used[2] = {0, 0};
    int first = (int)dm_rng_below(rng, 2);
    for (int g = 0; g < 4; g++) {
        int side = (g + first) % 2;
        int32_t left = all[side]->count - used[side];
        int32_t count = g < 2 ? (int32_t)dm_rng_below(rng, (uint64_t)left + 1) : left;
        groups[g] =
            (dm_group){(dm_side)side,
                       {.vertex = all[side]->vertex + used[side],
                        .count = count,
                        .offset = all[side]->offset ? all[side]->offset + used[side] : NULL}};
        used[side] += count;
    }
    return 4;
}

static void check_scores(dm_rng *rng, const question *q)
{
    const dm_terms *terms = &q->ask.request.terms;
    dm_group groups[4];
    check_site sites[2 * ASK_MOST];
    dm_dominance *got = NULL;
    dm_error err = {0};
    int64_t sum[2] = {0}, tied = 0, unreached = 0;
    int group_count = draw_groups(rng, q, groups);
    int32_t count = check_market_sites(groups, group_count, sites), site;
    assert_ok(dm_terms_dominance(q->arena, terms, groups, group_count, &got, &err), err);
    for (dm_vertex v = 0; v < q->n; v++) {
        int32_t owner = check_market_owner(q->distances, q->n, terms, sites, count, v, &site);
        int64_t far = site < 0 ? -1 : q->distances[(int64_t)v * q->n + sites[site].vertex];
        assert_int_equal(got->owner[v], owner);
        assert_int_equal(got->site[v], site);
        assert_true(got->distance[v] == far);
        *(owner >= 0         ? &sum[owner]
          : owner == DM_TIED ? &tied
                             : &unreached) += dm_value_of(dm_arena_values(q->arena), v);
    }
    assert_true(got->score[DM_WHITE] == sum[0] && got->score[DM_BLACK] == sum[1]);
    assert_true(got->tied == tied && got->unreached == unreached);
    dm_dominance_free(got);
}

static void scores_follow_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 71);
    for (int i = 0; i < (run_long() ? 200000 : 20000); i++) {
        question q;
        draw_question(&rng, 20, &q);
        check_scores(&rng, &q);
        drop_question(&q);
    }
}

/* W --- . --- . --- B, where White's customers walk one step more. */
static void offsets_by_hand(void **state)
{
    (void)state;
    dm_arena *path = family_board("path:4", 1);
    const dm_vertex white[] = {0}, black[] = {3};
    const int64_t offset[] = {1}, huge[] = {(INT64_C(1) << 61) + 1}, negative[] = {-1};
    dm_terms terms = {.ties = DM_TIES_NEUTRAL};
    dm_group groups[] = {{DM_WHITE, {.vertex = white, .count = 1, .offset = offset}},
                         {DM_BLACK, {.vertex = black, .count = 1}}};
    dm_dominance *got = NULL;
    dm_error err = {0};
    assert_ok(dm_terms_dominance(path, &terms, groups, 2, &got, &err), err);
    assert_int_equal(got->owner[1], DM_TIED); /* 1 + 1 and 2 */
    assert_int_equal(got->site[1], 0);
    assert_int_equal(got->distance[1], 1);
    assert_true(got->score[DM_WHITE] == 1 && got->score[DM_BLACK] == 2 && got->tied == 1);
    dm_dominance_free(got);
    groups[0].sites.offset = negative;
    assert_int_equal(dm_terms_dominance(path, &terms, groups, 2, &got, &err), DM_BAD_ARGUMENT);
    assert_non_null(strstr(err.message, "White's vertex 0 has the offset -1; expected 0 or more"));
    groups[0].sites.offset = huge;
    assert_int_equal(dm_terms_dominance(path, &terms, groups, 2, &got, &err), DM_BAD_ARGUMENT);
    assert_non_null(strstr(err.message, "2^61"));
    groups[0].sites.vertex = black;
    groups[0].sites.offset = NULL;
    assert_int_equal(dm_terms_dominance(path, &terms, groups, 2, &got, &err), DM_BAD_VERTEX);
    assert_non_null(strstr(err.message, "vertex 3 is taken twice"));
    dm_arena_free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_follow_the_definition),
        cmocka_unit_test(offsets_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
