/* check/minimax.c - see the header: definitions, no speed. */
#include "check/minimax.h"

#include "check/dominance.h"
#include <stdlib.h>

typedef struct game {
    const dm_arena *arena;
    int64_t *distances;
    dm_tie_rule ties;
    int32_t given;    /* stones that lie before the first turn */
    int32_t per_turn; /* stones of every turn */
    dm_side mover;    /* who has the first turn */
    int32_t total;    /* stones at the end, the given ones included */
    dm_stone stones[64];
} game;

static game game_of(const dm_arena *arena, dm_tie_rule ties)
{
    return (game){.arena = arena, .distances = check_distances(arena), .ties = ties};
}

static bool is_taken(const game *g, int32_t placed, dm_vertex v)
{
    for (int32_t i = 0; i < placed; i++)
        if (g->stones[i].vertex == v)
            return true;
    return false;
}

static dm_side side_of(const game *g, int32_t index)
{
    bool is_movers = (index - g->given) / g->per_turn % 2 == 0;
    return is_movers ? g->mover : dm_other(g->mover);
}

/* The value once `placed` stones lie.  Stones of one turn are chosen in increasing
 * order: `least` is the smallest vertex that the next one may take. */
static int64_t value_from(game *g, int32_t placed, dm_vertex least)
{
    if (placed == g->total)
        return check_value(g->arena, g->distances, g->stones, placed, g->ties);
    dm_side side = side_of(g, placed);
    bool turn_goes_on = (placed + 1 - g->given) % g->per_turn != 0;
    int64_t best = side == DM_WHITE ? INT64_MIN : INT64_MAX;
    for (dm_vertex v = least; v < dm_arena_vertices(g->arena); v++) {
        if (is_taken(g, placed, v))
            continue;
        g->stones[placed] = (dm_stone){v, (int32_t)side};
        int64_t value = value_from(g, placed + 1, turn_goes_on ? v + 1 : 0);
        if (side == DM_WHITE ? value > best : value < best)
            best = value;
    }
    return best;
}

int64_t check_game_value(const dm_arena *arena, int32_t rounds, int32_t per_turn, dm_tie_rule ties)
{
    game g = game_of(arena, ties);
    g.per_turn = per_turn;
    g.mover = DM_WHITE;
    g.total = 2 * rounds * per_turn;
    int64_t value = value_from(&g, 0, 0);
    free(g.distances);
    return value;
}

int64_t check_reply_value(const dm_arena *arena, const dm_vertex *white, int32_t white_count,
                          int32_t count, dm_tie_rule ties)
{
    game g = game_of(arena, ties);
    g.given = white_count;
    g.per_turn = count;
    g.mover = DM_BLACK;
    g.total = white_count + count;
    for (int32_t i = 0; i < white_count; i++)
        g.stones[i] = (dm_stone){white[i], DM_WHITE};
    int64_t value = value_from(&g, white_count, 0);
    free(g.distances);
    return -value;
}
