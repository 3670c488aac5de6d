/* node_ids.h - maps the ids of a file to vertex numbers. */
#ifndef DMI_NODE_IDS_H
#define DMI_NODE_IDS_H

#include "format/parsed_board.h"
#include <demesne/arena.h>

/* A hash table from ids to 0, 1, 2, ... in order of first mention. */
typedef struct dmi_node_ids {
    char *text; /* all ids, each with a NUL */
    size_t text_size, text_capacity;
    struct dmi_node_id {
        size_t at;         /* in text */
        int64_t mentioned; /* the line of the first mention */
        bool is_declared;  /* as a node */
    } * item;
    size_t count, item_capacity;
    uint32_t *slot; /* 1 + index, 0: free */
    size_t slots;   /* a power of two, at least twice the count */
} dmi_node_ids;

/* The vertex of `id`; a new id adds a vertex to the board. Declaring an id twice is an error. */
dm_status dmi_node_ids_find(dmi_node_ids *ids, dmi_parsed *board, const char *id, bool declare,
                            dm_vertex *out, dm_error *err);
/* Ends the reading of a board: checks that every node was declared, finishes the board, and frees
 * what both hold.  An empty `title` means none. */
dm_status dmi_node_ids_finish(dmi_node_ids *ids, dmi_parsed *board, dm_status status,
                              const char *title, dm_arena **out, dm_error *err);

#endif
