/* greedy_play.c - plays the best move of each turn, and counts the first moves that look good.
 *
 * Cost: one search per kind and move of the budget, and one diagram per vertex, site, end of an
 * edge, and (if ropes are allowed) pair of vertices.
 */
#include "lines/puzzle/puzzle.h"

#include "base/base.h"
#include "lines/diagram/standing.h"
#include <string.h>

dmi_moves_left dmi_moves_left_of(const dm_level *level, const dm_line_move_set_ask *ask)
{
    const dm_line_quota *quotas = ask->quotas ? ask->quotas : level->quotas;
    dmi_moves_left left = {.quota_count = ask->quotas ? ask->quota_count : level->quota_count,
                           .ordered = ask->quotas ? ask->ordered : level->ordered};
    if (left.quota_count == 0)
        left.any = level->moves > 1 ? level->moves : 1;
    for (int32_t i = 0; i < left.quota_count; i++)
        left.quotas[i] = quotas[i];
    return left;
}

int32_t dmi_count_left(const dmi_moves_left *left)
{
    int32_t count = left->any;
    for (int32_t i = 0; i < left->quota_count; i++)
        count += left->quotas[i].count;
    return count;
}

/* The quota that a move of this kind would take now; NULL: none. */
static dm_line_quota *quota_for(dmi_moves_left *left, dm_line_op op)
{
    for (int32_t i = 0; i < left->quota_count; i++) {
        if (left->quotas[i].count > 0 && left->quotas[i].op == op)
            return &left->quotas[i];
        if (left->quotas[i].count > 0 && left->ordered)
            return NULL;
    }
    return NULL;
}

static bool allows(dmi_moves_left *left, dm_line_op op)
{
    return (left->any > 0 && op != DM_LINE_ROPE) || quota_for(left, op);
}

static void spend(dmi_moves_left *left, dm_line_op op)
{
    dm_line_quota *quota = quota_for(left, op);
    if (quota)
        quota->count--;
    else
        left->any--;
}

/* The best single move of the kinds that are left; *out stays NULL if there is none. */
static dm_status best_next(const dm_level *level, const dm_line_move_set_ask *plan_ask,
                           dmi_moves_left *left, dm_run *run, dm_line_best **out, dm_error *err)
{
    for (int op = DM_LINE_ADD; op <= DM_LINE_ROPE; op++) {
        const dm_line_ask ask = {.op = (dm_line_op)op,
                                 .player = plan_ask->player,
                                 .ties = plan_ask->ties,
                                 .objective = DM_LINE_MARGIN};
        dm_line_best *best = NULL;
        dm_status status =
            allows(left, ask.op) ? dm_line_best_move(level, &ask, run, &best, err) : DM_BAD_MOVE;
        if (status != DM_OK && status != DM_BAD_MOVE) {
            dm_line_best_free(best);
            return dmi_as_unfinished(status, err);
        }
        bool is_better =
            best && (!*out || dm_line_compare(&best->after, &(*out)->after, DM_LINE_MARGIN) > 0);
        dm_line_best_free(is_better ? *out : best);
        if (is_better)
            *out = best;
    }
    return DM_OK;
}

/* Takes `level`, and makes the best moves from there; the first of them is `first`. */
static dm_status play_on(dm_level *level, const dm_line_move_set_ask *ask, dmi_moves_left left,
                         dm_line_best *first, dm_run *run, bool *wins, dm_error *err)
{
    dm_status status = DM_OK;
    dm_line_best *best = first;
    while (status == DM_OK && best) {
        dm_level *after = NULL;
        status = dm_level_apply(level, best->moves, ask->player, &after, err);
        spend(&left, best->moves->op);
        if (best != first)
            dm_line_best_free(best);
        best = NULL;
        if (status == DM_OK) {
            dm_level_free(level);
            level = after;
            status = best_next(level, ask, &left, run, &best, err);
        }
    }
    if (best != first)
        dm_line_best_free(best);
    const dm_line_ask own = {.player = ask->player, .ties = ask->ties};
    bool is_won = false;
    if (status == DM_OK)
        status = dmi_level_is_won(level, &own, &is_won, err);
    dm_level_free(level);
    if (status == DM_OK)
        *wins = is_won && dmi_count_left(&left) == 0;
    return status;
}

