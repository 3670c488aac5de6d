/* player.c - players by name: `name` or `name:key=value:key=value`. */
#include "player/player.h"
#include "game/playouts.h"

#include "base/base.h"
#include "base/params.h"
#include "game/position.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const dmi_player_type types[] = {
#define X(name, choose, fits, help, source, cost, values, scores, steps, ...)                      \
    {{name, help, source, cost, values, scores, steps,                                             \
      (const dm_player_param[]){__VA_ARGS__, {0}}},                                                \
     dmi_choose_##choose,                                                                          \
     dmi_fits_##fits},
#include "player/players.def"
#undef X
};

enum { TYPE_COUNT = sizeof types / sizeof *types };

int dm_player_count(void)
{
    return TYPE_COUNT;
}

const dm_player_info *dm_player_at(int index)
{
    return index >= 0 && index < TYPE_COUNT ? &types[index].info : NULL;
}

dm_vertex dm_player_most_vertices(int index)
{
    dmi_fits_fn *fits = types[index].fits;
    return fits == dmi_fits_ranked  ? DMI_RANKS_MOST
           : fits == dmi_fits_table ? DMI_TABLE_VERTICES
                                    : INT32_MAX;
}

const char *dm_player_spec(const dm_player *player)
{
    return player->spec;
}

static void drop_cache(dm_player *player)
{
    if (player->cache)
        player->free_cache(player->cache);
    dmi_tables_release(player->tables);
    player->tables = NULL;
    player->cache = NULL;
    player->free_cache = NULL;
    player->arena = NULL;
}

void dm_player_free(dm_player *player)
{
    if (!player)
        return;
    drop_cache(player);
    free(player->spec);
    free(player);
}

int64_t dmi_player_param(const dm_player *player, const char *key)
{
    return player->params[dmi_param_index(player->type->info.params, key)];
}

dm_status dm_player_new(const char *spec, uint64_t seed, dm_player **out, dm_error *err)
{
    size_t name_length = strcspn(spec, ":");
    const char *names[TYPE_COUNT];
    for (int i = 0; i < TYPE_COUNT; i++)
        names[i] = types[i].info.name;
    int index = dmi_param_word("player", spec, name_length, names, TYPE_COUNT, err);
    const dmi_player_type *type = index < 0 ? NULL : &types[index];
    if (!type)
        return DM_BAD_ARGUMENT;
    dm_player *player = dmi_calloc(1, sizeof *player);
    if (!player || !(player->spec = dmi_strdup(spec))) {
        dm_player_free(player);
        return dmi_no_memory(err);
    }
    player->type = type;
    dm_rng_init(&player->rng, seed);
    dm_status status = dmi_params_read(type->info.name, type->info.params, spec + name_length,
                                       player->params, err);
    if (status != DM_OK)
        dm_player_free(player);
    else
        *out = player;
    return status;
}

static uint64_t mix(uint64_t hash, int64_t number)
{
    hash = (hash ^ (uint64_t)number) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* A digest of the board and the rules.  O(n + m). */
static uint64_t digest_of(const dm_arena *arena, const dm_rules *rules)
{
    const dm_graph *graph = dm_arena_graph(arena);
    const int64_t *values = dm_arena_values(arena);
    uint64_t hash = mix(mix(mix(0, graph->n), dm_arena_decimals(arena)), rules->ties);
    for (int32_t i = 0; i < rules->turn_count; i++)
        hash = mix(mix(hash, rules->turns[i].side), rules->turns[i].stones);
    for (dm_vertex v = 0; v < graph->n; v++) {
        hash = mix(mix(hash, dm_value_of(values, v)), graph->first[v]);
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++)
            hash = mix(mix(hash, graph->target[arc]), dm_graph_length(graph, arc));
    }
    return hash;
}

/* Notes which board and rules a new cache belongs to. */
static void label_cache(dm_player *player, const dm_position *position)
{
    if (!player->cache || player->arena)
        return;
    player->arena = dm_position_arena(position);
    player->tables = dmi_tables_hold(player->arena);
    player->digest = digest_of(player->arena, dm_position_rules(position));
}

static dm_status check_fit(dm_player *player, dm_position *position, dm_run *run, dm_error *err)
{
    /* A cache of another board or other rules is of no use. */
    const dm_arena *arena = dm_position_arena(position);
    if (player->cache &&
        (player->arena != arena || player->digest != digest_of(arena, dm_position_rules(position))))
        drop_cache(player);
    dm_status status = player->type->fits(player, position, run, err);
    label_cache(player, position);
    return status;
}

