/* formula.c - clauses of literals, sorted and without duplicates.
 *
 * A duplicate literal does not change the truth of a clause, but would become a parallel edge of a
 * board, so duplicates are removed when the formula is made.  O(L log L) for L literals.
 */
#include "papers/reduction/formula.h"

#include "base/base.h"
#include <stdlib.h>

void dm_formula_free(dm_formula *formula)
{
    if (!formula)
        return;
    free(formula->first);
    free(formula->literals);
    free(formula);
}

static dm_status check(int32_t variables, const int32_t *literals, int64_t count, int64_t *clauses,
                       dm_error *err)
{
    if (variables < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT, "a formula has at least one variable");
    if (count > 0 && literals[count - 1] != 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the last clause does not end with 0");
    for (int64_t i = 0; i < count; i++) {
        *clauses += literals[i] == 0;
        if (literals[i] < -variables || literals[i] > variables)
            return dmi_fail(err, DM_BAD_ARGUMENT, "literal %d; the variables are 1..%d",
                            literals[i], variables);
    }
    if (*clauses >= INT32_MAX)
        return dmi_fail(err, DM_TOO_LARGE, "a formula has fewer than %d clauses", INT32_MAX);
    return DM_OK;
}

/* By variable, the negated literal second. */
static int by_variable(const void *a, const void *b)
{
    int32_t p = *(const int32_t *)a, q = *(const int32_t *)b;
    return abs(p) != abs(q) ? (abs(p) > abs(q)) - (abs(p) < abs(q)) : (p < q) - (p > q);
}

/* Sorts `size` literals and removes duplicates; returns how many are left. */
static int64_t tidy(int32_t *literals, int64_t size)
{
    int64_t kept = 0;
    qsort(literals, (size_t)size, sizeof *literals, by_variable);
    for (int64_t i = 0; i < size; i++)
        if (kept == 0 || literals[kept - 1] != literals[i])
            literals[kept++] = literals[i];
    return kept;
}

static void fill(dm_formula *formula, const int32_t *literals, int64_t count)
{
    int64_t used = 0, size = 0;
    int32_t clause = 0;
    formula->first[0] = 0;
    for (int64_t i = 0; i < count; i++) {
        if (literals[i] != 0) {
            formula->literals[used + size++] = literals[i];
            continue;
        }
        used += tidy(formula->literals + used, size);
        size = 0;
        formula->first[++clause] = used;
    }
}

dm_status dm_formula_new(int32_t variables, const int32_t *literals, int64_t count,
                         dm_formula **out, dm_error *err)
{
    int64_t clauses = 0;
    dm_status status = check(variables, literals, count, &clauses, err);
    if (status != DM_OK)
        return status;
    dm_formula *formula = dmi_calloc(1, sizeof *formula);
    if (formula) {
        formula->first = dmi_alloc((size_t)clauses + 1, sizeof *formula->first);
        formula->literals = dmi_alloc((size_t)(count - clauses), sizeof *formula->literals);
    }
    if (!formula || !formula->first || !formula->literals) {
        dm_formula_free(formula);
        return dmi_no_memory(err);
    }
    formula->variables = variables;
    formula->clause_count = (int32_t)clauses;
    fill(formula, literals, count);
    *out = formula;
    return DM_OK;
}

bool dm_cnf_holds(const dm_formula *cnf, const int32_t *assignment)
{
    for (int32_t i = 0; i < cnf->clause_count; i++) {
        bool holds = false;
        for (int64_t k = cnf->first[i]; k < cnf->first[i + 1]; k++)
            holds |= assignment[abs(cnf->literals[k]) - 1] == cnf->literals[k];
        if (!holds)
            return false;
    }
    return true;
}

dm_status dmi_formula_is_positive(const dm_formula *formula, dm_error *err)
{
    for (int64_t k = 0; k < formula->first[formula->clause_count]; k++)
        if (formula->literals[k] < 0)
            return dmi_fail(err, DM_BAD_ARGUMENT,
                            "literal %d; a positive DNF has no negated literals",
                            formula->literals[k]);
    return DM_OK;
}
