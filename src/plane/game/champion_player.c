/* champion_player.c - searches its own points to the end of the game, against greedy replies.
 *
 * The land that a side has now says little: whoever moves last takes half of the largest cell.  So
 * a point is judged by a whole line, from it to the last point of the game: its own points are what
 * is searched, and every reply is the place that gains the other side most.  The best line known is
 * changed at one of its own points at a time, the present one most often: moved a little, or to a
 * place where either side would gain much, or anywhere; later points of its own stay or are chosen
 * greedily anew.  A change that looks better with quick replies counts if it still is with replies
 * searched as thoroughly as the greedy player does.  What was found stays for the next turn.
 *
 * Rejected: alpha-beta among a few replies.  At the same time it sees three points instead of all,
 * and as White it lost to greedy.  Differences between good lines are often below a thousandth of
 * the board, so what decides is how exactly a line is played to its end.
 *
 * Work is counted in places compared (gains computed), so that a limit by nodes can be repeated.
 * Cost: about 0.3 ms for a line of 14 points.
 */
#include "plane/game/plane_player.h"

#include <math.h>

/* Of the area of the board: values of lines are uncertain by about as much, so that the best of
 * many would often be one that was overrated. */
#define MARGIN 3e-3

/* All points to come, in the order of the task's sides. */
typedef struct line {
    dm_point at[DMI_LISTED];
    int32_t count;
    double value; /* the lead at its end */
} line;

typedef struct search {
    dmi_plane_task *task;
    dmi_plane_view *view;
    dm_rng *rng;
    dm_run *run;
    uint64_t counted;
    double margin; /* by which a line must be better */
    line best;
    dmi_place_list good[DM_PLANE_SIDES]; /* places where each side gains much now */
} search;

static bool goes_on(search *s)
{
    uint64_t work = s->view->work - s->counted;
    s->counted = s->view->work;
    return !s->view->failed && dmi_run_go_on(s->run, work);
}

/* Plays a line to its end.  The points before number `first` are placed as they are; of those after
 * it, own ones if they are kept and allowed, and the others where they gain most. */
static void play_out(search *s, int32_t first, bool keeps_own, const dmi_effort *effort, line *l)
{
    int32_t depth = s->view->depth, known = l->count;
    for (l->count = 0; l->count < s->task->listed && !s->view->failed; l->count++) {
        int32_t i = l->count, side = s->task->sides[i];
        bool is_own = side == s->task->side && keeps_own;
        bool is_given =
            i < known && (i < first || (is_own && dmi_plane_view_allows(s->view, l->at[i])));
        if (!is_given) {
            dmi_place_list list = {.most = 1, .apart = 0};
            dmi_places_find(s->view, side, effort, s->rng, &list);
            if (list.count == 0)
                break;
            l->at[i] = list.place[0].at;
        }
        dmi_plane_view_add(s->view, l->at[i], side);
    }
    l->value = dmi_plane_view_lead(s->view, s->task->side);
    s->view->depth = depth;
}

/* Takes a line if it is better: by its quick value first, then with thorough replies. */
static void offer(search *s, int32_t first, bool keeps_own, line *l)
{
    enum { CHECKS = 3 };
    if (l->count > 0 && !dmi_plane_view_allows(s->view, l->at[0]))
        return;
    play_out(s, first, keeps_own, &dmi_effort_quick, l);
    for (int i = 0; i < CHECKS && l->value > s->best.value + s->margin; i++)
        play_out(s, first, true, &dmi_effort_usual, l);
    if (l->count > 0 && l->value > s->best.value + s->margin)
        s->best = *l;
}

/* A line whose own points are those of a plan for all points of the side. */
static void offer_plan(search *s, dmi_plan_fn *plan)
{
    dmi_plan_place place[DMI_LISTED];
    line l = {.count = s->task->listed};
    int32_t used = 0;
    if (s->task->placed > 0 || s->task->own > DMI_LISTED)
        return;
    plan(s->view->board, s->task->own, place);
    for (int32_t i = 0; i < l.count; i++) {
        int32_t which = s->task->sides[i] == s->task->side ? used++ : 0;
        l.at[i] = dmi_plane_view_snap(s->view, dmi_plan_point(s->view->board, place[which]));
    }
    offer(s, 0, true, &l);
}

