/* test_line_moves.c - a level after adding a site, removing a site or cutting an edge.
 *
 * A level with whole lengths is also a level with unit edges and sites on vertices.  There a cut
 * splits a vertex of a chain in two, and a new site is one more owner.  Both must give equal
 * payoffs.
 */
#include "support/levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <string.h>

/* The vertex at distance `way` along edge e of the unit draft; inner vertices of chains follow the
 * level's own, in order. */
static int first_inside(const dm_level *level, int e)
{
    int next = level->vertex_count;
    for (int i = 0; i < e; i++)
        next += (int)level->edges[i].length.num - 1;
    return next;
}

static int chain_vertex(const dm_level *level, int e, int64_t way)
{
    if (way == 0 || way == level->edges[e].length.num)
        return way == 0 ? level->edges[e].u : level->edges[e].v;
    return first_inside(level, e) + (int)way - 1;
}

static int64_t way_of(const dm_level *level, const dm_line_place *place)
{
    return level->edges[place->edge].length.num * place->at.num / place->at.den;
}

/* `skip`: a site to leave out, or -1. */
static void unit_draft(const dm_level *level, int skip, draft *d)
{
    start(d, first_inside(level, level->edge_count), level->player_count);
    for (int e = 0; e < level->edge_count; e++)
        for (int64_t way = 0; way < level->edges[e].length.num; way++)
            join(d, chain_vertex(level, e, way), chain_vertex(level, e, way + 1), 1);
    for (int i = 0; i < level->site_count; i++) {
        const dm_line_place *p = &level->sites[i].place;
        if (i != skip)
            settle(d, level->sites[i].player,
                   p->vertex >= 0 ? p->vertex : chain_vertex(level, p->edge, way_of(level, p)));
    }
}

static void pays_alike(const dm_level *level, const draft *units)
{
    dm_level *other = NULL;
    dm_line_diagram *a = NULL, *b = NULL;
    dm_error err = {0};
    assert_ok(dm_level_new(&units->level, &other, &err), err);
    assert_ok(dm_line_diagram_new(level, DM_LINE_SPLIT, false, &a, &err), err);
    assert_ok(dm_line_diagram_new(other, DM_LINE_SPLIT, false, &b, &err), err);
    for (int p = 0; p < level->player_count; p++) {
        assert_int_equal(a->payoff[p].num, b->payoff[p].num);
        assert_int_equal(a->payoff[p].den, b->payoff[p].den);
    }
    assert_int_equal(a->unreached.num, b->unreached.num);
    dm_line_diagram_free(a);
    dm_line_diagram_free(b);
    dm_level_free(other);
}

/* The chain's edges before the cut keep their vertex; the one after it gets a new one. */
static void cut_unit_draft(const dm_level *level, int e, int64_t way, draft *d)
{
    int first = 0;
    for (int i = 0; i < e; i++)
        first += (int)level->edges[i].length.num;
    int fresh = d->level.vertex_count++;
    if (way < level->edges[e].length.num)
        d->edges[first + way].u = fresh;
    else
        d->edges[first + way - 1].v = fresh;
}

static bool site_inside(const dm_level *level, int e, int64_t way)
{
    for (int i = 0; i < level->site_count; i++) {
        const dm_line_place *p = &level->sites[i].place;
        if (p->vertex < 0 && p->edge == e && way_of(level, p) == way)
            return true;
    }
    return false;
}

static void all_cuts(const dm_level *level)
{
    for (int e = 0; e < level->edge_count; e++)
        for (int64_t way = 0; way <= level->edges[e].length.num; way++) {
            dm_line_move move = {
                DM_LINE_CUT, {-1, e, {way, level->edges[e].length.num}}, .length = {0, 1}};
            dm_level *after = NULL;
            draft units;
            dm_status status = dm_level_apply(level, &move, 0, &after, NULL);
            if (site_inside(level, e, way)) {
                assert_int_equal(status, DM_BAD_MOVE);
                continue;
            }
            assert_int_equal(status, DM_OK);
            unit_draft(level, -1, &units);
            cut_unit_draft(level, e, way, &units);
            pays_alike(after, &units);
            dm_level_free(after);
        }
}

