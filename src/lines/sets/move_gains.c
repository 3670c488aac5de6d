/* move_gains.c - what single moves can gain at most, also together with others.
 *
 * Let w(x) be the player's share of a point x, minus that of the best opponent if margins count.
 * Each move changes w at some points only, and the gains of a set are at most the sum:
 *
 * - A cut makes nobody earlier.  It concerns the points on its piece and those with a shortest path
 *   over it.  Of these the player can win what he does not own, and the opponent can lose all.
 * - A removal concerns the points that the site is nearest to, and can change them as much.
 * - At all other points, everybody but the player arrives as before.  Whatever is cut, no new site
 *   is nearer than it was on the level as it is, and w only depends on the nearest one.  So with
 *   several new sites w is the largest value that one of them gives alone, and together they gain
 *   no more than the sum of what each gains alone.
 *
 * Cost: one search per piece over what lies behind it, and one sweep per piece (site_sweep.c).
 */
#include "lines/sets/move_gains.h"

#include "lines/sets/move_order.h"
#include "lines/site/site_sweep.h"
#include <stdlib.h>

typedef struct gain_finder {
    const dmi_line_position *position;
    int32_t rival;   /* or -1 */
    dmi_wide *worth; /* of what a vertex holds */
    int32_t *queue;
    int32_t *seen; /* by vertex: the last search that came there */
    int32_t searches;
    int32_t visited; /* vertices of the last search */
    dmi_arrays arrays;
} gain_finder;

/* What can change if these players lose a length. */
static dmi_wide worth_of(const gain_finder *g, uint64_t players, int64_t length)
{
    const dmi_line_position *p = g->position;
    int64_t share = players ? p->scale - dmi_line_position_share(p, players, p->ask->player) : 0;
    if (g->rival >= 0)
        share += dmi_line_position_share(p, players, g->rival);
    return (dmi_wide)share * length;
}

/* The worth of all vertices with a shortest path over `from`, itself among them. */
static dmi_wide search_behind(gain_finder *g, int32_t from)
{
    const dmi_line_network *net = &g->position->net;
    const dmi_reach *reach = g->position->reach;
    int32_t count = 0, mark = ++g->searches;
    dmi_wide sum = 0;
    if (from >= 0) {
        g->queue[count++] = from;
        g->seen[from] = mark;
    }
    for (int32_t next = 0; next < count; next++) {
        int32_t v = g->queue[next];
        sum += g->worth[v];
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
            int32_t over = net->arc_piece[arc], z = dmi_other_end(net, over, v);
            if (g->seen[z] == mark || reach[v].when == DMI_NEVER ||
                reach[v].when + net->piece[over].length != reach[z].when)
                continue;
            g->seen[z] = mark;
            g->queue[count++] = z;
        }
    }
    assert(sum >= 0 && count <= net->n);
    g->visited = count;
    return sum;
}

/* What cuts of each piece, or removals of each site, gain at most. */
static dm_status find_loss_gains(gain_finder *g, dm_line_op op, dm_run *run, dmi_move_gains *out,
                                 dm_error *err)
{
    const dmi_line_network *net = &g->position->net;
    const dmi_reach *reach = g->position->reach;
    int32_t count = op == DM_LINE_CUT ? out->piece_count : out->site_count;
    for (int32_t i = 0; i < count; i++) {
        if (op == DM_LINE_REMOVE) {
            out->remove[i] = search_behind(g, net->site_at[i]);
        } else {
            const dmi_piece *piece = &net->piece[i];
            int64_t meet = dmi_boundary(piece, reach);
            out->cut[i] = search_behind(g, dmi_reached_over(net, reach, i));
            if (g->seen[piece->a] != g->searches)
                out->cut[i] += worth_of(g, reach[piece->a].players, meet);
            if (g->seen[piece->b] != g->searches)
                out->cut[i] += worth_of(g, reach[piece->b].players, piece->length - meet);
        }
        if (!dmi_run_report(run, 1 + (uint64_t)g->visited, "bounds", (uint64_t)i, (uint64_t)count,
                            ""))
            return dmi_stopped(run, err);
    }
    return DM_OK;
}

typedef struct site_gains {
    int32_t me, rival;
    dmi_wide before;
    dmi_wide *most; /* by piece */
} site_gains;

/* Payoffs are linear along the stretch, so an end of it is best. */
static bool site_gains_see_stretch(void *user, const dmi_payoff_lines *lines)
{
    site_gains *g = user;
    dmi_wide at = lines->at_a[g->me] - g->before, slope = lines->slope[g->me];
    if (g->rival >= 0) {
        at -= lines->at_a[g->rival];
        slope -= lines->slope[g->rival];
    }
    dmi_wide gain = slope > 0 ? at + slope * lines->length : at;
    if (gain > g->most[lines->piece])
        g->most[lines->piece] = gain;
    return true;
}

