/* minimax.c - alpha-beta over single stones, scored by territory.
 *
 * A step is one stone, so several stones a turn need nothing special: the next
 * step may have the same side again.  Vertices are tried in the order of their
 * immediate value, the `width` best of them where a width is given.  Among
 * equals the vertex with the least value-weighted sum of distances is taken
 * (on the empty board all are equal: it takes a median), then the lowest number.
 *
 * Each stone of a turn is chosen by a search of its own.  A stopped search
 * keeps the best vertex of those it has finished, or the first in order.
 */
#include "base/base.h"
#include "player/player.h"

#include <stdlib.h>

/* One candidate at one step. */
typedef struct option {
    dm_vertex vertex;
    int64_t gain;  /* value after the stone, from the mover's side */
    double remote; /* value-weighted sum of distances */
} option;

typedef struct search {
    const dm_rules *rules;
    dm_evaluator *evaluator;
    dm_run *run;
    double *remote; /* one a vertex */
    bool *taken;
    dm_vertex n;
    int64_t width;
    int32_t first_stone; /* how many stones lay when the search began */
    option *options;     /* n for each depth */
    dm_vertex *vertices; /* scratch: n */
    int64_t *values;     /* scratch: n */
    bool stopped;
} search;

static const int64_t worst = INT64_MIN / 2;

/* The side that places stone number `index` of the game. */
static dm_side side_of_stone(const dm_rules *rules, int64_t index)
{
    int32_t turn = 0;
    while (turn + 1 < rules->turn_count && index >= rules->turns[turn].stones)
        index -= rules->turns[turn++].stones;
    return rules->turns[turn].side;
}

static int compare_options(const void *a, const void *b)
{
    const option *x = a, *y = b;
    if (x->gain != y->gain)
        return x->gain > y->gain ? -1 : 1;
    if (x->remote < y->remote || x->remote > y->remote)
        return x->remote < y->remote ? -1 : 1;
    return x->vertex < y->vertex ? -1 : 1;
}

/* Fills options with the candidates for `side`, best first; returns their number. */
static int64_t order_options(search *s, dm_side side, option *options)
{
    int64_t count = 0;
    for (dm_vertex v = 0; v < s->n; v++)
        if (!s->taken[v])
            s->vertices[count++] = v;
    dm_evaluator_try_many(s->evaluator, side, s->vertices, count, s->values);
    for (int64_t i = 0; i < count; i++) {
        int64_t value = side == DM_WHITE ? s->values[i] : -s->values[i];
        options[i] = (option){s->vertices[i], value, s->remote[s->vertices[i]]};
    }
    qsort(options, (size_t)count, sizeof *options, compare_options);
    return s->width && s->width < count ? s->width : count;
}

static int64_t search_value(search *s, int32_t stone, int depth, int64_t alpha, int64_t beta);

/* The value for `side` of taking `chosen` and looking depth-1 stones further. */
static int64_t value_of(search *s, const option *chosen, dm_side side, int32_t stone, int depth,
                        int64_t alpha, int64_t beta)
{
    if (depth == 1 || stone + 1 == s->rules->stones)
        return chosen->gain;
    dm_evaluator_place(s->evaluator, side, chosen->vertex);
    s->taken[chosen->vertex] = true;
    int64_t value = side_of_stone(s->rules, stone + 1) == side
                        ? search_value(s, stone + 1, depth - 1, alpha, beta)
                        : -search_value(s, stone + 1, depth - 1, -beta, -alpha);
    s->taken[chosen->vertex] = false;
    dm_evaluator_undo(s->evaluator);
    return value;
}

/* The best value for the side that places `stone`. */
static int64_t search_value(search *s, int32_t stone, int depth, int64_t alpha, int64_t beta)
{
    dm_side side = side_of_stone(s->rules, stone);
    option *options = s->options + (int64_t)(stone - s->first_stone) * s->n;
    int64_t count = order_options(s, side, options);
    int64_t best = worst;
    for (int64_t i = 0; i < count && best < beta && !s->stopped; i++) {
        s->stopped = !dmi_run_go_on(s->run, 1);
        int64_t value = value_of(s, &options[i], side, stone, depth, alpha, beta);
        best = value > best ? value : best;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}

/* The best vertex for the next stone; options are in order, so the first of the
 * best is the one to take. */
static dm_vertex choose_stone(search *s, int32_t stone, int depth)
{
    dm_side side = side_of_stone(s->rules, stone);
    s->first_stone = stone;
    int64_t count = order_options(s, side, s->options);
    dm_vertex chosen = s->options[0].vertex;
    int64_t best = worst;
    for (int64_t i = 0; i < count && !s->stopped; i++) {
        s->stopped = !dmi_run_go_on(s->run, 1);
        int64_t value = value_of(s, &s->options[i], side, stone, depth, best, -worst);
        if (value > best && !s->stopped) {
            best = value;
            chosen = s->options[i].vertex;
        }
    }
    return chosen;
}

static void sum_distances(const dm_arena *arena, const dm_distances *table, double *sums)
{
    const int64_t *values = dm_arena_values(arena);
    dm_vertex n = dm_arena_vertices(arena);
    for (dm_vertex v = 0; v < n; v++) {
        sums[v] = 0;
        for (dm_vertex u = 0; u < n; u++) {
            int64_t distance = dm_distance(table, v, u);
            if (distance > 0)
                sums[v] += (double)distance * (double)dm_value_of(values, u);
        }
    }
}

static void choose_turn(search *s, const dm_position *position, int depth, dm_vertex *move)
{
    dm_side side = dm_position_to_move(position);
    int32_t placed, stones = dm_position_stones_to_place(position);
    const dm_stone *lying = dm_position_stones(position, &placed);
    for (int32_t i = 0; i < placed; i++)
        s->taken[lying[i].vertex] = true;
    for (int32_t i = 0; i < stones; i++) {
        move[i] = choose_stone(s, placed + i, depth);
        s->taken[move[i]] = true;
        dm_evaluator_place(s->evaluator, side, move[i]);
    }
    for (int32_t i = 0; i < stones; i++)
        dm_evaluator_undo(s->evaluator);
}

static bool make_scratch(search *s, int depth)
{
    size_t n = (size_t)s->n;
    s->remote = dmi_alloc(n, sizeof *s->remote);
    s->taken = dmi_calloc(n, sizeof *s->taken);
    s->options = dmi_alloc(n * (size_t)depth, sizeof *s->options);
    s->vertices = dmi_alloc(n, sizeof *s->vertices);
    s->values = dmi_alloc(n, sizeof *s->values);
    return s->remote && s->taken && s->options && s->vertices && s->values;
}

static void free_scratch(search *s)
{
    free(s->remote);
    free(s->taken);
    free(s->options);
    free(s->vertices);
    free(s->values);
}

dm_status dmi_choose_minimax(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                             dm_error *err)
{
    const dm_arena *arena = dm_position_arena(position);
    int depth = (int)player->param[0];
    search s = {.rules = dm_position_rules(position),
                .evaluator = dm_position_evaluator(position),
                .run = run,
                .n = dm_arena_vertices(arena),
                .width = player->param[1]};
    dm_status status = DM_OK;
    if (!make_scratch(&s, depth)) {
        status = dmi_no_memory(err);
    } else {
        sum_distances(arena, dm_position_distances(position), s.remote);
        choose_turn(&s, position, depth, move);
        if (s.stopped)
            status = dmi_stopped(run, err);
    }
    free_scratch(&s);
    return status;
}
