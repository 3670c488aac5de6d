/* test_market.c - markets with offsets and a radius, compared with the definition. */
#include "check/dominance.h"
#include "check/market.h"
#include "location/market/market.h"
#include "support/any_distances.h"
#include "support/oneround.h"
#include <demesne/reply.h>
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
    q->arena =
        dm_rng_below(rng, 3) ? random_board(rng, q->n, features) : random_distances(rng, q->n);
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

static void check_scores(dm_rng *rng, const question *q)
{
    const dm_terms *terms = &q->ask.request.terms;
    dm_group groups[4];
    check_site sites[2 * ASK_MOST];
    dm_dominance *got = NULL;
    dm_error err = {0};
    int64_t sum[2] = {0}, tied = 0, unreached = 0;
    /* Splits the sites into up to four groups of both sides in turn. */
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
    int group_count = 4;
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
    for (int i = 0; i < (run_long() ? 200000 : 12000); i++) {
        question q;
        draw_question(&rng, 20, &q);
        check_scores(&rng, &q);
        drop_question(&q);
    }
}

/* Asks, and compares with every choice. */
static void check_reply(dm_market *market, const question *q)
{
    const dm_reply_request *r = &q->ask.request;
    dm_reply *got = NULL;
    dm_error err = {0};
    int64_t best = check_market_best(q->arena, q->distances, r);
    assert_ok(dm_market_reply(market, r, NULL, &got, &err), err);
    assert_true(got->value.whole <= best && got->upper.whole >= best);
    if (r->method == DM_REPLY_EXACT || r->method == DM_REPLY_AUTO) {
        assert_true(got->proven);
        assert_true(got->value.whole == best);
    }
    dm_reply_free(got);
}

static dm_reply_method draw_method(dm_rng *rng)
{
    static const dm_reply_method methods[] = {DM_REPLY_AUTO, DM_REPLY_EXACT, DM_REPLY_LOCAL,
                                              DM_REPLY_GREEDY};
    return methods[dm_rng_below(rng, 4)];
}

static void replies_follow_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 72);
    for (int i = 0; i < (run_long() ? 100000 : 5000); i++) {
        question q;
        dm_market *market = NULL;
        draw_question(&rng, 11, &q);
        q.ask.request.method = draw_method(&rng);
        q.ask.request.threads = 1 + (int)dm_rng_below(&rng, 2);
        assert_int_equal(dm_market_new(q.arena, &market, NULL), DM_OK);
        check_reply(market, &q);
        dm_market_free(market);
        drop_question(&q);
    }
}

/* Moves sites between White, the kept ones and the free ones; changes an offset, a candidate, the
 * terms. */
static void change_question(dm_rng *rng, question *q)
{
    dm_reply_request *r = &q->ask.request;
    dm_vertex *order = q->ask.order;
    for (uint64_t swaps = dm_rng_below(rng, 3); swaps > 0; swaps--) {
        dm_vertex *a = &order[dm_rng_below(rng, (uint64_t)q->n)],
                  *b = &order[dm_rng_below(rng, (uint64_t)q->n)], kept = *a;
        *a = *b;
        *b = kept;
    }
    if (dm_rng_below(rng, 4) == 0 && r->kept.count > 0) { /* White takes one over */
        r->white.count++;
        r->kept.vertex++;
        r->kept.count--;
    } else if (dm_rng_below(rng, 4) == 0 && r->white.count > 0) { /* Black does */
        r->white.count--;
        r->kept.vertex--;
        r->kept.count++;
    }
    if (dm_rng_below(rng, 4) == 0)
        q->offset[dm_rng_below(rng, 3)][dm_rng_below(rng, ASK_MOST)] =
            (int64_t)dm_rng_below(rng, 9);
    if (dm_rng_below(rng, 8) == 0)
        r->terms.ties = (dm_tie_rule)dm_rng_below(rng, 4);
    if (dm_rng_below(rng, 8) == 0)
        r->terms.radius = (int64_t)dm_rng_below(rng, 9);
    r->threads = 1 + (int)dm_rng_below(rng, 2);
}

