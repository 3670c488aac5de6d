/* mcts.c - Monte Carlo tree search (UCT).
 *
 * A node is a position after one more stone.  Each round walks from the root to a leaf along the
 * child with the best upper bound, adds the leaf's children, plays random games from one of them,
 * and adds the result to every node on the way.  A child's mean starts from the exact mean over
 * random completions (completion_mean.h), counted as `prior` games, so that a few hundred rounds
 * are enough for a hundred children; only the `width` best are kept.
 *
 *     bound = mean + explore * spread * sqrt(ln(parent's games) / games)
 *
 * The spread is that of the means at the root.  The search ends after `playouts` games, after
 * `time` milliseconds, or with the run, and takes the child with the most games.  Each stone of a
 * turn has its own search.
 *
 * Cost: a round scores at most n vertices in O(n^2) and plays six random games.
 * Source: Kocsis and Szepesvari 2006; priors after Gelly and Silver 2007.
 */
#include "base/base.h"
#include "game/playouts.h"
#include "game/position.h"
#include "player/completion_mean.h"
#include "player/player.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_PER_ROUND = 6 /* three blocks, crossed */, NODES_MOST = 1 << 20 };

/* A position: the parent's and a stone on `vertex`.  Means and sums are for White. */
typedef struct tree_node {
    dm_vertex vertex;
    int32_t first, count; /* children; count 0: a leaf */
    double mean;          /* exact, over random completions */
    double games, sum;
} tree_node;

typedef struct search_tree {
    /* kept from move to move */
    dmi_playouts *playouts;
    const dmi_ranks *ranks; /* of the board */
    dmi_completion_mean *mean;
    /* this move */
    dm_player *player;
    double *values_out; /* NULL, or receives the values for the first stone */
    dm_tie_rule ties;
    int depth;
    int64_t width;
    double prior, explore, spread;
    tree_node *nodes;
    int32_t used, capacity;
    bool *taken;
    dm_stone *stones;
    int32_t placed;
    const dm_side *sides; /* of the remaining stones */
    int32_t to_come;
    int32_t *path;
    int32_t length; /* of the path without the root */
    dm_vertex *vertices;
    double *means;
    dmi_arrays arrays;
} search_tree;

/* The child's mean for `side`, from the prior and the games played. */
static double mean_of_child(const search_tree *t, const tree_node *child, dm_side side)
{
    double mean = (child->mean * t->prior + child->sum) / (t->prior + child->games);
    return side == DM_WHITE ? mean : -mean;
}

static int32_t best_child(const search_tree *t, const tree_node *parent, dm_side side)
{
    double log_games = log(parent->games + 1), best = -INFINITY;
    int32_t chosen = parent->first;
    for (int32_t i = parent->first; i < parent->first + parent->count; i++) {
        const tree_node *child = &t->nodes[i];
        double doubt = sqrt(log_games / (t->prior + child->games));
        double bound = mean_of_child(t, child, side) + t->explore * t->spread * doubt;
        if (bound > best) {
            best = bound;
            chosen = i;
        }
    }
    return chosen;
}

static void step_down(search_tree *t, int32_t child)
{
    dm_vertex v = t->nodes[child].vertex;
    dm_side side = t->sides[t->length];
    dmi_completion_mean_place(t->mean, v);
    t->taken[v] = true;
    t->stones[t->placed + t->length] = (dm_stone){v, (int32_t)side};
    t->path[++t->length] = child;
}

