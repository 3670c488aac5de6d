/* test_line_solve.c - the best sets of moves, against every cell of a grid that contains them
 * (check/lines/move_sets.h). */
#include "check/lines/move_sets.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <demesne/line_solve.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EDGES = 9, MOST_SITES = 6 };

static int below(dm_rng *rng, int n)
{
    return (int)dm_rng_below(rng, (uint64_t)n);
}

/* A small level: often a tree, sometimes with cycles, parallel edges or two parts. */
static dm_level *draw_level(dm_rng *rng, int edges, int longest)
{
    static char *names[] = {"red", "blue", "green"};
    static dm_line_edge edge[MOST_EDGES];
    static dm_line_site site[MOST_SITES];
    dm_level draft = {.edges = edge, .sites = site, .players = names};
    dm_level *level = NULL;
    while (!level) {
        draft.player_count = 2 + below(rng, 2);
        draft.vertex_count = 2 + below(rng, edges);
        draft.edge_count = 1 + below(rng, edges);
        draft.site_count = 1 + below(rng, edges > 5 ? MOST_SITES : 4);
        draft.me = below(rng, draft.player_count);
        for (int e = 0; e < draft.edge_count; e++) {
            int v = e + 1 < draft.vertex_count ? e + 1 : below(rng, draft.vertex_count);
            int u = e + 1 < draft.vertex_count ? below(rng, v) : below(rng, draft.vertex_count);
            edge[e] = (dm_line_edge){
                u, v == u ? (u + 1) % draft.vertex_count : v, {1 + below(rng, longest), 1}};
        }
        for (int i = 0; i < draft.site_count; i++) {
            int e = below(rng, draft.edge_count), length = (int)edge[e].length.num;
            site[i].player = below(rng, draft.player_count);
            site[i].place = (dm_line_place){-1, e, {below(rng, length + 1), length}};
            if (below(rng, 3))
                site[i].place = (dm_line_place){below(rng, draft.vertex_count), -1, {0, 1}};
        }
        dm_level_new(&draft, &level, NULL);
    }
    return level;
}

static void draw_ask(dm_rng *rng, const dm_level *level, int moves, check_set_ask *out)
{
    *out = (check_set_ask){.player = level->me,
                           .objective = (dm_line_objective)below(rng, 3),
                           .ties = (dm_line_ties)below(rng, 4),
                           .count = moves,
                           .ordered = below(rng, 4) == 0};
    for (int i = 0; i < moves; i++)
        out->order[i] = (dm_line_op)below(rng, 3);
}

static dm_status solve(const dm_level *level, const check_set_ask *ask, bool count,
                       dm_line_objective objective, dm_line_move_set **out)
{
    dm_line_quota quotas[CHECK_SET_MOVES];
    for (int i = 0; i < ask->count; i++)
        quotas[i] = (dm_line_quota){ask->order[i], 1};
    dm_line_move_set_ask own = {.player = ask->player,
                                .objective = objective,
                                .ties = ask->ties,
                                .quotas = quotas,
                                .quota_count = ask->count,
                                .ordered = ask->ordered,
                                .count_solutions = count};
    return dm_line_solve(level, &own, NULL, out, NULL);
}

/* The moves are of the kinds asked for, are possible, and give what is reported. */
static void check_moves(const dm_level *level, const check_set_ask *ask,
                        const dm_line_move_set *set)
{
    dm_level own = *level, *after = NULL;
    dm_line_diagram *diagram = NULL;
    dm_line_standing reached;
    int kinds[4] = {0};
    own.me = ask->player;
    assert_int_equal(set->move_count, ask->count);
    for (int i = 0; i < ask->count; i++) {
        kinds[ask->order[i]]++;
        kinds[set->moves[i].op]--;
        if (ask->ordered)
            assert_int_equal(set->moves[i].op, ask->order[i]);
    }
    for (int op = 0; op < 4; op++)
        assert_int_equal(kinds[op], 0);
    assert_int_equal(
        dm_level_apply_moves(&own, set->moves, set->move_count, ask->player, &after, NULL), DM_OK);
    assert_int_equal(dm_line_diagram_new(after, ask->ties, false, &diagram, NULL), DM_OK);
    assert_int_equal(dm_line_standing_of(diagram, ask->player, &reached, NULL), DM_OK);
    assert_int_equal(dm_line_compare(&reached, &set->reached, DM_LINE_RANK), 0);
    assert_int_equal(dm_line_compare(&reached, &set->reached, DM_LINE_PAYOFF), 0);
    assert_int_equal(diagram->winner, set->winner);
    if (set->attained)
        assert_int_equal(dm_line_compare(&reached, &set->after, ask->objective), 0);
    dm_line_diagram_free(diagram);
    dm_level_free(after);
}

