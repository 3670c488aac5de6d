/* candidates.h - what Blue tries, for one kind of numbers: key points, places a hair beside key
 * points and stones, middles of gaps, places at the minimum distance.
 *
 * Among such places is a best one wherever the best is attained at all: gains are linear between
 * stones and key points, so that they are largest or approached at an end of a gap
 * (docs/INTERVAL.md).
 */

typedef struct offers {
    num *places;
    int count, most;
    num hair; /* 2^-bits */
    num step; /* scratch */
} offers;

/* Room that offer_all() needs on a board of n stones each. */
static inline int offers_room(int n)
{
    return 20 * n + 8;
}

static inline void offer(const board *b, offers *o, const num x)
{
    num *place = &o->places[o->count];
    num_set(*place, x);
    wrap(b, *place);
    if (o->count < o->most - 1 && is_open(b, *place))
        o->count++;
}

/* x - by and x + by. */
static inline void offer_around(const board *b, offers *o, const num x, const num by)
{
    num place;
    num_init(place);
    num_sub(place, x, by);
    offer(b, o, place);
    num_add(place, x, by);
    offer(b, o, place);
    num_clear(place);
}

/* Beside x: at the minimum distance where that is legal, else a hair further. */
static inline void offer_neighbours(const board *b, offers *o, const num x)
{
    num_set(o->step, b->apart);
    if (!b->closed)
        num_add(o->step, o->step, o->hair);
    offer_around(b, o, x, o->step);
}

/* So near that nothing fits between. */
static inline void offer_sealed(const board *b, offers *o, const num x)
{
    if (num_sign(b->apart) == 0)
        return;
    num_add(o->step, b->apart, b->apart);
    if (b->closed)
        num_sub(o->step, o->step, o->hair);
    offer_around(b, o, x, o->step);
}

static inline void offer_keys(const board *b, offers *o, bool near)
{
    for (int i = 0; i < b->n; i++) {
        offer(b, o, b->key[i]);
        if (near)
            offer_around(b, o, b->key[i], o->hair);
        if (near && num_sign(b->apart) > 0) {
            offer_neighbours(b, o, b->key[i]);
            num_halve(o->step, b->apart); /* rounded down: nothing hangs on it */
            offer_around(b, o, b->key[i], o->step);
        }
    }
}

static inline bool offer_middles(board *b, offers *o)
{
    bool fine = true;
    num place;
    num_init(place);
    for (int i = 0; i < gap_count(b) && fine; i++)
        if (has_room(b, gap_at(b, i))) {
            fine = middle_of(b, gap_at(b, i), place);
            offer(b, o, place);
        }
    num_clear(place);
    return fine;
}

/* In order, each once. */
static inline void sort_offers(offers *o)
{
    int kept = 0;
    for (int i = 1; i < o->count; i++)
        for (int at = i; at > 0 && num_compare(o->places[at - 1], o->places[at]) > 0; at--)
            num_swap(o->places[at - 1], o->places[at]);
    for (int i = 0; i < o->count; i++)
        if (kept == 0 || num_compare(o->places[kept - 1], o->places[i]) != 0)
            num_swap(o->places[kept++], o->places[i]);
    o->count = kept;
}

/* Everything Blue tries now, into o->places, which are part of the board's pool.  False where the
 * numbers cannot grow so far. */
static inline bool offer_all(board *b, dm_attack_grid grid, int bits, offers *o)
{
    o->count = 0;
    if (!sharpen(b, bits))
        return false;
    num_shrink(o->hair, b->unit, bits);
    if (b->count == 0 && b->circle) { /* others are turned copies */
        num_zero(o->step);
        offer(b, o, o->step);
        return true;
    }
    offer_keys(b, o, grid != DM_GRID_KEYS);
    if (!b->circle) {
        num_zero(o->step);
        offer(b, o, o->step);
        offer(b, o, b->unit);
    }
    for (int i = 0; i < b->count && grid == DM_GRID_ALL; i++) {
        offer_neighbours(b, o, b->at[i]);
        offer_sealed(b, o, b->at[i]);
    }
    bool fine = grid == DM_GRID_NEAR || offer_middles(b, o); /* last: the hair is not scaled */
    sort_offers(o);
    return fine;
}
