/* board_file.h - the layout of .board files (docs/FORMATS.md describes it).
 *
 *     header | texts | graph | values | places | names | streets
 *
 * A section follows the other without a gap, and has arrays one after another, each filled up with
 * zeros to a multiple of 8 bytes.  The counts in the header determine every size except that of the
 * texts.  A section that the board does not need has no bytes.
 */
#ifndef DMI_FORMAT_BOARD_BOARD_FILE_H
#define DMI_FORMAT_BOARD_BOARD_FILE_H

#include "arena/parts.h"
#include "base/base.h"
#include <demesne/map.h>

#define DMI_BOARD_MAGIC                                                                            \
    "\x89"                                                                                         \
    "BOARD\r\n"
#define DMI_BOARD_ORDER UINT32_C(0x01020304) /* as a machine of this byte order stores it */

enum { DMI_BOARD_VERSION = 1 };

typedef enum dmi_board_part {
    DMI_BOARD_TEXTS,
    DMI_BOARD_GRAPH,
    DMI_BOARD_VALUES,
    DMI_BOARD_PLACES,
    DMI_BOARD_NAMES,
    DMI_BOARD_STREETS,
    DMI_BOARD_SECTIONS
} dmi_board_part;

const char *dmi_board_section_name(dmi_board_part part);

/* Version 1; every later one keeps the first two lines. */
typedef struct dmi_board_header {
    char magic[8];
    uint32_t byte_order, version;
    uint64_t file_size;
    int64_t vertices, arcs, oneway;
    int64_t uniform, shortest, longest; /* as in dm_graph */
    int64_t loops, parallel, one_way, uneven;
    int64_t total_value;
    int64_t name_bytes, streets, points, street_name_bytes;
    int32_t length_bytes; /* 0: all are `uniform`; 4; 8 */
    int32_t decimals, value_decimals;
    int32_t measure, profile;
    int32_t rules; /* 0, or 1 and the forbidden turns */
    struct {
        uint64_t at, size, sum;
    } section[DMI_BOARD_SECTIONS];
    uint64_t sum; /* of all before it */
} dmi_board_header;

_Static_assert(sizeof(dmi_board_header) == 320, "the header has no gaps");

/* Where the arrays of a section are: offsets into the section, in the order of the file. */
typedef struct dmi_board_graph_at {
    uint64_t first, target, length;
} dmi_board_graph_at;

typedef struct dmi_board_streets_at {
    uint64_t length, from, to, name, first_point, point, travel, kind, names, rules, turn;
} dmi_board_streets_at;

/* Each sets where the arrays are, and returns the size of them all. */
uint64_t dmi_board_graph_layout(const dmi_board_header *header, dmi_board_graph_at at[2]);
uint64_t dmi_board_streets_layout(const dmi_board_header *header, dmi_board_streets_at *at);
/* The size of a section other than the texts. */
uint64_t dmi_board_section_size(const dmi_board_header *header, dmi_board_part part);
uint64_t dmi_board_header_sum(const dmi_board_header *header);

static inline uint64_t dmi_board_padded(uint64_t size)
{
    return (size + 7) & ~UINT64_C(7);
}

/* A file in memory, and what it says the board is. */
typedef struct dmi_board_file {
    dmi_parts parts; /* first: it is freed through this */
    dmi_board_header header;
    const unsigned char *bytes;
    size_t size;
    bool is_mapped; /* else allocated */
    char *name;     /* in messages */
    /* sections of the file: */
    dm_graph graph, reverse; /* the second is not set on an undirected board */
    const int64_t *values;
    const dm_point *places;
    const uint64_t *name_at;
    const char *names;
    dm_map map;
} dmi_board_file;

/* Sets the pointers to the sections, whose sizes are right. */
void dmi_board_find_sections(dmi_board_file *file);
/* The check of dmi_parts. */
dm_status dmi_board_check_part(const dmi_parts *parts, dmi_part part, dm_run *run, dm_error *err);
/* Checks the checksum of one section.  DM_STOPPED. */
dm_status dmi_board_check_sum(const dmi_board_file *file, dmi_board_part part, dm_run *run,
                              dm_error *err);

#endif
