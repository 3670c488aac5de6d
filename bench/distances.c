/* distances.c - boards without a network: reading a table of 10^7 pairs, compared with Python's
 * csv; the nearest of 1000 sites among 10^5 points, compared with looking at every site.
 *
 * The table is written first and lies in the page cache.  Python reads the names into dictionaries
 * and the distances into an array, as a script would before it can ask anything.  The peer for
 * points is plain C in doubles, which neither rounds nor decides ties.
 */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CUSTOMERS = 100000, SITES = 100, POINTS = 100000, STONES = 1000 };

static const char script[] =
    "import array, csv, sys\n"
    "names, lengths = {}, array.array('d')\n"
    "rows = csv.reader(open(sys.argv[1]))\n"
    "next(rows)\n"
    "for customer, site, distance in rows:\n"
    "    names.setdefault(customer, len(names)), names.setdefault(site, len(names))\n"
    "    lengths.append(float(distance))\n";

typedef struct trial {
    char path[64];
    dm_arena *arena;
    dm_vertex stone[STONES];
    int32_t *nearest; /* of each point, as the peer finds it */
    dm_dominance *owned;
} trial;

static dm_status read_file(trial *job, const char *kind, dm_error *err)
{
    dm_reader *reader = NULL;
    dm_arena_free(job->arena);
    job->arena = NULL;
    dm_status status = dm_reader_open(job->path, kind, &reader, err);
    if (status == DM_OK)
        status = dm_reader_next(reader, &job->arena, err);
    dm_reader_free(reader);
    return status;
}

static dm_status read_table(void *user, dm_error *err)
{
    return read_file(user, "table", err);
}

static dm_status run_python(void *user, dm_error *err)
{
    const trial *job = user;
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        execlp("python3", "python3", "-c", script, job->path, (char *)NULL);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
        return answer_fail(err, DM_IO, "python3 could not be run");
    return DM_OK;
}

static void write_table(FILE *file, dm_rng *rng)
{
    fputs("customer,site,distance\n", file);
    for (int c = 0; c < CUSTOMERS; c++)
        for (int s = 0; s < SITES; s++)
            fprintf(file, "c%d,s%d,%d.%d\n", c, s, (int)dm_rng_below(rng, 10000),
                    (int)dm_rng_below(rng, 100));
}

static void write_points(FILE *file, dm_rng *rng)
{
    fputs("x,y\n", file);
    for (int v = 0; v < POINTS; v++)
        fprintf(file, "%d,%d\n", (int)dm_rng_below(rng, 10000000),
                (int)dm_rng_below(rng, 10000000));
}

static dm_status write_file(trial *job, uint64_t seed, void (*write)(FILE *file, dm_rng *rng),
                            dm_error *err)
{
    dm_rng rng;
    snprintf(job->path, sizeof job->path, "/tmp/demesne-bench-%ld.csv", (long)getpid());
    FILE *file = fopen(job->path, "w");
    dm_rng_init(&rng, seed);
    if (file)
        write(file, &rng);
    if (!file || fclose(file) != 0)
        return answer_fail(err, DM_IO, "%s cannot be written", job->path);
    return DM_OK;
}

static dm_status measure_table(bench *b, trial *job, dm_error *err)
{
    double seconds[2];
    struct stat file;
    bench_step steps[] = {{read_table, job}, {run_python, job}};
    dm_status status = write_file(job, b->seed, write_table, err);
    if (status == DM_OK)
        status = bench_time(b, steps, 2, seconds, err);
    if (status != DM_OK || stat(job->path, &file) != 0)
        return status;
    dm_arena_free(job->arena);
    job->arena = NULL;
    bench_reset_peak();
    int64_t before = bench_peak_bytes();
    status = read_table(job, err);
    int64_t peak = bench_peak_bytes();
    if (status != DM_OK)
        return status;
    bench_print(b, "a table of %lld pairs, %.0f MB", (long long)dm_arena_edges(job->arena),
                (double)file.st_size * 1e-6);
    bench_row(b, &(bench_result){.what = "reading a table",
                                 .unit = "s",
                                 .ours = seconds[0],
                                 .peer = "Python's csv",
                                 .theirs = seconds[1]});
    if (before >= 0 && peak >= 0)
        bench_row(b, &(bench_result){.what = "most memory while reading",
                                     .unit = "MB",
                                     .ours = (double)(peak - before) * 1e-6});
    return DM_OK;
}

static dm_status find_owners(void *user, dm_error *err)
{
    trial *job = user;
    static dm_stone stones[STONES];
    for (int i = 0; i < STONES; i++)
        stones[i] = (dm_stone){job->stone[i], i % 2};
    dm_dominance_free(job->owned);
    job->owned = NULL;
    return dm_dominance_new(job->arena, stones, STONES, DM_TIES_NEUTRAL, &job->owned, err);
}

static dm_status look_at_all(void *user, dm_error *err)
{
    trial *job = user;
    const dm_point *at = dm_arena_places(job->arena);
    (void)err;
    for (dm_vertex v = 0; v < POINTS; v++) {
        double least = INFINITY;
        for (int i = 0; i < STONES; i++) {
            double dx = at[v].x - at[job->stone[i]].x, dy = at[v].y - at[job->stone[i]].y;
            double square = dx * dx + dy * dy;
            job->nearest[v] = square < least ? i : job->nearest[v];
            least = square < least ? square : least;
        }
    }
    return DM_OK;
}

static dm_status measure_points(bench *b, trial *job, dm_error *err)
{
    double seconds[2];
    bench_step steps[] = {{find_owners, job}, {look_at_all, job}};
    for (int i = 0; i < STONES; i++)
        job->stone[i] = (dm_vertex)(i * (POINTS / STONES));
    dm_status status = write_file(job, b->seed, write_points, err);
    if (status == DM_OK)
        status = read_file(job, "points", err);
    job->nearest = calloc(POINTS, sizeof *job->nearest);
    if (status == DM_OK && !job->nearest)
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK)
        status = bench_time(b, steps, 2, seconds, err);
    if (status != DM_OK)
        return status;
    for (dm_vertex v = 0; v < POINTS; v++)
        if (job->owned->owner[v] >= 0 && job->owned->owner[v] != job->nearest[v] % 2)
            return answer_fail(err, DM_INTERNAL, "point %d: the peer has another owner", v);
    bench_print(b, "%d points, %d sites", POINTS, STONES);
    bench_row(b, &(bench_result){.what = "the nearest sites of points",
                                 .unit = "ms",
                                 .ours = seconds[0] * 1e3,
                                 .peer = "looking at all",
                                 .theirs = seconds[1] * 1e3});
    return DM_OK;
}

dm_status bench_distances(bench *b, dm_error *err)
{
    trial job = {0};
    dm_status status = measure_table(b, &job, err);
    if (status == DM_OK)
        status = measure_points(b, &job, err);
    unlink(job.path);
    dm_arena_free(job.arena);
    dm_dominance_free(job.owned);
    free(job.nearest);
    return status;
}
