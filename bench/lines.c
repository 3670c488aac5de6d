/* lines.c - the continuous game on edges: the cost of a move, in diagrams of the same level.
 *
 * The peer is te Kolste's simple method (2016, section 4.1): a whole diagram per edge.  So times
 * are given as multiples of one diagram, measured in the same run.  His methods 1 and 2 for trees
 * are timed on the kinds of trees of his tables 1 to 3.  Times are processor times.
 */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

typedef struct board {
    const char *spec;
    int64_t sites;   /* of two players in turn; -k: one per k vertices */
    int64_t lengths; /* drawn from 1..this; 0: as they are */
} board;

static void fill_edges(const dm_arena *arena, int64_t lengths, dm_level *draft)
{
    const dm_graph *graph = dm_arena_graph(arena);
    dm_rng rng;
    dm_rng_init(&rng, 7);
    for (dm_vertex u = 0; u < draft->vertex_count; u++)
        for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++) {
            int64_t length = lengths ? 1 + (int64_t)dm_rng_below(&rng, (uint64_t)lengths)
                                     : dm_graph_length(graph, arc);
            if (graph->target[arc] > u)
                draft->edges[draft->edge_count++] =
                    (dm_line_edge){u, graph->target[arc], {length, 1}};
        }
}

static dm_status fill_sites(const dm_arena *arena, uint64_t seed, dm_level *draft, dm_error *err)
{
    dm_stone *stones = NULL;
    dm_status status = bench_stones(arena, seed, draft->site_count, &stones, err);
    for (int32_t i = 0; status == DM_OK && i < draft->site_count; i++)
        draft->sites[i] = (dm_line_site){i % draft->player_count, {stones[i].vertex, -1, {0, 1}}};
    free(stones);
    return status;
}

static dm_status level_of(const dm_arena *arena, const board *on, uint64_t seed, dm_level **out,
                          dm_error *err)
{
    static char *names[] = {"red", "blue"};
    dm_vertex n = dm_arena_vertices(arena);
    int32_t sites = (int32_t)(on->sites < 0 ? n / -on->sites : on->sites);
    dm_line_edge *edges = malloc((size_t)dm_arena_graph(arena)->arcs * sizeof *edges);
    dm_line_site *placed = malloc((size_t)sites * sizeof *placed);
    dm_status status = DM_OK;
    if (!edges || !placed) {
        status = answer_fail(err, DM_NO_MEMORY, "no room for a level of %s", on->spec);
    } else {
        dm_level draft = {.vertex_count = n,
                          .edges = edges,
                          .site_count = sites,
                          .sites = placed,
                          .player_count = 2,
                          .players = names};
        fill_edges(arena, on->lengths, &draft);
        status = fill_sites(arena, seed, &draft, err);
        if (status == DM_OK)
            status = dm_level_new(&draft, out, err);
    }
    free(edges);
    free(placed);
    return status;
}

static dm_status open_level(const board *on, uint64_t seed, dm_level **out, dm_error *err)
{
    dm_arena *arena = NULL;
    dm_status status = dm_arena_open(on->spec, seed, &arena, err);
    if (status == DM_OK)
        status = level_of(arena, on, seed, out, err);
    dm_arena_free(arena);
    return status;
}

typedef struct job {
    const dm_level *level;
    dm_line_ask ask;
    dm_ratio margin;
    int64_t candidates;
} job;

static dm_status one_diagram(void *user, dm_error *err)
{
    const job *j = user;
    dm_line_diagram *diagram = NULL;
    dm_status status = dm_line_diagram_new(j->level, DM_LINE_NEUTRAL, false, &diagram, err);
    dm_line_diagram_free(diagram);
    return status;
}

static dm_status one_move(void *user, dm_error *err)
{
    job *j = user;
    dm_line_best *best = NULL;
    dm_status status = dm_line_best_move(j->level, &j->ask, NULL, &best, err);
    if (status == DM_OK) {
        j->margin = best->after.margin;
        j->candidates = best->candidates;
    }
    dm_line_best_free(best);
    return status;
}

