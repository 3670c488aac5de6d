/* csr.h - an edge list becomes compressed sparse rows. */
#ifndef DMI_CSR_H
#define DMI_CSR_H

#include <demesne/arena.h>
#include <stddef.h>

/* Edges in the order they came.  ends[2i] < ends[2i+1] once loops are left
 * out; if `directed`, bit 31 of ends[2i+1] is set for an arc that ran from
 * the larger vertex to the smaller.  At most one of len32, len64 is set; with
 * neither every length is `uniform`. */
typedef struct dmi_edges {
    size_t count;
    uint32_t *ends;
    uint32_t *len32;
    int64_t *len64;
    int64_t uniform;
    bool directed;
} dmi_edges;

#define DMI_REVERSED UINT32_C(0x80000000)

/* Takes the arrays of `edges` (they are freed as soon as they are no longer
 * needed, also on failure).  The graph's arrays are freed by dmi_graph_clear.
 * `notes` gets parallel and one_way added. */
dm_status dmi_graph_init(dm_vertex n, dmi_edges *edges, dm_graph *out, dm_notes *notes,
                         dm_error *err);
void dmi_graph_clear(dm_graph *graph);
void dmi_edges_clear(dmi_edges *edges);

#endif
