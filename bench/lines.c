/* lines.c - the continuous game on edges: what moves cost, in diagrams of the same level.
 *
 * The thing beaten is te Kolste's simple way (2016, section 4.1): a whole diagram for every edge.
 * So times are told as multiples of one diagram, measured in the same run; `all` is that way,
 * measured where it ends soon and |E| diagrams otherwise.
 */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

typedef struct board {
    const char *what, *spec;
    int64_t sites;   /* in all, of two players in turn; 0: one vertex in a hundred */
    int64_t lengths; /* drawn from 1..this; 0: as they are */
} board;

/* --- Levels ------------------------------------------------------------------------------- */

static dm_status fill_edges(const dm_arena *arena, int64_t lengths, dm_level *draft)
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
    return DM_OK;
}

static dm_status level_of(const dm_arena *arena, const board *b, uint64_t seed, dm_level **out,
                          dm_error *err)
{
    static char *names[] = {"red", "blue"};
    dm_level draft = {.vertex_count = dm_arena_vertices(arena),
                      .player_count = 2,
                      .players = names,
                      .site_count = (int32_t)b->sites};
    if (b->sites == 0)
        draft.site_count = draft.vertex_count / 100;
    dm_stone *stones = NULL;
    dm_status status = bench_stones(arena, seed, draft.site_count, &stones, err);
    draft.edges = malloc((size_t)dm_arena_graph(arena)->arcs * sizeof *draft.edges);
    draft.sites = malloc((size_t)draft.site_count * sizeof *draft.sites);
    if (status == DM_OK && (!draft.edges || !draft.sites))
        status = cli_fail(err, DM_NO_MEMORY, "no room for a level of %s", b->spec);
    if (status == DM_OK)
        status = fill_edges(arena, b->lengths, &draft);
    for (int32_t i = 0; status == DM_OK && i < draft.site_count; i++)
        draft.sites[i] = (dm_site){i % 2, {stones[i].vertex, -1, {0, 1}}};
    if (status == DM_OK)
        status = dm_level_new(&draft, out, err);
    free(stones);
    free(draft.edges);
    free(draft.sites);
    return status;
}

static dm_status open_level(const board *b, uint64_t seed, dm_level **out, dm_error *err)
{
    dm_arena *arena = NULL;
    dm_status status = dm_arena_open(b->spec, seed, &arena, err);
    if (status == DM_OK)
        status = level_of(arena, b, seed, out, err);
    dm_arena_free(arena);
    return status;
}

/* --- One measurement ------------------------------------------------------------------------ */

typedef struct job {
    const dm_level *level;
    dm_line_ask ask;
    double margin;
    int64_t candidates;
} job;

static dm_status one_diagram(void *user, dm_error *err)
{
    const job *j = user;
    dm_diagram *diagram = NULL;
    dm_status status = dm_diagram_new(j->level, DM_LINE_NEUTRAL, false, &diagram, err);
    dm_diagram_free(diagram);
    return status;
}

static dm_status one_move(void *user, dm_error *err)
{
    job *j = user;
    dm_line_best *best = NULL;
    dm_status status = dm_line_best_move(j->level, &j->ask, NULL, &best, err);
    if (status == DM_OK) {
        j->margin = best->margin;
        j->candidates = best->candidates;
    }
    dm_line_best_free(best);
    return status;
}

/* A row: the move in diagrams beside the thesis's one diagram an edge. */
static dm_status tell(bench *b, const board *on, uint64_t seed, dm_error *err)
{
    dm_level *level = NULL;
    double seconds[2];
    char what[96];
    dm_status status = open_level(on, seed, &level, err);
    job j = {.level = level, .ask = {.op = DM_LINE_CUT, .objective = DM_LINE_MARGIN}};
    bench_step steps[] = {{one_diagram, &j}, {one_move, &j}};
    if (status == DM_OK)
        status = bench_race(b, steps, 2, seconds, err);
    snprintf(what, sizeof what, "%s, %lld cuts tried, %.0f ms", on->what, (long long)j.candidates,
             status == DM_OK ? 1e3 * seconds[1] : 0);
    if (status == DM_OK)
        bench_row(b, &(bench_result){.what = what,
                                     .unit = "diagrams",
                                     .ours = seconds[1] / seconds[0],
                                     .peer = "|E| diagrams",
                                     .theirs = level->edge_count});
    dm_level_free(level);
    return status;
}

dm_status bench_lines(bench *b, dm_error *err)
{
    static const board boards[] = {
        {"tree 10^5, 1 %", "random-tree:100000", 0, 1000},
        {"grid 10^5, 1 %", "grid:316x316", 0, 0},
        {"grid 10^5 lengths 1..1000, 1 %", "grid:316x316", 0, 1000},
        {"road 10^5, 1 %", "road:100000", 0, 0},
        {"tree 10^5, 2 sites", "random-tree:100000", 2, 1000},
        {"grid 10^5, 2 sites", "grid:316x316", 2, 0},
        {"grid 10^5 lengths 1..1000, 2 sites", "grid:316x316", 2, 1000},
        {"road 10^5, 2 sites", "road:100000", 2, 0},
        {"road 10^6, 1 %", "road:1000000", 0, 0},
    };
    dm_status status = DM_OK;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0] && status == DM_OK; i++)
        status = tell(b, &boards[i], 1, err);
    return status;
}
