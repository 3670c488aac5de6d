/* answer_lines.c - levels, payoffs, moves and odds as JSON and as text. */
#include "answer/answer_lines.h"

#include <assert.h>
#include <math.h>

static double decimal(dm_ratio ratio)
{
    assert(ratio.den > 0);
    return (double)ratio.num / (double)ratio.den;
}

const char *answer_ratio_words(dm_ratio ratio, char text[ANSWER_RATIO_WORDS])
{
    char exact[DM_RATIO_TEXT];
    dm_ratio_print(ratio, exact);
    if (ratio.den == 1)
        snprintf(text, ANSWER_RATIO_WORDS, "%s", exact);
    else
        snprintf(text, ANSWER_RATIO_WORDS, "%s (%.6g)", exact, decimal(ratio));
    return text;
}

json_t *answer_ratio_json(dm_ratio ratio)
{
    char text[DM_RATIO_TEXT];
    assert(ratio.den > 0);
    return json_string(dm_ratio_print(ratio, text));
}

void answer_ratio(report *r, const char *key, dm_ratio ratio)
{
    char words[ANSWER_RATIO_WORDS];
    report_json(r, key, answer_ratio_json(ratio));
    report_row(r, key, "%s", answer_ratio_words(ratio, words));
}

void answer_level_head(report *r, const answer_level *on, const dm_level *level)
{
    report_json(r, "level", report_name(on->source));
    report_json(r, "vertices", json_integer(level->vertex_count));
    report_json(r, "edges", json_integer(level->edge_count));
    report_json(r, "sites", json_integer(level->site_count));
    report_json(r, "ties", json_string(dm_line_ties_name(on->ties)));
    report_json(r, "measured", json_boolean(level->measured));
    report_line(r, "%s: %d vertices, %d edges, %d sites, ties %s", on->source, level->vertex_count,
                level->edge_count, level->site_count, dm_line_ties_name(on->ties));
    if (level->measured)
        report_line(r, "  missing lengths are distances, rounded to 0.000001");
}

static void add_share(report *r, const char *label, dm_ratio length, double total)
{
    char words[ANSWER_RATIO_WORDS];
    report_line(r, "  %-14s %-22s %5.1f %%", label, answer_ratio_words(length, words),
                total > 0 ? 100 * decimal(length) / total : 0);
}

void answer_level_winner(report *r, const dm_level *level, const dm_line_diagram *diagram)
{
    const char *name = diagram->winner >= 0 ? level->players[diagram->winner] : NULL;
    assert(diagram->winner < level->player_count);
    report_json(r, "winner", name ? json_string(name) : json_null());
    report_row(r, "winner", "%s", name ? name : "nobody: a tie");
}

static void add_mover(report *r, const answer_level *on)
{
    report_string(r, "player", on->level->players[on->player]);
}

void answer_level_score(report *r, const dm_level *level, const dm_line_diagram *diagram)
{
    double total = 0;
    for (int32_t e = 0; e < level->edge_count; e++)
        total += decimal(level->edges[e].length);
    json_t *players = json_array();
    for (int32_t p = 0; p < level->player_count; p++) {
        report_append(&players, json_pack("{s:s, s:o}", "name", level->players[p], "payoff",
                                          answer_ratio_json(diagram->payoff[p])));
        add_share(r, level->players[p], diagram->payoff[p], total);
    }
    report_json(r, "players", players);
    report_json(r, "tied", answer_ratio_json(diagram->tied));
    report_json(r, "unreached", answer_ratio_json(diagram->unreached));
    if (diagram->tied.num > 0)
        add_share(r, "tied", diagram->tied, total);
    if (diagram->unreached.num > 0)
        add_share(r, "unreached", diagram->unreached, total);
    answer_level_winner(r, level, diagram);
}

json_t *answer_place_json(const dm_line_place *place)
{
    assert(place->vertex >= 0 || place->edge >= 0);
    return place->vertex >= 0
               ? json_pack("{s:i}", "vertex", place->vertex)
               : json_pack("{s:i, s:o}", "edge", place->edge, "at", answer_ratio_json(place->at));
}

json_t *answer_move_json(const dm_line_move *move)
{
    switch (move->op) {
    case DM_LINE_REMOVE:
        return json_integer(move->site);
    case DM_LINE_ROPE:
        return json_pack("{s:o, s:o, s:o}", "from", answer_place_json(&move->place), "to",
                         answer_place_json(&move->to), "length", answer_ratio_json(move->length));
    case DM_LINE_ADD:
    case DM_LINE_CUT:
        break;
    }
    return answer_place_json(&move->place);
}

