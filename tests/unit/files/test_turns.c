/* test_turns.c - distances with forbidden turns, by a search over directed streets; replies with
 * them, by looking at all. */
#include "support/support.h"
#include <demesne/graph.h>
#include <demesne/map.h>
#include <demesne/market.h>
#include <demesne/reply.h>
#include <demesne/rng.h>
#include <stdlib.h>

enum { MOST_VERTICES = 8, MOST_STREETS = 16, FAR = 1 << 28 };

typedef struct town {
    int n, streets;
    dm_street street[MOST_STREETS];
    bool forbidden[MOST_VERTICES][MOST_STREETS][MOST_STREETS];
    dm_arena *arena;
} town;

static int below(dm_rng *rng, int n)
{
    return (int)dm_rng_below(rng, (uint64_t)n);
}

static bool ends_at(const dm_street *s, int v)
{
    return s->from == v || s->to == v;
}

/* Streets may join the same vertices, or end where they begin. */
static town random_town(dm_rng *rng)
{
    town t = {.n = 3 + below(rng, MOST_VERTICES - 2), .streets = 4 + below(rng, MOST_STREETS - 3)};
    dm_builder *builder = NULL;
    dm_error err = {0};
    int most = below(rng, 3) ? 30 : 1;
    assert_ok(dm_builder_new(t.n, &builder, &err), err);
    assert_ok(dm_builder_directed(builder, &err), err);
    dm_builder_geographic(builder, DM_METRES);
    for (int v = 0; v < t.n; v++)
        assert_ok(dm_builder_place(builder, v, 0.001 * v, 0.001 * below(rng, 9), &err), err);
    for (int i = 0; i < t.streets; i++) {
        dm_street *s = &t.street[i];
        *s = (dm_street){.from = below(rng, t.n),
                         .to = below(rng, t.n),
                         .length = 1 + below(rng, most),
                         .travel = (unsigned char)(1 + below(rng, 3))};
        assert_ok(dm_builder_street(builder, s, &err), err);
        if (s->from != s->to && s->travel & DM_STREET_FORWARD)
            assert_ok(dm_builder_arc(builder, s->from, s->to, s->length, &err), err);
        if (s->from != s->to && s->travel & DM_STREET_BACKWARD)
            assert_ok(dm_builder_arc(builder, s->to, s->from, s->length, &err), err);
    }
    for (int v = 0; v < t.n; v++)
        for (int a = 0; a < t.streets; a++)
            for (int b = 0; b < t.streets; b++) {
                if (!ends_at(&t.street[a], v) || !ends_at(&t.street[b], v) || below(rng, 3))
                    continue;
                t.forbidden[v][a][b] = true;
                assert_ok(dm_builder_turn(builder, &(dm_street_turn){v, a, b}, &err), err);
            }
    assert_ok(dm_builder_finish(builder, &t.arena, &err), err);
    return t;
}

/* A street in one direction. */
typedef struct directed {
    int street, tail, head;
    int64_t length, best; /* from its beginning to the target */
} directed;

/* How far `from` is from `target`, by streets one after another. */
static int64_t way_between(const town *t, int from, int target)
{
    directed list[2 * MOST_STREETS];
    int count = 0;
    int64_t best = from == target ? 0 : FAR;
    for (int i = 0; i < t->streets; i++) {
        const dm_street *s = &t->street[i];
        if (s->travel & DM_STREET_FORWARD)
            list[count++] = (directed){i, s->from, s->to, s->length, FAR};
        if (s->travel & DM_STREET_BACKWARD)
            list[count++] = (directed){i, s->to, s->from, s->length, FAR};
    }
    for (int round = 0; round <= count; round++)
        for (int a = 0; a < count; a++) {
            if (list[a].head == target)
                list[a].best = list[a].length;
            for (int b = 0; b < count; b++)
                if (list[b].tail == list[a].head &&
                    !t->forbidden[list[b].tail][list[a].street][list[b].street] &&
                    list[a].length + list[b].best < list[a].best)
                    list[a].best = list[a].length + list[b].best;
        }
    for (int a = 0; a < count; a++)
        if (list[a].tail == from && list[a].best < best)
            best = list[a].best;
    return best;
}

