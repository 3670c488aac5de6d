/* lead_setting.c - random leads: sites, lists and terms. */
#include "support/lead_setting.h"
#include "support/any_distances.h"

static dm_sites fill(dm_rng *rng, table *t, const dm_vertex *vertex, int32_t count)
{
    bool offsets = dm_rng_below(rng, 2) == 0;
    for (int32_t i = 0; i < count; i++) {
        t->vertex[i] = vertex[i];
        t->offset[i] = (int64_t)dm_rng_below(rng, 4);
        t->cost[i] = (int64_t)dm_rng_below(rng, 6);
        t->may_close[i] = dm_rng_below(rng, 2) == 0;
    }
    return (dm_sites){.vertex = t->vertex,
                      .count = count,
                      .offset = offsets ? t->offset : NULL,
                      .cost = t->cost,
                      .may_close = t->may_close};
}

void shuffle(dm_rng *rng, dm_vertex *list, int32_t count)
{
    for (int32_t i = count - 1; i > 0; i--) {
        int32_t k = (int32_t)dm_rng_below(rng, (uint64_t)i + 1);
        dm_vertex kept = list[i];
        list[i] = list[k];
        list[k] = kept;
    }
}

void random_setting(dm_rng *rng, dm_vertex least, setting *s)
{
    dm_vertex n = least + (dm_vertex)dm_rng_below(rng, 5), list[MOST];
    dm_lead_request *r = &s->request;
    s->arena = random_distances(rng, n);
    *r = (dm_lead_request){.terms.ties = (dm_tie_rule)dm_rng_below(rng, 4),
                           .reply = 1 + (int32_t)dm_rng_below(rng, 3),
                           .seed = dm_rng_next(rng)};
    r->terms.has_radius = dm_rng_below(rng, 3) == 0;
    r->terms.radius = (int64_t)dm_rng_below(rng, 9);
    for (dm_vertex v = 0; v < n; v++)
        list[v] = v;
    shuffle(rng, list, n);
    int32_t white = (int32_t)dm_rng_below(rng, 3), black = (int32_t)dm_rng_below(rng, 3);
    r->white = fill(rng, &s->white, list, white);
    r->black = fill(rng, &s->black, list + white, black);
    r->black.may_close = NULL;
    shuffle(rng, list, n);
    if (dm_rng_below(rng, 2) == 0)
        r->terms.candidates =
            fill(rng, &s->candidates, list, 4 + (int32_t)dm_rng_below(rng, (uint64_t)n - 4));
    shuffle(rng, list, n);
    if (dm_rng_below(rng, 2) == 0)
        r->rival_candidates =
            fill(rng, &s->rivals, list, (int32_t)dm_rng_below(rng, (uint64_t)n + 1));
    r->has_budget = dm_rng_below(rng, 3) == 0;
    r->budget = (int64_t)dm_rng_below(rng, 9);
    r->count = (r->has_budget ? 0 : 1) + (int32_t)dm_rng_below(rng, 3);
}

bool has(const dm_vertex *list, int32_t count, dm_vertex v)
{
    for (int32_t i = 0; i < count; i++)
        if (list[i] == v)
            return true;
    return false;
}
