/* test_stopped.c - the results of every call that takes a run, when the run is stopped.
 *
 * DM_OK and DM_STOPPED: the outputs are filled, after DM_STOPPED with a result that is
 * true but incomplete.  DM_UNFINISHED: the outputs are unchanged.
 */
#include "game/playouts.h"
#include "support/folder.h"
#include "support/formula.h"
#include "support/games.h"
#include "support/support.h"
#include <demesne/demesne.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

static dm_arena *board;
static dm_level *level;
static const char *current; /* the name of the call */

static void is_filled_by_rule(dm_status status, bool filled)
{
    if (filled != (status == DM_OK || status == DM_STOPPED))
        fail_msg("%s: %s, but the outputs are%s filled", current, dm_status_text(status),
                 filled ? "" : " not");
}

static void is_between(int64_t lower, int64_t value, int64_t upper)
{
    assert_true(lower <= value && value <= upper);
}

static dm_status stop_distances(int variant, dm_run *run, dm_error *err)
{
    (void)variant;
    dm_distances *table = NULL;
    dm_status status = dm_distances_new(board, 0, run, &table, err);
    is_filled_by_rule(status, table != NULL);
    dm_distances_free(table);
    return status;
}

static dm_status stop_metric(int variant, dm_run *run, dm_error *err)
{
    (void)variant;
    dm_metric metric = {.diameter = -1};
    dm_status status = dm_metric_init(board, run, &metric, err);
    is_filled_by_rule(status, metric.diameter >= 0);
    dm_metric_clear(&metric);
    return status;
}

static dm_status stop_playouts(int variant, dm_run *run, dm_error *err)
{
    (void)variant;
    dm_distances *table = NULL;
    dmi_playouts *playouts = NULL;
    assert_int_equal(dm_distances_new(board, 0, NULL, &table, err), DM_OK);
    dm_status status = dmi_playouts_new(board, table, DMI_SIMD_AUTO, run, &playouts, err);
    is_filled_by_rule(status, playouts != NULL);
    dmi_playouts_free(playouts);
    dm_distances_free(table);
    return status;
}

static dm_status stop_choice(int variant, dm_run *run, dm_error *err)
{
    (void)variant;
    dm_vertex move[2] = {-1, -1};
    dm_player *player = player_of("minimax:depth=1", 1);
    dm_position *position = new_game(board, 2, 2, DM_TIES_NEUTRAL);
    dm_status status = dm_player_choose(player, position, run, move, err);
    is_filled_by_rule(status, dm_position_make(position, move, 2, NULL) == DM_OK);
    dm_position_free(position);
    dm_player_free(player);
    return status;
}

static dm_status stop_values(int variant, dm_run *run, dm_error *err)
{
    (void)variant;
    double values[64] = {1000};
    dm_player *player = player_of("minimax:depth=1", 1);
    dm_position *position = new_game(board, 2, 1, DM_TIES_NEUTRAL);
    dm_status status = dm_player_values(player, position, run, values, err);
    is_filled_by_rule(status, values[0] != 1000);
    for (dm_vertex v = 0; v < dm_arena_vertices(board); v++)
        assert_true(isnan(values[v]) || fabs(values[v]) <= 64);
    dm_position_free(position);
    dm_player_free(player);
    return status;
}

enum { VALUE = 0 }; /* of grid:3x5 over two rounds */

static dm_status stop_solve(int variant, dm_run *run, dm_error *err)
{
    (void)variant;
    dm_arena *arena = family_board("grid:3x5", 1);
    dm_position *position = new_game(arena, 2, 1, DM_TIES_NEUTRAL);
    dm_solver *solver = NULL;
    dm_solution *solution = NULL;
    assert_int_equal(dm_solver_new(NULL, &solver, err), DM_OK);
    dm_status status = dm_solve(solver, position, NULL, run, &solution, err);
    is_filled_by_rule(status, solution != NULL);
    is_between(solution->lower, VALUE, solution->upper);
    assert_int_equal(solution->proven, solution->lower == solution->upper);
    dm_solution_free(solution);
    dm_solver_free(solver);
    dm_position_free(position);
    dm_arena_free(arena);
    return status;
}