static dm_status one_share(void *user, dm_error *err)
{
    job *j = user;
    dm_line_odds *odds = NULL;
    dm_status status = dm_line_odds_of(j->level, &j->ask, NULL, &odds, err);
    if (status == DM_OK)
        j->candidates = odds->winning_count;
    dm_line_odds_free(odds);
    return status;
}

/* A star stands for lengths drawn at random. */
static void name_board(char *text, size_t room, const board *on)
{
    char sites[32];
    if (on->sites < 0)
        snprintf(sites, sizeof sites, "%lld %%", (long long)(-100 / on->sites));
    else
        snprintf(sites, sizeof sites, "%lld sites", (long long)on->sites);
    snprintf(text, room, "%s%s, %s", on->spec, on->lengths ? "*" : "", sites);
}

/* Median processor seconds of each step, in turn; `runs` times. */
static dm_status time_steps(const bench_step *steps, int count, int runs, double *seconds,
                            dm_error *err)
{
    double times[2][BENCH_MOST_RUNS];
    dm_status status = DM_OK;
    for (int run = 0; run < runs; run++)
        for (int i = 0; i < count && status == DM_OK; i++) {
            double begun = bench_cpu_seconds();
            status = steps[i].run(steps[i].user, err);
            times[i][run] = bench_cpu_seconds() - begun;
        }
    for (int i = 0; i < count && status == DM_OK; i++)
        seconds[i] = bench_median(times[i], runs);
    return status;
}

static int runs_of(const bench *b, const dm_level *level)
{
    int most = level->vertex_count > 200000 ? 1 : BENCH_MOST_RUNS;
    return b->runs < most ? b->runs : most;
}

/* A row: a move in diagrams, compared with one diagram per edge. */
static dm_status print_row(bench *b, const board *on, const char *counted, bench_step move, job *j,
                           dm_error *err)
{
    dm_level *level = NULL;
    double seconds[2] = {0};
    char name[64], what[128];
    dm_status status = open_level(on, b->seed, &level, err);
    bench_step steps[] = {{one_diagram, j}, move};
    j->level = level;
    if (level)
        status = time_steps(steps, 2, runs_of(b, level), seconds, err);
    name_board(name, sizeof name, on);
    if (status == DM_OK && level) {
        snprintf(what, sizeof what, "%s: %lld %s, %.3g s", name, (long long)j->candidates, counted,
                 seconds[1]);
        bench_row(b, &(bench_result){.what = what,
                                     .unit = "diagrams",
                                     .ours = seconds[1] / seconds[0],
                                     .peer = "|E| diagrams",
                                     .theirs = level->edge_count});
    }
    dm_level_free(level);
    return status;
}

static dm_status print_cut(bench *b, const board *on, dm_line_cut_method method, dm_error *err)
{
    job j = {.ask = {.op = DM_LINE_CUT, .objective = DM_LINE_MARGIN, .method = method}};
    return print_row(b, on, "tried", (bench_step){one_move, &j}, &j, err);
}

/* The aim: at most 20 diagrams, and 300 for two sites on grids and roads. */
static dm_status print_bars(bench *b, dm_error *err)
{
    static const board boards[] = {
        {"random-tree:100000", -100, 1000}, {"grid:316x316", -100, 0},
        {"grid:316x316", -100, 1000},       {"road:100000", -100, 0},
        {"random-tree:100000", 2, 1000},    {"grid:316x316", 2, 0},
        {"grid:316x316", 2, 1000},          {"road:100000", 2, 0},
        {"road:1000000", -100, 0},
    };
    dm_status status = DM_OK;
    bench_print(b, "the best cut, in diagrams of the level (* random lengths)");
    for (size_t i = 0; i < sizeof boards / sizeof boards[0] && status == DM_OK; i++)
        status = print_cut(b, &boards[i], DM_LINE_METHOD_AUTO, err);
    return status;
}

