/* lines_best.c - the best move of a level, the moves that win, and levels that were made. */
#include "answer/lines.h"

#include <math.h>
#include <stdlib.h>

/* What the answer is about, where the level allows several moves. */
static void add_cover(report *r, const dm_level *level)
{
    char words[80];
    snprintf(words, sizeof words, "the next move alone, of %d", level->moves);
    if (level->moves > 1)
        report_string(r, "covers", words);
}

/* --- The best move ---------------------------------------------------------------------- */

static double decimal(dm_ratio ratio)
{
    return (double)ratio.num / (double)ratio.den;
}

static dm_ratio objective_value(const dm_line_standing *standing, dm_line_objective objective)
{
    return objective == DM_LINE_PAYOFF ? standing->payoff : standing->margin;
}

/* The difference of values that came from one level, as far as it fits. */
static void add_gain(report *r, dm_ratio before, dm_ratio after)
{
    dm_ratio gain;
    if (dm_ratio_subtract(after, before, &gain, NULL) == DM_OK)
        answer_ratio(r, "gain", gain);
    else
        report_real(r, "gain", decimal(after) - decimal(before));
}

static void add_ranks(report *r, const dm_line_best *best)
{
    report_count(r, "before", best->before.rank);
    report_count(r, "after", best->after.rank);
    report_count(r, "gain", best->before.rank - best->after.rank);
    answer_ratio(r, "margin_before", best->before.margin);
    answer_ratio(r, "margin_after", best->after.margin);
}

/* Decimals, within what the search and nine figures of print leave open. */
static void add_decimals(report *r, const dm_line_best *best, dm_line_objective objective)
{
    double before = decimal(objective_value(&best->before, objective));
    double after = objective == DM_LINE_PAYOFF ? best->payoff : best->margin;
    report_real(r, "before", before);
    report_real(r, "after", after);
    report_real(r, "gain", after - before);
    report_real(r, "error", best->error + 1e-8 * fmax(fabs(before), fabs(after)));
}

static void add_values(report *r, const dm_line_ask *ask, const dm_line_best *best)
{
    dm_ratio before = objective_value(&best->before, ask->objective);
    dm_ratio after = objective_value(&best->after, ask->objective);
    if (ask->objective == DM_LINE_RANK) {
        add_ranks(r, best);
    } else if (ask->op == DM_LINE_ROPE) {
        add_decimals(r, best, ask->objective);
    } else {
        answer_ratio(r, "before", before);
        answer_ratio(r, "after", after);
        add_gain(r, before, after);
    }
}

/* What the move itself reaches, where the best is only come near to. */
static void add_reached(report *r, const dm_line_ask *ask, const dm_diagram *after)
{
    dm_line_standing standing;
    if (dm_line_standing_of(after, ask->player, &standing, NULL) != DM_OK)
        return;
    if (ask->objective == DM_LINE_RANK)
        report_count(r, "reached", standing.rank);
    else
        answer_ratio(r, "reached", objective_value(&standing, ask->objective));
}

static void add_winner(report *r, const dm_level *level, const dm_diagram *after)
{
    const char *name = after->winner >= 0 ? level->players[after->winner] : NULL;
    report_json(r, "winner", name ? json_string(name) : json_null());
    report_row(r, "winner", "%s", name ? name : "nobody: a tie");
}

void answer_lines_best(report *r, const answer_level *own, const dm_line_ask *ask,
                       const answer_best *found)
{
    const dm_line_best *best = found->best;
    report_string(r, "op", dm_line_op_name(ask->op));
    answer_level_mover(r, own);
    report_string(r, "objective", dm_line_objective_name(ask->objective));
    answer_level_move(r, own->level, best->moves, best->move_count);
    add_values(r, ask, best);
    report_flag(r, "attained", best->attained);
    if (!best->attained)
        add_reached(r, ask, found->diagram);
    add_winner(r, own->level, found->diagram);
    report_count(r, "candidates", best->candidates);
    report_flag(r, "proven", best->proven);
    if (best->note)
        report_string(r, "note", best->note);
    add_cover(r, own->level);
}

void answer_best_clear(answer_best *best)
{
    dm_line_best_free(best->best);
    dm_diagram_free(best->diagram);
    dm_level_free(best->after);
    *best = (answer_best){0};
}