/* Lines to begin with: greedy play, what was found in the turn before, a row and a grid. */
static void begin(search *s, const dm_plane_player *player)
{
    const dmi_plane_task *task = s->task;
    double apart = 0.03 * dmi_plane_view_scale(s->view);
    s->best.count = 0;
    play_out(s, 0, false, &dmi_effort_usual, &s->best);
    int32_t used = 0;
    line kept = {.count = task->listed};
    for (int32_t i = 0; i < task->listed; i++)
        if (task->sides[i] == task->side)
            kept.at[i] = player->plan[used < player->planned ? used++ : 0];
    if (player->planned > 0)
        offer(s, 0, true, &kept);
    offer_plan(s, dmi_plane_row);
    offer_plan(s, dmi_plane_grid);
    for (int32_t side = 0; side < s->view->sides; side++) {
        s->good[side] = (dmi_place_list){.most = 16, .apart = apart};
        dmi_places_find(s->view, side, &dmi_effort_usual, s->rng, &s->good[side]);
    }
}

/* Changes one own point of the line; false if there is no such place. */
static bool change_point(search *s, dm_point *at)
{
    enum { KINDS = 10, MOVED = 5, GOOD = 8 };
    uint64_t kind = dm_rng_below(s->rng, KINDS);
    if (kind < MOVED) {
        double step = dmi_plane_view_scale(s->view) * exp2(-7 * dm_rng_unit(s->rng));
        double turn = 2 * acos(-1) * dm_rng_unit(s->rng);
        *at = dmi_plane_view_snap(s->view,
                                  (dm_point){at->x + step * cos(turn), at->y + step * sin(turn)});
        return true;
    }
    if (kind >= GOOD)
        return dmi_plane_view_random(s->view, s->rng, at);
    const dmi_place_list *good = &s->good[dm_rng_below(s->rng, (uint64_t)s->view->sides)];
    if (good->count > 0)
        *at = good->place[dm_rng_below(s->rng, (uint64_t)good->count)].at;
    return good->count > 0;
}

static void improve(search *s)
{
    const dmi_plane_task *task = s->task;
    while (goes_on(s)) {
        line next = s->best;
        int32_t own[DMI_LISTED] = {0}, count = 0;
        for (int32_t i = 0; i < next.count; i++)
            if (task->sides[i] == task->side)
                own[count++] = i;
        int32_t which =
            dm_rng_below(s->rng, 2) ? own[0] : own[dm_rng_below(s->rng, (uint64_t)count)];
        bool keeps_own = dm_rng_below(s->rng, 2);
        if (change_point(s, &next.at[which]))
            offer(s, which + 1, keeps_own, &next);
    }
}

/* The best last point of the game needs no lines. */
static bool choose_last(search *s, dm_point *out)
{
    dmi_place_list list = {.most = 1, .apart = 0};
    dmi_places_find(s->view, s->task->side, &dmi_effort_thorough, s->rng, &list);
    *out = list.place[0].at;
    return list.count > 0;
}

bool dmi_plane_choose_champion(dm_plane_player *player, dmi_plane_task *task, dm_point *out)
{
    search s = {.task = task,
                .view = task->view,
                .rng = &player->rng,
                .margin = MARGIN * mpq_get_d(task->view->board->area),
                .counted = task->view->work};
    if (task->to_come == 1)
        return choose_last(&s, out);
    if (task->placed == 0)
        player->planned = 0; /* of another game */
    if (dmi_plane_point_run(player, task, "nodes", &s.run) != DM_OK)
        return false;
    begin(&s, player);
    if (s.best.count > 0)
        improve(&s);
    dm_run_free(s.run);
    player->planned = 0;
    for (int32_t i = 1; i < s.best.count; i++)
        if (task->sides[i] == task->side)
            player->plan[player->planned++] = s.best.at[i];
    *out = s.best.at[0];
    return s.best.count > 0;
}
