/* answer_lines.c - levels, payoffs and moves as JSON and as text. */
#include "answer/answer_lines.h"
#include "base/names.h"

#include <assert.h>

const char *answer_ratio_words(dm_ratio ratio, char text[ANSWER_RATIO_WORDS])
{
    char exact[DM_RATIO_TEXT];
    dm_ratio_print(ratio, exact);
    if (ratio.den == 1)
        snprintf(text, ANSWER_RATIO_WORDS, "%s", exact);
    else
        snprintf(text, ANSWER_RATIO_WORDS, "%s (%.6g)", exact, answer_decimal(ratio));
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
    report_line(r, "%s: %d %s, %d %s, %d %s, ties %s", on->source, level->vertex_count,
                dmi_plural(level->vertex_count, "vertex", "vertices"), level->edge_count,
                dmi_plural(level->edge_count, "edge", "edges"), level->site_count,
                dmi_plural(level->site_count, "site", "sites"), dm_line_ties_name(on->ties));
    if (level->measured)
        report_line(r, "  missing lengths are distances, rounded to 0.000001");
}

static void add_share(report *r, const char *label, dm_ratio length, double total)
{
    char words[ANSWER_RATIO_WORDS];
    report_line(r, "  %-14s %-22s %5.1f %%", label, answer_ratio_words(length, words),
                total > 0 ? 100 * answer_decimal(length) / total : 0);
}

void answer_level_winner(report *r, const dm_level *level, const dm_line_diagram *diagram)
{
    const char *name = diagram->winner >= 0 ? level->players[diagram->winner] : NULL;
    assert(diagram->winner < level->player_count);
    report_json(r, "winner", name ? json_string(name) : json_null());
    report_row(r, "winner", "%s", name ? name : "nobody: a tie");
}

void answer_level_score(report *r, const dm_level *level, const dm_line_diagram *diagram)
{
    double total = 0;
    for (int32_t e = 0; e < level->edge_count; e++)
        total += answer_decimal(level->edges[e].length);
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
    char at[DM_RATIO_TEXT], about[40] = "";
    assert(place->vertex < level->vertex_count && place->edge < level->edge_count);
    if (place->at.den > 9999)
        snprintf(about, sizeof about, " (%.6g)", (double)place->at.num / (double)place->at.den);
    if (place->vertex >= 0)
        snprintf(words, ANSWER_PLACE_WORDS, "vertex %d", place->vertex);
    else
        snprintf(words, ANSWER_PLACE_WORDS, "edge %d (%d-%d) at %s%s", place->edge,
                 level->edges[place->edge].u, level->edges[place->edge].v,
                 dm_ratio_print(place->at, at), about);
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

void answer_level_stretches(report *r, const dm_level *level, const dm_line_diagram *diagram)
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
        bool is_one = s->players && !(s->players & (s->players - 1));
        const char *owner = NULL; /* of a stretch that one player has alone */
        for (int32_t p = 0; p < diagram->player_count && is_one; p++)
            if (s->players >> p & 1)
                owner = level->players[p];
        report_put(&stretch, "owner", owner ? json_string(owner) : json_null());
        char from[DM_RATIO_TEXT], to[DM_RATIO_TEXT];
        report_row(r, i ? "" : "stretches", "edge %d from %s to %s: %s", s->edge,
                   dm_ratio_print(s->from, from), dm_ratio_print(s->to, to),
                   owner        ? owner
                   : s->players ? "tied"
                                : "nobody's");
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

json_t *answer_moves_json(const dm_line_move *moves, int32_t count)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < count; i++)
        report_append(&list, json_pack("{s:s, s:o}", "op", dm_line_op_name(moves[i].op), "move",
                                       answer_move_json(&moves[i])));
    return list;
}
