/* ways.h - turns ways, which are lists of nodes, into a board with streets.
 *
 * A vertex is each end of a way and each node that occurs more than once; what lies between two
 * vertices is a street.  Vertices are numbered in the order in which they first appear along the
 * ways, after those of dmi_ways_vertex().
 *
 *     dmi_ways_new(&ways, &err);
 *     dmi_ways_add(ways, &way, nodes, count, &err);     for every way; nodes are any keys
 *     dmi_ways_place(ways, node, place);                for every node; before or after the ways
 *     dmi_ways_board(ways, in, &plan, &arena, &err);
 *     dmi_ways_free(ways);
 *
 * dmi_ways_place() knows only the nodes mentioned so far: those of ways, and of dmi_ways_vertex().
 */
#ifndef DMI_WAYS_H
#define DMI_WAYS_H

#include "format/input.h"
#include "map/restrictions.h"
#include <demesne/map.h>

typedef struct dmi_way {
    unsigned char travel; /* DM_STREET_FORWARD, ... */
    dm_street_kind kind;
    double speed;     /* km/h, more than 0; used if the board is in seconds */
    double metres;    /* its length; 0: measured along the nodes.  For ways of one street */
    double seconds;   /* that the whole way takes; 0: by its speed */
    int64_t id;       /* that restrictions know it by */
    int row;          /* of streets in profiles.def, for speeds of one's own; -1: it has its time */
    const char *name; /* `name_size` bytes; a name that is not clean UTF-8 is left out */
    size_t name_size;
} dmi_way;

typedef struct dmi_ways dmi_ways;

dm_status dmi_ways_new(dmi_ways **out, dm_error *err);
void dmi_ways_free(dmi_ways *ways);
/* Ways that are added have the speeds that the options of `in` name; call it before.  DM_BAD_INPUT,
 * also if the board is not to be in seconds or minutes. */
dm_status dmi_ways_speeds(dmi_ways *ways, const dmi_input *in, dm_error *err);
bool dmi_ways_wants_signals(const dmi_ways *ways);
/* From now on ways with more nodes than 64 per edge are refused; 0: no limit.  A small file
 * may unpack to very many. */
void dmi_ways_limit(dmi_ways *ways, int64_t edges);

/* A node that follows itself counts once.  Ways of fewer than two nodes are left out and counted.
 */
dm_status dmi_ways_add(dmi_ways *ways, const dmi_way *from, const int64_t *nodes, size_t count,
                       dm_error *err);
/* The node is a vertex even if no way has it. */
dm_status dmi_ways_vertex(dmi_ways *ways, int64_t key, dm_error *err);
/* The place of a node in degrees; nothing happens if the node was not mentioned. */
void dmi_ways_place(dmi_ways *ways, int64_t key, dm_point place);

bool dmi_ways_has(const dmi_ways *ways, int64_t key); /* whether the node was mentioned */
/* At a node that was mentioned: nobody passes it, or everybody waits.  False: nobody mentioned it.
 */
bool dmi_ways_barrier(dmi_ways *ways, int64_t key);
bool dmi_ways_signal(dmi_ways *ways, int64_t key);
/* A turn restriction between ways; those at nodes that no way has are left out. */
dm_status dmi_ways_restrict(dmi_ways *ways, const dmi_restriction *one, const int64_t *list,
                            dm_error *err);
int64_t dmi_ways_count(const dmi_ways *ways); /* those left out included */

/* The text of a vertex's name; `room` may hold it.  NULL: it has none. */
typedef const char *dmi_node_name_fn(void *context, int64_t node, char room[24]);

typedef struct dmi_ways_plan {
    bool has_profile;        /* the ways are those of the profile in the options */
    const char *attribution; /* NULL: nobody */
    dmi_node_name_fn *name;  /* NULL: vertices have no names */
    void *context;           /* of `name` */
    const char *what;        /* "ways": in messages */
    const char *remark;      /* one more; NULL: none */
    dm_map_rules rules;      /* how many of them are known */
} dmi_ways_plan;

/* Makes the board, by the options of `in`: metres or seconds, only the largest strong component,
 * limits, run.  Ways are cut at nodes without a place.  Remarks say what was cut, and into how many
 * parts the board falls.  DM_BAD_INPUT if nothing is left. */
dm_status dmi_ways_board(dmi_ways *ways, dmi_input *in, const dmi_ways_plan *plan, dm_arena **out,
                         dm_error *err);

#endif
