/* reply.c - the best reply on any graph, compared with GLPK.
 *
 * White's p sites are random, Black answers with p sites, ties stay with White.  The peer gets the
 * textbook model: one binary variable per site and one in 0..1 per customer, which is at most the
 * sum over the sites that capture it.  Its time is that of building the model and of glp_intopt(),
 * with all distances given; ours is the whole call with its distances.  If both finish, the values
 * must agree.
 *
 * A row is the median over --runs boards, of the least of a few tries if they are short.  The peer
 * may take --time seconds (default: 10); a board that it does not finish counts as that long, and
 * once it has failed on more than half of them the median is known and the rest are skipped.  The
 * table in docs/algorithms/location.md was made with --runs 10 --time 300.
 */
#include "bench.h"

#include <glpk.h>
#include <inttypes.h>
#include <stdlib.h>

enum { MOST_RUNS = 101, DEAREST = 200, TRIES = 5 };

static const double short_run = 0.05, usual_limit = 10; /* seconds */

/* One question. */
typedef struct question {
    dm_arena *arena;
    dm_vertex *white;
    int32_t count; /* White's stones, and Black's */
} question;

static void question_clear(question *q)
{
    dm_arena_free(q->arena);
    free(q->white);
    *q = (question){0};
}

/* The board again with values 1..200. */
static dm_status with_values(dm_arena **arena, uint64_t seed, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(*arena);
    int64_t *values = calloc((size_t)n, sizeof *values);
    dm_arena *richer = NULL;
    dm_rng rng;
    if (!values)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    dm_rng_init(&rng, seed);
    for (dm_vertex v = 0; v < n; v++)
        values[v] = 1 + (int64_t)dm_rng_below(&rng, DEAREST);
    dm_status status = dm_arena_with_values(*arena, values, &richer, err);
    free(values);
    if (status != DM_OK)
        return status;
    dm_arena_free(*arena);
    *arena = richer;
    return DM_OK;
}

static dm_status draw(const char *spec, int32_t count, bool valued, uint64_t seed, question *out,
                      dm_error *err)
{
    question q = {.count = count};
    dm_stone *stones = NULL;
    dm_status status = dm_generate(spec, seed, &q.arena, err);
    if (status == DM_OK && valued)
        status = with_values(&q.arena, seed, err);
    if (status == DM_OK)
        status = bench_stones(q.arena, seed, count, &stones, err);
    q.white = calloc((size_t)count, sizeof *q.white);
    if (status == DM_OK && !q.white)
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t i = 0; status == DM_OK && q.white && i < count; i++)
        q.white[i] = stones[i].vertex;
    free(stones);
    if (status == DM_OK)
        *out = q;
    else
        question_clear(&q);
    return status;
}

/* Customer u's row: the sites that are nearer than White's. */
static int row_of(const question *q, const dm_distances *table, dm_vertex u, int *column,
                  double *factor)
{
    dm_vertex n = table->n;
    int64_t white = INT64_MAX;
    int count = 0;
    for (int32_t i = 0; i < q->count; i++) {
        int64_t d = dm_distance(table, u, q->white[i]);
        white = d >= 0 && d < white ? d : white;
    }
    for (dm_vertex v = 0; v < n; v++) {
        int64_t d = dm_distance(table, u, v);
        if (d < 0 || d >= white)
            continue;
        column[++count] = v + 1;
        factor[count] = 1;
    }
    column[++count] = n + u + 1;
    factor[count] = -1;
    return count;
}

