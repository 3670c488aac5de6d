/* question_interval_trace.c - which step of its document each stone of a game on a circle or a
 * segment is.
 *
 * A strategy reports its decisions while it plays.  Stones that were given are explained by letting
 * the strategy of their side decide once more, from the first stone on: if it places the same
 * stones, they are its own.
 */
#include "question/questions.h"

#include <string.h>

dm_status interval_turn(const asking *a, interval_found *f, dm_error *err)
{
    const interval_fields *own = a->own;
    int32_t from = dm_interval_count(f->game);
    size_t traced = f->trace.count;
    dm_status status = dm_interval_player_explain(f->player[dm_interval_to_move(f->game)], f->game,
                                                  own->explain ? &f->trace : NULL, err);
    for (int32_t i = from; i < dm_interval_count(f->game) && status == DM_OK; i++)
        f->traced[i] = own->explain ? ++traced : 0;
    return status;
}

/* Whether stone i is at the same place in both games. */
static bool same_place(const dm_interval *a, const dm_interval *b, int32_t i)
{
    char *left = NULL, *right = NULL;
    bool same = dm_interval_stone_place(a, i, &left, NULL) == DM_OK &&
                dm_interval_stone_place(b, i, &right, NULL) == DM_OK && strcmp(left, right) == 0;
    dm_free(left);
    dm_free(right);
    return same;
}

/* Lets a player repeat the turn of stones `from` to `end` - 1; takes it back if others come out. */
static dm_status repeat_turn(interval_found *f, const dm_interval *game, dm_interval_player *player,
                             dm_interval *again, int32_t from, int32_t end, dm_error *err)
{
    size_t traced = f->trace.count;
    dm_status status = dm_interval_player_explain(player, again, &f->trace, err);
    bool same = dm_interval_count(again) == end;
    for (int32_t i = from; i < end && same; i++)
        same = same_place(game, again, i);
    for (int32_t i = from; i < end && same && status == DM_OK; i++)
        f->traced[i] = ++traced;
    while (status == DM_OK && !same && dm_interval_count(again) > from)
        status = dm_interval_undo(again, err);
    return status;
}

/* Places the stones of one turn as they were given. */
static dm_status copy_turn(const dm_interval *game, dm_interval *again, int32_t from, int32_t end,
                           dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t i = from; i < end && status == DM_OK; i++) {
        char *place = NULL;
        status = dm_interval_stone_place(game, i, &place, err);
        if (status == DM_OK)
            status = dm_interval_place(again, place, err);
        dm_free(place);
    }
    bool goes_on = end < dm_interval_count(game) && dm_interval_in_turn(again) > 0;
    return status == DM_OK && goes_on ? dm_interval_end_turn(again, err) : status;
}

dm_status interval_repeat(const asking *a, interval_found *f, const dm_interval *game,
                          dm_error *err)
{
    const interval_fields *own = a->own;
    dm_interval *again = NULL;
    dm_interval_player *player[2] = {NULL, NULL};
    dm_status status = dm_interval_new(dm_interval_rules_of(game), &again, err);
    for (int side = DM_BLUE; side <= DM_RED && status == DM_OK; side++)
        if (own->player[side] && strcmp(own->player[side], "human") != 0)
            status =
                dm_interval_player_new(own->player[side], (dm_colour)side,
                                       dm_rng_derive(a->seed, (uint64_t)side), &player[side], err);
    int32_t count = dm_interval_count(game);
    for (int32_t from = 0, end; from < count && status == DM_OK; from = end) {
        dm_interval_stone stone = dm_interval_stone_at(game, from);
        for (end = from + 1; end < count && dm_interval_stone_at(game, end).turn == stone.turn;)
            end++;
        if (player[stone.colour])
            status = repeat_turn(f, game, player[stone.colour], again, from, end, err);
        if (status == DM_OK && dm_interval_count(again) == from)
            status = copy_turn(game, again, from, end, err);
    }
    dm_interval_player_free(player[DM_BLUE]);
    dm_interval_player_free(player[DM_RED]);
    dm_interval_free(again);
    return status;
}
