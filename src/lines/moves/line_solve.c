/* line_solve.c - the best set of moves that a budget allows.
 *
 * A greedy set (solve_greedy.c) is the first to beat.  Then all sets are searched (plan_search.c).
 * A budget of moves of any kind is tried as every mix of kinds; a cut that changes nothing always
 * exists, so fewer moves are among them.
 */
#include "lines/moves/line_solve.h"

#include "lines/level/draft.h"
#include "lines/level/ratio.h"
#include "lines/moves/best_move.h"
#include "lines/sets/set_search.h"
#include <stdlib.h>
#include <string.h>

static const char *const too_many =
    "greedy: each move is the best after those before it; other sets were not compared";
static const char *const no_ropes = "sets with ropes were not compared";
static const char *const too_long = "some places did not fit 61 bits and were not compared";

static dm_status check_ask(const dm_level *level, const dm_line_move_set_ask *ask, dm_error *err)
{
    if (ask->player < 0 || ask->player >= level->player_count)
        return dmi_fail(err, DM_BAD_ARGUMENT, "there is no player %d; players are 0..%d",
                        ask->player, level->player_count - 1);
    for (int32_t i = 0; ask->quotas && i < ask->quota_count; i++)
        if (ask->quotas[i].count < 1)
            return dmi_fail(err, DM_BAD_ARGUMENT, "quota %d is of %d moves; expected 1 or more", i,
                            ask->quotas[i].count);
    return DM_OK;
}

/* The moves in the order of the quotas; false if there are too many. */
static bool list_moves(const dm_line_quota *quotas, int32_t count, dmi_move_budget *b)
{
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < quotas[i].count; k++) {
            if (b->moves == DMI_MOST_MOVES)
                return false;
            b->order[b->moves++] = quotas[i].op;
            b->count[quotas[i].op]++;
        }
    return true;
}

static dm_status read_budget(const dm_level *level, const dm_line_move_set_ask *ask,
                             dmi_move_budget *out, dm_error *err)
{
    const dm_line_quota *quotas = ask->quotas ? ask->quotas : level->quotas;
    int32_t count = ask->quotas ? ask->quota_count : level->quota_count;
    *out = (dmi_move_budget){.ordered = ask->quotas ? ask->ordered : level->ordered,
                             .any = count == 0};
    bool fits = list_moves(quotas, count, out);
    if (out->any)
        out->moves = level->moves > 0 ? level->moves : 1;
    if (!fits || out->moves > DMI_MOST_MOVES)
        return dmi_fail(err, DM_TOO_LARGE, "more than %d moves; at most so many can be searched",
                        DMI_MOST_MOVES);
    return DM_OK;
}

/* Whether some move x may come after some move y. */
static bool may_follow(const dmi_move_budget *b, dm_line_op x, dm_line_op y)
{
    int32_t last = -1, first = DMI_MOST_MOVES;
    for (int32_t i = 0; i < b->moves; i++) {
        last = b->order[i] == x ? i : last;
        first = b->order[i] == y && i < first ? i : first;
    }
    return !b->ordered || last > first;
}

/* How many sites can be added and then removed. */
static int32_t most_undone(const dmi_move_budget *b, const int32_t *count)
{
    int32_t added = 0, undone = 0;
    if (!b->ordered)
        return count[DM_LINE_ADD] < count[DM_LINE_REMOVE] ? count[DM_LINE_ADD]
                                                          : count[DM_LINE_REMOVE];
    for (int32_t i = 0; i < b->moves; i++) {
        added += b->order[i] == DM_LINE_ADD;
        if (b->order[i] == DM_LINE_REMOVE && added > 0) {
            added--;
            undone++;
        }
    }
    return undone;
}

static dm_line_ask single_ask(const dm_line_move_set_ask *ask)
{
    return (dm_line_ask){.player = ask->player,
                         .objective =
                             ask->objective == DM_LINE_WIN ? DM_LINE_MARGIN : ask->objective,
                         .ties = ask->ties,
                         .epsilon = ask->epsilon};
}