/* `checks`: the run is that of dm_verify(), otherwise of dm_solve_strategy(). */
static dm_status stop_proof(int checks, dm_run *run, dm_error *err)
{
    dm_arena *arena = family_board("grid:3x5", 1);
    dm_position *start = new_game(arena, 2, 1, DM_TIES_NEUTRAL);
    dm_solver *solver = NULL;
    dm_strategy *strategy = NULL;
    dm_verdict verdict = {.ends = -1};
    assert_int_equal(dm_solver_new(NULL, &solver, err), DM_OK);
    dm_status status = dm_solve_strategy(solver, start, DM_WHITE, VALUE, 1000000,
                                         checks ? NULL : run, &strategy, err);
    is_filled_by_rule(status, strategy != NULL);
    if (checks) {
        status = dm_verify(start, strategy, run, &verdict, err);
        is_filled_by_rule(status, verdict.ends >= 0);
    }
    dm_strategy_free(strategy);
    dm_solver_free(solver);
    dm_position_free(start);
    dm_arena_free(arena);
    return status;
}

static dm_status stop_reply(int method, dm_run *run, dm_error *err)
{
    static const dm_vertex white[] = {3, 11};
    bool needs_tree = method == DM_REPLY_TREE || method == DM_REPLY_SLIDES;
    dm_arena *arena = family_board(needs_tree ? "path:40" : "grid:8x8", 1);
    dm_reply_request request = {.white = {.vertex = white, .count = 2}, .count = 2};
    dm_reply *best = NULL, *reply = NULL;
    assert_int_equal(dm_reply_new(arena, &request, NULL, &best, err), DM_OK);
    request.method = (dm_reply_method)method;
    dm_status status = dm_reply_new(arena, &request, run, &reply, err);
    is_filled_by_rule(status, reply != NULL);
    is_between(reply->value.whole, best->value.whole, reply->upper.whole);
    assert_int_equal(reply->proven, reply->value.whole == reply->upper.whole);
    dm_reply_free(best);
    dm_reply_free(reply);
    dm_arena_free(arena);
    return status;
}

static dm_status stop_lead(int method, dm_run *run, dm_error *err)
{
    dm_arena *arena = family_board("grid:3x5", 1);
    dm_lead_request request = {.count = 2, .reply = 2};
    dm_lead *best = NULL, *lead = NULL;
    assert_int_equal(dm_lead_new(arena, &request, NULL, &best, err), DM_OK);
    request.method = (dm_lead_method)method;
    dm_status status = dm_lead_new(arena, &request, run, &lead, err);
    is_filled_by_rule(status, lead != NULL);
    is_between(lead->lower.whole, best->value.whole, lead->upper.whole);
    assert_int_equal(lead->proven, lead->lower.whole == lead->upper.whole);
    dm_lead_free(best);
    dm_lead_free(lead);
    dm_arena_free(arena);
    return status;
}

static dm_status stop_cnf(int variant, dm_run *run, dm_error *err)
{
    (void)variant;
    static const int32_t clauses[] = {1, -2, 0, 2, 3, 0, -1, -3, 0};
    dm_formula *cnf = NULL;
    bool satisfiable = false;
    int32_t assignment[3] = {0};
    assert_int_equal(dm_formula_new(3, clauses, 9, &cnf, err), DM_OK);
    dm_status status = dm_cnf_solve(cnf, run, &satisfiable, assignment, err);
    is_filled_by_rule(status, satisfiable && assignment[0] != 0);
    dm_formula_free(cnf);
    return status;
}

/* A cycle of triples, heavy enough to need a search. */
static dm_status stop_dnf(int variant, dm_run *run, dm_error *err)
{
    (void)variant;
    int32_t disjuncts[48];
    for (int32_t v = 1, i = 0; v <= 12; v++) {
        disjuncts[i++] = v;
        disjuncts[i++] = v % 12 + 1;
        disjuncts[i++] = (v + 4) % 12 + 1;
        disjuncts[i++] = 0;
    }
    dm_formula *dnf = NULL;
    bool truth = false;
    assert_int_equal(dm_formula_new(12, disjuncts, 48, &dnf, err), DM_OK);
    assert_int_equal(dm_dnf_game(dnf, NULL, &truth, err), DM_OK);
    bool wins = !truth;
    dm_status status = dm_dnf_game(dnf, run, &wins, err);
    is_filled_by_rule(status, wins == truth);
    dm_formula_free(dnf);
    return status;
}

