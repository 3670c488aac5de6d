/* fuzz_dnf.c - DNF formulas are refused, or read and turned into a board. */
#include <demesne/reduce.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    enum { SMALL = 20 };
    dm_formula *dnf = NULL;
    dm_reduction *board = NULL;
    if (dm_dnf_read_memory("fuzz", bytes, size, &dnf, NULL) != DM_OK)
        return 0;
    if (dnf->variables <= SMALL && dm_reduce_dnf(dnf, &board, NULL) != DM_OK)
        abort();
    dm_reduction_free(board);
    dm_formula_free(dnf);
    return 0;
}
