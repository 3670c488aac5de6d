/* test_fault_maps.c - memory runs out while maps are read. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>

static char path[300];
static dm_read_options options;

static dm_status read_board(dm_error *err)
{
    dm_reader *reader = NULL;
    dm_arena *arena = NULL;
    dm_status status = dm_reader_open(path, NULL, &reader, err);
    if (status != DM_OK)
        return status;
    dm_reader_options(reader, &options);
    status = dm_reader_next(reader, &arena, err);
    assert_true((status == DM_OK) == (arena != NULL));
    dm_arena_free(arena);
    dm_reader_free(reader);
    return status;
}

static void reading_streets(void **state)
{
    (void)state;
    static const char *const files[] = {"osm_pbf/dense.osm.pbf",   "osm_pbf/plain.osm.pbf",
                                        "osm_pbf/packed.osm.pbf",  "osm_xml/streets.osm",
                                        "osm_pbf/ignored.osm.pbf", "osm_xml/ignored.osm"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        for (int largest = 0; largest < 2; largest++) {
            snprintf(path, sizeof path, "%s/fuzz/corpus/%s", TEST_DATA, files[i]);
            options =
                (dm_read_options){.measure = largest ? DM_SECONDS : DM_METRES, .largest = largest};
            fault_sweep(read_board, FAULT_NO_MEMORY);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reading_streets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
