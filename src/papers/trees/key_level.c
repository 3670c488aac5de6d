/* key_level.c - many rounds on a large complete tree.
 *
 * Algorithm 2 of Teramoto, Demaine and Uehara (2011).  The key level h is the first with room for n
 * stones.  With many stones for it (case A) a player takes its vertices, one in every set of k
 * siblings before a second anywhere; with few (case B) the level above, and then cuts into what the
 * other holds there.  Each step names a set of places; the paper takes any of them.
 *
 * That is not enough: the lowest loses by 605 with k = 3, n = 16, H = 8.  Taking the one that leads
 * most after the stone has withstood every attack tried (tests/unit/papers/test_tree_players.c).
 * Two more repairs: if a step has no free place, one beside a stone is taken; and a set of siblings
 * that the other side filled is not entered.  `repaired=0` plays as printed.
 *
 * O(n + c N) per move for c candidate places, N vertices.
 */
#include "papers/trees/tree_game.h"
#include "player/player.h"
#include <assert.h>

enum { ANYONE = -2 };

/* Free places of a level whose parent is held by `parent`. */
static dm_vertex collect_level(const dmi_tree_game *game, int32_t level, int parent, dm_vertex *out)
{
    dm_vertex end = dm_tree_level_begin(&game->theory, level + 1), count = 0;
    for (dm_vertex p = dm_tree_level_begin(&game->theory, level); p < end; p++)
        if (game->holder[p] == DMI_FREE &&
            (parent == ANYONE || game->holder[dmi_tree_parent(game, p)] == parent))
            out[count++] = p;
    return count;
}

int32_t dmi_tree_children_of(const dmi_tree_game *game, dm_vertex place, dm_side side)
{
    int32_t held = 0;
    for (int32_t i = 1; i <= game->tree.children; i++)
        held += game->holder[game->tree.children * place + i] == (int)side;
    return held;
}

/* Step (A)-1: free places in those sets of siblings that have none of ours and the most of theirs;
 * -1 if these sets are full. */
static dm_vertex collect_untouched(const dmi_tree_game *game, dm_side side, bool skips_full,
                                   dm_vertex *out)
{
    int32_t k = game->tree.children, level = game->theory.key_level - 1, most = -1;
    dm_vertex end = dm_tree_level_begin(&game->theory, level + 1), count = 0;
    for (dm_vertex parent = dm_tree_level_begin(&game->theory, level); parent < end; parent++) {
        int32_t theirs = dmi_tree_children_of(game, parent, dm_other(side));
        bool is_open =
            dmi_tree_children_of(game, parent, side) == 0 && !(skips_full && theirs == k);
        if (!is_open || theirs < most)
            continue;
        count = theirs > most ? 0 : count;
        most = theirs;
        for (dm_vertex p = k * parent + 1; p <= k * parent + k; p++)
            if (game->holder[p] == DMI_FREE)
                out[count++] = p;
    }
    return count == 0 && most >= 0 ? -1 : count;
}

/* Algorithm 2, case (B). */
static dm_vertex collect_b(dmi_tree_game *game, dm_side side, dm_vertex *out)
{
    int32_t level = game->theory.key_level;
    int own = (int)side, other = (int)dm_other(side);
    game->step = "(B)-1";
    dm_vertex count = collect_level(game, level - 1, ANYONE, out);
    if (count > 0)
        return count;
    game->step = "(B)-2";
    count = collect_level(game, level, other, out);
    if (count > 0)
        return count;
    game->step = "(B)-3";
    count = collect_level(game, level + 1, other, out);
    return count > 0 ? count : collect_level(game, level + 1, own, out);
}

dm_vertex dmi_key_moves(dmi_tree_game *game, dm_side side, bool skips_full, dm_vertex *out)
{
    if (game->theory.key_level == 0)
        return dmi_simple_moves(game, out);
    if (game->theory.key_case != 'A')
        return collect_b(game, side, out);
    int32_t level = game->theory.key_level;
    game->step = "(A)-1";
    dm_vertex count = collect_untouched(game, side, skips_full, out);
    if (count != 0)
        return count < 0 ? 0 : count;
    game->step = "(A)-2";
    count = collect_level(game, level, ANYONE, out);
    if (count > 0)
        return count;
    game->step = "(A)-3";
    while (count == 0 && ++level <= game->tree.height)
        count = collect_level(game, level, (int)dm_other(side), out);
    return count;
}

/* Free places, only those beside a stone if there are any. */
static dm_vertex collect_free(const dmi_tree_game *game, bool beside, dm_vertex *out)
{
    dm_vertex count = 0;
    for (dm_vertex p = 0; p < game->tree.n; p++) {
        int64_t child = (int64_t)game->tree.children * p + 1;
        bool is_beside =
            (p > 0 && game->holder[dmi_tree_parent(game, p)] != DMI_FREE) ||
            (child < game->tree.n &&
             dmi_tree_children_of(game, p, DM_WHITE) + dmi_tree_children_of(game, p, DM_BLACK) > 0);
        if (game->holder[p] == DMI_FREE && (!beside || is_beside))
            out[count++] = p;
    }
    return count == 0 && beside ? collect_free(game, false, out) : count;
}

dm_vertex dmi_key_candidates(dmi_tree_game *game, dm_side side, dm_vertex *out)
{
    dm_vertex count = dmi_key_moves(game, side, true, out);
    return count > 0 ? count : collect_free(game, true, out);
}

dm_status dmi_play_key_level(dm_player *player, dmi_tree_game *game, dm_position *position,
                             dm_run *run, dm_vertex *move, dm_error *err)
{
    dm_side side = dm_position_to_move(position);
    dm_vertex allowed = dmi_key_moves(game, side, true, game->moves);
    dm_vertex count = allowed > 0 ? allowed : collect_free(game, true, game->moves);
    assert(count > 0);
    for (dm_vertex i = 0; i < count; i++)
        game->moves[i] = game->tree.vertex[game->moves[i]];
    dm_status status = dmi_best_stone(position, game->moves, count, run, move, err);
    if (status == DM_OK)
        dmi_tree_note(player, game, side, move[0], allowed);
    return status;
}

dm_status dmi_choose_key_level(dm_player *player, dm_position *position, dm_run *run,
                               dm_vertex *move, dm_error *err)
{
    dmi_tree_game *game;
    dm_status status = dmi_tree_game_of(player, position, &game, err);
    if (status != DM_OK)
        return status;
    if (dmi_player_param(player, "repaired"))
        return dmi_play_key_level(player, game, position, run, move, err);
    dm_vertex allowed = dmi_key_moves(game, dm_position_to_move(position), false, game->moves);
    if (allowed == 0)
        collect_free(game, false, game->moves);
    move[0] = game->tree.vertex[game->moves[0]];
    dmi_tree_note(player, game, dm_position_to_move(position), move[0], allowed);
    return DM_OK;
}
