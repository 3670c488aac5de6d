/* solve_game.c - sets up one game for the search.
 *
 * Decides which shortcuts the search may use: each is switched off for games
 * where its proof does not hold.
 */
#include "solve/solve_game.h"
#include "game/evaluator.h"

#include "base/base.h"
#include "solve/keys_parts.h"
#include "solve/switches.h"
#include <assert.h>
#include <stdlib.h>

enum { GROUP_LIMIT = 512, TREE_GROUP_LIMIT = 16 }; /* elements of a group */

static dm_status make_keys(dmi_board_cache *cache, const dm_arena *arena, const dm_distances *table,
                           int32_t stones, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    if (!(cache->on & DMI_SOLVE_PARTS))
        return dmi_keys_plain_new(arena, &cache->group, table, cache->ties, stones, &cache->keys,
                                  err);
    dmi_keys_maker *make = n <= 64    ? dmi_keys_parts_64
                           : n <= 128 ? dmi_keys_parts_128
                                      : dmi_keys_parts_256;
    return make(arena, &cache->group, cache->ties, &cache->keys, err);
}

/* `arena` and `table` must outlive plain keys; `stones` is the greatest number placed at once. */
static dm_status board_cache_new(const dm_arena *arena, const dm_distances *table, unsigned on,
                                 dm_tie_rule ties, int32_t stones, dm_run *run,
                                 dmi_board_cache **out, dm_error *err)
{
    assert(stones >= 0);
    dmi_board_cache *cache = dmi_calloc(1, sizeof *cache);
    if (!cache)
        return dmi_no_memory(err);
    cache->on = on;
    cache->ties = ties;
    const dm_graph *graph = dm_arena_graph(arena);
    bool is_tree = graph->arcs / 2 < (uint32_t)graph->n; /* then only the mirror needs the group */
    int32_t limit = !(cache->on & DMI_SOLVE_SYMMETRY)          ? 1
                    : is_tree && (cache->on & DMI_SOLVE_PARTS) ? TREE_GROUP_LIMIT
                                                               : GROUP_LIMIT;
    dm_status status = dmi_group_init(arena, limit, run, &cache->group, err);
    if (status == DM_OK)
        status = make_keys(cache, arena, table, stones, err);
    if (status == DM_OK)
        *out = cache;
    else
        dmi_board_cache_free(cache);
    return status;
}

void dmi_board_cache_free(dmi_board_cache *cache)
{
    if (!cache)
        return;
    if (cache->keys)
        cache->keys->free(cache->keys);
    dmi_group_clear(&cache->group);
    free(cache);
}

static unsigned parts_that_hold(const dm_arena *arena, const dm_rules *rules, unsigned off)
{
    unsigned on = DMI_SOLVE_EVERYTHING & ~off;
    const dm_graph *graph = dm_arena_graph(arena);
    bool one_per_turn = true, in_rounds = rules->turn_count % 2 == 0;
    for (int32_t i = 0; i < rules->turn_count; i++) {
        one_per_turn = one_per_turn && rules->turns[i].stones == 1;
        in_rounds = in_rounds && rules->turns[i].side == (i % 2 ? DM_BLACK : DM_WHITE);
    }
    bool ordered = dm_ties_go_by_age(rules->ties);
    if (dm_arena_is_directed(arena))
        on &= ~(unsigned)(DMI_SOLVE_PARTS | DMI_SOLVE_DOMINATION | DMI_SOLVE_COUNT);
    if (graph->uniform == 0 || ordered || graph->n > 256)
        on &= ~(unsigned)DMI_SOLVE_PARTS;
    if (graph->uniform == 0 || ordered || !one_per_turn || dm_arena_values(arena))
        on &= ~(unsigned)DMI_SOLVE_DOMINATION;
    if (graph->uniform == 0 || !dm_ties_are_nobodys(rules->ties) || dm_arena_values(arena))
        on &= ~(unsigned)DMI_SOLVE_COUNT;
    if (dm_arena_total_value(arena) > INT32_MAX / 2) /* bounds must fit the table */
        on &= ~(unsigned)DMI_SOLVE_TABLE;
    if (!one_per_turn || !in_rounds || !dm_ties_are_nobodys(rules->ties))
        on &= ~(unsigned)DMI_SOLVE_MIRROR;
    if (!(on & DMI_SOLVE_TABLE) || !(on & DMI_SOLVE_PARTS)) /* counting goes by parts */
        on &= ~(unsigned)DMI_SOLVE_COUNT;
    return on;
}

