/* demesne/crew.h - threads that share one piece of work.
 *
 * Everything here that uses several threads gets them from these calls.
 *
 *     static void work(void *context, int worker) { ... take a piece, do it, until none is left ...
 * }
 *
 *     dm_crew_run(4, work, context);                  the caller is one of the four
 *
 *     dm_crew_new(4, work, context, &crew, &err);     the caller does something else meanwhile
 *     while (dm_crew_is_working(crew, 0.1))
 *         ... report progress ...
 *     dm_crew_free(crew);
 *
 * If the system has too few threads, fewer workers share the work.  Signals are left to the
 * caller's thread.
 */
#ifndef DEMESNE_CREW_H
#define DEMESNE_CREW_H

#include <demesne/status.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_crew dm_crew;

/* `worker` counts from 0. */
typedef void dm_crew_fn(void *context, int worker);

/* Calls work(context, 0) in this thread and, beside it, work(context, 1) ... work(context, count -
 * 1) in threads of their own; returns when all have returned. */
void dm_crew_run(int count, dm_crew_fn *work, void *context);

/* Starts up to `count` workers, at least one; DM_NO_MEMORY if that is impossible. */
dm_status dm_crew_new(int count, dm_crew_fn *work, void *context, dm_crew **out, dm_error *err);
/* Waits until all workers have returned, for `seconds` at most; false if they have. */
bool dm_crew_is_working(dm_crew *crew, double seconds);
/* Waits for all workers. */
void dm_crew_free(dm_crew *crew);

#ifdef __cplusplus
}
#endif
#endif