/* The worth of a standing, in units of the search; an equal set replaces it. */
static bool worth_of(const dmi_set_search *s, const dm_line_standing *standing, dmi_set_worth *out)
{
    dm_ratio value = s->ask.objective == DM_LINE_PAYOFF ? standing->payoff : standing->margin;
    *out = (dmi_set_worth){s->ask.objective == DM_LINE_RANK ? standing->rank : 0,
                           (dmi_wide)value.num * s->one, value.den, false};
    return value.den < INT64_C(1) << 61;
}

/* One mix of kinds. */
static dm_status search_mix(dmi_set_search *s, const dmi_move_budget *b, const int32_t *count,
                            dm_error *err)
{
    memcpy(s->count, count, sizeof s->count);
    s->most_undone = most_undone(b, count);
    for (int x = 0; x < 4; x++)
        for (int y = 0; y < 4; y++)
            s->after[x][y] = may_follow(b, (dm_line_op)x, (dm_line_op)y);
    return dmi_set_search_run(s, err);
}

static dm_status search_all(dmi_set_search *s, const dmi_move_budget *b, dm_error *err)
{
    int32_t count[4], kinds[4] = {1, 1, 1, 0};
    bool is_left = dmi_move_budget_next_mix(b, true, count);
    dm_status status = dmi_set_search_bound(s, b->any ? kinds : count, err);
    for (; status == DM_OK && is_left && !s->done;
         is_left = dmi_move_budget_next_mix(b, false, count)) {
        status = search_mix(s, b, count, err);
        if (status == DM_STOPPED)
            break;
    }
    while (status == DM_STOPPED && s->has_gains && dmi_move_budget_next_mix(b, false, count))
        dmi_set_search_leave_open(s, dmi_move_gains_most(&s->gains, count));
    return status;
}

/* The most places that a set of the budget has. */
static int32_t most_places(const dmi_move_budget *b)
{
    return b->any ? b->moves : b->count[DM_LINE_ADD] + b->count[DM_LINE_CUT];
}

static dm_status set_ratio(dmi_wide num, dmi_wide den, dm_ratio *out, dm_error *err)
{
    if (!dmi_ratio_make(num, den, out))
        return dmi_fail(err, DM_TOO_LARGE, "a result does not fit 63 bits as a fraction");
    return DM_OK;
}

/* Makes the moves of the best set: its own places if they are attained and possible, otherwise some
 * as near as fits. */
static dm_status make_best(const dmi_set_search *s, const dmi_move_budget *b,
                           dm_line_move_set *plan, dmi_move_item *items, int32_t *count,
                           dm_level **after, dm_error *err)
{
    const dm_line_op *order = b->ordered ? b->order : NULL;
    dm_status status = DM_BAD_MOVE;
    for (int halvings = s->best.worth.attained ? 0 : 20; status != DM_OK && halvings < 41;
         halvings = halvings == 0  ? 20
                    : halvings > 1 ? halvings - 1
                                   : 41) {
        status = dmi_move_set_items(s, &s->best, halvings, items, count, err);
        if (status == DM_OK)
            status = dmi_move_set_make(s, items, *count, order, plan->moves, after, err);
        plan->attained = halvings == 0;
        if (status == DM_NO_MEMORY)
            break;
    }
    plan->move_count = *count;
    return status;
}

/* The move without which the others are worth least. */
static dm_status find_key(const dmi_set_search *s, const dmi_move_item *items, int32_t count,
                          int32_t *key, dm_error *err)
{
    dm_line_standing least;
    *key = -1;
    for (int32_t i = 0; count > 1 && i < count - 2 * s->best.undone; i++) {
        dm_level *after = NULL;
        dm_line_standing standing;
        dm_status status = dmi_move_set_make_without(s, items, count, i, &after, err);
        if (status == DM_OK)
            status = dmi_level_standing(after, &s->ask, &standing, err);
        dm_level_free(after);
        if (status == DM_NO_MEMORY)
            return status;
        if (status != DM_OK) { /* the others need it */
            *key = i;
            return DM_OK;
        }
        if (*key < 0 || dm_line_compare(&standing, &least, s->ask.objective) < 0) {
            *key = i;
            least = standing;
        }
    }
    return DM_OK;
}

