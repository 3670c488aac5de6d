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
#include <assert.h>

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

/* One move: its kind, or the easiest of those allowed. */
static dm_status rate_one_move(const dm_level *level, const dm_line_move_set_ask *ask,
                               const dm_line_move_set *set, dm_run *run, dm_level_rating *out,
                               dm_error *err)
{
    const dmi_moves_left left = dmi_moves_left_of(level, ask);
    dm_level_rating easiest = {.winnable = 0, .moves = 1};
    dm_status status = DM_OK;
    for (int op = DM_LINE_ADD; status == DM_OK && op <= DM_LINE_ROPE; op++) {
        const dm_line_ask single = {.op = (dm_line_op)op, .player = ask->player, .ties = ask->ties};
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
    dmi_moves_left left = dmi_moves_left_of(level, ask);
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
    if (status == DM_OK)
        status = dmi_greedy_play(level, ask, run, &out->greedy_wins, &out->tempting, err);
    return status;
}

static dm_status rate_several_moves(const dm_level *level, const dm_line_move_set_ask *ask,
                                    const dm_line_move_set *set, dm_run *run, dm_level_rating *out,
                                    dm_error *err)
{
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

dm_status dm_level_move_set_rating(const dm_level *level, const dm_line_move_set_ask *ask,
                                   const dm_line_move_set *set, dm_run *run, dm_level_rating *out,
                                   dm_error *err)
{
    assert(set->move_count >= 1);
    return set->move_count > 1 ? rate_several_moves(level, ask, set, run, out, err)
                               : rate_one_move(level, ask, set, run, out, err);
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
    const dmi_moves_left left = dmi_moves_left_of(level, &ask);
    dm_level_rating seen = {0};
    *out = seen;
    if (dmi_count_left(&left) > 1) {
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
