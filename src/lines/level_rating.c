/* level_rating.c - how hard a level in several moves is, by search.
 *
 * The points of a level: 2 if the greedy player fails, 2 if there is one solution and 1 if there
 * are two or three, 1 for at least six tempting first moves and 2 for twelve, 1 for a second move.
 * Up to 1 point is easy, 2 and 3 are medium, 4 and 5 hard, more is fiendish.
 */
#include "base/base.h"
#include "base/names.h"
#include "lines/best_move.h"
#include "lines/ratio.h"
#include <demesne/line_pack.h>
#include <string.h>

DMI_ENUM_NAMES(dm_level_grade, "grade", "easy", "medium", "hard", "fiendish")

/* How many moves of each kind are left; `any` of every kind. */
typedef struct budget {
    int32_t left[4], any;
} budget;

static budget budget_of(const dm_level *level)
{
    budget b = {.any = level->quota_count > 0 ? 0 : level->moves > 1 ? level->moves : 1};
    for (int32_t i = 0; i < level->quota_count; i++)
        b.left[level->quotas[i].op] += level->quotas[i].count;
    return b;
}

static bool allows(const budget *b, dm_line_op op)
{
    return b->any > 0 || b->left[op] > 0;
}

static void spend(budget *b, dm_line_op op)
{
    if (b->any > 0)
        b->any--;
    else
        b->left[op]--;
}

static bool is_spent(const budget *b)
{
    return b->any + b->left[0] + b->left[1] + b->left[2] + b->left[3] <= 0;
}

/* The best single move of the kinds that are left; false: there is none. */
static dm_status greedy_move(const dm_level *level, const budget *b, dm_run *run,
                             dm_line_best **out, dm_error *err)
{
    for (int op = DM_LINE_ADD; op <= DM_LINE_CUT; op++) {
        dm_line_ask ask = {.op = (dm_line_op)op, .player = level->me, .objective = DM_LINE_MARGIN};
        dm_line_best *best = NULL;
        dm_status status =
            allows(b, ask.op) ? dm_line_best_move(level, &ask, run, &best, err) : DM_BAD_MOVE;
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

/* Takes `level`; it is the state before the move and freed. */
static dm_status play_greedy(dm_level *level, budget b, dm_run *run, bool *wins, dm_error *err)
{
    dm_status status = DM_OK;
    dm_line_ask ask = {.player = level->me};
    while (status == DM_OK && !is_spent(&b)) {
        dm_line_best *best = NULL;
        dm_level *after = NULL;
        status = greedy_move(level, &b, run, &best, err);
        if (status == DM_OK && !best)
            break;
        if (status == DM_OK)
            status = dm_level_apply(level, best->moves, level->me, &after, err);
        if (status == DM_OK)
            spend(&b, best->moves->op);
        dm_line_best_free(best);
        if (after) {
            dm_level_free(level);
            level = after;
        }
    }
    dm_line_standing standing;
    if (status == DM_OK)
        status = dmi_stand(level, &ask, &standing, err);
    if (status == DM_OK)
        *wins = is_spent(&b) && standing.margin.num > 0;
    dm_level_free(level);
    return status;
}

/* Whether the move raises the margin of the level's player; a move that is not allowed does not. */
static dm_status is_tempting(const dm_level *level, dm_line_move move, dm_ratio before,
                             int32_t *count, dm_error *err)
{
    dm_level *after = NULL;
    dm_line_standing standing;
    dm_line_ask ask = {.player = level->me};
    dm_status status = dm_level_apply(level, &move, level->me, &after, err);
    if (status == DM_BAD_MOVE || status == DM_BAD_VERTEX || status == DM_BAD_ARGUMENT)
        return DM_OK;
    if (status == DM_OK)
        status = dmi_stand(after, &ask, &standing, err);
    if (status == DM_OK)
        *count += dmi_ratio_compare(standing.margin, before) > 0;
    dm_level_free(after);
    return status;
}

static dm_status count_tempting(const dm_level *level, const budget *b, int32_t *count,
                                dm_error *err)
{
    dm_line_ask ask = {.player = level->me};
    dm_line_standing before;
    dm_status status = dmi_stand(level, &ask, &before, err);
    const dm_place nowhere = {-1, -1, {0, 1}};
    for (int32_t v = 0; status == DM_OK && allows(b, DM_LINE_ADD) && v < level->vertex_count; v++)
        status =
            is_tempting(level, (dm_line_move){DM_LINE_ADD, {v, -1, {0, 1}}, nowhere, {0, 1}, -1},
                        before.margin, count, err);
    for (int32_t s = 0; status == DM_OK && allows(b, DM_LINE_REMOVE) && s < level->site_count; s++)
        status = is_tempting(level, (dm_line_move){DM_LINE_REMOVE, nowhere, nowhere, {0, 1}, s},
                             before.margin, count, err);
    for (int32_t i = 0; status == DM_OK && allows(b, DM_LINE_CUT) && i < 2 * level->edge_count; i++)
        status = is_tempting(
            level, (dm_line_move){DM_LINE_CUT, {-1, i / 2, {i % 2, 1}}, nowhere, {0, 1}, -1},
            before.margin, count, err);
    return status;
}

static dm_level_grade grade_of(int32_t points)
{
    return points <= 1   ? DM_GRADE_EASY
           : points <= 3 ? DM_GRADE_MEDIUM
           : points <= 5 ? DM_GRADE_HARD
                         : DM_GRADE_FIENDISH;
}

static void add_points(dm_level_rating *r, int32_t moves)
{
    r->points = r->greedy_wins ? 0 : 2;
    r->points += r->solutions == 1 ? 2 : r->solutions >= 2 && r->solutions <= 3 ? 1 : 0;
    r->points += r->tempting >= 12 ? 2 : r->tempting >= 6 ? 1 : 0;
    r->points += moves > 1 ? 1 : 0;
    r->grade = grade_of(r->points);
}

static dm_status rate(const dm_level *level, dm_run *run, dm_level_rating *out,
                      const dm_line_plan *plan, dm_error *err)
{
    budget b = budget_of(level);
    dm_level *copy = NULL;
    out->winnable = plan->proven && plan->winner == level->me;
    out->solutions = plan->solutions;
    dm_status status = count_tempting(level, &b, &out->tempting, err);
    if (status == DM_OK)
        status = dm_level_new(level, &copy, err);
    if (status == DM_OK)
        status = play_greedy(copy, b, run, &out->greedy_wins, err);
    add_points(out, plan->move_count);
    return status;
}

dm_status dm_level_rate(const dm_level *level, dm_run *run, dm_level_rating *out,
                        dm_line_plan **plan, dm_error *err)
{
    if (level->me < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the level does not say who moves");
    dm_line_plan_ask ask = {
        .player = level->me, .objective = DM_LINE_MARGIN, .count_solutions = true};
    dm_line_plan *found = NULL;
    dm_level_rating rating = {0};
    dm_status status = dmi_as_unfinished(dm_line_solve(level, &ask, run, &found, err), err);
    if (status == DM_OK)
        status = rate(level, run, &rating, found, err);
    if (status != DM_OK) {
        dm_line_plan_free(found);
        return status;
    }
    *out = rating;
    *plan = found;
    return DM_OK;
}
