/* question_arena.c - facts about a board.
 *
 * Diameter, medians and symmetry can take long.  They are given if they should take less than about
 * a second, or if all is wanted; otherwise the text says why and JSON has null.
 */
#include "question/questions.h"

#include "answer/answer.h"

#include "base/base.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const question_field fields[] = {
    {.name = "to", .type = Q_FILE, .argument = "FILE", .writes = true,
     .at = offsetof(arena_fields, to),
     .help = "write the board to FILE, in the format of its ending; - is standard output"},
    {.name = "format", .type = Q_TEXT, .in = Q_WORDS_ONLY, .argument = "NAME",
     .at = offsetof(arena_fields, format), .help = "the format of --to, whatever the ending"},
    {.name = "all", .type = Q_FLAG, .in = Q_LOCAL, .at = offsetof(arena_fields, all),
     .help = "diameter, medians and symmetry however long they take"},
    {.name = "check", .type = Q_FLAG, .in = Q_LOCAL, .at = offsetof(arena_fields, check),
     .help = "check every section of a .board file, not only those that are needed"},
    {.name = "drawing", .type = Q_FLAG, .in = Q_JSON_ONLY, .at = offsetof(arena_fields, drawing),
     .help = "coordinates, edges, names and values, to draw the board"},
    {.name = "rounds", .type = Q_COUNT, .argument = "N", .low = 1, .high = INT32_MAX,
     .at = offsetof(arena_fields, rounds),
     .help = "the theory of N rounds on a complete k-ary tree: key level, bound, who wins"},
    {0}};
/* clang-format on */

/* Searches from every vertex take n (n + 2m) steps, 1 to 10 ns each. */
static const double SEARCH_STEPS = 1e8;
static const int64_t SYMMETRY_SIZE = 20000; /* vertices and edges together */
#define SYMMETRY_SECONDS 2.0

static const char TOO_LARGE[] = "not computed on a board of this size (--all)";

typedef struct arena_found {
    dm_facts facts;
    dm_metric metric;
    dm_symmetry *symmetry;
    dm_tree_theory theory; /* of rounds on a complete tree */
    bool has_theory;       /* if it was asked for */
    char no_metric[200];   /* why there is no metric; "" if there is one */
    char no_symmetry[200];
    dm_point *places; /* of a drawing */
} arena_found;

static void arena_clear(void *found)
{
    arena_found *f = found;
    dm_metric_clear(&f->metric);
    dm_symmetry_free(f->symmetry);
    free(f->places);
}

static bool is_quick_metric(const dm_arena *arena, const dm_facts *f)
{
    double n = dm_arena_vertices(arena), m = (double)dm_arena_edges(arena);
    return f->tree || n * (n + 2 * m) <= SEARCH_STEPS;
}

/* If the metric cannot be computed, the answer says why. */
static dm_status find_metric(const ask_board *board, bool all, arena_found *out, dm_error *err)
{
    if (!all && !is_quick_metric(board->arena, &out->facts)) {
        snprintf(out->no_metric, sizeof out->no_metric, "%s", TOO_LARGE);
        return DM_OK;
    }
    dm_error why = {0};
    dm_status status = dm_metric_init(board->arena, board->run, &out->metric, &why);
    snprintf(out->no_metric, sizeof out->no_metric, "%.190s", why.message);
    if (status == DM_TOO_LARGE || status == DM_UNSUPPORTED)
        return DM_OK;
    if (status == DM_UNFINISHED)
        status = DM_STOPPED;
    return status == DM_OK ? DM_OK : answer_fail(err, status, "%s", why.message);
}

static dm_status find_symmetry(const ask_board *board, bool all, arena_found *out, dm_error *err)
{
    int64_t size = dm_arena_vertices(board->arena) + dm_arena_edges(board->arena);
    if (!all && size > SYMMETRY_SIZE) {
        snprintf(out->no_symmetry, sizeof out->no_symmetry, "%s", TOO_LARGE);
        return DM_OK;
    }
    dm_error why = {0};
    dm_run *run = NULL; /* on some small graphs the search would take for ever */
    dm_status status = dmi_run_part(board->run, all ? -1 : SYMMETRY_SECONDS, &run, err);
    if (status != DM_OK)
        return status;
    status = dm_symmetry_new(board->arena, run, &out->symmetry, &why);
    dm_run_free(run);
    snprintf(out->no_symmetry, sizeof out->no_symmetry, "%.190s",
             status == DM_UNFINISHED ? TOO_LARGE : why.message);
    if (status == DM_UNFINISHED && !dmi_run_report(board->run, 0, "symmetries", 0, 0, NULL))
        return dmi_stopped(board->run, err);
    return status == DM_OK || status == DM_TOO_LARGE || status == DM_UNFINISHED ||
                   status == DM_UNSUPPORTED
               ? DM_OK
               : answer_fail(err, status, "%s", why.message);
}