const char *answer_place_words(const dm_level *level, const dm_line_place *place,
                               char words[ANSWER_PLACE_WORDS])
{
    char at[DM_RATIO_TEXT];
    assert(place->vertex < level->vertex_count && place->edge < level->edge_count);
    if (place->vertex >= 0)
        snprintf(words, ANSWER_PLACE_WORDS, "vertex %d", place->vertex);
    else
        snprintf(words, ANSWER_PLACE_WORDS, "edge %d (%d-%d) at %s", place->edge,
                 level->edges[place->edge].u, level->edges[place->edge].v,
                 dm_ratio_print(place->at, at));
    return words;
}

const char *answer_move_words(const dm_level *level, const dm_line_move *move,
                              char words[ANSWER_MOVE_WORDS])
{
    char from[ANSWER_PLACE_WORDS], to[ANSWER_PLACE_WORDS], length[ANSWER_RATIO_WORDS];
    const dm_line_site *site = &level->sites[move->op == DM_LINE_REMOVE ? move->site : 0];
    switch (move->op) {
    case DM_LINE_ADD:
        snprintf(words, ANSWER_MOVE_WORDS, "add a site on %s",
                 answer_place_words(level, &move->place, from));
        break;
    case DM_LINE_REMOVE:
        snprintf(words, ANSWER_MOVE_WORDS, "remove site %d: %.100s's, on %s", move->site,
                 level->players[site->player], answer_place_words(level, &site->place, from));
        break;
    case DM_LINE_CUT:
        snprintf(words, ANSWER_MOVE_WORDS, "cut %s", answer_place_words(level, &move->place, from));
        break;
    case DM_LINE_ROPE:
        snprintf(words, ANSWER_MOVE_WORDS, "add a rope from %s to %s, length %s",
                 answer_place_words(level, &move->place, from),
                 answer_place_words(level, &move->to, to),
                 answer_ratio_words(move->length, length));
        break;
    }
    return words;
}

void answer_move_rows(report *r, const answer_level *on, const dm_line_move *moves, int32_t count)
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
    answer_move_rows(r, on, moves, count);
    if (count == 1) {
        json_t *only = json_incref(json_array_get(list, 0));
        json_decref(list);
        list = only;
    }
    report_json(r, "move", list);
}

void answer_level_stretches(report *r, const dm_line_diagram *diagram)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < diagram->stretch_count; i++) {
        const dm_line_stretch *s = &diagram->stretches[i];
        json_t *players = json_array();
        assert(s->edge >= 0);
        for (int32_t p = 0; p < diagram->player_count; p++)
            if (s->players >> p & 1)
                report_append(&players, json_integer(p));
        json_t *stretch =
            json_pack("{s:i, s:o, s:o, s:o}", "edge", s->edge, "from", answer_ratio_json(s->from),
                      "to", answer_ratio_json(s->to), "players", players);
        if (s->players) {
            report_put(&stretch, "begins", answer_ratio_json(s->begins));
            report_put(&stretch, "ends", answer_ratio_json(s->ends));
        }
        report_append(&list, stretch);
    }
    report_json(r, "stretches", list);
}

dm_status answer_level_made(report *r, const dm_level *level, dm_error *err)
{
    char *text = NULL;
    dm_status status = dm_level_text(level, &text, err);
    if (status == DM_OK)
        report_json(r, "made", json_loads(text, 0, NULL));
    dm_free(text);
    return status;
}