static void list_turns(dmi_search *s)
{
    int32_t stone = 0;
    for (int32_t turn = 0; turn < s->rules.turn_count; turn++)
        for (int32_t i = 0; i < s->rules.turns[turn].stones; i++, stone++) {
            s->side[stone] = s->rules.turns[turn].side;
            s->same_turn[stone] = i > 0;
        }
    s->side[stone] = DM_WHITE;
    s->same_turn[stone] = false;
    s->rest[stone] = dmi_key_of(DMI_KIND_REST, (uint64_t)s->rules.ties);
    while (stone-- > 0) {
        for (int side = 0; side < 2; side++)
            s->left[side][stone] = s->left[side][stone + 1] + ((int)s->side[stone] == side);
        uint64_t what = (s->side[stone] == DM_WHITE ? 1u : 2u) + (s->same_turn[stone] ? 2u : 0u);
        s->rest[stone] = dmi_key_of(DMI_KIND_REST, s->rest[stone + 1].a + what);
    }
}

static dm_status make_room(dmi_search *s, dm_error *err)
{
    size_t n = (size_t)s->n, total = (size_t)s->total;
    s->side = dmi_array(&s->arrays, total + 1, sizeof *s->side);
    s->same_turn = dmi_array(&s->arrays, total + 1, sizeof *s->same_turn);
    s->rest = dmi_array(&s->arrays, total + 1, sizeof *s->rest);
    s->left[0] = dmi_array_zeroed(&s->arrays, total + 1, sizeof **s->left);
    s->left[1] = dmi_array_zeroed(&s->arrays, total + 1, sizeof **s->left);
    s->placed = dmi_array(&s->arrays, total + 1, sizeof *s->placed);
    s->taken = dmi_array_zeroed(&s->arrays, n, sizeof *s->taken);
    s->stays = dmi_array_zeroed(&s->arrays, n, sizeof *s->stays);
    s->in_triangle = dmi_array_zeroed(&s->arrays, n, sizeof *s->in_triangle);
    s->near[0] = dmi_array_zeroed(&s->arrays, n, sizeof **s->near);
    s->near[1] = dmi_array_zeroed(&s->arrays, n, sizeof **s->near);
    s->value = dmi_array_zeroed(&s->arrays, total + 1, sizeof *s->value);
    s->stone_value = dmi_array_zeroed(&s->arrays, total + 1, sizeof *s->stone_value);
    s->history[0] = dmi_array_zeroed(&s->arrays, n, sizeof **s->history);
    s->history[1] = dmi_array_zeroed(&s->arrays, n, sizeof **s->history);
    s->centrality = dmi_array_zeroed(&s->arrays, n, sizeof *s->centrality);
    s->candidates = dmi_array(&s->arrays, n * (total + 1), sizeof *s->candidates);
    s->vertices = dmi_array(&s->arrays, n, sizeof *s->vertices);
    s->values = dmi_array(&s->arrays, n, sizeof *s->values);
    s->found = dmi_array(&s->arrays, sizeof *s->found + n * sizeof *s->found->at, 1);
    return dmi_arrays_check(&s->arrays, err);
}

dmi_board_cache *dmi_solve_game_leave(dmi_solve_game *game)
{
    dmi_board_cache *cache = game->cache;
    while (game->search.stones > 0)
        dmi_search_undo(&game->search);
    game->cache = NULL;
    return cache;
}

void dmi_solve_game_clear(dmi_solve_game *game)
{
    dmi_search *search = &game->search;
    dmi_board_cache_free(game->cache);
    dmi_evaluator_free(search->evaluator);
    dm_rules_clear(&search->rules);
    dmi_arrays_free(&search->arrays);
    dm_distances_free(game->own_table);
    dmi_tables_release(game->tables);
}

/* Trying central vertices first halves the nodes on grids; on trees it saves none. */
static void find_centrality(dmi_search *s, const dm_distances *table)
{
    bool is_tree = s->graph->arcs / 2 < (uint32_t)s->n;
    int64_t least = INT64_MAX, most = 0;
    for (dm_vertex v = 0; !is_tree && v < s->n; v++) {
        int64_t sum = 0;
        for (dm_vertex u = 0; u < s->n; u++) {
            int64_t distance = dm_distance(table, v, u);
            sum += distance > 0 ? distance : 0;
        }
        s->values[v] = sum;
        least = s->values[v] < least ? s->values[v] : least;
        most = s->values[v] > most ? s->values[v] : most;
    }
    for (dm_vertex v = 0; v < s->n && most > least; v++)
        s->centrality[v] = (uint8_t)(63 * (double)(most - s->values[v]) / (double)(most - least));
}

