/* lengths.c - places and lengths of a game, and who leads.
 *
 * A player's length is summed stone by stone: half of the gap on either side, all of a border
 * segment.  The margin is summed interval by interval.  Both agree (Lemma 1, equation (3)).
 */
#include "interval/interval_game.h"

dm_interval_stone dm_interval_stone_at(const dm_interval *game, int32_t index)
{
    const board *b = &game->board;
    if (index < 0 || index >= b->count)
        return (dm_interval_stone){0};
    mpq_t place;
    mpq_init(place);
    mpz_set(mpq_numref(place), b->at[index]);
    mpz_set(mpq_denref(place), b->unit);
    double at = mpq_get_d(place);
    mpq_clear(place);
    return (dm_interval_stone){(dm_colour)b->who[index], b->turn_of[index], at};
}

void dm_interval_order(const dm_interval *game, int32_t *order)
{
    for (int i = 0; i < game->board.count; i++)
        order[i] = game->board.order[i];
}

static dm_status give_text(const num value, const num unit, char **out, dm_error *err)
{
    char *text = dmi_fraction_text(value, unit);
    if (!text)
        return dmi_no_memory(err);
    *out = text;
    return DM_OK;
}

dm_status dm_interval_stone_place(const dm_interval *game, int32_t index, char **out, dm_error *err)
{
    const board *b = &game->board;
    if (index < 0 || index >= b->count)
        return dmi_fail(err, DM_BAD_ARGUMENT, "there is no stone %d; the game has %d", index,
                        b->count);
    return give_text(b->at[index], b->unit, out, err);
}

dm_status dm_interval_key_point(const dm_interval *game, int32_t index, char **out, dm_error *err)
{
    const board *b = &game->board;
    if (index < 0 || index >= b->n)
        return dmi_fail(err, DM_BAD_ARGUMENT, "there is no key point %d; the game has %d", index,
                        b->n);
    if (b->circle && b->count == 0)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "a circle has no key points before Blue's first stone");
    return give_text(b->key[index], b->unit, out, err);
}

/* Twice the length of a player's cells. */
static void twice_land(const board *b, int side, num out)
{
    num length;
    num_init(length);
    num_zero(out);
    for (int i = 0; i < gap_count(b); i++) {
        gap g = gap_at(b, i);
        gap_length(b, g, length);
        if (at_border(g))
            num_add(length, length, length);
        if (owner(b, g.left) == side)
            num_add(out, out, length);
        if (owner(b, g.right) == side)
            num_add(out, out, length);
    }
    num_clear(length);
}

static void one_coloured(const board *b, int side, num out)
{
    num length;
    num_init(length);
    num_zero(out);
    for (int i = 0; i < gap_count(b); i++) {
        gap g = gap_at(b, i);
        if (at_border(g) || gap_owner(b, g) != side)
            continue;
        gap_length(b, g, length);
        num_add(out, out, length);
    }
    if (border_owner(b) == side) {
        interval_length(b, BORDER, length);
        num_add(out, out, length);
    }
    num_clear(length);
}

/* The border segment of a player if the other player owns the other one. */
static void single_border(const board *b, int side, num out)
{
    num_zero(out);
    if (b->circle || b->count == 0 || border_owner(b) != NOBODY)
        return;
    bool left = b->who[b->order[0]] == side;
    gap_length(b, gap_at(b, left ? 0 : b->count), out);
}

static void measure(const board *b, dm_interval_length what, num out)
{
    switch (what) {
    case DM_LENGTH_RED:
        twice_land(b, DM_RED, out);
        return;
    case DM_LENGTH_BLUE:
        twice_land(b, DM_BLUE, out);
        return;
    case DM_LENGTH_LEAD:
        margin(b, out);
        num_absolute(out);
        return;
    case DM_LENGTH_RED_INTERVALS:
        one_coloured(b, DM_RED, out);
        return;
    case DM_LENGTH_BLUE_INTERVALS:
        one_coloured(b, DM_BLUE, out);
        return;
    case DM_LENGTH_RED_BORDER:
        single_border(b, DM_RED, out);
        return;
    case DM_LENGTH_BLUE_BORDER:
        single_border(b, DM_BLUE, out);
        return;
    }
}

dm_status dm_interval_measure(const dm_interval *game, dm_interval_length what, char **out,
                              dm_error *err)
{
    const board *b = &game->board;
    num length, unit;
    num_init(length);
    num_init(unit);
    measure(b, what, length);
    num_set(unit, b->unit);
    if (what == DM_LENGTH_RED || what == DM_LENGTH_BLUE)
        num_add(unit, unit, unit);
    dm_status status = give_text(length, unit, out, err);
    num_clear(length);
    num_clear(unit);
    return status;
}

int32_t dm_interval_intervals(const dm_interval *game, dm_colour colour)
{
    return interval_count(&game->board, (int)colour);
}

dm_outcome dm_interval_outcome(const dm_interval *game)
{
    num lead;
    num_init(lead);
    margin(&game->board, lead);
    int sign = num_sign(lead);
    num_clear(lead);
    return dm_outcome_of(-(int64_t)sign);
}

/* The unit is also a multiple of n - 1, which the strategy of Lemma 3 needs. */
bool dmi_interval_small_unit(const dm_interval *game, int64_t *unit, int64_t *min_distance)
{
    enum { MOST = 60 };
    const board *b = &game->board;
    num fine, distance;
    num_init(fine);
    num_init(distance);
    uint32_t extra = b->n > 1 ? (uint32_t)b->n - 1 : 1;
    num_times(fine, b->unit, extra);
    num_times(distance, b->min_distance, extra);
    size_t bits = mpz_sizeinbase(fine, 2);
    bool fits = bits < MOST;
    if (fits) {
        mpz_mul_2exp(fine, fine, MOST - bits);
        mpz_mul_2exp(distance, distance, MOST - bits);
        *unit = (int64_t)num_word(fine);
        *min_distance = (int64_t)num_word(distance);
    }
    num_clear(fine);
    num_clear(distance);
    return fits;
}
