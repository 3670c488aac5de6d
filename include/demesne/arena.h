/* demesne/arena.h - the board: a graph with lengths, values, places and names.
 *
 * An arena never changes once built.  It is simple: loops are dropped, and of
 * parallel edges the shortest stays.  It is undirected, and one-way arcs become
 * edges, unless dm_builder_directed() was called.
 * dm_arena_notes() reports how often each happened.  Lengths are positive 64-bit
 * integers in a unit of 10^-decimals, so distances are compared exactly.
 *
 *     dm_builder *b;
 *     dm_builder_new(3, &b, NULL);
 *     dm_builder_edge(b, 0, 1, 5, NULL);
 *     dm_builder_edge(b, 1, 2, 7, NULL);
 *     dm_builder_finish(b, &arena, NULL);      takes b
 *     ...
 *     dm_arena_free(arena);
 */
#ifndef DEMESNE_ARENA_H
#define DEMESNE_ARENA_H

#include <demesne/run.h>
#include <demesne/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t dm_vertex; /* 0..n-1; -1 stands for none */

#define DM_MAX_VERTICES INT32_MAX
#define DM_MAX_EDGES    INT32_MAX
#define DM_MAX_TOTAL    (INT64_C(1) << 62) /* of all lengths, and of all values */

/* What the distance of two vertices is. */
typedef enum dm_graph_kind {
    DM_NETWORK = 0, /* the length of a shortest path */
    DM_PAIRS,       /* the length of the arc between them, which may be 0 and lead from a vertex to
                       itself; without an arc there is no distance, also of a vertex to itself */
    DM_POINTS       /* the straight line between them; there are no arcs */
} dm_graph_kind;

/* Compressed sparse rows.  The arcs out of v are first[v] .. first[v+1]-1,
 * sorted by target; on an undirected board every edge appears once from either end.
 *
 *     first   0     2        5  ...
 *     target [ 1 4 | 0 2 4 | ... ]
 *
 * Lengths are in one of three forms: all equal to `uniform` (> 0, both
 * pointers NULL), or uniform is 0 and exactly one of the pointers is set (of a table of pairs
 * always length64). */
typedef struct dm_graph {
    dm_vertex n;
    uint32_t arcs; /* twice the number of edges on an undirected board */
    const uint32_t *first;
    const dm_vertex *target;
    int64_t uniform;
    const uint32_t *length32;
    const int64_t *length64;
    int64_t shortest, longest; /* of all lengths; 1 if there is no edge */
    dm_graph_kind kind;
    const struct dm_points *points; /* of DM_POINTS: how long straight lines are */
    /* NULL, or by vertex where forbidden turns made copies (map.h): a copy at which those arrive
     * who go no farther, so that a site at v is one at arrival[v] too; -2 - v: it is that copy of
     * v; -1: there is none. */
    const dm_vertex *arrival;
} dm_graph;

static inline int64_t dm_graph_length(const dm_graph *graph, uint32_t arc)
{
    return graph->length32   ? (int64_t)graph->length32[arc]
           : graph->length64 ? graph->length64[arc]
                             : graph->uniform;
}

typedef struct dm_point {
    double x, y; /* y grows upwards */
} dm_point;

/* How long a straight line is, on a board of points. */
typedef enum dm_line_metric {
    DM_BY_COLUMNS = 0, /* for a reader: great circle if the columns are lon and lat, else Euclid */
    DM_EUCLID,
    DM_MANHATTAN,
    DM_GREAT_CIRCLE /* haversine in metres on a sphere of radius 6371008.8 m */
} dm_line_metric;

const char *dm_line_metric_name(dm_line_metric value); /* "euclid"; NULL for other values */
dm_status dm_line_metric_parse(const char *name, dm_line_metric *out, dm_error *err);

/* What was changed to make the input a simple graph, and an undirected one unless the builder
 * keeps directions. */
