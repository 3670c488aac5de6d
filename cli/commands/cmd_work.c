/* cmd_work.c - `demesne work`: a worker for the batches of a database. */
#include "cli.h"

#include <inttypes.h>

enum { LEASE = 60, LONGEST_LEASE = 86400 };

typedef struct {
    const char *db;
    int64_t memory;
    double lease;
    bool no_wait, list;
    sandbox_fields sandbox;
} own_options;

/* clang-format off */
static const question_field fields[] = {
    {.name = "db", .argument = "DATABASE", .type = Q_FILE, .required = true,
     .at = offsetof(own_options, db), .help = "the database: postgresql://USER@HOST/NAME, or a file"},
    {.name = "lease", .argument = "SECONDS", .type = Q_SECONDS, .low = 1, .high = LONGEST_LEASE,
     .standard = LEASE, .at = offsetof(own_options, lease),
     .help = "how long the batches of a worker that died stay reserved; renewed while it lives"},
    {.name = "no_wait", .type = Q_FLAG, .at = offsetof(own_options, no_wait),
     .help = "end if all batches that are left belong to other workers"},
    {.name = "list", .type = Q_FLAG, .at = offsetof(own_options, list),
     .help = "only count the batches of the database"},
    QUESTION_MEMORY(own_options),
    QUESTION_SANDBOX(own_options),
    {0}};
/* clang-format on */

static dm_status list_batches(const cli_call *cli, dm_error *err)
{
    const own_options *own = cli->ask.own;
    dm_work_state state = {0};
    dm_status status = dm_work_count(own->db, &state, err);
    if (status != DM_OK)
        return status;
    report *r = report_new(cli, NULL);
    report_count(r, "to_do", state.to_do);
    report_count(r, "leased", state.leased);
    report_count(r, "done", state.done);
    report_count(r, "failed", state.failed);
    report_count(r, "games", state.games);
    return report_end(r, err);
}

static dm_status report_work(const cli_call *cli, const dm_work_tally *t, double begun,
                             dm_error *err)
{
    report *r = report_new(cli, NULL);
    report_line(r, "%" PRId64 " batches, %" PRId64 " games, %" PRId64 " batches too late",
                t->batches, t->games, t->late);
    if (cli->json) {
        report_count(r, "batches", t->batches);
        report_count(r, "games", t->games);
        report_count(r, "late", t->late);
        report_real(r, "compute_seconds", report_round(t->compute_seconds));
        report_real(r, "store_seconds", report_round(t->store_seconds));
        report_since(r, begun);
    }
    return report_end(r, err);
}

static dm_status work_on_batches(const cli_call *cli, dm_error *err)
{
    const own_options *own = cli->ask.own;
    const dm_work_settings settings = {.threads = (int)cli->ask.threads,
                                       .memory = own->memory,
                                       .lease_seconds = own->lease,
                                       .no_wait = own->no_wait,
                                       .sandbox = sandbox_of(&own->sandbox)};
    dm_work_tally tally = {0};
    dm_run *run = NULL;
    dm_error lost = {0};
    double begun = report_clock();
    dm_status status = cli_run_new(cli, &run, err);
    if (status != DM_OK)
        return status;
    status = dm_work_run(own->db, &settings, run, &tally, err);
    cli_run_free(run);
    cli_clear_bar();
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    if (report_work(cli, &tally, begun, &lost) != DM_OK) {
        *err = lost;
        return lost.status;
    }
    return status;
}

static int run_work(cli_call *cli)
{
    const own_options *own = cli->ask.own;
    dm_error err = {0};
    dm_status status = own->list ? list_batches(cli, &err) : work_on_batches(cli, &err);
    return status == DM_OK ? CLI_DONE : cli_report_failure(cli, status, &err);
}

static const question asked = {
    .name = "work", .fields = fields, .size = sizeof(own_options), .common = Q_LONG};

const cli_spec spec_work = {
    .run = run_work,
    .question = &asked,
    .operands = {0, 0},
    .more = (const char *const[]){"demesne work --db demesne.db --list", NULL},
    .about =
        "Computes batches of games that `demesne atlas run --queue` and `demesne tournament "
        "--queue`\n"
        "put into the database, until none is left.  Any number of workers, on any number of\n"
        "machines, may share a PostgreSQL database; a file is for workers of one machine.\n"
        "\n"
        "A worker leases batches of about two seconds of computing, and writes all their results\n"
        "at once.  It may be killed at any time: when its lease ends, another computes its "
        "batches\n"
        "again.  If the database cannot be reached, it is tried again for a minute.  A worker "
        "that\n"
        "comes back after its lease has ended writes nothing.  So no game is lost, and none "
        "counts\n"
        "twice.  See docs/CLUSTER.md."};
