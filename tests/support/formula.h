/* formula.h - formulas and their boards for tests. */
#ifndef TEST_FORMULA_H
#define TEST_FORMULA_H

#include "support/support.h"
#include <demesne/reduce.h>

enum { MOST_LITERALS = 400 };

/* Literals as in DIMACS, for a test to fill. */
typedef struct {
    int32_t literals[MOST_LITERALS];
    int64_t count;
} literal_text;

dm_formula *formula_of(int32_t variables, const literal_text *text);

/* Adds a clause given as a set: bit 2(v-1) is v, bit 2(v-1)+1 is -v. */
void put_clause(literal_text *text, unsigned set);

/* m clauses of 1 to `most` literals over n variables, with repetitions. */
dm_formula *random_formula(dm_rng *rng, int32_t n, int32_t m, int most, bool positive);

dm_reduction *sat_board(const dm_formula *cnf, int problem);
dm_reduction *dnf_board(const dm_formula *dnf);

#endif