/* Adds the `width` best children to the end of the path. */
static void expand_leaf(search_tree *t)
{
    dm_side side = t->sides[t->length];
    int64_t count = 0;
    for (dm_vertex v = 0; v < t->ranks->n; v++)
        if (!t->taken[v])
            t->vertices[count++] = v;
    int64_t kept = t->width && t->width < count ? t->width : count;
    if (t->used + kept > t->capacity)
        return;
    dmi_completion_mean_try(t->mean, t->vertices, count, t->means);
    tree_node *parent = &t->nodes[t->path[t->length]];
    parent->first = t->used;
    parent->count = (int32_t)kept;
    for (int64_t i = 0; i < kept; i++) {
        /* Moves the best of the remaining candidates for `side` to place i, keeping the order of
         * the others: among equals the lowest number comes first. */
        int64_t best = i;
        for (int64_t k = i + 1; k < count; k++)
            if (side == DM_WHITE ? t->means[k] > t->means[best] : t->means[k] < t->means[best])
                best = k;
        dm_vertex v = t->vertices[best];
        double mean = t->means[best];
        memmove(t->vertices + i + 1, t->vertices + i, (size_t)(best - i) * sizeof v);
        memmove(t->means + i + 1, t->means + i, (size_t)(best - i) * sizeof mean);
        t->vertices[i] = v;
        t->means[i] = mean;
        t->nodes[t->used++] = (tree_node){.vertex = t->vertices[i], .mean = t->means[i]};
    }
}

/* Walks to a leaf, adds its children, and plays a few random games from the end of the path. */
static void play_round(search_tree *t)
{
    while (t->nodes[t->path[t->length]].count)
        step_down(t, best_child(t, &t->nodes[t->path[t->length]], t->sides[t->length]));
    if (t->length < t->depth && t->length < t->to_come) {
        expand_leaf(t);
        const tree_node *leaf = &t->nodes[t->path[t->length]];
        if (leaf->count)
            step_down(t, best_child(t, leaf, t->sides[t->length]));
    }
    assert(t->length <= t->depth && t->length <= t->to_come);
    double mean;
    int32_t left = t->to_come - t->length;
    if (left > 0) {
        double score[2];
        dmi_playouts_start(t->playouts, t->ties, t->stones, t->placed + t->length,
                           t->sides + t->length, left);
        dmi_playouts_cross(t->playouts, &t->player->rng, GAMES_PER_ROUND, score);
        mean = (score[DM_WHITE] - score[DM_BLACK]) / GAMES_PER_ROUND;
    } else {
        mean = dmi_completion_mean_value(t->mean);
    }
    for (int32_t i = 0; i <= t->length; i++) {
        tree_node *met = &t->nodes[t->path[i]];
        met->games += GAMES_PER_ROUND;
        met->sum += mean * GAMES_PER_ROUND;
    }
    while (t->length > 0) {
        dmi_completion_mean_undo(t->mean);
        t->taken[t->nodes[t->path[t->length--]].vertex] = false;
    }
}

/* Searches for one stone; false once the run has ended. */
static bool search_stone(void *user, const dm_side *sides, int32_t count, dm_run *run,
                         dm_vertex *choice)
{
    search_tree *t = user;
    const dm_player *player = t->player;
    double start = dmi_seconds(), limit = (double)dmi_player_param(player, "time") * 1e-3;
    int64_t playouts = dmi_player_param(player, "playouts");
    bool goes_on = true;
    t->sides = sides;
    t->to_come = count;
    t->used = 1;
    t->length = 0;
    t->path[0] = 0;
    t->nodes[0] = (tree_node){.vertex = -1};
    *choice = DMI_NO_MOVE;
    if (!dmi_completion_mean_start(t->mean, t->stones, t->placed, t->sides, t->to_come, run))
        return false;
    expand_leaf(t);
    const tree_node *root = &t->nodes[0], *child = &t->nodes[root->first];
    assert(root->count > 0);
    double sum = 0, squares = 0; /* the unit of exploration: the deviation of the root's means */
    for (int32_t i = 0; i < root->count; i++) {
        sum += child[i].mean;
        squares += child[i].mean * child[i].mean;
    }
    double mean = sum / root->count, variance = squares / root->count - mean * mean;
    t->spread = variance > 0 ? sqrt(variance) : 1;
    for (int64_t played = 0; played < playouts && goes_on; played += GAMES_PER_ROUND) {
        play_round(t);
        goes_on = dmi_run_go_on(run, GAMES_PER_ROUND);
        if (limit > 0 && dmi_seconds() - start >= limit)
            break;
    }
    const tree_node *best = child; /* the one played most */
    for (int32_t i = 0; i < root->count; i++) {
        best = child[i].games > best->games ? &child[i] : best;
        if (t->values_out)
            t->values_out[child[i].vertex] = mean_of_child(t, &child[i], DM_WHITE);
    }
    *choice = best->vertex;
    t->values_out = NULL;
    t->stones[t->placed++] = (dm_stone){*choice, (int32_t)sides[0]};
    t->taken[*choice] = true;
    return goes_on;
}

