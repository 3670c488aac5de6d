/* plane_areas.c - areas and replies of the plane, compared with scipy's qhull and with plain loops.
 *
 * qhull makes the diagram of the same points, without areas; it is asked once per run, in turn with
 * ours.  The plain gravity rule looks at one cell of the lattice after the other.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MANY = 100000, FEW = 50, PULLS = 20, LATTICE = 1000 };

typedef struct trial {
    dm_plane_board *board;
    dm_plane *plane;
    char points[64]; /* a file of them */
    double qhull;    /* its own seconds */
    bool has_qhull;
    int64_t counted; /* cells that the plain loop gave to White */
} trial;

static dm_status fill(trial *t, dm_rng *rng, int32_t count, dm_error *err)
{
    dm_status status = dm_plane_new(t->board, NULL, &t->plane, err);
    for (int32_t i = 0; i < count && status == DM_OK; i++)
        status =
            dm_plane_place_at(t->plane, i % 2, (dm_point){dm_rng_unit(rng), dm_rng_unit(rng)}, err);
    return status;
}

static dm_status score(void *user, dm_error *err)
{
    const trial *t = user;
    dm_plane_score *score = NULL;
    dm_status status =
        dm_plane_score_new(t->plane, &(dm_plane_measure){.approximate = true}, NULL, &score, err);
    dm_plane_score_free(score);
    return status;
}

static dm_status ask_qhull(void *user, dm_error *err)
{
    static const char *const names[] = {"python3", "/usr/bin/python3"};
    trial *t = user;
    (void)err;
    t->has_qhull = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !t->has_qhull; i++) {
        char command[200];
        snprintf(command, sizeof command, "%s bench/qhull.py <%s 2>/dev/null", names[i], t->points);
        FILE *from = popen(command, "r");
        t->has_qhull = from && fscanf(from, "%lf", &t->qhull) == 1;
        if (from)
            pclose(from);
    }
    return DM_OK;
}

static dm_status write_points(trial *t, dm_error *err)
{
    snprintf(t->points, sizeof t->points, "/tmp/demesne-points-%d.txt", (int)getpid());
    FILE *to = fopen(t->points, "w");
    if (!to)
        return answer_fail(err, DM_IO, "%s cannot be written", t->points);
    for (int32_t i = 0; i < dm_plane_count(t->plane); i++) {
        dm_point at = dm_plane_site_at(t->plane, i).at;
        fprintf(to, "%.17g %.17g\n", at.x, at.y);
    }
    return fclose(to) == 0 ? DM_OK : answer_fail(err, DM_IO, "%s cannot be written", t->points);
}

static dm_status measure_score(bench *b, trial *t, dm_rng *rng, dm_error *err)
{
    double seconds[1] = {0}, theirs[BENCH_MOST_RUNS];
    dm_status status = fill(t, rng, MANY, err);
    if (status == DM_OK)
        status = write_points(t, err);
    if (status == DM_OK)
        status = bench_time(b, &(bench_step){score, t}, 1, seconds, err);
    for (int i = 0; i < b->runs && status == DM_OK; i++) {
        status = ask_qhull(t, err);
        theirs[i] = t->qhull;
    }
    unlink(t->points);
    if (status == DM_OK)
        bench_row(b, &(bench_result){.what = "areas of 100000 sites, with doubles",
                                     .unit = "s",
                                     .ours = seconds[0],
                                     .peer = t->has_qhull ? "qhull (scipy)" : NULL,
                                     .theirs = t->has_qhull ? bench_median(theirs, b->runs) : 0});
    return status;
}

static dm_status reply(void *user, dm_error *err)
{
    const trial *t = user;
    dm_plane_reply *reply = NULL;
    dm_status status =
        dm_plane_reply_new(t->plane, &(dm_plane_reply_ask){.count = 1}, NULL, &reply, err);
    dm_plane_reply_free(reply);
    return status;
}

static dm_status lattice(void *user, dm_error *err)
{
    const trial *t = user;
    dm_plane_lattice *found = NULL;
    dm_status status = dm_plane_lattice_new(t->plane, LATTICE, NULL, &found, err);
    dm_plane_lattice_free(found);
    return status;
}

static dm_status plain_lattice(void *user, dm_error *err)
{
    trial *t = user;
    (void)err;
    t->counted = 0;
    for (int j = 0; j < LATTICE; j++)
        for (int i = 0; i < LATTICE; i++) {
            double sum[2] = {0, 0};
            for (int32_t k = 0; k < dm_plane_count(t->plane); k++) {
                dm_plane_site s = dm_plane_site_at(t->plane, k);
                double dx = (i + 0.5) / LATTICE - s.at.x, dy = (j + 0.5) / LATTICE - s.at.y;
                sum[s.side] += 1 / (dx * dx + dy * dy);
            }
            t->counted += sum[0] > sum[1];
        }
    return DM_OK;
}

static dm_status measure_reply(bench *b, trial *t, dm_rng *rng, dm_error *err)
{
    double seconds;
    dm_status status = dm_plane_new(t->board, NULL, &t->plane, err);
    for (int i = 0; i < FEW && status == DM_OK; i++)
        status =
            dm_plane_place_at(t->plane, 0, (dm_point){dm_rng_unit(rng), dm_rng_unit(rng)}, err);
    if (status == DM_OK)
        status = bench_time(b, &(bench_step){reply, t}, 1, &seconds, err);
    if (status == DM_OK)
        bench_row(b, &(bench_result){.what = "best place among 50 sites, within 1e-6",
                                     .unit = "s",
                                     .ours = seconds});
    return status;
}

static dm_status measure_lattice(bench *b, trial *t, dm_rng *rng, dm_error *err)
{
    double seconds[2];
    dm_status status = fill(t, rng, PULLS, err);
    const bench_step steps[] = {{lattice, t}, {plain_lattice, t}};
    if (status == DM_OK)
        status = bench_time(b, steps, 2, seconds, err);
    if (status == DM_OK)
        bench_row(b, &(bench_result){.what = "gravity, 1000 x 1000 cells, 20 sites",
                                     .unit = "s",
                                     .ours = seconds[0],
                                     .peer = "cell by cell",
                                     .theirs = seconds[1]});
    return status;
}

dm_status bench_plane_areas(bench *b, dm_error *err)
{
    static dm_status (*const measures[])(bench *, trial *, dm_rng *, dm_error *) = {
        measure_score, measure_reply, measure_lattice};
    trial t = {0};
    dm_rng rng;
    dm_rng_init(&rng, b->seed);
    dm_status status = dm_plane_board_named("square", &t.board, err);
    for (size_t i = 0; i < sizeof measures / sizeof *measures && status == DM_OK; i++) {
        status = measures[i](b, &t, &rng, err);
        dm_plane_free(t.plane);
        t.plane = NULL;
    }
    dm_plane_board_free(t.board);
    return status;
}
