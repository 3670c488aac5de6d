/* tables.c - tables of a board behind one lock, made when first asked for.
 *
 * Whoever comes first makes a table; others wait for it, or until their run ends. */
#include "arena/tables.h"

#include "arena/arena.h"
#include "base/base.h"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct dmi_tables {
    atomic_int users; /* the board counts as one */
    _Atomic int64_t bytes;
    pthread_mutex_t making; /* guards the rest */
    dm_distances *distances;
    dmi_ranks *ranks[2]; /* by kind */
};

dmi_tables *dmi_tables_new(void)
{
    dmi_tables *tables = dmi_calloc(1, sizeof *tables);
    if (tables) {
        atomic_init(&tables->users, 1);
        pthread_mutex_init(&tables->making, NULL);
    }
    return tables;
}

dmi_tables *dmi_tables_hold(const dm_arena *arena)
{
    dmi_tables *tables = dmi_arena_tables(arena);
    atomic_fetch_add(&tables->users, 1);
    return tables;
}

static void clear_tables(dmi_tables *tables)
{
    dmi_ranks_free(tables->ranks[DMI_RANKS_ALL]);
    dmi_ranks_free(tables->ranks[DMI_RANKS_SAMPLED]);
    dm_distances_free(tables->distances);
    tables->ranks[DMI_RANKS_ALL] = tables->ranks[DMI_RANKS_SAMPLED] = NULL;
    tables->distances = NULL;
    atomic_store(&tables->bytes, 0);
}

void dmi_tables_release(dmi_tables *tables)
{
    if (!tables || atomic_fetch_sub(&tables->users, 1) > 1)
        return;
    clear_tables(tables);
    pthread_mutex_destroy(&tables->making);
    free(tables);
}

/* Waits for the lock, and looks at the run now and then. */
static dm_status lock_tables(dmi_tables *tables, dm_run *run, dm_error *err)
{
    enum { MOMENT = 10000000, SECOND = 1000000000 }; /* nanoseconds */
    int result = pthread_mutex_trylock(&tables->making);
    while (result != 0) {
        struct timespec until;
        if (!dmi_run_go_on(run, 0))
            return dmi_stopped(run, err);
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += MOMENT;
        if (until.tv_nsec >= SECOND) {
            until.tv_sec++;
            until.tv_nsec -= SECOND;
        }
        result = pthread_mutex_timedlock(&tables->making, &until);
    }
    return DM_OK;
}

static int64_t bytes_of(const dm_distances *distances)
{
    return distances->stride * distances->width * distances->n;
}

dm_status dmi_tables_distances(dmi_tables *tables, const dm_arena *arena, int64_t max_bytes,
                               dm_run *run, const dm_distances **out, dm_error *err)
{
    assert(max_bytes >= 0);
    dm_status status = lock_tables(tables, run, err);
    if (status != DM_OK)
        return status;
    if (!tables->distances) {
        status = dm_distances_new(arena, max_bytes, run, &tables->distances, err);
        if (status == DM_OK)
            atomic_fetch_add(&tables->bytes, bytes_of(tables->distances));
    } else if (bytes_of(tables->distances) > max_bytes) {
        status = dmi_fail(err, DM_TOO_LARGE, "the table of distances passes %lld bytes",
                          (long long)max_bytes);
    }
    if (status == DM_OK)
        *out = tables->distances;
    pthread_mutex_unlock(&tables->making);
    return dmi_as_stopped(status, err);
}

dm_status dmi_tables_ranks(dmi_tables *tables, const dm_distances *distances, dmi_rank_kind kind,
                           dm_run *run, const dmi_ranks **out, dm_error *err)
{
    dm_status status = lock_tables(tables, run, err);
    if (status != DM_OK)
        return status;
    if (distances->n <= DMI_RANKS_SAMPLE)
        kind = DMI_RANKS_ALL;
    if (!tables->ranks[kind]) {
        dm_vertex columns = kind == DMI_RANKS_ALL ? distances->n : DMI_RANKS_SAMPLE;
        status = dmi_ranks_new(distances, columns, run, &tables->ranks[kind], err);
        if (status == DM_OK)
            atomic_fetch_add(&tables->bytes, dmi_ranks_bytes(tables->ranks[kind]));
    }
    if (status == DM_OK)
        *out = tables->ranks[kind];
    pthread_mutex_unlock(&tables->making);
    return status;
}

dm_status dm_arena_distances(const dm_arena *arena, int64_t max_bytes, dm_run *run,
                             const dm_distances **out, dm_error *err)
{
    dm_status status =
        dmi_tables_distances(dmi_arena_tables(arena), arena, max_bytes, run, out, err);
    return dmi_as_unfinished(status, err);
}

int64_t dm_arena_table_bytes(const dm_arena *arena)
{
    return atomic_load(&dmi_arena_tables(arena)->bytes);
}

void dm_arena_forget_tables(const dm_arena *arena)
{
    dmi_tables *tables = dmi_arena_tables(arena);
    pthread_mutex_lock(&tables->making);
    if (atomic_load(&tables->users) == 1)
        clear_tables(tables);
    pthread_mutex_unlock(&tables->making);
}
