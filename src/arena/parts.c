/* parts.c - checks the parts of a board in a file once, behind one lock. */
#include "arena/parts.h"

#include "arena/arena.h"
#include "base/base.h"

void dmi_parts_init(dmi_parts *parts)
{
    atomic_init(&parts->users, 1);
    for (int i = 0; i < DMI_PARTS; i++)
        atomic_init(&parts->state[i], DMI_UNCHECKED);
    pthread_mutex_init(&parts->checking, NULL);
    parts->damage = DM_OK;
}

dmi_parts *dmi_parts_hold(dmi_parts *parts)
{
    if (parts)
        atomic_fetch_add(&parts->users, 1);
    return parts;
}

void dmi_parts_release(dmi_parts *parts)
{
    if (!parts || atomic_fetch_sub(&parts->users, 1) > 1)
        return;
    pthread_mutex_destroy(&parts->checking);
    parts->free(parts);
}

/* DM_STOPPED leaves the part unchecked.  Whatever else fails stays: who has seen an empty part must
 * not see it full later. */
static dm_status examine_parts(dmi_parts *parts, dmi_part part, dm_run *run, dm_error *err)
{
    dm_status status = DM_OK;
    pthread_mutex_lock(&parts->checking);
    int state = atomic_load_explicit(&parts->state[part], memory_order_relaxed);
    if (state == DMI_UNCHECKED) {
        dm_error what = {0};
        status = parts->check(parts, part, run, &what);
        state = status == DM_OK ? DMI_WHOLE : DMI_DAMAGED;
        if (state == DMI_DAMAGED && err)
            *err = what;
        if (state == DMI_DAMAGED && status != DM_STOPPED && parts->damage == DM_OK) {
            parts->damage = status;
            parts->what = what;
        }
        if (status != DM_STOPPED)
            atomic_store_explicit(&parts->state[part], state, memory_order_release);
    } else if (state == DMI_DAMAGED) {
        status = parts->damage;
        if (err)
            *err = parts->what;
    }
    pthread_mutex_unlock(&parts->checking);
    return status;
}

bool dmi_part_examine(dmi_parts *parts, dmi_part part)
{
    return examine_parts(parts, part, NULL, NULL) == DM_OK;
}

dm_status dm_arena_check(const dm_arena *arena, dm_run *run, dm_error *err)
{
    dmi_parts *parts = arena->shared->file;
    dm_status status = DM_OK;
    for (int part = 0; parts && part < DMI_PARTS && status == DM_OK; part++)
        status = examine_parts(parts, (dmi_part)part, run, err);
    return dmi_as_unfinished(status, err);
}

dm_status dm_arena_damage(const dm_arena *arena, dm_error *err)
{
    dmi_parts *parts = arena->shared->file;
    if (!parts)
        return DM_OK;
    pthread_mutex_lock(&parts->checking);
    dm_status status = parts->damage;
    if (status != DM_OK && err)
        *err = parts->what;
    pthread_mutex_unlock(&parts->checking);
    return status;
}
