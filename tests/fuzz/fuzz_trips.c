/* fuzz_trips.c - tables of trips. */
#include <demesne/trips.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    dm_trip_table *table = NULL;
    dm_error err = {0};
    dm_status status = dm_trip_table_read_memory("trips", bytes, size, &table, &err);
    if ((status == DM_OK) != (table != NULL) || (status != DM_OK && !err.message[0]))
        abort();
    for (int64_t i = 0; table && i < table->count; i++)
        if (!table->customer[i][0] || !table->site[i][0] || table->trips[i] < 0)
            abort();
    dm_trip_table_free(table);
    return 0;
}
