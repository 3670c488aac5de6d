/* cmd_arena.c - `demesne arena`: facts about a board; converts it.
 *
 * Diameter, medians and symmetry can be dear.  They are given where they should
 * take less than about a second, or with --all; elsewhere the text says so and
 * JSON has null.
 */
#include "cli.h"
#include "facts.h"
#include "report.h"
#include "tree_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *to, *format;
    bool all;
    int64_t rounds; /* 0: not asked about */
} own_options;

/* clang-format off */
static const cli_option options[] = {
    {.name = "to", .argument = "FILE", .type = CLI_FILE, .at = offsetof(own_options, to),
     .help = "write the board to FILE, in the format that its ending names; - is standard output"},
    {.name = "format", .argument = "NAME", .type = CLI_TEXT, .at = offsetof(own_options, format),
     .help = "the format of --to, whatever the ending"},
    {.name = "all", .type = CLI_FLAG, .at = offsetof(own_options, all),
     .help = "diameter, medians and symmetry however long they take"},
    {.name = "rounds", .argument = "N", .type = CLI_COUNT, .low = 1, .high = INT32_MAX,
     .at = offsetof(own_options, rounds),
     .help = "what is known of N rounds on a complete k-ary tree: key level, bound, who wins"},
    {0}};
/* clang-format on */

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

