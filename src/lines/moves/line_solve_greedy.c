/* line_solve_greedy.c - the first set of moves to beat: the best single move, then the best next
 * one.
 *
 * A run that ends in between leaves moves to make; any possible ones complete the set.
 */
#include "lines/level/draft.h"
#include "lines/moves/best_move.h"
#include "lines/moves/line_solve.h"
#include <string.h>

/* The best next move of the kinds that are left; `left` counts them, or is NULL for any kind.
 * DM_STOPPED or DM_UNFINISHED: perhaps a move that is not the best. */
static dm_status best_next(const dm_level *level, const dm_line_ask *ask, const int32_t *left,
                           dm_run *run, dm_line_move *move, bool *found, dm_error *err)
{
    dm_line_best *top = NULL;
    dm_status status = DM_OK;
    for (int op = DM_LINE_ADD; op <= DM_LINE_ROPE && status == DM_OK; op++) {
        dm_line_ask single = *ask;
        dm_line_best *best = NULL;
        single.op = (dm_line_op)op;
        if (left ? left[op] == 0 : op == DM_LINE_ROPE)
            continue;
        status = dm_line_best_move(level, &single, run, &best, err);
        if (status == DM_BAD_MOVE)
            status = DM_OK; /* no such move here */
        if (best && (!top || dm_line_compare(&best->after, &top->after, ask->objective) > 0)) {
            dm_line_best_free(top);
            top = best;
        } else {
            dm_line_best_free(best);
        }
    }
    if (status == DM_OK && !top)
        status = dmi_fail(err, DM_BAD_MOVE, "the level has no such move");
    if (top)
        *move = top->moves[0];
    *found = top != NULL;
    dm_line_best_free(top);
    return status;
}

/* Some possible move of this kind; false if there is none. */
static bool any_move(const dm_level *level, dm_line_op op, int32_t player, dm_line_move *out)
{
    *out = (dm_line_move){op, {-1, 0, {0, 1}}, {-1, -1, {0, 1}}, {0, 1}, -1};
    if (op == DM_LINE_ADD)
        out->place = dmi_level_free_place(level);
    for (int32_t i = 0; op == DM_LINE_REMOVE && i < level->site_count; i++)
        if (out->site < 0 || level->sites[i].player != player)
            out->site = i;
    return op == DM_LINE_REMOVE ? out->site >= 0 : op != DM_LINE_ROPE;
}

/* The kind of the next move, if any one will do. */
static dm_line_op next_kind(const dmi_move_budget *b, int32_t i, const int32_t *left)
{
    int op = DM_LINE_ADD;
    if (b->any || b->ordered)
        return b->any ? DM_LINE_CUT : b->order[i];
    while (op < DM_LINE_ROPE && left[op] == 0)
        op++;
    return (dm_line_op)op;
}

typedef struct greedy {
    const dm_line_ask *ask;
    const dmi_move_budget *b;
    dm_run *run;
    dm_level *now; /* after the moves made */
    int32_t left[4];
    bool is_stopped; /* any moves will do */
} greedy;

/* Chooses move i. */
static dm_status choose(greedy *g, int32_t i, dm_line_move *move, dm_error *err)
{
    int32_t only[4] = {0};
    bool found = false;
    dm_status status = DM_OK;
    if (g->b->ordered)
        only[g->b->order[i]] = 1;
    if (!g->is_stopped)
        status = best_next(g->now, g->ask,
                           g->b->any       ? NULL
                           : g->b->ordered ? only
                                           : g->left,
                           g->run, move, &found, err);
    if (status == DM_STOPPED || status == DM_UNFINISHED)
        g->is_stopped = true;
    if (!g->is_stopped || found)
        return g->is_stopped ? DM_OK : status;
    return any_move(g->now, next_kind(g->b, i, g->left), g->ask->player, move)
               ? DM_OK
               : dmi_as_unfinished(dmi_stopped(g->run, err), err);
}

static dm_status play(greedy *g, dm_line_move *moves, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t i = 0; i < g->b->moves && status == DM_OK; i++) {
        dm_level *next = NULL;
        status = choose(g, i, &moves[i], err);
        if (status == DM_OK)
            status = dm_level_apply_moves(g->now, &moves[i], 1, g->ask->player, &next, err);
        if (status != DM_OK)
            break;
        g->left[moves[i].op]--;
        dm_level_free(g->now);
        g->now = next;
    }
    return status;
}

dm_status dmi_line_solve_greedily(const dm_level *level, const dm_line_ask *ask,
                                  const dmi_move_budget *b, dm_run *run, dm_line_move_set *plan,
                                  dm_error *err)
{
    greedy g = {.ask = ask, .b = b, .run = run};
    memcpy(g.left, b->count, sizeof g.left);
    dm_status status = dm_level_new(level, &g.now, err);
    if (status == DM_OK)
        status = play(&g, plan->moves, err);
    if (status == DM_OK)
        status = dmi_level_standing(g.now, ask, &plan->reached, err);
    if (status == DM_OK) {
        plan->move_count = b->moves;
        plan->after = plan->reached;
        plan->attained = true;
        if (g.is_stopped)
            status = dmi_stopped(run, err);
    }
    dm_level_free(g.now);
    return status;
}
