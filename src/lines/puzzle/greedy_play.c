/* greedy_play.c - plays the best move of each turn, and counts the first moves that look good.
 *
 * Cost: one search per kind and move of the budget, and one diagram per vertex, site, end of an
 * edge, and (if ropes are allowed) pair of vertices.
 */
#include "lines/puzzle/puzzle.h"

#include "base/base.h"
#include "lines/diagram/standing.h"
#include "lines/moves/best_move.h"
#include <assert.h>
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
static dm_line_quota *budget_quota(dmi_moves_left *left, dm_line_op op)
{
    for (int32_t i = 0; i < left->quota_count; i++) {
        if (left->quotas[i].count > 0 && left->quotas[i].op == op)
            return &left->quotas[i];
        if (left->quotas[i].count > 0 && left->ordered)
            return NULL;
    }
    return NULL;
}

static bool budget_allows(dmi_moves_left *left, dm_line_op op)
{
    return (left->any > 0 && op != DM_LINE_ROPE) || budget_quota(left, op);
}

static const dm_line_ask *single_ask(const dm_line_move_set_ask *ask, dm_line_ask *out)
{
    *out = (dm_line_ask){.player = ask->player, .ties = ask->ties, .objective = DM_LINE_MARGIN};
    return out;
}

/* The best single move of the kinds that are left; *out stays NULL if there is none. */
static dm_status best_of_left(const dm_level *level, const dm_line_move_set_ask *ask,
                              dmi_moves_left *left, dm_run *run, dm_line_best **out, dm_error *err)
{
    bool allowed[4];
    dm_line_ask single;
    for (int op = 0; op < 4; op++)
        allowed[op] = budget_allows(left, (dm_line_op)op);
    dm_status status = dmi_best_next(level, single_ask(ask, &single), allowed, run, out, err);
    if (status != DM_OK) {
        dm_line_best_free(*out);
        *out = NULL;
    }
    return dmi_as_unfinished(status, err);
}

/* Takes `level`, and makes the best moves from there; the first of them is `first`. */
static dm_status play_on(dm_level *level, const dm_line_move_set_ask *ask, dmi_moves_left left,
                         dm_line_best *first, dm_run *run, bool *wins, dm_error *err)
{
    dm_status status = DM_OK;
    dm_line_best *best = first;
    while (status == DM_OK && best) {
        dm_level *after = NULL;
        dm_line_quota *quota = budget_quota(&left, best->moves->op);
        status = dm_level_apply(level, best->moves, ask->player, &after, err);
        *(quota ? &quota->count : &left.any) -= 1;
        assert(left.any >= 0);
        if (best != first)
            dm_line_best_free(best);
        best = NULL;
        if (status == DM_OK) {
            dm_level_free(level);
            level = after;
            status = best_of_left(level, ask, &left, run, &best, err);
        }
    }
    if (best != first)
        dm_line_best_free(best);
    dm_line_ask own;
    bool is_won = false;
    if (status == DM_OK)
        status = dmi_level_is_won(level, single_ask(ask, &own), &is_won, err);
    dm_level_free(level);
    if (status == DM_OK)
        *wins = is_won && dmi_count_left(&left) == 0;
    return status;
}

typedef struct tempting_moves {
    const dm_level *level;
    dm_line_ask ask;
    double before, half; /* margins: now, and half way to that after the best move */
    dm_run *run;
    int32_t count;
} tempting_moves;

/* Counts the move if it gains enough; one that is not allowed gains nothing. */
static dm_status try_move(tempting_moves *l, dm_line_move move, dm_error *err)
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

/* Tries all moves of a kind: sites on vertices, removals, cuts at ends, ropes between vertices. */
static dm_status try_kind(tempting_moves *l, dm_line_op op, dm_error *err)
{
    const int32_t n = l->level->vertex_count;
    const int32_t counts[] = {[DM_LINE_ADD] = n,
                              [DM_LINE_REMOVE] = l->level->site_count,
                              [DM_LINE_CUT] = 2 * l->level->edge_count,
                              [DM_LINE_ROPE] = n};
    dm_status status = DM_OK;
    for (int32_t i = 0; status == DM_OK && i < counts[op]; i++) {
        dm_line_move move = {op, {-1, -1, {0, 1}}, {-1, -1, {0, 1}}, {0, 1}, -1};
        if (op == DM_LINE_REMOVE)
            move.site = i;
        else if (op == DM_LINE_CUT)
            move.place = (dm_line_place){-1, i / 2, {i % 2, 1}};
        else
            move.place.vertex = i;
        if (op != DM_LINE_ROPE)
            status = try_move(l, move, err);
        for (int32_t v = 0; op == DM_LINE_ROPE && status == DM_OK && v < i; v++) {
            move.to.vertex = v;
            status = try_move(l, move, err);
        }
    }
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
    dm_status status = best_of_left(level, ask, &left, run, &first, err);
    if (status != DM_OK || !first)
        return status;
    double before = (double)first->before.margin.num / (double)first->before.margin.den;
    tempting_moves l = {.level = level,
                        .ask = {.player = ask->player, .ties = ask->ties},
                        .before = before,
                        .half = (before + first->margin) / 2,
                        .run = run};
    for (int op = DM_LINE_ADD; status == DM_OK && op <= DM_LINE_ROPE; op++)
        if (budget_allows(&left, (dm_line_op)op))
            status = try_kind(&l, (dm_line_op)op, err);
    *tempting = l.count;
    if (status == DM_OK)
        status = dm_level_new(level, &copy, err);
    if (copy)
        status = play_on(copy, ask, left, first, run, wins, err);
    dm_line_best_free(first);
    return status;
}
