/* test_level_generate.c - random levels: planar, connected, and of the wanted difficulty. */
#include "support/support.h"

#include <demesne/demesne.h>
#include <math.h>
#include <stdlib.h>

static int side(dm_point a, dm_point b, dm_point c)
{
    double turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); /* whole */
    return (turn > 0) - (turn < 0);
}

static bool lies_on(dm_point a, dm_point b, dm_point c)
{
    return side(a, b, c) == 0 && fmin(a.x, b.x) <= c.x && c.x <= fmax(a.x, b.x) &&
           fmin(a.y, b.y) <= c.y && c.y <= fmax(a.y, b.y);
}

static bool meet(dm_point a, dm_point b, dm_point c, dm_point d)
{
    return (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) ||
           lies_on(a, b, c) || lies_on(a, b, d) || lies_on(c, d, a) || lies_on(c, d, b);
}

static int count_parts(const dm_level *level)
{
    int *part = malloc((size_t)level->vertex_count * sizeof *part), parts = 0;
    for (int v = 0; v < level->vertex_count; v++)
        part[v] = v;
    for (bool changed = true; changed;) {
        changed = false;
        for (int e = 0; e < level->edge_count; e++) {
            int *u = &part[level->edges[e].u], *v = &part[level->edges[e].v];
            changed = changed || *u != *v;
            *u = *v = *u < *v ? *u : *v;
        }
    }
    for (int v = 0; v < level->vertex_count; v++)
        parts += part[v] == v;
    free(part);
    return parts;
}

static dm_level *make(const dm_level_wish *wish, dm_line_odds **odds)
{
    dm_level *level = NULL;
    dm_error err = {0};
    assert_ok(dm_level_generate(wish, NULL, &level, odds, NULL, &err), err);
    return level;
}

static void all_kinds(void **state)
{
    (void)state;
    for (int i = 0; i < 120; i++) {
        dm_level_wish wish = {.kind = (dm_level_kind)(i % 3),
                              .vertices = 4 + i / 2,
                              .players = 2 + i % 2,
                              .whole = i % 4 > 1,
                              .seed = (uint64_t)i};
        dm_line_odds *odds = (void *)&wish; /* is set to NULL */
        dm_level *level = make(&wish, &odds);
        assert_null(odds);
        assert_int_equal(level->vertex_count, wish.vertices);
        assert_int_equal(level->site_count, wish.players);
        assert_int_equal(level->measured, !wish.whole);
        assert_int_equal(count_parts(level), 1);
        if (wish.kind == DM_LEVEL_TREE)
            assert_int_equal(level->edge_count, wish.vertices - 1);
        /* Edges meet only at common ends. */
        const dm_point *p = level->points;
        for (int e = 0; e < level->edge_count; e++) {
            const dm_line_edge *a = &level->edges[e];
            for (int v = 0; v < level->vertex_count; v++)
                assert_true(v == a->u || v == a->v || !lies_on(p[a->u], p[a->v], p[v]));
            for (int f = 0; f < e; f++) {
                const dm_line_edge *b = &level->edges[f];
                bool is_neighbour = a->u == b->u || a->u == b->v || a->v == b->u || a->v == b->v;
                assert_true(is_neighbour || !meet(p[a->u], p[a->v], p[b->u], p[b->v]));
            }
        }
        for (int e = 0; e < level->edge_count; e++) {
            const dm_line_edge *edge = &level->edges[e];
            dm_point u = level->points[edge->u], v = level->points[edge->v];
            double way = hypot(u.x - v.x, u.y - v.y);
            assert_true(!wish.whole || edge->length.den == 1);
            assert_true(fabs((double)edge->length.num / (double)edge->length.den - way) <=
                        (wish.whole ? 0.5 : 1e-6));
        }
        /* A level that is won or tied before the move is no puzzle. */
        dm_line_diagram *diagram = NULL;
        dm_line_standing standing;
        assert_int_equal(dm_line_diagram_new(level, DM_LINE_NEUTRAL, false, &diagram, NULL), DM_OK);
        assert_int_equal(dm_line_standing_of(diagram, level->me, &standing, NULL), DM_OK);
        assert_true(standing.margin.num < 0);
        dm_line_diagram_free(diagram);
        dm_level_free(level);
    }
}

static bool is_between(dm_ratio share, dm_ratio low, dm_ratio high)
{
    double value = (double)share.num / (double)share.den;
    return (double)low.num / (double)low.den <= value &&
           value <= (double)high.num / (double)high.den;
}

