/* test_cut_methods.c - te Kolste's methods on their own kinds of trees, against the definition. */
#include "check/lines/cuts.h"
#include "support/levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <string.h>

/* A random tree of two players with that many sites each, some inside edges. */
static bool draw_tree(dm_rng *rng, int64_t longest, int own, int theirs, draft *d)
{
    int n = 2 + (int)dm_rng_below(rng, 11);
    bool is_taken[16] = {false};
    start(d, n, 2);
    for (int v = 1; v < n; v++)
        join(d, (int)dm_rng_below(rng, (uint64_t)v), v,
             1 + (int64_t)dm_rng_below(rng, (uint64_t)longest));
    for (int i = 0; i < own + theirs && own + theirs <= n;) {
        int v = (int)dm_rng_below(rng, (uint64_t)n);
        if (is_taken[v])
            continue;
        if (v > 0 && d->edges[v - 1].length.num > 1 && dm_rng_below(rng, 3) == 0) {
            is_taken[v] = true; /* inside the edge to v, one site at most */
            settle_on(d, i++ < own ? 0 : 1, v - 1,
                      1 + (int64_t)dm_rng_below(rng, (uint64_t)d->edges[v - 1].length.num - 1),
                      d->edges[v - 1].length.num);
            continue;
        }
        is_taken[v] = true;
        settle(d, i++ < own ? 0 : 1, v);
    }
    return own + theirs <= n;
}

/* Whether the method accepts the level; then its value must be the definition's. */
static bool agrees(const dm_level *level, dm_line_cut_method method, const check_cut_best *truth)
{
    dm_line_ask ask = {.op = DM_LINE_CUT, .objective = DM_LINE_MARGIN, .method = method};
    dm_line_best *best = NULL;
    dm_error err = {0};
    dm_status status = dm_line_best_move(level, &ask, NULL, &best, &err);
    if (status == DM_UNSUPPORTED) {
        assert_non_null(strstr(err.message, dm_line_cut_method_name(method)));
        return false;
    }
    assert_ok(status, err);
    assert_true(best->proven);
    assert_int_equal(dm_line_compare(&best->after, &truth->best, DM_LINE_MARGIN), 0);
    assert_true(truth->attained || !best->attained); /* cuts beside sites inside edges are limits */
    dm_line_best_free(best);
    return true;
}

/* Long edges are rarely tied, short ones often: then a method may refuse, but must not be wrong. */
static void trees_of_a_kind(const dm_line_cut_method *methods, int count, int own, int theirs,
                            uint64_t seed, int rounds)
{
    dm_rng rng;
    int agreed = 0;
    dm_rng_init(&rng, seed);
    for (int round = 0; round < rounds; round++) {
        draft d;
        dm_level *level = NULL;
        int most_own = own > 0 ? own : 1 + (int)dm_rng_below(&rng, 3);
        int most_theirs = theirs > 0 ? theirs : 1 + (int)dm_rng_below(&rng, 4);
        if (!draw_tree(&rng, round % 4 ? 40 : 4, most_own, most_theirs, &d))
            continue;
        assert_int_equal(dm_level_new(&d.level, &level, NULL), DM_OK);
        dm_line_ask ask = {.op = DM_LINE_CUT, .objective = DM_LINE_MARGIN};
        check_cut_best truth;
        check_best_cut(level, &ask, &truth);
        for (int i = 0; i < count; i++)
            agreed += agrees(level, methods[i], &truth);
        dm_level_free(level);
    }
    assert_true(agreed > count * rounds / 3);
}

static void two_sites(void **state)
{
    (void)state;
    static const dm_line_cut_method methods[] = {DM_LINE_METHOD_SIMPLE, DM_LINE_METHOD_TWO_SITES,
                                                 DM_LINE_METHOD_TYPES, DM_LINE_METHOD_METHOD_1,
                                                 DM_LINE_METHOD_METHOD_2};
    trees_of_a_kind(methods, 5, 1, 1, 41, run_long() ? 20000 : 600);
}

static void one_own_site(void **state)
{
    (void)state;
    static const dm_line_cut_method methods[] = {DM_LINE_METHOD_SIMPLE, DM_LINE_METHOD_TYPES,
                                                 DM_LINE_METHOD_METHOD_1, DM_LINE_METHOD_METHOD_2};
    trees_of_a_kind(methods, 4, 1, 0, 42, run_long() ? 50000 : 900);
}

static void many_sites(void **state)
{
    (void)state;
    static const dm_line_cut_method methods[] = {DM_LINE_METHOD_SIMPLE, DM_LINE_METHOD_METHOD_1,
                                                 DM_LINE_METHOD_METHOD_2};
    trees_of_a_kind(methods, 3, 0, 0, 43, run_long() ? 50000 : 900);
}

/* The levels that each method refuses, and its message. */
static void other_levels_are_declined(void **state)
{
    (void)state;
    static const struct {
        dm_line_cut_method method;
        int kind;
        const char *message;
    } rows[] = {
        {DM_LINE_METHOD_METHOD_1, 0,
         "method 'method-1' is for trees; the level, divided at its sites, has 3 vertices and 3 "
         "edges, so that it has a cycle or several parts"},
        {DM_LINE_METHOD_SIMPLE, 1,
         "method 'simple' is for two players, or for objective payoff; with 3 a "
         "cut inside an edge may be better"},
        {DM_LINE_METHOD_TYPES, 1,
         "method 'types' is for two players with sites; the level has 3 players, "
         "the first two with 1 and 1 sites"},
        {DM_LINE_METHOD_TWO_SITES, 2,
         "method 'two-sites' is for one site each; the level has 3 sites"},
        {DM_LINE_METHOD_TWO_SITES, 3,
         "method 'two-sites' is for one site each; the level has 3 sites"},
        {DM_LINE_METHOD_TYPES, 3, "method 'types' is for one own site; red has 2"},
        {DM_LINE_METHOD_METHOD_2, 4,
         "method 'method-2' is for levels without ties; players tie at vertex "
         "1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int kind = rows[i].kind;
        draft d;
        dm_level *level = NULL;
        dm_line_ask ask = {
            .op = DM_LINE_CUT, .objective = DM_LINE_MARGIN, .method = rows[i].method};
        dm_line_best *best = NULL;
        dm_error err = {0};
        start(&d, 3, kind == 1 ? 3 : 2);
        join(&d, 0, 1, 4);
        join(&d, 1, 2, kind == 4 ? 4 : 6);
        if (kind == 0)
            join(&d, 0, 2, 3);
        settle(&d, 0, 0);
        settle(&d, 1, 2);
        if (kind == 2)
            settle_on(&d, 1, 0, 1, 4);
        if (kind == 3)
            settle(&d, 0, 1);
        assert_int_equal(dm_level_new(&d.level, &level, NULL), DM_OK);
        assert_int_equal(dm_line_best_move(level, &ask, NULL, &best, &err), DM_UNSUPPORTED);
        assert_string_equal(err.message, rows[i].message);
        assert_null(best);
        dm_level_free(level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_sites),
        cmocka_unit_test(one_own_site),
        cmocka_unit_test(many_sites),
        cmocka_unit_test(other_levels_are_declined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
