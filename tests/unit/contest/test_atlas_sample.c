/* test_atlas_sample.c - a thousand games of the large tables, proven again without the search.
 *
 * golden/atlas-sample.csv has random rows of all graphs of 10 vertices and of all trees of 19 and
 * 20 (up to 4 rounds).  A certificate is two strategies, checked by the rules alone, which bound
 * the value from both sides; plain minimax tries all games where these are few.  All of it in the
 * long mode, otherwise some of it.
 */
#include "check/minimax.h"
#include "support/support.h"
#include <demesne/atlas.h>
#include <demesne/solve.h>
#include <demesne/verify.h>
#include <stdio.h>
#include <string.h>

typedef struct row {
    char table[24], board[64];
    int vertices, rounds;
    long long edges, value;
} row;

static bool read_row(FILE *file, row *out)
{
    char line[300];
    long long upper;
    int per_turn, proven;
    if (!fgets(line, sizeof line, file))
        return false;
    assert_int_equal(sscanf(line, "%23[^,],%63[^,],%d,%lld,%d,%d,neutral,%lld,%lld,%d", out->table,
                            out->board, &out->vertices, &out->edges, &out->rounds, &per_turn,
                            &out->value, &upper, &proven),
                     9);
    assert_true(per_turn == 1 && proven == 1 && upper == out->value);
    return true;
}

/* The orders in which the stones of the game can be placed. */
static double games_of(const row *r)
{
    double games = 1;
    for (int i = 0; i < 2 * r->rounds; i++)
        games *= r->vertices - i;
    return games;
}

static void check_certificate(dm_solver *solver, const dm_arena *arena, const row *r)
{
    dm_position *start = new_game(arena, r->rounds, 1, DM_TIES_NEUTRAL);
    for (int side = 0; side < 2; side++) {
        dm_error err = {0};
        dm_strategy *strategy = NULL;
        dm_verdict verdict = {0};
        assert_ok(dm_solve_strategy(solver, start, (dm_side)side, r->value, 1 << 24, NULL,
                                    &strategy, &err),
                  err);
        assert_ok(dm_verify(start, strategy, NULL, &verdict, &err), err);
        assert_int_equal(verdict.worst, r->value);
        dm_strategy_free(strategy);
    }
    dm_position_free(start);
}

static void check_row(dm_solver *solver, const row *r, double most_games, int *searched)
{
    dm_arena *arena = NULL;
    dm_error err = {0};
    assert_ok(dm_atlas_board(r->board, &arena, &err), err);
    assert_int_equal(dm_arena_vertices(arena), r->vertices);
    assert_int_equal(dm_arena_edges(arena), r->edges);
    check_certificate(solver, arena, r);
    if (games_of(r) <= most_games) {
        assert_int_equal(check_game_value(arena, r->rounds, 1, DM_TIES_NEUTRAL), r->value);
        ++*searched;
    }
    dm_arena_free(arena);
}

static void every_value_has_a_certificate(void **state)
{
    (void)state;
    const dm_solver_settings settings = {.memory = 8 << 20};
    dm_solver *solver = NULL;
    dm_error err = {0};
    char path[400], heading[200];
    int rows = 0, searched = 0;
    row r;
    snprintf(path, sizeof path, "%s/golden/atlas-sample.csv", TEST_DATA);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(heading, sizeof heading, file));
    assert_ok(dm_solver_new(&settings, &solver, &err), err);
    for (; read_row(file, &r); rows++)
        if (run_long() || (rows % 20 == 0 && games_of(&r) < 1e7))
            check_row(solver, &r, run_long() ? 2e5 : 1e4, &searched);
    dm_solver_free(solver);
    fclose(file);
    assert_int_equal(rows, 1000);
    assert_true(searched >= (run_long() ? 500 : 10));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_value_has_a_certificate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
