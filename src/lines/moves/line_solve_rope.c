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
#include "lines/moves/line_solve.h"

#include "lines/level/draft.h"
#include "lines/level/ratio.h"
#include "lines/level/rope_geometry.h"
#include "lines/moves/best_move.h"
#include "lines/rope/rope_branch_and_bound.h"
#include <assert.h>
#include <math.h>

/* Sets of moves with one rope: what is found so far, and what cannot be exceeded. */
typedef struct rope_sets {
    const dm_level *level;
    const dm_line_ask *ask;
    dm_run *run;
    dm_line_move_set *set;
    double tolerance; /* a proof may leave this much: the precision asked for, and rounding */
    bool is_swapped;  /* the moves are made the other way round */
    bool with_ties;  /* two others that arrive at exactly the same time may be better than either */
    bool is_bounded; /* every set was searched, perhaps with less precision */
    double most;     /* no set searched has a higher score */
    double far;      /* a rank counts as much as this length */
} rope_sets;

/* Bounds all sets of a rope and another move, and makes the best of them.
 *
 * The moves known are the score to beat.  If the search finds a better set, moves near it are made:
 * a rope near its rope and then the best other move, which is exact; or the other way round, if the
 * other move comes first.  So the two ends of the rope need only be near.
 */
static const int64_t grain = 1000000000; /* places are multiples of 1/grain of a length */

static double inside(double at, int64_t length)
{
    return fmin((double)length, fmax(0, at));
}

