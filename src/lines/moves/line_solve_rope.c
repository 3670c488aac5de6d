/* line_solve_rope.c - one rope, alone or together with one other move.
 *
 * With a removal every site is tried: a removal moves no edge, so both orders allow the same ropes,
 * and the proven search for one rope follows.  With a cut or a new site, the best one of either
 * kind comes first and the best one of the other kind follows; what they reach is the score to beat
 * for the search of all sets (rope_pair.c).  Longer lists stay greedy.
 *
 * Lengths of ropes are rounded to 10^-6, so moves may miss the value of their places by about that:
 * a proof allows for it.
 */
#include "lines/moves/line_solve_rope.h"

#include "lines/level/draft.h"
#include "lines/level/ratio.h"
#include "lines/level/rope_geometry.h"
#include "lines/moves/best_move.h"
#include <assert.h>
#include <math.h>

typedef dmi_rope_sets rope_sets;

static const double rounding = 1e-6; /* of lengths of ropes */

double dmi_rope_score_of(const rope_sets *p, const dm_line_standing *standing)
{
    dm_ratio value = p->ask->objective == DM_LINE_PAYOFF ? standing->payoff : standing->margin;
    double score = (double)value.num / (double)value.den;
    return p->ask->objective == DM_LINE_RANK ? score - standing->rank * p->far : score;
}

/* Keeps the moves if they are as good as those before; `attained`: they are no limit. */
static dm_status keep_moves(rope_sets *p, const dm_line_move *moves, int32_t count, bool attained,
                            dm_error *err)
{
    dm_line_move own[2] = {moves[0], moves[count - 1]};
    dm_line_move_set *set = p->set;
    dm_level *after = NULL;
    dm_line_standing reached;
    if (p->is_swapped) {
        own[0] = moves[1];
        own[1] = moves[0];
    }
    dm_status status = dm_level_apply_moves(p->level, own, count, p->ask->player, &after, err);
    if (status == DM_OK)
        status = dmi_level_standing(after, p->ask, &reached, err);
    dm_level_free(after);
    if (status != DM_OK)
        return status;
    if (set->move_count > 0 && dm_line_compare(&reached, &set->reached, p->ask->objective) < 0)
        return DM_OK;
    set->moves[0] = own[0];
    set->moves[count - 1] = own[count - 1];
    set->move_count = count;
    set->after = set->reached = reached;
    set->attained = attained;
    return DM_OK;
}

/* Whether the search for the best rope does not bound what is asked: ranks, and exact ties. */
static bool needs_bound(const rope_sets *p)
{
    return p->ask->objective == DM_LINE_RANK || p->with_ties;
}

/* The best move of kind `op` on `now`, to which moves[0 .. count - 2] led. */
static dm_status try_last_move(rope_sets *p, const dm_level *now, dm_line_op op,
                               dm_line_move *moves, int32_t count, dm_error *err)
{
    dm_line_ask ask = *p->ask;
    dm_line_best *best = NULL;
    ask.op = op;
    if (op != DM_LINE_ROPE)
        ask.epsilon = 1e-9; /* a share of a stretch */
    dm_status status = dm_line_best_move(now, &ask, p->run, &best, err);
    if (status == DM_BAD_MOVE)
        return DM_OK; /* no such move here */
    p->is_bounded = p->is_bounded && status == DM_OK;
    if (best) {
        double value = ask.objective == DM_LINE_PAYOFF ? best->payoff : best->margin;
        moves[count - 1] = best->moves[0];
        if (!needs_bound(p))
            p->most = fmax(p->most, value + best->error);
        p->set->candidates += best->candidates;
        dm_status kept = keep_moves(p, moves, count, best->attained, err);
        status = kept == DM_OK ? status : kept;
    }
    dm_line_best_free(best);
    return status;
}

