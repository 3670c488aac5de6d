/* test_line_solve.c - the best sets of moves, against every cell of a grid that contains them
 * (check/plans.h). */
#include "check/plans.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <demesne/lines_solve.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EDGES = 5, MOST_SITES = 5 };

static int below(dm_rng *rng, int n)
{
    return (int)dm_rng_below(rng, (uint64_t)n);
}

/* A small level: often a tree, sometimes with cycles, parallel edges or two parts. */
static dm_level *draw_level(dm_rng *rng, int edges, int longest)
{
    static char *names[] = {"red", "blue", "green"};
    static dm_line_edge edge[MOST_EDGES];
    static dm_site site[MOST_SITES];
    dm_level draft = {.edges = edge, .sites = site, .players = names};
    dm_level *level = NULL;
    while (!level) {
        draft.player_count = 2 + below(rng, 2);
        draft.vertex_count = 2 + below(rng, edges);
        draft.edge_count = 1 + below(rng, edges);
        draft.site_count = 1 + below(rng, MOST_SITES - 1);
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
            site[i].place = (dm_place){-1, e, {below(rng, length + 1), length}};
            if (below(rng, 3))
                site[i].place = (dm_place){below(rng, draft.vertex_count), -1, {0, 1}};
        }
        dm_level_new(&draft, &level, NULL);
    }
    return level;
}

static void draw_ask(dm_rng *rng, const dm_level *level, int moves, check_plan_ask *out)
{
    *out = (check_plan_ask){.player = level->me,
                            .objective = (dm_line_objective)below(rng, 3),
                            .ties = (dm_line_ties)below(rng, 4),
                            .count = moves,
                            .ordered = below(rng, 4) == 0};
    for (int i = 0; i < moves; i++)
        out->order[i] = (dm_line_op)below(rng, 3);
}

static dm_status solve(const dm_level *level, const check_plan_ask *ask, bool count,
                       dm_line_objective objective, dm_line_plan **out)
{
    dm_line_quota quotas[CHECK_PLAN_MOVES];
    for (int i = 0; i < ask->count; i++)
        quotas[i] = (dm_line_quota){ask->order[i], 1};
    dm_line_plan_ask own = {.player = ask->player,
                            .objective = objective,
                            .ties = ask->ties,
                            .quotas = quotas,
                            .quota_count = ask->count,
                            .ordered = ask->ordered,
                            .count_solutions = count};
    return dm_line_solve(level, &own, NULL, out, NULL);
}

/* The moves are of the kinds asked for, are possible, and give what is reported. */
static void check_moves(const dm_level *level, const check_plan_ask *ask, const dm_line_plan *plan)
{
    dm_level own = *level, *after = NULL;
    dm_diagram *diagram = NULL;
    dm_line_standing reached;
    int kinds[4] = {0};
    own.me = ask->player;
    assert_int_equal(plan->move_count, ask->count);
    for (int i = 0; i < ask->count; i++) {
        kinds[ask->order[i]]++;
        kinds[plan->moves[i].op]--;
        if (ask->ordered)
            assert_int_equal(plan->moves[i].op, ask->order[i]);
    }
    for (int op = 0; op < 4; op++)
        assert_int_equal(kinds[op], 0);
    assert_int_equal(
        dm_level_apply_moves(&own, plan->moves, plan->move_count, ask->player, &after, NULL),
        DM_OK);
    assert_int_equal(dm_diagram_new(after, ask->ties, false, &diagram, NULL), DM_OK);
    assert_int_equal(dm_line_standing_of(diagram, ask->player, &reached, NULL), DM_OK);
    assert_int_equal(dm_line_compare(&reached, &plan->reached, DM_LINE_RANK), 0);
    assert_int_equal(dm_line_compare(&reached, &plan->reached, DM_LINE_PAYOFF), 0);
    assert_int_equal(diagram->winner, plan->winner);
    if (plan->attained)
        assert_int_equal(dm_line_compare(&reached, &plan->after, ask->objective), 0);
    dm_diagram_free(diagram);
    dm_level_free(after);
}

static void compare(const dm_level *level, const check_plan_ask *ask, bool count)
{
    check_plan_best truth;
    dm_line_plan *plan = NULL;
    check_plans(level, ask, count, &truth);
    dm_status status = solve(level, ask, count, ask->objective, &plan);
    if (!truth.exists) {
        assert_int_equal(status, DM_BAD_MOVE);
        return;
    }
    assert_int_equal(status, DM_OK);
    assert_true(plan->proven);
    assert_int_equal(dm_line_compare(&plan->after, &truth.best, ask->objective), 0);
    assert_int_equal(plan->attained, truth.attained);
    check_moves(level, ask, plan);
    if (count) {
        assert_int_equal(plan->solutions, truth.solutions);
        assert_int_equal(plan->unique, truth.solutions == 1);
    }
    dm_line_plan_free(plan);
    plan = NULL;
    assert_int_equal(solve(level, ask, false, DM_LINE_WIN, &plan), DM_OK);
    assert_true(plan->proven);
    assert_int_equal(plan->winner == ask->player, truth.wins);
    dm_line_plan_free(plan);
}

static void random_levels(void **state)
{
    (void)state;
    const char *only = getenv("ONLY");
    int rounds = run_long() ? 2000 : 60;
    for (int round = only ? atoi(only) : 0; round < rounds; round++) {
        dm_rng rng;
        check_plan_ask ask;
        dm_rng_init(&rng, 9000 + (uint64_t)round);
        int moves = 2 + (below(&rng, 3) == 0);
        dm_level *level = draw_level(&rng, moves == 2 ? 4 : 3, moves == 2 ? 3 : 2);
        draw_ask(&rng, level, moves, &ask);
        if (only)
            fprintf(stderr, "round %d\n", round);
        compare(level, &ask, getenv("COUNT") != NULL);
        dm_level_free(level);
        if (only && !getenv("ON"))
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_levels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
