/* cmd_bench.c - `demesne bench`: checks the options and starts demesne-bench.
 *
 * The measurements are a separate program because they link GPL libraries to compare with, which
 * the tool must not.
 */
#include "base/names.h"
#include "cli.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    bool save;
    int64_t runs;
} own_options;

/* clang-format off */
static const question_field fields[] = {
    {.name = "runs", .argument = "N", .type = Q_COUNT, .standard = 5, .at = offsetof(own_options, runs),
     .low = 1, .high = 101, .help = "timed runs per measurement; the median counts"},
    {.name = "save", .type = Q_FLAG, .at = offsetof(own_options, save),
     .help = "also write bench/results/DATE-NAME.txt, with commit, machine and compiler"},
    {0}};
/* clang-format on */

static const char *const names[] = {
#define X(name, function, help) name,
#include "benches.def"
#undef X
};
enum { NAMES = sizeof names / sizeof *names };

static bool is_known(const char *name)
{
    for (int i = 0; i < NAMES; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Returns only if demesne-bench cannot be started. */
static int run_bench(cli_call *cli)
{
    const own_options *own = cli->ask.own;
    const char *name = cli->operand_count ? cli->operands[0] : NULL;
    if (name && !is_known(name)) {
        const char *near = dmi_similar_name(name, names, NAMES);
        if (near)
            cli_error("there is no measurement '%s'; did you mean '%s'?", name, near);
        else
            cli_error("there is no measurement '%s'; 'demesne bench --help' lists them", name);
        return CLI_USAGE;
    }
    char path[4096], runs[40], seed[40], threads[40], time[60];
    /* in the folder of this program, after following symbolic links */
    static const char bench[] = "demesne-bench";
    ssize_t length = readlink("/proc/self/exe", path, (sizeof path) - sizeof bench);
    path[length > 0 ? length : 0] = 0;
    char *slash = strrchr(path, '/');
    memcpy(slash ? slash + 1 : path, bench, sizeof bench);
    snprintf(runs, sizeof runs, "--runs=%" PRId64, own->runs);
    snprintf(seed, sizeof seed, "--seed=%" PRIu64, cli->ask.seed);
    snprintf(threads, sizeof threads, "--threads=%" PRId64, cli->ask.threads);
    snprintf(time, sizeof time, "--time=%.17g", cli->ask.time);
    char *words[11] = {path, runs, seed, threads, time};
    int count = 5;
    if (cli->json)
        words[count++] = "--json";
    if (own->save)
        words[count++] = "--save";
    for (int i = 0; i < cli->operand_count; i++)
        words[count++] = cli->operands[i];
    signal(SIGPIPE, SIG_DFL); /* an ignored signal would be inherited */
    execv(path, words);
    cli_error("cannot start %s; 'make bench' in the source folder builds it", path);
    return CLI_BAD_INPUT;
}

#define X(name, function, help) "  " name "  " help "\n"
const cli_spec spec_bench = {
    .run = run_bench,
    .question = &(const question){.name = "bench", .fields = fields, .size = sizeof(own_options)},
    .operands = {0, 2},
    .about = "Runs one measurement, or all.  If another program is installed, it runs in turn on "
             "the same\n"
             "data and its answers are compared first; a time is the median of --runs.\n\n"
#include "benches.def"
};
#undef X
