/* demesne/source.h - boards by name: families and files.
 *
 * ARENA is a family ("grid:15x15", "tree:2,4"; dm_family_at() lists them) or a file: its format is
 * found by the ending, then by the first bytes; "-" is standard input; gzip files are unpacked.
 * "points:FILE" is a CSV of points, whose distances are straight lines, and "table:FILE" one of
 * distances.  A
 * graph6 or sparse6 file has many boards: read them one by one.
 */
#ifndef DEMESNE_SOURCE_H
#define DEMESNE_SOURCE_H

#include <demesne/arena.h>
#include <demesne/map.h>
#include <demesne/rng.h>
#include <demesne/run.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_family {
    const char *name;    /* "grid" */
    const char *pattern; /* "grid:15x15": a working example */
    const char *help;    /* one line */
    bool random;         /* depends on the seed */
    const char *form;    /* "grid:ROWSxCOLUMNS with positive whole numbers": what is expected */
    const char *shape;   /* "1x1": the numbers as their least values, "." a decimal one */
} dm_family;

int dm_family_count(void);
const dm_family *dm_family_at(int index);
/* Whether `spec` begins like a family's ("name" or "name:..."). */
bool dm_family_known(const char *spec);
/* Builds a board of a family, with coordinates if the family has natural ones. */
dm_status dm_generate(const char *spec, uint64_t seed, dm_arena **out, dm_error *err);

/* The same, but DM_TOO_LARGE before anything is built if it would have more vertices or edges
 * (for a random family: more than expected). */
dm_status dm_generate_within(const char *spec, uint64_t seed, dm_vertex vertices, int64_t edges,
                             dm_arena **out, dm_error *err);

typedef struct dm_format {
    const char *name;    /* "dimacs-gr" */
    const char *endings; /* ".gr": blank-separated */
    const char *help;    /* one line */
    bool reads, writes;
    bool many;      /* several boards per file */
    bool text;      /* written as text, so that dm_arena_text() has it */
    unsigned holds; /* what a file stores besides the edges: DM_HOLDS_... */
} dm_format;

enum {
    DM_HOLDS_LENGTHS = 1, /* whole ones */
    DM_HOLDS_DECIMALS = 2,
    DM_HOLDS_VALUES = 4,
    DM_HOLDS_PLACES = 8,
    DM_HOLDS_NAMES = 16,
    DM_HOLDS_TITLE = 32,
    DM_HOLDS_DIRECTIONS = 64,      /* one-way arcs */
    DM_HOLDS_VALUE_DECIMALS = 128, /* otherwise values are whole */
    DM_HOLDS_STREETS = 256         /* and measure and attribution of a map */
};

int dm_format_count(void);
const dm_format *dm_format_at(int index);
/* The format called `format`; if that is NULL, the one that the ending of `path` names. NULL:
 * none. */
const dm_format *dm_format_find(const char *path, const char *format);
/* What `arena` has, as DM_HOLDS_...; compared with `holds` it shows what a file would lose. */
unsigned dm_arena_has(const dm_arena *arena);

typedef struct dm_reader dm_reader;

/* Opens `path` ("-": standard input). `format` NULL: found by the ending, then by the content. */
dm_status dm_reader_open(const char *path, const char *format, dm_reader **out, dm_error *err);
/* The same from memory (borrowed until the reader is freed); `name` is for messages. */
dm_status dm_reader_open_memory(const char *name, const void *bytes, size_t size,
                                const char *format, dm_reader **out, dm_error *err);
