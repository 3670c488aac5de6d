/* dominance.c - scoring a board of a million crossings, compared with igraph_voronoi.
 *
 * Both get the same board, lengths and sources, once in the random numbering that road gives and
 * once along a Hilbert curve.  In the random numbering we renumber the board inside, once per
 * board; that cost has its own row.  Before anything is timed the answers are compared: all
 * distances, and all owners except ties.
 */
#include "bench.h"

#include <igraph/igraph.h>
#include <stdlib.h>

enum { SOURCES = 100 };
static const char board_spec[] = "road:1000000";

/* One board in both forms. */
typedef struct trial {
    const dm_arena *arena;
    dm_survey *survey;
    dm_stone *stones;
    igraph_t graph;
    igraph_vector_t weights;
    igraph_vector_int_t generators, membership;
    igraph_vector_t distances;
    int32_t count; /* of stones */
    bool has_peer;
} trial;

static dm_status check_igraph(igraph_error_t code, dm_error *err)
{
    return code == IGRAPH_SUCCESS
               ? DM_OK
               : answer_fail(err, DM_INTERNAL, "igraph: %s", igraph_strerror(code));
}

static igraph_error_t make_peer(trial *job)
{
    const dm_graph *graph = dm_arena_graph(job->arena);
    igraph_vector_int_t ends;
    igraph_integer_t edges = dm_arena_edges(job->arena), at = 0;
    igraph_vector_init(&job->distances, 0);
    igraph_vector_int_init(&job->membership, 0);
    igraph_vector_int_init(&job->generators, job->count);
    igraph_vector_init(&job->weights, edges);
    igraph_vector_int_init(&ends, 2 * edges);
    for (dm_vertex u = 0; u < graph->n; u++)
        for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++)
            if (graph->target[arc] > u) {
                VECTOR(ends)[2 * at] = u;
                VECTOR(ends)[2 * at + 1] = graph->target[arc];
                VECTOR(job->weights)[at++] = (double)dm_graph_length(graph, arc);
            }
    for (int64_t i = 0; i < job->count; i++)
        VECTOR(job->generators)[i] = job->stones[i].vertex;
    igraph_error_t code = igraph_create(&job->graph, &ends, graph->n, IGRAPH_UNDIRECTED);
    igraph_vector_int_destroy(&ends);
    job->has_peer = true;
    return code;
}

static dm_status begin_job(trial *job, const dm_arena *arena, const dm_stone *stones,
                           const dm_vertex *rank, dm_error *err)
{
    *job = (trial){.arena = arena, .count = SOURCES};
    job->stones = malloc(SOURCES * sizeof *job->stones);
    if (!job->stones)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int i = 0; i < SOURCES; i++)
        job->stones[i] = (dm_stone){rank ? rank[stones[i].vertex] : stones[i].vertex, i};
    dm_status status = dm_survey_new(arena, DM_RELABEL_AUTO, &job->survey, err);
    return status == DM_OK ? check_igraph(make_peer(job), err) : status;
}

static void end_job(trial *job)
{
    if (job->has_peer) {
        igraph_destroy(&job->graph);
        igraph_vector_destroy(&job->weights);
        igraph_vector_destroy(&job->distances);
        igraph_vector_int_destroy(&job->generators);
        igraph_vector_int_destroy(&job->membership);
    }
    dm_survey_free(job->survey);
    free(job->stones);
}

static dm_status score(void *user, dm_error *err)
{
    trial *job = user;
    const dm_dominance *answer;
    return dm_survey_dominance(job->survey, job->stones, job->count, DM_TIES_NEUTRAL, &answer, err);
}

static dm_status renumber(void *user, dm_error *err)
{
    trial *job = user;
    dm_survey_free(job->survey);
    job->survey = NULL;
    return dm_survey_new(job->arena, DM_RELABEL_AUTO, &job->survey, err);
}

static dm_status score_igraph(void *user, dm_error *err)
{
    trial *job = user;
    bool is_unit = dm_arena_graph(job->arena)->uniform > 0;
    return check_igraph(igraph_voronoi(&job->graph, &job->membership, &job->distances,
                                       &job->generators, is_unit ? NULL : &job->weights, IGRAPH_ALL,
                                       IGRAPH_VORONOI_FIRST),
                        err);
}

static dm_status compare_answers(trial *job, dm_error *err)
{
    const dm_dominance *ours = NULL;
    dm_status status =
        dm_survey_dominance(job->survey, job->stones, job->count, DM_TIES_NEUTRAL, &ours, err);
    if (status == DM_OK)
        status = score_igraph(job, err);
    for (dm_vertex v = 0; status == DM_OK && v < ours->n; v++) {
        igraph_integer_t owner = igraph_vector_int_get(&job->membership, v);
        bool same = igraph_vector_get(&job->distances, v) == (double)ours->distance[v] &&
                    (ours->owner[v] == DM_TIED || ours->owner[v] == owner);
        if (!same)
            status = answer_fail(err, DM_INTERNAL, "igraph_voronoi disagrees at vertex %d", v);
    }
    return status;
}

