/* demesne/reply_table.h - the table behind a reply on a tree: A(k, d_out, d_in) of Sugimoto and
 * Saitoh's slides, corrected (docs/ERRATA.md).
 *
 * The tree hangs from `root`.  An entry is the best Black minus White in the subtree of a vertex,
 * with `stones` new stones in it, if the nearest stones outside and inside the subtree are as
 * given, measured from the vertex:
 *
 *        W  outside: 2, White's
 *       /
 *      .
 *     /
 *    v             A(1, 2 White, 1 Black) of v
 *   / \
 *  .   B  inside: 1, Black's
 */
#ifndef DEMESNE_REPLY_TABLE_H
#define DEMESNE_REPLY_TABLE_H

#include <demesne/reply.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dm_label_owner {
    DM_LABEL_NOBODY = 0,
    DM_LABEL_WHITE,
    DM_LABEL_BLACK,
    DM_LABEL_BOTH /* stones of both at that distance */
} dm_label_owner;

typedef struct dm_reply_entry {
    dm_vertex vertex;
    int32_t stones;
    int32_t outside, inside; /* distances, in edges; no meaning for nobody's */
    dm_label_owner outside_owner, inside_owner;
    bool used; /* the best reply was read off this entry */
    int64_t value;
} dm_reply_entry;

typedef struct dm_reply_table {
    dm_vertex root;
    dm_vertex n;
    dm_vertex *parent; /* by vertex; -1: the root */
    int64_t count;
    dm_reply_entry *entries; /* the root first; only what can occur */
} dm_reply_table;

/* The table of the request, whatever its method.  DM_UNSUPPORTED unless the board is one tree with
 * edges of equal length; DM_TOO_LARGE if there are more than `limit` entries. */
dm_status dm_reply_table_new(const dm_arena *arena, const dm_reply_request *request, int64_t limit,
                             dm_run *run, dm_reply_table **out, dm_error *err);
void dm_reply_table_free(dm_reply_table *table);

#ifdef __cplusplus
}
#endif
#endif
