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

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_PER_ROUND = 6 /* three blocks, crossed */, NODES_MOST = 1 << 20 };

/* A position: the parent's and a stone on `vertex`.  Means and sums are for White. */
typedef struct node {
    dm_vertex vertex;
    int32_t first, count; /* children; count 0: a leaf */
    double mean;          /* exact, over random completions */
    double games, sum;
} node;

typedef struct tree {
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
    node *nodes;
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
} tree;

/* The child's mean for `side`, from the prior and the games played. */
static double mean_of(const tree *t, const node *child, dm_side side)
{
    double mean = (child->mean * t->prior + child->sum) / (t->prior + child->games);
    return side == DM_WHITE ? mean : -mean;
}

static int32_t best_child(const tree *t, const node *parent, dm_side side)
{
    double log_games = log(parent->games + 1), best = -INFINITY;
    int32_t chosen = parent->first;
    for (int32_t i = parent->first; i < parent->first + parent->count; i++) {
        const node *child = &t->nodes[i];
        double doubt = sqrt(log_games / (t->prior + child->games));
        double bound = mean_of(t, child, side) + t->explore * t->spread * doubt;
        if (bound > best) {
            best = bound;
            chosen = i;
        }
    }
    return chosen;
}

static void step_down(tree *t, int32_t child)
{
    dm_vertex v = t->nodes[child].vertex;
    dm_side side = t->sides[t->length];
    dmi_completion_mean_place(t->mean, v);
    t->taken[v] = true;
    t->stones[t->placed + t->length] = (dm_stone){v, (int32_t)side};
    t->path[++t->length] = child;
}

static void step_up(tree *t)
{
    dmi_completion_mean_undo(t->mean);
    t->taken[t->nodes[t->path[t->length--]].vertex] = false;
}

/* Moves the best of the remaining candidates for `side` to place i, keeping the order of the
 * others: among equals the lowest number comes first. */
static void bring_best(tree *t, int64_t i, int64_t count, dm_side side)
{
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
}

/* Adds the `width` best children to the end of the path. */
static void expand(tree *t)
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
    node *parent = &t->nodes[t->path[t->length]];
    parent->first = t->used;
    parent->count = (int32_t)kept;
    for (int64_t i = 0; i < kept; i++) {
        bring_best(t, i, count, side);
        t->nodes[t->used++] = (node){.vertex = t->vertices[i], .mean = t->means[i]};
    }
}

/* The mean of a few random games from the end of the path. */
static double play_on(tree *t)
{
    double score[2];
    int32_t left = t->to_come - t->length;
    if (left == 0)
        return dmi_completion_mean_value(t->mean);
    dmi_playouts_start(t->playouts, t->ties, t->stones, t->placed + t->length, t->sides + t->length,
                       left);
    dmi_playouts_cross(t->playouts, &t->player->rng, GAMES_PER_ROUND, score);
    return (score[DM_WHITE] - score[DM_BLACK]) / GAMES_PER_ROUND;
}

static void play_round(tree *t)
{
    while (t->nodes[t->path[t->length]].count)
        step_down(t, best_child(t, &t->nodes[t->path[t->length]], t->sides[t->length]));
    if (t->length < t->depth && t->length < t->to_come) {
        expand(t);
        const node *leaf = &t->nodes[t->path[t->length]];
        if (leaf->count)
            step_down(t, best_child(t, leaf, t->sides[t->length]));
    }
    double mean = play_on(t);
    for (int32_t i = 0; i <= t->length; i++) {
        node *met = &t->nodes[t->path[i]];
        met->games += GAMES_PER_ROUND;
        met->sum += mean * GAMES_PER_ROUND;
    }
    while (t->length > 0)
        step_up(t);
}

/* The unit of exploration: the standard deviation of the means at the root. */
static double spread_of(const tree *t)
{
    const node *root = &t->nodes[0];
    double sum = 0, squares = 0;
    for (int32_t i = root->first; i < root->first + root->count; i++) {
        sum += t->nodes[i].mean;
        squares += t->nodes[i].mean * t->nodes[i].mean;
    }
    double mean = sum / root->count, variance = squares / root->count - mean * mean;
    return variance > 0 ? sqrt(variance) : 1;
}

static dm_vertex most_played(const tree *t)
{
    const node *root = &t->nodes[0], *best = &t->nodes[root->first];
    for (int32_t i = root->first + 1; i < root->first + root->count; i++)
        if (t->nodes[i].games > best->games)
            best = &t->nodes[i];
    return best->vertex;
}

