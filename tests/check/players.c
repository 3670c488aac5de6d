/* players.c - the published players, from their definitions. */
#include "check/players.h"

#include "check/dominance.h"
#include "check/expectation.h"
#include <stdlib.h>
#include <string.h>

/* The length of the edge between two vertices, -1 if there is none. */
static int64_t edge_length(const dm_arena *arena, dm_vertex u, dm_vertex v)
{
    const dm_graph *graph = dm_arena_graph(arena);
    for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++)
        if (graph->target[arc] == v)
            return dm_graph_length(graph, arc);
    return -1;
}

static double unit_of(const dm_arena *arena)
{
    double unit = 1;
    for (int i = 0; i < dm_arena_decimals(arena); i++)
        unit *= 10;
    return unit;
}

static int64_t value_at(const dm_position *position, dm_vertex v)
{
    return dm_value_of(dm_arena_values(dm_position_arena(position)), v);
}

dm_vertex check_neighbour(const dm_position *position, int64_t tenths)
{
    const dm_arena *arena = dm_position_arena(position);
    dm_vertex n = dm_arena_vertices(arena), best = -1;
    int64_t best_score = -1, unit = (int64_t)unit_of(arena);
    for (dm_vertex v = 0; v < n; v++) {
        int64_t score = value_at(position, v);
        for (dm_vertex u = 0; u < n; u++) {
            int64_t length = edge_length(arena, u, v);
            if (length > 0 && dm_position_is_free(position, u) && 10 * length <= tenths * unit)
                score += value_at(position, u);
        }
        if (dm_position_is_free(position, v) && score > best_score) {
            best_score = score;
            best = v;
        }
    }
    return best;
}

/* Whether some stone is nearer to u than `length`. */
static bool is_contested(const dm_position *position, const int64_t *distances, dm_vertex u,
                         int64_t length)
{
    dm_vertex n = dm_arena_vertices(dm_position_arena(position));
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    for (int32_t i = 0; i < count; i++) {
        int64_t distance = distances[u * n + stones[i].vertex];
        if (distance >= 0 && distance < length)
            return true;
    }
    return false;
}

dm_vertex check_enhanced(const dm_position *position)
{
    const dm_arena *arena = dm_position_arena(position);
    int64_t *distances = check_distances(arena);
    dm_vertex n = dm_arena_vertices(arena), best = -1;
    double best_score = -1;
    for (dm_vertex v = 0; v < n; v++) {
        double score = 0;
        for (dm_vertex u = 0; u < n; u++) {
            int64_t length = edge_length(arena, u, v);
            if (length > 0 && dm_position_is_free(position, u) &&
                !is_contested(position, distances, u, length))
                score +=
                    (double)value_at(position, u) / ((double)distances[u * n + v] / unit_of(arena));
        }
        score += (double)value_at(position, v);
        if (dm_position_is_free(position, v) && score > best_score) {
            best_score = score;
            best = v;
        }
    }
    free(distances);
    return best;
}

/* Whether a stone of the opponent is nearer to u than `length`. */
static bool opponent_is_nearer(const dm_position *position, const int64_t *distances, dm_vertex u,
                               int64_t length)
{
    dm_vertex n = dm_arena_vertices(dm_position_arena(position));
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    for (int32_t i = 0; i < count; i++) {
        int64_t distance = distances[u * n + stones[i].vertex];
        if (stones[i].player != (int32_t)dm_position_to_move(position) && distance >= 0 &&
            distance < length)
            return true;
    }
    return false;
}

void check_scores(const dm_position *position, const char *player, double *out)
{
    const dm_arena *arena = dm_position_arena(position);
    int64_t *distances = check_distances(arena);
    dm_vertex n = dm_arena_vertices(arena);
    double unit = unit_of(arena);
    for (dm_vertex v = 0; v < n; v++) {
        out[v] = (double)value_at(position, v);
        for (dm_vertex u = 0; u < n && player[0] != 'g'; u++) {
            int64_t length = edge_length(arena, u, v);
            if (length <= 0 || !dm_position_is_free(position, u))
                continue;
            if (player[0] == 'n')
                out[v] += (double)length <= 2 * unit ? (double)value_at(position, u) : 0;
            else if (strchr(player, ':'))
                out[v] += opponent_is_nearer(position, distances, u, length)
                              ? 0
                              : (double)value_at(position, u) / ((double)length / unit);
            else if (!is_contested(position, distances, u, length))
                out[v] += (double)value_at(position, u) / ((double)distances[u * n + v] / unit);
        }
    }
    free(distances);
}

dm_vertex check_last_stone(const dm_position *position)
{
    const dm_arena *arena = dm_position_arena(position);
    int64_t *distances = check_distances(arena);
    dm_vertex n = dm_arena_vertices(arena), best = -1;
    dm_side side = dm_position_to_move(position);
    dm_stone stones[64];
    int32_t count;
    const dm_stone *lying = dm_position_stones(position, &count);
    for (int32_t i = 0; i < count; i++)
        stones[i] = lying[i];
    int64_t best_score = -1;
    for (dm_vertex v = 0; v < n; v++) {
        int64_t score = 0;
        stones[count] = (dm_stone){v, (int32_t)side};
        for (dm_vertex u = 0; u < n; u++)
            if (check_owner(distances, n, stones, count + 1, DM_TIES_NEUTRAL, u) == (int32_t)side)
                score += value_at(position, u);
        if (dm_position_is_free(position, v) && score > best_score) {
            best_score = score;
            best = v;
        }
    }
    free(distances);
    return best;
}

/* The sides of the stones that follow the next one. */
static int32_t list_sides(const dm_position *position, dm_side *sides)
{
    const dm_rules *rules = dm_position_rules(position);
    int32_t to_come = -1;
    for (int32_t i = dm_position_turns_made(position); i < rules->turn_count; i++)
        for (int32_t k = 0; k < rules->turns[i].stones; k++, to_come++)
            if (to_come >= 0)
                sides[to_come] = rules->turns[i].side;
    return to_come;
}

dm_vertex check_best_mean(const dm_position *position)
{
    const dm_arena *arena = dm_position_arena(position);
    int64_t *distances = check_distances(arena);
    dm_side side = dm_position_to_move(position), sides[64];
    dm_stone stones[64];
    int32_t count, to_come = list_sides(position, sides);
    const dm_stone *lying = dm_position_stones(position, &count);
    for (int32_t i = 0; i < count; i++)
        stones[i] = lying[i];
    dm_vertex best = -1;
    double best_mean = 0;
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++) {
        if (!dm_position_is_free(position, v))
            continue;
        int64_t sum, sequences;
        stones[count] = (dm_stone){v, (int32_t)side};
        check_completions_of(arena, distances, dm_position_rules(position)->ties, stones, count + 1,
                             sides, to_come, &sum, &sequences);
        double mean = (side == DM_WHITE ? 1 : -1) * (double)sum / (double)sequences;
        if (best < 0 || mean > best_mean + 1e-9) {
            best_mean = mean;
            best = v;
        }
    }
    free(distances);
    return best;
}
