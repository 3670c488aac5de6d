/* best_move.c - the best move and the odds: checks the question and calls the search for the
 * operation.
 */
#include "lines/moves/best_move.h"

#include "base/base.h"
#include "base/names.h"
#include "lines/level/ratio.h"
#include "lines/moves/line_solve.h"
#include "lines/rope/rope_branch_and_bound.h"
#include "lines/sets/polytope.h"
#include "lines/site/site_sweep.h"
#include "papers/cut/cut_printed.h"
#include <assert.h>
#include <demesne/line_solve.h>
#include <demesne/lines.h>
#include <stdlib.h>
#include <string.h>

/* Whether a level can be won by one move.
 *
 * For ropes the share of winning moves is only known within an error, and the best rope settles
 * what it leaves open: if even that one does not win, none does.
 */
static bool cannot_win(const dm_line_best *best)
{
    return best && best->proven && best->margin + best->error <= 0;
}

dm_status dm_line_odds_and_best(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                                dm_line_odds **odds, dm_line_best **best, dm_error *err)
{
    dm_line_odds *counted = NULL;
    dm_line_best *found = NULL;
    dm_status status = dm_line_odds_of(level, ask, run, &counted, err);
    if (status == DM_OK && ask->samples == 0) { /* random moves are meant to be quick */
        dm_line_ask one = *ask;
        one.objective = DM_LINE_MARGIN;
        one.method = DM_LINE_METHOD_AUTO;
        dm_error why = {0};
        status = dm_line_best_move(level, &one, run, &found, &why);
        if (status == DM_BAD_MOVE) /* there is no such move */
            status = DM_OK;
        else if (status == DM_UNFINISHED) /* but the odds were found */
            status = dmi_fail(err, DM_STOPPED, "%s", why.message);
        else if (status != DM_OK)
            status = dmi_fail(err, status, "%s", why.message);
    }
    if (!counted || (status != DM_OK && status != DM_STOPPED)) {
        dm_line_odds_free(counted);
        dm_line_best_free(found);
        return status;
    }
    if (counted->error > 0 && cannot_win(found)) {
        counted->fraction = (dm_ratio){0, 1};
        counted->decimal = counted->low = counted->high = counted->error = 0;
    }
    *odds = counted;
    *best = found;
    return status;
}

int dm_line_winnable(const dm_line_odds *odds, const dm_line_best *best)
{
    bool is_exact = odds->samples == 0 && odds->error == 0 && odds->proven;
    if (odds->winning_count > 0 || odds->site_count > 0 || odds->wins > 0 ||
        odds->decimal > odds->error || (best && best->after.margin.num > 0))
        return 1;
    return is_exact || cannot_win(best) ? 0 : -1;
}

/* The best moves of one kind at once.
 *
 * They are a budget of that kind (line_solve.c).  Very many sets of new sites are left to the
 * greedy search (site_set_greedy.c).
 */

/* Of pairs most are never tried (move_gains.c). */
static const double most_pairs = 1e7, most_sets = 2e6;

/* Whether that search is for this question: several moves, and not too many new sites. */
static bool can_solve_count(const dm_level *level, const dm_line_ask *ask)
{
    double sets = 1, most = ask->count == 2 ? most_pairs : most_sets;
    if (ask->count < 2 || level->edge_count == 0)
        return false;
    if (ask->op != DM_LINE_ADD)
        return true;
    for (int32_t i = 0; i < ask->count && sets <= most; i++)
        sets *= ((double)level->edge_count + level->site_count + i) / (i + 1);
    return ask->count <= DMI_MOST_PLACES && sets <= most;
}

dm_status dmi_best_set(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                       dm_line_best *out, dm_error *err)
{
    const dm_line_quota quota = {ask->op, ask->count};
    const dm_line_move_set_ask own = {.player = ask->player,
                                      .objective = ask->objective,
                                      .ties = ask->ties,
                                      .quotas = &quota,
                                      .quota_count = 1,
                                      .epsilon = ask->epsilon};
    dm_line_move_set *set = NULL;
    dm_status status = dm_line_solve(level, &own, run, &set, err);
    if (!set)
        return status;
    size_t count = (size_t)set->move_count;
    out->moves = dmi_alloc(count, sizeof *out->moves);
    if (out->moves) {
        memcpy(out->moves, set->moves, count * sizeof *out->moves);
        out->move_count = set->move_count;
        out->candidates = set->candidates;
        out->proven = set->proven;
        out->note = set->note;
        out->lower = set->lower;
        out->upper = set->upper;
        dmi_line_best_set_standing(out, &set->after, set->attained);
    } else {
        status = dmi_no_memory(err);
    }
    dm_line_move_set_free(set);
    return status;
}

DMI_ENUM_NAMES(dm_line_op, "operation", "add", "remove", "cut", "rope")

