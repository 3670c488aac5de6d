/* line_solve.c - the best set of moves that a budget allows.
 *
 * A greedy set (line_solve_greedy.c) is the first to beat.  Then all sets are searched
 * (set_search.c). A budget of moves of any kind is tried as every mix of kinds; a cut that changes
 * nothing always exists, so fewer moves are among them.
 */
#include "lines/moves/line_solve.h"

#include "lines/level/draft.h"
#include "lines/level/ratio.h"
#include "lines/moves/best_move.h"
#include "lines/sets/set_search.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const note_too_many =
    "greedy: each move is the best after those before it; other sets were not compared";
static const char *const note_no_ropes = "sets with ropes were not compared";
static const char *const note_too_long = "some places did not fit 61 bits and were not compared";

static dm_status check_set_ask(const dm_level *level, const dm_line_move_set_ask *ask,
                               dm_error *err)
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

static dm_status read_budget(const dm_level *level, const dm_line_move_set_ask *ask,
                             dmi_move_budget *out, dm_error *err)
{
    const dm_line_quota *quotas = ask->quotas ? ask->quotas : level->quotas;
    int32_t count = ask->quotas ? ask->quota_count : level->quota_count;
    bool fits = true;
    *out = (dmi_move_budget){.ordered = ask->quotas ? ask->ordered : level->ordered,
                             .any = count == 0};
    for (int32_t i = 0; fits && i < count; i++)
        for (int32_t k = 0; fits && k < quotas[i].count; k++) {
            fits = out->moves < DMI_MOST_MOVES;
            if (!fits)
                break;
            out->order[out->moves++] = quotas[i].op;
            out->count[quotas[i].op]++;
        }
    if (out->any)
        out->moves = level->moves > 0 ? level->moves : 1;
    if (!fits || out->moves > DMI_MOST_MOVES)
        return dmi_fail(err, DM_TOO_LARGE, "more than %d moves; at most so many can be searched",
                        DMI_MOST_MOVES);
    assert(out->any || out->moves == out->count[0] + out->count[1] + out->count[2] + out->count[3]);
    return DM_OK;
}

/* How many sites can be added and then removed. */
static int32_t most_added_and_removed(const dmi_move_budget *b, const int32_t *count)
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

/* All mixes of kinds that the budget allows. */
static dm_status search_mixes(dmi_set_search *s, const dmi_move_budget *b, dm_error *err)
{
    int32_t kinds[4] = {1, 1, 1, 0};
    for (int x = 0; x < 4; x++) /* may some move x come after some move y? */
        for (int y = 0; y < 4; y++) {
            int32_t last = -1, first = DMI_MOST_MOVES;
            for (int32_t i = 0; i < b->moves; i++) {
                last = b->order[i] == (dm_line_op)x ? i : last;
                first = b->order[i] == (dm_line_op)y && i < first ? i : first;
            }
            s->after[x][y] = !b->ordered || last > first;
        }
    bool is_left = dmi_move_budget_next_mix(b, true, s->count);
    dm_status status = dmi_set_search_bound(s, b->any ? kinds : s->count, err);
    while (status == DM_OK && is_left && !s->done) {
        s->most_undone = most_added_and_removed(b, s->count);
        status = dmi_set_search_run(s, err);
        if (status == DM_OK)
            is_left = dmi_move_budget_next_mix(b, false, s->count);
    }
    while (status == DM_STOPPED && s->has_gains && dmi_move_budget_next_mix(b, false, s->count))
        dmi_set_search_leave_open(s, dmi_move_gains_most(&s->gains, s->count));
    return status;
}

/* The most places that a set of the budget has. */
static int32_t most_places(const dmi_move_budget *b)
{
    return b->any ? b->moves : b->count[DM_LINE_ADD] + b->count[DM_LINE_CUT];
}

static dm_status make_ratio(dmi_wide num, dmi_wide den, dm_ratio *out, dm_error *err)
{
    if (!dmi_ratio_make(num, den, out))
        return dmi_fail(err, DM_TOO_LARGE, "a result does not fit 63 bits as a fraction");
    return DM_OK;
}

/* Makes the moves of the best set: its own places if they are attained and possible, otherwise some
 * as near as fits. */
