/* plan_count.h - how many solutions a level has: connected sets of winning moves. */
#ifndef DMI_LINES_MOVES_PLAN_COUNT_H
#define DMI_LINES_MOVES_PLAN_COUNT_H

#include "lines/moves/plan_search.h"

typedef struct dmi_plan_region dmi_plan_region;

/* {0} to start with. */
typedef struct dmi_plan_count {
    dmi_plan_region *regions; /* of the removals and cuts at hand */
    size_t count, room;
    int64_t solutions; /* of those before */
    bool is_full;      /* too many regions: the count is not known */
} dmi_plan_count;

/* For dmi_plan_search: `user` is a dmi_plan_count. */
dmi_plan_visit dmi_plan_count_visit;
dmi_plan_flush dmi_plan_count_flush;
void dmi_plan_count_clear(dmi_plan_count *count);

#endif
