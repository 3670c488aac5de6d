/* check/lead.c - see the header: definitions, no speed. */
#include "check/lead.h"

#include "check/market.h"
#include <stdbool.h>

enum { MOST = 128 }; /* sites */

typedef struct trial {
    const dm_arena *arena;
    const int64_t *distances;
    const dm_lead_request *request;
    check_site sites[MOST]; /* in the order in which they opened */
    int32_t count;
    int64_t best;
} trial;

static bool is_free(const trial *t, dm_vertex v)
{
    for (int32_t i = 0; i < t->count; i++)
        if (t->sites[i].vertex == v)
            return false;
    return true;
}

/* The i-th place of a list; an empty list is all vertices. */
static check_site place(const dm_sites *list, int32_t i, dm_side side)
{
    return (check_site){list->vertex ? list->vertex[i] : i, side,
                        list->vertex && list->offset ? list->offset[i] : 0};
}

static int32_t size_of(const trial *t, const dm_sites *list)
{
    return list->vertex ? list->count : dm_arena_vertices(t->arena);
}

static const dm_sites *black_list(const trial *t)
{
    return t->request->rival_candidates.vertex ? &t->request->rival_candidates
                                               : &t->request->terms.candidates;
}

/* The least White minus Black over Black's sets of `left` more sites from number `from` on. */
static int64_t worst_reply(trial *t, int32_t left, int32_t from)
{
    const dm_sites *list = black_list(t);
    int64_t worst = INT64_MAX;
    if (left == 0)
        return check_market_value(t->arena, t->distances, &t->request->terms, t->sites, t->count);
    for (int32_t i = from; i < size_of(t, list); i++) {
        check_site site = place(list, i, DM_BLACK);
        if (!is_free(t, site.vertex))
            continue;
        t->sites[t->count++] = site;
        int64_t value = worst_reply(t, left - 1, i + 1);
        worst = value < worst ? value : worst;
        t->count--;
    }
    return worst;
}

static int64_t answer(trial *t)
{
    const dm_sites *list = black_list(t);
    int32_t places = 0;
    for (int32_t i = 0; i < size_of(t, list); i++)
        places += is_free(t, place(list, i, DM_BLACK).vertex);
    return worst_reply(t, places < t->request->reply ? places : t->request->reply, 0);
}

static bool stands(const dm_lead_request *r, dm_vertex v)
{
    for (int32_t i = 0; i < r->white.count; i++)
        if (r->white.vertex[i] == v)
            return true;
    return false;
}

/* Tries White's sets of new sites from number `from` on; `spent` is the cost so far. */
static void try_opening(trial *t, int32_t opened, int32_t from, int64_t spent)
{
    const dm_lead_request *r = t->request;
    const dm_sites *list = &r->terms.candidates;
    bool is_full = r->count > 0 && opened == r->count;
    if (r->has_budget ? spent <= r->budget : is_full) {
        int64_t value = answer(t);
        t->best = value > t->best ? value : t->best;
    }
    for (int32_t i = from; !is_full && i < size_of(t, list); i++) {
        check_site site = place(list, i, DM_WHITE);
        if (!is_free(t, site.vertex) || stands(r, site.vertex))
            continue;
        t->sites[t->count++] = site;
        try_opening(t, opened + 1, i + 1, spent + (list->vertex && list->cost ? list->cost[i] : 0));
        t->count--;
    }
}

static void add_black(trial *t)
{
    for (int32_t i = 0; i < t->request->black.count; i++)
        t->sites[t->count++] = place(&t->request->black, i, DM_BLACK);
}

/* Tries to keep and to close White's standing sites from number `from` on. */
static void try_closing(trial *t, int32_t from, int64_t spent)
{
    const dm_lead_request *r = t->request;
    int32_t count = t->count;
    if (from == r->white.count) {
        add_black(t);
        try_opening(t, 0, 0, spent);
        t->count = count;
        return;
    }
    t->sites[t->count++] = place(&r->white, from, DM_WHITE);
    try_closing(t, from + 1, spent);
    t->count = count;
    if (r->white.may_close && r->white.may_close[from])
        try_closing(t, from + 1, spent - (r->white.cost ? r->white.cost[from] : 0));
}

int64_t check_lead_value(const dm_arena *arena, const int64_t *distances,
                         const dm_lead_request *request)
{
    trial t = {.arena = arena, .distances = distances, .request = request, .best = INT64_MIN};
    try_closing(&t, 0, 0);
    return t.best;
}

int64_t check_lead_answer(const dm_arena *arena, const int64_t *distances,
                          const dm_lead_request *request, const dm_lead *lead)
{
    trial t = {.arena = arena, .distances = distances, .request = request};
    const dm_sites *list = &request->terms.candidates;
    for (int32_t i = 0; i < request->white.count; i++) {
        bool closed = false;
        for (int32_t k = 0; k < lead->closed_count; k++)
            closed = closed || lead->closed[k] == request->white.vertex[i];
        if (!closed)
            t.sites[t.count++] = place(&request->white, i, DM_WHITE);
    }
    add_black(&t);
    for (int32_t i = 0; i < size_of(&t, list); i++)
        for (int32_t k = 0; k < lead->count; k++)
            if (place(list, i, DM_WHITE).vertex == lead->white[k])
                t.sites[t.count++] = place(list, i, DM_WHITE);
    return answer(&t);
}
