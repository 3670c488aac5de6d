/* lead_setting.h - random leads beside standing sites, with two lists, offsets, budgets and
 * closing.
 */
#ifndef SUPPORT_LEAD_SETTING_H
#define SUPPORT_LEAD_SETTING_H

#include "support/oneround.h"
#include <demesne/lead.h>

enum { SMALL = 5, MEDIUM = 190, MOST = 200 }; /* vertices */

/* A list of sites with room for all of its columns. */
typedef struct table {
    dm_vertex vertex[MOST];
    int64_t offset[MOST], cost[MOST];
    bool may_close[MOST];
} table;

typedef struct setting {
    dm_arena *arena;
    dm_lead_request request;
    table white, black, candidates, rivals;
} setting;

void shuffle(dm_rng *rng, dm_vertex *list, int32_t count);
bool has(const dm_vertex *list, int32_t count, dm_vertex v);

/* A random board of a few more vertices than `least`, standing sites and lists, with random
 * terms. */
void random_setting(dm_rng *rng, dm_vertex least, setting *s);

#endif
