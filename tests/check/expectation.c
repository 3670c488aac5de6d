/* expectation.c - every completion of a game, one by one. */
#include "check/expectation.h"

#include "check/dominance.h"
#include <stdlib.h>

typedef struct walk {
    const dm_arena *arena;
    const int64_t *distances;
    dm_tie_rule ties;
    dm_stone *stones;
    int64_t sum, sequences;
} walk;

static bool is_taken(const walk *w, int32_t count, dm_vertex v)
{
    for (int32_t i = 0; i < count; i++)
        if (w->stones[i].vertex == v)
            return true;
    return false;
}

static void complete(walk *w, int32_t count, const dm_side *sides, int32_t to_come)
{
    if (to_come == 0) {
        w->sum += check_value(w->arena, w->distances, w->stones, count, w->ties);
        w->sequences++;
        return;
    }
    for (dm_vertex v = 0; v < dm_arena_vertices(w->arena); v++) {
        if (is_taken(w, count, v))
            continue;
        w->stones[count] = (dm_stone){v, (int32_t)sides[0]};
        complete(w, count + 1, sides + 1, to_come - 1);
    }
}

void check_completions_of(const dm_arena *arena, const int64_t *distances, dm_tie_rule ties,
                          dm_stone *stones, int32_t count, const dm_side *sides, int32_t to_come,
                          int64_t *sum, int64_t *sequences)
{
    walk w = {arena, distances, ties, stones, 0, 0};
    complete(&w, count, sides, to_come);
    *sum = w.sum;
    *sequences = w.sequences;
}

void check_completions(const dm_position *position, int64_t *sum, int64_t *sequences)
{
    const dm_rules *rules = dm_position_rules(position);
    int32_t count, to_come = 0;
    const dm_stone *lying = dm_position_stones(position, &count);
    dm_stone *stones = malloc((size_t)rules->stones * sizeof *stones);
    dm_side *sides = malloc((size_t)rules->stones * sizeof *sides);
    int64_t *distances = check_distances(dm_position_arena(position));
    if (!stones || !sides || !distances)
        abort();
    for (int32_t i = 0; i < count; i++)
        stones[i] = lying[i];
    for (int32_t i = dm_position_turns_made(position); i < rules->turn_count; i++)
        for (int32_t k = 0; k < rules->turns[i].stones; k++)
            sides[to_come++] = rules->turns[i].side;
    check_completions_of(dm_position_arena(position), distances, rules->ties, stones, count, sides,
                         to_come, sum, sequences);
    free(stones);
    free(sides);
    free(distances);
}
