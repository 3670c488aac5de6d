/* test_fault_origins.c - memory runs out while it is found whom new sites take their demand from.
 */
#include "fault/wrap.h"
#include "location/choice/choice_origins.h"
#include "support/support.h"

enum { SITES = 5 };

static dm_arena *board;
static dm_terms terms;

static dm_status find_origins(dm_error *err)
{
    static const dm_vertex vertex[SITES] = {0, 5, 7, 10, 15};
    static const dmi_site_change change[SITES] = {DMI_SITE_STAYS, DMI_SITE_OPENS, DMI_SITE_STAYS,
                                                  DMI_SITE_CLOSES, DMI_SITE_OPENS};
    double before[SITES], from[2 * (SITES + 1)];
    dm_group group[SITES];
    for (int i = 0; i < SITES; i++)
        group[i] = (dm_group){i % 2 ? DM_WHITE : DM_BLACK, {.vertex = &vertex[i], .count = 1}};
    return dmi_choice_origins(board, &terms, group, SITES, change, 1, NULL, before, from, err);
}

static void origins(void **state)
{
    (void)state;
    board = family_board("grid:4x4", 1);
    for (int turn = 0; turn < 4; turn++) {
        terms = (dm_terms){.rule = DM_LOGIT,
                           .beta = 1,
                           .choices = turn % 2,
                           .outside = 1,
                           .has_radius = turn >= 2,
                           .radius = 3};
        fault_sweep(find_origins, FAULT_NO_MEMORY);
    }
    dm_arena_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(origins)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
