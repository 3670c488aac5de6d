/* reduce.c - reports a formula's board, assignments and their stones, and a check of both. */
#include "answer/reduce.h"

#include "answer/answer.h"

answer_known answer_board_wins(const answer_reduced *f)
{
    if (!f->has_bounds)
        return UNKNOWN;
    return f->lower > 0 ? YES : f->upper <= 0 ? NO : UNKNOWN;
}

/* "yes", "no", or if unknown null in JSON and words in text. */
static void add_known(report *r, const char *key, answer_known known, const char *otherwise)
{
    if (known != UNKNOWN) {
        report_flag(r, key, known == YES);
        return;
    }
    report_json(r, key, json_null());
    report_row(r, key, "%s", otherwise);
}

/* Vertices by number in JSON and by name in text. */
static void add_vertices(report *r, const char *key, const dm_arena *arena, const dm_vertex *list,
                         int32_t count)
{
    enum { SHOWN = 24 };
    char text[SHOWN * 16] = "";
    size_t used = 0;
    if (report_is_json(r)) {
        report_vertices(r, key, list, count);
        return;
    }
    for (int32_t i = 0; i < count && i < SHOWN && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? "," : "",
                                 dm_arena_name(arena, list[i]));
    report_row(r, key, "%s%s", text, count > SHOWN ? ",.." : "");
}

static void add_names(report *r, const dm_arena *arena)
{
    json_t *names = json_array();
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++)
        report_append(&names, json_string(dm_arena_name(arena, v)));
    report_json(r, "names", names);
}

void answer_reduction(report *r, const answer_reduced *f)
{
    const dm_reduction *board = f->board;
    report_count(r, "variables", f->formula->variables);
    report_count(r, f->is_sat ? "clauses" : "disjuncts", board->clauses);
    if (f->is_sat) {
        report_count(r, "problem", f->problem);
        add_vertices(r, "white", board->arena, board->white, board->white_count);
        report_count(r, "count", board->count);
    } else {
        report_count(r, "rounds", board->rounds);
    }
    if (report_is_json(r))
        add_names(r, board->arena);
}

/* The value of the game, or bounds; `sign` is 1 if it counts for White. */
static void add_value(report *r, const answer_reduced *f, int sign)
{
    bool settled = f->has_bounds && (f->lower == f->upper || f->lower > 0 || f->upper < 0);
    int64_t value = f->lower == f->upper || f->lower > 0 ? f->lower : f->upper;
    if (f->has_bounds && f->lower == f->upper) {
        report_count(r, "value", f->lower);
    } else if (f->has_bounds) {
        report_count(r, "lower", f->lower);
        report_count(r, "upper", f->upper);
    }
    report_json(r, "outcome", settled ? json_string(report_outcome(sign * value)) : json_null());
    if (settled)
        report_row(r, "outcome", "%s", report_verdict(sign * value));
}

static void add_assignment(report *r, const answer_reduced *f)
{
    if (f->has_assignment)
        report_vertices(r, "assignment", f->assignment, f->formula->variables);
    else
        report_json(r, "assignment", json_null());
    if (f->has_black)
        add_vertices(r, "black", f->board->arena, f->black, f->board->count);
}

void answer_reduction_stones(report *r, const answer_reduced *f)
{
    add_assignment(r, f);
    report_flag(r, "satisfied", f->formula_wins == YES);
    add_value(r, f, -1);
}

void answer_reduction_check(report *r, const answer_reduced *f)
{
    answer_known board = answer_board_wins(f);
    bool both = board != UNKNOWN && f->formula_wins != UNKNOWN;
    if (f->is_sat) {
        add_known(r, "satisfiable", f->formula_wins, "not known yet");
        add_assignment(r, f);
        add_known(r, "black_wins", board, "not known yet");
        add_value(r, f, -1);
    } else {
        add_known(r, "first_wins", f->formula_wins, "not known yet");
        add_known(r, "white_wins", board,
                  f->too_large ? "not tried: the board is large (try it with --time S)"
                               : "not known yet");
        add_value(r, f, 1);
    }
    if (both)
        report_flag(r, "agree", board == f->formula_wins);
}
