/* test_errata_continuous.c - errors of te Kolste's thesis on cuts and ropes, and of the German
 * seminar text on the circle, by exact integer arithmetic from the definitions. */
#include "support/support.h"
#include <string.h>

enum { MAX = 12, FAR = 1 << 20, NOBODY = -1 };

typedef struct span {
    int u, v, length;
} span;

typedef struct level {
    int n, spans;
    span span[MAX];
    int site[MAX]; /* the player with a site on the vertex, or NOBODY */
} level;

/* Twice the length that each player owns.  Edges are divided into quarter units and each part is
 * evaluated at its middle, so every half-unit boundary is between two parts. */
static void payoffs(const level *g, int players, int *twice)
{
    int d[4][MAX], quarters[4] = {0};
    /* d[player][v]: the distance from v to that player's nearest site, by relaxing n times. */
    for (int p = 0; p < players; p++)
        for (int v = 0; v < g->n; v++)
            d[p][v] = g->site[v] == p ? 0 : FAR;
    for (int round = 0; round < g->n; round++)
        for (int p = 0; p < players; p++)
            for (int i = 0; i < g->spans; i++) {
                span e = g->span[i];
                if (d[p][e.u] + e.length < d[p][e.v])
                    d[p][e.v] = d[p][e.u] + e.length;
                if (d[p][e.v] + e.length < d[p][e.u])
                    d[p][e.u] = d[p][e.v] + e.length;
            }
    for (int i = 0; i < g->spans; i++) {
        span e = g->span[i];
        for (int at = 1; at < 8 * e.length; at += 2) { /* in eighths of a unit from u */
            int least = FAR, owner = NOBODY;
            for (int p = 0; p < players; p++) {
                int by_u = 8 * d[p][e.u] + at, by_v = 8 * d[p][e.v] + 8 * e.length - at;
                int nearest = by_u < by_v ? by_u : by_v;
                if (nearest < least) {
                    least = nearest;
                    owner = p;
                }
            }
            if (owner != NOBODY)
                quarters[owner]++;
        }
    }
    for (int p = 0; p < players; p++)
        twice[p] = quarters[p] / 2;
}

/* Twice: own payoff minus the best opponent's; the own player is 0. */
static int margin(const level *g, int players)
{
    int twice[4], best = 0;
    payoffs(g, players, twice);
    for (int p = 1; p < players; p++)
        best = twice[p] > best ? twice[p] : best;
    return twice[0] - best;
}

static int margin_after(const level *g, int players, int i, int at)
{
    /* The level with edge i cut `at` units from its first end. */
    level changed = *g;
    span e = g->span[i];
    changed.span[i] = (span){e.u, g->n, at};
    changed.span[changed.spans++] = (span){g->n + 1, e.v, e.length - at};
    changed.site[g->n] = changed.site[g->n + 1] = NOBODY;
    changed.n += 2;
    return margin(&changed, players);
}

static int best_snap_off(const level *g, int players)
{
    int best = -FAR;
    for (int i = 0; i < g->spans; i++) {
        int first = margin_after(g, players, i, 0);
        int last = margin_after(g, players, i, g->span[i].length);
        best = first > best ? first : best;
        best = last > best ? last : best;
    }
    return best;
}

static void an_interior_cut_beats_every_snap_off(void **state)
{
    (void)state;
    level g = {5, 4, {{0, 1, 20}, {1, 3, 20}, {1, 4, 20}, {1, 2, 60}}, {0, 1, 2, NOBODY, NOBODY}};
    assert_int_equal(best_snap_off(&g, 3), -2 * 50);      /* -5/2 */
    assert_int_equal(margin_after(&g, 3, 3, 5), -2 * 45); /* -9/4 */
    g.span[g.spans++] = (span){0, g.n, 48};               /* a leaf of 12/5 at s1 */
    g.site[g.n++] = NOBODY;
    assert_true(best_snap_off(&g, 3) <= 0);
    for (int at = 0; at <= 60; at++) /* wins strictly between 1/30 and 2/15 of 60 */
        assert_true((margin_after(&g, 3, 3, at) > 0) == (at > 2 && at < 8));
}