/* The level and the diagram after the best move. */
static dm_status look_after(const answer_level *own, const dm_line_ask *ask, answer_best *found,
                            dm_error *err)
{
    dm_line_best *best = found->best;
    dm_status status = answer_level_after(own, best->moves, best->move_count, &found->after, err);
    if (status == DM_OK && ask->op == DM_LINE_ROPE)
        status = answer_rope_length(own->level, found->after, &best->moves[0].length, err);
    if (status != DM_OK)
        return status;
    found->after->me = own->player; /* of ties that are the mover's own */
    status = dm_diagram_new(found->after, own->ties, false, &found->diagram, err);
    return answer_level_blame(own, status, err);
}

dm_status answer_best_find(const answer_level *own, const dm_line_ask *ask, answer_best *out,
                           dm_error *err)
{
    answer_best found = {0};
    dm_error unsaid = {0};
    dm_status status = dm_line_best_move(own->level, ask, own->run, &found.best, err);
    dm_status looked = found.best ? look_after(own, ask, &found, &unsaid) : DM_OK;
    if (looked != DM_OK) {
        answer_best_clear(&found);
        *err = unsaid;
        return looked;
    }
    *out = found;
    return answer_level_blame(own, status, err);
}

/* --- The moves that win -------------------------------------------------------------------- */

static json_t *winning_json(const dm_line_odds *odds)
{
    json_t *list = json_array();
    char from[DM_RATIO_TEXT], to[DM_RATIO_TEXT];
    for (int32_t i = 0; i < odds->winning_count; i++) {
        const dm_stretch *w = &odds->winning[i];
        report_append(&list,
                      json_pack("{s:i, s:s, s:s}", "edge", w->edge, "from",
                                dm_ratio_print(w->from, from), "to", dm_ratio_print(w->to, to)));
    }
    for (int32_t i = 0; i < odds->site_count; i++)
        report_append(&list, json_integer(odds->sites[i]));
    return list;
}

static void add_winning(report *r, const dm_level *level, const dm_line_odds *odds)
{
    enum { SHOWN = 12 };
    char from[DM_RATIO_TEXT], to[DM_RATIO_TEXT];
    report_json(r, "winning_moves", winning_json(odds));
    for (int32_t i = 0; i < odds->winning_count && i < SHOWN; i++) {
        const dm_stretch *w = &odds->winning[i];
        report_row(r, i ? "" : "winning moves", "edge %d (%d-%d) from %s to %s", w->edge,
                   level->edges[w->edge].u, level->edges[w->edge].v, dm_ratio_print(w->from, from),
                   dm_ratio_print(w->to, to));
    }
    if (odds->winning_count > SHOWN)
        report_row(r, "", "and %d more", odds->winning_count - SHOWN);
    for (int32_t i = 0; i < odds->site_count && i < SHOWN; i++)
        report_row(r, i ? "" : "winning moves", "site %d goes (%s's)", odds->sites[i],
                   level->players[level->sites[odds->sites[i]].player]);
}

/* How hard it is to win by a move at random. */
static const char *grade_of(double share)
{
    static const struct {
        double share;
        const char *grade;
    } grades[] = {{0.95, "trivial"}, {0.4, "easy"}, {0.12, "medium"}, {0.03, "hard"}};
    for (size_t i = 0; i < sizeof grades / sizeof *grades; i++)
        if (share >= grades[i].share)
            return grades[i].grade;
    return "fiendish";
}

/* Moves that were drawn, or judged within an error, can show that there are winning ones; that
 * there are none only if all were seen, or the best (NULL: not asked for) is none. */
static void add_grade(report *r, const dm_line_odds *odds, const dm_line_best *best)
{
    bool wins = odds->winning_count > 0 || odds->site_count > 0 || odds->wins > 0 ||
                odds->decimal > odds->error || (best && best->after.margin.num > 0);
    bool loses = (odds->samples == 0 && odds->error == 0 && odds->proven) ||
                 (best && best->proven && best->margin + best->error <= 0);
    bool known = wins || loses;
    report_json(r, "winnable", known ? json_boolean(wins) : json_null());
    report_row(r, "winnable", "%s", !known ? "not known" : wins ? "yes" : "no");
    bool is_wide =
        odds->samples == 0 && !odds->proven && grade_of(odds->low) != grade_of(odds->high);
    if (known && !(wins && is_wide))
        report_string(r, "grade", wins ? grade_of(odds->decimal) : "unwinnable");
}