static void compare(const dm_level *level, const check_set_ask *ask, bool count)
{
    check_set_best truth;
    dm_line_move_set *set = NULL;
    check_move_sets(level, ask, count, &truth);
    dm_status status = solve(level, ask, count, ask->objective, &set);
    if (!truth.exists) {
        assert_int_equal(status, DM_BAD_MOVE);
        return;
    }
    assert_int_equal(status, DM_OK);
    assert_true(set->proven);
    assert_int_equal(dm_line_compare(&set->after, &truth.best, ask->objective), 0);
    assert_int_equal(set->attained, truth.attained);
    check_moves(level, ask, set);
    if (count) {
        assert_int_equal(set->solutions, truth.solutions);
        assert_int_equal(set->unique, truth.solutions == 1);
    }
    dm_line_move_set_free(set);
    set = NULL;
    assert_int_equal(solve(level, ask, false, DM_LINE_WIN, &set), DM_OK);
    assert_true(set->proven);
    assert_int_equal(set->winner == ask->player, truth.wins);
    dm_line_move_set_free(set);
}

static void random_levels(void **state)
{
    (void)state;
    int rounds = run_long() ? 2000 : 30;
    for (int round = 0; round < rounds; round++) {
        dm_rng rng;
        check_set_ask ask;
        dm_rng_init(&rng, 9000 + (uint64_t)round);
        int moves = 2 + (below(&rng, 3) == 0);
        dm_level *level = draw_level(&rng, moves == 2 ? 4 : 3, moves == 2 ? 3 : 2);
        draw_ask(&rng, level, moves, &ask);
        compare(level, &ask, true);
        dm_level_free(level);
    }
}

/* Two cuts on levels so long that some do not see each other. */
static void far_cuts(void **state)
{
    (void)state;
    int rounds = run_long() ? 400 : 20;
    for (int round = 0; round < rounds; round++) {
        dm_rng rng;
        check_set_ask ask;
        dm_rng_init(&rng, 700 + (uint64_t)round);
        dm_level *level = draw_level(&rng, MOST_EDGES, 2);
        draw_ask(&rng, level, 2, &ask);
        ask.order[0] = ask.order[1] = DM_LINE_CUT;
        compare(level, &ask, true);
        dm_level_free(level);
    }
}

/* One edge with sites at its thirds and ends: red 0 and 1/3, blue 2/3 and 1. */
static dm_level *thirds(int64_t length, int32_t me)
{
    char *names[] = {"red", "blue"};
    dm_line_edge edge = {0, 1, {length, 1}};
    dm_line_site sites[] = {
        {0, {-1, 0, {1, 3}}}, {1, {-1, 0, {2, 3}}}, {1, {1, -1, {0, 1}}}, {0, {0, -1, {0, 1}}}};
    dm_level draft = {.vertex_count = 2,
                      .edge_count = 1,
                      .site_count = 4,
                      .player_count = 2,
                      .edges = &edge,
                      .sites = sites,
                      .players = names,
                      .me = me};
    dm_level *level = NULL;
    assert_int_equal(dm_level_new(&draft, &level, NULL), DM_OK);
    return level;
}

/* If the site at 2/3 is removed after two cuts, both cuts may lie behind it, on one piece. */
static void cuts_beside_a_site_removed_later(void **state)
{
    (void)state;
    check_set_ask ask = {.order = {DM_LINE_CUT, DM_LINE_CUT, DM_LINE_REMOVE},
                         .count = 3,
                         .objective = DM_LINE_MARGIN,
                         .ordered = true};
    dm_level *level = thirds(3, 0);
    dm_line_move_set *set = NULL;
    compare(level, &ask, true);
    assert_int_equal(solve(level, &ask, true, DM_LINE_MARGIN, &set), DM_OK);
    assert_true(set->attained && set->after.margin.num == 3 && set->after.margin.den == 1);
    dm_line_move_set_free(set);
    dm_level_free(level);
}

