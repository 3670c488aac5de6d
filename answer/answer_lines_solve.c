/* answer_lines_solve.c - sets of moves as JSON and as text. */
#include "answer/answer_lines.h"

static json_t *named_move(const dm_line_move *move)
{
    return json_pack("{s:s, s:o}", "op", dm_line_op_name(move->op), "move", answer_move_json(move));
}

static dm_ratio value_of(const dm_line_standing *standing, dm_line_objective objective)
{
    return objective == DM_LINE_PAYOFF ? standing->payoff : standing->margin;
}

/* A rank, or 1 for a win and 0 for none.  An exact string like every value of a set of moves. */
static void add_count(report *r, const char *key, const dm_line_standing *standing,
                      dm_line_objective objective)
{
    int64_t count = objective == DM_LINE_RANK ? standing->rank : standing->margin.num > 0;
    answer_ratio(r, key, (dm_ratio){count, 1});
}

static void add_bounds(report *r, const dm_line_move_set *set, dm_line_objective objective)
{
    report_flag(r, "proven", set->proven);
    if (set->note)
        report_string(r, "note", set->note);
    if (set->proven)
        return;
    answer_ratio(r, "lower", set->lower);
    answer_ratio(r, "upper", set->upper);
    if (objective == DM_LINE_RANK)
        report_count(r, "best_rank", set->best_rank);
}

static void add_solutions(report *r, int64_t solutions, int64_t found, int unique)
{
    report_json(r, "solutions", solutions >= 0 ? json_integer(solutions) : json_null());
    if (solutions >= 0)
        report_row(r, "solutions", "%lld", (long long)solutions);
    else
        report_row(r, "solutions", "not known, at least %lld", (long long)found);
    report_json(r, "unique", unique < 0 ? json_null() : json_boolean(unique));
    report_row(r, "unique", "%s", unique < 0 ? "not known" : unique ? "yes" : "no");
}

void answer_level_rating(report *r, const dm_level_rating *rating)
{
    if (rating->moves > 1 && rating->points >= 0) {
        report_flag(r, "all_needed", rating->all_needed);
        report_flag(r, "greedy_wins", rating->greedy_wins);
        report_count(r, "tempting", rating->tempting);
    }
    if (rating->grade != DM_GRADE_UNKNOWN)
        report_string(r, "grade", dm_level_grade_name(rating->grade));
}

void answer_several_rating(report *r, const dm_level_rating *rating)
{
    report_count(r, "count", rating->moves);
    add_solutions(r, rating->solutions, 0, rating->solutions < 0 ? -1 : rating->solutions == 1);
    answer_level_rating(r, rating);
}

void answer_lines_solve(report *r, const answer_level *on, const dm_line_move_set_ask *ask,
                        const dm_line_move_set *set, const dm_line_diagram *diagram,
                        const dm_level_rating *rating)
{
    report_string(r, "player", on->level->players[on->player]);
    report_string(r, "objective", dm_line_objective_name(ask->objective));
    json_t *list = json_array();
    for (int32_t i = 0; i < set->move_count; i++)
        report_append(&list, named_move(&set->moves[i]));
    answer_move_rows(r, on, set->moves, set->move_count);
    report_json(r, "moves", list);
    report_json(r, "key", set->key < 0 ? json_null() : json_integer(set->key));
    if (set->key >= 0)
        report_row(r, "key", "move %d of %d", set->key + 1, set->move_count);
    bool counts = ask->objective == DM_LINE_RANK || ask->objective == DM_LINE_WIN;
    if (counts) {
        add_count(r, "before", &set->before, ask->objective);
        add_count(r, "after", &set->after, ask->objective);
        answer_ratio(r, "margin_before", set->before.margin);
        answer_ratio(r, "margin_after", set->after.margin);
    } else if (set->error > 0) {
        dm_ratio before = value_of(&set->before, ask->objective),
                 after = value_of(&set->after, ask->objective);
        report_real(r, "before", (double)before.num / (double)before.den);
        report_real(r, "after", (double)after.num / (double)after.den);
        report_real(r, "error", set->error);
    } else {
        answer_ratio(r, "before", value_of(&set->before, ask->objective));
        answer_ratio(r, "after", value_of(&set->after, ask->objective));
    }
    report_flag(r, "attained", set->attained);
    if (!set->attained && ask->objective == DM_LINE_RANK)
        add_count(r, "reached", &set->reached, ask->objective);
    else if (!set->attained && !counts)
        answer_ratio(r, "reached", value_of(&set->reached, ask->objective));
    answer_level_winner(r, on->level, diagram);
    report_count(r, "candidates", set->candidates);
    add_bounds(r, set, ask->objective);
    if (!ask->count_solutions)
        return;
    add_solutions(r, set->solutions, set->solutions_found, set->unique);
    answer_level_rating(r, rating);
}