void answer_lines_apply(report *r, const answer_level *on, const dm_line_move *move,
                        const dm_level *after, const dm_line_diagram *diagram)
{
    report_string(r, "op", dm_line_op_name(move->op));
    if (on->player >= 0)
        add_mover(r, on);
    add_moves(r, on, move, 1);
    answer_level_score(r, after, diagram);
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

/* Decimals with an error that covers the search and the nine figures that are printed. */
static void add_decimals(report *r, const dm_line_best *best, dm_line_objective objective)
{
    double before = decimal(objective_value(&best->before, objective));
    double after = objective == DM_LINE_PAYOFF ? best->payoff : best->margin;
    report_real(r, "before", before);
    report_real(r, "after", after);
    report_real(r, "gain", after - before);
    report_real(r, "error", best->error + 1e-8 * fmax(fabs(before), fabs(after)));
}

void answer_lines_best(report *r, const answer_level *on, const dm_line_ask *ask,
                       const dm_line_best *best, const dm_line_diagram *diagram,
                       const dm_line_standing *reached)
{
    report_string(r, "op", dm_line_op_name(ask->op));
    add_mover(r, on);
    report_string(r, "objective", dm_line_objective_name(ask->objective));
    add_moves(r, on, best->moves, best->move_count);
    dm_ratio before = objective_value(&best->before, ask->objective);
    dm_ratio after = objective_value(&best->after, ask->objective);
    if (ask->objective == DM_LINE_RANK) {
        report_count(r, "before", best->before.rank);
        report_count(r, "after", best->after.rank);
        report_count(r, "gain", best->before.rank - best->after.rank);
        answer_ratio(r, "margin_before", best->before.margin);
        answer_ratio(r, "margin_after", best->after.margin);
    } else if (ask->op == DM_LINE_ROPE) {
        add_decimals(r, best, ask->objective);
    } else {
        answer_ratio(r, "before", before);
        answer_ratio(r, "after", after);
        /* exact if the difference fits 64 bits */
        dm_ratio gain;
        if (dm_ratio_subtract(after, before, &gain, NULL) == DM_OK)
            answer_ratio(r, "gain", gain);
        else
            report_real(r, "gain", decimal(after) - decimal(before));
    }
    report_flag(r, "attained", best->attained);
    if (reached && ask->objective == DM_LINE_RANK)
        report_count(r, "reached", reached->rank);
    else if (reached)
        answer_ratio(r, "reached", objective_value(reached, ask->objective));
    answer_level_winner(r, on->level, diagram);
    report_count(r, "candidates", best->candidates);
    report_flag(r, "proven", best->proven);
    if (best->note)
        report_string(r, "note", best->note);
    if (!best->proven && best->upper.den > 0) {
        answer_ratio(r, "lower", best->lower);
        answer_ratio(r, "upper", best->upper);
    }
    add_cover(r, on->level, ask->count);
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

static void add_odds(report *r, const dm_level *level, const dm_line_ask *ask,
                     const dm_line_odds *odds, const dm_line_best *best,
                     const dm_level_rating *rating)
{
    char exact[DM_RATIO_TEXT];
    bool has_fraction = odds->error == 0 || odds->samples > 0; /* of all moves, or of those drawn */
    report_json(r, "winning_fraction",
                has_fraction ? json_string(dm_ratio_print(odds->fraction, exact)) : json_null());
    report_json(r, "winning_decimal", report_rounded(odds->decimal));
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
    int winnable = dm_line_winnable(odds, best);
    report_json(r, "winnable", winnable < 0 ? json_null() : json_boolean(winnable));
    report_row(r, "winnable", "%s", winnable < 0 ? "not known" : winnable ? "yes" : "no");
    answer_level_rating(r, rating);
}

void answer_lines_odds(report *r, const answer_level *on, const dm_line_ask *ask,
                       const dm_line_odds *odds, const dm_line_best *best,
                       const dm_level_rating *rating)
{
    report_string(r, "op", dm_line_op_name(ask->op));
    add_mover(r, on);
    if (ask->count > 1)
        report_count(r, "count", ask->count);
    add_odds(r, on->level, ask, odds, best, rating);
    if (best && best->error > 0)
        report_real(r, "best_margin", best->margin);
    else if (best)
        answer_ratio(r, "best_margin", best->after.margin);
    report_flag(r, "proven", odds->proven);
    add_cover(r, on->level, ask->count);
}

void answer_lines_generate(report *r, const answer_level *on, const dm_level_wish *wish,
                           const dm_line_diagram *diagram, const dm_line_odds *odds,
                           const dm_level_rating *rating)
{
    report_string(r, "kind", dm_level_kind_name(wish->kind));
    report_json(r, "seed", json_integer((json_int_t)wish->seed));
    report_row(r, "seed", "%llu", (unsigned long long)wish->seed);
    answer_level_score(r, on->level, diagram);
    if (rating->moves == 0) /* the wish is not about moves */
        return;
    report_string(r, "op", dm_line_op_name(wish->ask.op));
    add_mover(r, on);
    if (odds)
        add_odds(r, on->level, &wish->ask, odds, NULL, rating);
    else
        answer_several_rating(r, rating);
}
