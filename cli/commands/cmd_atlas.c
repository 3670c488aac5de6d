/* cmd_atlas.c - `demesne atlas`: tables of solved games, kept in a database. */
#include "atlas_command.h"
#include "base/names.h"
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_VERTICES = 4096 };

/* clang-format off */
#define GAMES_FIELDS(usual_db, where)                                                              \
    {.name = "vertices", .type = Q_TEXT, .argument = "A-B", .at = offsetof(atlas_options, vertices),\
     .help = "boards of A to B vertices, or of exactly N"},                                        \
    {.name = "cells", .type = Q_TEXT, .argument = "N", .at = offsetof(atlas_options, cells),       \
     .help = "boards of up to N vertices, which are the cells of a grid"},                                  \
    {.name = "rounds", .type = Q_TEXT, .argument = "A-B", .otherwise = "all",                      \
     .at = offsetof(atlas_options, rounds),                                                        \
     .help = "games of A to B rounds, of exactly N, or all"},                                      \
    {.name = "per_turn", .type = Q_COUNT, .argument = "K", .low = 1, .high = MOST_VERTICES,        \
     .standard = 1, .at = offsetof(atlas_options, per_turn), .help = "stones placed per turn"},    \
    {.name = "db", .type = Q_FILE, .argument = "DB", .otherwise = usual_db,                        \
     .at = offsetof(atlas_options, db), .help = "the database: a file, or postgresql://user@host/name" where}
#define STORED_GAMES GAMES_FIELDS("demesne.db", "")
#define WINNER_FIELD                                                                               \
    {.name = "winner", .type = Q_CHOICE, .argument = "WHO", .choices = choice_winner_or_any,      \
     .at = offsetof(atlas_options, winner), .help = "only games with this outcome: any, white, tie or black"}

static const question_field run_fields[] = {
    {.name = "to", .type = Q_TEXT, .argument = "N", .at = offsetof(atlas_options, to),
     .help = "boards of up to N vertices"},
    STORED_GAMES,
    {.name = "game_time", .type = Q_SECONDS, .argument = "SECONDS",
     .at = offsetof(atlas_options, game_time),
     .help = "stop a game after this long and keep its bounds; it is tried again only with more time"},
    QUESTION_MEMORY(atlas_options),
    {.name = "queue", .type = Q_FLAG, .at = offsetof(atlas_options, queue),
     .help = "solve nothing now; put the games into the database for `demesne work`"},
    {0}};

static const question_field show_fields[] = {
    GAMES_FIELDS(NULL, " (default: demesne.db; if there is none, the tables that the program has)"),
    WINNER_FIELD, {0}};

static const question_field export_fields[] = {
    {.name = "to", .type = Q_FILE, .argument = "FILE", .required = true,
     .at = offsetof(atlas_options, to),
     .help = "the FILE.csv, FILE.json or FILE.html to write; - is CSV on standard output"},
    STORED_GAMES, WINNER_FIELD,
    {.name = "summary", .type = Q_FLAG, .at = offsetof(atlas_options, summary),
     .help = "counts by vertices and rounds instead of games"},
    {0}};
/* clang-format on */

/* "A-B" or "N"; false if it is neither. */
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
        return answer_fail(err, DM_BAD_ARGUMENT,
                           "--values cannot be used: every vertex of an atlas board is worth 1");
    dm_status status = ask_part(&cli->ask, &plan->part, &plan->parts, err);
    if (status != DM_OK)
        return status;
    if (strcmp(own->rounds, "all") != 0 &&
        !read_range(own->rounds, &plan->min_rounds, &plan->max_rounds))
        return fail_range("rounds", own->rounds, err);
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
        return answer_fail(
            err, DM_BAD_ARGUMENT,
            "the sizes are missing: give --to N (up to N vertices) or --vertices A-B");
    return DM_OK;
}

static dm_status fail_table(const char *name, dm_error *err)
{
    const char *names[32];
    int count = 0;
    for (; count < dm_atlas_table_count() && count < 32; count++)
        names[count] = dm_atlas_table_at(count)->name;
    const char *near = dmi_similar_name(name, names, count);
    return near ? answer_fail(err, DM_BAD_ARGUMENT, "there is no table '%s'; did you mean '%s'?",
                              name, near)
                : answer_fail(err, DM_BAD_ARGUMENT,
                              "there is no table '%s'; 'demesne atlas --help' lists them", name);
}