typedef struct lure {
    const dm_level *level;
    dm_line_ask ask;
    double before, half; /* margins: now, and half way to that after the best move */
    dm_run *run;
    int32_t count;
} lure;

/* Counts the move if it gains enough; one that is not allowed gains nothing. */
static dm_status try_move(lure *l, dm_line_move move, dm_error *err)
{
    dm_level *after = NULL;
    dm_line_standing standing;
    if (!dmi_run_go_on(l->run, (uint64_t)l->level->vertex_count + 1))
        return dmi_as_unfinished(dmi_stopped(l->run, err), err);
    dm_status status = dm_level_apply(l->level, &move, l->ask.player, &after, err);
    if (status == DM_BAD_MOVE || status == DM_BAD_VERTEX || status == DM_BAD_ARGUMENT)
        return DM_OK;
    if (status == DM_OK)
        status = dmi_level_standing(after, &l->ask, &standing, err);
    if (status == DM_OK) {
        double margin = (double)standing.margin.num / (double)standing.margin.den;
        l->count += margin > l->before && margin >= l->half;
    }
    dm_level_free(after);
    return status;
}

static const dm_line_place nowhere = {-1, -1, {0, 1}};

static dm_status try_sites(lure *l, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t v = 0; status == DM_OK && v < l->level->vertex_count; v++)
        status =
            try_move(l, (dm_line_move){DM_LINE_ADD, {v, -1, {0, 1}}, nowhere, {0, 1}, -1}, err);
    return status;
}

static dm_status try_removals(lure *l, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t s = 0; status == DM_OK && s < l->level->site_count; s++)
        status = try_move(l, (dm_line_move){DM_LINE_REMOVE, nowhere, nowhere, {0, 1}, s}, err);
    return status;
}

static dm_status try_cuts(lure *l, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t i = 0; status == DM_OK && i < 2 * l->level->edge_count; i++)
        status = try_move(
            l, (dm_line_move){DM_LINE_CUT, {-1, i / 2, {i % 2, 1}}, nowhere, {0, 1}, -1}, err);
    return status;
}

static dm_status try_ropes(lure *l, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t u = 0; status == DM_OK && u < l->level->vertex_count; u++)
        for (int32_t v = 0; status == DM_OK && v < u; v++)
            status = try_move(
                l, (dm_line_move){DM_LINE_ROPE, {u, -1, {0, 1}}, {v, -1, {0, 1}}, {0, 1}, -1}, err);
    return status;
}

static dm_status count_tempting(const dm_level *level, const dm_line_move_set_ask *ask,
                                dmi_moves_left *left, const dm_line_best *best, dm_run *run,
                                int32_t *out, dm_error *err)
{
    static dm_status (*const tries[])(lure *, dm_error *) = {
        [DM_LINE_ADD] = try_sites,
        [DM_LINE_REMOVE] = try_removals,
        [DM_LINE_CUT] = try_cuts,
        [DM_LINE_ROPE] = try_ropes,
    };
    double before = (double)best->before.margin.num / (double)best->before.margin.den;
    lure l = {.level = level,
              .ask = {.player = ask->player, .ties = ask->ties},
              .before = before,
              .half = (before + best->margin) / 2,
              .run = run};
    dm_status status = DM_OK;
    for (int op = DM_LINE_ADD; status == DM_OK && op <= DM_LINE_ROPE; op++)
        if (allows(left, (dm_line_op)op))
            status = tries[op](&l, err);
    *out = l.count;
    return status;
}

dm_status dmi_greedy_play(const dm_level *level, const dm_line_move_set_ask *ask, dm_run *run,
                          bool *wins, int32_t *tempting, dm_error *err)
{
    dmi_moves_left left = dmi_moves_left_of(level, ask);
    dm_line_best *first = NULL;
    dm_level *copy = NULL;
    *wins = false;
    *tempting = 0;
    dm_status status = best_next(level, ask, &left, run, &first, err);
    if (status == DM_OK && first)
        status = count_tempting(level, ask, &left, first, run, tempting, err);
    if (status == DM_OK && first)
        status = dm_level_new(level, &copy, err);
    if (copy)
        status = play_on(copy, ask, left, first, run, wins, err);
    dm_line_best_free(first);
    return status;
}
