/* parsed_board.h - the board that a reader is putting together. */
#ifndef DMI_PARSED_BOARD_H
#define DMI_PARSED_BOARD_H

#include "format/decimal.h"
#include "format/input.h"
#include <demesne/arena.h>

/* A builder with what every text format needs around it: the file's own numbering, exact
 * decimals, and messages that name the line. */
typedef struct dmi_parsed {
    dmi_input *in;
    dm_builder *builder;
    int64_t base;  /* the file's number of vertex 0 */
    int64_t bytes; /* of this board's text; 0: all of the input so far */
    int decimals;  /* lengths given so far are in units of 10^-decimals */
    enum { DMI_LINKS_NONE, DMI_LINKS_EDGES, DMI_LINKS_ARCS } links;
} dmi_parsed;

dm_status dmi_parsed_init(dmi_input *in, int64_t base, dmi_parsed *out, dm_error *err);
void dmi_parsed_clear(dmi_parsed *board);

/* Reads one board: a board, `fill` to read the file into it, and finish. */
typedef dm_status dmi_fill_fn(dmi_parsed *board, dm_error *err);
dm_status dmi_parsed_read(dmi_input *in, int64_t base, dmi_fill_fn *fill, dm_arena **out,
                          dm_error *err);

/* Sets the number of vertices that the file declares or implies (see dmi_parsed_count_fits()). */
dm_status dmi_parsed_vertices(dmi_parsed *board, int64_t n, dm_error *err);

/* Guards against declared counts: more than a million vertices need a byte of input for every
 * 64 of them.  Checked where memory is about to be taken for `n` vertices. */
dm_status dmi_parsed_count_fits(const dmi_parsed *board, int64_t n, dm_error *err);

/* Reads an exact positive length, making the unit finer where it must be.  The message says
 * "has length 0; lengths are positive": the caller puts before it what has it. */
dm_status dmi_parsed_length(dmi_parsed *board, const char *text, size_t size, int64_t *out,
                            dm_error *err);

/* A whole number in the current unit. */
dm_status dmi_parsed_whole(const dmi_parsed *board, int64_t length, int64_t *out, dm_error *err);

/* Adds an edge, or an arc, between vertices counted from 0.  A board with both is undirected:
 * an edge among arcs is two arcs, an arc among edges an edge. */
dm_status dmi_parsed_link(dmi_parsed *board, bool is_arc, dm_vertex u, dm_vertex v, int64_t length,
                          dm_error *err);

/* Checks a vertex in the file's own numbering and gives it counted from 0. */
dm_status dmi_parsed_vertex(const dmi_parsed *board, int64_t number, dm_vertex *out, dm_error *err);

/* The vertex, or the length (1 at the end of the line), that the line goes on with.  The
 * message of a bad length wants what has it put before. */
dm_status dmi_parsed_scan_vertex(const dmi_parsed *board, const char **at, dm_vertex *out,
                                 dm_error *err);
dm_status dmi_parsed_scan_length(dmi_parsed *board, const char **at, int64_t *out, dm_error *err);

/* Puts "file:line: edge u v " (or arc) before the message of a bad length. */
dm_status dmi_parsed_blame_link(const dmi_parsed *board, dm_status status, bool is_arc, dm_vertex u,
                                dm_vertex v, dm_error *err);

/* Reads `u v [length]` and adds it; *at is then behind. */
dm_status dmi_parsed_link_words(dmi_parsed *board, bool is_arc, const char **at, dm_error *err);
/* The same where nothing else may stand on the line. */
dm_status dmi_parsed_link_line(dmi_parsed *board, bool is_arc, const char *at, dm_error *err);

dm_status dmi_parsed_value(dmi_parsed *board, dm_vertex v, int64_t value, dm_error *err);
dm_status dmi_parsed_place(dmi_parsed *board, dm_vertex v, double x, double y, dm_error *err);
dm_status dmi_parsed_name(dmi_parsed *board, dm_vertex v, const char *name, dm_error *err);

/* Makes the board; the board is cleared, also on failure.  `title` NULL: the input's name. */
dm_status dmi_parsed_finish(dmi_parsed *board, const char *title, dm_arena **out, dm_error *err);

#endif