/* The tables that were named, or all; freed with free(). */
static dm_status read_queries(cli_call *cli, dm_atlas *atlas, bool runs, atlas_query **out,
                              int *count, dm_error *err)
{
    const atlas_options *own = cli->ask.own;
    int named = cli->operand_count;
    bool all = named == 0 || (named == 1 && strcmp(cli->operands[0], "all") == 0);
    int most = all ? dm_atlas_table_count() : named;
    atlas_query *queries = calloc((size_t)most, sizeof *queries);
    dm_status status = DM_OK;
    if (!queries)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    *count = 0;
    for (int i = 0; i < most && status == DM_OK; i++) {
        const dm_atlas_table *table =
            all ? dm_atlas_table_at(i) : dm_atlas_table_find(cli->operands[i]);
        if (table && all && table->is_view)
            continue;
        status = table ? read_plan(cli, table->name, runs, &queries[*count].plan, err)
                       : fail_table(cli->operands[i], err);
        queries[*count].atlas = atlas;
        queries[(*count)++].winner = (atlas_winner)own->winner;
    }
    if (status == DM_OK)
        *out = queries;
    else
        free(queries);
    return status;
}

static dm_status report_run(const cli_call *cli, const char *table, const dm_atlas_tally *t,
                            double begun, dm_error *err)
{
    report *r = report_new(cli, NULL);
    report_line(r,
                "%s: %" PRId64 " boards, %" PRId64 " games solved, %" PRId64
                " known before, %" PRId64 " with only bounds",
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

static dm_status queue_table(const cli_call *cli, const atlas_query *query, dm_error *err)
{
    int64_t batches = 0;
    dm_status status = dm_atlas_queue(query->atlas, &query->plan, &batches, err);
    if (status != DM_OK)
        return status;
    report *r = report_new(cli, NULL);
    report_line(r, "%s: %" PRId64 " batches queued", query->plan.table, batches);
    if (cli->json) {
        report_string(r, "table", query->plan.table);
        report_count(r, "batches", batches);
    }
    return report_end(r, err);
}

static dm_status run_table(cli_call *cli, const atlas_query *query, dm_run *run, dm_error *err)
{
    double begun = report_clock();
    dm_atlas_tally tally = {0};
    dm_error lost = {0};
    dm_status status = dm_atlas_run(query->atlas, &query->plan, run, &tally, err);
    cli_clear_bar();
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    if (report_run(cli, query->plan.table, &tally, begun, &lost) != DM_OK) {
        *err = lost;
        return lost.status;
    }
    if (status == DM_OK && tally.unproven > 0)
        return answer_fail(err, DM_STOPPED, "%s: %" PRId64 " games have only bounds",
                           query->plan.table, tally.unproven);
    return status;
}

/* Goes on with the next table after games that keep bounds; the status then reports them. */
static dm_status run_tables(cli_call *cli, const atlas_query *queries, int count, dm_error *err)
{
    const atlas_options *own = cli->ask.own;
    dm_run *run = NULL;
    dm_status status = DM_OK, worst = DM_OK;
    for (int i = 0; own->queue && i < count && status == DM_OK; i++)
        status = queue_table(cli, &queries[i], err);
    if (own->queue)
        return status;
    status = cli_run_new(cli, &run, err);
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

typedef dm_status act_fn(cli_call *cli, const atlas_query *queries, int count, dm_error *err);

static dm_status answer_atlas(cli_call *cli, act_fn *act, bool runs, dm_error *err)
{
    const atlas_options *own = cli->ask.own;
    dm_atlas *atlas = NULL;
    atlas_query *queries = NULL;
    int count = 0;
    cli->ask.wrong_words = true; /* until the command line is read */
    dm_status status = read_queries(cli, NULL, runs, &queries, &count, err);
    if (status != DM_OK)
        return status;
    cli->ask.wrong_words = false;
    bool is_packed =
        !own->db && access("demesne.db", F_OK) != 0; /* only atlas show has no default */
    if (is_packed)
        cli_note(cli, "no --db and no demesne.db: these are the tables that the program has");
    else
        status = dm_atlas_open(own->db ? own->db : "demesne.db", runs, &atlas, err);
    for (int i = 0; i < count; i++)
        queries[i].atlas = atlas;
    if (status == DM_OK)
        status = act(cli, queries, count, err);
    if (status == DM_BAD_ARGUMENT)
        cli->ask.wrong_words = true;
    dm_atlas_close(atlas);
    free(queries);
    return status;
}

static int act_on(cli_call *cli, act_fn *act, bool runs)
{
    dm_error err = {0};
    return cli_report_failure(cli, answer_atlas(cli, act, runs, &err), &err);
}

static int atlas_run(cli_call *cli)
{
    return act_on(cli, run_tables, true);
}

static int atlas_show_tables(cli_call *cli)
{
    return act_on(cli, show_tables, false);
}

static int atlas_export_tables(cli_call *cli)
{
    return act_on(cli, atlas_export, false);
}

static int atlas_merge(cli_call *cli)
{
    dm_error err = {0};
    dm_run *run = NULL;
    dm_atlas *into = NULL;
    dm_status status = cli_run_new(cli, &run, &err);
    if (status == DM_OK)
        status = dm_atlas_open(cli->operands[0], true, &into, &err);
    for (int i = 1; i < cli->operand_count && status == DM_OK; i++) {
        double begun = report_clock();
        dm_atlas_merged merged = {0};
        status = dm_atlas_merge(into, cli->operands[i], run, &merged, &err);
        cli_clear_bar();
        if (status == DM_OK) {
            report *r = report_new(cli, NULL);
            report_line(r,
                        "%s: %" PRId64 " boards and %" PRId64 " games added, %" PRId64
                        " games known before, %" PRId64 " bounds tightened",
                        cli->operands[i], merged.boards, merged.games, merged.known,
                        merged.tightened);
            if (cli->json) {
                report_string(r, "from", cli->operands[i]);
                report_count(r, "boards", merged.boards);
                report_count(r, "games", merged.games);
                report_count(r, "known", merged.known);
                report_count(r, "tightened", merged.tightened);
                report_since(r, begun);
            }
            status = report_end(r, &err);
        }
    }
    dm_atlas_close(into);
    cli_run_free(run);
    return cli_report_failure(cli, status, &err);
}

enum { COMMON = Q_BOARD | Q_MAYBE, MOST_TABLES = 32, MOST_MERGED = 100000 };

static const question run_question = {
    .name = "atlas/run", .fields = run_fields, .size = sizeof(atlas_options), .common = COMMON};
static const question show_question = {
    .name = "atlas/show", .fields = show_fields, .size = sizeof(atlas_options), .common = COMMON};
static const question export_question = {.name = "atlas/export",
                                         .fields = export_fields,
                                         .size = sizeof(atlas_options),
                                         .common = COMMON};

static const question merge_question = {.name = "atlas/merge"};

#define TABLES                                                                                     \
    "paths|cycles|grids|tori|spiders|hypercubes|complete-trees|trees|graphs|open-trees|all"

static const cli_spec spec_run = {
    .run = atlas_run,
    .question = &run_question,
    .operands = {1, MOST_TABLES},
    .words = TABLES,
    .more = (const char *const[]){"demesne atlas run trees --vertices 9 --quiet",
                                  "demesne atlas run grids --cells 16 --queue", NULL},
    .about =
        "Solves what the database does not have yet.  Every game is stored as soon as it is\n"
        "solved, under the canonical form of its board: a run that is killed loses only the\n"
        "games it was working on, and the same command continues.  With --threads N, N boards\n"
        "are solved at a time.  A file that is not a database of Demesne is not changed.\n"
        "With --db postgresql://... other machines can help: see `demesne work`.\n"
        "With --part I/M every M-th board is solved, from the I-th on: give each part a file of\n"
        "its own and join them with 'demesne atlas merge'.  Large tables of trees and graphs are\n"
        "split by nauty's generators, whose parts differ in size."};

static const cli_spec spec_show = {
    .run = atlas_show_tables,
    .question = &show_question,
    .operands = {0, MOST_TABLES},
    .words = TABLES,
    .about =
        "Prints the values, or counts of White's wins / ties / Black's wins, and the smallest\n"
        "boards that Black wins; without TABLE, of all tables."};

static const cli_spec spec_export = {.run = atlas_export_tables,
                                     .question = &export_question,
                                     .operands = {0, MOST_TABLES},
                                     .words = TABLES,
                                     .about = "Writes CSV, JSON, or an HTML page with pictures."};

static const cli_spec spec_merge = {
    .run = atlas_merge,
    .question = &merge_question,
    .operands = {2, MOST_MERGED},
    .about =
        "Adds the games of every database FROM to INTO, which is made if it is missing.  Bounds\n"
        "of a game that both have are joined.  If no value satisfies both, the message names the\n"
        "board, and nothing of that database is added.  Merging again adds nothing."};

static const cli_command verbs[] = {
    {"atlas run", "TABLE.. --to N [--db DB]", "solve the games of a table",
     "demesne atlas run paths --to 12 --quiet", &spec_run},
    {"atlas show", "[TABLE..] [--rounds N] [--db DB]", "print tables",
     "demesne atlas show trees --rounds 2", &spec_show},
    {"atlas export", "[TABLE..] --to FILE [--db DB]", "write tables to a file",
     "demesne atlas export paths --to paths.csv", &spec_export},
    {"atlas merge", "INTO FROM..", "join databases", "demesne atlas merge all.db demesne.db",
     &spec_merge},
    {0}};

const cli_spec spec_atlas = {
    .verbs = verbs,
    .about =
        "Tables:\n"
        "  paths cycles grids tori spiders hypercubes   families, by vertices\n"
        "  complete-trees   tree:K,H\n"
        "  trees graphs     all free trees, all connected graphs (need nauty's gentreeg and geng)\n"
        "  open-trees       complete trees below the size bound of Teramoto, Demaine and Uehara\n"
        "                   (for show and export; run complete-trees to solve them)\n"
        "  all              all of them"};