static void all_additions(const dm_level *level)
{
    for (int e = 0; e < level->edge_count; e++)
        for (int64_t way = 0; way <= level->edges[e].length.num; way++) {
            int player = (int)way % level->player_count;
            dm_line_move move = {
                DM_LINE_ADD, {-1, e, {way, level->edges[e].length.num}}, .length = {0, 1}};
            dm_level *after = NULL, *checked = NULL;
            draft units;
            unit_draft(level, -1, &units);
            settle(&units, player, chain_vertex(level, e, way));
            bool is_free = dm_level_new(&units.level, &checked, NULL) == DM_OK;
            assert_int_equal(dm_level_apply(level, &move, player, &after, NULL),
                             is_free ? DM_OK : DM_BAD_MOVE);
            if (is_free) {
                assert_int_equal(after->site_count, level->site_count + 1);
                assert_int_equal(after->sites[level->site_count].player, player);
                pays_alike(after, &units);
            }
            dm_level_free(checked);
            dm_level_free(after);
        }
}

static void random_levels(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 21);
    for (int round = 0; round < (run_long() ? 20000 : 500); round++) {
        draft d;
        dm_level *level = random_level(&rng, &d);
        all_cuts(level);
        all_additions(level);
        for (int i = 0; i < level->site_count; i++) {
            dm_line_move move = {.op = DM_LINE_REMOVE, .site = i};
            dm_level *after = NULL;
            draft units;
            assert_int_equal(dm_level_apply(level, &move, 0, &after, NULL), DM_OK);
            unit_draft(level, i, &units);
            pays_alike(after, &units);
            dm_level_free(after);
        }
        dm_level_free(level);
    }
}

/* 0 ---8--- 1 --2-- 2 with red at 0, blue at 1/2 and green at 3/4 of the first edge. */
static dm_level *line(bool with_points)
{
    dm_point points[] = {{0, 0}, {8, 0}, {8, 2}};
    draft d;
    dm_level *level = NULL;
    start(&d, 3, 3);
    join(&d, 0, 1, 8);
    join(&d, 1, 2, 2);
    settle(&d, 0, 0);
    settle_on(&d, 1, 0, 1, 2);
    settle_on(&d, 2, 0, 3, 4);
    d.level.points = with_points ? points : NULL;
    assert_int_equal(dm_level_new(&d.level, &level, NULL), DM_OK);
    return level;
}

static void is_ratio(dm_ratio ratio, int64_t num, int64_t den)
{
    assert_int_equal(ratio.num, num);
    assert_int_equal(ratio.den, den);
}

static void a_cut_keeps_numbers(void **state)
{
    (void)state;
    dm_level *level = line(true), *after = NULL;
    dm_line_move move = {DM_LINE_CUT, {-1, 0, {10, 16}}, .length = {0, 1}};
    assert_int_equal(dm_level_apply(level, &move, 0, &after, NULL), DM_OK);
    assert_int_equal(after->vertex_count, 5);
    assert_int_equal(after->edge_count, 3);
    assert_true(after->edges[0].u == 0 && after->edges[0].v == 3);
    assert_true(after->edges[2].u == 4 && after->edges[2].v == 1);
    is_ratio(after->edges[0].length, 5, 1);
    is_ratio(after->edges[2].length, 3, 1);
    assert_int_equal(after->sites[1].place.edge, 0);
    is_ratio(after->sites[1].place.at, 4, 5);
    assert_int_equal(after->sites[2].place.edge, 2);
    is_ratio(after->sites[2].place.at, 1, 3);
    assert_true(after->points[3].x == 5 && after->points[4].x == 5 && after->points[4].y == 0);
    dm_level_free(after);
    dm_level_free(level);
}

/* At 0 and 1 the edge keeps its length and all of its sites. */
static void a_snap_off_moves_one_end(void **state)
{
    (void)state;
    for (int64_t end = 0; end <= 1; end++) {
        dm_level *level = line(end == 0), *after = NULL;
        dm_line_move move = {DM_LINE_CUT, {-1, 0, {end, 1}}, .length = {0, 1}};
        assert_int_equal(dm_level_apply(level, &move, 0, &after, NULL), DM_OK);
        assert_int_equal(after->vertex_count, 4);
        assert_int_equal(after->edge_count, 2);
        assert_int_equal(after->edges[0].u, end == 0 ? 3 : 0);
        assert_int_equal(after->edges[0].v, end == 0 ? 1 : 3);
        is_ratio(after->edges[0].length, 8, 1);
        assert_int_equal(after->sites[0].place.vertex, 0);
        is_ratio(after->sites[2].place.at, 3, 4);
        dm_level_free(after);
        dm_level_free(level);
    }
}