dm_status dmi_rope_try_after(rope_sets *p, const dm_line_move *move, dm_line_op op, dm_error *err)
{
    dm_line_move moves[2] = {*move};
    dm_level *now = NULL;
    const double most = p->most;
    const bool is_bounded = p->is_bounded;
    dm_status status = dm_level_apply_moves(p->level, moves, 1, p->ask->player, &now, err);
    if (status == DM_OK)
        status = try_last_move(p, now, op, moves, 2, err);
    p->most = most; /* of all sets, not only of these */
    p->is_bounded = is_bounded;
    dm_level_free(now);
    return status;
}

/* Makes the move `first` if there is one, then the best rope, and bounds all ropes. */
static dm_status try_ropes(rope_sets *p, const dm_line_move *first, dm_error *err)
{
    dm_line_move moves[2] = {{0}};
    dm_level *now = NULL;
    int32_t count = 0;
    if (first)
        moves[count++] = *first;
    dm_status status = first ? dm_level_apply_moves(p->level, moves, 1, p->ask->player, &now, err)
                             : dm_level_new(p->level, &now, err);
    if (status == DM_OK)
        status = try_last_move(p, now, DM_LINE_ROPE, moves, count + 1, err);
    if (status == DM_OK && needs_bound(p)) {
        p->is_bounded = p->is_bounded && p->level->crossings != DM_LINE_CROSSINGS_JOIN;
        if (p->is_bounded)
            status = dmi_rope_bound_sets(p, now, DM_LINE_ROPE, true, err);
    }
    dm_level_free(now);
    return status;
}

/* The best move of one kind, then the best one of the other. */
static dm_status try_order(rope_sets *p, dm_line_op first, dm_line_op second, dm_error *err)
{
    dm_line_ask ask = *p->ask;
    dm_line_best *best = NULL;
    ask.op = first;
    dm_status status = dm_line_best_move(p->level, &ask, p->run, &best, err);
    if (status == DM_OK)
        status = dmi_rope_try_after(p, &best->moves[0], second, err);
    dm_line_best_free(best);
    return status == DM_BAD_MOVE ? DM_OK : status;
}

/* A rope and a cut or a new site. */
static dm_status try_pairs(rope_sets *p, const dmi_move_budget *b, dm_line_op other, dm_error *err)
{
    const bool rope_first = !b->ordered || b->order[0] == DM_LINE_ROPE;
    dm_status status = DM_OK;
    if (rope_first)
        status = try_order(p, DM_LINE_ROPE, other, err);
    if (status == DM_OK && (!b->ordered || !rope_first))
        status = try_order(p, other, DM_LINE_ROPE, err);
    if (p->level->min_angle > 0 && other == DM_LINE_CUT && (!b->ordered || !rope_first)) {
        p->is_bounded = false; /* from a cut end, a rope has an angle with one side only */
        p->set->note =
            "ropes from the ends of a cut were not compared: they may have smaller angles";
    }
    if (p->level->crossings == DM_LINE_CROSSINGS_JOIN) {
        p->is_bounded = false;
        p->set->note = "sets of a rope that joins edges and another move were not compared";
        return status;
    }
    if (status == DM_OK)
        status = dmi_rope_bound_sets(p, p->level, other, rope_first, err);
    return status;
}

/* Which searches answer the budget. */
static dm_status try_budget(rope_sets *p, const dmi_move_budget *b, dm_error *err)
{
    dm_line_op other = b->order[0] == DM_LINE_ROPE ? b->order[b->moves - 1] : b->order[0];
    dm_status status = DM_OK;
    assert(b->moves <= 2 && b->count[DM_LINE_ROPE] == 1);
    if (b->moves == 1)
        return try_ropes(p, NULL, err);
    if (other != DM_LINE_REMOVE)
        return try_pairs(p, b, other, err);
    p->is_swapped = b->ordered && b->order[0] == DM_LINE_ROPE;
    for (int32_t i = 0; status == DM_OK && i < p->level->site_count; i++) {
        const dm_line_move move = {.op = DM_LINE_REMOVE, .site = i, .length = {0, 1}};
        status = try_ropes(p, &move, err);
    }
    return status;
}

