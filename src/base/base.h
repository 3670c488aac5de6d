/* base.h - errors, memory and run control, for every module. */
#ifndef DMI_BASE_H
#define DMI_BASE_H

#include <demesne/run.h>
#include <demesne/status.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef __int128 dmi_wide; /* sums and products of 64-bit numbers */

#if defined(__GNUC__)
#define DMI_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define DMI_PRINTF(fmt, args)
#endif

/* Fills `err` (may be NULL) and returns `status`, so that a failing call reads
 * `return dmi_fail(err, DM_BAD_VERTEX, "vertex %d is ...", v);` */
dm_status dmi_fail(dm_error *err, dm_status status, const char *format, ...) DMI_PRINTF(3, 4);
/* The same with a place: "file:line: ...", or "file: ..." if line is 0. */
dm_status dmi_fail_at(dm_error *err, dm_status status, const char *file, int64_t line,
                      const char *format, ...) DMI_PRINTF(5, 6);
/* Inline, so that the analyser, which sees one file, knows that it never returns DM_OK. */
static inline dm_status dmi_no_memory(dm_error *err)
{
    dmi_fail(err, DM_NO_MEMORY, "out of memory");
    return DM_NO_MEMORY;
}
#ifdef __clang_analyzer__ /* macros tell it the same of the other two */
#define dmi_fail(err, status, ...)    ((dmi_fail)(err, status, __VA_ARGS__), (status))
#define dmi_fail_at(err, status, ...) ((dmi_fail_at)(err, status, __VA_ARGS__), (status))
#endif

/* Arrays: count * size bytes, checked for overflow; NULL if memory runs out.
 * A zero count gives a unique pointer.  dmi_alloc leaves memory unset. */
void *dmi_alloc(size_t count, size_t size);
void *dmi_calloc(size_t count, size_t size);
void *dmi_realloc(void *memory, size_t count, size_t size); /* the old block survives failure */
void *dmi_alloc_aligned(size_t bytes);                      /* 64-byte aligned; plain free() */
void *dmi_calloc_huge(size_t bytes); /* zeroed, on large pages if the system has them */
char *dmi_strdup(const char *text);

/* Bytes of a solver's table if the caller names none.  Sanitizers take time for every byte, used or
 * not: their builds have smaller tables. */
#ifndef DMI_TABLE_MEBIBYTES
#define DMI_TABLE_MEBIBYTES 256
#endif
enum { DMI_TABLE_BYTES = DMI_TABLE_MEBIBYTES << 20 };

/* Arrays that are freed together; {0} to start with. */
typedef struct dmi_arrays {
    void *last;
    bool failed;
} dmi_arrays;

void *dmi_array(dmi_arrays *arrays, size_t count, size_t size); /* as dmi_alloc() */
void *dmi_array_zeroed(dmi_arrays *arrays, size_t count, size_t size);
/* DM_OK; or, if one of them could not be made, frees all: DM_NO_MEMORY. */
dm_status dmi_arrays_check(dmi_arrays *arrays, dm_error *err);
void dmi_arrays_free(dmi_arrays *arrays);

/* Makes room for at least `need` items of `size` bytes in *items, doubling
 * *capacity; false (nothing changed) if memory runs out. */
int dmi_reserve(void *items_address, size_t *capacity, size_t need, size_t size);

/* Counts `work` units; false once the run must stop.  NULL never stops.
 * Cheap: the clock is read once in four calls. */
int dmi_run_go_on(dm_run *run, uint64_t work);
/* The same, and offers progress to the run's reporter. */
int dmi_run_report(dm_run *run, uint64_t work, const char *phase, uint64_t done, uint64_t total,
                   const char *note);
/* From now on `run` stops, for the same reason, when `leader` (borrowed; may be NULL) or a run that
 * `leader` follows stops, and reports to the leader's reporter. */
void dmi_run_follow(dm_run *run, const dm_run *leader);
/* A run for a part of the work of `leader`: it follows that, but reports nothing, as what the part
 * finds means something else, and ends after `seconds`; negative: it has no end of its own. */
dm_status dmi_run_part(const dm_run *leader, double seconds, dm_run **out, dm_error *err);
/* Until the first deadline of `run` (may be NULL) and the runs that it follows; INFINITY if none.
 */
double dmi_run_seconds_left(const dm_run *run);
dm_status dmi_stopped(dm_run *run, dm_error *err); /* DM_STOPPED with the reason in words */
/* DM_STOPPED becomes DM_UNFINISHED: for calls that have no partial result. */
dm_status dmi_as_unfinished(dm_status status, dm_error *err);
/* DM_UNFINISHED of a step becomes DM_STOPPED: for calls that have one. */
dm_status dmi_as_stopped(dm_status status, dm_error *err);

double dmi_seconds(void); /* a monotonic clock */

#endif