static dm_status stop_best(int op, dm_run *run, dm_error *err)
{
    const dm_line_ask ask = {.op = (dm_line_op)op};
    dm_line_best *best = NULL;
    dm_status status = dm_line_best_move(level, &ask, run, &best, err);
    is_filled_by_rule(status, best != NULL);
    if (best)
        assert_true(best->move_count == 1 && best->moves && best->moves[0].op == ask.op);
    assert_true(status != DM_STOPPED || !best->proven);
    dm_line_best_free(best);
    return status;
}

/* `op` -1: samples of the first. */
static dm_status stop_odds(int op, dm_run *run, dm_error *err)
{
    const dm_line_ask ask = {
        .op = op < 0 ? DM_LINE_ADD : (dm_line_op)op, .samples = op < 0 ? 500 : 0, .epsilon = 1e-2};
    dm_line_odds *odds = NULL;
    dm_status status = dm_line_odds_of(level, &ask, run, &odds, err);
    is_filled_by_rule(status, odds != NULL);
    assert_true(status != DM_STOPPED || !odds->proven);
    assert_true(odds->low <= odds->decimal && odds->decimal <= odds->high);
    dm_line_odds_free(odds);
    return status;
}

static dm_status stop_odds_and_best(int op, dm_run *run, dm_error *err)
{
    const dm_line_ask ask = {.op = (dm_line_op)op, .epsilon = 1e-2};
    dm_line_odds *odds = NULL;
    dm_line_best *best = NULL;
    dm_status status = dm_line_odds_and_best(level, &ask, run, &odds, &best, err);
    is_filled_by_rule(status, odds != NULL);
    assert_true(status != DM_OK || best);
    dm_line_odds_free(odds);
    dm_line_best_free(best);
    return status;
}

static dm_status stop_generate(int variant, dm_run *run, dm_error *err)
{
    (void)variant;
    const dm_level_wish wish = {.vertices = 6,
                                .ask = {.op = DM_LINE_ADD},
                                .low = {1, 10},
                                .high = {9, 10},
                                .unique = true,
                                .seed = 1};
    dm_level *made = NULL;
    dm_line_odds *odds = NULL;
    dm_status status = dm_level_generate(&wish, run, &made, &odds, NULL, err);
    is_filled_by_rule(status, made && odds);
    assert_true((made == NULL) == (odds == NULL));
    dm_line_odds_free(odds);
    dm_level_free(made);
    return status;
}

static dm_status stop_attack(int variant, dm_run *run, dm_error *err)
{
    (void)variant;
    const dm_interval_rules rules = {.arena = DM_CIRCLE, .stones = 4};
    dm_attack_result *result = NULL;
    dm_status status = dm_interval_attack(&rules, "keypoint", NULL, run, &result, err);
    is_filled_by_rule(status, result != NULL);
    assert_int_equal(result->complete, status == DM_OK);
    dm_attack_result_free(result);
    return status;
}

/* One turn, or a game to its end. */
static dm_status stop_match(int whole, dm_run *run, dm_error *err)
{
    dm_contestant *contestants[2] = {NULL, NULL};
    dm_position *position = new_game(board, 2, 1, DM_TIES_NEUTRAL);
    dm_turn_report turn = {.seconds = -1};
    dm_match_result result = {.value = INT64_MIN};
    for (int side = 0; side < 2; side++)
        assert_int_equal(dm_contestant_new("minimax", 1, &contestants[side], err), DM_OK);
    dm_status status = whole ? dm_match_play(position, contestants, NULL, run, &result, err)
                             : dm_match_turn(position, contestants[0], NULL, run, &turn, err);
    is_filled_by_rule(status, whole ? result.value > INT64_MIN : turn.seconds >= 0);
    assert_true(whole || (status == DM_OK) == dm_position_turns_made(position));
    dm_contestant_free(contestants[0]);
    dm_contestant_free(contestants[1]);
    dm_position_free(position);
    return status;
}