/* The number of the move that item `key` became. */
static int32_t key_move(const dmi_move_budget *b, const dmi_move_item *items, int32_t count,
                        int32_t key)
{
    int32_t same = 0;
    if (!b->ordered || key < 0)
        return key;
    for (int32_t i = 0; i < count; i++)
        same += items[i].op == items[key].op && (items[key].op == DM_LINE_ADD ? i > key : i < key);
    for (int32_t i = 0; i < b->moves; i++)
        if (b->order[i] == items[key].op && same-- == 0)
            return i;
    return -1;
}

static dm_status report_best(const dmi_set_search *s, const dmi_move_budget *b,
                             dm_line_move_set *plan, dm_error *err)
{
    dmi_move_item items[DMI_MOST_MOVES];
    dm_level *after = NULL;
    int32_t count = 0;
    dm_status status = make_best(s, b, plan, items, &count, &after, err);
    if (status == DM_OK)
        status = dmi_level_standing(after, &s->ask, &plan->reached, err);
    dm_level_free(after);
    plan->after = plan->reached;
    if (status == DM_OK && !plan->attained) {
        dmi_wide den = s->one * s->best.worth.den;
        status = set_ratio(s->best.own, den, &plan->after.payoff, err);
        if (status == DM_OK)
            status = set_ratio(s->best.margin, den, &plan->after.margin, err);
        if (s->best.worth.rank > 0)
            plan->after.rank = s->best.worth.rank;
    }
    if (status == DM_OK)
        status = find_key(s, items, count, &plan->key, err);
    plan->key = key_move(b, items, count, plan->key);
    return status;
}

static dm_status search(const dm_level *level, const dm_line_move_set_ask *ask,
                        const dmi_move_budget *b, dm_run *run, dm_line_move_set *plan,
                        dm_error *err)
{
    dmi_set_search s;
    dm_line_ask single = single_ask(ask);
    dm_status status = dmi_set_search_init(level, &single, run, &s, err);
    if (status != DM_OK)
        return status;
    s.wins_only = ask->objective == DM_LINE_WIN;
    if (plan->move_count > 0)
        s.has_worth = worth_of(&s, &plan->after, &s.best.worth);
    s.done = s.wins_only && s.has_worth && s.best.worth.num > 0;
    status = search_all(&s, b, err);
    plan->candidates = s.candidates;
    plan->proven = status == DM_OK && !s.failed && !dmi_move_budget_has_ropes(level, b);
    plan->note = s.failed ? too_long : dmi_move_budget_has_ropes(level, b) ? no_ropes : NULL;
    dmi_line_solve_keep_upper(&s, b, status == DM_STOPPED, plan);
    if (s.has_best && (status == DM_OK || status == DM_STOPPED)) {
        dm_error why;
        dm_status made = report_best(&s, b, plan, &why);
        if (made != DM_OK) {
            status = made;
            if (err)
                *err = why;
        }
    }
    dmi_set_search_clear(&s);
    return status;
}

/* The moves stay greedy. */
static dm_status bound_only(const dm_level *level, const dm_line_ask *ask, const dmi_move_budget *b,
                            dm_run *run, dm_line_move_set *plan, dm_error *err)
{
    dmi_set_search s;
    int32_t kinds[4] = {1, 1, 1, 0};
    plan->note = too_many;
    dm_status status = dmi_set_search_init(level, ask, run, &s, err);
    if (status == DM_OK)
        status = dmi_set_search_bound(&s, b->any ? kinds : b->count, err);
    if (status == DM_OK)
        dmi_line_solve_keep_upper(&s, b, false, plan);
    dmi_set_search_clear(&s);
    return status == DM_TOO_LARGE ? DM_OK : status;
}

