/* test_verify.c - proofs hold, and proofs that were changed are refused. */
#include "check/minimax.h"
#include "support/support.h"
#include <demesne/record.h>
#include <demesne/solve.h>
#include <demesne/verify.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static dm_solver *solver;

static int make_solver(void **state)
{
    (void)state;
    const dm_solver_settings settings = {.memory = 16 << 20};
    return dm_solver_new(&settings, &solver, NULL) == DM_OK ? 0 : -1;
}

static int free_solver(void **state)
{
    (void)state;
    dm_solver_free(solver);
    return 0;
}

static dm_strategy *proof_of(const dm_position *start, dm_side side, int64_t bound)
{
    dm_error err = {0};
    dm_strategy *strategy = NULL;
    assert_ok(dm_solve_strategy(solver, start, side, bound, 1000000, NULL, &strategy, &err), err);
    assert_true((double)strategy->count <= dm_strategy_estimate(start, side));
    return strategy;
}

static dm_status check(const dm_position *start, const dm_strategy *strategy)
{
    dm_error err = {0};
    dm_verdict verdict = {-1, -1, -1};
    dm_status status = dm_verify(start, strategy, NULL, &verdict, &err);
    assert_true(status == DM_OK ? verdict.positions == strategy->count : verdict.positions == -1);
    assert_true(status == DM_OK || err.message[0]);
    return status;
}

/* Both bounds of random games, some continued from the middle, are proven; the bound one better has
 * no proof, and a claim of it is refused. */
static void proofs_of_random_games(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 41);
    int games = run_long() ? 5000 : 400;
    for (int game = 0; game < games; game++) {
        dm_vertex n = 4 + (dm_vertex)dm_rng_below(&rng, 4);
        int32_t per_turn = dm_rng_below(&rng, 3) ? 1 : 2;
        int32_t rounds = 1 + (int32_t)dm_rng_below(&rng, (uint64_t)(n / (2 * per_turn)));
        dm_tie_rule ties = (dm_tie_rule)dm_rng_below(&rng, 4);
        dm_arena *arena = random_board(&rng, n, random_features(&rng, BOARD_SMALL));
        dm_position *start = new_game(arena, rounds, per_turn, ties);
        int64_t value = check_game_value(arena, rounds, per_turn, ties);
        for (int side = DM_WHITE; side <= DM_BLACK; side++) {
            dm_strategy *strategy = proof_of(start, (dm_side)side, value);
            assert_int_equal(check(start, strategy), DM_OK);
            strategy->bound += side == DM_WHITE ? 1 : -1;
            assert_int_equal(check(start, strategy), DM_BAD_INPUT);
            dm_strategy *none = NULL;
            assert_int_equal(dm_solve_strategy(solver, start, (dm_side)side, strategy->bound,
                                               1000000, NULL, &none, NULL),
                             DM_BAD_ARGUMENT);
            assert_null(none);
            dm_strategy_free(strategy);
        }
        dm_position_free(start);
        dm_arena_free(arena);
    }
}

typedef void change(dm_strategy *strategy, dm_rng *rng);

static void claim_more(dm_strategy *s, dm_rng *rng)
{
    (void)rng;
    s->bound += s->side == DM_WHITE ? 1 : -1;
}

static void drop_last(dm_strategy *s, dm_rng *rng)
{
    (void)rng;
    s->count--;
}

static void turn_side(dm_strategy *s, dm_rng *rng)
{
    (void)rng;
    s->side = dm_other(s->side);
}

static void shift_turn(dm_strategy *s, dm_rng *rng)
{
    s->turns[dm_rng_below(rng, (uint64_t)s->count)]++;
}

static void shorten_entry(dm_strategy *s, dm_rng *rng)
{
    s->first[dm_rng_below(rng, (uint64_t)s->count) + 1]--;
}

/* Changes a stone of the position: no play meets that entry now. */
static void move_stone(dm_strategy *s, dm_rng *rng)
{
    int64_t i = s->count - 1;
    (void)rng;
    s->vertices[s->first[i]] = s->vertices[s->first[i] + 1];
}

static void answer_on_a_stone(dm_strategy *s, dm_rng *rng)
{
    int64_t i = s->count - 1;
    (void)rng;
    s->vertices[s->first[i + 1] - 1] = s->vertices[s->first[i]];
}

static void answer_nowhere(dm_strategy *s, dm_rng *rng)
{
    int64_t i = (int64_t)dm_rng_below(rng, (uint64_t)s->count);
    s->vertices[s->first[i + 1] - 1] = dm_rng_below(rng, 2) ? 1000 : -1;
}

static void repeat_entry(dm_strategy *s, dm_rng *rng)
{
    (void)rng;
    int64_t i = s->count - 1;
    dm_error err = {0};
    dm_vertex copy[16];
    int64_t length = s->first[i + 1] - s->first[i];
    memcpy(copy, s->vertices + s->first[i], (size_t)length * sizeof *copy);
    assert_ok(dm_strategy_add(s, s->turns[i], copy, length, &err), err);
}