/* Columns 1..n are sites, n+1..2n customers; row u+1 is a customer's, the last the count. */
static void write_model(glp_prob *model, const question *q, const dm_distances *table, int *column,
                        double *factor)
{
    int n = table->n;
    const int64_t *values = dm_arena_values(q->arena);
    glp_set_obj_dir(model, GLP_MAX);
    glp_add_cols(model, 2 * n);
    glp_add_rows(model, n + 1);
    for (int v = 0; v < n; v++) {
        glp_set_col_kind(model, v + 1, GLP_BV);
        glp_set_col_bnds(model, n + v + 1, GLP_DB, 0, 1);
        glp_set_obj_coef(model, n + v + 1, (double)dm_value_of(values, v));
        glp_set_row_bnds(model, v + 1, GLP_LO, 0, 0);
        int count = row_of(q, table, v, column, factor);
        glp_set_mat_row(model, v + 1, count, column, factor);
    }
    for (int32_t i = 0; i < q->count; i++)
        glp_set_col_bnds(model, q->white[i] + 1, GLP_FX, 0, 0);
    for (int v = 0; v < n; v++) {
        column[v + 1] = v + 1;
        factor[v + 1] = 1;
    }
    glp_set_row_bnds(model, n + 1, GLP_FX, q->count, q->count);
    glp_set_mat_row(model, n + 1, n, column, factor);
}

typedef struct outcome {
    double seconds;
    bool proven;
    int64_t captured; /* value of the customers that become Black's */
} outcome;

static void think(glp_prob *model, double limit, outcome *out)
{
    glp_iocp control;
    glp_init_iocp(&control);
    control.msg_lev = GLP_MSG_OFF;
    control.presolve = GLP_ON;
    control.tm_lim = (int)(1e3 * limit);
    int failed = glp_intopt(model, &control);
    out->proven = failed == 0 && glp_mip_status(model) == GLP_OPT;
    out->captured = (int64_t)(glp_mip_obj_val(model) + 0.5);
}

/* One try of the peer, with all distances given. */
static void try_peer(const question *q, const dm_distances *table, double limit, int *column,
                     double *factor, outcome *out)
{
    double begun = report_clock();
    glp_prob *model = glp_create_prob();
    write_model(model, q, table, column, factor);
    think(model, limit, out);
    out->seconds = out->proven ? report_clock() - begun : limit;
    glp_delete_prob(model);
}

static dm_status ask_peer(const question *q, double limit, outcome *out, dm_error *err)
{
    size_t n = (size_t)dm_arena_vertices(q->arena);
    dm_distances *table = NULL;
    int *column = calloc(n + 2, sizeof *column);
    double *factor = calloc(n + 2, sizeof *factor);
    dm_status status = column && factor ? dm_distances_new(q->arena, 0, NULL, &table, err)
                                        : answer_fail(err, DM_NO_MEMORY, "out of memory");
    glp_term_out(GLP_OFF);
    out->seconds = limit + 1;
    for (int i = 0; status == DM_OK && i < TRIES && (i == 0 || out->seconds < short_run); i++) {
        outcome now = {0};
        try_peer(q, table, limit, column, factor, &now);
        if (now.seconds < out->seconds)
            *out = now;
    }
    glp_free_env();
    dm_distances_free(table);
    free(column);
    free(factor);
    return status;
}

static dm_status try_us(const bench *b, const question *q, double limit, outcome *out,
                        dm_error *err)
{
    dm_reply_request request = {.terms = {.ties = DM_TIES_WHITE},
                                .white = {.vertex = q->white, .count = q->count},
                                .count = q->count,
                                .method = DM_REPLY_EXACT,
                                .threads = b->threads};
    dm_reply *reply = NULL;
    dm_run *run = NULL;
    dm_status status = dm_run_new(&run, err);
    if (status != DM_OK)
        return status;
    dm_run_set_deadline(run, limit);
    double begun = report_clock();
    status = dm_reply_new(q->arena, &request, run, &reply, err);
    out->seconds = report_clock() - begun;
    if (status == DM_OK || status == DM_STOPPED) {
        out->proven = reply->proven;
        out->captured = reply->black_score.whole;
        status = DM_OK;
    }
    dm_reply_free(reply);
    dm_run_free(run);
    return status;
}

static dm_status ask_us(const bench *b, const question *q, double limit, outcome *out,
                        dm_error *err)
{
    dm_status status = DM_OK;
    out->seconds = 2 * limit + 1;
    for (int i = 0; status == DM_OK && i < TRIES && (i == 0 || out->seconds < short_run); i++) {
        outcome now = {0};
        status = try_us(b, q, limit, &now, err);
        if (status == DM_OK && now.seconds < out->seconds)
            *out = now;
    }
    return status;
}