/* A new site may not lie where one is removed later, also if no other number has its denominator:
 * of the places of blue's site, 0, 1/3, 2/3 and 1 are left out. */
static void thirds_that_are_removed_later(void **state)
{
    (void)state;
    check_set_ask ask = {.order = {DM_LINE_ADD, DM_LINE_REMOVE, DM_LINE_REMOVE},
                         .count = 3,
                         .player = 1,
                         .objective = DM_LINE_MARGIN,
                         .ordered = true};
    dm_level *level = thirds(1, 1);
    level->sites[0].player = 1; /* blue 1/3 and 1, red 0 and 2/3 */
    level->sites[1].player = 0;
    dm_line_move_set *set = NULL;
    assert_int_equal(solve(level, &ask, true, DM_LINE_MARGIN, &set), DM_OK);
    assert_int_equal(set->solutions, 15);
    dm_line_move_set_free(set);
    dm_level_free(level);
}

/* No site fits between a cut before the place of the site removed later, and that place. */
static void nothing_between_a_cut_and_an_open_end(void **state)
{
    (void)state;
    char *names[] = {"red", "blue"};
    dm_line_edge edges[] = {{1, 0, {2, 1}}, {1, 0, {1, 1}}, {1, 0, {1, 1}}};
    dm_line_site sites[] = {{0, {0, -1, {0, 1}}}, {1, {1, -1, {0, 1}}}, {1, {-1, 0, {1, 2}}}};
    dm_level draft = {.vertex_count = 2,
                      .edge_count = 3,
                      .site_count = 3,
                      .player_count = 2,
                      .edges = edges,
                      .sites = sites,
                      .players = names};
    check_set_ask ask = {.order = {DM_LINE_CUT, DM_LINE_ADD, DM_LINE_REMOVE},
                         .count = 3,
                         .objective = DM_LINE_MARGIN,
                         .ordered = true};
    dm_level *level = NULL;
    assert_int_equal(dm_level_new(&draft, &level, NULL), DM_OK);
    compare(level, &ask, true);
    dm_level_free(level);
}

static bool is_at_most(dm_ratio a, dm_ratio b)
{
    return a.num * b.den <= b.num * a.den;
}

/* All edges: a bound that says nothing. */
static dm_ratio whole_length(const dm_level *level)
{
    dm_ratio sum = {0, 1};
    for (int32_t e = 0; e < level->edge_count; e++)
        sum.num += level->edges[e].length.num;
    return sum;
}

/* The best known of a search that is stopped after so much work encloses the best value.  True if
 * its upper bound says something. */
static bool stop(const dm_level *level, const dm_line_move_set_ask *ask,
                 const dm_line_move_set *truth, int64_t work)
{
    dm_run *run = NULL;
    dm_line_move_set *set = NULL;
    bool is_real = false;
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_set_work_limit(run, work);
    dm_status status = dm_line_solve(level, ask, run, &set, NULL);
    assert_true(status == DM_OK || status == DM_STOPPED);
    assert_int_equal(set->move_count, truth->move_count);
    if (status == DM_STOPPED) {
        dm_ratio best =
            ask->objective == DM_LINE_PAYOFF ? truth->after.payoff : truth->after.margin;
        assert_true(is_at_most(set->lower, best) || ask->objective == DM_LINE_RANK);
        assert_true(is_at_most(best, set->upper));
        assert_true(set->best_rank <= truth->after.rank);
        is_real = !is_at_most(whole_length(level), set->upper);
    }
    dm_line_move_set_free(set);
    dm_run_free(run);
    return is_real;
}

