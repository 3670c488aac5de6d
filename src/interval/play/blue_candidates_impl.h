/* blue_candidates_impl.h - the places that an attack tries for Blue: key points, places close to
 * key points and stones, middles of gaps, places at the minimum distance.
 *
 * If a best place exists, one of these is best: gains are linear between stones and key points, so
 * they are largest, or approached, at an end of a gap (docs/INTERVAL.md).
 */
#ifndef DMI_INTERVAL_PLAY_BLUE_CANDIDATES_IMPL_H
#define DMI_INTERVAL_PLAY_BLUE_CANDIDATES_IMPL_H

#include "interval/places_impl.h"

typedef struct candidate_list {
    num *places;
    int count, most;
    num epsilon; /* 2^-bits: "close to" a place */
    num step;    /* scratch */
} candidate_list;

/* The most candidates of a game with n stones per player. */
static inline int candidate_room(int n)
{
    return 20 * n + 8;
}

static inline void add_candidate(const board *b, candidate_list *o, const num x)
{
    num *place = &o->places[o->count];
    num_set(*place, x);
    wrap(b, *place);
    if (o->count < o->most - 1 && is_open(b, *place))
        o->count++;
}

/* x - by and x + by. */
static inline void add_both_sides(const board *b, candidate_list *o, const num x, const num by)
{
    num place;
    num_init(place);
    num_sub(place, x, by);
    add_candidate(b, o, place);
    num_add(place, x, by);
    add_candidate(b, o, place);
    num_clear(place);
}

/* On both sides of x, at the minimum distance if that is legal, else epsilon further. */
static inline void add_neighbours(const board *b, candidate_list *o, const num x)
{
    num_set(o->step, b->min_distance);
    if (!b->closed)
        num_add(o->step, o->step, o->epsilon);
    add_both_sides(b, o, x, o->step);
}

/* So near to x that no stone fits between. */
static inline void add_unbreakable(const board *b, candidate_list *o, const num x)
{
    if (num_sign(b->min_distance) == 0)
        return;
    num_add(o->step, b->min_distance, b->min_distance);
    if (b->closed)
        num_sub(o->step, o->step, o->epsilon);
    add_both_sides(b, o, x, o->step);
}

static inline void add_key_points(const board *b, candidate_list *o, bool near)
{
    for (int i = 0; i < b->n; i++) {
        add_candidate(b, o, b->key[i]);
        if (near)
            add_both_sides(b, o, b->key[i], o->epsilon);
        if (near && num_sign(b->min_distance) > 0) {
            add_neighbours(b, o, b->key[i]);
            num_halve(o->step, b->min_distance); /* rounded down, which does not matter */
            add_both_sides(b, o, b->key[i], o->step);
        }
    }
}

static inline bool add_middles(board *b, candidate_list *o)
{
    bool fine = true;
    num place;
    num_init(place);
    for (int i = 0; i < gap_count(b) && fine; i++)
        if (has_room(b, gap_at(b, i))) {
            fine = middle_of(b, gap_at(b, i), place);
            add_candidate(b, o, place);
        }
    num_clear(place);
    return fine;
}

/* Sorts the candidates and removes duplicates. */
static inline void sort_candidates(candidate_list *o)
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

/* Fills o->places, which are in the board's pool.  False if the numbers cannot grow so far. */
static inline bool find_candidates(board *b, dm_attack_grid grid, int bits, candidate_list *o)
{
    o->count = 0;
    if (!refine_to_bits(b, bits))
        return false;
    num_shrink(o->epsilon, b->unit, bits);
    if (b->count == 0 && b->circle) { /* all other places are rotations of it */
        num_zero(o->step);
        add_candidate(b, o, o->step);
        return true;
    }
    add_key_points(b, o, grid != DM_GRID_KEYS);
    if (!b->circle) {
        num_zero(o->step);
        add_candidate(b, o, o->step);
        add_candidate(b, o, b->unit);
    }
    for (int i = 0; i < b->count && grid == DM_GRID_ALL; i++) {
        add_neighbours(b, o, b->at[i]);
        add_unbreakable(b, o, b->at[i]);
    }
    bool fine = grid == DM_GRID_NEAR ||
                add_middles(b, o); /* last, because it may refine the board but not epsilon */
    sort_candidates(o);
    return fine;
}

#endif