/* How boards are read; all zero is the default. */
typedef struct dm_read_options {
    bool directed;      /* arcs keep their direction if the format has any; otherwise one-way arcs
                           become edges.  The lines of an edge list count as arcs.  Maps, and JSON
                           boards with "arcs", are directed in any case */
    dm_profile profile; /* of maps: who travels */
    dm_measure measure; /* of maps: metres unless DM_SECONDS or DM_MINUTES; of graphs DM_SECONDS is
                           `travel_time` */
    bool largest;       /* only the largest strong component of a map */
    dm_vertex most_vertices; /* boards with more are DM_TOO_LARGE before memory is taken for them;
                                0: no limit */
    int64_t most_edges;      /* an edge counts each time the file has it; 0: no limit */
    bool check_later;        /* of a .board file only the header is checked now, and each section
                                when it is first used: ask dm_arena_damage() after the work */
    dm_line_metric metric;   /* of points: how long straight lines are */
    bool has_decimals; /* distances of points are rounded to `decimals`, 0..18, instead of 3 */
    int decimals;
    int threads;         /* that unpack OpenStreetMap PBF; 0: one */
    dm_run *run;         /* of long files; NULL: unlimited.  DM_UNFINISHED if it ends first */
    const char *speeds;  /* of maps in seconds or minutes: a table of speeds and delays, CSV
                            `kind,kmh,seconds`; NULL: the usual ones */
    int64_t reserved[3]; /* 0; later versions may use them */
} dm_read_options;

/* From now on boards are read so. */
void dm_reader_options(dm_reader *reader, const dm_read_options *options);
/* Reads the next board: DM_OK, DM_END after the last, or an error; an input without any board is
 * an error. After a bad board of a file with many the reader goes on with the next one; after
 * any other failure the next call returns DM_END. */
dm_status dm_reader_next(dm_reader *reader, dm_arena **out, dm_error *err);
void dm_reader_free(dm_reader *reader);

/* What an OpenStreetMap file (.osm.pbf or .osm, packed or not) has, whoever may use it. */
typedef struct dm_osm_counts {
    int64_t nodes, ways;
    int64_t way_nodes; /* of all ways together */
    int64_t highways;  /* ways with a tag "highway" */
} dm_osm_counts;

/* Decodes all of the file. */
dm_status dm_osm_count(const char *path, dm_osm_counts *out, dm_error *err);

/* Writes one board; `format` NULL: found by the ending of `path` ("-": standard output, which
 * needs `format`). A file appears whole or not at all. DM_UNSUPPORTED if the format cannot store
 * the lengths or the directions of arcs, or stores whole values only and these have decimals;
 * values, coordinates, names and the title are left out if it has no place for them. */
dm_status dm_arena_write(const dm_arena *arena, const char *path, const char *format,
                         dm_error *err);
/* The same as text, freed with dm_free().  DM_UNSUPPORTED for a format that is not text. */
dm_status dm_arena_text(const dm_arena *arena, const char *format, char **out, dm_error *err);

/* Reads a length such as "12", "0.5" or "1e3" in units of 10^-decimals, rounded down: a
 * distance, which is a whole number of units, is within the exact length if and only if it is
 * within the result. Longer than any distance: DM_MAX_TOTAL. DM_BAD_ARGUMENT for other text. */
dm_status dm_length_parse(const char *text, int decimals, int64_t *out, dm_error *err);

/* The file that ARENA names, behind "points:" or "table:" if it begins so; NULL: a family. */
const char *dm_arena_file(const char *arena);

typedef struct dm_boards dm_boards;

/* Boards of ARENA one after another; a family gives one. */
dm_status dm_boards_open(const char *arena, uint64_t seed, dm_boards **out, dm_error *err);
/* dm_reader_options() for the boards to come, if they are read from a file. */
void dm_boards_options(dm_boards *boards, const dm_read_options *options);
/* DM_END after the last one; a graph6 or sparse6 source may hold none. */
dm_status dm_boards_next(dm_boards *boards, dm_arena **out, dm_error *err);
/* The line of a graph6 or sparse6 source that held the last board, until the next is read; NULL for
 * other sources. */
const char *dm_boards_line(const dm_boards *boards);
/* Whether the source may have more than one board (graph6 and sparse6). */
bool dm_boards_many(const dm_boards *boards);
void dm_boards_free(dm_boards *boards);

/* Exactly one board; DM_BAD_INPUT if there is none, or more than one.  `arena` is for messages. */
dm_status dm_boards_only(dm_boards *boards, const char *arena, dm_arena **out, dm_error *err);
/* The same by name. */
dm_status dm_arena_open(const char *arena, uint64_t seed, dm_arena **out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
