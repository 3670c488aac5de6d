/* bench.h - measurements.  One is a row of benches.def and a function:
 *
 *     dm_status bench_thing(bench *b, dm_error *err)
 *     {
 *         ...
 *         bench_step steps[] = {{ours, &job}, {theirs, &job}};
 *         status = bench_time(b, steps, 2, seconds, err);
 *         bench_row(b, &(bench_result){.what = "a case", .unit = "ms", ...});
 *     }
 *
 * Times are medians of several runs.  We and the peer run in turn, so that both see the same
 * machine; the ratio is what counts.
 */
#ifndef BENCH_H
#define BENCH_H

#include "answer/fail.h"
#include "answer/report.h"
#include <demesne/demesne.h>

typedef struct bench {
    const char *name;
    bool json;
    uint64_t seed;
    int runs, threads;
    const char *folder; /* of the instances of `league`, or NULL */
    double time;        /* seconds that a peer may take; negative: the usual ones */
    FILE *copy;         /* where --save keeps the text, or NULL */
    bool has_head;      /* the table's heading has been printed */
} bench;

typedef dm_status bench_fn(bench *b, dm_error *err);

typedef struct bench_entry {
    const char *name, *help;
    bench_fn *measure;
} bench_entry;

/* One thing to time. */
typedef struct bench_step {
    dm_status (*run)(void *user, dm_error *err);
    void *user;
} bench_step;

/* Runs the steps in turn, `b->runs` times each after one untimed round; gives medians in seconds.
 */
dm_status bench_time(const bench *b, const bench_step *steps, int count, double *seconds,
                     dm_error *err);

enum { BENCH_MOST_RUNS = 101 };

/* The median of `count` times, at most BENCH_MOST_RUNS; sorts them. */
double bench_median(double *times, int count);
/* Processor time of the whole process so far. */
double bench_cpu_seconds(void);

typedef struct bench_result {
    const char *what; /* the case */
    const char *unit; /* of both numbers */
    double ours;
    const char *peer; /* NULL: none */
    double theirs;
    bool is_least;       /* the peer was stopped: its number is at least this */
    bool more_is_better; /* rates; times otherwise */
} bench_result;

/* One line: text in a table, or a JSON object. */
void bench_row(bench *b, const bench_result *result);
/* A line of text above or below the table; not printed with --json. */
void bench_print(bench *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The most memory that the process has held since the last reset; -1: unknown. */
int64_t bench_peak_bytes(void);
void bench_reset_peak(void);

typedef enum bench_lengths {
    BENCH_KEEP,     /* as they are */
    BENCH_UNIT,     /* all 1 */
    BENCH_STRAIGHT, /* between the places of both ends, rounded up */
} bench_lengths;

/* A copy of `arena` without values and names: vertex v becomes rank[v] (NULL: v). */
dm_status bench_copy_board(const dm_arena *arena, const dm_vertex *rank, bench_lengths lengths,
                           dm_arena **out, dm_error *err);
/* `count` distinct random vertices, each of its own player; freed with free(). */
dm_status bench_stones(const dm_arena *arena, uint64_t seed, int64_t count, dm_stone **out,
                       dm_error *err);

#define X(name, function, help) bench_fn function;
#include "benches.def"
#undef X

#endif
