/* read.c - reading a road network of 10^7 arcs from a DIMACS .gr, compared with wc.
 *
 * The file is written first and lies in the page cache, so this measures the reader, from text to
 * finished board, on one thread.  wc counts lines, words and bytes of the same file in turn with
 * us. Then the memory: the most that reading needed, beside the size of the finished board.
 */
#include "bench.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char board_spec[] = "road:3340000"; /* 10^7 arcs */

typedef struct trial {
    char path[64];
    dm_arena *arena; /* of the last reading */
} trial;

static dm_status read_board(void *user, dm_error *err)
{
    trial *job = user;
    dm_reader *reader = NULL;
    dm_arena_free(job->arena);
    job->arena = NULL;
    dm_status status = dm_reader_open(job->path, "dimacs-gr", &reader, err);
    if (status == DM_OK)
        status = dm_reader_next(reader, &job->arena, err);
    dm_reader_free(reader);
    return status;
}

static void become_wc(const char *path)
{
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0)
        dup2(nowhere, STDOUT_FILENO);
    execlp("wc", "wc", path, (char *)NULL);
    _exit(127);
}

static dm_status count_words(void *user, dm_error *err)
{
    const trial *job = user;
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        become_wc(job->path);
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) {
        err->status = DM_IO;
        snprintf(err->message, sizeof err->message, "wc could not be run");
        return DM_IO;
    }
    return DM_OK;
}

/* Without coordinates, since a .co would be read too: it is written only beside a name that ends in
 * .gr. */
static dm_status write_board(uint64_t seed, trial *job, dm_error *err)
{
    dm_arena *arena = NULL;
    snprintf(job->path, sizeof job->path, "/tmp/demesne-bench-%ld.roads", (long)getpid());
    dm_status status = dm_generate(board_spec, seed, &arena, err);
    if (status == DM_OK)
        status = dm_arena_write(arena, job->path, "dimacs-gr", err);
    dm_arena_free(arena);
    return status;
}

static double board_bytes(const dm_arena *arena)
{
    const dm_graph *graph = dm_arena_graph(arena);
    size_t length = graph->length32   ? sizeof *graph->length32
                    : graph->length64 ? sizeof *graph->length64
                                      : 0;
    return ((double)graph->n + 1) * sizeof *graph->first +
           (double)graph->arcs * (double)(sizeof *graph->target + length);
}

static dm_status measure_speed(bench *b, trial *job, dm_error *err)
{
    double seconds[2];
    struct stat file;
    bench_step steps[] = {{read_board, job}, {count_words, job}};
    dm_status status = bench_time(b, steps, 2, seconds, err);
    if (status != DM_OK || stat(job->path, &file) != 0)
        return status;
    double megabytes = (double)file.st_size * 1e-6;
    bench_print(b, "%s, %u arcs, %.0f MB", board_spec, dm_arena_graph(job->arena)->arcs, megabytes);
    bench_row(b, &(bench_result){.what = "reading a .gr",
                                 .unit = "MB/s",
                                 .ours = megabytes / seconds[0],
                                 .peer = "wc",
                                 .theirs = megabytes / seconds[1],
                                 .more_is_better = true});
    return DM_OK;
}

static dm_status measure_memory(bench *b, trial *job, dm_error *err)
{
    dm_arena_free(job->arena);
    job->arena = NULL;
    bench_reset_peak();
    int64_t before = bench_peak_bytes();
    dm_status status = read_board(job, err);
    int64_t peak = bench_peak_bytes();
    if (status != DM_OK || before < 0 || peak < 0)
        return status;
    double held = (double)(peak - before), board = board_bytes(job->arena);
    bench_row(b, &(bench_result){.what = "most memory while reading",
                                 .unit = "MB",
                                 .ours = held * 1e-6,
                                 .peer = "the board",
                                 .theirs = board * 1e-6});
    bench_print(b, "reading holds at most %.2f times what the board takes", held / board);
    return DM_OK;
}

dm_status bench_read(bench *b, dm_error *err)
{
    trial job = {0};
    dm_status status = write_board(b->seed, &job, err);
    if (status == DM_OK)
        status = measure_speed(b, &job, err);
    if (status == DM_OK)
        status = measure_memory(b, &job, err);
    unlink(job.path);
    dm_arena_free(job.arena);
    return status;
}
