/* check/formula.h - formulas by their definitions: truth by all assignments, the formula game by
 * all orders of play. */
#ifndef CHECK_FORMULA_H
#define CHECK_FORMULA_H

#include <demesne/reduce.h>

/* Whether clause `clause`, counted from 1, has the literal. */
bool check_has_literal(const dm_formula *formula, int clause, int32_t literal);

/* Assignment number `bits` of n variables: bit i is variable i + 1. */
void check_assignment(int32_t n, uint32_t bits, int32_t *assignment);
/* Clauses of a CNF without a true literal. */
int check_false_clauses(const dm_formula *cnf, const int32_t *assignment);
/* Of at most 31 variables. */
bool check_satisfiable(const dm_formula *cnf);

/* Whether the first player wins the game on a positive DNF of a few variables. */
bool check_first_wins(const dm_formula *dnf);
/* The same once the players have these variables; bit i is variable i + 1.  The first is to move if
 * they have as many. */
bool check_first_wins_from(const dm_formula *dnf, uint32_t first, uint32_t second);

#endif
