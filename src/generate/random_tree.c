/* random_tree.c - a labelled tree, each of the n^(n-2) equally likely.
 *
 * Prüfer: sequences of n-2 labels and labelled trees correspond one to one.  A
 * label occurs in the sequence once less than its degree; the tree is decoded by
 * joining the least remaining leaf to the next label of the sequence.  `scan`
 * only increases: a smaller leaf can appear only as the label just joined, and is
 * then used at once.  O(n).  Source: H. Prüfer, 1918.
 */
#include "generate/board_maker.h"

#include <stdlib.h>

static void decode_prufer(dmi_board_maker *s, const dm_vertex *code, dm_vertex *degree, dm_vertex n)
{
    dm_vertex scan = 0;
    while (degree[scan] != 1)
        scan++;
    dm_vertex leaf = scan;
    for (dm_vertex i = 0; i < n - 2; i++) {
        dm_vertex to = code[i];
        dmi_board_maker_edge(s, leaf, to, 1);
        if (--degree[to] == 1 && to < scan) {
            leaf = to;
            continue;
        }
        do
            scan++;
        while (degree[scan] != 1);
        leaf = scan;
    }
    dmi_board_maker_edge(s, leaf, n - 1, 1);
}

void dmi_make_random_tree(dmi_board_maker *s)
{
    if (!dmi_board_maker_open(s, s->number[0], s->number[0] - 1))
        return;
    dm_vertex n = (dm_vertex)s->number[0];
    if (n < 2)
        return;
    dm_vertex *code = dmi_alloc((size_t)n, sizeof *code);
    dm_vertex *degree = dmi_alloc((size_t)n, sizeof *degree);
    if (code && degree) {
        for (dm_vertex v = 0; v < n; v++)
            degree[v] = 1;
        for (dm_vertex i = 0; i < n - 2; i++) {
            code[i] = (dm_vertex)dm_rng_below(&s->rng, (uint64_t)n);
            degree[code[i]]++;
        }
        decode_prufer(s, code, degree, n);
    } else {
        dmi_board_maker_no_memory(s);
    }
    free(code);
    free(degree);
}