DMI_ENUM_NAMES(dm_line_cut_method, "method", "auto", "all", "simple", "two-sites", "types",
               "method-1", "method-2", "simple:printed", "types:printed", "method-1:printed",
               "method-2:printed")

DMI_ENUM_NAMES(dm_line_mistake, "mistake", "all", "ends", "point", "sigma", "behind",
               "side-branches", "lowest", "boundary", "site", "past-site", "late", "new-owner",
               "f-bar", "climb")

/* The methods, as printed, that make a mistake: bit m for the method m. */
#define SIMPLE          (1u << DM_LINE_METHOD_SIMPLE_PRINTED)
#define TYPES           (1u << DM_LINE_METHOD_TYPES_PRINTED)
#define METHOD_2        (1u << DM_LINE_METHOD_METHOD_2_PRINTED)
#define METHODS_1_AND_2 (1u << DM_LINE_METHOD_METHOD_1_PRINTED | METHOD_2)
static const unsigned mistake_methods[] = {[DM_MISTAKE_ALL] = ~0u,
                                           [DM_MISTAKE_ENDS] = SIMPLE,
                                           [DM_MISTAKE_POINT] = SIMPLE,
                                           [DM_MISTAKE_SIGMA] = TYPES,
                                           [DM_MISTAKE_BEHIND] = TYPES,
                                           [DM_MISTAKE_SIDE_BRANCHES] = TYPES,
                                           [DM_MISTAKE_LOWEST] = TYPES | METHODS_1_AND_2,
                                           [DM_MISTAKE_BOUNDARY] = METHODS_1_AND_2,
                                           [DM_MISTAKE_SITE] = METHODS_1_AND_2,
                                           [DM_MISTAKE_PAST_SITE] = METHODS_1_AND_2,
                                           [DM_MISTAKE_LATE] = METHODS_1_AND_2,
                                           [DM_MISTAKE_NEW_OWNER] = METHODS_1_AND_2,
                                           [DM_MISTAKE_F_BAR] = METHODS_1_AND_2,
                                           [DM_MISTAKE_CLIMB] = METHOD_2};

dm_status dmi_check_mistake(const dm_line_ask *ask, dm_error *err)
{
    bool is_printed = ask->method >= DM_LINE_METHOD_SIMPLE_PRINTED;
    if (ask->mistake == DM_MISTAKE_ALL)
        return DM_OK;
    if (is_printed && mistake_methods[ask->mistake] >> ask->method & 1)
        return DM_OK;
    return dmi_fail(err, DM_BAD_ARGUMENT, "mistake '%s' is not one of method '%s'",
                    dm_line_mistake_names[ask->mistake], dm_line_cut_method_names[ask->method]);
}

static dm_status check_ask(const dm_level *level, const dm_line_ask *ask, dm_error *err)
{
    if (ask->player < 0 || ask->player >= level->player_count)
        return dmi_fail(err, DM_BAD_ARGUMENT, "there is no player %d; players are 0..%d",
                        ask->player, level->player_count - 1);
    if (ask->count < 0 || (ask->count > 1 && ask->op == DM_LINE_ROPE))
        return dmi_fail(err, DM_BAD_ARGUMENT, "count %d: ropes are added one at a time",
                        ask->count);
    if (ask->method != DM_LINE_METHOD_AUTO && ask->count > 1)
        return dmi_fail(err, DM_BAD_ARGUMENT, "method '%s' is for one cut, not for %d",
                        dm_line_cut_method_names[ask->method], ask->count);
    dm_status status = dmi_check_mistake(ask, err);
    if (status != DM_OK)
        return status;
    if (ask->method != DM_LINE_METHOD_AUTO && ask->op != DM_LINE_CUT)
        return dmi_fail(err, DM_BAD_ARGUMENT, "method '%s' is for cuts, not for '%s'",
                        dm_line_cut_method_names[ask->method], dm_line_op_names[ask->op]);
    return DM_OK;
}

/* Sets the bounds; the search may have set `upper`.  A player owns at most all edges. */
static dm_status set_bounds(const dm_level *level, const dm_line_ask *ask, dm_line_best *best,
                            dm_error *err)
{
    dm_ratio found = ask->objective == DM_LINE_PAYOFF ? best->after.payoff : best->after.margin;
    dm_ratio whole;
    best->lower = found;
    if (best->proven || ask->op == DM_LINE_ROPE) {
        best->upper = ask->op == DM_LINE_ROPE ? (dm_ratio){0, 0} : found;
        return DM_OK;
    }
    dm_status status = dmi_level_length(level, 0, &whole, err);
    if (status != DM_OK)
        return status;
    if (best->upper.den == 0 || dmi_ratio_compare(whole, best->upper) < 0)
        best->upper = whole;
    if (dmi_ratio_compare(best->upper, found) < 0)
        best->upper = found;
    return DM_OK;
}

