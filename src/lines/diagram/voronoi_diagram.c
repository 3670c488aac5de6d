/* voronoi_diagram.c - the Voronoi diagram of a level: what every player owns.
 *
 * A piece is reached from both ends at speed one; the fronts meet at a boundary point, and each
 * part belongs to the players at its end.  Sums are in whole units, by the number of players that
 * share them, and become fractions at the end. Source: Okabe et al., Spatial Tessellations, 2000,
 * section 3.8.
 */
#include "base/base.h"
#include "base/names.h"
#include "lines/diagram/line_network.h"
#include "lines/level/ratio.h"
#include <stdlib.h>

DMI_ENUM_NAMES(dm_line_ties, "tie rule", "neutral", "closed", "split", "own")

/* Sums in units. */
typedef struct payoff_sums {
    int64_t alone[DM_MAX_LINE_PLAYERS];
    int64_t shared[DM_MAX_LINE_PLAYERS]
                  [DM_MAX_LINE_PLAYERS + 1]; /* by the number of players that share it */
    int64_t tied, unreached;
} payoff_sums;

static void sums_add_length(payoff_sums *s, uint64_t players, int64_t length)
{
    int count = __builtin_popcountll(players);
    if (count == 0)
        s->unreached += length;
    else if (count == 1)
        s->alone[__builtin_ctzll(players)] += length;
    else
        s->tied += length;
    for (; count > 1 && players; players &= players - 1)
        s->shared[__builtin_ctzll(players)][count] += length;
}

static bool compute_payoffs(const payoff_sums *s, const dm_level *level, dm_line_ties ties,
                            int64_t unit, dm_line_diagram *d)
{
    int64_t given = 0; /* of the tied length */
    bool fits = dmi_ratio_make(s->unreached, unit, &d->unreached), is_shared = false;
    for (int32_t p = 0; fits && p < d->player_count; p++) {
        fits = dmi_ratio_make(s->alone[p], unit, &d->payoff[p]);
        bool gets_ties = ties == DM_LINE_CLOSED || ties == DM_LINE_SPLIT ||
                         (ties == DM_LINE_OWN && p == level->me);
        if (fits && gets_ties) {
            /* Adds player p's part of shared lengths. */
            bool whole = ties != DM_LINE_SPLIT;
            dm_ratio *sum = &d->payoff[p];
            fits = true;
            for (int count = 2; fits && count <= DM_MAX_LINE_PLAYERS; count++) {
                dm_ratio part;
                fits = s->shared[p][count] == 0 ||
                       (dmi_ratio_make(s->shared[p][count], (dmi_wide)unit * (whole ? 1 : count),
                                       &part) &&
                        dmi_ratio_add(*sum, part, sum));
            }
        }
        for (int count = 2; ties == DM_LINE_OWN && gets_ties && count <= DM_MAX_LINE_PLAYERS;
             count++)
            given += s->shared[p][count];
    }
    if (ties == DM_LINE_CLOSED || ties == DM_LINE_SPLIT)
        given = s->tied;
    assert(given >= 0 && given <= s->tied);
    fits = fits && dmi_ratio_make(s->tied - given, unit, &d->tied);
    d->winner = -1;
    for (int32_t p = 0, best = -1; fits && p < d->player_count; p++) {
        int order = best < 0 ? 1 : dmi_ratio_compare(d->payoff[p], d->payoff[best]);
        is_shared = order == 0 || (is_shared && order < 0);
        best = order > 0 ? p : best;
        d->winner = is_shared ? -1 : best;
    }
    return fits;
}

/* One side of a piece as a stretch, unless it has no length. */
static bool add_stretch(dm_line_diagram *d, const dm_level *level, int64_t unit,
                        const dmi_piece *piece, int64_t from, int64_t to, const dmi_reach *end)
{
    dm_ratio length = level->edges[piece->edge].length;
    dm_line_stretch s = {
        .edge = piece->edge, .players = end->players, .begins = {0, 1}, .ends = {0, 1}};
    dmi_wide whole = (dmi_wide)unit / length.den * length.num;
    int64_t way = to > from ? to - from : from - to;
    if (way == 0)
        return true;
    bool fits = dmi_ratio_make(piece->offset + from, whole, &s.from) &&
                dmi_ratio_make(piece->offset + to, whole, &s.to);
    if (fits && end->players)
        fits = dmi_ratio_make(end->when, unit, &s.begins) &&
               dmi_ratio_make((dmi_wide)end->when + way, unit, &s.ends);
    d->stretches[d->stretch_count++] = s;
    return fits;
}

static bool sum_pieces(const dm_level *level, const dmi_line_network *net, const dmi_reach *reach,
                       payoff_sums *s, dm_line_diagram *d)
{
    bool fits = true;
    for (int32_t i = 0; fits && i < net->piece_count; i++) {
        const dmi_piece *piece = &net->piece[i];
        int64_t meet = dmi_boundary(piece, reach);
        sums_add_length(s, reach[piece->a].players, meet);
        sums_add_length(s, reach[piece->b].players, piece->length - meet);
        if (d->stretches)
            fits = add_stretch(d, level, net->unit, piece, 0, meet, &reach[piece->a]) &&
                   add_stretch(d, level, net->unit, piece, piece->length, meet, &reach[piece->b]);
        assert(!d->stretches || d->stretch_count <= 2 * (i + 1));
    }
    return fits;
}

dm_status dm_line_diagram_new(const dm_level *level, dm_line_ties ties, bool with_stretches,
                              dm_line_diagram **out, dm_error *err)
{
    dmi_line_network net = {0};
    dmi_reach *reach = NULL;
    payoff_sums *s = NULL;
    dm_line_diagram *d = dmi_calloc(1, sizeof *d);
    dm_status status = d ? dmi_line_network_init(level, &net, err) : dmi_no_memory(err);
    if (status == DM_OK) {
        d->player_count = level->player_count;
        d->payoff = dmi_alloc((size_t)level->player_count, sizeof *d->payoff);
        reach = dmi_alloc((size_t)net.n, sizeof *reach);
        s = dmi_calloc(1, sizeof *s);
        if (with_stretches)
            d->stretches = dmi_alloc(2 * (size_t)net.piece_count, sizeof *d->stretches);
        if (!d->payoff || !reach || !s || (with_stretches && !d->stretches))
            status = dmi_no_memory(err);
    }
    if (status == DM_OK)
        status = dmi_line_network_reach(&net, reach, err);
    if (status == DM_OK &&
        !(sum_pieces(level, &net, reach, s, d) && compute_payoffs(s, level, ties, net.unit, d)))
        status = dmi_ratio_too_large(err);
    free(s);
    free(reach);
    dmi_line_network_clear(&net);
    if (status == DM_OK)
        *out = d;
    else
        dm_line_diagram_free(d);
    return status;
}

void dm_line_diagram_free(dm_line_diagram *diagram)
{
    if (!diagram)
        return;
    free(diagram->payoff);
    free(diagram->stretches);
    free(diagram);
}
