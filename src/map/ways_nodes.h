/* ways_nodes.h - ways and their nodes while they are collected, for ways.c and ways_board.c. */
#ifndef DMI_WAYS_NODES_H
#define DMI_WAYS_NODES_H

#include "map/speeds.h"
#include "map/ways.h"

typedef struct dmi_ways_node {
    int64_t key;
    dm_point place; /* x is NaN: none is known */
    unsigned char use, flags;
    unsigned char streets; /* that end there, at most 255; counted if junctions take time */
    dm_vertex vertex;      /* while the board is made; -1: not on it */
} dmi_ways_node;

enum { UNUSED, PASSED, VERTEX };                    /* use */
enum { IS_BARRIER = 1, IS_SIGNAL = 2, IS_VIA = 4 }; /* flags */

typedef struct dmi_ways_way {
    size_t first; /* in `ref` */
    size_t name;  /* in `names`; 0: none */
    double speed, metres, seconds;
    int64_t id;
    unsigned char travel, kind;
} dmi_ways_way;

struct dmi_ways {
    dmi_ways_node *node;
    size_t nodes, node_room;
    uint32_t *slot; /* 1 + index of a node; 0: free */
    size_t slots;   /* a power of two, at least twice the nodes */
    dmi_ways_way *way;
    size_t count, way_room;
    uint32_t *ref; /* the nodes of all ways */
    size_t refs, ref_room, most_refs;
    char *names; /* byte 0 is a NUL */
    size_t names_size, names_room;
    uint32_t *order; /* of nodes that pieces have, as they first appear: while the board is made */
    size_t ordered;
    dmi_restrictions restrictions;
    bool has_speeds;
    dmi_speeds speeds;
    int64_t short_ways;        /* left out: fewer than two nodes */
    int64_t cut_ways, missing; /* found while the board is made */
};

static inline size_t dmi_ways_slot(const dmi_ways *ways, int64_t key)
{
    uint64_t mixed = (uint64_t)key * UINT64_C(0x9e3779b97f4a7c15);
    mixed ^= mixed >> 32;
    size_t at = (size_t)mixed & (ways->slots - 1);
    while (ways->slot[at] && ways->node[ways->slot[at] - 1].key != key)
        at = (at + 1) & (ways->slots - 1);
    return at;
}

/* NULL: nobody mentioned it. */
static inline dmi_ways_node *dmi_ways_find(const dmi_ways *ways, int64_t key)
{
    uint32_t found = ways->slot[dmi_ways_slot(ways, key)];
    return found ? &ways->node[found - 1] : NULL;
}

#endif
