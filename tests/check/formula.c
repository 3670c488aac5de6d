/* check/formula.c - formulas by their definitions. */
#include "check/formula.h"

bool check_has_literal(const dm_formula *formula, int clause, int32_t literal)
{
    bool found = false;
    for (int64_t k = formula->first[clause - 1]; k < formula->first[clause]; k++)
        found |= formula->literals[k] == literal;
    return found;
}

void check_assignment(int32_t n, uint32_t bits, int32_t *assignment)
{
    for (int32_t i = 0; i < n; i++)
        assignment[i] = bits >> i & 1 ? i + 1 : -(i + 1);
}

/* Clauses without a true literal. */
int check_false_clauses(const dm_formula *cnf, const int32_t *assignment)
{
    int count = 0;
    for (int32_t j = 1; j <= cnf->clause_count; j++) {
        bool holds = false;
        for (int32_t i = 0; i < cnf->variables; i++)
            holds |= check_has_literal(cnf, j, assignment[i]);
        count += !holds;
    }
    return count;
}

bool check_satisfiable(const dm_formula *cnf)
{
    int32_t assignment[32];
    for (uint32_t bits = 0; bits < UINT32_C(1) << cnf->variables; bits++) {
        check_assignment(cnf->variables, bits, assignment);
        if (check_false_clauses(cnf, assignment) == 0)
            return true;
    }
    return false;
}

/* By trying every order of play. */
static bool first_wins(const dm_formula *dnf, uint32_t first, uint32_t second)
{
    int32_t n = dnf->variables;
    uint32_t all = (UINT32_C(1) << n) - 1, free_ones = all & ~(first | second);
    bool first_moves = __builtin_popcount(first) == __builtin_popcount(second);
    if (!free_ones) {
        for (int32_t j = 0; j < dnf->clause_count; j++) {
            bool has_all = true;
            for (int64_t k = dnf->first[j]; k < dnf->first[j + 1]; k++)
                has_all &= first >> (dnf->literals[k] - 1) & 1;
            if (has_all)
                return true;
        }
        return false;
    }
    for (int32_t v = 0; v < n; v++) {
        uint32_t bit = UINT32_C(1) << v;
        if (!(free_ones & bit))
            continue;
        bool wins = first_moves ? first_wins(dnf, first | bit, second)
                                : first_wins(dnf, first, second | bit);
        if (wins == first_moves)
            return wins;
    }
    return !first_moves;
}

bool check_first_wins_from(const dm_formula *dnf, uint32_t first, uint32_t second)
{
    return first_wins(dnf, first, second);
}

bool check_first_wins(const dm_formula *dnf)
{
    return first_wins(dnf, 0, 0);
}