/* Illegal moves and their messages. */
static const struct {
    dm_line_op op;
    dm_line_place place;
    int32_t site, player;
    const char *message;
} bad[] = {
    {DM_LINE_ADD,
     {7, -1, {0, 1}},
     0,
     0,
     "the new site lies on vertex 7; the level has vertices 0..2"},
    {DM_LINE_ADD, {-1, 2, {0, 1}}, 0, 0, "the new site lies on edge 2; the level has edges 0..1"},
    {DM_LINE_ADD, {-1, 0, {3, 2}}, 0, 0, "the new site is at 3/2 of edge 0; expected 0 to 1"},
    {DM_LINE_ADD, {-1, 0, {-1, 2}}, 0, 0, "the new site is at -1/2 of edge 0; expected 0 to 1"},
    {DM_LINE_ADD, {-1, 0, {4, 8}}, 0, 0, "the new site would lie on site 1"},
    {DM_LINE_ADD, {-1, 0, {0, 5}}, 0, 0, "the new site would lie on site 0"},
    {DM_LINE_ADD, {1, -1, {0, 1}}, 0, 3, "there is no player 3; players are 0..2"},
    {DM_LINE_REMOVE, {-1, -1, {0, 1}}, 3, 0, "there is no site 3; the level has sites 0..2"},
    {DM_LINE_REMOVE, {-1, -1, {0, 1}}, -1, 0, "there is no site -1; the level has sites 0..2"},
    {DM_LINE_CUT, {-1, 2, {1, 2}}, 0, 0, "the cut lies on edge 2; the level has edges 0..1"},
    {DM_LINE_CUT, {-1, 1, {1, 0}}, 0, 0, "the cut is at 1/0 of edge 1; expected 0 to 1"},
    {DM_LINE_CUT,
     {-1, 0, {2, 4}},
     0,
     0,
     "the cut at 1/2 of edge 0 goes through site 1; cut beside it"},
    {DM_LINE_CUT, {1, -1, {0, 1}}, 0, 0, "a cut at vertex 1; cut an edge at 0 or 1 instead"},
};

static void what_is_no_move(void **state)
{
    (void)state;
    dm_level *level = line(false);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dm_line_move move = {bad[i].op, bad[i].place, .site = bad[i].site, .length = {0, 1}};
        dm_level *after = NULL;
        dm_error err = {0};
        dm_status expected = strstr(bad[i].message, "has vertices")  ? DM_BAD_VERTEX
                             : strstr(bad[i].message, "players are") ? DM_BAD_ARGUMENT
                                                                     : DM_BAD_MOVE;
        assert_int_equal(dm_level_apply(level, &move, bad[i].player, &after, &err), expected);
        assert_string_equal(err.message, bad[i].message);
        assert_null(after);
    }
    dm_level_free(level);
}

/* A square of side 4 with a diagonal; a rope from corner 1 stops at the diagonal. */
static void moves_follow_each_other(void **state)
{
    (void)state;
    draft d;
    dm_point corners[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    dm_level *level = NULL, *after = NULL;
    dm_error err = {0};
    start(&d, 4, 2);
    for (int i = 0; i < 4; i++)
        join(&d, i, (i + 1) % 4, 4);
    join(&d, 0, 2, 6);
    settle(&d, 0, 0);
    d.level.points = corners;
    d.level.crossings = DM_LINE_CROSSINGS_STOP;
    assert_ok(dm_level_new(&d.level, &level, &err), err);
    dm_line_move moves[] = {
        {.op = DM_LINE_ADD, .place = {3, -1, {0, 1}}, .length = {0, 1}},
        {.op = DM_LINE_ROPE, .place = {1, -1, {0, 1}}, .to = {3, -1, {0, 1}}, .length = {0, 1}}};
    assert_ok(dm_level_apply_moves(level, moves, 2, 1, &after, &err), err);
    assert_int_equal(after->site_count, 2);
    assert_int_equal(after->edge_count, 7);
    assert_int_equal(moves[1].length.num * 1000000 / moves[1].length.den, 2828427);
    dm_level_free(after);
    after = NULL;
    assert_int_equal(
        dm_level_apply_moves(level, (dm_line_move[]){moves[0], moves[0]}, 2, 1, &after, &err),
        DM_BAD_MOVE);
    assert_null(after);
    dm_level_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_levels), cmocka_unit_test(a_cut_keeps_numbers),
        cmocka_unit_test(a_snap_off_moves_one_end), cmocka_unit_test(what_is_no_move),
        cmocka_unit_test(moves_follow_each_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