/* Whether the budget is a list with ropes. */
static bool asks_for_ropes(const dmi_move_budget *b)
{
    return !b->any && b->count[DM_LINE_ROPE] > 0;
}

/* Counts the solutions of the whole budget. */
static dm_status count_solutions(const dm_level *level, const dm_line_move_set_ask *ask,
                                 const dmi_move_budget *b, dm_run *run, dm_line_move_set *plan,
                                 dm_error *err)
{
    dmi_set_search s;
    dmi_solution_count count = {0};
    dm_line_ask single = single_ask(ask);
    single.objective = DM_LINE_MARGIN;
    dm_status status = dmi_set_search_init(level, &single, run, &s, err);
    if (status != DM_OK)
        return status;
    s.see = dmi_solution_count_visit;
    s.flush = dmi_solution_count_flush;
    s.user = &count;
    status = search_all(&s, b, err);
    plan->solutions_found = count.solutions + (count.count > 0);
    if (status == DM_OK && !count.is_full && !s.failed && !dmi_move_budget_has_ropes(level, b))
        plan->solutions = count.solutions;
    plan->unique = plan->solutions >= 0 ? plan->solutions == 1 : plan->solutions_found > 1 ? 0 : -1;
    dmi_solution_count_clear(&count);
    dmi_set_search_clear(&s);
    return status;
}

/* Too few sites, nothing to cut, or no places for a rope. */
static dm_status check_possible(const dm_level *level, const dmi_move_budget *b, dm_error *err)
{
    int32_t removals = b->any ? 0 : b->count[DM_LINE_REMOVE] - most_undone(b, b->count);
    if (level->edge_count == 0 && (b->any || b->count[DM_LINE_CUT] > 0))
        return dmi_fail(err, DM_BAD_MOVE, "the level has no edge to cut");
    if (level->edge_count == 0)
        return dmi_fail(err, DM_BAD_MOVE, "the level has no edges, so moves change nothing");
    if (!b->any && b->count[DM_LINE_ROPE] > 0 && !level->points)
        return dmi_fail(err, DM_BAD_MOVE,
                        "a rope needs coordinates, and the level's vertices have none");
    if (removals > level->site_count)
        return dmi_fail(err, DM_BAD_MOVE, "%d sites are to be removed; the level has %d",
                        b->count[DM_LINE_REMOVE], level->site_count);
    return DM_OK;
}

static dm_status find_winner(const dm_level *level, const dm_line_ask *ask, dm_line_move_set *plan,
                             dm_error *err)
{
    dm_level *after = NULL;
    dm_line_diagram *diagram = NULL;
    dm_status status =
        dm_level_apply_moves(level, plan->moves, plan->move_count, ask->player, &after, err);
    if (status == DM_OK)
        status = dm_line_diagram_new(after, ask->ties, false, &diagram, err);
    if (status == DM_OK)
        plan->winner = diagram->winner;
    dm_line_diagram_free(diagram);
    dm_level_free(after);
    return status;
}

/* One move of any kind: after all others were searched, the best rope. */
static dm_status compare_rope(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                              dm_line_move_set *plan, dm_error *err)
{
    const dmi_move_budget rope = {
        .moves = 1, .order = {DM_LINE_ROPE}, .count = {[DM_LINE_ROPE] = 1}};
    const dm_line_move_set old = *plan;
    const dm_line_move move = plan->moves[0];
    bool is_searched = plan->note == no_ropes;
    dm_status status = dmi_line_solve_rope(level, ask, &rope, run, plan, err);
    if (old.move_count > 0 && dm_line_compare(&plan->after, &old.after, ask->objective) <= 0) {
        plan->moves[0] = move;
        plan->after = old.after;
        plan->reached = old.reached;
        plan->attained = old.attained;
        if (plan->error <= 1e-6)
            plan->error = 0; /* only the rounding of ropes, none of which is better */
    }
    if (!is_searched) {
        plan->proven = false;
        plan->upper = old.upper;
    }
    return status;
}

