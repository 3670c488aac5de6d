/* lead.c - builds the market, lets a method find the lead, and scores it by the rules.
 *
 * As with replies, the method's claim is not trusted: the board is scored again, and a proof of
 * another value is reported as an internal error.
 */
#include <demesne/lead.h>

#include "base/base.h"
#include "base/names.h"
#include "base/sort.h"
#include "location/lead/choice/choice_lead.h"
#include "location/lead/early_bounds.h"
#include "location/lead/local_search.h"
#include "location/market/merged_sites.h"
#include "location/market/nearest_site.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LOCAL_ROUNDS = 40 }; /* rounds of the local method */
enum { FEW_SITES = 256, MANY_SITES = 2000, FEW_ROUNDS = 2, MORE_ROUNDS = 3, MANY_ROUNDS = 4 };
/* Boards whose table takes more searching than this have several rounds of bounds first.  A round
 * takes a few hundred searches. */
#define LONG_WORK INT64_C(30000000)

static dmi_lead_fn *const methods[] = {NULL, dmi_lead_exact, dmi_lead_enumerate, dmi_lead_local};

DMI_ENUM_NAMES(dm_lead_method, "method", "auto", "exact", "enumerate", "local")

dm_status dmi_lead_local(const dmi_lead_market *market, dm_run *run, dmi_lead_result *out,
                         dm_error *err)
{
    dmi_exact_reply solver = {0};
    dmi_lead_refutations refutations = {0};
    dm_status status = dmi_exact_reply_init(&solver, market, NULL, err);
    if (status == DM_OK)
        status = dmi_lead_refutations_init(&refutations, market, err);
    if (status == DM_OK)
        status = dmi_lead_improve_by_keys(&solver, &refutations, LOCAL_ROUNDS, NULL, run,
                                          &out->best, err);
    out->replies = solver.replies;
    dmi_lead_refutations_clear(&refutations);
    dmi_exact_reply_clear(&solver);
    return status;
}

/* Writes White's choice as sites opened and closed. */
static dm_status write_white(const dmi_lead_sites *sites, const int32_t *white, dm_lead *lead,
                             dm_error *err)
{
    bool *held = dmi_calloc((size_t)sites->whites, sizeof *held);
    if (!held)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < sites->choose; i++)
        held[white[i]] = true;
    for (int32_t s = 0; s < sites->whites; s++) {
        const dmi_lead_site *site = &sites->site[s];
        if (site->closable && !held[s]) {
            assert(lead->closed_count < sites->closable);
            lead->closed[lead->closed_count++] = site->vertex;
            lead->cost -= site->cost;
        }
        if (!site->closable && held[s] && site->vertex >= 0) {
            assert(lead->count < sites->opening);
            lead->white[lead->count++] = site->vertex;
            lead->cost += site->cost;
        }
    }
    free(held);
    dmi_sort_int32(lead->white, lead->count);
    dmi_sort_int32(lead->closed, lead->closed_count);
    return DM_OK;
}

/* Adds the sites of `vertex` to the group, with their offsets in the list. */
static dm_sites with_offsets(const dm_sites *list, const dm_vertex *vertex, int32_t count,
                             int64_t *offset)
{
    for (int32_t i = 0; i < count; i++) {
        offset[i] = 0;
        for (int32_t k = 0; list->offset && k < list->count; k++)
            offset[i] = list->vertex[k] == vertex[i] ? list->offset[k] : offset[i];
    }
    return (dm_sites){.vertex = vertex, .count = count, .offset = offset};
}

