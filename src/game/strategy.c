/* strategy.c - a strategy, stored as one long list of vertices. */
#include <assert.h>
#include <demesne/strategy.h>

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

/* A strategy with the capacities of its arrays. */
typedef struct growing {
    dm_strategy strategy;
    size_t turns, first, vertices;
} growing;

dm_status dm_strategy_new(dm_side side, int64_t bound, dm_strategy **out, dm_error *err)
{
    growing *room = dmi_calloc(1, sizeof *room);
    if (!room)
        return dmi_no_memory(err);
    dm_strategy *strategy = &room->strategy;
    strategy->side = side;
    strategy->bound = bound;
    if (!dmi_reserve(&strategy->first, &room->first, 1, sizeof *strategy->first)) {
        free(room);
        return dmi_no_memory(err);
    }
    strategy->first[0] = 0;
    *out = strategy;
    return DM_OK;
}

void dm_strategy_free(dm_strategy *strategy)
{
    if (!strategy)
        return;
    free(strategy->turns);
    free(strategy->first);
    free(strategy->vertices);
    free(strategy);
}

dm_status dm_strategy_add(dm_strategy *strategy, int32_t turn, const dm_vertex *vertices,
                          int64_t count, dm_error *err)
{
    assert(turn >= 0 && count >= 0);
    growing *room = (growing *)strategy;
    size_t entries = (size_t)strategy->count;
    int64_t used = strategy->first[entries];
    if (!dmi_reserve(&strategy->turns, &room->turns, entries + 1, sizeof *strategy->turns) ||
        !dmi_reserve(&strategy->first, &room->first, entries + 2, sizeof *strategy->first) ||
        !dmi_reserve(&strategy->vertices, &room->vertices, (size_t)(used + count),
                     sizeof *strategy->vertices))
        return dmi_no_memory(err);
    memcpy(strategy->vertices + used, vertices, (size_t)count * sizeof *vertices);
    strategy->turns[entries] = turn;
    strategy->first[entries + 1] = used + count;
    strategy->count++;
    return DM_OK;
}

double dm_strategy_estimate(const dm_position *start, dm_side side)
{
    const dm_rules *rules = dm_position_rules(start);
    int32_t placed;
    dm_position_stones(start, &placed);
    int64_t left = dm_arena_vertices(dm_position_arena(start)) - placed;
    double positions = 0, ways = 1;
    for (int32_t turn = dm_position_turns_made(start); turn < rules->turn_count; turn++) {
        if (rules->turns[turn].side == side)
            positions += ways;
        else {
            /* The binomial coefficient. */
            assert(rules->turns[turn].stones >= 0 && left >= 0);
            double product = 1;
            for (int32_t i = 0; i < rules->turns[turn].stones; i++)
                product *= (double)(left - i) / (i + 1);
            ways *= product;
        }
        left -= rules->turns[turn].stones;
    }
    return positions;
}
