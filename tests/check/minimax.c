/* check/minimax.c - straight from the definitions, without regard to speed. */
#include "check/minimax.h"

#include "check/dominance.h"
#include <stdlib.h>

enum { MOST = 64, SMALL = 9, SETS = 19683 /* 3^9 */ };

typedef struct known_value {
    bool is_known;
    int64_t value;
} known_value;

typedef struct game {
    const dm_arena *arena;
    int64_t *distances;
    dm_tie_rule ties;
    int32_t total;         /* stones at the end, the given ones included */
    dm_side side[MOST];    /* who places stone i */
    bool goes_on[MOST];    /* stone i+1 belongs to the turn of stone i */
    dm_stone stones[MOST]; /* on the board */
    known_value *known;    /* on boards of at most SMALL vertices, by number_of() */
} game;

static game game_of(const dm_arena *arena, dm_tie_rule ties)
{
    return (game){.arena = arena,
                  .distances = check_distances(arena),
                  .ties = ties,
                  .known = calloc(SETS, sizeof(known_value))};
}

static void clear_game(game *g)
{
    free(g->distances);
    free(g->known);
}

/* A number for the two sets of stones: one digit to base 3 per vertex. */
static uint64_t number_of(const game *g, int32_t placed)
{
    uint64_t number = 0, weight[MOST];
    for (int32_t v = 0; v < MOST; v++)
        weight[v] = v ? weight[v - 1] * 3 : 1;
    for (int32_t i = 0; i < placed; i++)
        number += weight[g->stones[i].vertex] * (uint64_t)(1 + g->stones[i].player);
    return number;
}

/* Where the value of this position is stored.  NULL if the sets of stones do not determine it:
 * within a turn, or if the order of stones matters. */
static known_value *memory_of(const game *g, int32_t placed, dm_vertex least)
{
    bool is_told = least == 0 && g->ties != DM_TIES_EARLIER;
    return g->known && is_told && dm_arena_vertices(g->arena) <= SMALL
               ? &g->known[number_of(g, placed)]
               : NULL;
}

static bool is_taken(const game *g, int32_t placed, dm_vertex v)
{
    for (int32_t i = 0; i < placed; i++)
        if (g->stones[i].vertex == v)
            return true;
    return false;
}

/* Adds a turn to the schedule. */
static void add_turn(game *g, dm_side side, int32_t stones)
{
    for (int32_t i = 0; i < stones; i++) {
        g->side[g->total] = side;
        g->goes_on[g->total++] = i + 1 < stones;
    }
}

/* The value after `placed` stones.  Stones of one turn are chosen in increasing
 * order: `least` is the smallest vertex that the next one may take. */
static int64_t value_from(game *g, int32_t placed, dm_vertex least)
{
    if (placed == g->total)
        return check_value(g->arena, g->distances, g->stones, placed, g->ties);
    known_value *memory = memory_of(g, placed, least);
    if (memory && memory->is_known)
        return memory->value;
    dm_side side = g->side[placed];
    int64_t best = side == DM_WHITE ? INT64_MIN : INT64_MAX;
    for (dm_vertex v = least; v < dm_arena_vertices(g->arena); v++) {
        if (is_taken(g, placed, v))
            continue;
        g->stones[placed] = (dm_stone){v, (int32_t)side};
        int64_t value = value_from(g, placed + 1, g->goes_on[placed] ? v + 1 : 0);
        if (side == DM_WHITE ? value > best : value < best)
            best = value;
    }
    if (memory)
        *memory = (known_value){true, best};
    return best;
}

int64_t check_game_value(const dm_arena *arena, int32_t rounds, int32_t per_turn, dm_tie_rule ties)
{
    game g = game_of(arena, ties);
    for (int32_t i = 0; i < 2 * rounds; i++)
        add_turn(&g, i % 2 == 0 ? DM_WHITE : DM_BLACK, per_turn);
    int64_t value = value_from(&g, 0, 0);
    clear_game(&g);
    return value;
}

int64_t check_position_value(const dm_position *position)
{
    const dm_rules *rules = dm_position_rules(position);
    game g = game_of(dm_position_arena(position), rules->ties);
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    for (int32_t i = 0; i < rules->turn_count; i++)
        add_turn(&g, rules->turns[i].side, rules->turns[i].stones);
    for (int32_t i = 0; i < count; i++)
        g.stones[i] = stones[i];
    int64_t value = value_from(&g, count, 0);
    clear_game(&g);
    return value;
}

int64_t check_reply_value(const dm_arena *arena, const dm_vertex *white, int32_t white_count,
                          int32_t count, dm_tie_rule ties)
{
    game g = game_of(arena, ties);
    add_turn(&g, DM_WHITE, white_count);
    add_turn(&g, DM_BLACK, count);
    for (int32_t i = 0; i < white_count; i++)
        g.stones[i] = (dm_stone){white[i], DM_WHITE};
    int64_t value = value_from(&g, white_count, 0);
    clear_game(&g);
    return -value;
}
