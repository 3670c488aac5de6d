/* map.c - reading about 50 MB of OpenStreetMap PBF, compared with osmium.
 *
 * make_map.sh makes the file out of copies of a real town; it lies in the page cache.  Decoding
 * (dm_osm_count()) gives every node with its place and every way with its tags and nodes to
 * functions that count them.  osmium, which decodes the same into its own buffers, counts a tag
 * that no object has: the least that one of its commands does with every object.  Both are measured
 * in processor time, as osmium always uses several threads.  Then a board for cars is made: time
 * and memory.
 */
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef MAP_SCRIPT
#define MAP_SCRIPT "bench/make_map.sh"
#endif

enum { PATH_SIZE = 64, LINE_SIZE = 512 };

static double child_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* Processor seconds of one run each, ours and osmium's. */
static dm_status decode(const char *path, dm_osm_counts *found, double *ours, double *theirs,
                        dm_error *err)
{
    char command[LINE_SIZE];
    double begun = bench_cpu_seconds();
    dm_status status = dm_osm_count(path, found, err);
    *ours = bench_cpu_seconds() - begun;
    if (status != DM_OK)
        return status;
    snprintf(command, sizeof command, "osmium tags-count --no-progress %s no-such-key", path);
    begun = child_seconds();
    if (system(command) != 0)
        return answer_fail(err, DM_IO, "osmium could not be run");
    *theirs = child_seconds() - begun;
    return DM_OK;
}

static dm_status measure_decoding(bench *b, const char *path, dm_error *err)
{
    double ours[BENCH_MOST_RUNS], theirs[BENCH_MOST_RUNS];
    dm_osm_counts found = {0};
    struct stat file;
    dm_status status = decode(path, &found, ours, theirs, err); /* untimed */
    for (int i = 0; i < b->runs && status == DM_OK; i++)
        status = decode(path, &found, &ours[i], &theirs[i], err);
    if (status != DM_OK || stat(path, &file) != 0)
        return status;
    bench_print(b, "%.1f MB, %lld nodes, %lld ways with %lld nodes", (double)file.st_size * 1e-6,
                (long long)found.nodes, (long long)found.ways, (long long)found.way_nodes);
    bench_row(b, &(bench_result){.what = "decoding, processor time",
                                 .unit = "ms",
                                 .ours = 1e3 * bench_median(ours, b->runs),
                                 .peer = "osmium tags-count",
                                 .theirs = 1e3 * bench_median(theirs, b->runs)});
    return DM_OK;
}

static dm_status measure_board(bench *b, const char *path, dm_error *err)
{
    dm_arena *arena = NULL;
    bench_reset_peak();
    int64_t before = bench_peak_bytes();
    double begun = bench_cpu_seconds();
    dm_status status = dm_arena_open(path, 0, &arena, err);
    double seconds = bench_cpu_seconds() - begun;
    int64_t peak = bench_peak_bytes();
    if (status != DM_OK)
        return status;
    bench_row(b, &(bench_result){
                     .what = "to a board, processor time", .unit = "ms", .ours = 1e3 * seconds});
    if (before >= 0 && peak >= 0)
        bench_row(b, &(bench_result){.what = "most memory while reading",
                                     .unit = "MB",
                                     .ours = (double)(peak - before) * 1e-6});
    bench_print(b, "%d vertices, %d streets", dm_arena_vertices(arena),
                dm_arena_map(arena)->streets);
    dm_arena_free(arena);
    return DM_OK;
}

dm_status bench_map(bench *b, dm_error *err)
{
    char path[PATH_SIZE], command[LINE_SIZE];
    snprintf(path, sizeof path, "/tmp/demesne-bench-%ld.osm.pbf", (long)getpid());
    snprintf(command, sizeof command, "%s %s", MAP_SCRIPT, path);
    if (system(command) != 0) {
        bench_print(b, "left out: there is no map (%s)", MAP_SCRIPT);
        return DM_OK;
    }
    dm_status status = measure_decoding(b, path, err);
    if (status == DM_OK)
        status = measure_board(b, path, err);
    unlink(path);
    return status;
}
