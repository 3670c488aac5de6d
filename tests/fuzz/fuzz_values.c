/* fuzz_values.c - vertex values from a CSV. */
#include <demesne/source.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    int64_t values[10];
    dm_values_read_memory("fuzz", bytes, size, 10, values, NULL, NULL);
    return 0;
}
