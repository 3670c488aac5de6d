/* support/oneround.c - see the header. */
#include "support/oneround.h"

#include <math.h>

static dm_vertex below(dm_rng *rng, dm_vertex bound)
{
    return (dm_vertex)dm_rng_below(rng, (uint64_t)bound);
}

static void draw_terms(dm_rng *rng, dm_vertex n, random_ask *ask)
{
    dm_terms *terms = &ask->request.terms;
    dm_stone shuffled[ASK_MOST];
    terms->ties = (dm_tie_rule)below(rng, 4);
    terms->has_radius = below(rng, 3) == 0;
    terms->radius = below(rng, 8);
    if (below(rng, 2))
        return;
    terms->candidates.count = 1 + below(rng, n);
    random_stones(rng, n, terms->candidates.count, 1, shuffled);
    for (dm_vertex i = 0; i < terms->candidates.count; i++)
        ask->candidates[i] = shuffled[i].vertex;
    terms->candidates.vertex = ask->candidates;
}

static int32_t free_candidates(const random_ask *ask, dm_vertex n)
{
    const dm_reply_request *r = &ask->request;
    int32_t taken = r->white.count + r->kept.count, count = 0;
    for (dm_vertex i = taken; i < n; i++) {
        bool open = !r->terms.candidates.vertex;
        for (dm_vertex k = 0; k < r->terms.candidates.count && !open; k++)
            open = r->terms.candidates.vertex[k] == ask->order[i];
        count += open;
    }
    return count;
}

bool draw_ask(dm_rng *rng, dm_vertex n, int32_t most, random_ask *out)
{
    dm_stone shuffled[ASK_MOST];
    dm_reply_request *r = &out->request;
    *out = (random_ask){0};
    random_stones(rng, n, n, 1, shuffled);
    for (dm_vertex i = 0; i < n; i++)
        out->order[i] = shuffled[i].vertex;
    draw_terms(rng, n, out);
    r->white.vertex = out->order;
    r->white.count = below(rng, 1 + (n + 2) / 3);
    r->kept.vertex = out->order + r->white.count;
    r->kept.count = below(rng, 2) ? below(rng, 1 + (n - r->white.count) / 3) : 0;
    int32_t free = free_candidates(out, n);
    if (free == 0)
        return false;
    r->count = 1 + below(rng, most < free ? most : free);
    return true;
}

dm_status reply_status(const dm_arena *arena, const dm_reply_request *request, dm_error *err)
{
    dm_reply *reply = NULL;
    dm_status status = dm_reply_new(arena, request, NULL, &reply, err);
    assert_true((status == DM_OK) == (reply != NULL));
    dm_reply_free(reply);
    return status;
}

void refuse_lead(const dm_arena *arena, dm_lead_request request, dm_status expected)
{
    dm_error err = {0};
    dm_lead *lead = NULL;
    assert_int_equal(dm_lead_new(arena, &request, NULL, &lead, &err), expected);
    assert_null(lead);
    assert_true(err.message[0] != 0);
}

void limit_exponents(const dm_arena *arena, const int64_t *distances, dm_terms *terms)
{
    size_t n = (size_t)dm_arena_vertices(arena);
    int64_t most = 1;
    for (size_t i = 0; i < n * n; i++)
        most = distances[i] > most ? distances[i] : most;
    double typed = (double)most * pow(10, -dm_arena_decimals(arena));
    if (terms->rule == DM_LOGIT && terms->beta * typed > 100)
        terms->beta = 100 / typed;
}