static void add_sizes(report *r, const cli_call *cli, const dm_arena *arena, const facts *f)
{
    int decimals = dm_arena_decimals(arena);
    char lengths[80], values[80];
    range_text(f->length_min, f->length_max, decimals, lengths);
    range_text(f->value_min, f->value_max, 0, values);
    if (!cli->json) {
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

static void add_shape(report *r, const cli_call *cli, const dm_arena *arena, const facts *f)
{
    bool places = dm_arena_places(arena) != NULL, names = dm_arena_has_names(arena);
    if (!cli->json) {
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
}

/* In JSON null under every name, in text one row. */
static void add_unknown(report *r, const char *label, const char *why, const char *const *keys)
{
    report_row(r, label, "%s", why);
    for (; *keys; keys++)
        report_json(r, *keys, json_null());
}

static void add_metric(report *r, const cli_call *cli, const dm_metric *m, int decimals)
{
    if (cli->json) {
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

/* DM_STOPPED leaves a report that can still be printed. */
static dm_status find_metric(report *r, const cli_call *cli, const cli_board *board, const facts *f,
                             dm_error *err)
{
    static const char *const keys[] = {"diameter", "radius", "median_sum", "medians", NULL};
    const own_options *own = cli->own;
    if (!own->all && !is_quick_metric(board->arena, f)) {
        add_unknown(r, "diameter", "not looked for on a board of this size (--all)", keys);
        return DM_OK;
    }
    dm_metric metric = {0};
    dm_status status = dm_metric_init(board->arena, board->run, &metric, err);
    if (status == DM_OK)
        add_metric(r, cli, &metric, dm_arena_decimals(board->arena));
    else if (status == DM_STOPPED || status == DM_TOO_LARGE)
        add_unknown(r, "diameter", err->message, keys);
    dm_metric_clear(&metric);
    return status == DM_TOO_LARGE ? DM_OK : status;
}

static void add_symmetry(report *r, const cli_call *cli, const dm_symmetry *s)
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
    if (cli->json)
        report_real(r, "symmetries_log10", log10(s->order_mantissa) + s->order_exponent);
}

static dm_status find_symmetry(report *r, const cli_call *cli, const cli_board *board,
                               dm_error *err)
{
    static const char *const keys[] = {"symmetries", "orbits", "symmetries_log10", NULL};
    const own_options *own = cli->own;
    if (dm_run_stopped(board->run)) {
        add_unknown(r, "symmetries", "not looked for any more", keys);
        return DM_OK;
    }
    if (!own->all &&
        dm_arena_vertices(board->arena) + dm_arena_edges(board->arena) > symmetry_size) {
        add_unknown(r, "symmetries", "not looked for on a board of this size (--all)", keys);
        return DM_OK;
    }
    dm_symmetry *symmetry = NULL;
    dm_status status = dm_symmetry_new(board->arena, &symmetry, err);
    if (status == DM_OK)
        add_symmetry(r, cli, symmetry);
    else if (status == DM_TOO_LARGE)
        add_unknown(r, "symmetries", err->message, keys);
    dm_symmetry_free(symmetry);
    return status == DM_TOO_LARGE ? DM_OK : status;
}

static dm_status answer(cli_call *cli, const cli_board *board, dm_error *err)
{
    const own_options *own = cli->own;
    facts f;
    dm_status status = facts_find(board->arena, &f, err);
    if (status != DM_OK)
        return status;
    report *r = report_new(cli, board);
    add_sizes(r, cli, board->arena, &f);
    add_shape(r, cli, board->arena, &f);
    status = find_metric(r, cli, board, &f, err);
    bool stopped = status == DM_STOPPED;
    if (status == DM_OK || stopped)
        status = find_symmetry(r, cli, board, err);
    if (status == DM_OK && own->rounds)
        status = tree_report_add(r, cli, board->arena, (int32_t)own->rounds, err);
    if (status != DM_OK) {
        report_free(r);
        return status;
    }
    if (own->to)
        report_string(r, "written", own->to);
    status = report_end(r, err);
    return status == DM_OK && stopped ? DM_STOPPED : status;
}

/* One board, written and described; on standard output it stands alone. */
static dm_status convert(cli_call *cli, dm_error *err)
{
    const own_options *own = cli->own;
    cli_board board = {.source = cli->operands[0], .begun = cli_seconds()};
    dm_arena *arena = NULL;
    dm_status status = cli_one_board(cli, board.source, &arena, err);
    if (status == DM_OK)
        status = cli_write_board(cli, arena, own->to, own->format, err);
    if (status == DM_OK && strcmp(own->to, "-") != 0) {
        board.arena = arena;
        status = cli_run_new(cli, &board.run, err);
        if (status == DM_OK)
            status = answer(cli, &board, err);
        cli_run_free(board.run);
    }
    dm_arena_free(arena);
    return status;
}

static int run(cli_call *cli)
{
    const own_options *own = cli->own;
    if (own->format && !own->to) {
        cli_error("--format names the format of --to FILE, which is missing");
        return CLI_USAGE;
    }
    if (!own->to)
        return cli_each_board(cli, cli->operands[0], answer);
    dm_error err = {0};
    return cli_report_failure(cli, convert(cli, &err), &err);
}

static const char *const more[] = {
    "demesne arena petersen --json", "demesne arena road:1000 --seed 7 --to road.gr",
    "demesne arena tree:3,5 --rounds 4", "demesne arena grid:3x3 --to - --format edges", NULL};

const cli_spec spec_arena = {
    .run = run,
    .options = options,
    .size = sizeof(own_options),
    .operands = {1, 1},
    .more = more,
    .about =
        "Diameter, radius and medians are those of the largest component: the greatest and the\n"
        "least eccentricity, and the vertices with the least value-weighted sum of distances.\n"
        "Symmetries are the renumberings that keep edges, lengths and values; an orbit is a set\n"
        "of vertices they take to each other.  On large boards these are left out (null in\n"
        "--json) unless --all is given.  In --json lengths count units of 10^-decimals.\n\n"
        "--rounds adds, for a complete k-ary tree in any numbering, the numbers of Teramoto,\n"
        "Demaine and Uehara (2011): the size bound and whether it holds, the key level h, alpha\n"
        "and the case of their Algorithm 2, the sizes T_i of subtrees, and what is promised under\n"
        "best play.  In --json: children, height, size_bound (null above 2^63), size_bound_holds,\n"
        "least_height, key_level, key_vertices, alpha, alpha_limit, case (null for one round),\n"
        "subtrees, promised (white, tie or null).\n\n"
        "--to takes one board.  A file of many boards gives one answer a board."};
