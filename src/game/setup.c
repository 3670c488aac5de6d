/* setup.c - a game from its rounds, stones per turn and stones already placed.
 *
 * If no side to move is given, the stones must be those of a game in progress, in turns of k that
 * White begins.  If it is given, any counts are allowed: that side completes its turn (to the next
 * multiple of k stones), then turns alternate; once a side has placed all its stones, the other
 * places the rest of its own in one turn.  The game ends when both have rounds * k stones.
 */
#include "base/base.h"
#include <assert.h>
#include <demesne/position.h>
#include <stdlib.h>

dm_status dm_stones_interleave(const dm_arena *arena, const dm_vertex *const list[2],
                               const int32_t count[2], int32_t per_turn, dm_stone **out,
                               dm_error *err)
{
    int32_t all = count[0] + count[1], made = 0, taken[2] = {0, 0};
    assert(per_turn > 0);
    dm_stone *stones = dmi_calloc((size_t)count[0] + (size_t)count[1] + 1, sizeof *stones);
    int32_t *holder = dmi_calloc((size_t)dm_arena_vertices(arena) + 1, sizeof *holder);
    dm_status status = stones && holder ? DM_OK : dmi_no_memory(err);
    for (int32_t player = 0; status == DM_OK && made < all; player = !player)
        for (int32_t i = 0; status == DM_OK && i < per_turn && taken[player] < count[player]; i++) {
            dm_vertex v = list[player][taken[player]++];
            if (holder[v])
                status = dmi_fail(err, DM_BAD_VERTEX,
                                  "vertex %d is given twice, to %s and to %s; a "
                                  "vertex holds one stone",
                                  v, dm_side_name((dm_side)(holder[v] - 1)),
                                  dm_side_name((dm_side)player));
            holder[v] = player + 1;
            stones[made++] = (dm_stone){v, player};
        }
    free(holder);
    if (status == DM_OK)
        *out = stones;
    else
        free(stones);
    return status;
}

static dm_status make_rules(const dm_setup *setup, const int32_t count[2], dm_rules *out,
                            dm_error *err)
{
    if (setup->stone_count == 0 && setup->to_move != DM_BLACK)
        return dm_rules_init((int32_t)setup->rounds, (int32_t)setup->per_turn, setup->ties, out,
                             err);
    size_t room = (size_t)(setup->stone_count + 2 * setup->rounds + 2);
    dm_turn *turns = dmi_alloc(room, sizeof *turns);
    if (!turns)
        return dmi_no_memory(err);
    /* Every given stone is a turn of its own; the rest of the game follows. */
    int64_t most = setup->rounds * setup->per_turn;
    int64_t placed[2] = {count[0], count[1]};
    int32_t made = 0;
    for (int32_t i = 0; i < setup->stone_count; i++)
        turns[made++] = (dm_turn){(dm_side)setup->stones[i].player, 1};
    bool is_even = (count[0] + count[1]) / setup->per_turn % 2 == 0; /* turns so far */
    dm_side side = setup->to_move >= 0 ? (dm_side)setup->to_move : is_even ? DM_WHITE : DM_BLACK;
    for (; placed[0] < most || placed[1] < most; side = dm_other(side)) {
        if (placed[side] == most)
            continue;
        bool alone = placed[dm_other(side)] == most;
        int64_t now =
            alone ? most - placed[side] : setup->per_turn - placed[side] % setup->per_turn;
        assert(now > 0 && (size_t)made < room);
        turns[made++] = (dm_turn){side, (int32_t)now};
        placed[side] += now;
    }
    dm_status status = dm_rules_init_turns(turns, made, setup->ties, out, err);
    free(turns);
    return status;
}

dm_status dm_position_resume(const dm_arena *arena, const dm_setup *setup, dm_position **out,
                             dm_error *err)
{
    dm_position *position = NULL;
    dm_rules rules = {0};
    int32_t count[2] = {0, 0};
    for (int32_t i = 0; i < setup->stone_count; i++)
        count[setup->stones[i].player]++;
    dm_status status = dm_rounds_fit(setup->rounds, setup->per_turn, arena, err);
    if (status != DM_OK)
        return status;
    int64_t most = setup->rounds * setup->per_turn;
    for (int side = DM_WHITE; side <= DM_BLACK; side++)
        if (count[side] > most)
            return dmi_fail(err, DM_BAD_ARGUMENT, "%s has %lld stones; the game has %lld per side",
                            side == DM_WHITE ? "White" : "Black", (long long)count[side],
                            (long long)most);
    /* White's stones if turns that it begins lead to so many of both. */
    int64_t k = setup->per_turn, stones = count[0] + count[1], turns = stones / k;
    int64_t white = (turns + 1) / 2 * k + (turns % 2 == 0 ? stones % k : 0);
    if (setup->to_move < 0 && count[0] != white)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "%lld white and %lld black stones cannot arise in turns of %lld that White "
                        "begins; name the side to move",
                        (long long)count[0], (long long)count[1], (long long)k);
    status = make_rules(setup, count, &rules, err);
    if (status == DM_OK)
        status = dm_position_new(arena, &rules, &position, err);
    for (int32_t i = 0; status == DM_OK && i < setup->stone_count; i++)
        status = dm_position_make(position, &setup->stones[i].vertex, 1, err);
    if (status == DM_OK)
        *out = position;
    else
        dm_position_free(position);
    dm_rules_clear(&rules);
    return status;
}
