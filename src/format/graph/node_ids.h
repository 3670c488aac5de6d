/* node_ids.h - maps the ids of a file to vertex numbers. */
#ifndef DMI_FORMAT_GRAPH_NODE_IDS_H
#define DMI_FORMAT_GRAPH_NODE_IDS_H

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
    uint32_t *slot;  /* 1 + index, 0: free */
    size_t slots;    /* a power of two, at least twice the count */
    bool by_mention; /* a node needs no declaration of its own (DOT) */
} dmi_node_ids;

/* The vertex of `id`; a new id adds a vertex to the board. Declaring an id twice is an error. */
dm_status dmi_node_ids_find(dmi_node_ids *ids, dmi_parsed *board, const char *id, bool declare,
                            dm_vertex *out, dm_error *err);
/* Checks that every node was declared. */
dm_status dmi_node_ids_check(const dmi_node_ids *ids, const dmi_input *in, dm_error *err);
/* The id of a vertex. */
const char *dmi_node_ids_of(const dmi_node_ids *ids, dm_vertex v);
/* Whether every id is its vertex's number, also after an `n`: then it says nothing new. */
bool dmi_node_ids_are_numbers(const dmi_node_ids *ids);
void dmi_node_ids_clear(dmi_node_ids *ids);

#endif
