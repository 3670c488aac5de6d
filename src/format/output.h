/* output.h - writes text piece by piece; failures are reported at the end. */
#ifndef DMI_OUTPUT_H
#define DMI_OUTPUT_H

#include "base/base.h"
#include "base/outfile.h"
#include <demesne/arena.h>

/* A buffer in front of a file, or, without a file, all of the text. Keeps the first failure and
 * drops later pieces, so writers need no checks in between. */
typedef struct dmi_output {
    dmi_outfile *file; /* NULL: kept in memory */
    char *text;
    size_t size, capacity;
    dm_status status;
    dm_error err;
} dmi_output;

void dmi_put_bytes(dmi_output *out, const char *bytes, size_t size);
void dmi_put(dmi_output *out, const char *text);
void dmi_put_number(dmi_output *out, int64_t number);
void dmi_put_real(dmi_output *out, double number); /* reads back as the same double */
void dmi_put_length(dmi_output *out, const dm_arena *arena, uint32_t arc); /* a decimal */
/* As printf(), but only %d, %lld, %s, and %g as dmi_put_real() writes it. */
void dmi_print(dmi_output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes the buffer to the file and returns the first failure, if any. */
dm_status dmi_output_flush(dmi_output *out, dm_error *err);
/* The same, then commits the file on success, else abandons it; frees the buffer. */
dm_status dmi_output_finish(dmi_output *out, dm_error *err);

/* Without a file: returns all of the text, with a NUL, for free(); or frees it and returns the
 * first failure. */
dm_status dmi_output_take(dmi_output *out, char **text, dm_error *err);

/* Runs its body once per edge, with u the smaller end and `arc` leaving it, and on a directed board
 * once per one-way arc, which leaves u.  `graph` is that of the board. */
#define DMI_FOR_EDGES(arena, graph, u, arc)                                                        \
    for (dm_vertex u = 0; u < (graph)->n; u++)                                                     \
        for (uint32_t arc = (graph)->first[u]; arc < (graph)->first[u + 1]; arc++)                 \
            if (u < (graph)->target[arc] || dm_arc_is_oneway(arena, u, arc))

#endif