static void search_tree_free(void *cache)
{
    search_tree *t = cache;
    dmi_playouts_free(t->playouts);
    dmi_completion_mean_free(t->mean);
    dmi_arrays_free(&t->arrays);
    free(t);
}

/* Everything that depends on the board and the rules only. */
static dm_status make_tree(const dm_player *player, dm_position *position, dm_run *run,
                           search_tree *t, dm_error *err)
{
    const dm_arena *arena = dm_position_arena(position);
    const dm_distances *table = dm_position_distances(position);
    size_t n = (size_t)table->n;
    t->ties = dm_position_rules(position)->ties;
    t->depth = (int)dmi_player_param(player, "depth");
    t->width = dmi_player_param(player, "width");
    t->explore = (double)dmi_player_param(player, "explore") * 1e-3;
    t->prior = (double)dmi_player_param(player, "prior");
    int64_t rounds = dmi_player_param(player, "playouts") / GAMES_PER_ROUND;
    int64_t wanted = 1 + table->n + rounds * (t->width ? t->width : table->n);
    t->capacity = (int32_t)(wanted < NODES_MOST ? wanted : NODES_MOST);
    t->nodes = dmi_array(&t->arrays, (size_t)t->capacity, sizeof *t->nodes);
    t->taken = dmi_array(&t->arrays, n, sizeof *t->taken);
    t->stones = dmi_array(&t->arrays, n, sizeof *t->stones);
    t->path = dmi_array(&t->arrays, (size_t)t->depth + 1, sizeof *t->path);
    t->vertices = dmi_array(&t->arrays, n, sizeof *t->vertices);
    t->means = dmi_array(&t->arrays, n, sizeof *t->means);
    if (t->arrays.failed)
        return dmi_no_memory(err);
    dm_status status = dmi_playouts_new(arena, table, DMI_SIMD_AUTO, run, &t->playouts, err);
    status = dmi_as_stopped(status, err);
    if (status == DM_OK)
        status = dmi_tables_ranks(dmi_position_tables(position), table, DMI_RANKS_ALL, run,
                                  &t->ranks, err);
    if (status == DM_OK)
        status = dmi_completion_mean_new(arena, t->ranks, t->ties, t->depth, &t->mean, err);
    return status;
}

dm_status dmi_choose_mcts(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                          dm_error *err)
{
    if (!player->cache) {
        search_tree *made = dmi_calloc(1, sizeof *made);
        if (!made)
            return dmi_no_memory(err);
        dm_status status = make_tree(player, position, run, made, err);
        if (status != DM_OK) {
            search_tree_free(made);
            return status;
        }
        player->cache = made;
        player->free_cache = search_tree_free;
    }
    search_tree *t = player->cache;
    const dm_stone *placed = dm_position_stones(position, &t->placed);
    for (int32_t i = 0; i < t->placed; i++)
        t->stones[i] = placed[i];
    for (dm_vertex v = 0; v < t->ranks->n; v++)
        t->taken[v] = !dm_position_is_free(position, v);
    t->player = player;
    t->values_out = player->values_out;
    return dmi_choose_stones(position, search_stone, t, run, move, err);
}
