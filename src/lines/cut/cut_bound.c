/* cut_bound.c - an upper bound for the gain of every cut.
 *
 * Only what is reached over the piece can change hands: the piece and the subtree below it.  The
 * player can gain what he does not own there, and the best opponent can lose what he owns there.
 * The bound is smaller if the pieces from the subtree to the rest of the network lead
 *      only to vertices of its owner:     he reaches it all again, nothing changes;
 *      to no vertex of the player:        he gains nothing, but others may lose;
 *      nowhere (there are none):          everybody loses it.
 * Such pieces are counted: a piece leads out of the subtrees on the paths from both its ends up to
 * their common ancestor.
 *
 * Tied vertices outside the subtree may also change, after those they were reached through.  What
 * can change after a vertex is summed over all paths, which may count length more than once; no
 * bound exceeds the whole network.
 *
 * Cost: O(m + n), and O(log n) for a piece over which nothing is reached.
 */
#include "base/base.h"
#include "lines/cut/cut_search.h"
#include <assert.h>

enum { TO_US = 1, TO_OTHERS = 2 }; /* where the pieces out of a subtree lead */

typedef struct gain_bounds {
    const dmi_line_position *position;
    const dmi_dominator_tree *tree;
    dm_line_objective objective;
    int32_t rival;  /* the best opponent before the cut, or -1 */
    int64_t most;   /* the most that any cut can gain */
    int64_t *win;   /* what the player does not own, of a vertex, then of its subtree */
    int64_t *lose;  /* what opponents can lose, likewise */
    int64_t *after; /* what can change at tied vertices reached through it, likewise */
    int32_t *out;   /* the number of pieces that lead out of the subtree */
    uint8_t *leads; /* TO_US, TO_OTHERS */
    dmi_arrays arrays;
} gain_bounds;

static int64_t bounded_sum(const gain_bounds *s, int64_t a, int64_t b)
{
    assert(a >= 0 && a <= s->most && b >= 0);
    return a > s->most - b ? s->most : a + b;
}

/* length * share / scale, rounded up. */
static int64_t scaled_part(const gain_bounds *s, int64_t length, int64_t share)
{
    dmi_wide scale = s->position->scale;
    assert(length >= 0 && share >= 0 && share <= scale);
    return (int64_t)(((dmi_wide)length * share + scale - 1) / scale);
}

static int64_t most_to_win(const gain_bounds *s, uint64_t players, int64_t length)
{
    int64_t share = dmi_line_position_share(s->position, players, s->position->ask->player);
    return scaled_part(s, length, s->position->scale - share);
}

static int64_t most_to_lose(const gain_bounds *s, uint64_t players, int64_t length)
{
    if (s->objective == DM_LINE_PAYOFF || s->rival < 0)
        return 0;
    if (s->objective == DM_LINE_MARGIN)
        return scaled_part(s, length, dmi_line_position_share(s->position, players, s->rival));
    return players & ~(UINT64_C(1) << s->position->ask->player) ? length : 0;
}

/* The length at v alone, and where its pieces lead.  What comes after v is known. */
static void measure_vertex(gain_bounds *s, int32_t v)
{
    const dmi_line_network *net = &s->position->net;
    const dmi_reach *reach = s->position->reach;
    uint64_t players = reach[v].players, us = UINT64_C(1) << s->position->ask->player;
    int64_t held = 0;
    for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
        const dmi_piece *piece = &net->piece[net->arc_piece[arc]];
        int32_t z = piece->a == v ? piece->b : piece->a;
        int64_t meet = dmi_boundary(piece, reach);
        held += piece->a == v ? meet : piece->length - meet;
        if (reach[z].players != players || dmi_is_tied(players))
            s->leads[v] |= TO_OTHERS;
        if ((reach[z].players & us && players != us) || dmi_is_tied(players))
            s->leads[v] |= TO_US;
        if (dmi_is_tied(reach[z].players) && reach[v].when + piece->length == reach[z].when)
            s->after[v] = bounded_sum(
                s, s->after[v], bounded_sum(s, s->after[z], bounded_sum(s, s->win[z], s->lose[z])));
    }
    s->win[v] = most_to_win(s, players, held);
    s->lose[v] = most_to_lose(s, players, held);
}

