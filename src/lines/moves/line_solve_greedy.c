/* line_solve_greedy.c - the first set of moves to beat: the best single move, then the best next
 * one.
 *
 * A run that ends in between leaves moves to make; any possible ones complete the set.
 */
#include "lines/level/draft.h"
#include "lines/moves/best_move.h"
#include "lines/moves/line_solve.h"
#include <assert.h>
#include <string.h>

typedef struct greedy_moves {
    const dm_line_ask *ask;
    const dmi_move_budget *b;
    dm_run *run;
    dm_level *now; /* after the moves made */
    int32_t left[4];
    bool is_stopped; /* any moves will do */
} greedy_moves;

/* Chooses move i. */
static dm_status choose_next(greedy_moves *g, int32_t i, dm_line_move *move, dm_error *err)
{
    dm_line_best *best = NULL;
    bool allowed[4];
    for (int op = 0; op < 4; op++)
        allowed[op] = g->b->any       ? op != DM_LINE_ROPE
                      : g->b->ordered ? g->b->order[i] == (dm_line_op)op
                                      : g->left[op] > 0;
    dm_status status =
        g->is_stopped ? DM_OK : dmi_best_next(g->now, g->ask, allowed, g->run, &best, err);
    if (best)
        *move = best->moves[0];
    bool found = best != NULL;
    dm_line_best_free(best);
    if (status == DM_STOPPED || status == DM_UNFINISHED)
        g->is_stopped = true;
    else if (status == DM_OK && !found && !g->is_stopped)
        status = dmi_fail(err, DM_BAD_MOVE, "the level has no such move");
    if (!g->is_stopped || found)
        return g->is_stopped ? DM_OK : status;
    /* Some possible move of the kind that is next. */
    const dm_level *level = g->now;
    int op = g->b->any ? DM_LINE_CUT : g->b->ordered ? (int)g->b->order[i] : DM_LINE_ADD;
    while (!g->b->any && !g->b->ordered && op < DM_LINE_ROPE && g->left[op] == 0)
        op++;
    *move = (dm_line_move){(dm_line_op)op, {-1, 0, {0, 1}}, {-1, -1, {0, 1}}, {0, 1}, -1};
    if (op == DM_LINE_ADD)
        move->place = dmi_level_free_place(level);
    for (int32_t s = 0; op == DM_LINE_REMOVE && s < level->site_count; s++)
        if (move->site < 0 || level->sites[s].player != g->ask->player)
            move->site = s;
    return (op == DM_LINE_REMOVE ? move->site >= 0 : op != DM_LINE_ROPE)
               ? DM_OK
               : dmi_as_unfinished(dmi_stopped(g->run, err), err);
}

dm_status dmi_line_solve_greedily(const dm_level *level, const dm_line_ask *ask,
                                  const dmi_move_budget *b, dm_run *run, dm_line_move_set *set,
                                  dm_error *err)
{
    greedy_moves g = {.ask = ask, .b = b, .run = run};
    memcpy(g.left, b->count, sizeof g.left);
    dm_status status = dm_level_new(level, &g.now, err);
    for (int32_t i = 0; i < b->moves && status == DM_OK; i++) {
        dm_level *next = NULL;
        status = choose_next(&g, i, &set->moves[i], err);
        if (status == DM_OK)
            status = dm_level_apply_moves(g.now, &set->moves[i], 1, ask->player, &next, err);
        if (status != DM_OK)
            break;
        g.left[set->moves[i].op]--;
        assert(b->any || g.left[set->moves[i].op] >= 0);
        dm_level_free(g.now);
        g.now = next;
    }
    if (status == DM_OK)
        status = dmi_level_standing(g.now, ask, &set->reached, err);
    if (status == DM_OK) {
        set->move_count = b->moves;
        set->after = set->reached;
        set->attained = true;
        if (g.is_stopped)
            status = dmi_stopped(run, err);
    }
    dm_level_free(g.now);
    return status;
}
