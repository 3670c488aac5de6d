/* test_fault_fit.c - memory runs out while trips are read and a rule is fitted to them. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/fit.h>
#include <demesne/trips.h>

static dm_arena *board;
static dm_fit_request ask;

static dm_status fit_rule(dm_error *err)
{
    dm_fit *fit = NULL;
    dm_status status = dm_fit_new(board, &ask, NULL, &fit, err);
    assert_true((status == DM_OK) == (fit != NULL));
    dm_fit_free(fit);
    return status;
}

static dm_status make_table(dm_error *err)
{
    static const char *const cells[] = {"Mill", "Harbour", "3", "Mill", "Quay", "1"};
    dm_trip_table *table = NULL;
    dm_status status = dm_trip_table_new("trips", cells, 2, &table, err);
    assert_true((status == DM_OK) == (table != NULL));
    dm_trip_table_free(table);
    return status;
}

static void fits(void **state)
{
    static const dm_vertex site[] = {0, 5, 15}, customer[] = {1, 6, 9, 14};
    static const int64_t offset[] = {0, 1, 0};
    static const dm_trip trip[] = {{0, 0, 4}, {0, 1, 2}, {1, 1, 5}, {1, 2, 2},
                                   {2, 0, 3}, {2, 2, 3}, {3, 2, 6}, {3, 0, 1}};
    (void)state;
    board = family_board("grid:4x4", 1);
    for (int turn = 0; turn < 4; turn++) {
        ask = (dm_fit_request){.rule = turn % 2 ? DM_LOGIT : DM_HUFF,
                               .floor = 1,
                               .has_radius = turn >= 2,
                               .radius = 9,
                               .site = site,
                               .offset = offset,
                               .sites = 3,
                               .customer = customer,
                               .customers = 4,
                               .trip = trip,
                               .trips = 8};
        fault_sweep(fit_rule, FAULT_NO_MEMORY);
    }
    fault_sweep(make_table, FAULT_NO_MEMORY);
    dm_arena_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
