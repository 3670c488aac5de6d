/* lines.c - levels, payoffs, places and moves as JSON and as text. */
#include "answer/lines.h"

#include "answer/fail.h"

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

json_t *answer_ratio_json(dm_ratio ratio)
{
    char text[DM_RATIO_TEXT];
    return json_string(dm_ratio_print(ratio, text));
}

void answer_ratio(report *r, const char *key, dm_ratio ratio)
{
    char words[RATIO_WORDS];
    report_json(r, key, answer_ratio_json(ratio));
    report_row(r, key, "%s", ratio_words(ratio, words));
}

/* --- The level -------------------------------------------------------------------------- */

dm_status answer_level_player(answer_level *own, const char *name, dm_error *err)
{
    const dm_level *level = own->level;
    char names[200] = "";
    for (int32_t p = 0; p < level->player_count; p++) {
        size_t used = strlen(names);
        if (strcmp(level->players[p], name) == 0) {
            own->player = p;
            own->level->me = p; /* ties that are the mover's own are this player's */
            return DM_OK;
        }
        snprintf(names + used, sizeof names - used, "%s%s", p ? ", " : "", level->players[p]);
    }
    return answer_fail(err, DM_BAD_ARGUMENT, "%.100s: there is no player '%.60s'; there are %s",
                       own->source, name, *names ? names : "none");
}

dm_status answer_level_blame(const answer_level *own, dm_status status, dm_error *err)
{
    dm_error told = *err;
    bool is_data = status == DM_BAD_INPUT || status == DM_BAD_ARGUMENT || status == DM_BAD_VERTEX ||
                   status == DM_BAD_MOVE || status == DM_TOO_LARGE || status == DM_UNSUPPORTED;
    return is_data ? answer_fail(err, status, "%.200s: %s", own->source, told.message) : status;
}

report *answer_level_open(bool json, const answer_level *own, const dm_level *level)
{
    report *r = report_open(json, NULL);
    report_json(r, "level", report_name(own->source));
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

void answer_level_score(report *r, const dm_level *level, const dm_diagram *diagram)
{
    double total = total_length(level);
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
    const char *winner = diagram->winner >= 0 ? level->players[diagram->winner] : NULL;
    report_json(r, "winner", winner ? json_string(winner) : json_null());
    report_row(r, "winner", "%s", winner ? winner : "nobody: a tie");
}

void answer_level_mover(report *r, const answer_level *own)
{
    report_string(r, "player", own->level->players[own->player]);
}

/* --- Places and moves ----------------------------------------------------------------------- */

static json_t *place_json(const dm_place *place)
{
    return place->vertex >= 0
               ? json_pack("{s:i}", "vertex", place->vertex)
               : json_pack("{s:i, s:o}", "edge", place->edge, "at", answer_ratio_json(place->at));
}

static json_t *move_json(const dm_line_move *move)
{
    switch (move->op) {
    case DM_LINE_REMOVE:
        return json_integer(move->site);
    case DM_LINE_ROPE:
        return json_pack("{s:o, s:o, s:o}", "from", place_json(&move->place), "to",
                         place_json(&move->to), "length", answer_ratio_json(move->length));
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

void answer_level_move(report *r, const dm_level *level, const dm_line_move *moves, int32_t count)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < count; i++) {
        report_append(&list, move_json(&moves[i]));
        add_sentence(r, level, &moves[i]);
    }
    if (count == 1) {
        json_t *only = json_incref(json_array_get(list, 0));
        json_decref(list);
        list = only;
    }
    report_json(r, "move", list);
}

/* --- Moves that were made ------------------------------------------------------------------- */

dm_status answer_level_after(const answer_level *own, const dm_line_move *moves, int32_t count,
                             dm_level **out, dm_error *err)
{
    dm_level *level = NULL;
    dm_status status = DM_OK;
    for (int32_t i = 0; status == DM_OK && i < count; i++) {
        dm_level *next = NULL;
        status = dm_level_apply(level ? level : own->level, &moves[i], own->player, &next, err);
        dm_level_free(level);
        level = next;
    }
    if (status != DM_OK)
        return answer_level_blame(own, status, err);
    *out = level;
    return DM_OK;
}

dm_status answer_rope_length(const dm_level *before, const dm_level *after, dm_ratio *out,
                             dm_error *err)
{
    dm_ratio length = {0, 1};
    dm_status status = DM_OK;
    for (int32_t e = 0; status == DM_OK && e < before->edge_count; e++)
        status = dm_ratio_subtract(length, before->edges[e].length, &length, err);
    for (int32_t e = 0; status == DM_OK && e < after->edge_count; e++) {
        dm_ratio part = after->edges[e].length;
        status = dm_ratio_subtract(length, (dm_ratio){-part.num, part.den}, &length, err);
    }
    *out = length;
    return status;
}

dm_status answer_lines_apply(report *r, const answer_level *own, const dm_line_move *move,
                             const dm_level *after, dm_error *err)
{
    dm_diagram *diagram = NULL;
    dm_status status = dm_diagram_new(after, own->ties, false, &diagram, err);
    if (status != DM_OK)
        return answer_level_blame(own, status, err);
    report_string(r, "op", dm_line_op_name(move->op));
    if (own->player >= 0)
        answer_level_mover(r, own);
    answer_level_move(r, own->level, move, 1);
    answer_level_score(r, after, diagram);
    dm_diagram_free(diagram);
    return DM_OK;
}
