/* fuzz_cnf.c - CNF formulas are refused, or read and turned into a board. */
#include <demesne/reduce.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    enum { SMALL = 100 };
    dm_formula *cnf = NULL;
    dm_reduction *board = NULL;
    if (dm_cnf_read_memory("fuzz", bytes, size, &cnf, NULL) != DM_OK)
        return 0;
    if (cnf->variables <= SMALL && dm_reduce_sat(cnf, 2, &board, NULL) != DM_OK)
        abort();
    dm_reduction_free(board);
    dm_formula_free(cnf);
    return 0;
}
