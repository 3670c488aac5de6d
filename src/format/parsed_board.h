/* parsed_board.h - the board that a reader is building. */
#ifndef DMI_PARSED_BOARD_H
#define DMI_PARSED_BOARD_H

#include "format/decimal.h"
#include "format/input.h"
#include <demesne/arena.h>

/* A builder with what text formats need: the file's own numbering, exact decimals, and messages
 * that name the line. */
typedef struct dmi_parsed {
    dmi_input *in;
    dm_builder *builder;
    int64_t base;  /* the file's number of vertex 0 */
    int64_t bytes; /* size of this board's text; 0: all of the input so far */
    int decimals;  /* lengths so far are in units of 10^-decimals */
    enum { DMI_LINKS_NONE, DMI_LINKS_EDGES, DMI_LINKS_ARCS } links;
    bool directed; /* arcs keep their direction */
} dmi_parsed;

dm_status dmi_parsed_init(dmi_input *in, int64_t base, dmi_parsed *out, dm_error *err);
/* From now on arcs keep their direction.  Before the first edge. */
dm_status dmi_parsed_directed(dmi_parsed *board, dm_error *err);
void dmi_parsed_clear(dmi_parsed *board);

/* Reads one board: starts it, calls `fill` to read the file, and finishes it. */
typedef dm_status dmi_fill_fn(dmi_parsed *board, dm_error *err);
dm_status dmi_parsed_read(dmi_input *in, int64_t base, dmi_fill_fn *fill, dm_arena **out,
                          dm_error *err);

/* Sets the number of vertices that the file declares or implies (see dmi_parsed_count_fits()). */
dm_status dmi_parsed_vertices(dmi_parsed *board, int64_t n, dm_error *err);

/* Guards against false counts: above a million vertices there must be a byte of input per 64 of
 * them. Checked before memory for `n` vertices is taken. */
dm_status dmi_parsed_count_fits(const dmi_parsed *board, int64_t n, dm_error *err);

/* Fails: graphs have times in seconds, of which minutes are no decimals. */
dm_status dmi_parsed_no_minutes(dm_error *err);
/* Reads an exact positive length; makes the unit finer if needed. The message begins with "has
 * length": the caller prepends what has it. */
dm_status dmi_parsed_length(dmi_parsed *board, const char *text, size_t size, int64_t *out,
                            dm_error *err);

/* The two steps of that: the number, 0 or more, and its length in the board's unit. */
dm_status dmi_parsed_decimal(const char *text, size_t size, dmi_decimal *out, dm_error *err);
dm_status dmi_parsed_units(dmi_parsed *board, const dmi_decimal *number, const char *text,
                           size_t size, int64_t *out, dm_error *err);

/* A whole number in the current unit. */
dm_status dmi_parsed_whole(const dmi_parsed *board, int64_t length, int64_t *out, dm_error *err);

/* Adds an edge or an arc between vertices counted from 0. If a board has both, an edge among
 * arcs becomes two arcs, an arc among edges an edge. */
dm_status dmi_parsed_link(dmi_parsed *board, bool is_arc, dm_vertex u, dm_vertex v, int64_t length,
                          dm_error *err);

/* Checks a vertex in the file's own numbering and converts it. */
dm_status dmi_parsed_vertex(const dmi_parsed *board, int64_t number, dm_vertex *out, dm_error *err);

/* Scans the next vertex, or the next length (1 at the end of the line). The caller prepends what
 * has a bad length. */
dm_status dmi_parsed_scan_vertex(const dmi_parsed *board, const char **at, dm_vertex *out,
                                 dm_error *err);
dm_status dmi_parsed_scan_length(dmi_parsed *board, const char **at, int64_t *out, dm_error *err);

/* Prepends "file:line: edge u v " (or arc) to the message of a bad length. */
dm_status dmi_parsed_blame_link(const dmi_parsed *board, dm_status status, bool is_arc, dm_vertex u,
                                dm_vertex v, dm_error *err);

/* Reads `u v [length]` and adds it; moves *at past it. */
dm_status dmi_parsed_link_words(dmi_parsed *board, bool is_arc, const char **at, dm_error *err);
/* The same; nothing else may be on the line. */
dm_status dmi_parsed_link_line(dmi_parsed *board, bool is_arc, const char *at, dm_error *err);

dm_status dmi_parsed_value(dmi_parsed *board, dm_vertex v, int64_t value, dm_error *err);
dm_status dmi_parsed_place(dmi_parsed *board, dm_vertex v, double x, double y, dm_error *err);
dm_status dmi_parsed_name(dmi_parsed *board, dm_vertex v, const char *name, dm_error *err);

/* Finishes the board and clears `board`, also on failure. `title` NULL: the input's name. */
dm_status dmi_parsed_finish(dmi_parsed *board, const char *title, dm_arena **out, dm_error *err);

#endif
