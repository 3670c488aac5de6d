/* lines_odds.c - `demesne lines odds`: which moves win, and how hard a level is. */
#include "lines.h"

#include <stdlib.h>

static json_t *winning_json(const dm_line_odds *odds)
{
    json_t *list = json_array();
    char from[DM_RATIO_TEXT], to[DM_RATIO_TEXT];
    for (int32_t i = 0; i < odds->winning_count; i++) {
        const dm_stretch *w = &odds->winning[i];
        json_array_append_new(list, json_pack("{s:i, s:s, s:s}", "edge", w->edge, "from",
                                              dm_ratio_print(w->from, from), "to",
                                              dm_ratio_print(w->to, to)));
    }
    for (int32_t i = 0; i < odds->site_count; i++)
        json_array_append_new(list, json_integer(odds->sites[i]));
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
static const char *grade_of(const dm_line_odds *odds)
{
    static const struct {
        double share;
        const char *grade;
    } grades[] = {{0.95, "trivial"}, {0.4, "easy"}, {0.12, "medium"}, {0.03, "hard"}};
    bool can_be_won = odds->winning_count > 0 || odds->site_count > 0 || odds->decimal > 0;
    if (!can_be_won)
        return "unwinnable";
    for (size_t i = 0; i < sizeof grades / sizeof *grades; i++)
        if (odds->decimal >= grades[i].share)
            return grades[i].grade;
    return "fiendish";
}

/* Moves that were drawn, or judged within an error, can show that there are winning ones; that
 * there are none only if all were seen. */
static void add_grade(report *r, const dm_line_odds *odds)
{
    bool wins = odds->winning_count > 0 || odds->site_count > 0 || odds->wins > 0 ||
                odds->decimal > odds->error;
    bool known = wins || (odds->samples == 0 && odds->error == 0 && odds->proven);
    report_json(r, "winnable", known ? json_boolean(wins) : json_null());
    report_row(r, "winnable", "%s", !known ? "not known" : wins ? "yes" : "no");
    if (known)
        report_string(r, "grade", grade_of(odds));
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

void lines_add_odds(report *r, const dm_level *level, dm_line_op op, const dm_line_odds *odds)
{
    add_share(r, odds);
    if (odds->samples == 0 && op != DM_LINE_ROPE) {
        add_winning(r, level, odds);
        report_count(r, "regions", odds->regions);
    }
    add_grade(r, odds);
}

/* The best move's margin says how clearly the level can be won. */
static void add_best(report *r, const dm_line_best *best)
{
    if (!best)
        return;
    if (best->error > 0)
        report_real(r, "best_margin", best->margin);
    else
        lines_add_ratio(r, "best_margin", best->after.margin);
}

static dm_status tell_odds(const cli_call *cli, const lines_case *own, const dm_line_ask *ask,
                           const dm_line_odds *odds, const dm_line_best *best, dm_error *err)
{
    report *r = lines_report(cli, own, own->level);
    report_string(r, "op", dm_line_op_name(ask->op));
    lines_add_player(r, own);
    lines_add_odds(r, own->level, ask->op, odds);
    add_best(r, best);
    report_flag(r, "proven", odds->proven);
    lines_add_cover(r, own->level);
    lines_add_files(r, cli);
    return lines_end(r, own, err);
}

/* NULL where there is no such move, or moves are drawn at random to be quick. */
static dm_status find_best(const lines_case *own, dm_line_ask ask, dm_line_best **out,
                           dm_error *err)
{
    if (ask.samples > 0)
        return DM_OK;
    ask.objective = DM_LINE_MARGIN;
    ask.method = DM_CUT_AUTO;
    dm_status status = dm_line_best_move(own->level, &ask, own->run, out, err);
    return status == DM_BAD_INPUT ? DM_OK : status;
}

dm_status lines_odds(cli_call *cli, const lines_case *own, dm_error *err)
{
    dm_line_odds *odds = NULL;
    dm_line_best *best = NULL;
    dm_line_ask ask = lines_ask(cli, own);
    dm_error unsaid = {0};
    dm_status status = lines_need_player(cli, own, err), told = DM_OK;
    if (status == DM_OK)
        status = lines_blame(own, dm_line_odds_of(own->level, &ask, own->run, &odds, err), err);
    if (status == DM_OK)
        status = find_best(own, ask, &best, err);
    if (odds && (status == DM_OK || status == DM_STOPPED))
        told = lines_draw_odds(cli, own, odds, &unsaid);
    if (odds && told == DM_OK && (status == DM_OK || status == DM_STOPPED))
        told = tell_odds(cli, own, &ask, odds, best, &unsaid);
    if (told != DM_OK) {
        *err = unsaid;
        status = told;
    }
    dm_line_odds_free(odds);
    dm_line_best_free(best);
    return status;
}