/* Scores the lead by the rules. */
static dm_status score_lead(const dm_arena *arena, const dm_lead_request *r, dm_lead *lead,
                            dm_error *err)
{
    dm_dominance *d = NULL;
    dmi_arrays arrays = {0};
    size_t most = (size_t)r->white.count;
    dm_vertex *kept = dmi_array(&arrays, most, sizeof *kept);
    int64_t *kept_offset = dmi_array(&arrays, most, sizeof *kept_offset);
    int64_t *white_offset = dmi_array(&arrays, (size_t)lead->count, sizeof *white_offset);
    int64_t *black_offset = dmi_array(&arrays, (size_t)lead->reply, sizeof *black_offset);
    int32_t keeps = 0;
    if (dmi_arrays_check(&arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    for (int32_t i = 0; i < r->white.count; i++) {
        bool closes = false;
        for (int32_t k = 0; k < lead->closed_count; k++)
            closes = closes || lead->closed[k] == r->white.vertex[i];
        if (!closes)
            kept[keeps++] = r->white.vertex[i];
    }
    const dm_sites *rival =
        r->rival_candidates.vertex ? &r->rival_candidates : &r->terms.candidates;
    const dm_group groups[] = {
        {DM_WHITE, with_offsets(&r->white, kept, keeps, kept_offset)},
        {DM_BLACK, r->black},
        {DM_WHITE, with_offsets(&r->terms.candidates, lead->white, lead->count, white_offset)},
        {DM_BLACK, with_offsets(rival, lead->black, lead->reply, black_offset)},
    };
    dm_status status = dm_terms_dominance(arena, &r->terms, groups, 4, &d, err);
    dmi_arrays_free(&arrays);
    if (status != DM_OK)
        return status;
    lead->white_score.whole = d->score[DM_WHITE];
    lead->black_score.whole = d->score[DM_BLACK];
    lead->tied.whole = d->tied;
    lead->unreached.whole = d->unreached;
    lead->value.whole = lead->white_score.whole - lead->black_score.whole;
    dm_dominance_free(d);
    return DM_OK;
}

/* Stopped before there was a better one: gives the quick opening. DM_STOPPED on success. */
static dm_status give_quick(const dm_arena *arena, const dmi_lead_sites *sites,
                            const dmi_lead_quick *quick, dm_run *run, dm_lead *lead, dm_error *err)
{
    lead->count = lead->closed_count = 0;
    lead->cost = 0;
    dm_status status = write_white(sites, quick->white, lead, err);
    if (status != DM_OK)
        return status;
    lead->reply = quick->black_count;
    if (lead->reply)
        memcpy(lead->black, quick->black, (size_t)lead->reply * sizeof *lead->black);
    dmi_sort_int32(lead->black, lead->reply);
    status = score_lead(arena, sites->request, lead, err);
    lead->lower.whole = quick->lower;
    lead->upper.whole = quick->upper;
    lead->proven = lead->lower.whole == lead->upper.whole;
    return status == DM_OK ? dmi_stopped(run, err) : status;
}

static dm_status finish_lead(const dmi_lead_market *market, const dmi_lead_result *result,
                             bool complete, dm_lead *lead, dm_error *err)
{
    const dmi_lead_sites *sites = &market->sites;
    dm_status status = write_white(sites, result->best.white, lead, err);
    if (status != DM_OK)
        return status;
    for (int32_t i = 0; i < sites->reply; i++)
        if (result->best.black[i] >= 0)
            lead->black[lead->reply++] = sites->site[result->best.black[i]].vertex;
    dmi_sort_int32(lead->black, lead->reply);
    lead->nodes = (int64_t)result->nodes;
    lead->cuts = (int64_t)result->cuts;
    lead->replies = (int64_t)result->replies;
    lead->lower.whole = dmi_lead_value(market, result->best.won);
    lead->upper.whole = dmi_lead_value(market, result->upper);
    lead->proven = lead->lower.whole == lead->upper.whole;
    status = score_lead(market->arena, market->request, lead, err);
    if (status == DM_OK && (lead->lower.whole > lead->upper.whole ||
                            (complete && lead->value.whole != lead->lower.whole)))
        status = dmi_fail(err, DM_INTERNAL,
                          "method %s claims a value from %lld to %lld; the board gives %lld",
                          dm_lead_method_names[lead->method], (long long)lead->lower.whole,
                          (long long)lead->upper.whole, (long long)lead->value.whole);
    return status;
}

/* Bounds, market, method; the better of what they found.  *found: the method had a lead before it
 * was stopped. */
static dm_status find_lead(const dm_arena *arena, const dmi_lead_sites *sites, dm_run *run,
                           dm_lead *lead, dm_error *err)
{
    dmi_lead_market market = {0};
    dmi_lead_quick quick = {.upper = INT64_MAX};
    dmi_lead_result result = {0};
    dm_status status = dmi_lead_market_check(arena, sites, err);
    /* Rounds of bounds come first if the table or the method may take long: a stopped run needs
     * bounds. */
    const dm_graph *graph = dm_arena_graph(arena);
    bool is_long = (int64_t)sites->count * ((int64_t)graph->n + graph->arcs) > LONG_WORK;
    int rounds = is_long ? (sites->count < MANY_SITES ? FEW_ROUNDS : MANY_ROUNDS)
                 : sites->count <= FEW_SITES ? 0
                 : sites->choose == 3        ? MORE_ROUNDS
                                             : 1;
    bool found = false;
    if (status == DM_OK && rounds > 0)
        status = dmi_lead_quick_init(&quick, arena, sites, rounds, run, err);
    if (status == DM_OK)
        status = dmi_lead_market_init(&market, arena, sites, run, err);
    if (status == DM_OK)
        status = dmi_lead_opening_init(&result.best, sites, err);
    if (status == DM_OK) {
        result.upper = market.total;
        if (quick.upper < dmi_lead_value(&market, market.total))
            result.upper = (quick.upper - market.base) / market.unit;
        status = methods[lead->method](&market, run, &result, err);
        found = status == DM_OK || (status == DM_STOPPED && result.best.won >= 0);
    }
    if (found) {
        dm_status scored = finish_lead(&market, &result, status == DM_OK, lead, err);
        status = scored == DM_OK ? status : scored;
    }
    dmi_lead_opening_clear(&result.best);
    dmi_lead_market_clear(&market);
    if (status == DM_STOPPED && found && rounds > 0 && quick.lower > lead->lower.whole) {
        quick.upper = lead->upper.whole < quick.upper ? lead->upper.whole : quick.upper;
        found = false;
    }
    if (status == DM_STOPPED && !found) {
        if (!quick.white)
            status = dmi_lead_quick_init(&quick, arena, sites, 0, run, err);
        if (quick.white)
            status = give_quick(arena, sites, &quick, run, lead, err);
    }
    dmi_lead_quick_clear(&quick);
    return status;
}

/* The lead of a request whose lists have distinct vertices. */
static dm_status answer_request(const dm_arena *arena, const dm_lead_request *request, dm_run *run,
                                dm_lead **out, dm_error *err)
{
    dmi_lead_sites sites = {0};
    dm_status status = dmi_lead_sites_init(&sites, arena, request, err);
    if (status != DM_OK)
        return status;
    dm_lead *lead = dmi_calloc(1, sizeof *lead);
    if (lead) {
        lead->method = request->method;
        if (lead->method == DM_LEAD_AUTO)
            lead->method = dmi_lead_can_enumerate(&sites) ? DM_LEAD_ENUMERATE : DM_LEAD_EXACT;
        lead->white = dmi_alloc((size_t)sites.opening, sizeof *lead->white);
        lead->black = dmi_alloc((size_t)sites.reply, sizeof *lead->black);
        lead->closed = dmi_alloc((size_t)sites.closable, sizeof *lead->closed);
    }
    bool has_room = lead && lead->white && lead->black && lead->closed;
    status = has_room ? find_lead(arena, &sites, run, lead, err) : dmi_no_memory(err);
    dmi_lead_sites_clear(&sites);
    if (status == DM_OK || status == DM_STOPPED)
        *out = lead;
    else
        dm_lead_free(lead);
    return status;
}

dm_status dm_lead_new(const dm_arena *arena, const dm_lead_request *request, dm_run *run,
                      dm_lead **out, dm_error *err)
{
    dm_lead_request own = *request;
    dmi_merged_sites white = {0}, black = {0};
    dm_vertex n = dm_arena_vertices(arena);
    if (dmi_choice_leads(request))
        return dmi_choice_lead_find(arena, request, run, out, err);
    own.terms.candidates = dmi_sites_or_all(&request->terms.candidates, arena);
    if (!request->terms.may_meet)
        return answer_request(arena, &own, run, out, err);
    dm_status status = dmi_sites_merge(&request->white, n, &white, err);
    if (status == DM_OK)
        status = dmi_sites_merge(&request->black, n, &black, err);
    if (status == DM_OK && request->has_budget && white.closable_at >= 0)
        status = dmi_fail(err, DM_UNSUPPORTED,
                          "vertex %d has several of White's sites, of which one may be closed; a "
                          "lead closes only a site that stands alone",
                          white.closable_at);
    if (status == DM_OK) {
        own.white = white.sites;
        own.black = black.sites;
        status = answer_request(arena, &own, run, out, err);
    }
    dmi_merged_sites_clear(&white);
    dmi_merged_sites_clear(&black);
    return status;
}

void dm_lead_free(dm_lead *lead)
{
    if (!lead)
        return;
    free(lead->white);
    free(lead->black);
    free(lead->closed);
    free(lead);
}
