/* report.c - what the questions about levels found, as fields of a report. */
#include "question/lines/lines_questions.h"

#include <math.h>
#include <string.h>

static void add_mover(report *r, const answer_level *on)
{
    report_string(r, "player", on->level->players[on->player]);
}

/* One row per move; its places are those of the level before it. */
static void add_move_rows(report *r, const answer_level *on, const dm_line_move *moves,
                          int32_t count)
{
    char words[ANSWER_MOVE_WORDS];
    const dm_level *before = on->level;
    dm_level *now = NULL;
    assert(count >= 0);
    for (int32_t i = 0; i < count && before; i++) {
        dm_line_move move = moves[i];
        dm_level *next = NULL;
        report_row(r, "move", "%s", answer_move_words(before, &move, words));
        if (i + 1 < count)
            dm_level_apply_moves(before, &move, 1, on->player, &next, NULL);
        dm_level_free(now);
        before = now = next;
    }
    dm_level_free(now);
}

static void add_moves(report *r, const answer_level *on, const dm_line_move *moves, int32_t count)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < count; i++)
        report_append(&list, answer_move_json(&moves[i]));
    add_move_rows(r, on, moves, count);
    if (count == 1) {
        json_t *only = json_incref(json_array_get(list, 0));
        json_decref(list);
        list = only;
    }
    report_json(r, "move", list);
}

/* If the level asks for more moves, the answer is about the next ones only. */
static void add_cover(report *r, const dm_level *level, int32_t count)
{
    char words[80];
    if (count > 1)
        snprintf(words, sizeof words, "only the next %d moves of %d", count, level->moves);
    else
        snprintf(words, sizeof words, "only the next move of %d", level->moves);
    if (level->moves > (count > 1 ? count : 1))
        report_string(r, "covers", words);
}

static dm_ratio objective_value(const dm_line_standing *standing, dm_line_objective objective)
{
    return objective == DM_LINE_PAYOFF ? standing->payoff : standing->margin;
}

/* What the move shown reaches of a supremum, and how far below it that is: as decimals they may
 * look alike. */
static void report_reached(report *r, dm_ratio supremum, dm_ratio reached)
{
    char words[ANSWER_RATIO_WORDS];
    dm_ratio short_by;
    double below = dm_ratio_subtract(supremum, reached, &short_by, NULL) == DM_OK
                       ? answer_decimal(short_by)
                       : answer_decimal(supremum) - answer_decimal(reached);
    report_json(r, "reached", answer_ratio_json(reached));
    report_row(r, "reached", "%s, %.2g below", answer_ratio_words(reached, words), below);
}

