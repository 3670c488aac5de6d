/* solve_rope.c - one rope, alone or together with one other move.
 *
 * With a removal every site is tried: a removal moves no edge, so both orders allow the same ropes,
 * and the proven search for one rope follows.  With a cut or a new site, the best one of either
 * kind comes first and the best one of the other kind follows; sets between are not compared, so
 * nothing is proven.  Longer lists stay greedy.
 */
#include "lines/solve.h"

#include "lines/apply_move.h"
#include "lines/best_move.h"
#include <math.h>

typedef struct pair {
    const dm_level *level;
    const dm_line_ask *ask;
    dm_run *run;
    dm_line_plan *plan;
    bool is_swapped; /* the moves are made the other way round */
    bool is_bounded; /* every set was searched, perhaps with less precision */
    double most;     /* no rope searched gives more */
} pair;

static double value_of(const pair *p, const dm_line_standing *standing)
{
    dm_ratio value = p->ask->objective == DM_LINE_PAYOFF ? standing->payoff : standing->margin;
    return (double)value.num / (double)value.den;
}

/* Keeps the moves if they are better than those before. */
static dm_status keep(pair *p, const dm_line_move *moves, int32_t count, dm_error *err)
{
    dm_line_move own[2] = {moves[0], moves[count - 1]};
    dm_line_plan *plan = p->plan;
    dm_level *after = NULL;
    dm_line_standing reached;
    if (p->is_swapped) {
        own[0] = moves[1];
        own[1] = moves[0];
    }
    dm_status status = dm_level_apply_moves(p->level, own, count, p->ask->player, &after, err);
    if (status == DM_OK)
        status = dmi_stand(after, p->ask, &reached, err);
    dm_level_free(after);
    if (status != DM_OK)
        return status;
    if (plan->move_count > 0 && dm_line_compare(&reached, &plan->reached, p->ask->objective) <= 0)
        return DM_OK;
    plan->moves[0] = own[0];
    plan->moves[count - 1] = own[count - 1];
    plan->move_count = count;
    plan->after = plan->reached = reached;
    plan->attained = true;
    return DM_OK;
}

/* The best move of kind `op` on `now`, to which moves[0 .. count - 2] led. */
static dm_status try_last(pair *p, const dm_level *now, dm_line_op op, dm_line_move *moves,
                          int32_t count, dm_error *err)
{
    dm_line_ask ask = *p->ask;
    dm_line_best *best = NULL;
    ask.op = op;
    dm_status status = dm_line_best_move(now, &ask, p->run, &best, err);
    if (status == DM_BAD_MOVE)
        return DM_OK; /* no such move here */
    p->is_bounded = p->is_bounded && status == DM_OK;
    if (best) {
        double value = ask.objective == DM_LINE_PAYOFF ? best->payoff : best->margin;
        moves[count - 1] = best->moves[0];
        p->most = fmax(p->most, value + best->error);
        p->plan->candidates += best->candidates;
        dm_status kept = keep(p, moves, count, err);
        status = kept == DM_OK ? status : kept;
    }
    dm_line_best_free(best);
    return status;
}

/* Makes `move`, then the best one of kind `op`. */
static dm_status try_after(pair *p, const dm_line_move *move, dm_line_op op, dm_error *err)
{
    dm_line_move moves[2] = {*move};
    dm_level *now = NULL;
    dm_status status = dm_level_apply_moves(p->level, moves, 1, p->ask->player, &now, err);
    if (status == DM_OK)
        status = try_last(p, now, op, moves, 2, err);
    dm_level_free(now);
    return status;
}

static dm_status try_removals(pair *p, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t i = 0; status == DM_OK && i < p->level->site_count; i++) {
        const dm_line_move move = {.op = DM_LINE_REMOVE, .site = i, .length = {0, 1}};
        status = try_after(p, &move, DM_LINE_ROPE, err);
    }
    return status;
}

/* The best move of one kind, then the best one of the other. */
static dm_status try_order(pair *p, dm_line_op first, dm_line_op second, dm_error *err)
{
    dm_line_ask ask = *p->ask;
    dm_line_best *best = NULL;
    ask.op = first;
    dm_status status = dm_line_best_move(p->level, &ask, p->run, &best, err);
    if (status == DM_OK)
        status = try_after(p, &best->moves[0], second, err);
    dm_line_best_free(best);
    return status == DM_BAD_MOVE ? DM_OK : status;
}

static dm_status search(pair *p, const dmi_solve_budget *b, dm_error *err)
{
    dm_line_move moves[1];
    dm_line_op other = b->order[0] == DM_LINE_ROPE ? b->order[b->moves - 1] : b->order[0];
    if (b->moves == 1)
        return try_last(p, p->level, DM_LINE_ROPE, moves, 1, err);
    if (other == DM_LINE_REMOVE) {
        p->is_swapped = b->ordered && b->order[0] == DM_LINE_ROPE;
        return try_removals(p, err);
    }
    dm_status status = DM_OK;
    if (!b->ordered || b->order[0] == DM_LINE_ROPE)
        status = try_order(p, DM_LINE_ROPE, other, err);
    if (status == DM_OK && (!b->ordered || b->order[0] == other))
        status = try_order(p, other, DM_LINE_ROPE, err);
    p->is_bounded = false;
    return status;
}

dm_status dmi_solve_rope(const dm_level *level, const dm_line_ask *ask, const dmi_solve_budget *b,
                         dm_run *run, dm_line_plan *plan, dm_error *err)
{
    pair p = {level, ask, run, plan, false, ask->objective != DM_LINE_RANK, -INFINITY};
    plan->note =
        "greedy: each move is the best after those before it; other sets were not compared";
    if (b->moves > 2 || b->count[DM_LINE_ROPE] > 1)
        return DM_OK;
    dm_status status = search(&p, b, err);
    double epsilon = ask->epsilon > 0 ? ask->epsilon : 1e-6;
    double error = plan->move_count > 0 ? fmax(0, p.most - value_of(&p, &plan->reached)) : INFINITY;
    plan->proven = status == DM_OK && p.is_bounded && error <= 1.01 * epsilon;
    plan->error = plan->proven ? error : 0;
    plan->note = plan->proven ? NULL : "not all sets with the rope were compared";
    return status;
}
