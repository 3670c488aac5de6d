/* cmd_atlas.c - `demesne atlas`: tables of solved games, kept in a database. */
#include "atlas.h"
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_DB "demesne.db"

enum { DEFAULT_MEMORY = 256 << 20, LEAST_MEMORY = 1 << 20, MOST_VERTICES = 4096 };

/* clang-format off */
static const question_field fields[] = {
    {.name = "to", .argument = "N|FILE", .type = Q_FILE, .at = offsetof(atlas_options, to),
     .help = "run: boards of up to N vertices; export: the FILE.csv, FILE.json or FILE.html to write "
             "(- is CSV on standard output)"},
    {.name = "vertices", .argument = "A-B", .type = Q_TEXT,
     .at = offsetof(atlas_options, vertices), .help = "boards of A to B vertices, or of exactly N"},
    {.name = "cells", .argument = "N", .type = Q_TEXT, .at = offsetof(atlas_options, cells),
     .help = "boards of up to N vertices, as one says of grids"},
    {.name = "rounds", .argument = "A-B", .type = Q_TEXT, .otherwise = "all", .at = offsetof(atlas_options, rounds),
     .help = "games of A to B rounds, of exactly N, or all"},
    {.name = "per_turn", .argument = "K", .type = Q_COUNT, .low = 1, .high = MOST_VERTICES,
     .standard = 1, .at = offsetof(atlas_options, per_turn), .help = "stones placed in a turn "},
    {.name = "db", .argument = "FILE", .type = Q_FILE, .otherwise = DEFAULT_DB, .at = offsetof(atlas_options, db),
     .help = "the database"},
    {.name = "game_time", .argument = "SECONDS", .type = Q_SECONDS,
     .at = offsetof(atlas_options, game_time),
     .help = "run: leave a game with its bounds after so long; it is tried again only with more"},
    {.name = "memory", .argument = "SIZE", .type = Q_SIZE, .low = LEAST_MEMORY,
     .high = INT64_C(1) << 44, .standard = DEFAULT_MEMORY, .at = offsetof(atlas_options, memory),
     .help = "run: of the tables of positions, all threads together"},
    {.name = "winner", .argument = "WHO", .type = Q_CHOICE, .choices = "any|white|tie|black",
     .at = offsetof(atlas_options, winner), .help = "show, export: only games that end so"},
    {.name = "summary", .type = Q_FLAG, .at = offsetof(atlas_options, summary),
     .help = "export: counts by vertices and rounds instead of games"},
    {0}};
/* clang-format on */

/* "A-B" or "N"; false where it is neither. */
static bool read_range(const char *text, int32_t *low, int32_t *high)
{
    char *end = NULL;
    long a = strtol(text, &end, 10), b = a;
    if (end == text || a < 1)
        return false;
    if (*end == '-') {
        const char *second = end + 1;
        b = strtol(second, &end, 10);
        if (end == second)
            return false;
    }
    if (*end || b < a || b > MOST_VERTICES)
        return false;
    *low = (int32_t)a;
    *high = (int32_t)b;
    return true;
}

static dm_status fail_range(const char *option, const char *text, dm_error *err)
{
    return answer_fail(err, DM_BAD_ARGUMENT, "--%s %s: expected A-B or N, from 1 to %d", option,
                       text, MOST_VERTICES);
}

static dm_status read_sizes(const atlas_options *own, bool runs, dm_atlas_plan *plan, dm_error *err)
{
    const char *most = own->cells ? own->cells : runs ? own->to : NULL;
    int32_t from = 0, to = 0;
    if (own->vertices && !read_range(own->vertices, &from, &to))
        return fail_range("vertices", own->vertices, err);
    plan->min_vertices = from;
    plan->max_vertices = to;
    if (most && !own->vertices && !read_range(most, &from, &to))
        return fail_range(own->cells ? "cells" : "to", most, err);
    plan->max_vertices = to;
    if (runs && to == 0)
        return answer_fail(err, DM_BAD_ARGUMENT,
                           "which sizes? --to N (up to N vertices) or --vertices A-B");
    return DM_OK;
}

