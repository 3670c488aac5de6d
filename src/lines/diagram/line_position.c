/* line_position.c - a level before a move: its network, and what everybody owns.
 *
 * If tied length is split, `scale` is the least common multiple of all numbers of players who have
 * sites or may get one, so that shares are whole.  Numbers stay below 2^126: a payoff has at most
 * 61 bits, the scale 30, and crossing lines multiply by a slope of 31.
 */
#include "lines/diagram/line_position.h"

#include "base/base.h"
#include "base/names.h"
#include "lines/diagram/standing.h"
#include "lines/level/ratio.h"
#include <assert.h>
#include <stdlib.h>

/* Standings of a player, compared exactly. */
DMI_ENUM_NAMES(dm_line_objective, "objective", "payoff", "margin", "rank", "win")

dm_status dm_line_standing_of(const dm_line_diagram *diagram, int32_t player, dm_line_standing *out,
                              dm_error *err)
{
    assert(player >= 0 && player < diagram->player_count);
    const dm_ratio own = diagram->payoff[player];
    dm_ratio rival = {0, 1}, margin;
    int32_t rank = 1;
    for (int32_t p = 0; p < diagram->player_count; p++) {
        if (p == player)
            continue;
        if (dmi_ratio_compare(diagram->payoff[p], rival) > 0)
            rival = diagram->payoff[p];
        rank += dmi_ratio_compare(diagram->payoff[p], own) > 0;
    }
    if (!dmi_ratio_add(own, (dm_ratio){-rival.num, rival.den}, &margin))
        return dmi_fail(err, DM_TOO_LARGE, "a margin does not fit 63 bits as a fraction");
    *out = (dm_line_standing){own, margin, rank};
    return DM_OK;
}

int dm_line_compare(const dm_line_standing *a, const dm_line_standing *b,
                    dm_line_objective objective)
{
    if (objective == DM_LINE_PAYOFF)
        return dmi_ratio_compare(a->payoff, b->payoff);
    if (objective == DM_LINE_RANK && a->rank != b->rank)
        return a->rank < b->rank ? 1 : -1;
    return dmi_ratio_compare(a->margin, b->margin);
}

dm_status dmi_level_standing(const dm_level *level, const dm_line_ask *ask, dm_line_standing *out,
                             dm_error *err)
{
    dm_line_diagram *diagram = NULL;
    dm_status status = dm_line_diagram_new(level, ask->ties, false, &diagram, err);
    if (status == DM_OK)
        status = dm_line_standing_of(diagram, ask->player, out, err);
    dm_line_diagram_free(diagram);
    return status;
}

dm_status dmi_level_is_won(const dm_level *level, const dm_line_ask *ask, bool *wins, dm_error *err)
{
    dm_line_diagram *diagram = NULL;
    dm_status status = dm_line_diagram_new(level, ask->ties, false, &diagram, err);
    if (status == DM_OK)
        *wins = diagram->winner == ask->player;
    dm_line_diagram_free(diagram);
    return status;
}

void dmi_line_best_set_standing(dm_line_best *out, const dm_line_standing *after, bool attained)
{
    assert(after->payoff.den > 0 && after->margin.den > 0 && after->rank >= 1);
    out->after = *after;
    out->attained = attained;
    out->payoff = (double)after->payoff.num / (double)after->payoff.den;
    out->margin = (double)after->margin.num / (double)after->margin.den;
}

dm_status dmi_line_best_set_move(dm_line_best *out, const dm_line_move *move, dm_error *err)
{
    if (!out->moves && !(out->moves = dmi_alloc(1, sizeof *out->moves)))
        return dmi_no_memory(err);
    out->moves[0] = *move;
    out->move_count = 1;
    return DM_OK;
}

static const int64_t most_scale = INT64_C(1) << 30;

static dm_status position_set_scale(dmi_line_position *position, dm_error *err)
{
    uint64_t playing = UINT64_C(1) << position->ask->player;
    int64_t scale = 1;
    for (int32_t v = 0; v < position->net.n; v++)
        if (position->net.owner[v] >= 0)
            playing |= UINT64_C(1) << position->net.owner[v];
    int count = __builtin_popcountll(playing);
    for (int k = 2; position->ask->ties == DM_LINE_SPLIT && k <= count; k++) {
        scale = scale / (int64_t)dmi_wide_gcd(scale, k) * k;
        if (scale > most_scale)
            return dmi_fail(err, DM_TOO_LARGE,
                            "length can be split among at most 22 players with sites, not %d",
                            count);
    }
    position->scale = scale;
    return DM_OK;
}

int64_t dmi_line_position_share(const dmi_line_position *position, uint64_t players, int32_t player)
{
    assert(player >= 0 && player < DM_MAX_LINE_PLAYERS && position->scale > 0);
    int count = __builtin_popcountll(players);
    if (!(players >> player & 1))
        return 0;
    if (count == 1 || position->ask->ties == DM_LINE_CLOSED)
        return position->scale;
    if (position->ask->ties == DM_LINE_SPLIT)
        return position->scale / count;
    return position->ask->ties == DM_LINE_OWN && player == position->owner ? position->scale : 0;
}

int32_t dmi_line_position_best_opponent(const dmi_line_position *position)
{
    int32_t best = -1;
    for (int32_t p = 0; p < position->level->player_count; p++)
        if (p != position->ask->player &&
            (best < 0 || position->before[p] > position->before[best]))
            best = p;
    return best;
}

dm_status dmi_line_position_init_owned(const dm_level *level, const dm_line_ask *ask, int32_t owner,
                                       dmi_line_position *out, dm_error *err)
{
    dmi_line_position position = {.level = level, .ask = ask, .owner = owner};
    if (level->edge_count == 0)
        return dmi_fail(err, DM_BAD_MOVE, "the level has no edge to cut");
    dm_status status = dmi_line_network_init(level, &position.net, err);
    if (status == DM_OK)
        status = position_set_scale(&position, err);
    if (status == DM_OK &&
        !(position.reach = dmi_alloc((size_t)position.net.n, sizeof *position.reach)))
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_line_network_reach(&position.net, position.reach, err);
    for (int32_t i = 0; status == DM_OK && i < position.net.piece_count; i++)
        dmi_line_position_add_piece(&position, i, position.reach, 1, position.before);
    if (status == DM_OK)
        *out = position;
    else
        dmi_line_position_clear(&position);
    return status;
}

dm_status dmi_line_position_init(const dm_level *level, const dm_line_ask *ask,
                                 dmi_line_position *out, dm_error *err)
{
    return dmi_line_position_init_owned(level, ask, ask->player, out, err);
}

void dmi_line_position_clear(dmi_line_position *position)
{
    dmi_line_network_clear(&position->net);
    free(position->reach);
    position->reach = NULL;
}
