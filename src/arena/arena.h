/* arena/arena.h - the internals of a board, for the rooms that build one. */
#ifndef DMI_ARENA_H
#define DMI_ARENA_H

#include "arena/parts.h"
#include "arena/streets.h"
#include "arena/tables.h"
#include "base/base.h"
#include "graph/csr.h"
#include <demesne/arena.h>
#include <stdatomic.h>
#include <stddef.h>

/* Everything except the values; shared by boards that differ only in them. */
typedef struct dmi_shared_board {
    atomic_int users;
    dmi_two_way_graph arcs;
    dm_notes notes;
    int decimals;
    char *title;
    dm_point *places;      /* NULL or one per vertex */
    char *names;           /* NULL, or all names one after another, each with its NUL */
    uint64_t *name_at;     /* where the name of v begins; UINT64_MAX: it has none */
    dmi_streets *streets;  /* NULL: no map */
    dm_vertex copies;      /* the last vertices: copies of others, because of forbidden turns */
    dm_vertex *original;   /* by copy */
    int64_t shown_edges;   /* of the board without copies, if there are some */
    char *remarks;         /* NULL, or texts one after another, the last one empty */
    dmi_tables *tables[2]; /* those of the board, and of the board with its arcs turned round;
                              the second is NULL on undirected boards */
    dm_vertex *sites;      /* of a table: dm_arena_sites(); otherwise NULL */
    dm_vertex site_count;
    dmi_parts *file; /* NULL, or what holds the graphs, places and names, which are not freed */
} dmi_shared_board;

struct dm_arena {
    dmi_shared_board *shared;
    int64_t *values;     /* NULL: all 1 */
    bool values_in_file; /* they belong to the file */
    int64_t total_value;
    bool turned;        /* the arcs of `shared` count in the opposite direction */
    int value_decimals; /* the values are in units of 10^-value_decimals */
};

/* The tables of the board, as its arcs count. */
static inline dmi_tables *dmi_arena_tables(const dm_arena *arena)
{
    return arena->shared->tables[arena->turned];
}

/* Takes `shared` and `values` (NULL: all 1), also on failure. */
dm_status dmi_arena_new(dmi_shared_board *shared, int64_t *values, dm_arena **out, dm_error *err);
void dmi_shared_board_release(dmi_shared_board *shared);
/* An empty one for one user; NULL without memory. */
dmi_shared_board *dmi_shared_board_new(void);
/* Makes its tables, once it is known how many arcs are one-way. */
dm_status dmi_shared_board_finish(dmi_shared_board *shared, dm_error *err);

/* DM_UNSUPPORTED, with a message, unless distances are lengths of paths. `what` begins the message.
 */
dm_status dmi_arena_check_network(const dm_arena *arena, const char *what, dm_error *err);
/* The same if the board is directed. */
dm_status dmi_arena_check_undirected(const dm_arena *arena, const char *what, dm_error *err);

/* From now on more vertices or edges are refused; parallel edges count each time.
 * 0: no limit. */
void dmi_builder_limit(dm_builder *builder, dm_vertex vertices, int64_t edges);

/* The board gets this graph instead of edges, of which there must be none, and `sites` (NULL: all
 * vertices).  Takes all of it. */
void dmi_builder_graph(dm_builder *builder, const dmi_two_way_graph *arcs, dm_vertex *sites,
                       dm_vertex site_count);

/* Multiplies every length given so far, for a finer unit.  DM_TOO_LARGE if one would
 * exceed 2^62; the builder must then be freed. */
dm_status dmi_builder_scale(dm_builder *builder, int64_t factor, dm_error *err);

/* Gives the builder the title, the unit, the remarks, and the places, names and values of the
 * vertices of `arena`.  `number` has their new numbers, -1: left out; NULL: the same. */
dm_status dmi_builder_copy(dm_builder *builder, const dm_arena *arena, const dm_vertex *number,
                           dm_error *err);

/* Forbids the turns of `map` in the builder's board too: number[v] is the new number of v, and
 * street s became the streets first[s] to last[s]; a number or street below 0 was left out. */
dm_status dmi_builder_copy_turns(dm_builder *builder, const dm_map *map, const dm_vertex *number,
                                 const int32_t *first, const int32_t *last, dm_error *err);

/* Adds a remark about how the input was read (dm_arena_remark()). */
dm_status dmi_builder_remark(dm_builder *builder, dm_error *err, const char *format, ...)
    DMI_PRINTF(3, 4);
/* The same for a board that is made but not given away yet. */
dm_status dmi_arena_add_remark(dm_arena *arena, dm_error *err, const char *format, ...)
    DMI_PRINTF(3, 4);

#endif