static dm_status best_cut(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                          dm_line_best *out, dm_error *err)
{
    static dmi_cut_method_fn *const methods[] = {dmi_cut_search_auto,
                                                 dmi_cut_search_all,
                                                 dmi_cut_search_simple,
                                                 dmi_cut_search_two_sites,
                                                 dmi_cut_search_types,
                                                 dmi_cut_search_method_1,
                                                 dmi_cut_search_method_2,
                                                 dmi_cut_search_simple_printed,
                                                 dmi_cut_search_types_printed,
                                                 dmi_cut_search_method_1_printed,
                                                 dmi_cut_search_method_2_printed};
    return dmi_best_cut(level, ask, methods[ask->method], run, out, err);
}

dm_status dm_line_best_move(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                            dm_line_best **out, dm_error *err)
{
    static dmi_best_fn *const search[] = {dmi_best_add, dmi_best_remove, best_cut, dmi_best_rope};
    if (ask->samples != 0)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "samples are for odds; the best move is searched for exactly");
    dm_status status = check_ask(level, ask, err);
    dm_line_best *best = status == DM_OK ? dmi_calloc(1, sizeof *best) : NULL;
    if (!best)
        return status == DM_OK ? dmi_no_memory(err) : status;
    dm_level own = *level;
    own.me = ask->player;
    status = dmi_level_standing(&own, ask, &best->before, err);
    dmi_best_fn *chosen = can_solve_count(level, ask)                ? dmi_best_set
                          : ask->op == DM_LINE_ADD && ask->count > 1 ? dmi_best_site_set
                                                                     : search[ask->op];
    if (status == DM_OK)
        status = chosen(&own, ask, run, best, err);
    if (best->move_count == 0)
        status = dmi_as_unfinished(status, err);
    if (status == DM_OK || status == DM_STOPPED) {
        dm_status bounded = set_bounds(level, ask, best, err);
        status = bounded == DM_OK ? status : bounded;
    }
    if (status == DM_OK || status == DM_STOPPED) {
        assert(best->upper.den == 0 || dmi_ratio_compare(best->lower, best->upper) <= 0);
        *out = best;
    } else {
        dm_line_best_free(best);
    }
    return status;
}

void dm_line_best_free(dm_line_best *best)
{
    if (!best)
        return;
    free(best->moves);
    free(best);
}

dm_status dm_line_odds_of(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                          dm_line_odds **out, dm_error *err)
{
    static dmi_odds_fn *const count[] = {dmi_odds_add, dmi_odds_remove, dmi_odds_cut,
                                         dmi_odds_rope};
    if (ask->samples < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the number of samples is positive");
    if (ask->method != DM_LINE_METHOD_AUTO)
        return dmi_fail(err, DM_BAD_ARGUMENT, "method '%s' is for the best cut, not for odds",
                        dm_line_cut_method_names[ask->method]);
    dm_status status = check_ask(level, ask, err);
    dm_line_odds *odds = status == DM_OK ? dmi_calloc(1, sizeof *odds) : NULL;
    if (!odds)
        return status == DM_OK ? dmi_no_memory(err) : status;
    dm_level own = *level;
    own.me = ask->player;
    odds->fraction = (dm_ratio){0, 1};
    status = (ask->samples > 0 ? dmi_odds_sampled
              : ask->count > 1 ? dmi_odds_set
                               : count[ask->op])(&own, ask, run, odds, err);
    if (status == DM_OK || status == DM_STOPPED) {
        assert(odds->low <= odds->high && odds->wins <= odds->samples);
        *out = odds;
    } else {
        dm_line_odds_free(odds);
    }
    return status;
}

void dm_line_odds_free(dm_line_odds *odds)
{
    if (!odds)
        return;
    free(odds->winning);
    free(odds->sites);
    free(odds->polygons);
    free(odds->corners);
    free(odds);
}

dm_status dmi_best_next(const dm_level *level, const dm_line_ask *ask, const bool allowed[4],
                        dm_run *run, dm_line_best **out, dm_error *err)
{
    dm_line_best *top = NULL;
    dm_status status = DM_OK;
    for (int op = DM_LINE_ADD; op <= DM_LINE_ROPE && status == DM_OK; op++) {
        dm_line_ask single = *ask;
        dm_line_best *best = NULL;
        single.op = (dm_line_op)op;
        if (!allowed[op])
            continue;
        status = dm_line_best_move(level, &single, run, &best, err);
        if (status == DM_BAD_MOVE)
            status = DM_OK; /* no such move here */
        bool is_better =
            best && (!top || dm_line_compare(&best->after, &top->after, ask->objective) > 0);
        dm_line_best_free(is_better ? top : best);
        top = is_better ? best : top;
    }
    *out = top;
    return status;
}
