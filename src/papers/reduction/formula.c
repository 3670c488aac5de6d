/* formula.c - clauses of literals, sorted and without duplicates.
 *
 * A duplicate literal does not change the truth of a clause, but would become a parallel edge of a
 * board, so duplicates are removed when the formula is made.  O(L log L) for L literals.
 */
#include "papers/reduction/reduction_board.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>

void dm_formula_free(dm_formula *formula)
{
    if (!formula)
        return;
    free(formula->first);
    free(formula->literals);
    free(formula);
}

/* By variable, the negated literal second. */
static int literal_by_variable(const void *a, const void *b)
{
    int32_t p = *(const int32_t *)a, q = *(const int32_t *)b;
    return abs(p) != abs(q) ? (abs(p) > abs(q)) - (abs(p) < abs(q)) : (p < q) - (p > q);
}

dm_status dm_formula_new(int32_t variables, const int32_t *literals, int64_t count,
                         dm_formula **out, dm_error *err)
{
    int64_t clauses = 0, used = 0, size = 0;
    if (variables < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT, "a formula has at least one variable");
    if (count > 0 && literals[count - 1] != 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the last clause does not end with 0");
    for (int64_t i = 0; i < count; i++) {
        clauses += literals[i] == 0;
        if (literals[i] < -variables || literals[i] > variables)
            return dmi_fail(err, DM_BAD_ARGUMENT, "literal %d; the variables are 1..%d",
                            literals[i], variables);
    }
    if (clauses >= INT32_MAX)
        return dmi_fail(err, DM_TOO_LARGE, "a formula has fewer than %d clauses", INT32_MAX);
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
    formula->first[0] = 0;
    for (int64_t i = 0; i < count; i++) {
        int32_t *clause = formula->literals + used;
        if (literals[i] != 0) {
            clause[size++] = literals[i];
            continue;
        }
        int64_t kept = 0; /* without duplicates */
        qsort(clause, (size_t)size, sizeof *clause, literal_by_variable);
        for (int64_t k = 0; k < size; k++)
            if (kept == 0 || clause[kept - 1] != clause[k])
                clause[kept++] = clause[k];
        used += kept;
        size = 0;
        formula->first[++formula->clause_count] = used;
    }
    assert(formula->clause_count == clauses && used <= count - clauses);
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
