/* node_ids.h - vertices by the names that a file gives them. */
#ifndef DMI_NODE_IDS_H
#define DMI_NODE_IDS_H

#include "format/parsed_board.h"
#include <demesne/arena.h>

/* A hash table from ids to 0, 1, 2, ... in the order of their first mention. */
typedef struct dmi_node_ids {
    char *text; /* all ids, each with its NUL */
    size_t text_size, text_capacity;
    struct dmi_node_id {
        size_t at;         /* in text */
        int64_t mentioned; /* on which line first */
        bool is_declared;  /* by a node of its own */
    } * item;
    size_t count, item_capacity;
    uint32_t *slot; /* 1 + index, 0: free */
    size_t slots;   /* a power of two, at least twice the count */
} dmi_node_ids;

void dmi_node_ids_clear(dmi_node_ids *ids);
/* The vertex called `id`, which may be new: the board then grows by it.  Declaring one twice
 * is an error. */
dm_status dmi_node_ids_find(dmi_node_ids *ids, dmi_parsed *board, const char *id, bool declare,
                            dm_vertex *out, dm_error *err);
/* Fails where an edge mentioned an id that no node has. */
dm_status dmi_node_ids_check(const dmi_node_ids *ids, const dmi_input *in, dm_error *err);

#endif