dm_status dmi_move_gains_init(const dmi_move_board *board, const int32_t count[4], dm_run *run,
                              dmi_move_gains *out, dm_error *err)
{
    const dmi_line_position *position = &board->position;
    const dmi_line_network *net = &position->net;
    size_t n = (size_t)net->n, pieces = (size_t)net->piece_count;
    gain_finder g = {.position = position, .rival = -1};
    assert(board->frame_count == 0); /* the board is uncut */
    if (position->ask->objective != DM_LINE_PAYOFF)
        g.rival = dmi_line_position_best_opponent(position);
    *out = (dmi_move_gains){.before = position->before[position->ask->player],
                            .piece_count = net->piece_count,
                            .site_count = board->level->site_count};
    if (g.rival >= 0)
        out->before -= position->before[g.rival];
    out->add = dmi_array_zeroed(&out->arrays, pieces, sizeof *out->add);
    out->cut = dmi_array_zeroed(&out->arrays, pieces, sizeof *out->cut);
    out->remove = dmi_array_zeroed(&out->arrays, (size_t)out->site_count, sizeof *out->remove);
    g.worth = dmi_array_zeroed(&g.arrays, n, sizeof *g.worth);
    g.queue = dmi_array(&g.arrays, n, sizeof *g.queue);
    g.seen = dmi_array_zeroed(&g.arrays, n, sizeof *g.seen);
    dm_status status = out->arrays.failed || g.arrays.failed ? dmi_no_memory(err) : DM_OK;
    for (int32_t i = 0; status == DM_OK && i < net->piece_count; i++) {
        const dmi_piece *piece = &net->piece[i];
        int64_t meet = dmi_boundary(piece, position->reach);
        g.worth[piece->a] += worth_of(&g, position->reach[piece->a].players, meet);
        g.worth[piece->b] += worth_of(&g, position->reach[piece->b].players, piece->length - meet);
    }
    if (status == DM_OK && count[DM_LINE_CUT] > 0)
        status = find_loss_gains(&g, DM_LINE_CUT, run, out, err);
    if (status == DM_OK && count[DM_LINE_REMOVE] > 0)
        status = find_loss_gains(&g, DM_LINE_REMOVE, run, out, err);
    if (status == DM_OK && count[DM_LINE_ADD] > 0) {
        site_gains a = {g.position->ask->player, g.rival, out->before, out->add};
        dmi_site_sweep *sweep = NULL;
        status = dmi_site_sweep_new(g.position, &sweep, err);
        for (int32_t i = 0; status == DM_OK && i < out->piece_count; i++) {
            int64_t done = dmi_site_sweep_work(sweep);
            if (!dmi_site_sweep_piece(sweep, i, site_gains_see_stretch, &a))
                status = dmi_no_memory(err);
            else if (!dmi_run_report(run, (uint64_t)(dmi_site_sweep_work(sweep) - done) + 1,
                                     "bounds", (uint64_t)i, (uint64_t)out->piece_count, ""))
                status = dmi_stopped(run, err);
            if (out->add[i] > out->most_add)
                out->most_add = out->add[i];
        }
        dmi_site_sweep_free(sweep);
    }
    dmi_arrays_free(&g.arrays);
    if (status != DM_OK)
        dmi_move_gains_clear(out);
    return status;
}

void dmi_move_gains_clear(dmi_move_gains *gains)
{
    dmi_arrays_free(&gains->arrays);
    *gains = (dmi_move_gains){0};
}

/* The sum of the `count` largest. */
static dmi_wide sum_largest(const dmi_wide *gain, int32_t n, int32_t count)
{
    dmi_wide top[DMI_MOST_MOVES] = {0}, sum = 0; /* in decreasing order */
    assert(count >= 0 && count <= DMI_MOST_MOVES);
    for (int32_t i = 0; i < n; i++) {
        int32_t k = count;
        if (count == 0 || gain[i] <= top[count - 1])
            continue;
        for (k = count - 1; k > 0 && top[k - 1] < gain[i]; k--)
            top[k] = top[k - 1];
        top[k] = gain[i];
    }
    for (int32_t i = 0; i < count; i++)
        sum += top[i];
    return sum;
}

/* A second cut of the same piece changes nothing else. */
dmi_wide dmi_move_gains_most(const dmi_move_gains *gains, const int32_t count[4])
{
    return gains->before + count[DM_LINE_ADD] * gains->most_add +
           sum_largest(gains->cut, gains->piece_count, count[DM_LINE_CUT]) +
           sum_largest(gains->remove, gains->site_count, count[DM_LINE_REMOVE]);
}

dm_status dmi_move_gains_of_level(const dm_level *level, const dm_line_ask *ask,
                                  const int32_t count[4], dm_run *run, dm_ratio *out, dm_error *err)
{
    dmi_move_board board;
    dmi_move_gains gains = {0};
    bool *removed = dmi_calloc((size_t)level->site_count, sizeof *removed);
    dm_status status =
        removed ? dmi_move_board_init(level, ask, removed, &board, err) : dmi_no_memory(err);
    free(removed);
    if (status != DM_OK)
        return status;
    status = dmi_move_gains_init(&board, count, run, &gains, err);
    dmi_wide one = (dmi_wide)board.position.net.unit * board.position.scale;
    if (status == DM_OK && !dmi_ratio_make(dmi_move_gains_most(&gains, count), one, out))
        status = dmi_fail(err, DM_TOO_LARGE, "a bound does not fit 63 bits as a fraction");
    dmi_move_gains_clear(&gains);
    dmi_move_board_clear(&board);
    return status;
}
