/* nearest_site.h - the site that serves each vertex, of the sites of one side.
 *
 * A site serves the vertices within the radius of it.  Of several sites that with the least sum of
 * distance and offset serves; among equal sums the first listed.
 */
#ifndef DMI_LOCATION_MARKET_NEAREST_SITE_H
#define DMI_LOCATION_MARKET_NEAREST_SITE_H

#include <demesne/reply.h>

#define DMI_NOT_SERVED  INT64_MAX
#define DMI_MOST_OFFSET (DM_MAX_TOTAL / 2)

/* Who has a vertex that White's best site serves with the sum w and Black's with b. */
static inline int32_t dmi_owner_by_sums(int64_t w, int64_t b, dm_tie_rule ties, bool white_first)
{
    if (w != b)
        return w < b ? DM_WHITE : DM_BLACK;
    if (w == DMI_NOT_SERVED)
        return DM_UNREACHED;
    switch (ties) {
    case DM_TIES_WHITE:
        return DM_WHITE;
    case DM_TIES_BLACK:
        return DM_BLACK;
    case DM_TIES_EARLIER:
        return white_first ? DM_WHITE : DM_BLACK;
    default:
        return DM_TIED;
    }
}

typedef struct dmi_nearest {
    int64_t *sum;  /* distance + offset of the site that serves the vertex, or DMI_NOT_SERVED */
    int32_t *site; /* which of the sites; -1: none */
} dmi_nearest;

/* Fails with DM_BAD_VERTEX (out of range) or DM_BAD_ARGUMENT (a negative or huge offset). */
dm_status dmi_sites_check(const dm_sites *sites, const char *whose, dm_vertex n, dm_error *err);
static inline int64_t dmi_offset_of(const dm_sites *sites, int32_t i)
{
    return sites->offset ? sites->offset[i] : 0;
}
/* The same sites; without a list those where the board lets sites open: `vertex` is NULL if that is
 * everywhere. */
dm_sites dmi_sites_or_all(const dm_sites *sites, const dm_arena *arena);
bool dmi_offsets_differ(const dm_sites *sites);

/* The searches from the sites follow the arcs of `graph`.  Of the terms only the radius counts;
 * NULL: there is none.  One search of the board; if there is a radius and offsets differ, one per
 * site, which visits only vertices that no site with a smaller offset is nearer to. */
dm_status dmi_nearest_init(dmi_nearest *nearest, const dm_graph *graph, const dm_sites *sites,
                           const dm_terms *terms, dm_run *run, dm_error *err);
/* The same within the limits of dmi_demand: sums at which a new site gains are right, others may be
 * missing.  Costs the part of the board where the sites gain. */
dm_status dmi_nearest_within(dmi_nearest *nearest, const dm_graph *graph, const dm_sites *sites,
                             const dm_terms *terms, const int64_t *limit, dm_error *err);

/* As dmi_nearest_init() with the sites that stand now, except which of several equal sites serves.
 * is_closed[i] is set if site i closed; sites->vertex[i] is -1 then, unless another site took its
 * number.  With a radius all offsets must be equal.  `back` has the arcs of `graph` turned round.
 * After a failure the lists are invalid.  O(n), and a logarithm for each arc of the vertices that
 * change. */
dm_status dmi_nearest_update(dmi_nearest *nearest, const dm_graph *graph, const dm_graph *back,
                             const dm_sites *sites, const bool *is_closed, const dm_terms *terms,
                             dm_run *run, dm_error *err);
void dmi_nearest_clear(dmi_nearest *nearest);

#endif
