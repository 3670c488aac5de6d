/* level_rating.c - how hard a level is: facts give points, points give the grade.
 *
 *     one move        share of winning moves under 40 %: 2, under 12 %: 4, under 3 %: 6
 *     several moves   all of them are needed: 1
 *                     the greedy player fails: 2
 *                     two or three solutions: 1, one solution: 2
 *                     at least 4 tempting first moves: 1, at least 8: 2
 *
 * 0 and 1 point are easy, 2 and 3 medium, 4 and 5 hard, more is fiendish.  A share of at least 95 %
 * is trivial.
 */
#include "lines/puzzle/puzzle.h"

#include "base/base.h"
#include "base/names.h"
#include "lines/diagram/standing.h"
#include "lines/moves/best_move.h"
#include <assert.h>
#include <string.h>

/* Plays the best move of each turn, and counts the first moves that look good.
 *
 * Cost: one search per kind and move of the budget, and one diagram per vertex, site, end of an
 * edge, and (if ropes are allowed) pair of vertices.
 */

/* The budget of the ask; without quotas the level's. */
static dmi_moves_left moves_left_of(const dm_level *level, const dm_line_move_set_ask *ask)
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

/* The budget of the ask; without quotas the level's. */
static int32_t count_left(const dmi_moves_left *left)
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
        *wins = is_won && count_left(&left) == 0;
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

DMI_ENUM_NAMES(dm_level_grade, "grade", "unknown", "trivial", "easy", "medium", "hard", "fiendish",
               "unwinnable")

static const double trivial_share = 0.95;

static int32_t share_points(double share)
{
    return share < 0.03 ? 6 : share < 0.12 ? 4 : share < 0.4 ? 2 : 0;
}

static int32_t search_points(const dm_level_rating *r)
{
    int32_t points = r->all_needed ? 1 : 0;
    points += r->greedy_wins ? 0 : 2;
    points += r->solutions == 1 ? 2 : r->solutions == 2 || r->solutions == 3 ? 1 : 0;
    return points + (r->tempting >= 8 ? 2 : r->tempting >= 4 ? 1 : 0);
}

static dm_level_grade grade_of_points(int32_t points)
{
    return points <= 1   ? DM_GRADE_EASY
           : points <= 3 ? DM_GRADE_MEDIUM
           : points <= 5 ? DM_GRADE_HARD
                         : DM_GRADE_FIENDISH;
}

/* Fills in points and grade from the facts. */
static void set_points_and_grade(dm_level_rating *r)
{
    /* Both bounds of a share give the same grade. */
    bool is_share_clear = share_points(r->low) == share_points(r->high) &&
                          (r->low >= trivial_share) == (r->high >= trivial_share);
    bool is_known = r->winnable > 0 && (r->moves > 1 || is_share_clear);
    assert(r->low <= r->high);
    r->points = -1;
    r->grade = r->winnable == 0 ? DM_GRADE_UNWINNABLE : DM_GRADE_UNKNOWN;
    if (!is_known)
        return;
    r->points = r->moves > 1 ? search_points(r) : share_points(r->low);
    r->grade =
        r->moves == 1 && r->low >= trivial_share ? DM_GRADE_TRIVIAL : grade_of_points(r->points);
}

dm_level_rating dm_level_odds_rating(const dm_line_odds *odds, const dm_line_best *best)
{
    bool is_one_number = odds->samples > 0 || (odds->proven && odds->error == 0);
    dm_level_rating r = {.winnable = dm_line_winnable(odds, best),
                         .moves = 1,
                         .low = is_one_number ? odds->decimal : odds->low,
                         .high = is_one_number ? odds->decimal : odds->high,
                         .solutions = -1};
    set_points_and_grade(&r);
    return r;
}