/* How hard the level is, if that is known, and for several moves why. */
static void add_rating(report *r, const dm_level_rating *rating)
{
    if (rating->moves > 1 && rating->points >= 0) {
        report_flag(r, "all_needed", rating->all_needed);
        report_flag(r, "greedy_wins", rating->greedy_wins);
        report_count(r, "tempting", rating->tempting);
    }
    if (rating->grade != DM_GRADE_UNKNOWN)
        report_string(r, "grade", dm_level_grade_name(rating->grade));
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

void lines_report_score(const lines_found *f, report *r)
{
    answer_level_score(r, f->on.level, f->diagram);
}

void lines_report_apply(const lines_found *f, report *r)
{
    report_string(r, "op", dm_line_op_name(f->move.op));
    if (f->on.player >= 0)
        add_mover(r, &f->on);
    add_moves(r, &f->on, &f->move, 1);
    answer_level_score(r, f->after, f->diagram);
}

void lines_report_best(const lines_found *f, report *r)
{
    const dm_line_ask *ask = &f->ask;
    const dm_line_best *best = f->best;
    report_string(r, "op", dm_line_op_name(ask->op));
    add_mover(r, &f->on);
    report_string(r, "objective", dm_line_objective_name(ask->objective));
    add_moves(r, &f->on, best->moves, best->move_count);
    dm_ratio before = objective_value(&best->before, ask->objective);
    dm_ratio after = objective_value(&best->after, ask->objective);
    if (ask->objective == DM_LINE_RANK) {
        report_count(r, "before", best->before.rank);
        report_count(r, "after", best->after.rank);
        report_count(r, "gain", best->before.rank - best->after.rank);
        answer_ratio(r, "margin_before", best->before.margin);
        answer_ratio(r, "margin_after", best->after.margin);
    } else if (ask->op == DM_LINE_ROPE) {
        /* the error covers the search and the nine figures that are printed */
        double from = answer_decimal(before);
        double to = ask->objective == DM_LINE_PAYOFF ? best->payoff : best->margin;
        report_real(r, "before", from);
        report_real(r, "after", to);
        report_real(r, "gain", to - from);
        report_real(r, "error", best->error + 1e-8 * fmax(fabs(from), fabs(to)));
    } else {
        answer_ratio(r, "before", before);
        answer_ratio(r, "after", after);
        /* exact if the difference fits 64 bits */
        dm_ratio gain;
        if (dm_ratio_subtract(after, before, &gain, NULL) == DM_OK)
            answer_ratio(r, "gain", gain);
        else
            report_real(r, "gain", answer_decimal(after) - answer_decimal(before));
    }
    if (best->claimed.den)
        answer_ratio(r, "claimed", best->claimed);
    report_flag(r, "attained", best->attained);
    dm_line_standing reached;
    bool is_near =
        !best->attained && dm_line_standing_of(f->diagram, ask->player, &reached, NULL) == DM_OK;
    if (is_near && ask->objective == DM_LINE_RANK)
        report_count(r, "reached", reached.rank);
    else if (is_near)
        report_reached(r, after, objective_value(&reached, ask->objective));
    answer_level_winner(r, f->on.level, f->diagram);
    report_count(r, "candidates", best->candidates);
    report_flag(r, "proven", best->proven);
    if (best->note)
        report_string(r, "note", best->note);
    if (!best->proven && best->upper.den > 0) {
        answer_ratio(r, "lower", best->lower);
        answer_ratio(r, "upper", best->upper);
    }
    add_cover(r, f->on.level, ask->count);
    if (f->explanation)
        answer_lines_explain(r, f->on.level, ask, f->explanation);
}

void lines_report_counterexample(const lines_found *f, report *r)
{
    const dm_line_counterexample *c = f->counterexample;
    const dm_level *level = f->on.level;
    char words[ANSWER_PLACE_WORDS], length[DM_RATIO_TEXT];
    report_string(r, "method", dm_line_cut_method_name(f->ask.method));
    report_string(r, "mistake", dm_line_mistake_name(f->ask.mistake));
    for (int32_t e = 0; e < level->edge_count; e++)
        report_row(r, e ? "" : "edges", "%d-%d: %s", level->edges[e].u, level->edges[e].v,
                   dm_ratio_print(level->edges[e].length, length));
    for (int32_t i = 0; i < level->site_count; i++)
        report_row(r, i ? "" : "sites", "%s on %s", level->players[level->sites[i].player],
                   answer_place_words(level, &level->sites[i].place, words));
    if (c->place.vertex >= 0 || c->place.edge >= 0) {
        report_json(r, "place", answer_place_json(&c->place));
        report_row(r, "place", "%s", answer_place_words(level, &c->place, words));
    }
    answer_ratio(r, "claimed", c->claimed);
    answer_ratio(r, "right", c->right);
    report_count(r, "tried", c->tried);
}

/* A rank, or 1 for a win and 0 for none.  An exact string like every value of a set of moves. */
static void add_count(report *r, const char *key, const dm_line_standing *standing,
                      dm_line_objective objective)
{
    int64_t count = objective == DM_LINE_RANK ? standing->rank : standing->margin.num > 0;
    answer_ratio(r, key, (dm_ratio){count, 1});
}

void lines_report_solve(const lines_found *f, report *r)
{
    const dm_line_move_set_ask *ask = &f->set_ask;
    const dm_line_move_set *set = f->set;
    add_mover(r, &f->on);
    report_string(r, "objective", dm_line_objective_name(ask->objective));
    add_move_rows(r, &f->on, set->moves, set->move_count);
    report_json(r, "moves", answer_moves_json(set->moves, set->move_count));
    report_json(r, "key", set->key < 0 ? json_null() : json_integer(set->key));
    if (set->key >= 0)
        report_row(r, "key", "move %d of %d", set->key + 1, set->move_count);
    dm_ratio before = objective_value(&set->before, ask->objective);
    dm_ratio after = objective_value(&set->after, ask->objective);
    bool counts = ask->objective == DM_LINE_RANK || ask->objective == DM_LINE_WIN;
    if (counts) {
        add_count(r, "before", &set->before, ask->objective);
        add_count(r, "after", &set->after, ask->objective);
        answer_ratio(r, "margin_before", set->before.margin);
        answer_ratio(r, "margin_after", set->after.margin);
    } else if (set->error > 0) {
        report_real(r, "before", answer_decimal(before));
        report_real(r, "after", answer_decimal(after));
        report_real(r, "error", set->error);
    } else {
        answer_ratio(r, "before", before);
        answer_ratio(r, "after", after);
    }
    report_flag(r, "attained", set->attained);
    if (!set->attained && ask->objective == DM_LINE_RANK)
        add_count(r, "reached", &set->reached, ask->objective);
    else if (!set->attained && !counts)
        report_reached(r, after, objective_value(&set->reached, ask->objective));
    answer_level_winner(r, f->on.level, f->diagram);
    report_count(r, "candidates", set->candidates);
    report_flag(r, "proven", set->proven);
    if (set->note)
        report_string(r, "note", set->note);
    if (!set->proven) {
        answer_ratio(r, "lower", set->lower);
        answer_ratio(r, "upper", set->upper);
    }
    if (!set->proven && ask->objective == DM_LINE_RANK)
        report_count(r, "best_rank", set->best_rank);
    if (ask->count_solutions) {
        add_solutions(r, set->solutions, set->solutions_found, set->unique);
        add_rating(r, &f->rating);
    }
    if (f->steps)
        answer_lines_explain_steps(r, f->steps->step, f->steps->count);
}

static json_t *winning_json(const dm_line_odds *odds)
{
    json_t *list = json_array();
    char from[DM_RATIO_TEXT], to[DM_RATIO_TEXT];
    for (int32_t i = 0; i < odds->winning_count; i++) {
        const dm_line_stretch *w = &odds->winning[i];
        report_append(&list,
                      json_pack("{s:i, s:s, s:s}", "edge", w->edge, "from",
                                dm_ratio_print(w->from, from), "to", dm_ratio_print(w->to, to)));
    }
    for (int32_t i = 0; i < odds->site_count; i++)
        report_append(&list, json_integer(odds->sites[i]));
    return list;
}

/* Of each pair of edges the polygons where two moves win, and their share of all pairs. */
static void add_polygons(report *r, const dm_line_odds *odds)
{
    enum { SHOWN = 12 };
    json_t *list = json_array();
    char first[DM_RATIO_TEXT], second[DM_RATIO_TEXT], share[DM_RATIO_TEXT];
    for (int32_t i = 0; i < odds->polygon_count; i++) {
        const dm_line_polygon *p = &odds->polygons[i];
        json_t *corners = json_array();
        char words[200] = "";
        for (int32_t k = 0; k < p->count; k++) {
            const dm_line_pair *pair = &odds->corners[p->first + k];
            dm_ratio_print(pair->at[0], first);
            dm_ratio_print(pair->at[1], second);
            report_append(&corners, json_pack("[s,s]", first, second));
            size_t used = strlen(words);
            snprintf(words + used, sizeof words - used, " %s,%s", first, second);
        }
        report_append(&list,
                      json_pack("{s:[ii], s:o, s:s}", "edges", p->edge[0], p->edge[1], "corners",
                                corners, "share", dm_ratio_print(p->share, share)));
        if (i < SHOWN)
            report_row(r, i ? "" : "winning pairs", "edges %d and %d:%s, share %s", p->edge[0],
                       p->edge[1], words, share);
    }
    if (odds->polygon_count > SHOWN)
        report_row(r, "", "and %d more", odds->polygon_count - SHOWN);
    report_json(r, "winning_pairs", list);
}

static void add_odds(report *r, const lines_found *f, const dm_line_ask *ask)
{
    const dm_level *level = f->on.level;
    const dm_line_odds *odds = f->odds;
    char exact[DM_RATIO_TEXT];
    bool has_fraction = odds->error == 0 || odds->samples > 0; /* of all moves, or of those drawn */
    report_json(r, "winning_fraction",
                has_fraction ? json_string(dm_ratio_print(odds->fraction, exact)) : json_null());
    report_json(r, "winning_decimal", report_rounded(odds->decimal));
    if (has_fraction)
        report_row(r, "winning share", "%s (%.4g %%)%s", exact, 100 * odds->decimal,
                   odds->samples > 0 ? " of the moves drawn" : "");
    else
        report_row(r, "winning share", "%.4g %%, at most %.2g percentage points off",
                   100 * odds->decimal, 100 * odds->error);
    if (odds->samples > 0) {
        report_count(r, "samples", odds->samples);
        report_count(r, "wins", odds->wins);
    }
    if (odds->samples > 0 || odds->error > 0) {
        report_real(r, "low", odds->low);
        report_real(r, "high", odds->high);
    }
    if (odds->error > 0)
        report_real(r, "error", odds->error);
    if (odds->samples == 0 && ask->op != DM_LINE_ROPE && ask->count < 2) {
        enum { SHOWN = 12 };
        char from[DM_RATIO_TEXT], to[DM_RATIO_TEXT];
        report_json(r, "winning_moves", winning_json(odds));
        for (int32_t i = 0; i < odds->winning_count && i < SHOWN; i++) {
            const dm_line_stretch *w = &odds->winning[i];
            report_row(r, i ? "" : "winning moves", "edge %d (%d-%d) from %s to %s", w->edge,
                       level->edges[w->edge].u, level->edges[w->edge].v,
                       dm_ratio_print(w->from, from), dm_ratio_print(w->to, to));
        }
        if (odds->winning_count > SHOWN)
            report_row(r, "", "and %d more", odds->winning_count - SHOWN);
        for (int32_t i = 0; i < odds->site_count && i < SHOWN; i++)
            report_row(r, i ? "" : "winning moves", "remove site %d (%s's)", odds->sites[i],
                       level->players[level->sites[odds->sites[i]].player]);
        report_count(r, "regions", odds->regions);
    }
    if (ask->polygons && ask->count == 2 && odds->samples == 0 && ask->op != DM_LINE_REMOVE)
        add_polygons(r, odds);
    int winnable = dm_line_winnable(odds, f->best);
    report_json(r, "winnable", winnable < 0 ? json_null() : json_boolean(winnable));
    report_row(r, "winnable", "%s", winnable < 0 ? "not known" : winnable ? "yes" : "no");
    add_rating(r, &f->rating);
}

void lines_report_odds(const lines_found *f, report *r)
{
    report_string(r, "op", dm_line_op_name(f->ask.op));
    add_mover(r, &f->on);
    if (f->ask.count > 1)
        report_count(r, "count", f->ask.count);
    add_odds(r, f, &f->ask);
    if (f->best && f->best->error > 0)
        report_real(r, "best_margin", f->best->margin);
    else if (f->best)
        answer_ratio(r, "best_margin", f->best->after.margin);
    report_flag(r, "proven", f->odds->proven);
    add_cover(r, f->on.level, f->ask.count);
}

void lines_report_generate(const lines_found *f, report *r)
{
    const dm_level_wish *wish = &f->wish;
    const dm_level_rating *rating = &f->rating;
    report_string(r, "kind", dm_level_kind_name(wish->kind));
    report_json(r, "seed", json_integer((json_int_t)wish->seed));
    report_row(r, "seed", "%llu", (unsigned long long)wish->seed);
    answer_level_score(r, f->on.level, f->diagram);
    if (rating->moves == 0) /* the wish is not about moves */
        return;
    report_string(r, "op", dm_line_op_name(wish->ask.op));
    add_mover(r, &f->on);
    if (f->odds) {
        add_odds(r, f, &wish->ask);
        return;
    }
    report_count(r, "count", rating->moves);
    add_solutions(r, rating->solutions, 0, rating->solutions < 0 ? -1 : rating->solutions == 1);
    add_rating(r, rating);
}
