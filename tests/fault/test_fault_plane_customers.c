/* test_fault_plane_customers.c - memory runs out while customers in the plane are read, scored and
 * covered. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/demesne.h>
#include <stdio.h>
#include <unistd.h>

static char file[64];
static int32_t count;
static dm_plane_rules rules;

static dm_status answer(dm_error *err)
{
    dm_plane_board *board = NULL;
    dm_plane *plane = NULL;
    dm_plane_customers *customers = NULL;
    dm_plane_cover *cover = NULL;
    char *demand = NULL;
    dm_status status = dm_plane_board_named("square", &board, err);
    if (status == DM_OK)
        status = dm_plane_new(board, &rules, &plane, err);
    if (status == DM_OK)
        status = dm_plane_read(plane, DM_WHITE, "1/2,1/2;1/4,1/4", err);
    if (status == DM_OK)
        status = dm_plane_customers_new(&customers, err);
    if (status == DM_OK)
        status = dm_plane_customers_read(customers, file, err);
    if (status == DM_OK)
        status = dm_plane_customers_demand(customers, &demand, err);
    if (status == DM_OK)
        status = dm_plane_cover_new(plane, customers, count, NULL, &cover, err);
    assert_true((status == DM_OK) == (cover != NULL));
    dm_plane_cover_free(cover);
    dm_free(demand);
    dm_plane_customers_free(customers);
    dm_plane_free(plane);
    dm_plane_board_free(board);
    return status;
}

static void replies(void **state)
{
    (void)state;
    snprintf(file, sizeof file, "/tmp/test_fault_plane_customers_%ld.csv", (long)getpid());
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs("x,y,demand\n", out);
    for (int i = 0; i < 12; i++)
        fprintf(out, "0.%d,0.%d,%d.5\n", i * 7 % 10, i * 3 % 8, i % 3);
    fclose(out);
    for (count = 1; count <= 2; count++)
        for (int rule = DM_TIES_NEUTRAL; rule <= DM_TIES_BLACK; rule++) {
            rules = (dm_plane_rules){.metric = rule / 2 ? DM_MANHATTAN : DM_EUCLID,
                                     .ties = (dm_tie_rule)rule};
            fault_sweep(answer, FAULT_NO_MEMORY);
        }
    unlink(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(replies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
