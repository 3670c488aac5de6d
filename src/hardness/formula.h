/* formula.h - what the reductions ask of a formula beside its public calls. */
#ifndef DMI_FORMULA_H
#define DMI_FORMULA_H

#include <demesne/reduce.h>

/* DM_OK, or DM_BAD_ARGUMENT where a literal is negated. */
dm_status dmi_formula_is_positive(const dm_formula *formula, dm_error *err);

#endif
