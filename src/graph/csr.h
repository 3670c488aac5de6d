/* csr.h - turns an edge list into compressed sparse rows. */
#ifndef DMI_CSR_H
#define DMI_CSR_H

#include <demesne/arena.h>
#include <stddef.h>

/* Edges in the order of the input, without loops: ends[2i] < ends[2i+1].  If
 * `directed`, bit 31 of ends[2i+1] is set for an arc from the larger vertex to
 * the smaller.  At most one of len32 and len64 is set; if neither is, every
 * length is `uniform`. */
typedef struct dmi_edges {
    size_t count;
    uint32_t *ends;
    uint32_t *len32;
    int64_t *len64;
    int64_t uniform;
    bool directed;
    bool keep_arcs; /* `directed`, and one-way arcs stay; otherwise they become edges */
} dmi_edges;

#define DMI_REVERSED UINT32_C(0x80000000)

/* A graph, and the same with its arcs turned round, where the two differ. */
typedef struct dmi_two_way_graph {
    dm_graph graph;
    dm_graph reverse; /* not set if oneway is 0 */
    int64_t oneway;   /* arcs without an opposite of equal length */
} dmi_two_way_graph;

/* Takes the arrays of `edges`: they are freed as soon as possible, also on failure.
 * dmi_graph_clear frees the graphs.  Adds what changed to `notes`. */
dm_status dmi_graph_init(dm_vertex n, dmi_edges *edges, dmi_two_way_graph *out, dm_notes *notes,
                         dm_error *err);
/* The length of the arc, 0 if there is none.  O(log degree). */
int64_t dmi_graph_length_between(const dm_graph *graph, dm_vertex from, dm_vertex to);
/* DM_BY_COLUMNS unless it is one of points. */
dm_line_metric dmi_graph_line_metric(const dm_graph *graph);
void dmi_graph_clear(dm_graph *graph);
void dmi_edges_clear(dmi_edges *edges);

#endif