static dm_status read_plan(cli_call *cli, const char *table, bool runs, dm_atlas_plan *plan,
                           dm_error *err)
{
    const atlas_options *own = cli->ask.own;
    *plan = (dm_atlas_plan){.table = table,
                            .per_turn = (int32_t)own->per_turn,
                            .ties = (dm_tie_rule)cli->ask.ties,
                            .threads = (int)cli->ask.threads,
                            .memory = own->memory,
                            .game_seconds = own->game_time};
    if (cli->ask.values.text)
        return answer_fail(err, DM_BAD_ARGUMENT, "the boards of the atlas have no --values");
    if (strcmp(own->rounds, "all") != 0 &&
        !read_range(own->rounds, &plan->min_rounds, &plan->max_rounds))
        return fail_range("rounds", own->rounds, err);
    return read_sizes(own, runs, plan, err);
}

static dm_status fail_table(const char *name, dm_error *err)
{
    const char *names[32];
    int count = 0;
    for (; count < dm_atlas_table_count() && count < 32; count++)
        names[count] = dm_atlas_table_at(count)->name;
    const char *near = dm_nearest_name(name, names, count);
    return near ? answer_fail(err, DM_BAD_ARGUMENT, "there is no table '%s'; did you mean '%s'?",
                              name, near)
                : answer_fail(err, DM_BAD_ARGUMENT,
                              "there is no table '%s'; 'demesne atlas --help' lists them", name);
}

/* The tables named after the verb, or all; freed with free(). */
static dm_status read_queries(cli_call *cli, dm_atlas *atlas, bool runs, atlas_query **out,
                              int *count, dm_error *err)
{
    const atlas_options *own = cli->ask.own;
    int named = cli->operand_count - 1;
    bool all = named == 0 || (named == 1 && strcmp(cli->operands[1], "all") == 0);
    int most = all ? dm_atlas_table_count() : named;
    atlas_query *queries = calloc((size_t)most, sizeof *queries);
    dm_status status = DM_OK;
    if (!queries)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    *count = 0;
    for (int i = 0; i < most && status == DM_OK; i++) {
        const dm_atlas_table *table =
            all ? dm_atlas_table_at(i) : dm_atlas_table_find(cli->operands[1 + i]);
        if (table && all && table->is_view)
            continue;
        status = table ? read_plan(cli, table->name, runs, &queries[*count].plan, err)
                       : fail_table(cli->operands[1 + i], err);
        queries[*count].atlas = atlas;
        queries[(*count)++].winner = (atlas_winner)own->winner;
    }
    if (status == DM_OK)
        *out = queries;
    else
        free(queries);
    return status;
}

static dm_status tell_run(const cli_call *cli, const char *table, const dm_atlas_tally *t,
                          double begun, dm_error *err)
{
    report *r = report_new(cli, NULL);
    report_line(r,
                "%s: %" PRId64 " boards, %" PRId64 " games solved, %" PRId64
                " known before, %" PRId64 " left with bounds",
                table, t->boards, t->solved, t->known, t->unproven);
    if (cli->json) {
        report_string(r, "table", table);
        report_count(r, "boards", t->boards);
        report_count(r, "solved", t->solved);
        report_count(r, "known", t->known);
        report_count(r, "unproven", t->unproven);
        report_since(r, begun);
    }
    return report_end(r, err);
}

static dm_status run_table(cli_call *cli, const atlas_query *query, dm_run *run, dm_error *err)
{
    double begun = report_clock();
    dm_atlas_tally tally = {0};
    dm_error unsaid = {0};
    dm_status status = dm_atlas_run(query->atlas, &query->plan, run, &tally, err);
    cli_clear_bar();
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    if (tell_run(cli, query->plan.table, &tally, begun, &unsaid) != DM_OK) {
        *err = unsaid;
        return unsaid.status;
    }
    if (status == DM_OK && tally.unproven > 0)
        return answer_fail(err, DM_STOPPED, "%s: %" PRId64 " games have bounds only",
                           query->plan.table, tally.unproven);
    return status;
}

/* Games left with bounds do not keep the next table from its turn; the status tells of them. */
static dm_status run_tables(cli_call *cli, const atlas_query *queries, int count, dm_error *err)
{
    dm_run *run = NULL;
    dm_status status = cli_run_new(cli, &run, err), worst = DM_OK;
    for (int i = 0; i < count && status == DM_OK; i++) {
        status = run_table(cli, &queries[i], run, err);
        if (status == DM_STOPPED && dm_run_stopped(run) == DM_STOP_NONE) {
            worst = status;
            status = DM_OK;
        }
    }
    cli_run_free(run);
    return status == DM_OK ? worst : status;
}