/* Every mix of two or three moves of a list, or of any kind. */
static void stopped(void **state)
{
    (void)state;
    int real = 0, rounds = run_long() ? 1000 : 60;
    for (int round = 0; round < rounds; round++) {
        dm_rng rng;
        check_set_ask drawn;
        dm_line_quota quotas[CHECK_SET_MOVES];
        dm_line_move_set *truth = NULL;
        dm_rng_init(&rng, 100 + (uint64_t)round);
        dm_level *level = draw_level(&rng, 5, 3);
        level->moves = 2;
        draw_ask(&rng, level, 2 + (round % 4 == 0), &drawn);
        for (int i = 0; i < drawn.count; i++)
            quotas[i] = (dm_line_quota){drawn.order[i], 1};
        dm_line_move_set_ask ask = {.player = drawn.player,
                                    .objective = drawn.objective,
                                    .ties = drawn.ties,
                                    .quotas = round % 8 ? quotas : NULL,
                                    .quota_count = drawn.count,
                                    .ordered = drawn.ordered};
        if (dm_line_solve(level, &ask, NULL, &truth, NULL) == DM_OK)
            for (int64_t work = 1; work < 4000; work *= 3)
                real += stop(level, &ask, truth, work);
        dm_line_move_set_free(truth);
        dm_level_free(level);
    }
    assert_true(real > 0);
}

/* Three sticks that bend around a square. */
static dm_level *rope_level(dm_rng *rng)
{
    static char *names[] = {"red", "blue"};
    dm_point point[] = {{0, 0}, {4, 0}, {4, 3}, {1, 3}};
    dm_line_edge edge[] = {{0, 1, {4, 1}}, {1, 2, {3, 1}}, {2, 3, {3, 1}}};
    dm_line_site site[3];
    dm_level draft = {.vertex_count = 4,
                      .edge_count = 3,
                      .edges = edge,
                      .points = point,
                      .site_count = 3,
                      .sites = site,
                      .player_count = 2,
                      .players = names};
    dm_level *level = NULL;
    int skipped = below(rng, 4);
    for (int i = 0; i < 3; i++)
        site[i] = (dm_line_site){i == 0 ? 0 : below(rng, 2), {i + (i >= skipped), -1, {0, 1}}};
    assert_int_equal(dm_level_new(&draft, &level, NULL), DM_OK);
    return level;
}

/* The best margin of a removal and a rope whose ends lie on a grid. */
static double best_on_grid(const dm_level *level)
{
    enum { PARTS = 8, PLACES = 3 * (PARTS + 1) };
    double best = -1e9;
    for (int i = 0; i < level->site_count * PLACES * PLACES; i++) {
        int from = i % PLACES, to = i / PLACES % PLACES;
        dm_line_move moves[2] = {
            {.op = DM_LINE_REMOVE, .site = i / PLACES / PLACES, .length = {0, 1}},
            {.op = DM_LINE_ROPE, .site = -1, .length = {0, 1}}};
        dm_level *after = NULL;
        dm_line_diagram *diagram = NULL;
        dm_line_standing standing;
        moves[1].place = (dm_line_place){-1, from % 3, {from / 3, PARTS}};
        moves[1].to = (dm_line_place){-1, to % 3, {to / 3, PARTS}};
        if (from < to && dm_level_apply_moves(level, moves, 2, 0, &after, NULL) == DM_OK) {
            assert_int_equal(dm_line_diagram_new(after, DM_LINE_NEUTRAL, false, &diagram, NULL),
                             DM_OK);
            assert_int_equal(dm_line_standing_of(diagram, 0, &standing, NULL), DM_OK);
            double margin = (double)standing.margin.num / (double)standing.margin.den;
            best = margin > best ? margin : best;
        }
        dm_line_diagram_free(diagram);
        dm_level_free(after);
    }
    return best;
}

/* A rope of the list is always among the moves; with a removal nothing on a grid is better
 * (test_rope_pair.c has the other kinds). */