enum { MOST_TIMES = 12 * MOST_RUNS }; /* of all rows of one size */

typedef struct row {
    double ours[MOST_TIMES], theirs[MOST_TIMES];
    int runs, unproven, overtime;
} row;

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, int count)
{
    qsort(times, (size_t)count, sizeof *times, by_time);
    return times[count / 2];
}

static void add(row *r, const outcome *ours, const outcome *theirs)
{
    r->ours[r->runs] = ours->seconds;
    r->theirs[r->runs++] = theirs->seconds;
    r->unproven += !ours->proven;
    r->overtime += !theirs->proven;
}

static void print_row(bench *b, const char *name, row *r)
{
    char what[96], peer[32];
    snprintf(what, sizeof what, "%s, %d of %d proven", name, r->runs - r->unproven, r->runs);
    snprintf(peer, sizeof peer, r->overtime ? "GLPK, %d over" : "GLPK", r->overtime);
    bench_row(b, &(bench_result){.what = what,
                                 .unit = "ms",
                                 .ours = 1e3 * median(r->ours, r->runs),
                                 .peer = peer,
                                 .theirs = 1e3 * median(r->theirs, r->runs)});
}

static dm_status run_one(const bench *b, const question *q, double limit, row *r, row *all,
                         dm_error *err)
{
    outcome ours = {0}, theirs = {.seconds = limit};
    dm_status status = ask_us(b, q, limit, &ours, err);
    if (status == DM_OK && 2 * r->overtime <= b->runs)
        status = ask_peer(q, limit, &theirs, err);
    if (status == DM_OK && theirs.proven && ours.proven && theirs.captured != ours.captured)
        status =
            answer_fail(err, DM_INTERNAL, "%s: %" PRId64 " captured by us, %" PRId64 " by GLPK",
                        dm_arena_title(q->arena), ours.captured, theirs.captured);
    add(r, &ours, &theirs);
    add(all, &ours, &theirs);
    return status;
}

static dm_status measure(bench *b, const char *spec, int32_t count, bool valued, row *r, row *all,
                         dm_error *err)
{
    char name[64];
    double limit = b->time >= 0 ? b->time : usual_limit;
    r->runs = r->unproven = r->overtime = 0;
    for (int i = 0; i < b->runs && i < MOST_RUNS; i++) {
        question q = {0};
        dm_status status = draw(spec, count, valued, b->seed + (uint64_t)i, &q, err);
        if (status == DM_OK)
            status = run_one(b, &q, limit, r, all, err);
        question_clear(&q);
        if (status != DM_OK)
            return status;
    }
    snprintf(name, sizeof name, "%s p=r=%d %s", spec, count, valued ? "values" : "unit");
    print_row(b, name, r);
    return DM_OK;
}

/* Every row of one size, and all of them together. */
static dm_status measure_size(bench *b, int vertices, row rows[2], dm_error *err)
{
    static const char *const families[] = {"euclid", "road"};
    static const int32_t counts[] = {5, 10, 20};
    char spec[48];
    dm_status status = DM_OK;
    rows[1].runs = rows[1].unproven = rows[1].overtime = 0;
    for (int family = 0; family < 2; family++)
        for (int count = 0; count < 3; count++)
            for (int valued = 0; valued < 2 && status == DM_OK; valued++) {
                snprintf(spec, sizeof spec, "%s:%d", families[family], vertices);
                status = measure(b, spec, counts[count], valued, &rows[0], &rows[1], err);
            }
    snprintf(spec, sizeof spec, "all of %d vertices", vertices);
    if (status == DM_OK)
        print_row(b, spec, &rows[1]);
    return status;
}

dm_status bench_reply(bench *b, dm_error *err)
{
    static const int sizes[] = {100, 200, 500, 1000, 2000};
    row *rows = calloc(2, sizeof *rows);
    dm_status status = DM_OK;
    if (!rows)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int i = 0; i < 5 && status == DM_OK; i++)
        status = measure_size(b, sizes[i], rows, err);
    free(rows);
    return status;
}