typedef struct dm_notes {
    int64_t loops;    /* loops dropped */
    int64_t parallel; /* edges dropped beside a shorter or equal one */
    int64_t one_way;  /* edges that the input had in one direction only */
    int64_t uneven;   /* edges that were longer in one direction: the shorter length stays */
} dm_notes;

typedef struct dm_arena dm_arena;

void dm_arena_free(dm_arena *arena);

/* All results below are borrowed from the arena. */
const dm_graph *dm_arena_graph(const dm_arena *arena);   /* the arcs leaving each vertex */
const dm_graph *dm_arena_reverse(const dm_arena *arena); /* the arcs entering each vertex, as rows
                                 of where they begin; the same pointer on an undirected board */
/* Where sites may open unless a list says it: the names that a table has as sites, increasing.
 * NULL: on every vertex. */
const dm_vertex *dm_arena_sites(const dm_arena *arena, dm_vertex *count);
/* How long straight lines are on a board of points; DM_BY_COLUMNS on another. */
dm_line_metric dm_arena_line_metric(const dm_arena *arena);
/* Whether some arc has no opposite of equal length. */
bool dm_arena_is_directed(const dm_arena *arena);
int64_t dm_arena_oneway(const dm_arena *arena); /* the number of such arcs */
/* Whether `arc`, which leaves `from`, is one of them.  O(log degree). */
bool dm_arc_is_oneway(const dm_arena *arena, dm_vertex from, uint32_t arc);
dm_vertex dm_arena_vertices(const dm_arena *arena);
/* On a directed board two opposite arcs of equal length are one edge, every other arc is one. */
int64_t dm_arena_edges(const dm_arena *arena);
int dm_arena_decimals(const dm_arena *arena);          /* the unit is 10^-decimals */
const char *dm_arena_title(const dm_arena *arena);     /* e.g. "grid:5x5"; never NULL */
const int64_t *dm_arena_values(const dm_arena *arena); /* NULL: every vertex is worth 1 */
int dm_arena_value_decimals(const dm_arena *arena);    /* values are in units of 10^-decimals */
int64_t dm_arena_total_value(const dm_arena *arena);
const dm_point *dm_arena_places(const dm_arena *arena);        /* NULL: no coordinates */
const char *dm_arena_name(const dm_arena *arena, dm_vertex v); /* NULL: no name */
bool dm_arena_has_names(const dm_arena *arena);
dm_notes dm_arena_notes(const dm_arena *arena);
/* What else a reader has to say about the input, in a sentence each; NULL after the last.  From 0.
 */
const char *dm_arena_remark(const dm_arena *arena, int32_t index);

/* A board of a .board file that is checked later (dm_read_options) checks each section when it is
 * first used.  Where a section is damaged, the calls above show nothing: no edges, all values 1, no
 * coordinates, no names.  After work on such a board this tells whether that happened: DM_BAD_INPUT
 * with the file and the section.  O(1). */
dm_status dm_arena_damage(const dm_arena *arena, dm_error *err);
/* Checks every section now.  DM_UNFINISHED if the run ends first.  O(n + m). */
dm_status dm_arena_check(const dm_arena *arena, dm_run *run, dm_error *err);

static inline int64_t dm_value_of(const int64_t *values, dm_vertex v)
{
    return values ? values[v] : 1;
}

/* The same board once more, to be freed separately; it shares everything with `arena`, so this
 * takes O(1) beside a copy of the values. */
dm_status dm_arena_share(const dm_arena *arena, dm_arena **out, dm_error *err);
/* A copy of `arena` with other vertex values: `values` has one entry per
 * vertex, none negative, together at most DM_MAX_TOTAL; NULL: all 1. */
dm_status dm_arena_with_values(const dm_arena *arena, const int64_t *values, dm_arena **out,
                               dm_error *err);
/* The same with values in units of 10^-decimals (0..18): demand of 1.5 is 15 with 1 decimal.  The
 * solvers see whole numbers; who shows a score divides it. */
