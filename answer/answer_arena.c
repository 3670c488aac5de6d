/* answer_arena.c - facts about a board, and what is needed to draw it. */
#include "answer/answer.h"

#include <assert.h>
#include <math.h>

/* "1", "400 to 1693", or "0.5 to 1, multiples of 10^-1". */
static void range_text(int64_t low, int64_t high, int decimals, char text[80])
{
    char from[32], to[32];
    report_units(low, decimals, from);
    report_units(high, decimals, to);
    int used =
        low == high ? snprintf(text, 80, "%s", from) : snprintf(text, 80, "%s to %s", from, to);
    if (decimals > 0)
        snprintf(text + used, 80 - (size_t)used, ", multiples of 10^-%d", decimals);
}

void answer_map(report *r, const dm_arena *arena)
{
    static const char *const measures[] = {"the file's own", "metres", "seconds"};
    const dm_map *map = dm_arena_map(arena);
    dm_bounds b;
    if (!map || !dm_arena_bounds(arena, &b))
        return;
    if (map->profile >= 0)
        report_string(r, "profile", dm_profile_name((dm_profile)map->profile));
    if (map->measure != DM_MEASURE_OTHER || !report_is_json(r))
        report_string(r, "measure", measures[map->measure]);
    report_count(r, "streets", map->streets);
    report_row(r, "bounds", "west %.7f, south %.7f, east %.7f, north %.7f", b.west, b.south, b.east,
               b.north);
    if (report_is_json(r)) {
        /* degrees to 10^-7, as maps store them */
        const double sides[] = {b.west, b.south, b.east, b.north};
        json_t *list = json_array();
        for (int i = 0; i < 4; i++)
            report_append(&list, report_number(llround(sides[i] / DM_LONLAT_UNIT), 7));
        report_json(r, "bounds", list);
    }
    if (map->attribution)
        report_string(r, "attribution", map->attribution);
}

static void add_sizes(report *r, const dm_arena *arena, const dm_facts *f)
{
    int decimals = dm_arena_decimals(arena);
    char lengths[80], values[80];
    range_text(f->length_min, f->length_max, decimals, lengths);
    range_text(f->value_min, f->value_max, 0, values);
    if (!report_is_json(r)) {
        report_row(r, "degree", "%lld to %lld, mean %.4g", (long long)f->degree_min,
                   (long long)f->degree_max, f->degree_mean);
        report_row(r, "lengths", "%s", dm_arena_edges(arena) ? lengths : "none");
        report_row(r, "values", "%s, together %lld", values,
                   (long long)dm_arena_total_value(arena));
        return;
    }
    report_count(r, "degree_min", f->degree_min);
    report_real(r, "degree_mean", f->degree_mean);
    report_count(r, "degree_max", f->degree_max);
    report_count(r, "decimals", decimals);
    report_count(r, "length_min", f->length_min);
    report_count(r, "length_max", f->length_max);
    report_count(r, "value_min", f->value_min);
    report_count(r, "value_max", f->value_max);
    report_count(r, "value_total", dm_arena_total_value(arena));
}

static void add_shape(report *r, const dm_arena *arena, const dm_facts *f)
{
    bool places = dm_arena_places(arena) != NULL, names = dm_arena_has_names(arena);
    if (!report_is_json(r)) {
        report_count(r, "components", f->components);
        if (dm_arena_is_directed(arena)) {
            report_count(r, "strong parts", f->strong_components);
            report_row(r, "one-way arcs", "%lld", (long long)dm_arena_oneway(arena));
        }
        report_row(r, "shape", "%s%s",
                   f->tree        ? "tree"
                   : f->connected ? "connected"
                                  : "not connected",
                   f->bipartite && !f->tree ? ", bipartite" : "");
        report_row(r, "carries", "%s",
                   places && names ? "coordinates, names"
                   : places        ? "coordinates"
                   : names         ? "names"
                                   : "no coordinates");
        return;
    }
    report_count(r, "components", f->components);
    report_count(r, "strong_components", f->strong_components);
    report_count(r, "oneway", dm_arena_oneway(arena));
    report_flag(r, "connected", f->connected);
    report_flag(r, "tree", f->tree);
    report_flag(r, "bipartite", f->bipartite);
    report_flag(r, "coordinates", places);
    report_flag(r, "names", names);
    dm_notes notes = dm_arena_notes(arena);
    report_count(r, "loops_dropped", notes.loops);
    report_count(r, "parallel_dropped", notes.parallel);
    report_count(r, "one_way_joined", notes.one_way);
    report_count(r, "uneven_joined", notes.uneven);
}

