/* blue.h - the strategies of Blue, for one kind of numbers: one stone at a time.  param[0] is the
 * number of stones of a turn, which turn_of_stones() reads.
 */

static inline bool choose_random_blue(board *b, dm_interval_player *p, num out)
{
    return random_place(b, (int)p->param[1], &p->rng, out);
}

static inline bool choose_greedy(board *b, dm_interval_player *p, num out)
{
    return best_place(b, b->side, (int)p->param[1], out);
}

static inline bool grab_or_greedy(board *b, int bits, num out)
{
    found result = NOT_THERE;
    if (b->count > 0 || !b->circle)
        result = take_key(b, PICK_FIRST, NULL, out);
    return result == FOUND || best_place(b, b->side, bits, out);
}

static inline bool choose_grab(board *b, dm_interval_player *p, num out)
{
    return grab_or_greedy(b, (int)p->param[1], out);
}

/* After the key points each of Blue's stones gains at least 1/n - e and Red's at most 1/n, and Blue
 * has at most n of them left: e = 2^-bits / n will do. */
static inline bool choose_tiny(board *b, dm_interval_player *p, num out)
{
    int bits = (int)p->param[1];
    for (int n = 1; n < b->n; n *= 2)
        bits++;
    return grab_or_greedy(b, bits, out);
}

/* Makes 1/k of the arena a whole number of units. */
static inline bool divide_by(board *b, uint32_t k)
{
    uint32_t a = k, rest = num_rest(b->unit, k);
    while (rest) { /* the greatest common divisor of both */
        uint32_t next = a % rest;
        a = rest;
        rest = next;
    }
    return a == k || refine(b, k / a, 0);
}

/* i/(2n-2) for i = 0 to n-2, then 1/2 + 1/(4n-4). */
static inline bool choose_lemma3(board *b, dm_interval_player *p, num out)
{
    (void)p;
    int laid = b->placed[DM_BLUE];
    uint32_t parts = 4 * (uint32_t)(b->n > 1 ? b->n - 1 : 1);
    if (b->count == 0)
        return best_place(b, DM_BLUE, USUAL_BITS, out);
    if (!divide_by(b, parts))
        return false;
    num_part(out, b->unit, parts);
    num_times(out, out, laid < b->n - 1 ? 2 * (uint32_t)laid : parts / 2 + 1);
    num_add(out, out, b->at[0]);
    wrap(b, out);
    return is_open(b, out) || best_place(b, DM_BLUE, USUAL_BITS, out);
}

/* j/8 of the minimum distance beside x, to one side or the other, if that is legal. */
static inline bool near_key(const board *b, const num x, int j, bool after, num out)
{
    num_part(out, b->apart, 8);
    num_times(out, out, (uint32_t)j);
    if (after)
        num_add(out, x, out);
    else
        num_sub(out, x, out);
    wrap(b, out);
    return is_open(b, out);
}

/* A place that no stone may lie on the free key point with. */
static inline found block_key(board *b, num out)
{
    if (b->count == 0 || num_sign(b->apart) == 0)
        return NOT_THERE;
    if (num_rest(b->apart, 8) && !refine(b, 8, 0))
        return FAILED;
    int far = b->closed ? 7 : 8; /* at 8/8 the key point is free again where that is legal */
    for (int i = 0; i < b->n; i++)
        for (int j = 2 * far + 1; j > 1 && is_open(b, b->key[i]); j--)
            if (near_key(b, b->key[i], j / 2, !(j % 2), out))
                return FOUND;
    return NOT_THERE;
}

/* What Red is sure to have after a stone of Blue's at x: the margin and the most that one red stone
 * gains or comes near to. */
static inline void red_best_after(board *b, const num x, num out)
{
    num gain;
    num_init(gain);
    board_place(b, x);
    margin(b, out);
    int richest = richest_gap(b, DM_RED);
    if (richest != NONE) {
        gain_of(b, gap_at(b, richest), DM_RED, gain);
        num_add(out, out, gain);
    }
    board_undo(b);
    num_clear(gain);
}

/* The widest interval that no stone fits into, from a stone on to one side; the hair is for those
 * that would leave room for exactly one place. */
static inline bool sealed_place(const board *b, int stone, bool after, const num hair, num out)
{
    num_add(out, b->apart, b->apart);
    if (b->closed)
        num_sub(out, out, hair);
    if (after)
        num_add(out, b->at[stone], out);
    else
        num_sub(out, b->at[stone], out);
    wrap(b, out);
    return is_open(b, out);
}

/* For the last stone: the best place at once, in `out`, or an interval that Red cannot break, if
 * that leaves Red with less. */
static inline void or_sealed(board *b, const num hair, num out)
{
    num place, least, left;
    num_init(place);
    num_init(least);
    num_init(left);
    red_best_after(b, out, least);
    for (int i = 0; i < 2 * b->count; i++) {
        if (b->who[i / 2] != DM_BLUE || !sealed_place(b, i / 2, i % 2, hair, place))
            continue;
        red_best_after(b, place, left);
        if (num_compare(left, least) < 0) {
            num_set(least, left);
            num_set(out, place);
        }
    }
    num_clear(place);
    num_clear(least);
    num_clear(left);
}

static inline bool choose_blocker(board *b, dm_interval_player *p, num out)
{
    int bits = (int)p->param[1];
    bool last = b->placed[DM_BLUE] == b->n - 1;
    found result = last ? NOT_THERE : block_key(b, out);
    if (result != NOT_THERE)
        return result == FOUND;
    if (!sharpen(b, bits) || !best_place(b, b->side, bits, out))
        return false;
    if (last && b->count > 0 && num_sign(b->apart) > 0) {
        num hair;
        num_init(hair);
        num_shrink(hair, b->unit, bits);
        or_sealed(b, hair, out);
        num_clear(hair);
    }
    return true;
}

/* --- Turns -------------------------------------------------------------------------------------
 */

typedef bool choose_fn(board *b, dm_interval_player *p, num out);

static choose_fn *const choose_by_type[] = {
#define X(name, colour, arenas, choose, help, source, ...) choose_##choose,
#include "interval/interval_players.def"
#undef X
};

/* How many stones a player's turn gets, those that lie included: Red catches up with Blue. */
static inline int turn_of_stones(const board *b, dm_interval_player *p)
{
    int most = turn_most(b);
    if (b->side == DM_RED || most == 1)
        return most;
    int64_t wish = p->param[0] ? p->param[0] : 1 + (int64_t)dm_rng_below(&p->rng, (uint64_t)most);
    return wish < most ? (int)wish : most;
}

/* Plays the turn, or what is left of it, as far as there are legal places.  False where the numbers
 * cannot grow so far; some stones may lie then. */
static inline bool play_turn(board *b, dm_interval_player *p, num scratch)
{
    int stones = turn_of_stones(b, p);
    while (b->in_turn < stones && any_legal(b)) {
        if (!choose_by_type[p->type](b, p, scratch))
            return false;
        board_place(b, scratch);
    }
    end_turn(b);
    return true;
}