static void no_cut_helps_where_the_opponent_has_no_edge(void **state)
{
    (void)state;
    level g = {3, 1, {{0, 1, 4}}, {0, NOBODY, 1}}; /* s1-a, and s2 alone */
    int before = margin(&g, 2);
    for (int at = 0; at <= 4; at++)
        assert_true(margin_after(&g, 2, 0, at) <= before);
}

/* After a cut at lambda, the point at mu of e is at mu - lambda on a rest of length 1 - lambda. */
static void the_point_beyond_a_cut_is_divided_by_1_minus_lambda(void **state)
{
    (void)state;
    const int whole = 60, lambda = 20;
    for (int mu = lambda + 1; mu < whole; mu++) {
        int rest = whole - lambda;
        assert_true((mu - lambda) < rest); /* a fraction below 1, as a place must be */
    }
    int mu = 50; /* 5/6 of e, cut at 1/3: 3/4 of the rest; the thesis has (1/2)/(1/6) = 3 */
    assert_int_equal(4 * (mu - lambda), 3 * (whole - lambda));
    assert_int_equal(mu - lambda, 3 * (whole - mu));
}

/* Red's score minus Blue's on a circle of `size` units: stone[i] is 'R', 'B' or 0.  Every half unit
 * is evaluated at its middle. */
static int circle_margin(const char *stone, int size)
{
    int sum = 0;
    for (int x = 1; x < 4 * size; x += 2) { /* in quarter units */
        int red = FAR, blue = FAR;
        for (int i = 0; i < size; i++) {
            int apart = x > 4 * i ? x - 4 * i : 4 * i - x;
            apart = apart < 4 * size - apart ? apart : 4 * size - apart;
            if (stone[i] == 'R' && apart < red)
                red = apart;
            if (stone[i] == 'B' && apart < blue)
                blue = apart;
        }
        sum += red < blue ? 1 : red > blue ? -1 : 0;
    }
    return sum;
}

/* n = 3: Blue 0, 1/8, Red opposite; Blue breaks the red interval, and Red still wins. */
static void red_may_win_after_a_red_interval_is_broken(void **state)
{
    (void)state;
    enum { SIZE = 64 };
    char stone[SIZE] = {0};
    stone[0] = stone[8] = 'B';
    stone[32] = stone[40] = 'R';
    assert_int_equal(circle_margin(stone, SIZE), 0);
    stone[36] = 'B'; /* inside the only red interval */
    char mirrored[SIZE];
    memcpy(mirrored, stone, SIZE);
    mirrored[4] = 'R';
    assert_int_equal(circle_margin(mirrored, SIZE),
                     0); /* the only possibility, according to the text */
    stone[10] = 'R';     /* close to Blue's 1/8 */
    assert_true(circle_margin(stone, SIZE) > 0);
}

/* Algorithm 2.1 looks for a free key point by R and B, which do not change while the turn's stones
 * are collected in R'; n = 3 and a first turn of two stones. */
static void a_batch_takes_one_key_point_twice(void **state)
{
    (void)state;
    enum { N = 3 };
    const bool taken_before[N] = {true, false, false}; /* Blue at 0 and on no other key point */
    int literal[2], repaired[2];
    bool taken[N];
    memcpy(taken, taken_before, sizeof taken);
    for (int i = 0; i < 2; i++) {
        int free_before = 0, free_now = 0;
        while (taken_before[free_before])
            free_before++;
        while (taken[free_now])
            free_now++;
        literal[i] = free_before;
        repaired[i] = free_now;
        taken[free_now] = true;
    }
    assert_int_equal(literal[0], literal[1]);
    assert_int_not_equal(repaired[0], repaired[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interior_cut_beats_every_snap_off),
        cmocka_unit_test(no_cut_helps_where_the_opponent_has_no_edge),
        cmocka_unit_test(the_point_beyond_a_cut_is_divided_by_1_minus_lambda),
        cmocka_unit_test(red_may_win_after_a_red_interval_is_broken),
        cmocka_unit_test(a_batch_takes_one_key_point_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