/* Searches by the method for the budget. */
static dm_status search_budget(const dm_level *level, const dm_line_move_set_ask *ask,
                               const dmi_move_budget *b, dm_run *run, dm_line_move_set *plan,
                               dm_error *err)
{
    dm_line_ask single = single_ask(ask);
    if (asks_for_ropes(b))
        return dmi_line_solve_rope(level, &single, b, run, plan, err);
    if (most_places(b) > DMI_MOST_PLACES)
        return bound_only(level, &single, b, run, plan, err);
    dm_status status = search(level, ask, b, run, plan, err);
    if (status == DM_OK && b->any && b->moves == 1 && level->points)
        status = compare_rope(level, &single, run, plan, err);
    return status;
}

static dm_status solve(const dm_level *level, const dm_line_move_set_ask *ask,
                       const dmi_move_budget *b, dm_run *run, dm_line_move_set *plan, dm_error *err)
{
    dm_line_ask single = single_ask(ask);
    dm_status status = dmi_level_standing(level, &single, &plan->before, err);
    if (status == DM_OK)
        status = check_possible(level, b, err);
    if (status != DM_OK)
        return status;
    status = dmi_line_solve_greedily(level, &single, b, run, plan, err);
    if (status == DM_BAD_MOVE || status == DM_TOO_LARGE)
        status = DM_OK; /* the search finds moves, or says why there are none */
    if (status == DM_OK)
        status = search_budget(level, ask, b, run, plan, err);
    if (ask->objective == DM_LINE_WIN && plan->move_count > 0 && plan->reached.margin.num > 0) {
        plan->proven = true; /* any win is as good */
        plan->note = NULL;
    }
    if (status == DM_OK && ask->count_solutions && !asks_for_ropes(b) &&
        most_places(b) <= DMI_MOST_PLACES)
        status = count_solutions(level, ask, b, run, plan, err);
    if (plan->move_count == 0)
        return status == DM_OK ? dmi_fail(err, DM_BAD_MOVE, "the level has no such moves")
                               : dmi_as_unfinished(status, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    dm_error why;
    dm_status made = find_winner(level, &single, plan, &why);
    if (made == DM_OK)
        made = dmi_line_solve_bounds(level, &single, b, plan, &why);
    if (made != DM_OK && err)
        *err = why;
    return made == DM_OK ? status : made;
}

dm_status dm_line_solve(const dm_level *level, const dm_line_move_set_ask *ask, dm_run *run,
                        dm_line_move_set **out, dm_error *err)
{
    dmi_move_budget budget;
    dm_status status = check_ask(level, ask, err);
    if (status == DM_OK)
        status = read_budget(level, ask, &budget, err);
    dm_line_move_set *plan = status == DM_OK ? dmi_calloc(1, sizeof *plan) : NULL;
    if (!plan)
        return status == DM_OK ? dmi_no_memory(err) : status;
    *plan = (dm_line_move_set){.winner = -1, .solutions = -1, .unique = -1, .key = -1};
    plan->moves = dmi_calloc(DMI_MOST_MOVES, sizeof *plan->moves);
    dm_level own = *level;
    own.me = ask->player;
    dm_error why = {0}; /* tries that fail leave their reason here, also if the rest succeeds */
    status = plan->moves ? solve(&own, ask, &budget, run, plan, &why) : dmi_no_memory(&why);
    if (status == DM_OK || status == DM_STOPPED)
        *out = plan;
    else
        dm_line_move_set_free(plan);
    if (status != DM_OK && err)
        *err = why;
    return status;
}

void dm_line_move_set_free(dm_line_move_set *plan)
{
    if (!plan)
        return;
    free(plan->moves);
    free(plan);
}