dm_status dmi_rate_odds(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                        dm_line_odds **odds, dm_level_rating *rating, dm_error *err)
{
    static const double errors[] = {0.02, 0.005};
    const int rough = ask->op == DM_LINE_ROPE && ask->samples == 0 ? 2 : 0;
    for (int i = 0; i <= rough; i++) {
        dm_line_ask now = *ask;
        dm_line_odds *found = NULL;
        if (i < rough)
            now.epsilon = errors[i];
        dm_status status = dm_line_odds_of(level, &now, run, &found, err);
        if (status != DM_OK) {
            dm_line_odds_free(found);
            return status;
        }
        dm_line_odds_free(*odds);
        *odds = found;
        *rating = dm_level_odds_rating(found, NULL);
        if (rating->grade != DM_GRADE_UNKNOWN)
            break;
    }
    return DM_OK;
}

static int winnable_of(const dm_line_move_set_ask *ask, const dm_line_move_set *set)
{
    if (set->winner == ask->player || set->solutions > 0)
        return 1;
    return set->proven || set->solutions == 0 ? 0 : -1;
}

/* The budget without one move of the quota, or of any kind; `draft` is used for the latter. */
static dm_line_move_set_ask without_one(const dm_level *level, const dm_line_move_set_ask *ask,
                                        dmi_moves_left *left, int32_t quota, dm_level *draft)
{
    dm_line_move_set_ask less = *ask;
    less.objective = DM_LINE_WIN;
    less.count_solutions = false;
    *draft = *level;
    draft->moves = left->any - 1;
    if (left->any)
        return less;
    if (--left->quotas[quota].count == 0) {
        for (int32_t i = quota; i + 1 < left->quota_count; i++)
            left->quotas[i] = left->quotas[i + 1];
        left->quota_count--;
    }
    less.quotas = left->quotas;
    less.quota_count = left->quota_count;
    less.ordered = left->ordered;
    return less;
}

/* Whether one move less wins, whichever it is. */
static dm_status less_wins(const dm_level *level, const dm_line_move_set_ask *ask, dm_run *run,
                           bool *wins, dm_error *err)
{
    dmi_moves_left left = moves_left_of(level, ask);
    dm_status status = DM_OK;
    *wins = false;
    for (int32_t i = 0; status == DM_OK && !*wins && i < (left.any ? 1 : left.quota_count); i++) {
        dmi_moves_left rest = left;
        dm_level draft;
        const dm_line_move_set_ask less = without_one(level, ask, &rest, i, &draft);
        dm_line_move_set *set = NULL;
        status = dm_line_solve(&draft, &less, run, &set, err);
        *wins = status == DM_OK && set->winner == ask->player;
        dm_line_move_set_free(set);
        if (status == DM_BAD_MOVE)
            status = DM_OK;
    }
    return dmi_as_unfinished(status, err);
}

/* What several moves look like without a search for all solutions. */
static dm_status play_greedily_and_with_less(const dm_level *level, const dm_line_move_set_ask *ask,
                                             dm_run *run, dm_level_rating *out, dm_error *err)
{
    bool is_spare = false;
    dm_status status = less_wins(level, ask, run, &is_spare, err);
    out->all_needed = !is_spare;
    if (status != DM_OK)
        return status;
    /* Whether the best move of each turn, judged by itself, wins; and how many first moves are
     * tempting (dm_level_rating).  DM_UNFINISHED if the run ends first. */
    dmi_moves_left left = moves_left_of(level, ask);
    dm_line_best *first = NULL;
    dm_level *copy = NULL;
    out->greedy_wins = false;
    out->tempting = 0;
    status = best_of_left(level, ask, &left, run, &first, err);
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
    out->tempting = l.count;
    if (status == DM_OK)
        status = dm_level_new(level, &copy, err);
    if (copy)
        status = play_on(copy, ask, left, first, run, &out->greedy_wins, err);
    dm_line_best_free(first);
    return status;
}

