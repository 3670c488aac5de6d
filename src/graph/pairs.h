/* pairs.h - a table of distances as a graph: each pair of a customer and a site is an arc. */
#ifndef DMI_PAIRS_H
#define DMI_PAIRS_H

#include "graph/csr.h"

typedef struct dmi_pairs {
    size_t count;
    dm_vertex *customer, *site;
    int64_t *length;
} dmi_pairs;

/* The rows of customers and those of sites, sorted by target.  The arrays are freed as soon as
 * possible; they stay if a pair is there twice: DM_BAD_INPUT without a message, and *twice is the
 * second of them.  O(n + m). */
dm_status dmi_pairs_graph(dm_vertex n, dmi_pairs *pairs, dmi_two_way_graph *out, size_t *twice,
                          dm_error *err);
void dmi_pairs_clear(dmi_pairs *pairs);

#endif
