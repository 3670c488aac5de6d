/* bench.c - timing and the table of results. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_STEPS = 8 };

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

double bench_median(double *times, int count)
{
    qsort(times, (size_t)count, sizeof *times, compare_times);
    return times[count / 2];
}

double bench_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

dm_status bench_time(const bench *b, const bench_step *steps, int count, double *seconds,
                     dm_error *err)
{
    double times[MOST_STEPS][BENCH_MOST_RUNS];
    int runs = b->runs < BENCH_MOST_RUNS ? b->runs : BENCH_MOST_RUNS;
    dm_status status = DM_OK;
    for (int run = -1; run < runs && status == DM_OK; run++)
        for (int i = 0; i < count && i < MOST_STEPS && status == DM_OK; i++) {
            double begun = report_clock();
            status = steps[i].run(steps[i].user, err);
            if (run >= 0)
                times[i][run] = report_clock() - begun;
        }
    for (int i = 0; i < count && i < MOST_STEPS && status == DM_OK; i++)
        seconds[i] = bench_median(times[i], runs);
    return status;
}

/* To stdout and to the file of --save. */
static void print(const bench *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void print(const bench *b, const char *format, ...)
{
    va_list arguments;
    if (!b->json) {
        va_start(arguments, format);
        vfprintf(stdout, format, arguments);
        va_end(arguments);
        fflush(stdout);
    }
    if (b->copy) {
        va_start(arguments, format);
        vfprintf(b->copy, format, arguments);
        va_end(arguments);
    }
}

void bench_print(bench *b, const char *format, ...)
{
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    print(b, "%s\n", line);
}

static double ratio_of(const bench_result *result)
{
    double best = result->more_is_better ? result->ours : result->theirs;
    double base = result->more_is_better ? result->theirs : result->ours;
    return base > 0 ? best / base : 0;
}

static void print_text(bench *b, const bench_result *result)
{
    if (!b->has_head)
        print(b, "%-46s %10s  %-8s %10s  %-16s %7s\n", b->name, "demesne", "", "peer", "", "ratio");
    b->has_head = true;
    print(b, "%-46s %10.4g  %-8s", result->what, result->ours, result->unit);
    if (result->peer)
        print(b, " %10.4g  %-16s %s%6.1fx", result->theirs, result->peer,
              result->is_least ? ">" : " ", ratio_of(result));
    print(b, "\n");
}

void bench_row(bench *b, const bench_result *result)
{
    print_text(b, result);
    if (!b->json)
        return;
    report *r = report_open(true, NULL);
    report_string(r, "bench", b->name);
    report_string(r, "case", result->what);
    report_string(r, "unit", result->unit);
    report_real(r, "value", result->ours);
    if (result->peer) {
        report_string(r, "peer", result->peer);
        report_real(r, "peer_value", result->theirs);
        report_real(r, "ratio", ratio_of(result));
    }
    report_print(r, stdout, NULL);
    fflush(stdout);
}

int64_t bench_peak_bytes(void)
{
    char line[256];
    long long kilobytes = -1;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "VmHWM:", 6) == 0)
            kilobytes = strtoll(line + 6, NULL, 10);
    if (status)
        fclose(status);
    return kilobytes < 0 ? -1 : kilobytes * 1024;
}

void bench_reset_peak(void)
{
    FILE *clear = fopen("/proc/self/clear_refs", "w");
    if (!clear)
        return;
    fputs("5", clear);
    fclose(clear);
}
