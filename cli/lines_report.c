/* lines_report.c - levels, payoffs, places and moves as JSON and as text. */
#include "lines.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATIO_WORDS = 2 * DM_RATIO_TEXT };

static double decimal(dm_ratio ratio)
{
    return (double)ratio.num / (double)ratio.den;
}

/* "7/2 (3.5)", or "4". */
static const char *ratio_words(dm_ratio ratio, char text[RATIO_WORDS])
{
    char exact[DM_RATIO_TEXT];
    dm_ratio_print(ratio, exact);
    if (ratio.den == 1)
        snprintf(text, RATIO_WORDS, "%s", exact);
    else
        snprintf(text, RATIO_WORDS, "%s (%.6g)", exact, decimal(ratio));
    return text;
}

static json_t *ratio_json(dm_ratio ratio)
{
    char text[DM_RATIO_TEXT];
    return json_string(dm_ratio_print(ratio, text));
}

void lines_add_ratio(report *r, const char *key, dm_ratio ratio)
{
    char words[RATIO_WORDS];
    report_json(r, key, ratio_json(ratio));
    report_row(r, key, "%s", ratio_words(ratio, words));
}

/* --- The level -------------------------------------------------------------------------- */

report *lines_report(const cli_call *cli, const lines_case *own, const dm_level *level)
{
    report *r = report_new(cli, NULL);
    json_t *source = json_string(own->source);
    report_json(r, "level", source ? source : json_string("(not UTF-8)"));
    report_json(r, "vertices", json_integer(level->vertex_count));
    report_json(r, "edges", json_integer(level->edge_count));
    report_json(r, "sites", json_integer(level->site_count));
    report_json(r, "ties", json_string(dm_line_ties_name(own->ties)));
    report_json(r, "measured", json_boolean(level->measured));
    report_line(r, "%s: %d vertices, %d edges, %d sites, ties %s", own->source, level->vertex_count,
                level->edge_count, level->site_count, dm_line_ties_name(own->ties));
    if (level->measured)
        report_line(r, "  lengths that were not given are distances, rounded to 0.000001");
    return r;
}

static double total_length(const dm_level *level)
{
    double total = 0;
    for (int32_t e = 0; e < level->edge_count; e++)
        total += decimal(level->edges[e].length);
    return total;
}

static void add_share(report *r, const char *label, dm_ratio length, double total)
{
    char words[RATIO_WORDS];
    report_line(r, "  %-14s %-22s %5.1f %%", label, ratio_words(length, words),
                total > 0 ? 100 * decimal(length) / total : 0);
}

void lines_add_score(report *r, const dm_level *level, const dm_diagram *diagram)
{
    double total = total_length(level);
    json_t *players = json_array();
    for (int32_t p = 0; p < level->player_count; p++) {
        json_array_append_new(players, json_pack("{s:s, s:o}", "name", level->players[p], "payoff",
                                                 ratio_json(diagram->payoff[p])));
        add_share(r, level->players[p], diagram->payoff[p], total);
    }
    report_json(r, "players", players);
    report_json(r, "tied", ratio_json(diagram->tied));
    report_json(r, "unreached", ratio_json(diagram->unreached));
    if (diagram->tied.num > 0)
        add_share(r, "tied", diagram->tied, total);
    if (diagram->unreached.num > 0)
        add_share(r, "unreached", diagram->unreached, total);
    const char *winner = diagram->winner >= 0 ? level->players[diagram->winner] : NULL;
    report_json(r, "winner", winner ? json_string(winner) : json_null());
    report_row(r, "winner", "%s", winner ? winner : "nobody: a tie");
}

void lines_add_player(report *r, const lines_case *own)
{
    report_string(r, "player", own->level->players[own->player]);
}

void lines_add_cover(report *r, const dm_level *level)
{
    char words[80];
    snprintf(words, sizeof words, "the next move alone, of %d", level->moves);
    if (level->moves > 1)
        report_string(r, "covers", words);
}

void lines_add_files(report *r, const cli_call *cli)
{
    const lines_options *options = cli->own;
    if (options->output)
        report_string(r, "file", options->output);
    if (options->animate)
        report_string(r, "animation", options->animate);
}

dm_status lines_end(report *r, const lines_case *own, dm_error *err)
{
    report_since(r, own->begun);
    return report_end(r, err);
}

/* --- Places and moves ----------------------------------------------------------------------- */

static json_t *place_json(const dm_place *place)
{
    return place->vertex >= 0
               ? json_pack("{s:i}", "vertex", place->vertex)
               : json_pack("{s:i, s:o}", "edge", place->edge, "at", ratio_json(place->at));
}

static json_t *move_json(const dm_line_move *move)
{
    switch (move->op) {
    case DM_LINE_REMOVE:
        return json_integer(move->site);
    case DM_LINE_ROPE:
        return json_pack("{s:o, s:o, s:o}", "from", place_json(&move->place), "to",
                         place_json(&move->to), "length", ratio_json(move->length));
    case DM_LINE_ADD:
    case DM_LINE_CUT:
        break;
    }
    return place_json(&move->place);
}

enum { WORDS = 160 };

/* "vertex 3", or "edge 2 (0-4) at 1/3". */
static const char *place_words(const dm_level *level, const dm_place *place, char words[WORDS])
{
    char at[DM_RATIO_TEXT];
    if (place->vertex >= 0)
        snprintf(words, WORDS, "vertex %d", place->vertex);
    else
        snprintf(words, WORDS, "edge %d (%d-%d) at %s", place->edge, level->edges[place->edge].u,
                 level->edges[place->edge].v, dm_ratio_print(place->at, at));
    return words;
}

static void add_sentence(report *r, const dm_level *level, const dm_line_move *move)
{
    char from[WORDS], to[WORDS], length[RATIO_WORDS];
    const dm_site *site = &level->sites[move->op == DM_LINE_REMOVE ? move->site : 0];
    switch (move->op) {
    case DM_LINE_ADD:
        report_row(r, "move", "a site on %s", place_words(level, &move->place, from));
        return;
    case DM_LINE_REMOVE:
        report_row(r, "move", "site %d goes: %s's, on %s", move->site, level->players[site->player],
                   place_words(level, &site->place, from));
        return;
    case DM_LINE_CUT:
        report_row(r, "move", "cut %s", place_words(level, &move->place, from));
        return;
    case DM_LINE_ROPE:
        report_row(r, "move", "a rope from %s to %s, length %s",
                   place_words(level, &move->place, from), place_words(level, &move->to, to),
                   ratio_words(move->length, length));
        return;
    }
}

void lines_add_move(report *r, const dm_level *level, const dm_line_move *moves, int32_t count)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < count; i++) {
        json_array_append_new(list, move_json(&moves[i]));
        add_sentence(r, level, &moves[i]);
    }
    if (count == 1) {
        json_t *only = json_incref(json_array_get(list, 0));
        json_decref(list);
        list = only;
    }
    report_json(r, "move", list);
}
