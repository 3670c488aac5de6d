/* test_errata_strategies.c - choices that Teramoto, Demaine, Uehara (2011) leave open in their
 * strategies on trees, and that lose.  docs/ERRATA.md uses the same names. */
#include "support/games.h"
#include "support/tree_attack.h"
#include <demesne/complete_tree.h>

/* Step (A)-2 takes "an unoccupied key vertex"; the lowest one loses. */
static void any_key_vertex_is_not_good_enough(void **state)
{
    (void)state;
    static const dm_vertex small[] = {17, 18, 5, 4, 6};
    static const dm_vertex large[] = {43, 52, 7, 8, 9, 10, 11, 12, 61, 55, 64, 53, 62, 40, 54, 41};
    dm_arena *arena = tree_board(2, 7);
    assert_int_equal(play_against(arena, 5, "key-level:repaired=0", small), -3);
    assert_true(play_against(arena, 5, "key-level", small) >= 0);
    dm_arena_free(arena);
    arena = tree_board(3, 8);
    assert_int_equal(play_against(arena, 16, "key-level:repaired=0", large), -605);
    assert_true(play_against(arena, 16, "key-level", large) > 0);
    dm_arena_free(arena);
    tree_attack search = {.children = 2, .height = 7, .rounds = 5, .printed = true, .width = 500};
    assert_int_equal(run_tree_attack(&search).worst, -3);
}

/* Step (A)-1 for Black: White has all vertices of a set of siblings. */
static void full_sets_are_skipped(void **state)
{
    (void)state;
    dm_error err = {0};
    static const dm_vertex stones[] = {3, 9, 4}; /* tree:2,5: 3 and 4 are siblings in level 2 */
    dm_arena *arena = tree_board(2, 5);
    for (int repaired = 0; repaired <= 1; repaired++) {
        dm_position *position = new_game(arena, 4, 1, DM_TIES_NEUTRAL);
        for (int i = 0; i < 3; i++)
            assert_ok(dm_position_make(position, &stones[i], 1, &err), err);
        dm_player *player = player_of(repaired ? "key-level" : "key-level:repaired=0", 1);
        dm_vertex move;
        assert_ok(dm_player_choose(player, position, NULL, &move, &err), err);
        assert_true((move == 5 || move == 6) == (repaired == 1)); /* the other set of level 2 */
        dm_player_free(player);
        dm_position_free(position);
    }
    dm_arena_free(arena);
}

/* n = 1: the key level is the root's, and case (B) would look for a level above it. */
static void one_round_has_no_level_above_its_key_level(void **state)
{
    (void)state;
    dm_tree_theory plan;
    assert_int_equal(dm_tree_theory_init(3, 3, 1, &plan, NULL), DM_OK);
    assert_int_equal(plan.key_level, 0);
    assert_int_equal(plan.key_case, '1');
    static const dm_vertex black[] = {1};
    dm_arena *arena = tree_board(3, 3);
    assert_int_equal(play_against(arena, 1, "key-level", black), 1 + (3 - 2) * 13);
    dm_arena_free(arena);
}

/* White takes the root first, then the last stone cannot be copied. */
static void copying_for_ever_loses(void **state)
{
    (void)state;
    tree_attack attack = {
        .children = 4, .height = 4, .rounds = 3, .defender = DM_BLACK, .stubborn = true};
    assert_true(run_tree_attack(&attack).worst < 0);
    attack.stubborn = false;
    assert_int_equal(run_tree_attack(&attack).worst, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_key_vertex_is_not_good_enough),
        cmocka_unit_test(full_sets_are_skipped),
        cmocka_unit_test(one_round_has_no_level_above_its_key_level),
        cmocka_unit_test(copying_for_ever_loses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