/* In JSON null under every name, in text one row. */
static void add_unknown(report *r, const char *label, const char *why, const char *const *keys)
{
    report_row(r, label, "%s", why);
    for (; *keys; keys++)
        report_json(r, *keys, json_null());
}

void answer_arena(report *r, const dm_arena *arena, const answer_facts *found)
{
    static const char *const metric[] = {"diameter", "radius", "median_sum", "medians", NULL};
    static const char *const symmetry[] = {"symmetries", "orbits", "symmetries_log10", NULL};
    add_sizes(r, arena, &found->facts);
    add_shape(r, arena, &found->facts);
    answer_map(r, arena);
    if (found->no_metric[0]) {
        add_unknown(r, "diameter", found->no_metric, metric);
    } else {
        int decimals = dm_arena_decimals(arena);
        if (report_is_json(r)) {
            report_count(r, "diameter", found->metric.diameter);
            report_count(r, "radius", found->metric.radius);
            report_count(r, "median_sum", found->metric.median_sum);
        } else {
            char text[32];
            report_units(found->metric.diameter, decimals, text);
            report_string(r, "diameter", text);
            report_units(found->metric.radius, decimals, text);
            report_string(r, "radius", text);
        }
        report_vertices(r, "medians", found->metric.medians, found->metric.median_count);
    }
    if (found->symmetry) {
        if (found->symmetry->order_exponent == 0) {
            report_count(r, "symmetries", (int64_t)found->symmetry->order_mantissa);
        } else {
            double log10_order =
                log10(found->symmetry->order_mantissa) + found->symmetry->order_exponent;
            report_row(r, "symmetries", "about %.3fe%.0f", pow(10, fmod(log10_order, 1)),
                       floor(log10_order));
            report_json(r, "symmetries", json_null());
        }
        report_count(r, "orbits", found->symmetry->orbit_count);
        if (report_is_json(r))
            report_real(r, "symmetries_log10",
                        log10(found->symmetry->order_mantissa) + found->symmetry->order_exponent);
    } else {
        add_unknown(r, "symmetries", found->no_symmetry, symmetry);
    }
    if (found->has_theory)
        answer_tree(r, &found->theory);
}

void answer_drawing(report *r, const dm_arena *arena, const dm_point *places)
{
    const int64_t *values = dm_arena_values(arena);
    json_t *points = json_array(), *labels = json_array(), *worth = json_array();
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++) {
        const char *name = dm_arena_name(arena, v);
        report_append(&points, report_rounded(places[v].x));
        report_append(&points, report_rounded(places[v].y));
        report_append(&labels, name ? json_string(name) : json_null());
        report_append(&worth, json_integer(values ? values[v] : 1));
    }
    report_json(r, "places", points);
    /* both ends and the length of each edge (one length if all are the same), and the numbers of
     * those that are one-way arcs */
    const dm_graph *graph = dm_arena_graph(arena);
    json_t *ends = json_array(), *oneway = json_array();
    json_t *lengths = graph->uniform ? json_integer(graph->uniform) : json_array();
    json_int_t number = 0;
    for (dm_vertex u = 0; u < graph->n; u++)
        for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++) {
            bool is_oneway = dm_arc_is_oneway(arena, u, arc);
            if (u >= graph->target[arc] && !is_oneway)
                continue; /* an edge is listed from its lower end */
            report_append(&ends, json_integer(u));
            report_append(&ends, json_integer(graph->target[arc]));
            if (!graph->uniform)
                report_append(&lengths, json_integer(dm_graph_length(graph, arc)));
            if (is_oneway)
                report_append(&oneway, json_integer(number));
            number++;
        }
    assert(number == dm_arena_edges(arena));
    report_json(r, "ends", ends);
    report_json(r, "lengths", lengths);
    if (dm_arena_is_directed(arena))
        report_json(r, "arcs", oneway);
    else
        json_decref(oneway);
    if (dm_arena_has_names(arena))
        report_json(r, "labels", json_incref(labels));
    if (values)
        report_json(r, "values", json_incref(worth));
    json_decref(labels);
    json_decref(worth);
}