static dm_status show_tables(cli_call *cli, const atlas_query *queries, int count, dm_error *err)
{
    dm_status status = DM_OK;
    for (int i = 0; i < count && status == DM_OK; i++) {
        if (i > 0 && !cli->json)
            putchar('\n');
        status = atlas_show(cli, &queries[i], err);
    }
    return status;
}

static dm_status export_tables(cli_call *cli, const atlas_query *queries, int count, dm_error *err)
{
    const atlas_options *own = cli->ask.own;
    if (own->to)
        return atlas_export(cli, queries, count, err);
    return answer_fail(err, DM_BAD_ARGUMENT, "where to? --to FILE.csv, FILE.json or FILE.html");
}

typedef struct {
    const char *name;
    bool runs;
    dm_status (*act)(cli_call *cli, const atlas_query *queries, int count, dm_error *err);
} verb;

static const verb verbs[] = {
    {"run", true, run_tables}, {"show", false, show_tables}, {"export", false, export_tables}};

static const verb *find_verb(const char *name)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    return NULL;
}

static dm_status answer(cli_call *cli, const verb *asked, dm_error *err)
{
    const atlas_options *own = cli->ask.own;
    dm_atlas *atlas = NULL;
    atlas_query *queries = NULL;
    int count = 0;
    cli->ask.wrong_words = true; /* until the words are read */
    dm_status status = read_queries(cli, NULL, asked->runs, &queries, &count, err);
    if (status != DM_OK)
        return status;
    cli->ask.wrong_words = false;
    status = dm_atlas_open(own->db, asked->runs, &atlas, err);
    for (int i = 0; i < count; i++)
        queries[i].atlas = atlas;
    if (status == DM_OK)
        status = asked->act(cli, queries, count, err);
    if (status == DM_BAD_ARGUMENT)
        cli->ask.wrong_words = true;
    dm_atlas_close(atlas);
    free(queries);
    return status;
}

static int run(cli_call *cli)
{
    const verb *asked = find_verb(cli->operands[0]);
    if (!asked) {
        cli_error("atlas %s: expected run, show or export", cli->operands[0]);
        return CLI_USAGE;
    }
    if (asked->runs && cli->operand_count < 2) {
        cli_error("atlas run: which table? 'demesne atlas --help' lists them; all is every one");
        return CLI_USAGE;
    }
    dm_error err = {0};
    dm_status status = answer(cli, asked, &err);
    return status == DM_OK ? CLI_DONE : cli_report_failure(cli, status, &err);
}

static const char *const more[] = {"demesne atlas run trees --vertices 9 --quiet",
                                   "demesne atlas show trees --rounds 2",
                                   "demesne atlas export paths --to paths.csv", NULL};

static const question asked = {
    .name = "atlas", .fields = fields, .size = sizeof(atlas_options), .common = Q_BOARD | Q_MAYBE};

const cli_spec spec_atlas = {
    .run = run,
    .question = &asked,
    .operands = {1, 33},
    .words = "run|show|export",
    .more = more,
    .about =
        "`run` solves what the database does not have yet.  Games are written as they are\n"
        "solved, under the canonical form of their board: a run that is killed at any moment "
        "loses\n"
        "at most the games in work, and the same command goes on.  --threads solve several boards\n"
        "at once.  `show` prints the values, or counts of White's wins / ties / Black's wins, and\n"
        "the smallest boards that Black wins; without a table, all of them.  `export` writes CSV,\n"
        "JSON or a page with pictures.  A file that is not a database of Demesne is left alone.\n"
        "\n"
        "Tables:\n"
        "  paths cycles grids tori spiders hypercubes   families, by vertices\n"
        "  complete-trees   tree:K,H\n"
        "  trees graphs     all free trees, all connected graphs (need nauty's gentreeg and geng)\n"
        "  open-trees       complete trees below the size bound of Teramoto, Demaine and Uehara\n"
        "                   (to show and export; complete-trees is run)"};
