/* boards.h - boards that were asked about, kept for the next question.
 *
 * A board is a family's ("grid:5x5" and a seed) or one that a client sent, which is then called
 * "@" and a number made of its content.  No name is ever taken for a file's.  The least recently
 * used go when there are too many; a family's is made again when it is asked for, one that was
 * sent must be sent again.
 */
#ifndef SERVER_BOARDS_H
#define SERVER_BOARDS_H

#include <demesne/demesne.h>

typedef struct boards_limits {
    dm_vertex vertices; /* of one board */
    int64_t edges;
    int64_t table_bytes; /* of one table of all distances */
    int kept;            /* boards, */
    int64_t kept_size;   /* their vertices and edges together, */
    int64_t kept_bytes;  /* and the bytes of their texts and tables */
} boards_limits;

typedef struct boards boards;
typedef struct board board; /* never changes but for its table */

boards *boards_new(const boards_limits *limits); /* NULL without memory */
void boards_free(boards *b);

/* DM_END where a board "@.." was never sent, or has gone.  Given back with board_release(). */
dm_status boards_open(boards *b, const char *name, uint64_t seed, board **out, dm_error *err);
/* Takes in the one board that `text` describes; `format` NULL: told by the content. */
dm_status boards_add(boards *b, const char *text, size_t size, const char *format, board **out,
                     dm_error *err);
void board_release(boards *b, board *one);

const dm_arena *board_arena(const board *one);
const char *board_name(const board *one);
/* All distances, made when first asked for.  DM_TOO_LARGE where they do not fit the limit. */
dm_status board_distances(boards *b, board *one, const dm_distances **out, dm_error *err);

#endif
