/* lead.c - builds the market, lets a method find the lead, and scores it by the rules.
 *
 * As with replies, the method's claim is not trusted: the board is scored again, and a proof of
 * another value is reported as an internal error.
 */
#include <demesne/lead.h>

#include "base/base.h"
#include "base/names.h"
#include "base/sort.h"
#include "location/lead/early_bounds.h"
#include "location/lead/local_search.h"
#include <stdlib.h>
#include <string.h>

enum { LOCAL_ROUNDS = 40 }; /* rounds of the local method */
enum { FEW_SITES = 256, MANY_SITES = 2000, FEW_ROUNDS = 2, MORE_ROUNDS = 3, MANY_ROUNDS = 4 };
/* Boards whose table takes more searching than this have several rounds of bounds first.  A round
 * takes a few hundred searches. */
#define LONG_WORK INT64_C(30000000)

static dmi_lead_fn *const ways[] = {NULL, dmi_lead_exact, dmi_lead_enumerate, dmi_lead_local};

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

static dm_lead *make_room(const dmi_lead_sites *sites)
{
    dm_lead *lead = dmi_calloc(1, sizeof *lead);
    if (!lead)
        return NULL;
    lead->method = sites->request->method;
    if (lead->method == DM_LEAD_AUTO)
        lead->method = dmi_lead_can_enumerate(sites) ? DM_LEAD_ENUMERATE : DM_LEAD_EXACT;
    lead->white = dmi_alloc((size_t)sites->opening, sizeof *lead->white);
    lead->black = dmi_alloc((size_t)sites->reply, sizeof *lead->black);
    lead->closed = dmi_alloc((size_t)sites->closable, sizeof *lead->closed);
    if (lead->white && lead->black && lead->closed)
        return lead;
    dm_lead_free(lead);
    return NULL;
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
            lead->closed[lead->closed_count++] = site->vertex;
            lead->cost -= site->cost;
        }
        if (!site->closable && held[s] && site->vertex >= 0) {
            lead->white[lead->count++] = site->vertex;
            lead->cost += site->cost;
        }
    }
    free(held);
    dmi_sort_int32(lead->white, lead->count);
    dmi_sort_int32(lead->closed, lead->closed_count);
    return DM_OK;
}

static bool is_listed(const dm_vertex *list, int32_t count, dm_vertex v)
{
    for (int32_t i = 0; i < count; i++)
        if (list[i] == v)
            return true;
    return false;
}

/* The offset of a candidate of the list. */
static int64_t offset_of(const dm_sites *list, dm_vertex v)
{
    for (int32_t i = 0; list->offset && i < list->count; i++)
        if (list->vertex[i] == v)
            return list->offset[i];
    return 0;
}

/* Fills the offsets of the sites opened, and the sites of White's that stay. */
static dm_sites keep_open(const dm_lead_request *r, const dm_lead *lead, dm_vertex *vertex,
                          int64_t *offset)
{
    dm_sites kept = {.vertex = vertex, .offset = offset};
    for (int32_t i = 0; i < r->white.count; i++) {
        if (is_listed(lead->closed, lead->closed_count, r->white.vertex[i]))
            continue;
        vertex[kept.count] = r->white.vertex[i];
        offset[kept.count++] = r->white.offset ? r->white.offset[i] : 0;
    }
    return kept;
}

static dm_sites opened(const dm_sites *list, const dm_vertex *vertex, int32_t count,
                       int64_t *offset)
{
    for (int32_t i = 0; i < count; i++)
        offset[i] = offset_of(list, vertex[i]);
    return (dm_sites){.vertex = vertex, .count = count, .offset = offset};
}