static dm_status make_best(const dmi_set_search *s, const dmi_move_budget *b, dm_line_move_set *set,
                           dmi_move_item *items, int32_t *count, dm_level **after, dm_error *err)
{
    const dm_line_op *order = b->ordered ? b->order : NULL;
    dm_status status = DM_BAD_MOVE;
    for (int halvings = s->best.worth.attained ? 0 : 20; status != DM_OK && halvings < 41;
         halvings = halvings == 0  ? 20
                    : halvings > 1 ? halvings - 1
                                   : 41) {
        status = dmi_move_set_items(s, &s->best, halvings, items, count, err);
        if (status == DM_OK)
            status = dmi_move_set_make(s, items, *count, order, set->moves, after, err);
        set->attained = halvings == 0;
        if (status == DM_NO_MEMORY)
            break;
    }
    set->move_count = *count;
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
static int32_t move_of_key(const dmi_move_budget *b, const dmi_move_item *items, int32_t count,
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

static dm_status search_sets(const dm_level *level, const dm_line_move_set_ask *ask,
                             const dmi_move_budget *b, dm_run *run, dm_line_move_set *set,
                             dm_error *err)
{
    dmi_set_search s;
    dm_line_ask single = single_ask(ask);
    dm_status status = dmi_set_search_init(level, &single, run, &s, err);
    if (status != DM_OK)
        return status;
    s.wins_only = ask->objective == DM_LINE_WIN;
    if (set->move_count > 0) { /* to beat; an equal set replaces it */
        dm_ratio value = s.ask.objective == DM_LINE_PAYOFF ? set->after.payoff : set->after.margin;
        s.best.worth = (dmi_set_worth){s.ask.objective == DM_LINE_RANK ? set->after.rank : 0,
                                       (dmi_wide)value.num * s.one, value.den, false};
        s.has_worth = value.den < INT64_C(1) << 61;
    }
    s.done = s.wins_only && s.has_worth && s.best.worth.num > 0;
    status = search_mixes(&s, b, err);
    set->candidates = s.candidates;
    set->proven = status == DM_OK && !s.failed && !dmi_move_budget_has_ropes(level, b);
    set->note = s.failed                              ? note_too_long
                : dmi_move_budget_has_ropes(level, b) ? note_no_ropes
                                                      : NULL;
    dmi_line_solve_keep_upper(&s, b, status == DM_STOPPED, set);
    if (s.has_best && (status == DM_OK || status == DM_STOPPED)) {
        dm_error why;
        dmi_move_item items[DMI_MOST_MOVES];
        dm_level *after = NULL;
        int32_t count = 0;
        dm_status made = make_best(&s, b, set, items, &count, &after, &why);
        if (made == DM_OK)
            made = dmi_level_standing(after, &s.ask, &set->reached, &why);
        dm_level_free(after);
        set->after = set->reached;
        if (made == DM_OK && !set->attained) {
            dmi_wide den = s.one * s.best.worth.den;
            made = make_ratio(s.best.own, den, &set->after.payoff, &why);
            if (made == DM_OK)
                made = make_ratio(s.best.margin, den, &set->after.margin, &why);
            if (s.best.worth.rank > 0)
                set->after.rank = s.best.worth.rank;
        }
        if (made == DM_OK)
            made = find_key(&s, items, count, &set->key, &why);
        set->key = move_of_key(b, items, count, set->key);
        if (made != DM_OK) {
            status = made;
            if (err)
                *err = why;
        }
    }
    dmi_set_search_clear(&s);
    return status;
}

/* Counts the solutions of the whole budget. */
static dm_status count_solutions(const dm_level *level, const dm_line_move_set_ask *ask,
                                 const dmi_move_budget *b, dm_run *run, dm_line_move_set *set,
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
    status = search_mixes(&s, b, err);
    set->solutions_found = count.solutions + (count.count > 0);
    if (status == DM_OK && !count.is_full && !s.failed && !dmi_move_budget_has_ropes(level, b))
        set->solutions = count.solutions;
    set->unique = set->solutions >= 0 ? set->solutions == 1 : set->solutions_found > 1 ? 0 : -1;
    dmi_solution_count_clear(&count);
    dmi_set_search_clear(&s);
    return status;
}

/* Too few sites, nothing to cut, or no places for a rope. */
static dm_status check_possible(const dm_level *level, const dmi_move_budget *b, dm_error *err)
{
    int32_t removals = b->any ? 0 : b->count[DM_LINE_REMOVE] - most_added_and_removed(b, b->count);
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

/* Searches by the method for the budget. */
static dm_status search_budget(const dm_level *level, const dm_line_move_set_ask *ask,
                               const dmi_move_budget *b, dm_run *run, dm_line_move_set *set,
                               dm_error *err)
{
    dm_line_ask single = single_ask(ask);
    if (dmi_move_budget_is_list_with_ropes(b))
        return dmi_line_solve_rope(level, &single, b, run, set, err);
    if (most_places(b) > DMI_MOST_PLACES) {
        /* The moves stay greedy. */
        dmi_set_search s;
        int32_t kinds[4] = {1, 1, 1, 0};
        set->note = note_too_many;
        dm_status status = dmi_set_search_init(level, &single, run, &s, err);
        if (status == DM_OK)
            status = dmi_set_search_bound(&s, b->any ? kinds : b->count, err);
        if (status == DM_OK)
            dmi_line_solve_keep_upper(&s, b, false, set);
        dmi_set_search_clear(&s);
        return status == DM_TOO_LARGE ? DM_OK : status;
    }
    dm_status status = search_sets(level, ask, b, run, set, err);
    if (status == DM_OK && b->any && b->moves == 1 && level->points) {
        /* One move of any kind: after all others were searched, the best rope. */
        const dmi_move_budget rope = {
            .moves = 1, .order = {DM_LINE_ROPE}, .count = {[DM_LINE_ROPE] = 1}};
        const dm_line_move_set old = *set;
        const dm_line_move move = set->moves[0];
        bool is_searched = set->note == note_no_ropes;
        status = dmi_line_solve_rope(level, &single, &rope, run, set, err);
        if (old.move_count > 0 && dm_line_compare(&set->after, &old.after, single.objective) <= 0) {
            set->moves[0] = move;
            set->after = old.after;
            set->reached = old.reached;
            set->attained = old.attained;
            if (set->error <= 1e-6)
                set->error = 0; /* only the rounding of ropes, none of which is better */
        }
        if (!is_searched) {
            set->proven = false;
            set->upper = old.upper;
        }
    }
    return status;
}

/* Whom the level after the moves belongs to most, and the bounds. */
static dm_status find_winner_and_bounds(const dm_level *level, const dm_line_ask *ask,
                                        const dmi_move_budget *b, dm_line_move_set *set,
                                        dm_error *err)
{
    dm_level *after = NULL;
    dm_line_diagram *diagram = NULL;
    dm_status status =
        dm_level_apply_moves(level, set->moves, set->move_count, ask->player, &after, err);
    if (status == DM_OK)
        status = dm_line_diagram_new(after, ask->ties, false, &diagram, err);
    if (status == DM_OK)
        set->winner = diagram->winner;
    dm_line_diagram_free(diagram);
    dm_level_free(after);
    return status == DM_OK ? dmi_line_solve_bounds(level, ask, b, set, err) : status;
}

static dm_status solve_budget(const dm_level *level, const dm_line_move_set_ask *ask,
                              const dmi_move_budget *b, dm_run *run, dm_line_move_set *set,
                              dm_error *err)
{
    dm_line_ask single = single_ask(ask);
    dm_status status = dmi_level_standing(level, &single, &set->before, err);
    if (status == DM_OK)
        status = check_possible(level, b, err);
    if (status != DM_OK)
        return status;
    status = dmi_line_solve_greedily(level, &single, b, run, set, err);
    if (status == DM_BAD_MOVE || status == DM_TOO_LARGE)
        status = DM_OK; /* the search finds moves, or says why there are none */
    if (status == DM_OK)
        status = search_budget(level, ask, b, run, set, err);
    if (ask->objective == DM_LINE_WIN && set->move_count > 0 && set->reached.margin.num > 0) {
        set->proven = true; /* any win is as good */
        set->note = NULL;
    }
    if (status == DM_OK && ask->count_solutions && !dmi_move_budget_is_list_with_ropes(b) &&
        most_places(b) <= DMI_MOST_PLACES)
        status = count_solutions(level, ask, b, run, set, err);
    if (set->move_count == 0)
        return status == DM_OK ? dmi_fail(err, DM_BAD_MOVE, "the level has no such moves")
                               : dmi_as_unfinished(status, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    dm_error why;
    dm_status made = find_winner_and_bounds(level, &single, b, set, &why);
    if (made != DM_OK && err)
        *err = why;
    assert(made != DM_OK || dmi_ratio_compare(set->lower, set->upper) <= 0);
    return made == DM_OK ? status : made;
}

dm_status dm_line_solve(const dm_level *level, const dm_line_move_set_ask *ask, dm_run *run,
                        dm_line_move_set **out, dm_error *err)
{
    dmi_move_budget budget;
    dm_status status = check_set_ask(level, ask, err);
    if (status == DM_OK)
        status = read_budget(level, ask, &budget, err);
    dm_line_move_set *set = status == DM_OK ? dmi_calloc(1, sizeof *set) : NULL;
    if (!set)
        return status == DM_OK ? dmi_no_memory(err) : status;
    *set = (dm_line_move_set){.winner = -1, .solutions = -1, .unique = -1, .key = -1};
    set->moves = dmi_calloc(DMI_MOST_MOVES, sizeof *set->moves);
    dm_level own = *level;
    own.me = ask->player;
    dm_error why = {0}; /* tries that fail leave their reason here, also if the rest succeeds */
    status = set->moves ? solve_budget(&own, ask, &budget, run, set, &why) : dmi_no_memory(&why);
    if (status == DM_OK || status == DM_STOPPED)
        *out = set;
    else
        dm_line_move_set_free(set);
    if (status != DM_OK && err)
        *err = why;
    return status;
}

void dm_line_move_set_free(dm_line_move_set *set)
{
    if (!set)
        return;
    free(set->moves);
    free(set);
}