static void report_values(const tree *t, double *values_out)
{
    const node *root = &t->nodes[0];
    for (int32_t i = root->first; i < root->first + root->count; i++)
        values_out[t->nodes[i].vertex] = mean_of(t, &t->nodes[i], DM_WHITE);
}

/* Searches for one stone; false once the run has ended. */
static bool choose_stone(void *user, const dm_side *sides, int32_t count, dm_run *run,
                         dm_vertex *choice)
{
    tree *t = user;
    const dm_player *player = t->player;
    double start = dmi_seconds(), limit = (double)dmi_player_param(player, "time") * 1e-3;
    int64_t playouts = dmi_player_param(player, "playouts");
    bool goes_on = true;
    t->sides = sides;
    t->to_come = count;
    t->used = 1;
    t->length = 0;
    t->path[0] = 0;
    t->nodes[0] = (node){.vertex = -1};
    *choice = DMI_NO_MOVE;
    if (!dmi_completion_mean_start(t->mean, t->stones, t->placed, t->sides, t->to_come, run))
        return false;
    expand(t);
    t->spread = spread_of(t);
    for (int64_t played = 0; played < playouts && goes_on; played += GAMES_PER_ROUND) {
        play_round(t);
        goes_on = dmi_run_go_on(run, GAMES_PER_ROUND);
        if (limit > 0 && dmi_seconds() - start >= limit)
            break;
    }
    *choice = most_played(t);
    if (t->values_out)
        report_values(t, t->values_out);
    t->values_out = NULL;
    t->stones[t->placed++] = (dm_stone){*choice, (int32_t)sides[0]};
    t->taken[*choice] = true;
    return goes_on;
}

static void free_tree(void *cache)
{
    tree *t = cache;
    dmi_playouts_free(t->playouts);
    dmi_completion_mean_free(t->mean);
    dmi_arrays_free(&t->arrays);
    free(t);
}

static bool make_room(tree *t, int64_t playouts, dm_vertex n)
{
    int64_t wanted = 1 + n + playouts / GAMES_PER_ROUND * (t->width ? t->width : n);
    t->capacity = (int32_t)(wanted < NODES_MOST ? wanted : NODES_MOST);
    t->nodes = dmi_array(&t->arrays, (size_t)t->capacity, sizeof *t->nodes);
    t->taken = dmi_array(&t->arrays, (size_t)n, sizeof *t->taken);
    t->stones = dmi_array(&t->arrays, (size_t)n, sizeof *t->stones);
    t->path = dmi_array(&t->arrays, (size_t)t->depth + 1, sizeof *t->path);
    t->vertices = dmi_array(&t->arrays, (size_t)n, sizeof *t->vertices);
    t->means = dmi_array(&t->arrays, (size_t)n, sizeof *t->means);
    return !t->arrays.failed;
}

/* Everything that depends on the board and the rules only. */
static dm_status make_tree(const dm_player *player, dm_position *position, dm_run *run, tree *t,
                           dm_error *err)
{
    const dm_arena *arena = dm_position_arena(position);
    const dm_distances *table = dm_position_distances(position);
    t->ties = dm_position_rules(position)->ties;
    t->depth = (int)dmi_player_param(player, "depth");
    t->width = dmi_player_param(player, "width");
    t->explore = (double)dmi_player_param(player, "explore") * 1e-3;
    t->prior = (double)dmi_player_param(player, "prior");
    if (!make_room(t, dmi_player_param(player, "playouts"), table->n))
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

static dm_status find_tree(dm_player *player, dm_position *position, dm_run *run, tree **out,
                           dm_error *err)
{
    if (!player->cache) {
        tree *t = dmi_calloc(1, sizeof *t);
        if (!t)
            return dmi_no_memory(err);
        dm_status status = make_tree(player, position, run, t, err);
        if (status != DM_OK) {
            free_tree(t);
            return status;
        }
        player->cache = t;
        player->free_cache = free_tree;
    }
    *out = player->cache;
    return DM_OK;
}

dm_status dmi_choose_mcts(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                          dm_error *err)
{
    tree *t;
    dm_status status = find_tree(player, position, run, &t, err);
    if (status != DM_OK)
        return status;
    const dm_stone *placed = dm_position_stones(position, &t->placed);
    for (int32_t i = 0; i < t->placed; i++)
        t->stones[i] = placed[i];
    for (dm_vertex v = 0; v < t->ranks->n; v++)
        t->taken[v] = !dm_position_is_free(position, v);
    t->player = player;
    t->values_out = player->values_out;
    return dmi_choose_stones(position, choose_stone, t, run, move, err);
}
