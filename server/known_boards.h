/* known_boards.h - a cache of boards for the questions to come.
 *
 * A board comes from a family ("grid:5x5" and a seed), from a client, which is named "@" and a hash
 * of its content, or from a file of the server's owner, named "@" and the file's name.  A name in a
 * question is never taken for a file.  The least recently used boards are dropped, except the
 * owner's; a family's is made again when needed, a client's must be sent again.
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
/* A board as a client sent it; `format` NULL: found from the ending of `name` or the content. */
typedef struct boards_text {
    const char *text, *format;
    size_t size;
    const char *name;     /* of the file, for messages; NULL: none */
    dm_read_options read; /* the limits are set here; without `directed`, arcs become edges */
    bool is_large;        /* the text is not kept */
} boards_text;

/* Adds the one board that the text describes. */
dm_status boards_add(boards *b, const boards_text *given, board **out, dm_error *err);
/* Adds the one board of a file, which is never dropped; before any question is answered. */
dm_status boards_add_file(boards *b, const char *path, const dm_read_options *read, dm_error *err);
void board_release(boards *b, board *one);
/* The owner's boards by their number; NULL after the last. */
const board *boards_of_owner(const boards *b, int number);

const dm_arena *board_arena(const board *one);
const char *board_name(const board *one);
bool board_is_of_owner(const board *one);
/* All distances of a board of this store, also with its arcs turned or with other values; computed
 * on first use and valid as long as `arena`.  DM_TOO_LARGE if they exceed the limit. */
dm_status boards_distances(const boards *b, const dm_arena *arena, const dm_distances **out,
                           dm_error *err);

#endif
