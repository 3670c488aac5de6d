/* evaluator_portable.c - the evaluator's loops in plain C, for any machine. */
#include "game/evaluator_kernels.h"

#define TARGET

#include "game/evaluator_widths_impl.h"

#define FORM(name) name##_64
#define CELL       uint64_t
#include "game/evaluator_impl.h"
#include <assert.h>

const dmi_kernels *dmi_kernels_portable(int width)
{
    assert(width >= 1);
    static const dmi_kernels *const by_width[] = {&kernels_8, &kernels_16, &kernels_32,
                                                  &kernels_64};
    return by_width[dmi_width_index(width)];
}
