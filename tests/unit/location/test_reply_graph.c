/* test_reply_graph.c - the methods for any graph compared with trying every set of stones. */
#include "check/dominance.h"
#include "check/oneround.h"
#include "support/any_distances.h"
#include "support/oneround.h"
#include <demesne/reply.h>
#include <stdlib.h>
#include <string.h>

/* A random board and question; NULL if the draw left nothing to ask. */
static dm_arena *draw(dm_rng *rng, random_ask *ask)
{
    dm_vertex n = 3 + (dm_vertex)dm_rng_below(rng, 9);
    dm_arena *arena = random_distances(rng, n);
    if (draw_ask(rng, n, 4, ask))
        return arena;
    dm_arena_free(arena);
    return NULL;
}

/* Asks, and checks that the answer is consistent. */
static dm_reply *answer(const dm_arena *arena, const dm_reply_request *request, dm_run *run,
                        dm_status *status)
{
    dm_reply *reply = NULL;
    dm_error err = {0};
    *status = dm_reply_new(arena, request, run, &reply, &err);
    if (*status != DM_OK && *status != DM_STOPPED)
        fail_msg("%s", err.message);
    assert_int_equal(reply->count, request->count);
    assert_int_equal(reply->value.whole, reply->black_score.whole - reply->white_score.whole);
    assert_true(reply->value.whole <= reply->upper.whole);
    assert_int_equal(reply->proven, reply->value.whole == reply->upper.whole);
    return reply;
}

typedef void compare_fn(const dm_arena *arena, const check_best *best, dm_reply_request *request,
                        dm_rng *rng);

/* Runs `compare` on `cases` random questions with their best replies. */
static void with_random_asks(uint64_t seed, int cases, compare_fn *compare)
{
    dm_rng rng;
    dm_rng_init(&rng, seed);
    for (int done = 0; done < cases;) {
        random_ask ask;
        dm_arena *arena = draw(&rng, &ask);
        if (!arena)
            continue;
        int64_t *distances = check_distances(arena);
        check_best best = check_replies(arena, distances, &ask.request);
        compare(arena, &best, &ask.request, &rng);
        check_best_clear(&best);
        free(distances);
        dm_arena_free(arena);
        done++;
    }
}

static void compare_exact(const dm_arena *arena, const check_best *best, dm_reply_request *request,
                          dm_rng *rng)
{
    dm_status status;
    request->method = DM_REPLY_EXACT;
    request->threads = dm_rng_below(rng, 8) ? 1 : 3;
    dm_reply *reply = answer(arena, request, NULL, &status);
    assert_int_equal(status, DM_OK);
    assert_true(reply->proven);
    assert_int_equal(reply->value.whole, best->value);
    dm_reply_free(reply);
}

static void exact_is_the_best(void **state)
{
    (void)state;
    with_random_asks(1, run_long() ? 100000 : 4000, compare_exact);
}

static void compare_all(const dm_arena *arena, const check_best *best, dm_reply_request *request,
                        dm_rng *rng)
{
    dm_status status;
    request->method = DM_REPLY_EXACT;
    request->optima_limit = dm_rng_below(rng, 4) ? 1 << 20 : 1 + (int64_t)dm_rng_below(rng, 6);
    dm_reply *reply = answer(arena, request, NULL, &status);
    bool fits = best->count <= request->optima_limit;
    assert_int_equal(status, DM_OK);
    assert_int_equal(reply->value.whole, best->value);
    assert_int_equal(reply->optima_complete, fits);
    assert_int_equal(reply->optima_count, fits ? best->count : request->optima_limit);
    if (fits)
        assert_memory_equal(reply->optima, best->sets,
                            sizeof *best->sets * (size_t)(best->count * best->size));
    dm_reply_free(reply);
}

static void all_are_listed(void **state)
{
    (void)state;
    with_random_asks(2, run_long() ? 50000 : 2000, compare_all);
}

static void compare_stopped(const dm_arena *arena, const check_best *best,
                            dm_reply_request *request, dm_rng *rng)
{
    static const dm_reply_method methods[] = {DM_REPLY_EXACT, DM_REPLY_LOCAL, DM_REPLY_GREEDY};
    dm_run *run = NULL;
    dm_error err = {0};
    dm_status status;
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_set_work_limit(run, 1 + (int64_t)dm_rng_below(rng, 40));
    request->method = methods[dm_rng_below(rng, 3)];
    dm_reply *reply = answer(arena, request, run, &status);
    assert_true(reply->value.whole <= best->value && best->value <= reply->upper.whole);
    assert_true(status == DM_STOPPED || request->method != DM_REPLY_EXACT || reply->proven);
    dm_reply_free(reply);
    dm_run_free(run);
}

static void stopped_anywhere(void **state)
{
    (void)state;
    with_random_asks(3, 3000, compare_stopped);
}

static int by_vertex(const void *a, const void *b)
{
    return *(const dm_vertex *)a - *(const dm_vertex *)b;
}

