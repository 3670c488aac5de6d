/* check/graph.h - parts, metric and symmetry of small boards from their
 * definitions alone: over all pairs, and over all permutations. */
#ifndef CHECK_GRAPH_H
#define CHECK_GRAPH_H

#include <demesne/graph.h>

enum { CHECK_MATRIX = 40 };

/* The arcs given to a builder, by the definition: for every direction the shortest length (0:
 * none), and how often it was given. */
typedef struct check_matrix {
    dm_vertex n; /* at most CHECK_MATRIX */
    int64_t there[CHECK_MATRIX][CHECK_MATRIX], copies[CHECK_MATRIX][CHECK_MATRIX];
    int64_t loops;
} check_matrix;

void check_matrix_note(check_matrix *m, dm_vertex u, dm_vertex v, int64_t length);
/* The shorter of both directions, 0 if there is none. */
int64_t check_matrix_shorter(const check_matrix *m, dm_vertex u, dm_vertex v);

/* Fills part[v] from n x n distances (check_distances): vertices with paths both ways share a
 * number; numbers are in the order of the least vertices.  Returns how many. */
int32_t check_parts(const int64_t *distances, dm_vertex n, int32_t *part);

/* Fills `out`; its `medians` is freed with free(). */
void check_metric(const dm_arena *arena, const int64_t *distances, dm_metric *out);

/* Whether the permutation keeps arcs, lengths and values. */
bool check_is_symmetry(const dm_arena *arena, const dm_vertex *image);

/* Goes through all n! permutations (n at most 8).  Returns the number of
 * symmetries; orbit[v] becomes the least vertex that one of them takes v to. */
int64_t check_symmetries(const dm_arena *arena, dm_vertex *orbit);

#endif