static void ropes(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (run_long() ? 60 : 4); seed++) {
        dm_rng rng;
        dm_rng_init(&rng, seed);
        dm_level *level = rope_level(&rng);
        double grid = best_on_grid(level);
        for (int i = 0; i < 4; i++) {
            dm_line_quota quotas[] = {{DM_LINE_ROPE, 1},
                                      {i < 3 ? (dm_line_op)i : DM_LINE_REMOVE, 1}};
            dm_line_move_set_ask ask = {.objective = DM_LINE_MARGIN,
                                        .quotas = quotas,
                                        .quota_count = 2,
                                        .ordered = i == 3,
                                        .epsilon = 1e-3};
            dm_line_move_set *set = NULL;
            assert_int_equal(dm_line_solve(level, &ask, NULL, &set, NULL), DM_OK);
            assert_int_equal(set->move_count, 2);
            assert_int_equal(
                (set->moves[0].op == DM_LINE_ROPE) + (set->moves[1].op == DM_LINE_ROPE), 1);
            assert_true(set->proven);
            double margin = (double)set->reached.margin.num / (double)set->reached.margin.den;
            if (quotas[1].op == DM_LINE_REMOVE)
                assert_true(grid <= margin + set->error + 1e-6);
            dm_line_move_set_free(set);
        }
        dm_level_free(level);
    }
}

/* Te Kolste's example with a leaf: the best rope ends beside the balance point, never on it. */
static void a_rope_that_is_a_limit(void **state)
{
    (void)state;
    char *names[] = {"red", "blue"};
    dm_point points[] = {{4, 3}, {0, 0}, {12, 0}};
    dm_line_edge edges[] = {{0, 1, {5, 1}}, {1, 2, {12, 1}}};
    dm_line_site sites[] = {{0, {0, -1, {0, 1}}}, {1, {1, -1, {0, 1}}}};
    dm_level draft = {.vertex_count = 3,
                      .edge_count = 2,
                      .site_count = 2,
                      .player_count = 2,
                      .points = points,
                      .edges = edges,
                      .sites = sites,
                      .players = names};
    dm_line_quota rope = {DM_LINE_ROPE, 1};
    for (int i = 0; i < 2; i++) {
        dm_line_move_set_ask ask = {.objective = DM_LINE_MARGIN,
                                    .ties = i ? DM_LINE_OWN : DM_LINE_NEUTRAL,
                                    .quotas = &rope,
                                    .quota_count = 1};
        dm_level *level = NULL;
        dm_line_move_set *set = NULL;
        assert_int_equal(dm_level_new(&draft, &level, NULL), DM_OK);
        assert_int_equal(dm_line_solve(level, &ask, NULL, &set, NULL), DM_OK);
        assert_int_equal(set->attained, ask.ties == DM_LINE_OWN);
        dm_line_move_set_free(set);
        dm_level_free(level);
    }
}

/* One move of any kind is proven, also on levels that ropes may be added to, and equal bounds are a
 * proof. */
static void one_move(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        dm_rng rng;
        dm_rng_init(&rng, seed);
        dm_level *level = seed % 2 ? rope_level(&rng) : draw_level(&rng, 4, 3);
        const dm_line_move_set_ask ask = {.objective = DM_LINE_MARGIN, .epsilon = 1e-3};
        dm_line_move_set *set = NULL;
        assert_int_equal(dm_line_solve(level, &ask, NULL, &set, NULL), DM_OK);
        assert_int_equal(set->move_count, 1);
        assert_true(set->proven && !set->note);
        assert_true(is_at_most(set->upper, set->lower) && is_at_most(set->lower, set->upper));
        for (int op = DM_LINE_ADD; op <= DM_LINE_ROPE; op++) {
            const dm_line_ask single = {
                .op = (dm_line_op)op, .objective = DM_LINE_MARGIN, .epsilon = 1e-3};
            dm_line_best *best = NULL;
            if (dm_line_best_move(level, &single, NULL, &best, NULL) == DM_OK)
                assert_true(best->margin <=
                            (double)set->after.margin.num / (double)set->after.margin.den +
                                set->error + 1e-6);
            dm_line_best_free(best);
        }
        dm_line_move_set_free(set);
        dm_level_free(level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_levels),
        cmocka_unit_test(far_cuts),
        cmocka_unit_test(cuts_beside_a_site_removed_later),
        cmocka_unit_test(thirds_that_are_removed_later),
        cmocka_unit_test(nothing_between_a_cut_and_an_open_end),
        cmocka_unit_test(stopped),
        cmocka_unit_test(ropes),
        cmocka_unit_test(a_rope_that_is_a_limit),
        cmocka_unit_test(one_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