/* Greedy by the definition: again and again the first best stone. */
static void compare_greedy(const dm_arena *arena, const check_best *best, dm_reply_request *request,
                           dm_rng *rng)
{
    dm_vertex kept[ASK_MOST];
    dm_status status;
    int64_t *distances = check_distances(arena);
    dm_reply_request slow = *request;
    (void)best, (void)rng;
    slow.kept.vertex = kept;
    memcpy(kept, request->kept.vertex, sizeof *kept * (size_t)request->kept.count);
    for (slow.count = 1; slow.kept.count < request->kept.count + request->count;) {
        check_best one = check_replies(arena, distances, &slow);
        kept[slow.kept.count++] = one.sets[0];
        check_best_clear(&one);
    }
    qsort(kept + request->kept.count, (size_t)request->count, sizeof *kept, by_vertex);
    request->method = DM_REPLY_GREEDY;
    dm_reply *reply = answer(arena, request, NULL, &status);
    assert_int_equal(status, DM_OK);
    assert_memory_equal(reply->black, kept + request->kept.count,
                        sizeof *kept * (size_t)request->count);
    dm_reply_free(reply);
    free(distances);
}

static void greed_takes_the_best_each_time(void **state)
{
    (void)state;
    with_random_asks(4, 2000, compare_greedy);
}

/* After method local each stone is a best reply given the others. */
static void compare_local(const dm_arena *arena, const check_best *best, dm_reply_request *request,
                          dm_rng *rng)
{
    dm_vertex kept[ASK_MOST];
    dm_status status;
    int64_t *distances = check_distances(arena);
    request->method = DM_REPLY_LOCAL;
    dm_reply *reply = answer(arena, request, NULL, &status);
    assert_int_equal(status, DM_OK);
    assert_true(reply->value.whole <= best->value);
    dm_reply_request slow = *request;
    (void)rng;
    memcpy(kept, request->kept.vertex, sizeof *kept * (size_t)request->kept.count);
    slow.kept.vertex = kept;
    slow.count = 1;
    for (int32_t out = 0; out < reply->count; out++) {
        slow.kept.count = request->kept.count;
        for (int32_t i = 0; i < reply->count; i++)
            if (i != out)
                kept[slow.kept.count++] = reply->black[i];
        check_best one = check_replies(arena, distances, &slow);
        assert_int_equal(one.value, reply->value.whole);
        check_best_clear(&one);
    }
    dm_reply_free(reply);
    free(distances);
}

static void no_swap_improves_local(void **state)
{
    (void)state;
    with_random_asks(5, 2000, compare_local);
}

/* On boards too large to try everything, any number of threads proves the same value, and swaps
 * never beat it. */
static void threads_agree(void **state)
{
    (void)state;
    static const char *const specs[] = {"euclid:80", "road:150", "grid:9x9", "gnp:90,0.05"};
    for (int i = 0; i < 16; i++) {
        dm_arena *arena = family_board(specs[i % 4], (uint64_t)i);
        const dm_vertex white[] = {3, 17, 29, 41, 58};
        dm_reply_request request = {.white = {.vertex = white, .count = 5}, .count = 2 + i / 3};
        dm_status status;
        request.terms.ties = (dm_tie_rule)(i % 4);
        request.method = DM_REPLY_LOCAL;
        dm_reply *local = answer(arena, &request, NULL, &status);
        request.method = DM_REPLY_EXACT;
        dm_reply *one = answer(arena, &request, NULL, &status);
        assert_true(one->proven && local->value.whole <= one->value.whole);
        for (request.threads = 2; request.threads <= 8; request.threads += 6) {
            dm_reply *many = answer(arena, &request, NULL, &status);
            assert_true(many->proven);
            assert_int_equal(many->value.whole, one->value.whole);
            dm_reply_free(many);
        }
        dm_reply_free(one);
        dm_reply_free(local);
        dm_arena_free(arena);
    }
}

/* A component without White's stones is one customer; without any white stone, every component
 * is. */
static void unreached_components(void **state)
{
    (void)state;
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    dm_error err = {0};
    dm_status status;
    enum { N = 3000 };
    assert_ok(dm_builder_new(2 * N, &builder, &err), err);
    for (dm_vertex v = 1; v < 2 * N; v++)
        if (v != N)
            assert_ok(dm_builder_edge(builder, v - 1, v, 1 + v % 3, &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    static const dm_reply_method methods[] = {DM_REPLY_EXACT, DM_REPLY_LOCAL, DM_REPLY_GREEDY};
    for (int i = 0; i < 3; i++) {
        dm_reply_request request = {.count = 2, .method = methods[i]};
        dm_reply *reply = answer(arena, &request, NULL, &status);
        assert_int_equal(reply->value.whole, 2 * N);
        assert_true(reply->black[0] < N && reply->black[1] >= N);
        dm_reply_free(reply);
    }
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_is_the_best),      cmocka_unit_test(all_are_listed),
        cmocka_unit_test(stopped_anywhere),       cmocka_unit_test(greed_takes_the_best_each_time),
        cmocka_unit_test(no_swap_improves_local), cmocka_unit_test(threads_agree),
        cmocka_unit_test(unreached_components),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
