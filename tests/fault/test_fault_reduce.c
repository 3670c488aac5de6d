/* test_fault_reduce.c - memory runs out while formulas are read, become boards and are played.
 * CaDiCaL is left out: what it takes is its own. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/reduce.h>
#include <string.h>

static dm_status satisfiability(dm_error *err)
{
    static const char text[] = "p cnf 3 4\n1 -2 0\n2 3 0\n-1 -3 2 0\n0\n";
    dm_formula *cnf = NULL;
    dm_reduction *board = NULL;
    dm_status status = dm_cnf_read_memory("m", text, strlen(text), &cnf, err);
    assert_true((status == DM_OK) == (cnf != NULL));
    if (status == DM_OK) {
        status = dm_reduce_sat(cnf, 2, &board, err);
        assert_true((status == DM_OK) == (board != NULL));
    }
    dm_reduction_free(board);
    dm_formula_free(cnf);
    return status;
}

static dm_status formula_game(dm_error *err)
{
    static const char text[] = "1 2 3\n3 4 5\n1 5 6\n2 4 6\n1 4\n";
    dm_formula *dnf = NULL;
    dm_reduction *board = NULL;
    bool wins;
    dm_status status = dm_dnf_read_memory("m", text, strlen(text), &dnf, err);
    if (status == DM_OK)
        status = dm_reduce_dnf(dnf, &board, err);
    assert_true((status == DM_OK) == (board != NULL));
    if (status == DM_OK)
        status = dm_dnf_game(dnf, NULL, &wins, err);
    signed char after[8];
    int32_t best = 0;
    if (status == DM_OK)
        status = dm_dnf_choose(dnf, &(int32_t){4}, 1, NULL, &wins, after, &best, err);
    dm_reduction_free(board);
    dm_formula_free(dnf);
    return status;
}

static void boards_of_theorem_3(void **state)
{
    (void)state;
    fault_sweep(satisfiability, FAULT_NO_MEMORY);
}

static void boards_and_games_of_theorem_4(void **state)
{
    (void)state;
    fault_sweep(formula_game, FAULT_NO_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_of_theorem_3),
        cmocka_unit_test(boards_and_games_of_theorem_4),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
