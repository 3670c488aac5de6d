/* fuzz_record.c - game records are replayed or refused. */
#include <demesne/record.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    dm_record *record = NULL;
    if (dm_record_read_memory("fuzz", bytes, size, &record, NULL) == DM_OK)
        dm_record_free(record);
    return 0;
}
