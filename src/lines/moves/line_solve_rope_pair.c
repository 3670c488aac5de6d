/* line_solve_rope_pair.c - bounds all sets of a rope and another move, and makes the best of them.
 *
 * The moves known are the score to beat.  If the search finds a better set, moves near it are made:
 * a rope near its rope and then the best other move, which is exact; or the other way round, if the
 * other move comes first.  So the two ends of the rope need only be near.
 */
#include "lines/moves/line_solve_rope.h"

#include "lines/rope/rope_branch_and_bound.h"
#include <math.h>

static const int64_t grain = 1000000000; /* places are multiples of 1/grain of a length */

static double inside(double at, int64_t length)
{
    return fmin((double)length, fmax(0, at));
}

/* A rope beside (x,y), then the best other move. */
static dm_status make_rope_first(dmi_rope_sets *sets, const dmi_rope_tables *tables,
                                 dm_line_op other, const dmi_rope_box *at, dm_error *err)
{
    const dmi_piece *piece = tables->net.piece;
    dm_line_move rope = {.op = DM_LINE_ROPE, .length = {0, 1}, .site = -1};
    if (!dmi_rope_place(tables, at->px, inside(at->x0, piece[at->px].length), grain, &rope.place) ||
        !dmi_rope_place(tables, at->py, inside(at->y0, piece[at->py].length), grain, &rope.to))
        return DM_OK;
    return dmi_rope_try_after(sets, &rope, other, err);
}

/* The other move beside t, then the best rope. */
static dm_status make_other_first(dmi_rope_sets *sets, const dmi_rope_tables *tables,
                                  dm_line_op other, const dmi_rope_box *at, dm_error *err)
{
    const dmi_piece *piece = &tables->net.piece[at->pt];
    const double t = inside(at->t0, piece->length);
    dm_line_move move = {.op = other, .length = {0, 1}, .site = -1};
    if (!dmi_rope_place(tables, at->pt, t, grain, &move.place))
        return DM_OK;
    if (other == DM_LINE_CUT && move.place.vertex >= 0) /* at an end of its edge */
        move.place = (dm_line_place){-1, piece->edge, {t > 0, 1}};
    return dmi_rope_try_after(sets, &move, DM_LINE_ROPE, err);
}

/* One set beside a candidate; sets->set keeps it if it is better. */
static dm_status make_beside(dmi_rope_sets *sets, const dmi_rope_pair *pair, const dmi_rope_box *at,
                             dm_error *err)
{
    const dmi_rope_tables *tables = pair->found.tables;
    dm_status status = pair->rope_first ? make_rope_first(sets, tables, pair->other, at, err)
                                        : make_other_first(sets, tables, pair->other, at, err);
    return status == DM_BAD_MOVE || status == DM_TOO_LARGE ? DM_OK
                                                           : status; /* not possible there */
}

static double reached(const dmi_rope_sets *sets)
{
    return dmi_rope_score_of(sets, &sets->set->reached);
}

/* The score of what is known, in the tables' units and with their weight of a rank. */
static double floor_of(const dmi_rope_sets *sets, const dmi_rope_tables *tables)
{
    const dm_line_standing *known = &sets->set->reached;
    if (sets->set->move_count == 0)
        return -INFINITY;
    if (sets->ask->objective != DM_LINE_RANK)
        return reached(sets) * tables->unit;
    return (reached(sets) + known->rank * sets->far) * tables->unit - known->rank * tables->far;
}

/* The other way round.  A margin is less than half of `far`, and nobody has more than that. */
static double score_from(const dmi_rope_sets *sets, const dmi_rope_tables *tables, double bound)
{
    const bool is_rank = sets->ask->objective == DM_LINE_RANK;
    bound = fmin(bound, is_rank ? -0.5 * tables->far : 0.5 * tables->far);
    const double rank = is_rank ? fmax(1, round(-bound / tables->far)) : 0;
    return (bound + rank * tables->far) / tables->unit - rank * sets->far;
}

/* Makes sets around `at`, at one distance, and moves `at` to the best of them. */
static dm_status make_around(dmi_rope_sets *sets, const dmi_rope_pair *pair, double step,
                             double enough, dmi_rope_box *at, dm_error *err)
{
    const dmi_rope_box start = *at;
    dm_status status = DM_OK;
    for (int k = 0; status == DM_OK && k < (pair->rope_first ? 9 : 3); k++) {
        const double before = reached(sets);
        dmi_rope_box near = start;
        if (before >= enough)
            break;
        near.x0 += (k % 3 - 1) * step;
        near.y0 += (k / 3 - 1) * step;
        near.t0 += (k - 1) * step;
        status = make_beside(sets, pair, &near, err);
        if (reached(sets) > before)
            *at = near;
    }
    return status;
}

/* Makes sets at growing distances from a candidate until one is as good as it; then moves on from
 * the best one in ever smaller steps. */
static dm_status make_near(dmi_rope_sets *sets, const dmi_rope_pair *pair,
                           const dmi_rope_candidate *c, dm_error *err)
{
    const double unit = pair->found.tables->unit;
    const double enough = score_from(sets, pair->found.tables, c->score) - sets->tolerance / 2;
    dmi_rope_box best = c->at;
    dm_status status = make_beside(sets, pair, &best, err);
    for (int i = 0; status == DM_OK && i < 8 && reached(sets) < enough; i++) {
        dmi_rope_box at = c->at;
        const double before = reached(sets);
        status = make_around(sets, pair, pow(10, i - 9) * unit, enough, &at, err);
        if (reached(sets) > before)
            best = at;
    }
    for (double step = 0.1; status == DM_OK && step > 1e-9 && reached(sets) < enough;) {
        const double before = reached(sets);
        status = make_around(sets, pair, step * unit, enough, &best, err);
        if (reached(sets) <= before + 0.01 * step)
            step /= 3;
    }
    return status;
}

static dm_status make_candidates(dmi_rope_sets *sets, const dmi_rope_pair *pair, dm_error *err)
{
    const dmi_rope_search *found = &pair->found;
    dm_status status = DM_OK;
    for (int32_t i = 0; status == DM_OK && i < found->count; i++)
        if (sets->most - reached(sets) > sets->tolerance)
            status = make_near(sets, pair, &found->candidate[i], err);
    return status;
}

dm_status dmi_rope_bound_sets(dmi_rope_sets *sets, const dm_level *level, dm_line_op other,
                              bool rope_first, dm_error *err)
{
    dmi_rope_tables tables = {0};
    const dm_line_ask *ask = sets->ask;
    dm_status status = dmi_rope_tables_init(level, ask->player, ask->ties, sets->run, &tables, err);
    if (status != DM_OK)
        return status;
    tables.with_ties = sets->with_ties;
    dmi_rope_pair pair = {.other = other,
                          .rope_first = rope_first,
                          .slack = 0.4 * sets->tolerance,
                          .found = {.tables = &tables,
                                    .objective = ask->objective,
                                    .bound = -INFINITY,
                                    .floor = floor_of(sets, &tables)}};
    status = dmi_rope_pair_search(&pair, sets->run, err);
    sets->most = fmax(sets->most, score_from(sets, &tables, pair.found.bound));
    sets->set->candidates += pair.found.evaluations;
    if (other != DM_LINE_ROPE && status == DM_OK)
        status = make_candidates(sets, &pair, err);
    dmi_rope_tables_clear(&tables);
    return status;
}
