/* answer_lines_espt.c - the objects of te Kolste's thesis on a level, as JSON and as text. */

#include "answer/answer_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 60, MOST_PLACES = 12 };

/* The name of the only player, or null: tied, or nobody. */
static json_t *owner_json(const dm_level *level, uint64_t players)
{
    bool is_one = players && !(players & (players - 1));
    return is_one ? json_string(level->players[__builtin_ctzll(players)]) : json_null();
}

static const char *owner_words(const dm_level *level, uint64_t players)
{
    if (!players)
        return "nobody";
    return players & (players - 1) ? "tied" : level->players[__builtin_ctzll(players)];
}

static json_t *vertices_json(const dm_level *level, const dm_line_espt *x)
{
    json_t *list = json_array();
    for (int32_t v = 0; v < x->vertex_count; v++) {
        const dm_espt_vertex *own = &x->vertices[v];
        json_t *object =
            json_pack("{s:i, s:o}", "vertex", v, "owner", owner_json(level, own->players));
        report_put(&object, "dist", own->players ? answer_ratio_json(own->dist) : json_null());
        report_put(&object, "parent", own->parent < 0 ? json_null() : json_integer(own->parent));
        if (own->edge >= 0)
            report_put(&object, "edge", json_integer(own->edge));
        if (own->site >= 0)
            report_put(&object, "site", json_integer(own->site));
        if (own->place.vertex < 0)
            report_put(&object, "place", answer_place_json(&own->place));
        report_append(&list, object);
    }
    return list;
}

/* A boundary point is a node below both ends of its edge, with the owner of the other end. */
static void add_nodes(const dm_level *level, const dm_line_espt *x, int32_t i, int32_t point,
                      json_t **list)
{
    const dm_espt_meeting *m = &x->meetings[i];
    for (int side = 0; side < 2; side++) {
        json_t *object = json_pack(
            "{s:i, s:i, s:o, s:i, s:o, s:o}", "point", point, "parent", m->end[side], "owner",
            owner_json(level, x->vertices[m->end[1 - side]].players), "edge", m->place.edge, "at",
            answer_ratio_json(m->place.at), "dist", answer_ratio_json(m->dist));
        report_append(list, object);
    }
}

/* The number of a boundary point among those that are not inner. */
static int32_t point_of(const dm_line_espt *x, int32_t meeting)
{
    int32_t point = 0;
    for (int32_t i = 0; i < meeting; i++)
        point += !x->meetings[i].is_inner;
    return point;
}

static json_t *tree_json(const dm_level *level, const dm_line_espt *x)
{
    json_t *nodes = json_array(), *inner = json_array(), *cross = json_array();
    json_t *ends = json_array(), *ancestors = json_array();
    int32_t point = 0;
    for (int32_t i = 0; i < x->meeting_count; i++) {
        const dm_espt_meeting *m = &x->meetings[i];
        if (!m->is_inner) {
            add_nodes(level, x, i, point++, &nodes);
            continue;
        }
        report_append(&inner,
                      json_pack("{s:i, s:o, s:o, s:o}", "edge", m->place.edge, "at",
                                answer_ratio_json(m->place.at), "dist", answer_ratio_json(m->dist),
                                "owner", owner_json(level, x->vertices[m->end[0]].players)));
        report_append(&cross, json_pack("{s:i, s:[ii], s:o}", "edge", m->place.edge, "ends",
                                        m->end[0], m->end[1], "ancestor",
                                        m->common < 0 ? json_null() : json_integer(m->common)));
    }
    for (int32_t v = 0; v < x->vertex_count; v++)
        if (x->vertices[v].is_end)
            report_append(&ends, json_integer(v));
    for (int32_t i = 0; i < x->ancestor_count; i++)
        report_append(&ancestors, json_integer(x->ancestors[i]));
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "vertices", vertices_json(level, x),
                     "boundary_nodes", nodes, "inner_boundary_points", inner, "cross_edges", cross,
                     "end_points", ends, "ancestors", ancestors);
}

static json_t *places_json(const dm_line_espt *x, int32_t first, int32_t count)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < count; i++)
        report_append(&list, answer_place_json(&x->places[first + i]));
    return list;
}

