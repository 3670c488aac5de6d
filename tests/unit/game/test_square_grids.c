/* test_square_grids.c - data/square-grids.csv: which games it has, the small ones solved again, and
 * the certificates of data/certificates/ checked by the rules alone. */
#include "support/support.h"
#include <demesne/record.h>
#include <demesne/solve.h>
#include <demesne/verify.h>
#include <stdio.h>

enum { MOST_SIDE = 40, MOST_ROUNDS = 5, NONE = 10000 };

/* value[rounds][side]; NONE where the file has no such game. */
typedef struct table {
    int value[MOST_ROUNDS + 1][MOST_SIDE + 1];
} table;

static void read_table(table *t)
{
    char path[400], line[200];
    for (int rounds = 0; rounds <= MOST_ROUNDS; rounds++)
        for (int side = 0; side <= MOST_SIDE; side++)
            t->value[rounds][side] = NONE;
    snprintf(path, sizeof path, "%s/../data/square-grids.csv", TEST_DATA);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s is missing", path);
    assert_non_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        int side, other, vertices, edges, rounds, lower, upper;
        assert_int_equal(sscanf(line, "grids,grid:%dx%d,%d,%d,%d,1,neutral,%d,%d,1", &side, &other,
                                &vertices, &edges, &rounds, &lower, &upper),
                         7);
        assert_true(side >= 2 && side <= MOST_SIDE && rounds >= 1 && rounds <= MOST_ROUNDS);
        assert_true(side == other && vertices == side * side && edges == 2 * side * (side - 1));
        assert_true(lower == upper && t->value[rounds][side] == NONE);
        t->value[rounds][side] = lower;
    }
    fclose(file);
}

static void no_square_is_missing(void **state)
{
    (void)state;
    static const int least[] = {0, 2, 2, 3, 3, 4}, most[] = {0, 30, 30, 20, 14, 9};
    table t;
    read_table(&t);
    for (int rounds = 1; rounds <= MOST_ROUNDS; rounds++)
        for (int side = least[rounds]; side <= most[rounds]; side++)
            if (t.value[rounds][side] == NONE)
                fail_msg("grid:%dx%d with %d rounds is missing", side, side, rounds);
}

/* What docs/ATLAS.md says of the table. */
static void black_wins_from_7x7_on(void **state)
{
    (void)state;
    table t;
    read_table(&t);
    for (int side = 2; side <= MOST_SIDE; side++) {
        if (t.value[1][side] != NONE)
            assert_int_equal(t.value[1][side], side % 2 ? side : 0);
        for (int rounds = 2; rounds <= 3; rounds++)
            if (t.value[rounds][side] != NONE)
                assert_true(side < 7 ? t.value[rounds][side] == 0 : t.value[rounds][side] < 0);
        for (int rounds = 4; rounds <= MOST_ROUNDS; rounds++)
            assert_true(t.value[rounds][side] <= 0 || t.value[rounds][side] == NONE);
    }
}

static void solve_again(dm_solver *solver, int side, int rounds, int value)
{
    char name[32];
    dm_solution *solution = NULL;
    dm_error err = {0};
    snprintf(name, sizeof name, "grid:%dx%d", side, side);
    dm_arena *arena = family_board(name, 1);
    dm_position *position = new_game(arena, rounds, 1, DM_TIES_NEUTRAL);
    assert_ok(dm_solve(solver, position, NULL, NULL, &solution, &err), err);
    if (solution->lower != value || solution->upper != value)
        fail_msg("%s, %d rounds: the file has %d, solved is %lld", name, rounds, value,
                 (long long)solution->lower);
    dm_solution_free(solution);
    dm_position_free(position);
    dm_arena_free(arena);
}

static void small_ones_are_solved_again(void **state)
{
    (void)state;
    static const int quick[] = {0, 12, 10, 7, 5, 4}, all[] = {0, 30, 24, 13, 9, 6};
    const dm_solver_settings settings = {.memory = 8 << 20};
    dm_solver *solver = NULL;
    table t;
    assert_int_equal(dm_solver_new(&settings, &solver, NULL), DM_OK);
    read_table(&t);
    for (int rounds = 1; rounds <= MOST_ROUNDS; rounds++)
        for (int side = 2; side <= (run_long() ? all : quick)[rounds]; side++)
            if (t.value[rounds][side] != NONE)
                solve_again(solver, side, rounds, t.value[rounds][side]);
    dm_solver_free(solver);
}

/* Both strategies of the file, and no more, guarantee the value. */
static void check_file(int side, int value)
{
    char path[400], name[32];
    dm_certificate *proof = NULL;
    dm_error err = {0};
    snprintf(path, sizeof path, "%s/../data/certificates/grid-%dx%d-2.jsonl", TEST_DATA, side,
             side);
    snprintf(name, sizeof name, "grid:%dx%d", side, side);
    assert_ok(dm_certificate_read(path, &proof, &err), err);
    assert_string_equal(proof->game->source, name);
    assert_int_equal(proof->strategy_count, 2);
    for (int i = 0; i < 2; i++) {
        dm_verdict verdict = {0};
        assert_ok(dm_verify(proof->game->position, proof->strategies[i], NULL, &verdict, &err),
                  err);
        assert_int_equal(verdict.worst, value);
    }
    dm_certificate_free(proof);
}

static void certificates_prove_the_values(void **state)
{
    (void)state;
    table t;
    read_table(&t);
    for (int side = 7; side <= 10; side++)
        check_file(side, t.value[2][side]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_square_is_missing),
        cmocka_unit_test(black_wins_from_7x7_on),
        cmocka_unit_test(small_ones_are_solved_again),
        cmocka_unit_test(certificates_prove_the_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