static void add_share(report *r, const dm_line_odds *odds)
{
    char exact[DM_RATIO_TEXT];
    bool has_fraction = odds->error == 0 || odds->samples > 0; /* of all moves, or of those drawn */
    report_json(r, "winning_fraction",
                has_fraction ? json_string(dm_ratio_print(odds->fraction, exact)) : json_null());
    report_json(r, "winning_decimal", json_real(odds->decimal));
    if (has_fraction)
        report_row(r, "winning share", "%s (%.4g %%)%s", exact, 100 * odds->decimal,
                   odds->samples > 0 ? " of the moves drawn" : "");
    else
        report_row(r, "winning share", "%.4g %%, within %.2g", 100 * odds->decimal,
                   100 * odds->error);
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
}

static void add_odds(report *r, const dm_level *level, dm_line_op op, const dm_line_odds *odds,
                     const dm_line_best *best)
{
    add_share(r, odds);
    if (odds->samples == 0 && op != DM_LINE_ROPE) {
        add_winning(r, level, odds);
        report_count(r, "regions", odds->regions);
    }
    add_grade(r, odds, best);
}

/* The best move's margin says how clearly the level can be won. */
static void add_best(report *r, const dm_line_best *best)
{
    if (!best)
        return;
    if (best->error > 0)
        report_real(r, "best_margin", best->margin);
    else
        answer_ratio(r, "best_margin", best->after.margin);
}

/* NULL where there is no such move, or moves are drawn at random to be quick. */
static dm_status find_best(const answer_level *own, dm_line_ask ask, dm_line_best **out,
                           dm_error *err)
{
    if (ask.samples > 0)
        return DM_OK;
    ask.objective = DM_LINE_MARGIN;
    ask.method = DM_CUT_AUTO;
    dm_status status = dm_line_best_move(own->level, &ask, own->run, out, err);
    return status == DM_BAD_MOVE ? DM_OK : status;
}

/* Where even the best rope brings no win, by its error, no rope does, and the share, which
 * was bounded alone, is none at all. */
static void settle_share(const dm_line_best *best, dm_line_odds *odds)
{
    if (!best || !best->proven || odds->error == 0 || best->margin + best->error > 0)
        return;
    odds->fraction = (dm_ratio){0, 1};
    odds->decimal = odds->low = odds->high = odds->error = 0;
}

dm_status answer_odds_find(const answer_level *own, const dm_line_ask *ask, answer_odds *out,
                           dm_error *err)
{
    *out = (answer_odds){0};
    dm_status status = dm_line_odds_of(own->level, ask, own->run, &out->odds, err);
    status = answer_level_blame(own, status, err);
    if (status == DM_OK)
        status = find_best(own, *ask, &out->best, err);
    if (status == DM_OK)
        settle_share(out->best, out->odds);
    if (status != DM_OK && status != DM_STOPPED)
        answer_odds_clear(out);
    return status;
}

void answer_odds_clear(answer_odds *odds)
{
    dm_line_odds_free(odds->odds);
    dm_line_best_free(odds->best);
    *odds = (answer_odds){0};
}

void answer_lines_odds(report *r, const answer_level *own, const dm_line_ask *ask,
                       const answer_odds *found)
{
    report_string(r, "op", dm_line_op_name(ask->op));
    answer_level_mover(r, own);
    add_odds(r, own->level, ask->op, found->odds, found->best);
    add_best(r, found->best);
    report_flag(r, "proven", found->odds->proven);
    add_cover(r, own->level);
}

/* --- Levels that were made ------------------------------------------------------------------ */

dm_status answer_lines_made(report *r, const answer_level *own, const dm_level_wish *wish,
                            const dm_line_odds *odds, dm_error *err)
{
    dm_diagram *diagram = NULL;
    dm_status status = dm_diagram_new(own->level, own->ties, false, &diagram, err);
    if (status != DM_OK)
        return status;
    report_string(r, "kind", dm_level_kind_name(wish->kind));
    report_json(r, "seed", json_integer((json_int_t)wish->seed));
    report_row(r, "seed", "%llu", (unsigned long long)wish->seed);
    answer_level_score(r, own->level, diagram);
    if (odds) {
        report_string(r, "op", dm_line_op_name(wish->ask.op));
        answer_level_mover(r, own);
        add_odds(r, own->level, wish->ask.op, odds, NULL);
    }
    dm_diagram_free(diagram);
    return DM_OK;
}
