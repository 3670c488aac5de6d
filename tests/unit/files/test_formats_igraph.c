/* test_formats_igraph.c - GraphML, GML, Pajek and edge lists compared with igraph's readers and
 * writers: what one writes, the other reads as the same graph. */
#include "support/support.h"
#include <demesne/source.h>
#include <igraph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void make_path(char path[100], const char *ending)
{
    snprintf(path, 100, "/tmp/demesne-igraph-%ld%s", (long)getpid(), ending);
}

/* A board's graph with the attributes `length` (or `weight`) and `name`. */
static void to_igraph(const dm_arena *arena, const char *length_name, igraph_t *out)
{
    const dm_graph *graph = dm_arena_graph(arena);
    igraph_vector_int_t ends;
    igraph_vector_t lengths;
    igraph_vector_int_init(&ends, 0);
    igraph_vector_init(&lengths, 0);
    for (dm_vertex u = 0; u < graph->n; u++)
        for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++)
            if (u < graph->target[arc]) {
                igraph_vector_int_push_back(&ends, u);
                igraph_vector_int_push_back(&ends, graph->target[arc]);
                igraph_vector_push_back(&lengths, (double)dm_graph_length(graph, arc));
            }
    igraph_create(out, &ends, graph->n, IGRAPH_UNDIRECTED);
    if (length_name)
        SETEANV(out, length_name, &lengths);
    igraph_vector_int_destroy(&ends);
    igraph_vector_destroy(&lengths);
}

/* Checks that igraph has exactly the edges of the board, with their lengths. */
static void compare(const igraph_t *graph, const dm_arena *arena, const char *length_name)
{
    assert_int_equal(igraph_vcount(graph), dm_arena_vertices(arena));
    assert_int_equal(igraph_ecount(graph), dm_arena_edges(arena));
    const dm_graph *board = dm_arena_graph(arena);
    for (dm_vertex u = 0; u < board->n; u++)
        for (uint32_t arc = board->first[u]; arc < board->first[u + 1]; arc++) {
            igraph_integer_t edge;
            igraph_get_eid(graph, &edge, u, board->target[arc], IGRAPH_UNDIRECTED, true);
            double length = length_name ? EAN(graph, length_name, edge) : 1;
            assert_true(length == (double)dm_graph_length(board, arc));
        }
}

typedef igraph_error_t read_fn(igraph_t *graph, FILE *file);
typedef igraph_error_t write_fn(const igraph_t *graph, FILE *file);

static igraph_error_t read_graphml(igraph_t *graph, FILE *file)
{
    return igraph_read_graph_graphml(graph, file, 0);
}

static igraph_error_t write_graphml(const igraph_t *graph, FILE *file)
{
    return igraph_write_graph_graphml(graph, file, true);
}

static igraph_error_t write_gml(const igraph_t *graph, FILE *file)
{
    return igraph_write_graph_gml(graph, file, IGRAPH_WRITE_GML_DEFAULT_SW, NULL, "");
}

static const struct peer {
    const char *ending, *ours, *theirs; /* the attribute that has the lengths */
    read_fn *read;                      /* NULL: igraph cannot read our files */
    write_fn *write;
} peers[] = {
    {".graphml", "length", "weight", read_graphml, write_graphml},
    {".gml", "length", "length", igraph_read_graph_gml, write_gml},
    {".net", "weight", "weight", igraph_read_graph_pajek, igraph_write_graph_pajek},
    {".edges", NULL, NULL, NULL, igraph_write_graph_edgelist},
};

static void check_ours(const struct peer *peer, const dm_arena *arena)
{
    dm_error err = {0};
    char path[100];
    igraph_t graph;
    make_path(path, peer->ending);
    assert_ok(dm_arena_write(arena, path, NULL, &err), err);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(peer->read(&graph, file), IGRAPH_SUCCESS);
    fclose(file);
    unlink(path);
    bool has_lengths = dm_arena_edges(arena) > 0 && dm_arena_graph(arena)->uniform != 1;
    compare(&graph, arena, has_lengths ? peer->ours : NULL);
    igraph_destroy(&graph);
}

static void check_theirs(const struct peer *peer, const dm_arena *arena)
{
    dm_error err = {0};
    char path[100];
    igraph_t graph;
    dm_arena *again = NULL;
    make_path(path, peer->ending);
    to_igraph(arena, peer->theirs, &graph);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(peer->write(&graph, file), IGRAPH_SUCCESS);
    fclose(file);
    assert_ok(dm_arena_open(path, 1, &again, &err), err);
    unlink(path);
    compare(&graph, again, peer->theirs);
    igraph_destroy(&graph);
    dm_arena_free(again);
}

static void either_reads_what_the_other_writes(void **state)
{
    (void)state;
    igraph_set_attribute_table(&igraph_cattribute_table);
    for (size_t i = 0; i < sizeof peers / sizeof *peers; i++) {
        dm_rng rng;
        dm_rng_init(&rng, 11);
        for (int round = 0; round < 40; round++) {
            dm_vertex n = 2 + (dm_vertex)dm_rng_below(&rng, 40);
            int features = (peers[i].theirs ? BOARD_LENGTHS : 0) | BOARD_TREE;
            dm_arena *arena = random_board(&rng, n, features);
            if (peers[i].read)
                check_ours(&peers[i], arena);
            check_theirs(&peers[i], arena);
            dm_arena_free(arena);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(either_reads_what_the_other_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