dm_status dm_level_move_set_rating(const dm_level *level, const dm_line_move_set_ask *ask,
                                   const dm_line_move_set *set, dm_run *run, dm_level_rating *out,
                                   dm_error *err)
{
    assert(set->move_count >= 1);
    if (set->move_count <= 1) {
        /* One move: its kind, or the easiest of those allowed. */
        const dmi_moves_left left = moves_left_of(level, ask);
        dm_level_rating easiest = {.winnable = 0, .moves = 1};
        dm_status status = DM_OK;
        for (int op = DM_LINE_ADD; status == DM_OK && op <= DM_LINE_ROPE; op++) {
            const dm_line_ask single = {
                .op = (dm_line_op)op, .player = ask->player, .ties = ask->ties};
            dm_level_rating one = {0};
            dm_line_odds *odds = NULL;
            if (left.any ? op == DM_LINE_ROPE : op != (int)left.quotas[0].op)
                continue;
            status = dmi_as_unfinished(dmi_rate_odds(level, &single, run, &odds, &one, err), err);
            dm_line_odds_free(odds);
            bool is_easier = one.winnable > 0 ? easiest.winnable <= 0 || one.low > easiest.low
                                              : one.winnable < 0 && easiest.winnable == 0;
            if (status == DM_OK && is_easier)
                easiest = one;
            else if (status == DM_BAD_MOVE) /* there is no such move */
                status = DM_OK;
        }
        easiest.solutions = set->solutions;
        if (easiest.winnable < 0)
            easiest.winnable = winnable_of(ask, set);
        set_points_and_grade(&easiest);
        if (status == DM_OK)
            *out = easiest;
        return status;
    }
    dm_level_rating r = {.winnable = winnable_of(ask, set),
                         .moves = set->move_count,
                         .high = 1,
                         .solutions = set->solutions};
    dm_status status =
        r.winnable > 0 ? play_greedily_and_with_less(level, ask, run, &r, err) : DM_OK;
    set_points_and_grade(&r);
    if (status == DM_OK)
        *out = r;
    return status;
}

/* The question that rates a level. */
static dm_line_move_set_ask rating_ask(const dm_level *level, dm_line_ties ties)
{
    return (dm_line_move_set_ask){
        .player = level->me, .objective = DM_LINE_MARGIN, .ties = ties, .count_solutions = true};
}

dm_status dm_level_rate(const dm_level *level, dm_line_ties ties, dm_run *run, dm_level_rating *out,
                        dm_line_move_set **set, dm_error *err)
{
    if (level->me < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the level does not say who moves");
    const dm_line_move_set_ask ask = rating_ask(level, ties);
    dm_line_move_set *found = NULL;
    dm_status status = dmi_as_unfinished(dm_line_solve(level, &ask, run, &found, err), err);
    if (status == DM_OK)
        status = dm_level_move_set_rating(level, &ask, found, run, out, err);
    if (status != DM_OK) {
        dm_line_move_set_free(found);
        return status;
    }
    *set = found;
    return DM_OK;
}

dm_status dmi_rate_for(const dm_level *level, dm_line_ties ties, dm_level_grade grade, dm_run *run,
                       dm_level_rating *out, dm_line_move_set **set, dm_error *err)
{
    const dm_line_move_set_ask ask = rating_ask(level, ties);
    const dmi_moves_left left = moves_left_of(level, &ask);
    dm_level_rating seen = {0};
    *out = seen;
    if (count_left(&left) > 1) {
        dm_status status = play_greedily_and_with_less(level, &ask, run, &seen, err);
        if (status != DM_OK)
            return status;
        /* May it have the grade, whatever the number of solutions? */
        seen.solutions = INT64_MAX;
        dm_level_grade least = grade_of_points(search_points(&seen));
        seen.solutions = 1;
        dm_level_grade most = grade_of_points(search_points(&seen));
        assert(least <= most);
        if (!seen.all_needed || (grade != DM_GRADE_UNKNOWN && (least > grade || most < grade)))
            return DM_OK;
    }
    return dm_level_rate(level, ties, run, out, set, err);
}