static dm_status print_growth(bench *b, dm_error *err)
{
    static const board boards[] = {
        {"random-tree:1000", -100, 1000},
        {"random-tree:10000", -100, 1000},
        {"random-tree:1000000", -100, 1000},
        {"grid:32x32", -100, 1000},
        {"grid:100x100", -100, 1000},
        {"grid:1000x1000", -100, 1000},
        {"road:1000", -100, 0},
        {"road:10000", -100, 0},
        {"random-tree:1000", 2, 1000},
        {"random-tree:10000", 2, 1000},
        {"random-tree:1000000", 2, 1000},
        {"grid:32x32", 2, 1000},
        {"grid:100x100", 2, 1000},
        {"grid:1000x1000", 2, 1000},
        {"road:1000", 2, 0},
        {"road:10000", 2, 0},
        {"road:1000000", 2, 0},
    };
    dm_status status = DM_OK;
    bench_print(b, "growth of the same");
    for (size_t i = 0; i < sizeof boards / sizeof boards[0] && status == DM_OK; i++)
        status = print_cut(b, &boards[i], DM_LINE_METHOD_AUTO, err);
    return status;
}

/* The simple method itself, on levels where it ends soon. */
static dm_status print_simple(bench *b, dm_error *err)
{
    static const board boards[] = {
        {"random-tree:1000", 2, 1000}, {"grid:32x32", 2, 1000}, {"road:1000", 2, 0}};
    dm_status status = DM_OK;
    bench_print(b, "a whole diagram for every edge");
    for (size_t i = 0; i < sizeof boards / sizeof boards[0] && status == DM_OK; i++)
        status = print_cut(b, &boards[i], DM_LINE_METHOD_ALL, err);
    return status;
}

static dm_status print_odds(bench *b, dm_error *err)
{
    static const board boards[] = {{"road:100000", -100, 0}, {"grid:316x316", 2, 1000}};
    dm_status status = DM_OK;
    bench_print(b, "all winning cuts");
    for (size_t i = 0; i < sizeof boards / sizeof boards[0] && status == DM_OK; i++) {
        job j = {.ask = {.op = DM_LINE_CUT}};
        status = print_row(b, &boards[i], "won", (bench_step){one_share, &j}, &j, err);
    }
    return status;
}

/* The best place for another site on 10^4 edges; the simple method would need a diagram for every
 * place where something changes. */
static dm_status print_places(bench *b, dm_error *err)
{
    static const board boards[] = {{"random-tree:10001", 100, 1000},
                                   {"grid:71x71", 100, 0},
                                   {"grid:71x71", 100, 1000},
                                   {"road:6700", 100, 0},
                                   {"road:1000", 2, 0}};
    dm_status status = DM_OK;
    bench_print(b, "the best place for another site");
    for (size_t i = 0; i < sizeof boards / sizeof boards[0] && status == DM_OK; i++) {
        job j = {.ask = {.op = DM_LINE_ADD, .objective = DM_LINE_MARGIN}};
        status = print_row(b, &boards[i], "places", (bench_step){one_move, &j}, &j, err);
    }
    return status;
}

/* Two cuts against one; the aim is at most 50 times as long. */
static dm_status print_pair(bench *b, const board *on, uint64_t seed, dm_error *err)
{
    dm_level *level = NULL;
    double seconds[2] = {0};
    char name[64], what[128];
    dm_status status = open_level(on, seed, &level, err);
    job one = {.level = level, .ask = {.op = DM_LINE_CUT, .objective = DM_LINE_MARGIN}}, two = one;
    two.ask.count = 2;
    bench_step steps[] = {{one_move, &one}, {one_move, &two}};
    if (level)
        status = time_steps(steps, 2, runs_of(b, level), seconds, err);
    name_board(name, sizeof name, on);
    if (status == DM_OK) {
        snprintf(what, sizeof what, "%s, seed %d: %lld pairs tried, %.3g s", name, (int)seed,
                 (long long)two.candidates, seconds[1]);
        bench_row(b, &(bench_result){.what = what,
                                     .unit = "single cuts",
                                     .ours = seconds[1] / seconds[0],
                                     .peer = "aim",
                                     .theirs = 50});
    }
    dm_level_free(level);
    return status;
}

