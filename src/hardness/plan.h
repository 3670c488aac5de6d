/* plan.h - a reduction's board while it is being made.
 *
 * The first failure stays and later calls do nothing, so that a theorem's construction reads as
 * the paper has it.
 */
#ifndef DMI_PLAN_H
#define DMI_PLAN_H

#include "base/base.h"
#include <demesne/reduce.h>

typedef struct dmi_plan {
    dm_builder *builder;
    dm_status status;
    dm_error *err;
} dmi_plan;

/* Opens a board of that many vertices; DM_TOO_LARGE above DM_REDUCTION_MAX. */
void dmi_plan_open(dmi_plan *plan, int64_t vertices, dm_error *err);
void dmi_plan_edge(dmi_plan *plan, int64_t u, int64_t v);
/* A vertex with its place; `format` gives its name. */
void dmi_plan_vertex(dmi_plan *plan, int64_t v, double x, double y, const char *format, ...)
    DMI_PRINTF(5, 6);
/* Vertices first .. first+count-1 are pendants of `hub`, called p1, p2, .. from vertex `p1` on, on
 * an arc around (x, y): `spread` radians wide, its middle in direction `towards` (0: right,
 * growing against the clock). */
typedef struct dmi_fan {
    int64_t hub, first, count, p1;
    double x, y, radius, towards, spread;
} dmi_fan;
void dmi_plan_fan(dmi_plan *plan, const dmi_fan *fan);

/* Ends the plan either way: a reduction with its board and room for `white_count` stones, or the
 * failure. */
dm_status dmi_plan_finish(dmi_plan *plan, const char *title, int32_t white_count,
                          dm_reduction **out);

#endif
