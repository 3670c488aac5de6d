/* reply_problem.c - checks a request and lists the candidates. */
#include "location/reply/reply_problem.h"
#include "base/names.h"

#include "base/base.h"
#include "base/sort.h"
#include <stdlib.h>

enum { FREE = 0, WHITE, BLACK };

static const char *const holder_name[] = {"", "White's vertex", "Black's vertex"};

/* Marks the stones in `taken`; refuses a vertex that is named twice. */
static dm_status mark_stones(const dm_sites *sites, unsigned char who, bool may_meet, dm_vertex n,
                             unsigned char *taken, dm_error *err)
{
    dm_status status = dmi_sites_check(sites, holder_name[who], n, err);
    for (int32_t i = 0; status == DM_OK && i < sites->count; i++) {
        dm_vertex v = sites->vertex[i];
        if (taken[v] == who && !may_meet)
            return dmi_fail(err, DM_BAD_VERTEX, "%s %d is named twice", holder_name[who], v);
        if (taken[v] != FREE && !may_meet)
            return dmi_fail(err, DM_BAD_VERTEX, "vertex %d is both White's and Black's", v);
        taken[v] = who;
    }
    return status;
}

/* Lists the candidates that are free, or all of them, increasing, with their offsets, costs and
 * places in the request.  `named` has vertices unless every vertex is one. */
static dm_status list_candidates(const dm_sites *named, const unsigned char *taken, bool is_shared,
                                 dmi_reply_problem *m, dm_error *err)
{
    size_t most = (size_t)(named->vertex ? named->count : m->n);
    dmi_keyed *row = dmi_alloc(most, sizeof *row); /* vertex and place of each */
    dmi_wide total = 0;
    m->candidate = dmi_alloc(most, sizeof *m->candidate);
    m->offset = dmi_alloc(most, sizeof *m->offset);
    m->cost = dmi_alloc(most, sizeof *m->cost);
    m->place = dmi_alloc(most, sizeof *m->place);
    bool has_room = row && m->candidate && m->offset && m->cost && m->place;
    dm_status status = has_room ? DM_OK : dmi_no_memory(err);
    for (dm_vertex i = 0; status == DM_OK && i < (dm_vertex)most; i++) {
        dm_vertex v = named->vertex ? named->vertex[i] : i;
        if (taken[v] == FREE || is_shared)
            row[m->candidate_count++] = (dmi_keyed){v, i};
    }
    if (status == DM_OK && named->vertex)
        dmi_sort_keyed(row, m->candidate_count);
    for (dm_vertex i = 0; status == DM_OK && i < m->candidate_count; i++) {
        dm_vertex v = (dm_vertex)row[i].key;
        int32_t place = row[i].item;
        int64_t cost = named->vertex && named->cost ? named->cost[place] : 0;
        m->candidate[i] = v;
        m->place[i] = place;
        m->offset[i] = named->vertex ? dmi_offset_of(named, place) : 0;
        m->cost[i] = cost;
        total += cost;
        if (cost < 0)
            status = dmi_fail(err, DM_BAD_ARGUMENT, "candidate %d costs %lld; costs are 0 or more",
                              v, (long long)cost);
        else if (total > DM_MAX_TOTAL)
            status =
                dmi_fail(err, DM_TOO_LARGE, "the costs of the candidates add up to more than 2^62");
        else if (i > 0 && v == m->candidate[i - 1])
            status = dmi_fail(err, DM_BAD_VERTEX, "candidate %d is listed twice", v);
    }
    free(row);
    return status;
}

static dm_status check_numbers(const dm_reply_request *request, const dmi_reply_problem *m,
                               dm_error *err)
{
    const dm_terms *terms = &request->terms;
    bool is_limit = request->has_budget || request->has_target ||
                    terms->objective == DM_MAXIMIZE_PROFIT; /* the number of stones is */
    if (dm_arena_total_value(m->arena) > DM_MAX_TOTAL / 4)  /* gains are twice a value */
        return dmi_fail(err, DM_TOO_LARGE,
                        "the vertex values add up to %lld; at most 2^60 is possible",
                        (long long)dm_arena_total_value(m->arena));
    if (terms->has_radius && terms->radius < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the radius %lld is negative",
                        (long long)terms->radius);
    if (request->has_budget && request->budget < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the budget %lld is negative",
                        (long long)request->budget);
    if (is_limit && request->count < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "at most %d stones to place; expected 0 or more",
                        request->count);
    if (!is_limit && request->count < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d stones to place; expected at least 1",
                        request->count);
    if (!is_limit && request->count > m->candidate_count)
        return dmi_fail(err, DM_TOO_LARGE, "%d %s to place, but only %d free %s", request->count,
                        dmi_plural(request->count, "stone", "stones"), m->candidate_count,
                        terms->candidates.vertex
                            ? dmi_plural(m->candidate_count, "candidate", "candidates")
                            : dmi_plural(m->candidate_count, "vertex", "vertices"));
    return DM_OK;
}

dm_status dmi_reply_problem_start(const dm_arena *arena, const dm_reply_request *request,
                                  dmi_reply_problem *out, dm_error *err)
{
    const dm_sites own = dmi_sites_or_all(&request->terms.candidates, arena), *named = &own;
    dmi_reply_problem m = {.arena = arena,
                           .n = dm_arena_vertices(arena),
                           .has_budget = request->has_budget,
                           .budget = request->budget};
    bool may_meet = request->terms.may_meet;
    unsigned char *taken = dmi_calloc((size_t)m.n, 1);
    dm_status status =
        taken ? mark_stones(&request->white, WHITE, may_meet, m.n, taken, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = mark_stones(&request->kept, BLACK, may_meet, m.n, taken, err);
    if (status == DM_OK && named->vertex)
        status = dmi_sites_check(named, "candidate", m.n, err);
    if (status == DM_OK)
        status = list_candidates(named, taken, request->terms.is_shared, &m, err);
    if (status == DM_OK)
        status = check_numbers(request, &m, err);
    bool is_less = request->count > 0 && request->count < m.candidate_count;
    m.count = is_less ? request->count : m.candidate_count;
    free(taken);
    if (status == DM_OK)
        *out = m;
    else
        dmi_reply_problem_clear(&m);
    return status;
}

dm_status dmi_reply_problem_init(dm_market *market, const dm_reply_request *request, dm_run *run,
                                 dmi_reply_problem *out, dm_error *err)
{
    dmi_reply_problem m = {0};
    dm_status status = dmi_reply_problem_start(market->arena, request, &m, err);
    if (status == DM_OK)
        status = dmi_market_update(market, request, run, err);
    m.market = market;
    m.base = market->demand.base;
    m.reachable = market->demand.reachable;
    if (status == DM_OK)
        *out = m;
    else
        dmi_reply_problem_clear(&m);
    return status;
}

dm_status dmi_reply_problem_customers(dmi_reply_problem *problem, dm_error *err)
{
    const dm_market *market = problem->market;
    problem->customer = market->demand.customer;
    if (!market->rank)
        return DM_OK;
    problem->own_customer = dmi_alloc((size_t)problem->n, sizeof *problem->own_customer);
    if (!problem->own_customer)
        return dmi_no_memory(err);
    for (dm_vertex v = 0; v < problem->n; v++)
        problem->own_customer[v] = market->demand.customer[market->rank[v]];
    problem->customer = problem->own_customer;
    return DM_OK;
}

void dmi_reply_problem_clear(dmi_reply_problem *problem)
{
    free(problem->own_customer);
    free(problem->candidate);
    free(problem->offset);
    free(problem->cost);
    free(problem->place);
    *problem = (dmi_reply_problem){0};
}
