/* test_fault_line_game.c - memory runs out while the game of two on edges is searched. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/line_duel.h>
#include <demesne/line_puzzle.h>

static dm_status make(dm_level **out, dm_error *err)
{
    dm_level_wish wish = {.kind = DM_LEVEL_TREE, .vertices = 4, .seed = 4};
    return dm_level_generate(&wish, NULL, out, NULL, NULL, err);
}

static dm_status led(dm_error *err)
{
    const dm_line_first_site_ask ask = {0, 1, DM_LINE_NEUTRAL};
    dm_level *level = NULL;
    dm_line_first_site lead;
    dm_status status = make(&level, err);
    if (status == DM_OK)
        status = dm_line_first_site_of(level, &ask, NULL, &lead, err);
    dm_level_free(level);
    return status;
}

static dm_status chosen(dm_error *err)
{
    const dm_line_duel duel = {.player = {0, 1}, .rounds = 1, .ops = 1U << DM_LINE_ADD};
    dm_level *level = NULL;
    dm_status status = make(&level, err);
    for (int how = DM_LINE_RANDOM; status == DM_OK && how <= DM_LINE_GREEDY; how++) {
        dm_line_move move;
        dm_rng rng;
        dm_rng_init(&rng, 1);
        status =
            dm_line_duel_choose(level, &duel, 1, (dm_line_duellist)how, &rng, NULL, &move, err);
    }
    dm_level_free(level);
    return status;
}

static void leads(void **state)
{
    (void)state;
    fault_sweep(led, FAULT_NO_MEMORY);
}

static void moves(void **state)
{
    (void)state;
    fault_sweep(chosen, FAULT_NO_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(leads), cmocka_unit_test(moves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