static void changed_strategies_are_refused(void **state)
{
    (void)state;
    static change *const changes[] = {claim_more,   drop_last,         turn_side,
                                      shift_turn,   shorten_entry,     move_stone,
                                      repeat_entry, answer_on_a_stone, answer_nowhere};
    dm_rng rng;
    dm_rng_init(&rng, 42);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        for (int game = 0; game < 20; game++) {
            dm_arena *arena = random_board(&rng, 7, random_features(&rng, BOARD_SMALL));
            dm_tie_rule ties = (dm_tie_rule)dm_rng_below(&rng, 4);
            dm_position *start = new_game(arena, 3, 1, ties);
            int64_t value = check_game_value(arena, 3, 1, ties);
            dm_strategy *strategy = proof_of(start, (dm_side)(game % 2), value);
            assert_int_equal(check(start, strategy), DM_OK);
            changes[i](strategy, &rng);
            assert_int_equal(check(start, strategy), DM_BAD_INPUT);
            dm_strategy_free(strategy);
            dm_position_free(start);
            dm_arena_free(arena);
        }
}

/* With an answer changed at random, a strategy may still hold; but no bound better than the value
 * may be accepted. */
static void changed_answers_never_prove_too_much(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 43);
    int refused = 0;
    for (int game = 0; game < 300; game++) {
        dm_arena *arena = random_board(&rng, 6, random_features(&rng, BOARD_SMALL));
        dm_position *start = new_game(arena, 2, 1, DM_TIES_NEUTRAL);
        int64_t value = check_game_value(arena, 2, 1, DM_TIES_NEUTRAL);
        dm_strategy *strategy = proof_of(start, DM_WHITE, value);
        int64_t i = (int64_t)dm_rng_below(&rng, (uint64_t)strategy->count);
        strategy->vertices[strategy->first[i + 1] - 1] = (dm_vertex)dm_rng_below(&rng, 6);
        refused += check(start, strategy) != DM_OK;
        strategy->bound++;
        assert_int_equal(check(start, strategy), DM_BAD_INPUT);
        dm_strategy_free(strategy);
        dm_position_free(start);
        dm_arena_free(arena);
    }
    assert_true(refused > 50);
}

static const char good[] =
    "{\"demesne\":\"certificate\",\"version\":1,\"arena\":\"path:5\",\"seed\":1,"
    "\"fingerprint\":\"da83f61a1fb36e3d\",\"ties\":\"neutral\","
    "\"turns\":[[\"white\",1],[\"black\",1]],\"moves\":[],\"strategies\":2}\n"
    "{\"side\":\"white\",\"bound\":1,\"positions\":1}\n"
    "[[],[],[2]]\n"
    "{\"side\":\"black\",\"bound\":1,\"positions\":5}\n"
    "[[0],[],[1]]\n[[1],[],[2]]\n[[2],[],[1]]\n[[3],[],[0]]\n[[4],[],[0]]\n";

/* Reads and verifies. */
static dm_status judge(const char *text, dm_error *err)
{
    dm_certificate *certificate = NULL;
    dm_status status = dm_certificate_read_memory("proof", text, strlen(text), &certificate, err);
    for (int32_t i = 0; status == DM_OK && i < certificate->strategy_count; i++) {
        dm_verdict verdict;
        status =
            dm_verify(certificate->game->position, certificate->strategies[i], NULL, &verdict, err);
    }
    dm_certificate_free(certificate);
    return status;
}