/* Small tables are kept with the board, for its next game. */
static dm_status find_distances(dmi_solve_game *game, dm_run *run, dm_error *err)
{
    enum { KEPT_BYTES = 16 << 20 };
    const dm_arena *arena = game->search.arena;
    game->tables = dmi_tables_hold(arena);
    dm_status status =
        dmi_tables_distances(game->tables, arena, KEPT_BYTES, run, &game->table, err);
    if (status != DM_TOO_LARGE)
        return status;
    status = dmi_as_stopped(dm_distances_new(arena, 0, run, &game->own_table, err), err);
    game->table = game->own_table;
    return status;
}

dm_status dmi_solve_game_init(dmi_solve_game *game, const dm_position *position,
                              dmi_transpositions *table, unsigned off, dm_run *run, dm_error *err)
{
    dmi_search *search = &game->search;
    game->position = position;
    search->arena = dm_position_arena(position);
    search->graph = dm_arena_graph(search->arena);
    search->n = search->graph->n;
    search->run = run;
    dm_status status = dm_rules_copy(dm_position_rules(position), &search->rules, err);
    if (status != DM_OK)
        return status;
    search->total = (int32_t)search->rules.stones;
    search->witnessed = table && dmi_transpositions_witness_words(table) > 0;
    if (search->witnessed) /* a witness holds for one numbering of the vertices */
        off |= DMI_SOLVE_PARTS | DMI_SOLVE_SYMMETRY;
    if (!table)
        off |= DMI_SOLVE_TABLE;
    search->on = parts_that_hold(search->arena, &search->rules, off);
    status = make_room(search, err);
    if (status == DM_OK)
        status = find_distances(game, run, err);
    if (status == DM_OK)
        status = dmi_evaluator_new(search->arena, game->table, search->rules.ties, search->total,
                                   DMI_SIMD_AUTO, &search->evaluator, err);
    if (status == DM_OK && (search->on & DMI_SOLVE_TABLE)) {
        /* Keys of another board are of no use; any number of stones fits. */
        const dmi_board_cache *cache = game->cache;
        if (!cache || cache->on != search->on || cache->ties != search->rules.ties ||
            !cache->keys->is_of || !cache->keys->is_of(cache->keys, search->arena)) {
            dmi_board_cache_free(game->cache);
            game->cache = NULL;
            status = board_cache_new(search->arena, game->table, search->on, search->rules.ties,
                                     search->total, search->run, &game->cache, err);
        }
        search->keys = status == DM_OK ? game->cache->keys : NULL;
    }
    search->table = table;
    if (status == DM_OK) {
        list_turns(search);
        /* Marks the neighbours of each v, then looks for two of them that are neighbours. */
        const dm_graph *graph = search->graph;
        for (dm_vertex v = 0; v < search->n; v++) {
            for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++)
                search->stays[graph->target[arc]] = true;
            bool *found = &search->in_triangle[v];
            for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1] && !*found; arc++) {
                dm_vertex u = graph->target[arc];
                for (uint32_t on = graph->first[u]; on < graph->first[u + 1] && !*found; on++)
                    *found = search->stays[graph->target[on]];
            }
            for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++)
                search->stays[graph->target[arc]] = false;
        }
        find_centrality(search, game->table);
        int32_t count;
        const dm_stone *stones = dm_position_stones(position, &count);
        for (int32_t i = 0; i < count; i++)
            dmi_search_place(search, stones[i].vertex);
    }
    return status;
}

static bool is_mirror(const dm_vertex *image, dm_vertex n)
{
    for (dm_vertex v = 0; v < n; v++)
        if (image[v] == v || image[image[v]] != v)
            return false;
    return true;
}

bool dmi_solve_game_has_mirror(const dmi_solve_game *game)
{
    const dmi_search *search = &game->search;
    bool found = false;
    if (!(search->on & DMI_SOLVE_MIRROR) || !search->keys || search->stones > 0 ||
        search->side[0] != DM_WHITE)
        return false;
    const dmi_group *group = &game->cache->group;
    for (int32_t g = 0; g < group->order && !found; g++)
        found = is_mirror(group->image + (size_t)g * (size_t)search->n, search->n);
    return found && search->n > 0;
}
