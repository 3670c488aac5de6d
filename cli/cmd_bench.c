/* cmd_bench.c - `demesne bench`: measurements, against peers where there are any. */
#include "bench.h"
#include "cli.h"

#include <string.h>
#include <time.h>

enum { LINE_SIZE = 256 };

#ifdef __clang__
#define COMPILER __VERSION__ /* begins with its name */
#else
#define COMPILER "gcc " __VERSION__
#endif

typedef struct {
    bool save;
    int64_t runs;
} own_options;

static const own_options defaults = {.runs = 5};

/* clang-format off */
static const cli_option options[] = {
    {.name = "runs", .argument = "N", .type = CLI_COUNT, .at = offsetof(own_options, runs),
     .low = 1, .high = 101, .help = "timed runs a measurement; the median counts (default: 5)"},
    {.name = "save", .type = CLI_FLAG, .at = offsetof(own_options, save),
     .help = "also write bench/results/DATE-NAME.txt, with commit, machine and compiler"},
    {0}};
/* clang-format on */

/* The first line of `from`, after ": " where there is one; `otherwise` without any. */
static void first_line(FILE *from, const char *wanted, const char *otherwise, char *out)
{
    char line[LINE_SIZE];
    snprintf(out, LINE_SIZE, "%s", otherwise);
    while (from && fgets(line, sizeof line, from)) {
        if (strncmp(line, wanted, strlen(wanted)) != 0)
            continue;
        line[strcspn(line, "\n")] = 0;
        const char *colon = strstr(line, ": ");
        snprintf(out, LINE_SIZE, "%s", colon ? colon + 2 : line);
        break;
    }
}

static void print_circumstances(FILE *to)
{
    char commit[LINE_SIZE], machine[LINE_SIZE];
    FILE *git = popen("git rev-parse --short HEAD 2>/dev/null", "r");
    first_line(git, "", dm_version(), commit);
    if (git)
        pclose(git);
    FILE *processor = fopen("/proc/cpuinfo", "r");
    first_line(processor, "model name", "unknown", machine);
    if (processor)
        fclose(processor);
    fprintf(to, "commit    %s\nmachine   %s\ncompiler  %s\n\n", commit, machine, COMPILER);
}

static dm_status open_copy(bench *b, dm_error *err)
{
    char path[160], day[16];
    time_t now = time(NULL);
    struct tm date;
    strftime(day, sizeof day, "%Y-%m-%d", gmtime_r(&now, &date));
    snprintf(path, sizeof path, "bench/results/%s-%s.txt", day, b->name);
    b->copy = fopen(path, "w");
    if (!b->copy)
        return cli_fail(err, DM_IO, "cannot write %s; --save needs to run where bench/results is",
                        path);
    print_circumstances(b->copy);
    return DM_OK;
}

static dm_status measure(const cli_call *cli, const bench_entry *entry, dm_error *err)
{
    const own_options *own = cli->own;
    bench b = {.cli = cli, .name = entry->name, .runs = (int)own->runs};
    dm_status status = own->save ? open_copy(&b, err) : DM_OK;
    if (status == DM_OK)
        status = entry->measure(&b, err);
    if (b.copy && fclose(b.copy) != 0 && status == DM_OK)
        status = cli_fail(err, DM_IO, "cannot write the results of %s", entry->name);
    return status;
}

static int unknown(const char *name)
{
    const char *names[32];
    int count = 0;
    for (const bench_entry *e = bench_entries; e->name && count < 32; e++)
        names[count++] = e->name;
    const char *near = cli_nearest(name, names, count);
    if (near)
        cli_error("there is no measurement '%s'; did you mean '%s'?", name, near);
    else
        cli_error("there is no measurement '%s'; 'demesne bench --help' lists them", name);
    return CLI_USAGE;
}

static int run(cli_call *cli)
{
    const char *name = cli->operand_count ? cli->operands[0] : NULL;
    bool is_known = false;
    dm_error err = {0};
    cli_leave_signals();
    for (const bench_entry *entry = bench_entries; entry->name; entry++) {
        if (name && strcmp(name, entry->name) != 0)
            continue;
        if (is_known && !cli->json)
            printf("\n");
        is_known = true;
        dm_status status = measure(cli, entry, &err);
        if (status != DM_OK)
            return cli_report_failure(cli, status, &err);
    }
    return is_known ? CLI_DONE : unknown(name);
}

#define X(name, function, help) "  " name "  " help "\n"
const cli_spec spec_bench = {
    .run = run,
    .options = options,
    .size = sizeof(own_options),
    .defaults = &defaults,
    .operands = {0, 1},
    .about = "Measures one thing, or all of them.  A peer runs in turn with us on the same data,\n"
             "answers are compared before times are taken, and a time is the median of --runs.\n\n"
#include "benches.def"
};
#undef X
