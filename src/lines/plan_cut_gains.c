/* plan_cut_gains.c - what the cut of a piece can gain at most, also together with other cuts.
 *
 * Cuts never make anybody earlier.  So only length changes hands that is held at a vertex with a
 * shortest path over a cut piece, or lies on one.  The player can win what he does not own of it,
 * and the best opponent can lose what he owns.  The sum over several cuts bounds their gain.
 *
 * Cost: one search per piece over what lies behind it.
 */
#include "lines/plan_board.h"

#include <stdlib.h>

typedef struct gains {
    const dmi_lines_position *position;
    int32_t rival;   /* or -1 */
    dmi_wide *worth; /* of what a vertex holds */
    int32_t *queue;
    int32_t *seen; /* by vertex: the last piece whose search came there, plus 1 */
    dmi_arrays arrays;
} gains;

/* What can change if these players lose a length. */
static dmi_wide worth_of(const gains *g, uint64_t players, int64_t length)
{
    const dmi_lines_position *p = g->position;
    int64_t share = players ? p->scale - dmi_lines_share(p, players, p->ask->player) : 0;
    if (g->rival >= 0)
        share += dmi_lines_share(p, players, g->rival);
    return (dmi_wide)share * length;
}

static void find_worth(gains *g)
{
    const dmi_network *net = &g->position->net;
    const dmi_reach *reach = g->position->reach;
    for (int32_t i = 0; i < net->piece_count; i++) {
        const dmi_piece *piece = &net->piece[i];
        int64_t meet = dmi_boundary(piece, reach);
        g->worth[piece->a] += worth_of(g, reach[piece->a].players, meet);
        g->worth[piece->b] += worth_of(g, reach[piece->b].players, piece->length - meet);
    }
}

/* Whether v's neighbour z over the piece has a shortest path through v. */
static bool leads_on(const gains *g, int32_t v, int32_t z, int32_t piece)
{
    const dmi_reach *reach = g->position->reach;
    return reach[v].when != DMI_NEVER &&
           reach[v].when + g->position->net.piece[piece].length == reach[z].when;
}

/* The worth of all vertices behind the piece. */
static dmi_wide search_behind(gains *g, int32_t piece)
{
    const dmi_network *net = &g->position->net;
    int32_t end = dmi_reached_over(g->position, piece), count = 0;
    dmi_wide sum = 0;
    if (end >= 0) {
        g->queue[count++] = end;
        g->seen[end] = piece + 1;
    }
    for (int32_t next = 0; next < count; next++) {
        int32_t v = g->queue[next];
        sum += g->worth[v];
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
            int32_t over = net->arc_piece[arc], z = dmi_other_end(net, over, v);
            if (g->seen[z] == piece + 1 || !leads_on(g, v, z, over))
                continue;
            g->seen[z] = piece + 1;
            g->queue[count++] = z;
        }
    }
    return sum;
}

static dmi_wide gain_of(gains *g, int32_t number)
{
    const dmi_piece *piece = &g->position->net.piece[number];
    const dmi_reach *reach = g->position->reach;
    int64_t meet = dmi_boundary(piece, reach);
    dmi_wide sum = search_behind(g, number);
    if (g->seen[piece->a] != number + 1)
        sum += worth_of(g, reach[piece->a].players, meet);
    if (g->seen[piece->b] != number + 1)
        sum += worth_of(g, reach[piece->b].players, piece->length - meet);
    return sum;
}

dm_status dmi_plan_cut_gains(const dmi_plan_board *board, dmi_wide *gain, dmi_wide *before,
                             dm_error *err)
{
    const dmi_lines_position *position = &board->position;
    size_t n = (size_t)position->net.n;
    gains g = {.position = position, .rival = -1};
    *before = position->before[position->ask->player];
    if (position->ask->objective != DM_LINE_PAYOFF)
        g.rival = dmi_lines_best_opponent(position);
    if (g.rival >= 0)
        *before -= position->before[g.rival];
    g.worth = dmi_array_zeroed(&g.arrays, n, sizeof *g.worth);
    g.queue = dmi_array(&g.arrays, n, sizeof *g.queue);
    g.seen = dmi_array_zeroed(&g.arrays, n, sizeof *g.seen);
    if (g.arrays.failed)
        return dmi_arrays_check(&g.arrays, err);
    find_worth(&g);
    for (int32_t i = 0; i < position->net.piece_count; i++)
        gain[i] = gain_of(&g, i);
    dmi_arrays_free(&g.arrays);
    return DM_OK;
}

/* Adds the `count` largest gains. */
static dm_status add_largest(const dmi_plan_board *board, int32_t count, dmi_wide *sum,
                             dm_error *err)
{
    int32_t pieces = board->position.net.piece_count;
    dmi_wide *gain = dmi_alloc((size_t)pieces, sizeof *gain);
    dm_status status = gain ? dmi_plan_cut_gains(board, gain, sum, err) : dmi_no_memory(err);
    for (int32_t k = 0; status == DM_OK && k < count; k++) {
        int32_t top = 0;
        for (int32_t i = 1; i < pieces; i++)
            top = gain[i] > gain[top] ? i : top;
        *sum += gain[top];
        gain[top] = 0; /* a second cut of the same piece changes nothing else */
    }
    free(gain);
    return status;
}

dm_status dmi_plan_cuts_most(const dm_level *level, const dm_line_ask *ask, int32_t count,
                             dm_ratio *out, dm_error *err)
{
    dmi_plan_board board;
    dmi_wide sum = 0;
    bool *removed = dmi_calloc((size_t)level->site_count, sizeof *removed);
    dm_status status =
        removed ? dmi_plan_board_init(level, ask, removed, &board, err) : dmi_no_memory(err);
    free(removed);
    if (status != DM_OK)
        return status;
    status = add_largest(&board, count, &sum, err);
    if (status == DM_OK &&
        !dmi_ratio_make(sum, (dmi_wide)board.position.net.unit * board.position.scale, out))
        status = dmi_fail(err, DM_TOO_LARGE, "a bound does not fit 63 bits as a fraction");
    dmi_plan_board_clear(&board);
    return status;
}