static dm_status stop_review(int variant, dm_run *run, dm_error *err)
{
    (void)variant;
    static const dm_vertex moves[] = {0, 8};
    dm_arena *arena = family_board("path:9", 1);
    dm_position *game = new_game(arena, 1, 1, DM_TIES_NEUTRAL);
    dm_review *review = NULL;
    for (int turn = 0; turn < 2; turn++)
        assert_int_equal(dm_position_make(game, &moves[turn], 1, err), DM_OK);
    dm_status status = dm_review_new(game, 1e9, run, &review, err);
    is_filled_by_rule(status, review != NULL);
    dm_review_free(review);
    dm_position_free(game);
    dm_arena_free(arena);
    return status;
}

static dm_status stop_atlas(int variant, dm_run *run, dm_error *err)
{
    (void)variant;
    const dm_atlas_plan plan = {.table = "paths", .max_vertices = 8};
    dm_atlas *atlas = NULL;
    dm_atlas_tally tally = {.boards = -1};
    unlink(database);
    assert_int_equal(dm_atlas_open(database, true, &atlas, err), DM_OK);
    dm_status status = dm_atlas_run(atlas, &plan, run, &tally, err);
    is_filled_by_rule(status, tally.boards >= 0);
    dm_atlas_close(atlas);
    return status;
}

static dm_status stop_tournament(int variant, dm_run *run, dm_error *err)
{
    (void)variant;
    static const char *const players[] = {"random", "greedy"};
    const dm_tournament_plan plan = {.arena = "path:9",
                                     .rounds = 2,
                                     .per_turn = 1,
                                     .players = players,
                                     .player_count = 2,
                                     .games = 20};
    dm_tournament *tournament = NULL;
    assert_int_equal(dm_tournament_open(NULL, &plan, &tournament, err), DM_OK);
    dm_status status = dm_tournament_run(tournament, 1, run, err);
    int64_t games = dm_tournament_score(tournament, 0).games;
    assert_true(status == DM_OK ? games == 20 : games <= 20);
    dm_tournament_close(tournament);
    return status;
}

typedef struct stop_case {
    const char *name;
    dm_status (*call)(int variant, dm_run *run, dm_error *err);
    int variant;
    dm_status cancelled; /* the status if the run is stopped before the call */
} stop_case;

static const stop_case cases[] = {
    {"dm_distances_new", stop_distances, 0, DM_UNFINISHED},
    {"dm_metric_init", stop_metric, 0, DM_UNFINISHED},
    {"dmi_playouts_new", stop_playouts, 0, DM_UNFINISHED},
    {"dm_player_choose", stop_choice, 0, DM_STOPPED},
    {"dm_player_values", stop_values, 0, DM_STOPPED},
    {"dm_solve", stop_solve, 0, DM_STOPPED},
    {"dm_solve_strategy", stop_proof, false, DM_UNFINISHED},
    {"dm_verify", stop_proof, true, DM_UNFINISHED},
    {"dm_reply_new, tree", stop_reply, DM_REPLY_TREE, DM_STOPPED},
    {"dm_reply_new, slides", stop_reply, DM_REPLY_SLIDES, DM_STOPPED},
    {"dm_reply_new, exact", stop_reply, DM_REPLY_EXACT, DM_STOPPED},
    {"dm_reply_new, local", stop_reply, DM_REPLY_LOCAL, DM_STOPPED},
    {"dm_lead_new, exact", stop_lead, DM_LEAD_EXACT, DM_STOPPED},
    {"dm_lead_new, enumerate", stop_lead, DM_LEAD_ENUMERATE, DM_STOPPED},
    {"dm_lead_new, local", stop_lead, DM_LEAD_LOCAL, DM_STOPPED},
    {"dm_cnf_solve", stop_cnf, 0, DM_UNFINISHED},
    {"dm_dnf_game", stop_dnf, 0, DM_UNFINISHED},
    {"dm_line_best_move, add", stop_best, DM_LINE_ADD, DM_STOPPED},
    {"dm_line_best_move, cut", stop_best, DM_LINE_CUT, DM_STOPPED},
    {"dm_line_best_move, rope", stop_best, DM_LINE_ROPE, DM_UNFINISHED},
    {"dm_line_odds_of, add", stop_odds, DM_LINE_ADD, DM_STOPPED},
    {"dm_line_odds_of, cut", stop_odds, DM_LINE_CUT, DM_STOPPED},
    {"dm_line_odds_of, rope", stop_odds, DM_LINE_ROPE, DM_STOPPED},
    {"dm_line_odds_of, samples", stop_odds, -1, DM_STOPPED},
    {"dm_line_odds_and_best, cut", stop_odds_and_best, DM_LINE_CUT, DM_STOPPED},
    {"dm_line_odds_and_best, rope", stop_odds_and_best, DM_LINE_ROPE, DM_STOPPED},
    {"dm_level_generate", stop_generate, 0, DM_UNFINISHED},
    {"dm_interval_attack", stop_attack, 0, DM_STOPPED},
    {"dm_match_turn", stop_match, false, DM_UNFINISHED},
    {"dm_match_play", stop_match, true, DM_UNFINISHED},
    {"dm_review_new", stop_review, 0, DM_UNFINISHED},
    {"dm_atlas_run", stop_atlas, 0, DM_STOPPED},
    {"dm_tournament_run", stop_tournament, 0, DM_STOPPED},
};

