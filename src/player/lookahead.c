/* lookahead.c - alpha-beta over single stones.
 *
 * A step is one stone, so turns of several stones need nothing special: the next step may have the
 * same side again.  Candidates are sorted by their immediate value and cut to the `width` best; at
 * the last step the immediate values are the result.  Each stone of a turn has its own search.
 *
 * Cost: at most b^(depth-1) scorings of n vertices, b the width.
 */
#include "player/lookahead.h"

#include <stdlib.h>

struct dmi_lookahead_candidate {
    dm_vertex vertex;
    int64_t gain; /* value after the stone, from the mover's side */
    double distance_sum;
};

static const int64_t lowest = INT64_MIN / 2;

static int compare_candidates(const void *a, const void *b)
{
    const dmi_lookahead_candidate *x = a, *y = b;
    if (x->gain != y->gain)
        return x->gain > y->gain ? -1 : 1;
    if (x->distance_sum < y->distance_sum || x->distance_sum > y->distance_sum)
        return x->distance_sum < y->distance_sum ? -1 : 1;
    return x->vertex < y->vertex ? -1 : 1;
}

/* Fills `candidates` for `side`, best first; returns how many to try. */
static int64_t order_candidates(dmi_lookahead *look, dm_side side,
                                dmi_lookahead_candidate *candidates)
{
    int64_t count = 0;
    for (dm_vertex v = 0; v < look->n; v++)
        if (!look->taken[v])
            look->vertices[count++] = v;
    look->scorer.score(look->scorer.self, side, look->vertices, count, look->values);
    for (int64_t i = 0; i < count; i++) {
        dm_vertex v = look->vertices[i];
        candidates[i] =
            (dmi_lookahead_candidate){v, side == DM_WHITE ? look->values[i] : -look->values[i],
                                      look->distance_sum ? look->distance_sum[v] : 0};
    }
    qsort(candidates, (size_t)count, sizeof *candidates, compare_candidates);
    return look->width && look->width < count ? look->width : count;
}

static int64_t search_value(dmi_lookahead *look, int32_t stone, int depth, int64_t alpha,
                            int64_t beta);

/* The value of taking `chosen`, for its side, looking depth-1 stones further. */
static int64_t value_of(dmi_lookahead *look, const dmi_lookahead_candidate *chosen, int32_t stone,
                        int depth, int64_t alpha, int64_t beta)
{
    if (depth == 1 || stone + 1 == look->side_count)
        return chosen->gain;
    dm_side side = look->sides[stone];
    look->scorer.place(look->scorer.self, side, chosen->vertex);
    look->taken[chosen->vertex] = true;
    int64_t value = look->sides[stone + 1] == side
                        ? search_value(look, stone + 1, depth - 1, alpha, beta)
                        : -search_value(look, stone + 1, depth - 1, -beta, -alpha);
    look->taken[chosen->vertex] = false;
    look->scorer.undo(look->scorer.self);
    return value;
}

/* The best value for the side that places `stone`. */
static int64_t search_value(dmi_lookahead *look, int32_t stone, int depth, int64_t alpha,
                            int64_t beta)
{
    dmi_lookahead_candidate *candidates =
        look->candidates + (int64_t)(stone - look->root) * look->n;
    int64_t count = order_candidates(look, look->sides[stone], candidates);
    int64_t best = lowest;
    for (int64_t i = 0; i < count && best < beta && !look->stopped; i++) {
        look->stopped = !dmi_run_go_on(look->run, 1);
        int64_t value = value_of(look, &candidates[i], stone, depth, alpha, beta);
        best = value > best ? value : best;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}

/* The first of the best is taken.  If values are wanted no search is cut short; the choice is the
 * same. */
dm_vertex dmi_lookahead_stone(dmi_lookahead *look, int32_t done)
{
    double *values_out = done == 0 ? look->values_out : NULL;
    look->root = done;
    int64_t count = order_candidates(look, look->sides[done], look->candidates);
    dm_vertex chosen = look->candidates[0].vertex;
    int64_t best = lowest;
    for (int64_t i = 0; i < count && !look->stopped; i++) {
        look->stopped = !dmi_run_go_on(look->run, 1);
        int64_t value = value_of(look, &look->candidates[i], done, look->depth,
                                 values_out ? lowest : best, -lowest);
        if (values_out && !look->stopped) {
            values_out[look->candidates[i].vertex] =
                (double)(look->sides[look->root] == DM_WHITE ? value : -value) / look->unit;
        }
        if (value > best && !look->stopped) {
            best = value;
            chosen = look->candidates[i].vertex;
        }
    }
    look->taken[chosen] = true;
    return chosen;
}

bool dmi_lookahead_init(dmi_lookahead *look, const dm_position *position, int depth)
{
    look->depth = depth;
    look->n = dm_arena_vertices(dm_position_arena(position));
    size_t n = (size_t)look->n;
    look->taken = dmi_taken(position);
    look->sides = dmi_sides_to_come(position, &look->side_count);
    look->candidates = dmi_array(&look->arrays, n * (size_t)depth, sizeof *look->candidates);
    look->vertices = dmi_array(&look->arrays, n, sizeof *look->vertices);
    look->values = dmi_array(&look->arrays, n, sizeof *look->values);
    return look->taken && look->sides && !look->arrays.failed;
}

void dmi_lookahead_clear(dmi_lookahead *look)
{
    free(look->taken);
    free(look->sides);
    dmi_arrays_free(&look->arrays);
}