static int32_t free_candidates(const question *q)
{
    const dm_reply_request *r = &q->ask.request;
    const dm_sites *list = &r->terms.candidates;
    int32_t count = 0;
    for (int32_t i = 0; i < (list->vertex ? list->count : q->n); i++) {
        dm_vertex v = list->vertex ? list->vertex[i] : i;
        bool taken = false;
        for (int32_t k = 0; k < r->white.count + r->kept.count; k++)
            taken |= q->ask.order[k] == v;
        count += !taken;
    }
    return count;
}

/* One market answers a series of questions, each a small change of the one before. */
static void changes_follow_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 73);
    for (int i = 0; i < (run_long() ? 20000 : 1200); i++) {
        question q;
        dm_market *market = NULL;
        draw_question(&rng, 12, &q);
        assert_int_equal(dm_market_new(q.arena, &market, NULL), DM_OK);
        for (int turn = 0; turn < 8; turn++) {
            market->many_entries = dm_rng_below(&rng, 4) ? 0 : 1;
            q.ask.request.count = 1 + (int32_t)dm_rng_below(&rng, 2);
            q.ask.request.method = dm_rng_below(&rng, 8) ? DM_REPLY_EXACT : draw_method(&rng);
            if (free_candidates(&q) >= q.ask.request.count)
                check_reply(market, &q);
            change_question(&rng, &q);
        }
        dm_market_free(market);
        drop_question(&q);
    }
}

/* A what-if on a large board equals the same question asked of a new market. */
static void changes_on_a_large_board(void **state)
{
    (void)state;
    dm_arena *arena = family_board("road:70000", 3);
    dm_vertex white[20], candidate[60];
    dm_market *market = NULL;
    dm_rng rng;
    dm_rng_init(&rng, 5);
    for (int i = 0; i < 20; i++)
        white[i] = 3500 * i + 7;
    for (int i = 0; i < 60; i++)
        candidate[i] = 1100 * i + 3;
    const dm_reply_request ask = {.white = {.vertex = white, .count = 20},
                                  .count = 3,
                                  .terms = {.candidates = {.vertex = candidate, .count = 60}}};
    assert_int_equal(dm_market_new(arena, &market, NULL), DM_OK);
    for (int turn = 0; turn < (run_long() ? 6 : 4); turn++) {
        dm_reply *kept = NULL, *fresh = NULL;
        dm_error err = {0};
        assert_ok(dm_market_reply(market, &ask, NULL, &kept, &err), err);
        assert_ok(dm_reply_new(arena, &ask, NULL, &fresh, &err), err);
        assert_true(kept->proven && fresh->proven && kept->value.whole == fresh->value.whole);
        dm_reply_free(kept);
        dm_reply_free(fresh);
        white[dm_rng_below(&rng, 20)] = 9100 * (dm_vertex)turn + 5;
    }
    dm_market_free(market);
    dm_arena_free(arena);
}

/* A market that was stopped anywhere answers the next question. */
static void stopped_and_asked_again(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 74);
    for (int i = 0; i < (run_long() ? 20000 : 500); i++) {
        question q;
        dm_market *market = NULL;
        dm_error err = {0};
        draw_question(&rng, 12, &q);
        q.ask.request.method = DM_REPLY_EXACT;
        assert_int_equal(dm_market_new(q.arena, &market, NULL), DM_OK);
        for (int turn = 0; turn < 4; turn++) {
            dm_run *run = NULL;
            dm_reply *got = NULL;
            q.ask.request.count = 1 + (int32_t)dm_rng_below(&rng, 2);
            if (free_candidates(&q) >= q.ask.request.count) {
                assert_ok(dm_run_new(&run, &err), err);
                dm_run_set_work_limit(run, 1 + (int64_t)dm_rng_below(&rng, 12));
                dm_status status = dm_market_reply(market, &q.ask.request, run, &got, &err);
                assert_true(status == DM_OK || status == DM_STOPPED);
                int64_t best = check_market_best(q.arena, q.distances, &q.ask.request);
                assert_true(got->value.whole <= best && got->upper.whole >= best);
                dm_reply_free(got);
                dm_run_free(run);
                check_reply(market, &q);
            }
            change_question(&rng, &q);
        }
        dm_market_free(market);
        drop_question(&q);
    }
}