static json_t *cut_json(const dm_line_espt *x, const dm_line_candidate *c, const int32_t *point)
{
    json_t *object =
        json_pack("{s:s, s:s, s:i, s:o, s:i, s:i, s:o}", "op", "cut", "type",
                  dm_line_type_name(c->type), "edge", c->edge, "at", answer_ratio_json(c->at),
                  "from", c->from, "to", c->to, "gain", answer_ratio_json(c->gain));
    if (c->meeting >= 0)
        report_put(&object, "point", json_integer(point[c->meeting]));
    if (c->t_count > 0) {
        report_put(&object, "T", places_json(x, c->t, c->t_count));
        report_put(&object, "T_bar", places_json(x, c->t + c->t_count - 1, 1));
    }
    if (c->type == DM_LINE_TYPE_I && c->delta.den)
        report_put(&object, "sigma", places_json(x, c->sigma, c->sigma_count));
    if (c->delta.den)
        report_put(&object, "delta", answer_ratio_json(c->delta));
    return object;
}

static json_t *rope_end_json(int32_t vertex, int32_t edge, double at)
{
    return vertex >= 0 ? json_pack("{s:i}", "vertex", vertex)
                       : json_pack("{s:i, s:o}", "edge", edge, "at", report_rounded(at));
}

static json_t *rope_json(const dm_rope_candidate *c)
{
    json_t *object = json_pack(
        "{s:s, s:s, s:o, s:o, s:o, s:o}", "op", "rope", "type", dm_line_type_name(c->type), "from",
        rope_end_json(c->from_vertex, c->from_edge, c->from_at), "to",
        rope_end_json(c->to_vertex, c->to_edge, c->to_at), "length", report_rounded(c->length),
        "gain", isnan(c->gain) ? json_null() : report_rounded(c->gain));
    if (c->type == DM_LINE_TYPE_I)
        report_put(&object, "balance_point", rope_end_json(c->to_vertex, c->to_edge, c->to_at));
    return object;
}

static json_t *candidates_json(const dm_line_espt *x)
{
    json_t *list = json_array();
    int32_t *point = calloc((size_t)x->meeting_count + 1, sizeof *point), next = 0;
    for (int32_t i = 0; point && i < x->meeting_count; i++)
        point[i] = x->meetings[i].is_inner ? -1 : next++;
    for (int32_t i = 0; point && i < x->candidate_count; i++)
        report_append(&list, cut_json(x, &x->candidates[i], point));
    for (int32_t i = 0; i < x->rope_count; i++)
        report_append(&list, rope_json(&x->ropes[i]));
    if (!point) { /* the report then fails */
        json_decref(list);
        list = NULL;
    }
    free(point);
    return list;
}

static void add_changes(report *r, const dm_level *level, const dm_line_espt *x)
{
    json_t *changes = json_array(), *removed = json_array();
    for (int32_t i = 0; i < x->change_count; i++) {
        const dm_espt_change *c = &x->changes[i];
        const dm_line_place *nearest = &x->meetings[c->nearest].place;
        report_append(&changes,
                      json_pack("{s:i, s:o, s:s, s:o, s:o}", "vertex", c->vertex, "nearest",
                                answer_place_json(nearest), "owner", level->players[c->owner],
                                "F_bar", answer_ratio_json(c->change), "printed",
                                answer_ratio_json(c->printed)));
    }
    for (int32_t i = 0; i < x->removed_count; i++)
        report_append(&removed, json_integer(x->removed[i]));
    report_json(r, "changes", changes);
    report_json(r, "simplified",
                json_pack("{s:i, s:o}", "vertices", x->vertex_count - x->removed_count, "removed",
                          removed));
}

static void tree_text(report *r, const dm_level *level, const dm_line_espt *x)
{
    char at[DM_RATIO_TEXT], dist[DM_RATIO_TEXT];
    report_line(r, "  extended shortest-path tree: vertex, owner, distance, parent");
    for (int32_t v = 0; v < x->vertex_count && v < MOST_LINES; v++) {
        const dm_espt_vertex *own = &x->vertices[v];
        char parent[80] = "";
        if (own->parent >= 0)
            snprintf(parent, sizeof parent, ", below %d over edge %d%s", own->parent, own->edge,
                     own->is_end ? ", an end point" : "");
        else if (own->place.vertex < 0)
            snprintf(parent, sizeof parent, ", site %d on edge %d at %s", own->site,
                     own->place.edge, dm_ratio_print(own->place.at, at));
        else if (own->site >= 0)
            snprintf(parent, sizeof parent, ", site %d", own->site);
        report_line(r, "    %d: %s at %s%s", v, owner_words(level, own->players),
                    own->players ? dm_ratio_print(own->dist, dist) : "-", parent);
    }
    if (x->vertex_count > MOST_LINES)
        report_line(r, "    and %d more", x->vertex_count - MOST_LINES);
    for (int inner = 0; inner < 2; inner++)
        for (int32_t i = 0, shown = 0; i < x->meeting_count && shown < MOST_LINES; i++) {
            const dm_espt_meeting *m = &x->meetings[i];
            if (m->is_inner != (inner == 1))
                continue;
            report_row(r,
                       shown++ ? ""
                       : inner ? "cross edges"
                               : "boundary points",
                       "edge %d (%d-%d) at %s, %s from %s and %s", m->place.edge, m->end[0],
                       m->end[1], dm_ratio_print(m->place.at, at), dm_ratio_print(m->dist, dist),
                       owner_words(level, x->vertices[m->end[0]].players),
                       owner_words(level, x->vertices[m->end[1]].players));
        }
    for (int32_t i = 0; i < x->ancestor_count && i < MOST_LINES; i++)
        report_row(r, i ? "" : "set B", "vertex %d", x->ancestors[i]);
}

