/* canonical.c - the canonical numbering of a graph, by nauty's dense search.
 *
 * nauty rather than Traces, because the boards are small and many: a tree of 18
 * vertices takes a few microseconds.  A complete tree of 1000 takes some tenths
 * of a second; the limit keeps nauty's matrices of n^2 bits below 2 MiB.
 *
 * Source: McKay and Piperno, Practical graph isomorphism II, 2014.
 */
#include "graph/canonical.h"

#include "base/base.h"
#include <nauty.h>

_Static_assert(HAVE_TLS, "nauty must be built with thread-local storage");

int64_t dmi_canonical_version(void)
{
    return NAUTYVERSIONID;
}

dm_status dmi_canonical_numbers(const dm_graph *board, dm_vertex *number, dm_error *err)
{
    if (board->n > DMI_CANONICAL_LIMIT)
        return dmi_fail(err, DM_TOO_LARGE,
                        "canonical forms are found for at most %d vertices; this board has %d",
                        DMI_CANONICAL_LIMIT, board->n);
    if (board->n == 0)
        return DM_OK;
    int words = SETWORDSNEEDED(board->n);
    size_t n = (size_t)board->n, size = n * (size_t)words;
    dmi_arrays arrays = {0};
    graph *rows = dmi_array_zeroed(&arrays, size, sizeof *rows);
    graph *canonical = dmi_array_zeroed(&arrays, size, sizeof *canonical);
    int *order = dmi_array(&arrays, n, sizeof *order), *more = dmi_array(&arrays, n, sizeof *more);
    int *orbits = dmi_array(&arrays, n, sizeof *orbits);
    dm_status status = dmi_arrays_check(&arrays, err);
    if (status == DM_OK) {
        for (dm_vertex v = 0; v < board->n; v++)
            for (uint32_t arc = board->first[v]; arc < board->first[v + 1]; arc++) {
                set *row = rows + (size_t)v * (size_t)words;
                ADDELEMENT(row, board->target[arc]);
            }
        DEFAULTOPTIONS_GRAPH(options);
        statsblk stats;
        options.getcanon = TRUE;
        densenauty(rows, order, more, orbits, &options, &stats, words, board->n, canonical);
        nauty_freedyn();
        nautil_freedyn();
        naugraph_freedyn();
        status = stats.errstatus
                     ? dmi_fail(err, DM_INTERNAL, "nauty failed with code %d", stats.errstatus)
                     : DM_OK;
    }
    for (int i = 0; status == DM_OK && i < board->n; i++)
        number[order[i]] = i;
    dmi_arrays_free(&arrays);
    return status;
}
