/* test_formats_nauty.c - graph6 and sparse6 compared with nauty's own tools.
 *
 * For every graph of up to six vertices: what nauty-geng writes is read as nauty-showg prints it,
 * and written back byte for byte; likewise the sparse6 of nauty-copyg.  Larger boards go through
 * nauty-copyg and back, the largest sparse6 through nauty's library.
 */
#define _GNU_SOURCE /* popen under -std=c17 */
#include "support/support.h"
#include <demesne/source.h>
#include <gtools.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *run(const char *format, int n)
{
    char command[300];
    snprintf(command, sizeof command, format, n);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    return pipe;
}

static dm_arena *read_line(const char *line)
{
    dm_error err = {0};
    dm_reader *reader = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_reader_open_memory("line", line, strlen(line), NULL, &reader, &err), err);
    assert_ok(dm_reader_next(reader, &arena, &err), err);
    dm_reader_free(reader);
    return arena;
}

/* The text of `arena` in `format`; freed by the caller. */
static char *written(const dm_arena *arena, const char *format)
{
    dm_error err = {0};
    char path[100], *text = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "/tmp/demesne-nauty-%ld", (long)getpid());
    assert_ok(dm_arena_write(arena, path, format, &err), err);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(getline(&text, &size, file) > 0);
    fclose(file);
    unlink(path);
    return text;
}

static bool are_adjacent(const dm_arena *arena, dm_vertex u, dm_vertex v)
{
    const dm_graph *graph = dm_arena_graph(arena);
    for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++)
        if (graph->target[arc] == v)
            return true;
    return false;
}

/* Every graph of n vertices from `lines`, compared and written back. */
static void check_all(FILE *lines, FILE *matrices, const char *format, int expected)
{
    char line[100];
    int count = 0;
    for (; fgets(line, sizeof line, lines); count++) {
        dm_arena *arena = read_line(line);
        int n, entry;
        assert_int_equal(fscanf(matrices, "%d", &n), 1);
        assert_int_equal(dm_arena_vertices(arena), n);
        for (dm_vertex u = 0; u < n; u++)
            for (dm_vertex v = 0; v < n; v++) {
                assert_int_equal(fscanf(matrices, "%d", &entry), 1);
                assert_int_equal(are_adjacent(arena, u, v), entry);
            }
        char *again = written(arena, format);
        assert_string_equal(again, line);
        free(again);
        dm_arena_free(arena);
    }
    assert_int_equal(count, expected);
    pclose(lines);
    pclose(matrices);
}

static const int graphs[] = {0, 1, 2, 4, 11, 34, 156}; /* on n vertices, OEIS A000088 */

static void small_graph6_is_nautys(void **state)
{
    (void)state;
    for (int n = 1; n <= 6; n++)
        check_all(run("nauty-geng -q %d", n), run("nauty-geng -q %d | nauty-showg -Aq", n),
                  "graph6", graphs[n]);
}

static void small_sparse6_is_nautys(void **state)
{
    (void)state;
    for (int n = 1; n <= 6; n++)
        check_all(run("nauty-geng -q %d | nauty-copyg -sq", n),
                  run("nauty-geng -q %d | nauty-showg -Aq", n), "sparse6", graphs[n]);
}

/* Sends the writer's text through nauty-copyg: the same text must come back. */
static void check_copy(const dm_arena *arena, const char *format, const char *option)
{
    dm_error err = {0};
    char path[100], command[300], *copy = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "/tmp/demesne-copy-%ld", (long)getpid());
    assert_ok(dm_arena_write(arena, path, format, &err), err);
    snprintf(command, sizeof command, "nauty-copyg -q%s %s", option, path);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_true(getline(&copy, &size, pipe) > 0);
    pclose(pipe);
    unlink(path);
    char *text = written(arena, format);
    assert_string_equal(copy, text);
    dm_arena *again = read_line(copy);
    assert_int_equal(dm_arena_vertices(again), dm_arena_vertices(arena));
    assert_memory_equal(dm_arena_graph(again)->target, dm_arena_graph(arena)->target,
                        dm_arena_graph(arena)->arcs * sizeof(dm_vertex));
    dm_arena_free(again);
    free(text);
    free(copy);
}

static void larger_boards_pass_through_nauty(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 3);
    static const dm_vertex sizes[] = {7, 8, 15, 16, 17, 31, 32, 33, 62, 63, 64, 65, 100, 300};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int round = 0; round < 4; round++) {
            dm_arena *arena = random_board(&rng, sizes[i], round % 2 ? BOARD_TREE : 0);
            check_copy(arena, "graph6", "g");
            check_copy(arena, "sparse6", "s");
            dm_arena_free(arena);
        }
}

/* The tools store large graphs as matrices; the library has a sparse form. */
static void large_sparse6_is_nautys(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 5);
    static const dm_vertex sizes[] = {1000, 258047, 258048, 300000}; /* 18 bits, then 36 */
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        dm_arena *tree = random_board(&rng, sizes[i], BOARD_TREE);
        const dm_graph *graph = dm_arena_graph(tree);
        char *text = written(tree, "sparse6");
        SG_DECL(sparse);
        int loops;
        stringtosparsegraph(text, &sparse, &loops);
        assert_int_equal(sparse.nv, graph->n);
        assert_int_equal(sparse.nde, graph->arcs);
        assert_string_equal(sgtos6(&sparse), text);
        SG_FREE(sparse);
        dm_arena *again = read_line(text);
        assert_memory_equal(dm_arena_graph(again)->target, graph->target,
                            graph->arcs * sizeof *graph->target);
        dm_arena_free(again);
        dm_arena_free(tree);
        free(text);
    }
}

/* A first line longer than what is read to recognise the format. */
static void large_graph6_is_told_by_its_text(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 9);
    dm_arena *arena = random_board(&rng, 1500, BOARD_TREE);
    char *text = written(arena, "graph6");
    dm_arena *again = read_line(text);
    assert_int_equal(dm_arena_edges(again), 1499);
    dm_arena_free(again);
    dm_arena_free(arena);
    free(text);
}

static void boards_come_while_the_pipe_is_open(void **state)
{
    (void)state;
    dm_error err = {0};
    int ends[2];
    dm_reader *reader = NULL;
    dm_arena *arena = NULL;
    char path[40];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "DqK\n", 4), 4);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    assert_ok(dm_reader_open(path, NULL, &reader, &err), err);
    assert_ok(dm_reader_next(reader, &arena, &err), err); /* would wait forever otherwise */
    dm_arena_free(arena);
    close(ends[1]);
    close(ends[0]);
    assert_int_equal(dm_reader_next(reader, &arena, &err), DM_END);
    dm_reader_free(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_graph6_is_nautys),
        cmocka_unit_test(small_sparse6_is_nautys),
        cmocka_unit_test(larger_boards_pass_through_nauty),
        cmocka_unit_test(large_sparse6_is_nautys),
        cmocka_unit_test(large_graph6_is_told_by_its_text),
        cmocka_unit_test(boards_come_while_the_pipe_is_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
