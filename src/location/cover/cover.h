/* cover.h - maximum coverage: choose `count` of the sets so that the items they cover weigh most.
 * With a budget: at most `count` sets whose total cost is at most the budget.
 *
 * A reply is such a problem: a candidate is a set, a step of a customer an item.
 */
#ifndef DMI_LOCATION_COVER_COVER_H
#define DMI_LOCATION_COVER_COVER_H

#include <demesne/run.h>
#include <demesne/status.h>
#include <stdbool.h>
#include <stdint.h>

/* The items `from` to `end` - 1. */
typedef struct dmi_item_run {
    int32_t from, end;
} dmi_item_run;

/* Entry `at` of a list of items or, if there is one, of a list of runs. */
static inline dmi_item_run dmi_item_run_at(const dmi_item_run *run, const int32_t *item, int64_t at)
{
    return run ? run[at] : (dmi_item_run){item[at], item[at] + 1};
}

/* Set s holds item[first[s] .. first[s+1]-1], increasing; or the items of these entries of `run`,
 * which do not overlap. */
typedef struct dmi_cover {
    int32_t items, sets;
    const int64_t *weight; /* of each item, positive */
    const int64_t *first;  /* sets + 1 entries */
    const int32_t *item;   /* NULL: `run` has them */
    const dmi_item_run *run;
    int32_t count;       /* sets to choose, at most `sets` */
    const int64_t *cost; /* of each set, 0 or more; NULL: no budget */
    int64_t budget;
} dmi_cover;

typedef struct dmi_cover_request {
    int64_t floor;     /* only covers heavier than this are wanted (-1: any) */
    int64_t enough;    /* stop at the first cover this heavy (INT64_MAX: find the heaviest) */
    int64_t all_limit; /* > 0: list every heaviest cover, up to this many */
    int threads;       /* 0 and 1: one */
    int64_t large;     /* entries from which on a problem is searched as runs of items; 0: the usual
                          number */
    int64_t base;      /* progress reports base + weight as the value */
} dmi_cover_request;

typedef struct dmi_cover_answer {
    int32_t *chosen;      /* room for `count`, the caller's; increasing */
    int32_t chosen_count; /* `count`; with a budget it may be less, and each set then adds weight */
    int64_t weight;       /* of `chosen` */
    int64_t upper;        /* no cover weighs more; at most `floor` if there is none above it */
    uint64_t nodes;
    int64_t
        *all_first; /* if asked for: cover i is all[all_first[i] .. all_first[i + 1] - 1]; new */
    int32_t *all;   /* each cover increasing; the covers in order; new */
    int64_t all_count;
    bool all_complete;
} dmi_cover_answer;

/* After DM_STOPPED `chosen`, `weight` and a valid `upper` are set. Set-up is O(size) and nothing
 * is kept between calls, as leads solve thousands of small problems. */
dm_status dmi_cover_solve(const dmi_cover *cover, const dmi_cover_request *request, dm_run *run,
                          dmi_cover_answer *out, dm_error *err);

#endif