static void places_text(report *r, const dm_level *level, const dm_line_espt *x, const char *name,
                        int32_t first, int32_t count)
{
    char words[ANSWER_PLACE_WORDS];
    for (int32_t i = 0; i < count && i < MOST_PLACES; i++) {
        const dm_line_place *place = &x->places[first + i];
        if (place->vertex >= level->vertex_count) /* a site inside an edge */
            report_line(r, "        %-6s vertex %d", i ? "" : name, place->vertex);
        else
            report_line(r, "        %-6s %s", i ? "" : name,
                        answer_place_words(level, place, words));
    }
}

static void candidates_text(report *r, const dm_level *level, const dm_line_espt *x)
{
    char at[DM_RATIO_TEXT], gain[DM_RATIO_TEXT], delta[DM_RATIO_TEXT];
    report_line(r, "  candidate cuts: type, edge, cut off which vertex, gain");
    for (int32_t i = 0; i < x->candidate_count && i < MOST_LINES; i++) {
        const dm_line_candidate *c = &x->candidates[i];
        char more[80] = "", towards[24] = "";
        if (c->from >= level->vertex_count) /* a site inside the edge has two sides */
            snprintf(towards, sizeof towards, " towards %d", c->to);
        if (c->delta.den)
            snprintf(more, sizeof more, ", delta %s", dm_ratio_print(c->delta, delta));
        if (c->meeting >= 0)
            snprintf(more + strlen(more), sizeof more - strlen(more), ", for boundary point %d",
                     point_of(x, c->meeting));
        report_line(r, "    %-4s edge %d at %s, off vertex %d%s, gain %s%s",
                    dm_line_type_name(c->type), c->edge, dm_ratio_print(c->at, at), c->from,
                    towards, dm_ratio_print(c->gain, gain), more);
        places_text(r, level, x, "T", c->t, c->t_count);
        places_text(r, level, x, "sigma", c->sigma, c->sigma_count);
    }
    if (x->candidate_count > MOST_LINES)
        report_line(r, "    and %d more", x->candidate_count - MOST_LINES);
}

static void rope_end_text(char *out, size_t size, int32_t vertex, int32_t edge, double at)
{
    if (vertex >= 0)
        snprintf(out, size, "vertex %d", vertex);
    else
        snprintf(out, size, "edge %d at %.6g", edge, at);
}

static void ropes_text(report *r, const dm_line_espt *x)
{
    if (x->rope_count > 0)
        report_line(r, "  candidate ropes: type, from, to, length, gain");
    for (int32_t i = 0; i < x->rope_count && i < MOST_LINES; i++) {
        const dm_rope_candidate *c = &x->ropes[i];
        char from[60], to[60], gain[40] = "";
        rope_end_text(from, sizeof from, c->from_vertex, c->from_edge, c->from_at);
        rope_end_text(to, sizeof to, c->to_vertex, c->to_edge, c->to_at);
        if (!isnan(c->gain))
            snprintf(gain, sizeof gain, ", gain %.6g", c->gain);
        report_line(r, "    %-4s from %s to %s%s, length %.6g%s%s", dm_line_type_name(c->type),
                    from, c->type == DM_LINE_TYPE_I ? "the balance point on " : "", to, c->length,
                    gain, c->is_limit && gain[0] ? " as a limit" : "");
    }
    if (x->rope_count > MOST_LINES)
        report_line(r, "    and %d more", x->rope_count - MOST_LINES);
}