dm_status dm_arena_with_decimal_values(const dm_arena *arena, const int64_t *values, int decimals,
                                       dm_arena **out, dm_error *err);

/* Finds vertices by their names; borrows the arena.  O(n) to make, then O(1) per name. */
typedef struct dm_names dm_names;

dm_status dm_names_new(const dm_arena *arena, dm_names **out, dm_error *err);
void dm_names_free(dm_names *names);
/* The vertex with this name of `length` bytes; -1: none, -2: several. */
dm_vertex dm_names_find(const dm_names *names, const char *name, size_t length);
/* The name that was probably meant; NULL: none is near, or the board is too large to look through.
 */
const char *dm_names_near(const dm_names *names, const char *name);

/* On a directed board the customers of every question travel to the sites: the distance of a
 * vertex to a stone is the length of a path from the vertex to the stone, so a search from a
 * stone runs over dm_arena_reverse().  The opposite question is asked of the turned board. */
typedef enum dm_direction { DM_TO_SITE, DM_FROM_SITE } dm_direction;

/* The same board with every arc turned round; it shares everything with `arena`, so this takes
 * O(1) beside a copy of the values. */
dm_status dm_arena_turned(const dm_arena *arena, dm_arena **out, dm_error *err);
/* The same board with an edge for every arc, of the shorter length of both directions.
 * DM_UNSUPPORTED of a table of pairs.  O(n + m) on a directed board. */
dm_status dm_arena_undirected(const dm_arena *arena, dm_arena **out, dm_error *err);

/* Positions and players keep tables that depend on the board alone, such as all distances
 * (graph.h), with the board, for the games to come.  Their bytes: */
int64_t dm_arena_table_bytes(const dm_arena *arena);
/* Frees them if no position and no player uses them; they are made again when needed. */
void dm_arena_forget_tables(const dm_arena *arena);

/* A builder collects edges in any order; dm_builder_finish() checks the total
 * length, sorts, merges, and makes the arena.  Cost O(n + m log maxdegree). */
typedef struct dm_builder dm_builder;

dm_status dm_builder_new(dm_vertex n, dm_builder **out, dm_error *err);
void dm_builder_free(dm_builder *builder);

/* Arcs keep their direction; edges become two arcs, and both kinds may be mixed.  Call it before
 * the first edge: otherwise DM_BAD_ARGUMENT.  If every arc turns out to have an opposite of equal
 * length, the board is undirected all the same. */
dm_status dm_builder_directed(dm_builder *builder, dm_error *err);

dm_vertex dm_builder_vertices(const dm_builder *builder);
/* Grows (never shrinks) the number of vertices to n. */
dm_status dm_builder_grow(dm_builder *builder, dm_vertex n, dm_error *err);
/* Adds an edge; both ends must exist, length > 0.  Loops are counted and dropped. */
dm_status dm_builder_edge(dm_builder *builder, dm_vertex u, dm_vertex v, int64_t length,
                          dm_error *err);
/* Adds a one-way arc; together with the opposite arc it makes one edge.
 * Without dm_builder_directed() a builder takes edges or arcs, not both. */
dm_status dm_builder_arc(dm_builder *builder, dm_vertex from, dm_vertex to, int64_t length,
                         dm_error *err);
dm_status dm_builder_value(dm_builder *builder, dm_vertex v, int64_t value, dm_error *err);
dm_status dm_builder_place(dm_builder *builder, dm_vertex v, double x, double y, dm_error *err);
/* `name` is copied; it must be UTF-8 of at most 255 bytes without control characters. */
dm_status dm_builder_name(dm_builder *builder, dm_vertex v, const char *name, dm_error *err);
dm_status dm_builder_title(dm_builder *builder, const char *title, dm_error *err);
/* All lengths, also those added before, are in units of 10^-decimals (0..18). */
void dm_builder_decimals(dm_builder *builder, int decimals);
/* Takes `builder`, also on failure. */
dm_status dm_builder_finish(dm_builder *builder, dm_arena **out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
