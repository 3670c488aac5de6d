/* plan.c - a reduction's board while it is being made: names, places, edges, pendants. */
#include "hardness/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void dmi_plan_open(dmi_plan *plan, int64_t vertices, dm_error *err)
{
    *plan = (dmi_plan){.err = err};
    if (vertices > DM_REDUCTION_MAX)
        plan->status =
            dmi_fail(err, DM_TOO_LARGE, "the board would have %lld vertices; the limit is %d",
                     (long long)vertices, DM_REDUCTION_MAX);
    else
        plan->status = dm_builder_new((dm_vertex)vertices, &plan->builder, err);
}

void dmi_plan_edge(dmi_plan *plan, int64_t u, int64_t v)
{
    if (plan->status == DM_OK)
        plan->status = dm_builder_edge(plan->builder, (dm_vertex)u, (dm_vertex)v, 1, plan->err);
}

/* Millionths: the last bits of a sine then never differ between machines. */
static double rounded(double x)
{
    return round(x * 1e6) / 1e6;
}

void dmi_plan_vertex(dmi_plan *plan, int64_t v, double x, double y, const char *format, ...)
{
    char name[32];
    va_list args;
    va_start(args, format);
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    if (plan->status == DM_OK)
        plan->status = dm_builder_name(plan->builder, (dm_vertex)v, name, plan->err);
    if (plan->status == DM_OK)
        plan->status =
            dm_builder_place(plan->builder, (dm_vertex)v, rounded(x), rounded(y), plan->err);
}

void dmi_plan_fan(dmi_plan *plan, const dmi_fan *fan)
{
    for (int64_t i = 0; i < fan->count && plan->status == DM_OK; i++) {
        double along = fan->count > 1 ? (double)i / (double)(fan->count - 1) - 0.5 : 0;
        double angle = fan->towards - along * fan->spread;
        dmi_plan_vertex(plan, fan->first + i, fan->x + fan->radius * cos(angle),
                        fan->y + fan->radius * sin(angle), "p%d",
                        (int)(fan->first + i - fan->p1 + 1));
        dmi_plan_edge(plan, fan->hub, fan->first + i);
    }
}

static dm_status close_plan(dmi_plan *plan, const char *title, dm_reduction *reduction)
{
    if (plan->status == DM_OK)
        plan->status = dm_builder_title(plan->builder, title, plan->err);
    if (plan->status != DM_OK) {
        dm_builder_free(plan->builder);
        return plan->status;
    }
    return dm_builder_finish(plan->builder, &reduction->arena, plan->err);
}

dm_status dmi_plan_finish(dmi_plan *plan, const char *title, int32_t white_count,
                          dm_reduction **out)
{
    dm_reduction *reduction = dmi_calloc(1, sizeof *reduction);
    if (reduction)
        reduction->white = dmi_alloc((size_t)white_count, sizeof *reduction->white);
    if (plan->status == DM_OK && (!reduction || !reduction->white))
        plan->status = dmi_no_memory(plan->err);
    dm_status status = close_plan(plan, title, reduction);
    if (status != DM_OK) {
        dm_reduction_free(reduction);
        return status;
    }
    reduction->white_count = white_count;
    *out = reduction;
    return DM_OK;
}

void dm_reduction_free(dm_reduction *reduction)
{
    if (!reduction)
        return;
    dm_arena_free(reduction->arena);
    free(reduction->white);
    free(reduction);
}
