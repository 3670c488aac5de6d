/* move_sets_places.h - a set of moves, and the level after them. */
#ifndef CHECK_LINES_MOVE_SETS_PLACES_H
#define CHECK_LINES_MOVE_SETS_PLACES_H

#include "check/lines/move_sets.h"
#include <stdint.h>

enum { MOST = CHECK_SET_MOVES + 2, PLAYERS = CHECK_SET_PLAYERS, ROOM = 64 };

__extension__ typedef __int128 wide;

static inline wide common(wide a, wide b)
{
    a = a < 0 ? -a : a;
    while (b) {
        wide rest = a % b;
        a = b;
        b = rest < 0 ? -rest : rest;
    }
    return a;
}

static inline dm_ratio ratio(wide num, wide den)
{
    wide shared = common(num, den);
    if (den < 0)
        shared = -shared;
    return (dm_ratio){(int64_t)(num / shared), (int64_t)(den / shared)};
}

static inline dm_ratio plus(dm_ratio a, dm_ratio b)
{
    return ratio((wide)a.num * b.den + (wide)b.num * a.den, (wide)a.den * b.den);
}

static inline dm_ratio times(dm_ratio a, dm_ratio b)
{
    return ratio((wide)a.num * b.num, (wide)a.den * b.den);
}

static inline dm_ratio minus(dm_ratio a, dm_ratio b)
{
    return plus(a, (dm_ratio){-b.num, b.den});
}

static inline int order(dm_ratio a, dm_ratio b)
{
    wide left = (wide)a.num * b.den, right = (wide)b.num * a.den;
    return (left > right) - (left < right);
}

static const dm_ratio zero = {0, 1};

/* A set of moves: removed sites, cuts at places, new sites. */
typedef struct set {
    bool removed[ROOM];
    int cuts, adds;
    int cut_edge[MOST], add_edge[MOST], add_vertex[MOST], stub[MOST];
    dm_ratio cut_at[MOST], add_at[MOST]; /* lengths from the edge's first end */
} set;

/* Sorts the cuts along their edges. */
void check_set_sort_cuts(set *s);
int check_set_cuts_of(const set *s, int edge);
dm_ratio check_set_length_of(const dm_level *level, int edge);
/* A new site at an end of its edge that is not cut off lies on the vertex. */
void check_set_name_vertices(const dm_level *level, set *s);
/* The level after the moves, or NULL if they are not possible (a site on a site or on a cut). */
dm_level *check_set_make(const dm_level *level, const set *s, int player);
/* Whether the moves can be made, in the order asked for. */
bool check_set_is_possible(const dm_level *level, const check_set_ask *ask, const set *s);

#endif
