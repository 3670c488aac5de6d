/* demesne/trace.h - what a strategy reports of each stone: the step of its document, why it took
 * it, and the quantities it decided by.
 *
 *     dm_trace trace = {0};
 *     dm_player_explain(player, position, run, move, &trace, &err);
 *     trace.stones[0].step, trace.stones[0].why          "(A)-1", "No stone of White's is in ..."
 *     dm_trace_clear(&trace);
 */
#ifndef DEMESNE_TRACE_H
#define DEMESNE_TRACE_H

#include <demesne/status.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dm_quantity_kind {
    DM_QUANTITY_COUNT = 0, /* a whole number */
    DM_QUANTITY_TEXT,      /* a word, a formula, or an exact fraction such as "3/8" */
    DM_QUANTITY_COUNTS,    /* whole numbers, perhaps in rows */
    DM_QUANTITY_VALUES     /* a number per vertex */
} dm_quantity_kind;

/* Only the members of its kind are set. */
typedef struct dm_quantity {
    const char *name; /* as in JSON: "key_level"; the documents' letters where they have one */
    dm_quantity_kind kind;
    int64_t count; /* COUNT: the number; COUNTS, VALUES: how many there are */
    int32_t row;   /* COUNTS: how many are in a row; 0: they are one list */
    char *text;    /* TEXT */
    int64_t *counts;
    double *values; /* NAN: none */
} dm_quantity;

typedef struct dm_traced_stone {
    const char *step; /* the document's name of it; NULL: the stone follows no step of a document */
    char *why;        /* a sentence; NULL: nothing is known */
    size_t quantity_count;
    dm_quantity *quantities;
} dm_traced_stone;

/* {0} is an empty one; all is owned. */
typedef struct dm_trace {
    size_t count;
    dm_traced_stone *stones; /* in the order placed */
    int32_t lacks_memory;    /* something was not noted; the call that fills it fails then */
} dm_trace;

void dm_trace_clear(dm_trace *trace);

#ifdef __cplusplus
}
#endif
#endif