/* Whether the search for the best rope does not bound what is asked: ranks, and exact ties. */
static bool needs_bound(const rope_sets *p)
{
    return p->ask->objective == DM_LINE_RANK || p->with_ties;
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

/* Makes `move`, then the best one of kind `op`, and keeps both if they are better than those
 * before. */
static dm_status rope_try_after(rope_sets *p, const dm_line_move *move, dm_line_op op,
                                dm_error *err)
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

/* A rope beside (x,y), then the best other move. */
static dm_status make_rope_first(rope_sets *sets, const dmi_rope_tables *tables, dm_line_op other,
                                 const dmi_rope_box *at, dm_error *err)
{
    const dmi_piece *piece = tables->net.piece;
    dm_line_move rope = {.op = DM_LINE_ROPE, .length = {0, 1}, .site = -1};
    if (!dmi_rope_place(tables, at->px, inside(at->x0, piece[at->px].length), grain, &rope.place) ||
        !dmi_rope_place(tables, at->py, inside(at->y0, piece[at->py].length), grain, &rope.to))
        return DM_OK;
    return rope_try_after(sets, &rope, other, err);
}

/* The other move beside t, then the best rope. */
static dm_status make_other_first(rope_sets *sets, const dmi_rope_tables *tables, dm_line_op other,
                                  const dmi_rope_box *at, dm_error *err)
{
    const dmi_piece *piece = &tables->net.piece[at->pt];
    const double t = inside(at->t0, piece->length);
    dm_line_move move = {.op = other, .length = {0, 1}, .site = -1};
    if (!dmi_rope_place(tables, at->pt, t, grain, &move.place))
        return DM_OK;
    if (other == DM_LINE_CUT && move.place.vertex >= 0) /* at an end of its edge */
        move.place = (dm_line_place){-1, piece->edge, {t > 0, 1}};
    return rope_try_after(sets, &move, DM_LINE_ROPE, err);
}

/* One set beside a candidate; sets->set keeps it if it is better. */
static dm_status make_beside(rope_sets *sets, const dmi_rope_pair *pair, const dmi_rope_box *at,
                             dm_error *err)
{
    const dmi_rope_tables *tables = pair->found.tables;
    dm_status status = pair->rope_first ? make_rope_first(sets, tables, pair->other, at, err)
                                        : make_other_first(sets, tables, pair->other, at, err);
    return status == DM_BAD_MOVE || status == DM_TOO_LARGE ? DM_OK
                                                           : status; /* not possible there */
}

/* The payoff or margin of a standing; for DM_LINE_RANK, less `far` per rank. */
static double rope_score_of(const rope_sets *p, const dm_line_standing *standing)
{
    dm_ratio value = p->ask->objective == DM_LINE_PAYOFF ? standing->payoff : standing->margin;
    double score = (double)value.num / (double)value.den;
    return p->ask->objective == DM_LINE_RANK ? score - standing->rank * p->far : score;
}

static double reached(const rope_sets *sets)
{
    return rope_score_of(sets, &sets->set->reached);
}

/* The score of what is known, in the tables' units and with their weight of a rank. */
static double floor_of(const rope_sets *sets, const dmi_rope_tables *tables)
{
    const dm_line_standing *known = &sets->set->reached;
    if (sets->set->move_count == 0)
        return -INFINITY;
    if (sets->ask->objective != DM_LINE_RANK)
        return reached(sets) * tables->unit;
    return (reached(sets) + known->rank * sets->far) * tables->unit - known->rank * tables->far;
}

/* The other way round.  A margin is less than half of `far`, and nobody has more than that. */
static double score_from(const rope_sets *sets, const dmi_rope_tables *tables, double bound)
{
    const bool is_rank = sets->ask->objective == DM_LINE_RANK;
    bound = fmin(bound, is_rank ? -0.5 * tables->far : 0.5 * tables->far);
    const double rank = is_rank ? fmax(1, round(-bound / tables->far)) : 0;
    return (bound + rank * tables->far) / tables->unit - rank * sets->far;
}

/* Makes sets around `at`, at one distance, and moves `at` to the best of them. */
static dm_status make_around(rope_sets *sets, const dmi_rope_pair *pair, double step, double enough,
                             dmi_rope_box *at, dm_error *err)
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
static dm_status make_near(rope_sets *sets, const dmi_rope_pair *pair, const dmi_rope_candidate *c,
                           dm_error *err)
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

/* Bounds all sets of a rope and a cut or a new site, and improves the moves of the set; or, if
 * `other` is DM_LINE_ROPE, bounds all ropes on `level`. */
static dm_status rope_bound_sets(rope_sets *sets, const dm_level *level, dm_line_op other,
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
    if (other != DM_LINE_ROPE && status == DM_OK) {
        const dmi_rope_search *found = &pair.found;
        for (int32_t i = 0; status == DM_OK && i < found->count; i++)
            if (sets->most - reached(sets) > sets->tolerance)
                status = make_near(sets, &pair, &found->candidate[i], err);
    }
    dmi_rope_tables_clear(&tables);
    return status;
}

static const double rounding = 1e-6; /* of lengths of ropes */

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
            status = rope_bound_sets(p, now, DM_LINE_ROPE, true, err);
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
        status = rope_try_after(p, &best->moves[0], second, err);
    dm_line_best_free(best);
    return status == DM_BAD_MOVE ? DM_OK : status;
}

/* Which searches answer the budget. */
static dm_status try_budget(rope_sets *p, const dmi_move_budget *b, dm_error *err)
{
    dm_line_op other = b->order[0] == DM_LINE_ROPE ? b->order[b->moves - 1] : b->order[0];
    dm_status status = DM_OK;
    assert(b->moves <= 2 && b->count[DM_LINE_ROPE] == 1);
    if (b->moves == 1)
        return try_ropes(p, NULL, err);
    if (other != DM_LINE_REMOVE) {
        /* A rope and a cut or a new site. */
        const bool rope_first = !b->ordered || b->order[0] == DM_LINE_ROPE;
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
            status = rope_bound_sets(p, p->level, other, rope_first, err);
        return status;
    }
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
    const double gap =
        set->move_count > 0 ? fmax(0, p.most - rope_score_of(&p, &set->reached)) : INFINITY;
    set->proven = status == DM_OK && p.is_bounded && gap <= p.tolerance;
    set->error = set->proven ? gap + rounding : 0;
    if (set->proven)
        set->note = NULL;
    else if (!set->note)
        set->note = "not proven to the precision asked for; the upper bound is proven";
    if (p.is_bounded && p.most > -INFINITY && p.ask->objective != DM_LINE_RANK &&
        round_up(p.most, &set->upper, NULL) != DM_OK)
        set->upper = (dm_ratio){0, 0};
    return status;
}