/* Runs the call under a run that has been cancelled (limit 0) or stops after `limit` units. */
static dm_status call_within(const stop_case *c, int64_t limit)
{
    dm_error err = {0};
    dm_run *run = NULL;
    current = c->name;
    assert_ok(dm_run_new(&run, &err), err);
    if (limit)
        dm_run_set_work_limit(run, limit);
    else
        dm_run_cancel(run);
    dm_status status = c->call(c->variant, run, &err);
    if (status != DM_OK)
        assert_int_equal(err.status, status);
    dm_run_free(run);
    return status;
}

static void cancelled_calls_keep_the_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dm_status status = call_within(&cases[i], 0);
        if (status != cases[i].cancelled)
            fail_msg("%s: %s", cases[i].name, dm_status_text(status));
    }
}

/* The same if they are stopped later. */
static void limited_calls_keep_the_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int64_t limit = 1; limit < 100000; limit += run_long() ? 1 + limit / 2 : 4 * limit) {
            dm_status status = call_within(&cases[i], limit);
            if (status == DM_OK) /* more units change nothing */
                break;
            if (status != DM_STOPPED && status != DM_UNFINISHED)
                fail_msg("%s after %lld units: %s", cases[i].name, (long long)limit,
                         dm_status_text(status));
        }
}

static void calls_without_a_limit_finish(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dm_error err = {0};
        if (cases[i].call(cases[i].variant, NULL, &err) != DM_OK)
            fail_msg("%s: %s", cases[i].name, err.message);
    }
}

static int make_boards(void **state)
{
    dm_error err = {0};
    board = family_board("grid:8x8", 1);
    return dm_level_read(TEST_DATA "/../examples/levels/labyrinth.json", &level, &err) != DM_OK ||
           make_folder(state) != 0;
}

static int free_boards(void **state)
{
    (void)state;
    dm_level_free(level);
    dm_arena_free(board);
    unlink(database);
    return rmdir(folder);
}

/* Counting alone gives -41 to 41. */
static void a_stopped_solve_has_a_line_and_better_bounds(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *arena = family_board("grid:7x7", 1);
    dm_position *position = new_game(arena, 4, 1, DM_TIES_NEUTRAL);
    const dm_solve_request request = {.grace = 1e6};
    dm_solver *solver = NULL;
    dm_solution *solution = NULL;
    dm_run *run = NULL;
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_set_work_limit(run, 15000); /* the table of distances takes 10633 */
    assert_int_equal(dm_solver_new(NULL, &solver, &err), DM_OK);
    assert_int_equal(dm_solve(solver, position, &request, run, &solution, &err), DM_STOPPED);
    assert_false(solution->proven);
    assert_true(solution->lower > -41 && solution->lower < solution->upper && solution->upper < 41);
    assert_int_equal(solution->line_count, 8);
    for (int i = 0; i < 8; i++)
        assert_int_equal(dm_position_make(position, &solution->line[i], 1, &err), DM_OK);
    dm_solution_free(solution);
    dm_solver_free(solver);
    dm_run_free(run);
    dm_position_free(position);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stopped_solve_has_a_line_and_better_bounds),
        cmocka_unit_test(cancelled_calls_keep_the_rule),
        cmocka_unit_test(limited_calls_keep_the_rule),
        cmocka_unit_test(calls_without_a_limit_finish),
    };
    return cmocka_run_group_tests(tests, make_boards, free_boards);
}
