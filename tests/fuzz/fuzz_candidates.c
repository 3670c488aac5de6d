/* fuzz_candidates.c - where stones may go, from a list or a CSV. */
#include <demesne/source.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* An accepted list has distinct vertices of the board. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    enum { N = 10 };
    dm_vertex *list = NULL, count = 0;
    bool seen[N] = {false};
    if (dm_candidates_read_memory("fuzz", bytes, size, N, &list, &count, NULL) != DM_OK)
        return 0;
    if (count < 1 || count > N)
        abort();
    for (dm_vertex i = 0; i < count; i++) {
        if (list[i] < 0 || list[i] >= N || seen[list[i]])
            abort();
        seen[list[i]] = true;
    }
    dm_free(list);
    return 0;
}