/* Stopped at any moment of a search with clusters, the bounds hold; then the market answers. */
static void stopped_with_clusters(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 75);
    int bounded = 0;
    for (int i = 0; i < (run_long() ? 15000 : 500); i++) {
        question q;
        dm_market *market = NULL;
        dm_run *run = NULL;
        dm_reply *got = NULL;
        dm_error err = {0};
        do {
            draw_question(&rng, 40, &q);
            q.ask.request.count = 1 + (int32_t)dm_rng_below(&rng, 2);
        } while (free_candidates(&q) < q.ask.request.count && (drop_question(&q), true));
        q.ask.request.method = DM_REPLY_EXACT;
        q.ask.request.threads = 1 + (int)dm_rng_below(&rng, 2);
        assert_int_equal(dm_market_new(q.arena, &market, NULL), DM_OK);
        assert_ok(dm_run_new(&run, &err), err);
        market->many_entries = 1;
        dm_run_set_work_limit(run, 1 + (int64_t)dm_rng_below(&rng, 50));
        dm_status status = dm_market_reply(market, &q.ask.request, run, &got, &err);
        assert_true(status == DM_OK || status == DM_STOPPED);
        int64_t best = check_market_best(q.arena, q.distances, &q.ask.request);
        assert_true(got->value.whole <= best && got->upper.whole >= best);
        bounded += status == DM_STOPPED && market->prices.share &&
                   got->upper.whole < market->demand.base + market->demand.reachable;
        dm_reply_free(got);
        dm_run_free(run);
        check_reply(market, &q);
        dm_market_free(market);
        drop_question(&q);
    }
    assert_true(bounded > 35); /* real bounds, not just the sum of all gains */
}

/* Everywhere against one rival in a corner: too many pairs, which a few searches show. */
static void too_many_pairs(void **state)
{
    (void)state;
    dm_arena *arena = family_board("road:120000", 3);
    const dm_vertex white[] = {0};
    const dm_reply_request ask = {
        .white = {.vertex = white, .count = 1}, .count = 1, .method = DM_REPLY_EXACT};
    dm_reply *got = NULL;
    dm_error err = {0};
    assert_int_equal(dm_reply_new(arena, &ask, NULL, &got, &err), DM_TOO_LARGE);
    assert_non_null(strstr(err.message, "more than 1000000000 pairs"));
    dm_arena_free(arena);
}

static void trees_know_no_offsets(void **state)
{
    (void)state;
    dm_arena *path = family_board("path:4", 1);
    const dm_vertex white[] = {0};
    const int64_t offset[] = {1};
    dm_reply_request ask = {.white = {.vertex = white, .count = 1, .offset = offset}, .count = 1};
    dm_reply *got = NULL;
    dm_error err = {0};
    ask.method = DM_REPLY_TREE;
    assert_int_equal(dm_reply_new(path, &ask, NULL, &got, &err), DM_UNSUPPORTED);
    assert_non_null(strstr(err.message, "method tree knows no offsets"));
    ask.method = DM_REPLY_SLIDES;
    assert_int_equal(dm_reply_new(path, &ask, NULL, &got, &err), DM_UNSUPPORTED);
    ask.method = DM_REPLY_AUTO;
    assert_ok(dm_reply_new(path, &ask, NULL, &got, &err), err);
    assert_int_equal(got->method, DM_REPLY_EXACT);
    assert_true(got->proven && got->value.whole == 3 && got->black[0] == 1);
    dm_reply_free(got);
    dm_arena_free(path);
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
        cmocka_unit_test(replies_follow_the_definition),
        cmocka_unit_test(changes_follow_the_definition),
        cmocka_unit_test(changes_on_a_large_board),
        cmocka_unit_test(stopped_and_asked_again),
        cmocka_unit_test(stopped_with_clusters),
        cmocka_unit_test(too_many_pairs),
        cmocka_unit_test(trees_know_no_offsets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