static dm_status compare(bench *b, trial *job, const char *lengths, const char *numbering,
                         dm_error *err)
{
    char what[64];
    double seconds[3] = {0}, edges = (double)dm_arena_edges(job->arena);
    bool is_renumbered = dm_survey_relabelled(job->survey);
    bench_step steps[] = {{score, job}, {score_igraph, job}, {renumber, job}};
    dm_status status = compare_answers(job, err);
    if (status == DM_OK)
        status = bench_time(b, steps, is_renumbered ? 3 : 2, seconds, err);
    if (status != DM_OK)
        return status;
    bench_result row = {.what = what, .unit = "ns/edge", .peer = "igraph_voronoi"};
    snprintf(what, sizeof what, "%s, %s numbering", lengths, numbering);
    row.ours = seconds[0] / edges * 1e9;
    row.theirs = seconds[1] / edges * 1e9;
    bench_row(b, &row);
    if (!is_renumbered)
        return DM_OK;
    snprintf(what, sizeof what, "  the same with our renumbering");
    row.ours = (seconds[0] + seconds[2]) / edges * 1e9;
    bench_row(b, &row);
    bench_row(b, &(bench_result){.what = "  renumbering, once per board",
                                 .unit = "ms",
                                 .ours = seconds[2] * 1e3});
    return DM_OK;
}

/* What more sources cost, in the numbering that road gives. */
static dm_status sweep_sources(bench *b, const dm_arena *arena, const char *lengths, dm_error *err)
{
    enum { COUNTS = 5 };
    static const int32_t counts[COUNTS] = {2, 10, 100, 1000, 10000};
    trial jobs[COUNTS] = {{0}};
    bench_step steps[COUNTS];
    double seconds[COUNTS] = {0};
    dm_survey *survey = NULL;
    dm_status status = dm_survey_new(arena, DM_RELABEL_AUTO, &survey, err);
    for (int i = 0; i < COUNTS && status == DM_OK; i++) {
        jobs[i] = (trial){.arena = arena, .survey = survey, .count = counts[i]};
        steps[i] = (bench_step){score, &jobs[i]};
        status = bench_stones(arena, b->seed, counts[i], &jobs[i].stones, err);
    }
    if (status == DM_OK)
        status = bench_time(b, steps, COUNTS, seconds, err);
    for (int i = 0; i < COUNTS; i++) {
        char what[64];
        snprintf(what, sizeof what, "%s, %lld sources", lengths, (long long)counts[i]);
        if (status == DM_OK)
            bench_row(b, &(bench_result){.what = what,
                                         .unit = "ns/edge",
                                         .ours = seconds[i] / (double)dm_arena_edges(arena) * 1e9});
        free(jobs[i].stones);
    }
    dm_survey_free(survey);
    return status;
}

static dm_status measure_lengths(bench *b, const dm_arena *arena, const dm_stone *stones,
                                 const char *lengths, dm_error *err)
{
    dm_arena *good = NULL;
    trial job = {0};
    dm_status status = begin_job(&job, arena, stones, NULL, err);
    if (status == DM_OK && !dm_survey_relabelled(job.survey))
        status = answer_fail(err, DM_INTERNAL, "%s was not renumbered", board_spec);
    if (status == DM_OK)
        status = compare(b, &job, lengths, "random", err);
    const dm_vertex *rank = status == DM_OK ? dm_survey_ranks(job.survey) : NULL;
    if (status == DM_OK)
        status = bench_copy_board(arena, rank, BENCH_KEEP, &good, err);
    if (status == DM_OK) {
        trial better = {0};
        status = begin_job(&better, good, stones, rank, err);
        if (status == DM_OK)
            status = compare(b, &better, lengths, "Hilbert", err);
        end_job(&better);
    }
    end_job(&job);
    dm_arena_free(good);
    return status == DM_OK ? sweep_sources(b, arena, lengths, err) : status;
}

dm_status bench_dominance(bench *b, dm_error *err)
{
    dm_arena *road = NULL, *unit = NULL;
    dm_stone *stones = NULL;
    dm_status status = dm_generate(board_spec, b->seed, &road, err);
    if (status == DM_OK)
        status = bench_copy_board(road, NULL, BENCH_UNIT, &unit, err);
    if (status == DM_OK)
        status = bench_stones(road, b->seed, SOURCES, &stones, err);
    if (status == DM_OK) {
        bench_print(b, "%s: %d vertices, %lld edges, %d sources, one thread", board_spec,
                    dm_arena_vertices(road), (long long)dm_arena_edges(road), SOURCES);
        status = measure_lengths(b, unit, stones, "unit lengths", err);
    }
    if (status == DM_OK)
        status = measure_lengths(b, road, stones, "integer lengths", err);
    free(stones);
    dm_arena_free(unit);
    dm_arena_free(road);
    return status;
}