static int64_t bound_of_piece(const gain_bounds *s, int32_t i)
{
    const dmi_line_network *net = &s->position->net;
    const dmi_piece *piece = &net->piece[i];
    int32_t end = dmi_reached_over(net, s->position->reach, i);
    if (end < 0 || s->tree->tight[end] != 1) {
        /* A piece that is not the only one over which its end is reached: only the piece and ties
         * can change. */
        const dmi_reach *reach = s->position->reach;
        uint64_t a = reach[piece->a].players, b = reach[piece->b].players;
        int64_t meet = dmi_boundary(piece, reach), rest = piece->length - meet;
        if (a == b && !(end >= 0 && dmi_is_tied(a)))
            return 0;
        int64_t bound = bounded_sum(s, most_to_lose(s, a, meet), most_to_lose(s, b, rest));
        if ((a | b) >> s->position->ask->player & 1)
            bound = bounded_sum(s, bound,
                                bounded_sum(s, most_to_win(s, a, meet), most_to_win(s, b, rest)));
        if (end >= 0) /* by now sums over the subtree, so at least as large */
            bound = bounded_sum(
                s, bound, bounded_sum(s, s->after[end], bounded_sum(s, s->win[end], s->lose[end])));
        return bound;
    }
    uint64_t holder = s->position->reach[dmi_other_end(net, i, end)].players;
    if (!(s->leads[end] & TO_OTHERS) && s->out[end] > 0)
        return 0;
    int64_t bound = bounded_sum(s, s->lose[end], most_to_lose(s, holder, piece->length));
    if (s->leads[end] & TO_US)
        bound = bounded_sum(s, bound,
                            bounded_sum(s, s->win[end], most_to_win(s, holder, piece->length)));
    return bounded_sum(s, bound, s->after[end]);
}

dm_status dmi_cut_bounds(const dmi_line_position *position, const dmi_dominator_tree *tree,
                         dm_line_objective objective, int64_t *bound, dm_error *err)
{
    size_t n = (size_t)position->net.n;
    gain_bounds s = {.position = position,
                     .tree = tree,
                     .objective = objective,
                     .rival = dmi_line_position_best_opponent(position),
                     .most = 2 * position->net.total};
    s.win = dmi_array_zeroed(&s.arrays, n, sizeof *s.win);
    s.lose = dmi_array_zeroed(&s.arrays, n, sizeof *s.lose);
    s.after = dmi_array_zeroed(&s.arrays, n, sizeof *s.after);
    s.out = dmi_array_zeroed(&s.arrays, n, sizeof *s.out);
    s.leads = dmi_array_zeroed(&s.arrays, n, sizeof *s.leads);
    bool fits = !s.arrays.failed;
    if (fits) {
        /* Measures the vertices, counts the pieces that lead out of subtrees, and sums both over
         * subtrees.
         */
        const dmi_line_network *net = &s.position->net;
        for (int32_t i = s.tree->count; i-- > 0;) /* latest first */
            measure_vertex(&s, s.tree->order[i]);
        for (int32_t i = 0; i < net->piece_count; i++) {
            const dmi_piece *piece = &net->piece[i];
            int32_t end = dmi_reached_over(net, s.position->reach, i);
            if (s.position->reach[piece->a].when == DMI_NEVER ||
                (end >= 0 && s.tree->tight[end] == 1))
                continue;
            int32_t meet = dmi_dominator_tree_common(s.tree, piece->a, piece->b);
            s.out[piece->a]++;
            s.out[piece->b]++;
            if (meet >= 0)
                s.out[meet] -= 2;
        }
        for (int32_t i = s.tree->count; i-- > 0;) {
            int32_t v = s.tree->order[i], above = s.tree->above[v];
            assert(s.out[v] >= 0);
            if (above < 0)
                continue;
            s.win[above] += s.win[v];
            s.lose[above] += s.lose[v];
            s.after[above] = bounded_sum(&s, s.after[above], s.after[v]);
            s.out[above] += s.out[v];
            s.leads[above] |= s.leads[v];
        }
    }
    for (int32_t i = 0; fits && i < position->net.piece_count; i++)
        bound[i] = bound_of_piece(&s, i);
    dmi_arrays_free(&s.arrays);
    return fits ? DM_OK : dmi_no_memory(err);
}
