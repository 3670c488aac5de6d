/* boards.h - a cache of boards for the questions to come.
 *
 * A board comes from a family ("grid:5x5" and a seed) or from a client; the latter is named "@" and
 * a hash of its content.  A name is never taken for a file.  The least recently used boards are
 * dropped; a family's is made again when needed, a client's must be sent again.
 */
#ifndef SERVER_BOARDS_H
#define SERVER_BOARDS_H

#include <demesne/demesne.h>

typedef struct boards_limits {
    dm_vertex vertices; /* of one board */
    int64_t edges;
    int64_t table_bytes; /* of one table of all distances */
    int kept;            /* the number of boards */
    int64_t kept_size;   /* their vertices and edges */
    int64_t kept_bytes;  /* the bytes of their texts, and of the tables that players made */
} boards_limits;

typedef struct boards boards;
typedef struct board board; /* constant, except its tables (dm_arena_table_bytes()) */

boards *boards_new(const boards_limits *limits); /* NULL without memory */
void boards_free(boards *b);

/* DM_END if a board "@.." was never sent or was dropped.  Release it with board_release(). */
dm_status boards_open(boards *b, const char *name, uint64_t seed, board **out, dm_error *err);
/* The text of a board; `format` NULL: found from the content. */
typedef struct boards_text {
    const char *text, *format;
    size_t size;
    bool directed; /* one-way arcs stay; otherwise they become edges */
} boards_text;

/* Adds the one board that the text describes. */
dm_status boards_add(boards *b, const boards_text *given, board **out, dm_error *err);
void board_release(boards *b, board *one);

const dm_arena *board_arena(const board *one);
const char *board_name(const board *one);
/* All distances of a board of this store, also with its arcs turned or with other values; computed
 * on first use and valid as long as `arena`.  DM_TOO_LARGE if they exceed the limit. */
dm_status boards_distances(const boards *b, const dm_arena *arena, const dm_distances **out,
                           dm_error *err);

#endif