/* Five levels of each board: their costs differ. */
dm_status bench_lines_pairs(bench *b, dm_error *err)
{
    enum { SEEDS = 5 };
    static const board boards[] = {{"road:1000", 20, 0}, {"grid:32x32", 20, 1000}};
    dm_status status = DM_OK;
    bench_print(b, "the best two cuts, in searches for the best one (processor time)");
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        for (uint64_t seed = b->seed; seed < b->seed + SEEDS && status == DM_OK; seed++)
            status = print_pair(b, &boards[i], seed, err);
    return status;
}

/* One of his methods compared with ours, in milliseconds; both must find the same margin. */
static dm_status print_method(bench *b, const board *on, dm_line_cut_method method, dm_error *err)
{
    dm_level *level = NULL;
    double seconds[2] = {0};
    char name[64];
    dm_status status = open_level(on, b->seed, &level, err);
    dm_line_ask ask = {.op = DM_LINE_CUT, .objective = DM_LINE_MARGIN};
    job ours = {.level = level, .ask = ask}, theirs = ours;
    theirs.ask.method = method;
    bench_step steps[] = {{one_move, &ours}, {one_move, &theirs}};
    if (level)
        status = time_steps(steps, 2, runs_of(b, level), seconds, err);
    name_board(name, sizeof name, on);
    if (status == DM_OK &&
        (ours.margin.num != theirs.margin.num || ours.margin.den != theirs.margin.den))
        status = answer_fail(err, DM_INTERNAL, "%s: another margin by %s", name,
                             dm_line_cut_method_name(method));
    if (status == DM_OK)
        bench_row(b, &(bench_result){.what = name,
                                     .unit = "ms",
                                     .ours = 1e3 * seconds[0],
                                     .peer = dm_line_cut_method_name(method),
                                     .theirs = 1e3 * seconds[1]});
    dm_level_free(level);
    return status;
}

/* His tables: balanced trees are the best case, long ones the worst; few sites (table 2), and a
 * share of the vertices (table 3). */
static dm_status print_methods(bench *b, dm_error *err)
{
    enum { LONG = 1000000000 }; /* so that no two distances are equal */
    static const board boards[] = {
        {"tree:2,9", 4, LONG},
        {"tree:2,11", 4, LONG},
        {"tree:2,13", 4, LONG},
        {"random-tree:1000", 4, LONG},
        {"random-tree:4000", 4, LONG},
        {"random-tree:16000", 4, LONG},
        {"caterpillar:250,1", 4, LONG},
        {"caterpillar:500,1", 4, LONG},
        {"caterpillar:1000,1", 4, LONG},
        {"tree:2,9", -10, LONG},
        {"tree:2,11", -10, LONG},
        {"tree:2,13", -10, LONG},
        {"random-tree:1000", -10, LONG},
        {"random-tree:4000", -10, LONG},
        {"random-tree:16000", -10, LONG},
    };
    dm_status status = DM_OK;
    bench_print(b, "te Kolste's methods on trees");
    for (dm_line_cut_method m = DM_LINE_METHOD_METHOD_1;
         m <= DM_LINE_METHOD_METHOD_2 && status == DM_OK; m++)
        for (size_t i = 0; i < sizeof boards / sizeof boards[0] && status == DM_OK; i++)
            status = print_method(b, &boards[i], m, err);
    return status;
}

dm_status bench_lines(bench *b, dm_error *err)
{
    static bench_fn *const tables[] = {print_bars, print_growth, print_simple,
                                       print_odds, print_places, print_methods};
    dm_status status = DM_OK;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0] && status == DM_OK; i++)
        status = tables[i](b, err);
    return status;
}
