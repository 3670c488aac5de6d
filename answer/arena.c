/* arena.c - facts about a board.
 *
 * Diameter, medians and symmetry can be dear.  They are given where they should take less than
 * about a second, or where all is wanted; elsewhere the text says so and JSON has null.
 */
#include "answer/answer.h"
#include "answer/facts.h"
#include "answer/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Searches from every vertex take n (n + 2m) steps, 1 to 10 ns each. */
static const double search_steps = 1e8;
static const int64_t symmetry_size = 20000; /* vertices and edges together */

static bool is_quick_metric(const dm_arena *arena, const facts *f)
{
    double n = dm_arena_vertices(arena), m = (double)dm_arena_edges(arena);
    return f->tree || n * (n + 2 * m) <= search_steps;
}

/* "1", "400 to 1693", or "0.5 to 1, multiples of 10^-1". */
static void range_text(int64_t low, int64_t high, int decimals, char text[80])
{
    char from[32], to[32];
    facts_print_units(low, decimals, from);
    facts_print_units(high, decimals, to);
    int used =
        low == high ? snprintf(text, 80, "%s", from) : snprintf(text, 80, "%s to %s", from, to);
    if (decimals > 0)
        snprintf(text + used, 80 - (size_t)used, ", multiples of 10^-%d", decimals);
}

static void add_sizes(report *r, const dm_arena *arena, const facts *f)
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

static void add_shape(report *r, const dm_arena *arena, const facts *f)
{
    bool places = dm_arena_places(arena) != NULL, names = dm_arena_has_names(arena);
    if (!report_is_json(r)) {
        report_count(r, "components", f->components);
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

static void add_metric(report *r, const dm_metric *m, int decimals)
{
    if (report_is_json(r)) {
        report_count(r, "diameter", m->diameter);
        report_count(r, "radius", m->radius);
        report_count(r, "median_sum", m->median_sum);
    } else {
        char text[32];
        facts_print_units(m->diameter, decimals, text);
        report_string(r, "diameter", text);
        facts_print_units(m->radius, decimals, text);
        report_string(r, "radius", text);
    }
    report_vertices(r, "medians", m->medians, m->median_count);
}

/* DM_UNFINISHED leaves a report that can still be printed. */
static dm_status find_metric(report *r, const dm_arena *arena, const facts *f, bool all,
                             dm_run *run, dm_error *err)
{
    static const char *const keys[] = {"diameter", "radius", "median_sum", "medians", NULL};
    if (!all && !is_quick_metric(arena, f)) {
        add_unknown(r, "diameter", "not looked for on a board of this size (--all)", keys);
        return DM_OK;
    }
    dm_metric metric = {0};
    dm_status status = dm_metric_init(arena, run, &metric, err);
    if (status == DM_OK)
        add_metric(r, &metric, dm_arena_decimals(arena));
    else if (status == DM_UNFINISHED || status == DM_TOO_LARGE)
        add_unknown(r, "diameter", err->message, keys);
    dm_metric_clear(&metric);
    return status == DM_TOO_LARGE ? DM_OK : status;
}

static void add_symmetry(report *r, const dm_symmetry *s)
{
    if (s->order_exponent == 0) {
        report_count(r, "symmetries", (int64_t)s->order_mantissa);
    } else {
        double log10_order = log10(s->order_mantissa) + s->order_exponent;
        report_row(r, "symmetries", "about %.3fe%.0f", pow(10, fmod(log10_order, 1)),
                   floor(log10_order));
        report_json(r, "symmetries", json_null());
    }
    report_count(r, "orbits", s->orbit_count);
    if (report_is_json(r))
        report_real(r, "symmetries_log10", log10(s->order_mantissa) + s->order_exponent);
}

static dm_status find_symmetry(report *r, const dm_arena *arena, bool all, const dm_run *run,
                               dm_error *err)
{
    static const char *const keys[] = {"symmetries", "orbits", "symmetries_log10", NULL};
    if (run && dm_run_stopped(run)) {
        add_unknown(r, "symmetries", "not looked for any more", keys);
        return DM_OK;
    }
    if (!all && dm_arena_vertices(arena) + dm_arena_edges(arena) > symmetry_size) {
        add_unknown(r, "symmetries", "not looked for on a board of this size (--all)", keys);
        return DM_OK;
    }
    dm_symmetry *symmetry = NULL;
    dm_status status = dm_symmetry_new(arena, &symmetry, err);
    if (status == DM_OK)
        add_symmetry(r, symmetry);
    else if (status == DM_TOO_LARGE)
        add_unknown(r, "symmetries", err->message, keys);
    dm_symmetry_free(symmetry);
    return status == DM_TOO_LARGE ? DM_OK : status;
}

dm_status answer_arena(report *r, const dm_arena *arena, const answer_arena_wish *wish, dm_run *run,
                       dm_error *err)
{
    facts f;
    dm_status status = facts_find(arena, &f, err);
    if (status != DM_OK)
        return status;
    add_sizes(r, arena, &f);
    add_shape(r, arena, &f);
    status = find_metric(r, arena, &f, wish->all, run, err);
    bool stopped = status == DM_UNFINISHED;
    if (status == DM_OK || stopped)
        status = find_symmetry(r, arena, wish->all, run, err);
    if (status == DM_OK && wish->rounds)
        status = answer_tree(r, arena, wish->rounds, err);
    return status == DM_OK && stopped ? DM_STOPPED : status;
}