static void changes_text(report *r, const dm_level *level, const dm_line_espt *x)
{
    char change[DM_RATIO_TEXT], printed[DM_RATIO_TEXT];
    for (int32_t i = 0; i < x->change_count && i < MOST_LINES; i++) {
        const dm_espt_change *c = &x->changes[i];
        dm_ratio_print(c->change, change);
        dm_ratio_print(c->printed, printed);
        report_row(r, i ? "" : "F-bar", "%s above vertex %d, which becomes %s's%s%s", change,
                   c->vertex, level->players[c->owner],
                   strcmp(change, printed) ? "; as printed " : "",
                   strcmp(change, printed) ? printed : "");
    }
    if (x->removed_count > 0)
        report_row(r, "simplified",
                   "leaves out %d of %d vertices, in parts without sites that hang on one site",
                   x->removed_count, x->vertex_count);
}

void answer_lines_espt(report *r, const dm_level *level, const dm_line_espt *x)
{
    report_json(r, "tree", tree_json(level, x));
    report_json(r, "candidates", candidates_json(x));
    add_changes(r, level, x);
    if (!report_is_json(r)) {
        tree_text(r, level, x);
        candidates_text(r, level, x);
        ropes_text(r, x);
        changes_text(r, level, x);
    }
    if (x->note)
        report_string(r, "note", x->note);
    if (x->rope_note)
        report_string(r, "rope_note", x->rope_note);
}

static json_t *optional_ratio(dm_ratio ratio)
{
    return ratio.den ? answer_ratio_json(ratio) : json_null();
}

static json_t *function_json(const dm_level *level, const dm_line_function *f, const char *x)
{
    json_t *pieces = json_array();
    for (int32_t i = 0; i < f->piece_count; i++) {
        const dm_line_function_piece *p = &f->pieces[i];
        report_append(&pieces,
                      json_pack("{s:o, s:o, s:o, s:o, s:o}", "from", answer_ratio_json(p->from),
                                "to",
                                i + 1 < f->piece_count ? answer_ratio_json(p[1].from) : json_null(),
                                "value", answer_ratio_json(p->value), "slope",
                                answer_ratio_json(p->slope), "jump", answer_ratio_json(p->jump)));
    }
    json_t *object = json_pack("{s:i, s:i, s:i, s:s, s:o, s:o, s:o, s:o}", "vertex", f->from,
                               "edge", f->edge, "to", f->to, "player", level->players[f->player],
                               "volume", answer_ratio_json(f->volume), "mu", optional_ratio(f->mu),
                               "x_bar", optional_ratio(f->x_bar), "pieces", pieces);
    if (x)
        report_put(&object, "query",
                   json_pack("{s:s, s:o, s:o, s:b}", "x", x, "method_1",
                             optional_ratio(f->by_method[0]), "method_2",
                             optional_ratio(f->by_method[1]), "tied", f->is_tied));
    return object;
}

static void function_text(report *r, const dm_level *level, const dm_line_function *f,
                          const char *x)
{
    char from[DM_RATIO_TEXT], value[DM_RATIO_TEXT], slope[DM_RATIO_TEXT], jump[DM_RATIO_TEXT];
    report_line(r, "  f(x) of edge %d from vertex %d to %d, entered by %s; volume %s%s%s", f->edge,
                f->from, f->to, level->players[f->player], dm_ratio_print(f->volume, value),
                f->x_bar.den ? ", x-bar " : "", f->x_bar.den ? dm_ratio_print(f->x_bar, from) : "");
    for (int32_t i = 0; i < f->piece_count && i < MOST_LINES; i++) {
        const dm_line_function_piece *p = &f->pieces[i];
        report_line(r, "    from %s: %s, slope %s%s%s", dm_ratio_print(p->from, from),
                    dm_ratio_print(p->value, value), dm_ratio_print(p->slope, slope),
                    p->jump.num ? ", after a jump of " : "",
                    p->jump.num ? dm_ratio_print(p->jump, jump) : "");
    }
    if (f->piece_count > MOST_LINES)
        report_line(r, "    and %d more", f->piece_count - MOST_LINES);
    if (x && f->by_method[0].den && f->by_method[1].den)
        report_line(r, "    f(%s) = %s by method 1, %s by method 2%s", x,
                    dm_ratio_print(f->by_method[0], value), dm_ratio_print(f->by_method[1], slope),
                    f->is_tied ? "; players tie at a vertex" : "");
}

void answer_lines_functions(report *r, const dm_level *level, const dm_line_functions *functions,
                            const char *x)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < functions->count; i++) {
        report_append(&list, function_json(level, &functions->of[i], x));
        if (!report_is_json(r))
            function_text(r, level, &functions->of[i], x);
    }
    report_json(r, "functions", list);
}