static void wanted_difficulty(void **state)
{
    (void)state;
    for (int op = DM_LINE_ADD; op <= DM_LINE_CUT; op++)
        for (uint64_t seed = 1; seed <= 6; seed++) {
            dm_level_wish wish = {.kind = (dm_level_kind)(seed % 3),
                                  .vertices = 12,
                                  .sites = 2,
                                  .ask = {.op = (dm_line_op)op, .player = 1},
                                  .low = {1, 20},
                                  .high = {2, 5},
                                  .unique = op != DM_LINE_REMOVE,
                                  .seed = seed};
            dm_line_odds *odds = NULL, *again = NULL;
            dm_level *level = make(&wish, &odds);
            assert_int_equal(level->me, 1);
            assert_int_equal(dm_line_odds_of(level, &wish.ask, NULL, &again, NULL), DM_OK);
            assert_true(again->fraction.num == odds->fraction.num &&
                        again->fraction.den == odds->fraction.den);
            assert_true(is_between(odds->fraction, wish.low, wish.high));
            assert_true(!wish.unique || odds->regions == 1);
            dm_line_odds_free(odds);
            dm_line_odds_free(again);
            dm_level_free(level);
        }
}

static void the_same_wish_the_same_level(void **state)
{
    (void)state;
    dm_level_wish wish = {.kind = DM_LEVEL_GABRIEL, .vertices = 30, .seed = 7};
    dm_level *a = make(&wish, NULL), *b = make(&wish, NULL);
    wish.seed = 8;
    dm_level *c = make(&wish, NULL);
    assert_int_equal(a->edge_count, b->edge_count);
    bool differs = a->edge_count != c->edge_count;
    for (int e = 0; e < a->edge_count; e++) {
        assert_int_equal(a->edges[e].length.num, b->edges[e].length.num);
        differs = differs || a->edges[e].length.num != c->edges[e].length.num;
    }
    assert_true(differs);
    dm_level_free(a);
    dm_level_free(b);
    dm_level_free(c);
}

static void what_cannot_be(void **state)
{
    (void)state;
    static const struct {
        dm_level_wish wish;
        const char *message;
    } bad[] = {
        {{.vertices = 1}, "1 vertices; expected 2 to 10000"},
        {{.vertices = 9, .players = 13}, "expected 2 to 12 players, not 13"},
        {{.vertices = 9, .players = 3, .sites = 4},
         "4 sites for each of 3 players; 9 vertices have room for 1 to 3 each"},
        {{.vertices = 9, .ask = {.player = 2}}, "there is no player 2; players are 0..1"},
        {{.vertices = 9, .low = {1, 2}, .high = {1, 3}},
         "the share of winning moves must be two numbers from 0 to 1, the lower first"},
        {{.vertices = 9, .unique = true, .ask = {.op = DM_LINE_ROPE}},
         "regions are counted if odds are exact: not for ropes, nor with samples"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dm_level *level = NULL;
        dm_error err = {0};
        assert_int_equal(dm_level_generate(&bad[i].wish, NULL, &level, NULL, NULL, &err),
                         DM_BAD_ARGUMENT);
        assert_string_equal(err.message, bad[i].message);
        assert_null(level);
    }
}

static void what_is_not_found(void **state)
{
    (void)state;
    dm_level_wish wish = {.vertices = 6,
                          .ask = {.op = DM_LINE_REMOVE},
                          .low = {1, 3},
                          .high = {2, 5},
                          .tries = 20,
                          .seed = 3}; /* one of two sites, or none, or both */
    dm_level *level = NULL;
    dm_error err = {0};
    assert_int_equal(dm_level_generate(&wish, NULL, &level, NULL, NULL, &err), DM_UNFINISHED);
    assert_string_equal(
        err.message, "none of 20 levels of seed 3 fits; the nearest has a winning share of 0.5 in "
                     "1 regions: widen the range, or try more");
    dm_run *run = NULL;
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_cancel(run);
    assert_int_equal(dm_level_generate(&wish, run, &level, NULL, NULL, &err), DM_UNFINISHED);
    assert_null(level);
    dm_run_free(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds),
        cmocka_unit_test(wanted_difficulty),
        cmocka_unit_test(the_same_wish_the_same_level),
        cmocka_unit_test(what_cannot_be),
        cmocka_unit_test(what_is_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