/* Every kind of field is changed: the old text, the new text and a word of the message. */
static void changed_files_are_refused(void **state)
{
    (void)state;
    static const char *const changes[][3] = {
        {"\"certificate\"", "\"game\"", "not a certificate"},
        {"\"version\":1", "\"version\":2", "version"},
        {"path:5", "path:6", "fingerprint"},
        {"path:5", "nosuch:5", "family"},
        {"\"seed\":1", "\"seed\":\"x\"", "seed"},
        {"da83", "da84", "fingerprint"},
        {"neutral", "never", "ties"},
        {"[\"black\",1]]", "[\"black\",2]]", "stones"},
        {"[\"black\",1]]", "[\"white\",1]]", "no turn after"},
        {"\"moves\":[]", "\"moves\":[[0]]", "no turn after"},
        {"\"moves\":[]", "\"moves\":[[9]]", "move 1"},
        {"\"strategies\":2", "\"strategies\":3", "1 or 2"},
        {"\"strategies\":2", "\"strategies\":1", "end of the file"},
        {"\"side\":\"white\"", "\"side\":\"grey\"", "white or black"},
        {"\"side\":\"white\"", "\"side\":\"black\"", "no turn after"},
        {"\"bound\":1,\"positions\":1", "\"bound\":2,\"positions\":1", "claimed"},
        {"\"bound\":1,\"positions\":5", "\"bound\":0,\"positions\":5", "claimed"},
        {"\"bound\":1", "\"bound\":1.5", "bound"},
        {"\"positions\":5", "\"positions\":4", "end of the file"},
        {"\"positions\":5", "\"positions\":6", "ends here"},
        {"\"positions\":5", "\"positions\":-1", "positions"},
        {"\"positions\":1}", "\"positions\":1000000000000}", "expected [[white]"},
        {"[[],[],[2]]", "[[],[],[1]]", "claimed"},
        {"[[],[],[2]]", "[[],[],[5]]", "0..4"},
        {"[[],[],[2]]", "[[],[],[-1]]", "0..4"},
        {"[[],[],[2]]", "[[],[],[2,3]]", "stones"},
        {"[[],[],[2]]", "[[],[]]", "expected"},
        {"[[],[],[2]]", "[[],[],2]", "expected"},
        {"[[],[],[2]]", "[[],[],[2]", "expected"},
        {"[[2],[],[1]]", "[[2],[],[2]]", "at White 2"},
        {"[[2],[],[1]]", "[[2],[],[0]]", "claimed"},
        {"[[2],[],[1]]", "[[1],[],[2]]", "twice"},
        {"[[2],[],[1]]", "[[],[2],[1]]", "no turn after"},
        {"[[4],[],[0]]\n", "", "ends here"},
        {"[[4],[],[0]]\n", "[[4],[],[0]]\n[[4],[],[0]]\n", "end of the file"},
    };
    dm_error err = {0};
    assert_ok(judge(good, &err), err);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char text[sizeof good + 64];
        const char *at = strstr(good, changes[i][0]);
        assert_non_null(at);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, changes[i][1],
                 at + strlen(changes[i][0]));
        err = (dm_error){0};
        if (judge(text, &err) != DM_BAD_INPUT && err.status != DM_BAD_ARGUMENT)
            fail_msg("%s for %s: accepted, or %s", changes[i][1], changes[i][0], err.message);
        if (!strstr(err.message, changes[i][2]))
            fail_msg("%s for %s: %s", changes[i][1], changes[i][0], err.message);
    }
}

/* A proof survives the file, from the middle of a game too. */
static void files_keep_proofs(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 44);
    char path[] = "/tmp/demesne-proof-XXXXXX";
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    close(handle);
    for (int game = 0; game < 60; game++) {
        dm_error err = {0};
        dm_arena *arena = random_board(&rng, 7, random_features(&rng, BOARD_SMALL));
        dm_position *start = new_game(arena, 3, 1, (dm_tie_rule)dm_rng_below(&rng, 4));
        dm_solution *solution = NULL;
        dm_certificate *read = NULL;
        for (dm_vertex v = 0; v < game % 3; v++)
            assert_ok(dm_position_make(start, &v, 1, &err), err);
        assert_ok(dm_solve(solver, start, NULL, NULL, &solution, &err), err);
        dm_strategy *proof[2] = {proof_of(start, DM_WHITE, solution->lower),
                                 proof_of(start, DM_BLACK, solution->upper)};
        const dm_strategy *const written[2] = {proof[0], proof[1]};
        assert_ok(dm_certificate_write(start, "a board", 1, written, 2, path, &err), err);
        assert_ok(dm_certificate_read(path, &read, &err), err);
        assert_int_equal(read->strategy_count, 2);
        for (int side = 0; side < 2; side++) {
            assert_int_equal(read->strategies[side]->count, proof[side]->count);
            assert_int_equal(check(read->game->position, read->strategies[side]), DM_OK);
            dm_strategy_free(proof[side]);
        }
        dm_certificate_free(read);
        dm_solution_free(solution);
        dm_position_free(start);
        dm_arena_free(arena);
    }
    unlink(path);
}

/* The limit is checked before any work is done; a run can stop the work itself. */
static void limits(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 45);
    dm_arena *arena = random_board(&rng, 7, 0);
    dm_position *start = new_game(arena, 3, 1, DM_TIES_NEUTRAL);
    dm_strategy *strategy = NULL;
    assert_int_equal(dm_strategy_estimate(start, DM_WHITE), 1 + 6 + 6 * 4);
    assert_int_equal(dm_strategy_estimate(start, DM_BLACK), 7 + 7 * 5 + 7 * 5 * 3);
    assert_int_equal(dm_solve_strategy(solver, start, DM_WHITE, -7, 30, NULL, &strategy, NULL),
                     DM_TOO_LARGE);
    dm_run *run = NULL;
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_set_work_limit(run, 5);
    strategy = proof_of(start, DM_WHITE, -7);
    dm_verdict verdict;
    assert_int_equal(dm_verify(start, strategy, run, &verdict, NULL), DM_UNFINISHED);
    dm_run_free(run);
    dm_strategy_free(strategy);
    dm_position_free(start);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_of_random_games),
        cmocka_unit_test(changed_strategies_are_refused),
        cmocka_unit_test(changed_answers_never_prove_too_much),
        cmocka_unit_test(changed_files_are_refused),
        cmocka_unit_test(files_keep_proofs),
        cmocka_unit_test(limits),
    };
    return cmocka_run_group_tests(tests, make_solver, free_solver);
}
