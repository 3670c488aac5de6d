/* lines_best.c - `demesne lines best`: the best move of a kind. */
#include "lines.h"

#include <math.h>
#include <stdlib.h>

dm_line_ask lines_ask(const cli_call *cli, const lines_case *own)
{
    const lines_options *options = cli->own;
    return (dm_line_ask){.op = (dm_line_op)options->op,
                         .player = own->player,
                         .objective = (dm_line_objective)options->objective,
                         .ties = own->ties,
                         .method = (dm_cut_method)options->method,
                         .count = (int32_t)options->count,
                         .samples = options->samples,
                         .seed = cli->seed,
                         .epsilon = options->epsilon};
}

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
        lines_add_ratio(r, "gain", gain);
    else
        report_real(r, "gain", decimal(after) - decimal(before));
}

static void add_ranks(report *r, const dm_line_best *best)
{
    report_count(r, "before", best->before.rank);
    report_count(r, "after", best->after.rank);
    report_count(r, "gain", best->before.rank - best->after.rank);
    lines_add_ratio(r, "margin_before", best->before.margin);
    lines_add_ratio(r, "margin_after", best->after.margin);
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
        lines_add_ratio(r, "before", before);
        lines_add_ratio(r, "after", after);
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
        lines_add_ratio(r, "reached", objective_value(&standing, ask->objective));
}

static void add_winner(report *r, const dm_level *level, const dm_diagram *after)
{
    const char *name = after->winner >= 0 ? level->players[after->winner] : NULL;
    report_json(r, "winner", name ? json_string(name) : json_null());
    report_row(r, "winner", "%s", name ? name : "nobody: a tie");
}

static dm_status tell_best(const cli_call *cli, const lines_case *own, const dm_line_ask *ask,
                           const dm_line_best *best, const dm_diagram *after, dm_error *err)
{
    report *r = lines_report(cli, own, own->level);
    report_string(r, "op", dm_line_op_name(ask->op));
    lines_add_player(r, own);
    report_string(r, "objective", dm_line_objective_name(ask->objective));
    lines_add_move(r, own->level, best->moves, best->move_count);
    add_values(r, ask, best);
    report_flag(r, "attained", best->attained);
    if (!best->attained)
        add_reached(r, ask, after);
    add_winner(r, own->level, after);
    report_count(r, "candidates", best->candidates);
    report_flag(r, "proven", best->proven);
    if (best->note)
        report_string(r, "note", best->note);
    lines_add_cover(r, own->level);
    lines_add_files(r, cli);
    return lines_end(r, own, err);
}

/* The level and the diagram after the best move, for the answer and the picture. */
static dm_status show_best(cli_call *cli, const lines_case *own, const dm_line_ask *ask,
                           dm_line_best *best, dm_error *err)
{
    dm_level *level = NULL;
    dm_diagram *diagram = NULL;
    dm_status status = lines_make_moves(own, best->moves, best->move_count, &level, err);
    if (status == DM_OK && ask->op == DM_LINE_ROPE)
        status = lines_rope_length(own->level, level, &best->moves[0].length, err);
    if (status == DM_OK) {
        level->me = own->player; /* of ties that are the mover's own */
        status = lines_blame(own, dm_diagram_new(level, own->ties, false, &diagram, err), err);
    }
    if (status == DM_OK)
        status = lines_draw(cli, own, best->moves, best->move_count, level, err);
    if (status == DM_OK)
        status = tell_best(cli, own, ask, best, diagram, err);
    dm_diagram_free(diagram);
    dm_level_free(level);
    return status;
}

dm_status lines_best(cli_call *cli, const lines_case *own, dm_error *err)
{
    dm_line_best *best = NULL;
    dm_line_ask ask = lines_ask(cli, own);
    dm_status status = lines_need_player(cli, own, err);
    if (status != DM_OK)
        return status;
    status = lines_blame(own, dm_line_best_move(own->level, &ask, own->run, &best, err), err);
    dm_error unsaid = {0};
    dm_status told = best ? show_best(cli, own, &ask, best, &unsaid) : DM_OK;
    dm_line_best_free(best);
    if (told != DM_OK) {
        *err = unsaid;
        return told;
    }
    return status;
}
