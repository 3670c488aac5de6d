/* main.c - demesne-bench: measurements, compared with other programs (peers).
 *
 * `demesne bench` checks the options and starts it.  It is a program of its own, so that the tool
 * does not link the peers.
 */
#include "bench.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_SIZE = 256, WRONG_LINE = 2, FAILED = 4 };

#ifdef __clang__
#define COMPILER __VERSION__ /* begins with its name */
#else
#define COMPILER "gcc " __VERSION__
#endif

static const bench_entry entries[] = {
#define X(name, function, help) {name, help, function},
#include "benches.def"
#undef X
    {0}};

/* The first line of `from` that begins with `wanted`, from behind its ": " on; else `otherwise`. */
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
        return answer_fail(err, DM_IO, "cannot write %s; run --save in a folder with bench/results",
                           path);
    print_circumstances(b->copy);
    return DM_OK;
}

static dm_status measure(bench b, const bench_entry *entry, bool save, dm_error *err)
{
    b.name = entry->name;
    dm_status status = save ? open_copy(&b, err) : DM_OK;
    if (status == DM_OK)
        status = entry->measure(&b, err);
    if (b.copy && fclose(b.copy) != 0 && status == DM_OK)
        status = answer_fail(err, DM_IO, "cannot write the results of %s", entry->name);
    return status;
}

/* All measurements, or the one called `name`. */
static int measure_named(const bench *b, const char *name, bool save)
{
    bool is_known = false;
    for (const bench_entry *entry = entries; entry->name; entry++) {
        if (name && strcmp(name, entry->name) != 0)
            continue;
        if (is_known && !b->json)
            printf("\n");
        is_known = true;
        dm_error err = {0};
        if (measure(*b, entry, save, &err) != DM_OK) {
            fprintf(stderr, "demesne-bench: error: %s\n", err.message);
            return FAILED;
        }
    }
    if (!is_known)
        fprintf(stderr, "demesne-bench: error: there is no measurement '%s'\n", name);
    return is_known ? 0 : WRONG_LINE;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"runs", required_argument, NULL, 'r'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"threads", required_argument, NULL, 't'},
                                            {"time", required_argument, NULL, 'l'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"save", no_argument, NULL, 'c'},
                                            {0}};
    bench b = {.seed = 1, .runs = 5, .threads = 1, .time = -1};
    bool save = false;
    for (int letter; (letter = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (letter == 'r')
            b.runs = (int)strtol(optarg, NULL, 10);
        else if (letter == 's')
            b.seed = strtoull(optarg, NULL, 10);
        else if (letter == 't')
            b.threads = (int)strtol(optarg, NULL, 10);
        else if (letter == 'l')
            b.time = strtod(optarg, NULL);
        else if (letter == 'j')
            b.json = true;
        else if (letter == 'c')
            save = true;
        else
            return WRONG_LINE; /* getopt has printed why */
    }
    b.folder = argv[optind] ? argv[optind + 1] : NULL;
    return measure_named(&b, argv[optind], save);
}
