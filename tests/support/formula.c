/* formula.c - formulas and their boards for tests. */
#include "support/formula.h"

dm_formula *formula_of(int32_t variables, const literal_text *t)
{
    dm_formula *formula = NULL;
    dm_error err = {0};
    assert_ok(dm_formula_new(variables, t->literals, t->count, &formula, &err), err);
    return formula;
}

void put_clause(literal_text *t, unsigned set)
{
    for (int bit = 0; set >> bit; bit++)
        if (set >> bit & 1)
            t->literals[t->count++] = bit % 2 == 0 ? bit / 2 + 1 : -(bit / 2 + 1);
    t->literals[t->count++] = 0;
}

dm_reduction *sat_board(const dm_formula *cnf, int problem)
{
    dm_reduction *board = NULL;
    dm_error err = {0};
    assert_ok(dm_reduce_sat(cnf, problem, &board, &err), err);
    return board;
}

dm_reduction *dnf_board(const dm_formula *dnf)
{
    dm_reduction *board = NULL;
    dm_error err = {0};
    assert_ok(dm_reduce_dnf(dnf, &board, &err), err);
    return board;
}

dm_formula *random_formula(dm_rng *rng, int32_t n, int32_t m, int most, bool positive)
{
    literal_text t = {.count = 0};
    for (int32_t j = 0; j < m; j++) {
        int size = (int)dm_rng_below(rng, (uint64_t)most) + 1;
        for (int k = 0; k < size; k++) {
            int32_t v = (int32_t)dm_rng_below(rng, (uint64_t)n) + 1;
            t.literals[t.count++] = positive || dm_rng_below(rng, 2) ? v : -v;
        }
        t.literals[t.count++] = 0;
    }
    assert_true(t.count <= MOST_LITERALS);
    return formula_of(n, &t);
}
