/* test_mirror.c - mirror ties on every board that can be folded, and recognises those boards. */
#include "game/evaluator.h"
#include "support/games.h"
#include <demesne/graph.h>

static void mirror_ties(void **state)
{
    (void)state;
    static const char *const boards[] = {"path:8",          "cycle:10",      "grid:4x5",
                                         "grid:6x6",        "torus:4x5",     "hypercube:4",
                                         "complete:8",      "bipartite:5,5", "bipartite:4,6",
                                         "caterpillar:4,2", "grid:8x9"};
    static const char *const attackers[] = {"random", "minimax", "minimax:depth=2"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        dm_arena *plain = family_board(boards[i], 1);
        int32_t half = dm_arena_vertices(plain) / 2;
        for (uint64_t seed = 1; seed <= 6; seed++) {
            dm_arena *arena = shuffled_board(plain, seed);
            const char *white = attackers[seed % 3];
            assert_int_equal(play_game(arena, half < 5 ? half : 5, white, "mirror", seed), 0);
            dm_arena_free(arena);
        }
        dm_arena_free(plain);
    }
}

/* Finds a fold by trying every involution. */
static bool can_fold(const dm_distances *table, const dm_arena *arena, dm_vertex *partner)
{
    const int64_t *values = dm_arena_values(arena);
    dm_vertex v = 0, n = dm_arena_vertices(arena);
    while (v < n && partner[v] >= 0)
        v++;
    if (v == n) {
        for (dm_vertex a = 0; a < n; a++)
            for (dm_vertex b = 0; b < n; b++)
                if (dm_distance(table, a, b) != dm_distance(table, partner[a], partner[b]) ||
                    dm_value_of(values, a) != dm_value_of(values, partner[a]))
                    return false;
        return true;
    }
    bool found = false;
    for (dm_vertex w = v + 1; w < n && !found; w++)
        if (partner[w] < 0) {
            partner[v] = w;
            partner[w] = v;
            found = can_fold(table, arena, partner);
            partner[v] = partner[w] = -1;
        }
    return found;
}

static void mirror_finds_a_fold_wherever_there_is_one(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 21);
    int folded = 0, boards = 0;
    for (int i = 0; i < 600; i++, boards++) {
        dm_vertex n = 2 + (dm_vertex)dm_rng_below(&rng, 7);
        dm_arena *arena = random_board(&rng, n, i % 3 ? 0 : BOARD_TREE);
        dm_position *position = new_game(arena, n / 2, 1, DM_TIES_NEUTRAL);
        dm_player *player = player_of("mirror", 1);
        dm_vertex partner[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
        dmi_evaluator *evaluator = dmi_position_evaluator(position);
        assert_non_null(evaluator);
        bool folds = can_fold(dm_position_distances(position), arena, partner);
        assert_int_equal(dm_player_can_play(player, position, NULL, NULL),
                         folds ? DM_OK : DM_UNSUPPORTED);
        if (folds)
            assert_int_equal(play_game(arena, n / 2, "random", "mirror", (uint64_t)i), 0);
        folded += folds;
        dm_player_free(player);
        dm_position_free(position);
        dm_arena_free(arena);
    }
    assert_true(folded > 50 && folded < boards - 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mirror_ties),
        cmocka_unit_test(mirror_finds_a_fold_wherever_there_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