dm_status dm_player_can_play(dm_player *player, dm_position *position, dm_run *run, dm_error *err)
{
    return check_fit(player, position, run, err);
}

dm_status dm_player_choose(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                           dm_error *err)
{
    if (dm_position_is_over(position))
        return dmi_fail(err, DM_BAD_MOVE, "the game is over");
    dm_status status = check_fit(player, position, run, err);
    move[0] = DMI_NO_MOVE;
    if (status == DM_OK)
        status = player->type->choose(player, position, run, move, err);
    label_cache(player, position);
    if (status == DM_STOPPED && move[0] == DMI_NO_MOVE) {
        dm_status found = dmi_immediate_gain_move(position, DMI_GAIN_SAMPLE, run, move, err);
        return found == DM_OK ? status : found;
    }
    return status;
}

dm_status dmi_fits_any(dm_player *player, dm_position *position, dm_run *run, dm_error *err)
{
    (void)player;
    (void)position;
    (void)run;
    (void)err;
    return DM_OK;
}

dm_status dmi_fits_table(dm_player *player, dm_position *position, dm_run *run, dm_error *err)
{
    dm_status status = dmi_position_prepare(position, run, err);
    if (status != DM_OK || dmi_position_ready_evaluator(position))
        return status;
    return dmi_fail(err, DM_UNSUPPORTED,
                    "player '%s' needs a table of all distances; this board of %d vertices is too "
                    "large for one",
                    player->type->info.name, dm_arena_vertices(dm_position_arena(position)));
}

dm_status dmi_fits_ranked(dm_player *player, dm_position *position, dm_run *run, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(dm_position_arena(position));
    if (n > DMI_RANKS_MOST)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "player '%s' plays boards of at most %d vertices; this one has %d",
                        player->type->info.name, DMI_RANKS_MOST, n);
    return dmi_fits_table(player, position, run, err);
}

dm_vertex *dmi_free_vertices(const dm_position *position, dm_vertex *count)
{
    size_t n = (size_t)dm_arena_vertices(dm_position_arena(position));
    dm_vertex *vertices = dmi_alloc(n, sizeof *vertices);
    if (vertices)
        *count = dm_position_free_vertices(position, vertices);
    return vertices;
}

bool *dmi_taken(const dm_position *position)
{
    dm_vertex n = dm_arena_vertices(dm_position_arena(position));
    bool *taken = dmi_alloc((size_t)n, sizeof *taken);
    for (dm_vertex v = 0; taken && v < n; v++)
        taken[v] = !dm_position_is_free(position, v);
    return taken;
}

dm_side *dmi_sides_to_come(const dm_position *position, int32_t *count)
{
    const dm_rules *rules = dm_position_rules(position);
    dm_side *sides = dmi_alloc((size_t)rules->stones, sizeof *sides);
    int32_t used = 0;
    for (int32_t i = dm_position_turns_made(position); sides && i < rules->turn_count; i++)
        for (int32_t k = 0; k < rules->turns[i].stones; k++)
            sides[used++] = rules->turns[i].side;
    *count = used;
    return sides;
}

dm_status dmi_choose_stones(const dm_position *position, dmi_choose_stone_fn *choose, void *user,
                            dm_run *run, dm_vertex *move, dm_error *err)
{
    assert(!dm_position_is_over(position));
    int32_t all, now = dm_position_stones_to_place(position);
    dm_side *sides = dmi_sides_to_come(position, &all);
    if (!sides)
        return dmi_no_memory(err);
    bool goes_on = true;
    for (int32_t i = 0; i < now; i++) {
        goes_on = choose(user, sides + i, all - i, run, &move[i]) && goes_on;
        if (move[i] == DMI_NO_MOVE) {
            move[0] = DMI_NO_MOVE;
            break;
        }
    }
    free(sides);
    return goes_on ? DM_OK : dmi_stopped(run, err);
}

static void free_playouts(void *cache)
{
    dmi_playouts_free(cache);
}

dm_status dmi_player_playouts(dm_player *player, dm_position *position, dm_run *run,
                              dmi_playouts **out, dm_error *err)
{
    dmi_playouts *playouts = player->cache;
    if (!playouts) {
        dm_status status =
            dmi_playouts_new(dm_position_arena(position), dm_position_distances(position),
                             DMI_SIMD_AUTO, run, &playouts, err);
        if (status != DM_OK)
            return dmi_as_stopped(status, err);
        player->cache = playouts;
        player->free_cache = free_playouts;
    }
    *out = playouts;
    return DM_OK;
}
