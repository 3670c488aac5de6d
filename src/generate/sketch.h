/* sketch.h - a family's board while it is being made.
 *
 * The parameters have been read when a family's function is called; it opens
 * the sketch with its numbers of vertices and edges, which are checked before
 * anything is allocated, and then draws.  The first failure stays and later
 * calls do nothing, so a family reads as a plain recipe:
 *
 *     if (dmi_sketch_open(s, n, n - 1))
 *         for (dm_vertex v = 1; v < n; v++)
 *             dmi_sketch_edge(s, v - 1, v, 1);
 */
#ifndef DMI_SKETCH_H
#define DMI_SKETCH_H

#include "base/base.h"
#include <demesne/arena.h>
#include <demesne/rng.h>

enum { DMI_SKETCH_NUMBERS = 2 };

/* A decimal number exactly: units / scale, scale a power of ten. */
typedef struct dmi_fraction {
    uint64_t units, scale;
} dmi_fraction;

typedef struct dmi_sketch {
    const char *spec;                    /* as the caller wrote it */
    const char *form, *pattern;          /* what it should have been */
    uint64_t number[DMI_SKETCH_NUMBERS]; /* at most 2^31, which stands for all above */
    dmi_fraction decimal;
    dm_rng rng;
    uint64_t most_vertices, most_edges; /* what the caller has room for */
    dm_builder *builder;
    dm_status status;
    dm_error *err;
} dmi_sketch;

/* Reads `text` (after the colon; NULL: there was none) as `shape` says. */
bool dmi_sketch_read(dmi_sketch *s, const char *text, const char *shape);
/* "SPEC: expected FORM, e.g. PATTERN" */
void dmi_sketch_refuse(dmi_sketch *s);
static inline void dmi_sketch_no_memory(dmi_sketch *s)
{
    s->status = dmi_no_memory(s->err);
}

/* False, with the reason kept, where the board would be too large. */
bool dmi_sketch_open(dmi_sketch *s, uint64_t vertices, uint64_t edges);
void dmi_sketch_edge(dmi_sketch *s, int64_t u, int64_t v, int64_t length);
void dmi_sketch_value(dmi_sketch *s, int64_t v, int64_t value);
/* Rounded to millionths: the last bits of a sine then never differ between machines. */
void dmi_sketch_place(dmi_sketch *s, int64_t v, double x, double y);
/* On the circle around (0,0): `turn` 0 is the top, 1/4 the right. */
void dmi_sketch_polar(dmi_sketch *s, int64_t v, double radius, double turn);
/* Vertices first .. first+count-1 evenly on a circle, the first at the top, clockwise. */
void dmi_sketch_ring(dmi_sketch *s, int64_t first, int64_t count, double radius);

/* One function a row of families.def. */
typedef void dmi_family_fn(dmi_sketch *s);
#define X(function, name, random, pattern, shape, form, help) dmi_family_fn dmi_make_##function;
#include "generate/families.def"
#undef X

#endif
