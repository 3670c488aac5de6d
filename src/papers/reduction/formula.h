/* formula.h - checks of formulas for the reductions. */
#ifndef DMI_PAPERS_REDUCTION_FORMULA_H
#define DMI_PAPERS_REDUCTION_FORMULA_H

#include <demesne/reduce.h>

/* DM_OK, or DM_BAD_ARGUMENT if a literal is negated. */
dm_status dmi_formula_is_positive(const dm_formula *formula, dm_error *err);

#endif