/* The board as a question has it. */
static dm_arena *with_turns(const town *t, dm_direction direction)
{
    dm_arena *turned = NULL, *out = NULL;
    dm_error err = {0};
    if (direction == DM_FROM_SITE && dm_arena_is_directed(t->arena))
        assert_ok(dm_arena_turned(t->arena, &turned, &err), err);
    assert_ok(dm_arena_with_turns(turned ? turned : t->arena, direction, &out, &err), err);
    dm_arena_free(turned);
    assert_int_equal(dm_arena_shown(out), t->n);
    assert_int_equal(dm_arena_edges(out), dm_arena_edges(t->arena));
    for (dm_vertex v = 0; v < dm_arena_vertices(out); v++)
        assert_true(dm_arena_original(out, v) < t->n);
    return out;
}

static void distances_are_those_of_streets(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_rng_init(&rng, 1);
    for (int i = 0; i < (run_long() ? 20000 : 300); i++) {
        town t = random_town(&rng);
        for (int direction = DM_TO_SITE; direction <= DM_FROM_SITE; direction++) {
            dm_arena *arena = with_turns(&t, (dm_direction)direction);
            dm_distances *table = NULL;
            assert_ok(dm_distances_new(arena, 0, NULL, &table, &err), err);
            for (int s = 0; s < t.n; s++)
                for (int v = 0; v < t.n; v++) {
                    int64_t far =
                        direction == DM_TO_SITE ? way_between(&t, v, s) : way_between(&t, s, v);
                    assert_int_equal(dm_distance(table, s, v), far == FAR ? -1 : far);
                }
            dm_distances_free(table);
            dm_arena_free(arena);
        }
        dm_arena_free(t.arena);
    }
}

/* Black minus White if nobody's are all that are equally near to both, or farther than `radius`. */
static int64_t score(const town *t, const dm_vertex *white, int whites, const dm_vertex *black,
                     int blacks, int64_t radius)
{
    int64_t sum = 0;
    for (int v = 0; v < t->n; v++) {
        int64_t w = FAR, b = FAR;
        for (int i = 0; i < whites; i++) {
            int64_t far = way_between(t, v, white[i]);
            w = far < w && far <= radius ? far : w;
        }
        for (int i = 0; i < blacks; i++) {
            int64_t far = way_between(t, v, black[i]);
            b = far < b && far <= radius ? far : b;
        }
        sum += (b < w) - (w < b);
    }
    return sum;
}

/* The best that two new sites of Black reach. */
static int64_t best_of_all(const town *t, const dm_vertex *white, int whites, int64_t radius)
{
    int64_t best = INT64_MIN;
    for (dm_vertex a = 0; a < t->n; a++)
        for (dm_vertex b = a + 1; b < t->n; b++) {
            bool is_free = true;
            for (int i = 0; i < whites; i++)
                is_free = is_free && white[i] != a && white[i] != b;
            int64_t value = score(t, white, whites, (dm_vertex[]){a, b}, 2, radius);
            if (is_free && value > best)
                best = value;
        }
    return best;
}

static void replies_are_the_best(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_rng_init(&rng, 2);
    for (int i = 0; i < (run_long() ? 3000 : 25); i++) {
        town t = random_town(&rng);
        dm_arena *arena = with_turns(&t, DM_TO_SITE);
        dm_market *market = NULL;
        dm_vertex all[MOST_VERTICES], white[2];
        int64_t values[MOST_VERTICES * MOST_STREETS * 4] = {0};
        assert_true(dm_arena_vertices(arena) < MOST_VERTICES * MOST_STREETS * 4);
        for (dm_vertex v = 0; v < t.n; v++)
            all[v] = v, values[v] = 1;
        dm_arena *valued = NULL;
        assert_ok(dm_arena_with_values(arena, values, &valued, &err), err);
        assert_ok(dm_market_new(valued, &market, &err), err);
        int64_t radius = below(&rng, 2) ? FAR : 1 + below(&rng, 60);
        for (int change = 0; t.n >= 4 && change < 4; change++) { /* the market is updated */
            dm_reply *reply = NULL;
            int whites = 1 + below(&rng, 2);
            white[0] = below(&rng, t.n);
            white[1] = (white[0] + 1 + below(&rng, t.n - 1)) % t.n;
            dm_reply_request request = {.white = {.vertex = white, .count = whites}, .count = 2};
            request.terms.candidates = (dm_sites){.vertex = all, .count = t.n};
            request.terms.has_radius = radius < FAR;
            request.terms.radius = radius;
            assert_ok(dm_market_reply(market, &request, NULL, &reply, &err), err);
            assert_true(reply->proven);
            assert_int_equal(reply->value.whole, best_of_all(&t, white, whites, radius));
            dm_reply_free(reply);
        }
        dm_market_free(market);
        dm_arena_free(valued);
        dm_arena_free(arena);
        dm_arena_free(t.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_those_of_streets),
        cmocka_unit_test(replies_are_the_best),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
