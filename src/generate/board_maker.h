/* board_maker.h - makes the board of a family.
 *
 * A family's function gets the parameters already read.  It opens the board
 * with its numbers of vertices and edges, which are checked before anything is
 * allocated, and then adds the edges.  After a failure later calls do nothing,
 * so a family needs no error handling:
 *
 *     if (dmi_board_maker_open(s, n, n - 1))
 *         for (dm_vertex v = 1; v < n; v++)
 *             dmi_board_maker_edge(s, v - 1, v, 1);
 */
#ifndef DMI_BOARD_MAKER_H
#define DMI_BOARD_MAKER_H

#include "base/base.h"
#include <demesne/arena.h>
#include <demesne/rng.h>

enum { DMI_BOARD_MAKER_NUMBERS = 2 };

/* A decimal number exactly: units / scale, scale a power of ten. */
typedef struct dmi_fraction {
    uint64_t units, scale;
} dmi_fraction;

typedef struct dmi_board_maker {
    const char *spec;                         /* as the caller wrote it */
    const char *form, *pattern;               /* of families.def, for messages */
    uint64_t number[DMI_BOARD_MAKER_NUMBERS]; /* clamped to 2^31 */
    dmi_fraction decimal;
    dm_rng rng;
    uint64_t most_vertices, most_edges; /* the caller's limits */
    dm_builder *builder;
    dm_status status;
    dm_error *err;
} dmi_board_maker;

/* Reads `text` (after the colon; NULL: there is none) as `shape` prescribes. */
bool dmi_board_maker_read(dmi_board_maker *s, const char *text, const char *shape);
/* Fails with "SPEC: expected FORM, e.g. PATTERN". */
void dmi_board_maker_refuse(dmi_board_maker *s);
static inline void dmi_board_maker_no_memory(dmi_board_maker *s)
{
    s->status = dmi_no_memory(s->err);
}

/* False, with the status set, if the board would be too large. */
bool dmi_board_maker_open(dmi_board_maker *s, uint64_t vertices, uint64_t edges);
void dmi_board_maker_edge(dmi_board_maker *s, int64_t u, int64_t v, int64_t length);
void dmi_board_maker_value(dmi_board_maker *s, int64_t v, int64_t value);
/* Rounds to millionths, because the last bits of a sine differ between machines. */
void dmi_board_maker_place(dmi_board_maker *s, int64_t v, double x, double y);
/* On the circle around (0,0): `turn` 0 is the top, 1/4 the right. */
void dmi_board_maker_polar(dmi_board_maker *s, int64_t v, double radius, double turn);
/* Vertices first .. first+count-1 evenly on a circle, the first at the top, clockwise. */
void dmi_board_maker_ring(dmi_board_maker *s, int64_t first, int64_t count, double radius);

/* One function per row of families.def. */
typedef void dmi_family_fn(dmi_board_maker *s);
#define X(function, name, random, pattern, shape, form, help) dmi_family_fn dmi_make_##function;
#include "generate/families.def"
#undef X

#endif