/* No rope is longer: the diagonal of the rectangle around the level. */
static double longest_rope(const dm_level *level)
{
    dm_point low = level->points[0], high = low;
    for (int32_t v = 1; v < level->vertex_count; v++) {
        const dm_point p = level->points[v];
        low = (dm_point){fmin(low.x, p.x), fmin(low.y, p.y)};
        high = (dm_point){fmax(high.x, p.x), fmax(high.y, p.y)};
    }
    return dmi_point_distance(low, high);
}

/* A length as a fraction, rounded up. */
static dm_status round_up(double length, dm_ratio *out, dm_error *err)
{
    const double grains = ceil(length / rounding) + 1;
    if (fabs(grains) > 0x1p61 || !dmi_ratio_make((dmi_wide)grains, 1000000, out))
        return dmi_fail(err, DM_TOO_LARGE, "ropes of length %g do not fit 61 bits in 10^-6",
                        length);
    return DM_OK;
}

dm_status dmi_level_length(const dm_level *level, int32_t ropes, dm_ratio *out, dm_error *err)
{
    dm_ratio sum = {0, 1};
    dm_status status = ropes > 0 ? round_up(ropes * longest_rope(level), &sum, err) : DM_OK;
    for (int32_t e = 0; status == DM_OK && e < level->edge_count; e++)
        if (!dmi_ratio_add(sum, level->edges[e].length, &sum))
            status = dmi_fail(err, DM_TOO_LARGE, "the sum of lengths does not fit 63 bits");
    if (status == DM_OK)
        *out = sum;
    return status;
}

static void report_rope_sets(rope_sets *p, dm_status status, dm_line_move_set *set)
{
    const double gap =
        set->move_count > 0 ? fmax(0, p->most - dmi_rope_score_of(p, &set->reached)) : INFINITY;
    set->proven = status == DM_OK && p->is_bounded && gap <= p->tolerance;
    set->error = set->proven ? gap + rounding : 0;
    if (set->proven)
        set->note = NULL;
    else if (!set->note)
        set->note = "not proven to the precision asked for; `upper` is proven";
    if (p->is_bounded && p->most > -INFINITY && p->ask->objective != DM_LINE_RANK &&
        round_up(p->most, &set->upper, NULL) != DM_OK)
        set->upper = (dm_ratio){0, 0};
}

dm_status dmi_line_solve_rope(const dm_level *level, const dm_line_ask *ask,
                              const dmi_move_budget *b, dm_run *run, dm_line_move_set *set,
                              dm_error *err)
{
    double length = longest_rope(level); /* of the level with a rope */
    for (int32_t e = 0; e < level->edge_count; e++)
        length += (double)level->edges[e].length.num / (double)level->edges[e].length.den;
    rope_sets p = {.level = level,
                   .ask = ask,
                   .run = run,
                   .set = set,
                   .tolerance = (ask->epsilon > 0 ? ask->epsilon : 1e-6) + rounding,
                   .with_ties = level->player_count > 2 && ask->objective != DM_LINE_PAYOFF &&
                                ask->ties != DM_LINE_CLOSED,
                   .is_bounded = true,
                   .most = -INFINITY,
                   .far = 4 * length};
    set->note = "greedy: each move is the best after those before it; other sets were not compared";
    if (b->moves > 2 || b->count[DM_LINE_ROPE] > 1)
        return DM_OK;
    set->note = NULL;
    if (p.with_ties && ask->ties == DM_LINE_SPLIT && level->player_count > 3)
        p.is_bounded = false; /* only ties of all that may be first are bounded */
    dm_status status = try_budget(&p, b, err);
    report_rope_sets(&p, status, set);
    return status;
}