/* Scores the lead by the rules. */
static dm_status score(const dm_arena *arena, const dm_lead_request *r, dm_lead *lead,
                       dm_error *err)
{
    dm_dominance *d = NULL;
    dmi_arrays arrays = {0};
    int32_t most = r->white.count;
    dm_vertex *kept = dmi_array(&arrays, (size_t)most, sizeof *kept);
    int64_t *offset[3];
    const int32_t sizes[] = {most, lead->count, lead->reply};
    for (int i = 0; i < 3; i++)
        offset[i] = dmi_array(&arrays, (size_t)sizes[i], sizeof *offset[i]);
    if (dmi_arrays_check(&arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    const dm_sites *rival =
        r->rival_candidates.vertex ? &r->rival_candidates : &r->terms.candidates;
    const dm_group groups[] = {
        {DM_WHITE, keep_open(r, lead, kept, offset[0])},
        {DM_BLACK, r->black},
        {DM_WHITE, opened(&r->terms.candidates, lead->white, lead->count, offset[1])},
        {DM_BLACK, opened(rival, lead->black, lead->reply, offset[2])},
    };
    dm_status status = dm_terms_dominance(arena, &r->terms, groups, 4, &d, err);
    dmi_arrays_free(&arrays);
    if (status != DM_OK)
        return status;
    lead->white_score = d->score[DM_WHITE];
    lead->black_score = d->score[DM_BLACK];
    lead->tied = d->tied;
    lead->unreached = d->unreached;
    lead->value = lead->white_score - lead->black_score;
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
    status = score(arena, sites->request, lead, err);
    lead->lower = quick->lower;
    lead->upper = quick->upper;
    lead->proven = lead->lower == lead->upper;
    return status == DM_OK ? dmi_stopped(run, err) : status;
}

static dm_status finish(const dmi_lead_market *market, const dmi_lead_result *result, bool complete,
                        dm_lead *lead, dm_error *err)
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
    lead->lower = dmi_lead_value(market, result->best.won);
    lead->upper = dmi_lead_value(market, result->upper);
    lead->proven = lead->lower == lead->upper;
    status = score(market->arena, market->request, lead, err);
    if (status == DM_OK && (lead->lower > lead->upper || (complete && lead->value != lead->lower)))
        status = dmi_fail(err, DM_INTERNAL,
                          "method %s claims a value from %lld to %lld; the board gives %lld",
                          dm_lead_method_names[lead->method], (long long)lead->lower,
                          (long long)lead->upper, (long long)lead->value);
    return status;
}

/* Runs the method and writes its lead; *found is false if it was stopped before it had one. */
static dm_status solve(const dmi_lead_market *market, int64_t upper, dm_run *run, bool *found,
                       dm_lead *lead, dm_error *err)
{
    dmi_lead_result result = {.upper = market->total};
    dm_status status = dmi_lead_opening_init(&result.best, &market->sites, err);
    if (upper < dmi_lead_value(market, market->total))
        result.upper = (upper - market->base) / market->unit;
    if (status == DM_OK)
        status = ways[lead->method](market, run, &result, err);
    *found = status == DM_OK || (status == DM_STOPPED && result.best.won >= 0);
    if (*found) {
        dm_status scored = finish(market, &result, status == DM_OK, lead, err);
        status = scored == DM_OK ? status : scored;
    }
    dmi_lead_opening_clear(&result.best);
    return status;
}

/* How many rounds of bounds come first: the table or the method may take long, and a stopped run
 * needs bounds. */
static int first_rounds(const dm_arena *arena, const dmi_lead_sites *sites)
{
    const dm_graph *graph = dm_arena_graph(arena);
    if ((int64_t)sites->count * ((int64_t)graph->n + graph->arcs) > LONG_WORK)
        return sites->count < MANY_SITES ? FEW_ROUNDS : MANY_ROUNDS;
    return sites->count <= FEW_SITES ? 0 : sites->choose == 3 ? MORE_ROUNDS : 1;
}

static dm_status find(const dm_arena *arena, const dmi_lead_sites *sites, dm_run *run,
                      dm_lead *lead, dm_error *err)
{
    dmi_lead_market market = {0};
    dmi_lead_quick quick = {0};
    dm_status status = dmi_lead_market_check(arena, sites, err);
    int rounds = first_rounds(arena, sites);
    bool found = false;
    if (status == DM_OK && rounds > 0)
        status = dmi_lead_quick_init(&quick, arena, sites, rounds, run, err);
    if (status == DM_OK)
        status = dmi_lead_market_init(&market, arena, sites, run, err);
    if (status == DM_OK)
        status = solve(&market, rounds > 0 ? quick.upper : INT64_MAX, run, &found, lead, err);
    dmi_lead_market_clear(&market);
    if (status == DM_STOPPED && found && rounds > 0 && quick.lower > lead->lower) {
        quick.upper = lead->upper < quick.upper ? lead->upper : quick.upper;
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

dm_status dm_lead_new(const dm_arena *arena, const dm_lead_request *request, dm_run *run,
                      dm_lead **out, dm_error *err)
{
    dmi_lead_sites sites = {0};
    dm_status status = dmi_lead_sites_init(&sites, arena, request, err);
    if (status != DM_OK)
        return status;
    dm_lead *lead = make_room(&sites);
    status = lead ? find(arena, &sites, run, lead, err) : dmi_no_memory(err);
    dmi_lead_sites_clear(&sites);
    if (status == DM_OK || status == DM_STOPPED)
        *out = lead;
    else
        dm_lead_free(lead);
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
