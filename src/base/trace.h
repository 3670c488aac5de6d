/* trace.h - notes what a strategy decides (demesne/trace.h).
 *
 * Every function accepts NULL for the trace and then does nothing, so that a strategy notes without
 * asking; it asks only before it computes what is for the trace alone.  What finds no memory is
 * lost and sets lacks_memory.
 */
#ifndef DMI_BASE_TRACE_H
#define DMI_BASE_TRACE_H

#include "base/base.h"
#include <demesne/trace.h>

/* Begins another stone; what is noted next is about it. */
void dmi_trace_stone(dm_trace *trace);
/* Keeps the first `count` stones, and adds unexplained ones if there are fewer. */
void dmi_trace_fit(dm_trace *trace, size_t count);
/* Its step and its sentence, which replace those noted before. */
void dmi_trace_step(dm_trace *trace, const char *step, const char *format, ...) DMI_PRINTF(3, 4);
/* A macro, so that without a trace the sentence is not even computed. */
#define dmi_trace_step(trace, ...) ((trace) ? (dmi_trace_step)(trace, __VA_ARGS__) : (void)0)
void dmi_trace_count(dm_trace *trace, const char *name, int64_t count);
/* Takes `text`; NULL: there was no memory for it. */
void dmi_trace_text(dm_trace *trace, const char *name, char *text);
/* Copies `count` numbers, `row` to a row. */
void dmi_trace_counts(dm_trace *trace, const char *name, const int64_t *counts, size_t count,
                      int32_t row);
void dmi_trace_values(dm_trace *trace, const char *name, const double *values, size_t count);
/* DM_NO_MEMORY if something was lost. */
dm_status dmi_trace_check(const dm_trace *trace, dm_error *err);

#endif