static dm_status find_facts(const asking *a, const ask_board *board, arena_found *f, dm_error *err)
{
    const arena_fields *own = a->own;
    dm_status status = dm_facts_find(board->arena, &f->facts, err);
    if (status == DM_OK)
        status = find_metric(board, own->all, f, err);
    if (status == DM_OK)
        status = find_symmetry(board, own->all, f, err);
    bool stopped = status == DM_STOPPED;
    if (stopped)
        snprintf(f->no_symmetry, sizeof f->no_symmetry, "not computed: out of time");
    if ((status == DM_OK || stopped) && own->rounds) {
        dm_complete_tree tree = {0};
        status = dm_complete_tree_init(board->arena, &tree, err);
        if (status == DM_OK)
            status = dm_tree_theory_init(tree.children, tree.height, (int32_t)own->rounds,
                                         &f->theory, err);
        f->has_theory = status == DM_OK;
        dm_complete_tree_clear(&tree);
    }
    if (status == DM_OK && own->drawing) {
        f->places = calloc((size_t)dm_arena_vertices(board->arena) + 1, sizeof *f->places);
        status = f->places ? dm_layout(board->arena, a->seed, f->places, err)
                           : answer_fail(err, DM_NO_MEMORY, "out of memory");
    }
    return status == DM_OK && stopped ? DM_STOPPED : status;
}

static dm_status check_arena_fields(asking *a, const ask_board *board, dm_error *err)
{
    const arena_fields *own = a->own;
    if (own->format && !own->to)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "--format names the format of --to FILE, which is missing");
    if (own->to && board->many)
        return answer_fail(err, DM_BAD_ARGUMENT, "%s: --to needs a source with one board",
                           board->source);
    return own->check ? dm_arena_check(board->arena, board->run, err) : DM_OK;
}

static dm_status arena_find(asking *a, const ask_board *board, void *shared, void *found,
                            dm_error *err)
{
    const arena_fields *own = a->own;
    bool is_written = own->to && strcmp(own->to, "-") == 0; /* instead of an answer */
    (void)shared;
    dm_status status = check_arena_fields(a, board, err);
    return status == DM_OK && !is_written ? find_facts(a, board, found, err) : status;
}

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

static void add_sizes(report *r, const dm_arena *arena, const dm_facts *f)
{
    int decimals = dm_arena_decimals(arena);
    char lengths[80], values[80];
    range_text(f->length_min, f->length_max, decimals, lengths);
    range_text(f->value_min, f->value_max, dm_arena_value_decimals(arena), values);
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

/* In JSON: coordinates, edges, lengths, names and values. */
static void add_drawing(report *r, const dm_arena *arena, const dm_point *places)
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

static dm_status arena_report(const asking *a, const ask_board *board, void *found, report *r,
                              dm_error *err)
{
    const arena_fields *own = a->own;
    const arena_found *f = found;
    (void)err;
    static const char *const metric[] = {"diameter", "radius", "median_sum", "medians", NULL};
    static const char *const symmetry[] = {"symmetries", "orbits", "symmetries_log10", NULL};
    add_sizes(r, board->arena, &f->facts);
    add_shape(r, board->arena, &f->facts);
    answer_map(r, board->arena);
    if (f->no_metric[0]) {
        add_unknown(r, "diameter", f->no_metric, metric);
    } else {
        int decimals = dm_arena_decimals(board->arena);
        if (report_is_json(r)) {
            report_count(r, "diameter", f->metric.diameter);
            report_count(r, "radius", f->metric.radius);
            report_count(r, "median_sum", f->metric.median_sum);
        } else {
            char text[32];
            report_units(f->metric.diameter, decimals, text);
            report_string(r, "diameter", text);
            report_units(f->metric.radius, decimals, text);
            report_string(r, "radius", text);
        }
        report_vertices(r, "medians", f->metric.medians, f->metric.median_count);
    }
    if (f->symmetry) {
        if (f->symmetry->order_exponent == 0) {
            report_count(r, "symmetries", (int64_t)f->symmetry->order_mantissa);
        } else {
            double log10_order = log10(f->symmetry->order_mantissa) + f->symmetry->order_exponent;
            report_row(r, "symmetries", "about %.3fe%.0f", pow(10, fmod(log10_order, 1)),
                       floor(log10_order));
            report_json(r, "symmetries", json_null());
        }
        report_count(r, "orbits", f->symmetry->orbit_count);
        if (report_is_json(r))
            report_real(r, "symmetries_log10",
                        log10(f->symmetry->order_mantissa) + f->symmetry->order_exponent);
    } else {
        add_unknown(r, "symmetries", f->no_symmetry, symmetry);
    }
    if (f->has_theory)
        answer_tree(r, &f->theory);
    if (f->places)
        add_drawing(r, board->arena, f->places);
    if (own->check)
        report_flag(r, "checked", true);
    if (own->to)
        report_string(r, "written", own->to);
    return DM_OK;
}

const question question_arena = {
    .name = "arena", .fields = fields, .common = Q_BOARD, QUESTION_PARTS(arena)};
