/* reply_problem.c - checks a request and computes what a new stone gains at each distance.
 *
 * One search from White's stones and one from Black's kept stones give every customer two
 * distances, w and b.  As a function of the distance d of Black's nearest stone, its share falls
 * in steps at w - 1 (won) and w (tied), or at the radius if White does not reach it; the gain is
 * that share minus the share at b.  Distances are whole numbers, so "nearer than w" means "at most
 * w - 1".
 *
 * Cost: two searches, O(n).  Source: Megiddo, Zemel, Hakimi, The maximum coverage location problem,
 * 1983 (the medianoid as maximum coverage).
 */
#include "oneround/reply_problem.h"

#include "base/base.h"
#include "base/sort.h"
#include "graph/shortest_paths.h"
#include <stdlib.h>

#define FAR INT64_MAX /* no stone, or none within the radius */

enum { FREE = 0, WHITE, BLACK };

static const char *const holder_name[] = {"", "White's", "Black's"};

/* Marks the stones in `taken`; refuses a vertex that is named twice. */
static dm_status mark(const dm_sites *sites, unsigned char who, dm_vertex n, unsigned char *taken,
                      dm_error *err)
{
    for (int32_t i = 0; i < sites->count; i++) {
        dm_vertex v = sites->vertex[i];
        if (v < 0 || v >= n)
            return dmi_fail(err, DM_BAD_VERTEX,
                            "%s vertex %d does not exist; the board has vertices 0..%d",
                            holder_name[who], v, n - 1);
        if (taken[v] == who)
            return dmi_fail(err, DM_BAD_VERTEX, "%s vertex %d is named twice", holder_name[who], v);
        if (taken[v] != FREE)
            return dmi_fail(err, DM_BAD_VERTEX, "vertex %d is both White's and Black's", v);
        taken[v] = who;
    }
    return DM_OK;
}

/* Lists the free candidates in `row`: their vertices and their places in the request's list. */
static dm_status list_free(const dm_sites *named, const unsigned char *taken, dmi_reply_problem *m,
                           dmi_keyed *row, dm_error *err)
{
    for (dm_vertex i = 0; i < (named->vertex ? named->count : m->n); i++) {
        dm_vertex v = named->vertex ? named->vertex[i] : i;
        if (v < 0 || v >= m->n)
            return dmi_fail(err, DM_BAD_VERTEX,
                            "candidate %d does not exist; the board has vertices 0..%d", v,
                            m->n - 1);
        if (taken[v] == FREE)
            row[m->candidate_count++] = (dmi_keyed){v, i};
    }
    if (named->vertex)
        dmi_sort_keyed(row, m->candidate_count);
    return DM_OK;
}

static dm_status add_cost(const dm_sites *named, int32_t row, dmi_wide *total, int64_t *cost,
                          dm_error *err)
{
    *cost = named->vertex && named->cost ? named->cost[row] : 0;
    *total += *cost;
    if (*cost < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "candidate %d costs %lld; costs are 0 or more",
                        named->vertex[row], (long long)*cost);
    if (*total > DM_MAX_TOTAL)
        return dmi_fail(err, DM_TOO_LARGE, "the costs of the candidates add up to more than 2^62");
    return DM_OK;
}

static dm_status list_candidates(const dm_sites *named, const unsigned char *taken,
                                 dmi_reply_problem *m, dm_error *err)
{
    size_t most = (size_t)(named->vertex ? named->count : m->n);
    dmi_keyed *row = dmi_alloc(most, sizeof *row);
    dmi_wide total = 0;
    m->candidate = dmi_alloc(most, sizeof *m->candidate);
    m->cost = dmi_alloc(most, sizeof *m->cost);
    dm_status status =
        row && m->candidate && m->cost ? list_free(named, taken, m, row, err) : dmi_no_memory(err);
    for (dm_vertex i = 0; status == DM_OK && i < m->candidate_count; i++) {
        m->candidate[i] = (dm_vertex)row[i].key;
        status = add_cost(named, row[i].item, &total, &m->cost[i], err);
        if (status == DM_OK && i > 0 && m->candidate[i] == m->candidate[i - 1])
            status = dmi_fail(err, DM_BAD_VERTEX, "candidate %d is listed twice", m->candidate[i]);
    }
    free(row);
    return status;
}

static dm_status check_count(const dm_reply_request *request, const dmi_reply_problem *m,
                             dm_error *err)
{
    if (request->has_budget) {
        if (request->budget < 0)
            return dmi_fail(err, DM_BAD_ARGUMENT, "the budget %lld is negative",
                            (long long)request->budget);
        if (request->count < 0)
            return dmi_fail(err, DM_BAD_ARGUMENT, "at most %d stones to place; expected 0 or more",
                            request->count);
        return DM_OK;
    }
    if (request->count < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d stones to place; expected at least 1",
                        request->count);
    if (request->count > m->candidate_count)
        return dmi_fail(err, DM_TOO_LARGE, "%d stones to place, but only %d free %s",
                        request->count, m->candidate_count,
                        request->terms.candidates.vertex ? "candidates" : "vertices");
    return DM_OK;
}

static dm_status check_numbers(const dm_reply_request *request, const dmi_reply_problem *m,
                               dm_error *err)
{
    const dm_terms *terms = &request->terms;
    if (dm_arena_total_value(m->arena) > DM_MAX_TOTAL / 4) /* gains are twice a value */
        return dmi_fail(err, DM_TOO_LARGE,
                        "the vertex values add up to %lld; at most 2^60 is possible",
                        (long long)dm_arena_total_value(m->arena));
    if (terms->has_radius && terms->radius < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the radius %lld is negative",
                        (long long)terms->radius);
    return check_count(request, m, err);
}

/* distance[v] to the nearest stone; FAR beyond the radius. */
static dm_status measure(dmi_paths *paths, const dm_sites *sites, const dm_terms *terms,
                         int64_t *distance, dm_error *err)
{
    dm_status status = DM_OK;
    dmi_paths_start(paths);
    for (int32_t i = 0; i < sites->count && status == DM_OK; i++)
        status = dmi_paths_origin(paths, sites->vertex[i], 0, err);
    if (status == DM_OK)
        status = dmi_paths_run(paths, UINT32_MAX, err);
    for (dm_vertex v = 0; status == DM_OK && v < paths->graph->n; v++) {
        uint64_t d = dmi_paths_at(paths, v).distance;
        bool counts = d != DMI_UNREACHED && (!terms->has_radius || (int64_t)d <= terms->radius);
        distance[v] = counts ? (int64_t)d : FAR;
    }
    return status;
}

/* Black minus White of one customer; White's nearest stone is at w, Black's at b. */
static int64_t share(int64_t value, int64_t w, int64_t b, dm_tie_rule ties)
{
    if (w == FAR && b == FAR)
        return 0;
    if (w != b)
        return b < w ? value : -value;
    return ties == DM_TIES_NEUTRAL ? 0 : ties == DM_TIES_BLACK ? value : -value;
}

static dmi_market_customer make_customer(int64_t value, int64_t w, int64_t b, const dm_terms *terms)
{
    dmi_market_customer c = {
        .step = {{-1, 0}, {-1, 0}}, .white = w == FAR ? -1 : w, .black = b == FAR ? -1 : b};
    int64_t limit = terms->has_radius ? terms->radius : FAR;
    int64_t before = share(value, w, b, terms->ties);
    int64_t tied = share(value, w, w, terms->ties) - before;
    int64_t won = value - before;
    dmi_market_step win = {w == FAR ? limit : w - 1, won};
    int steps = 0;
    if (w != FAR && tied > 0)
        c.step[steps++] = (dmi_market_step){w, tied};
    if (won > 0 && win.reach >= 0 && (steps == 0 || won > c.step[0].gain))
        c.step[steps] = win;
    return c;
}

static dm_status fill(const dm_reply_request *request, dmi_reply_problem *m, dm_error *err)
{
    const int64_t *values = dm_arena_values(m->arena);
    dmi_paths paths = {0};
    int64_t *white = dmi_alloc((size_t)m->n, sizeof *white);
    int64_t *black = dmi_alloc((size_t)m->n, sizeof *black);
    m->customer = dmi_alloc((size_t)m->n, sizeof *m->customer);
    dm_status status = white && black && m->customer
                           ? dmi_paths_init(&paths, dm_arena_reverse(m->arena), err)
                           : dmi_no_memory(err);
    if (status == DM_OK)
        status = measure(&paths, &request->white, &request->terms, white, err);
    if (status == DM_OK)
        status = measure(&paths, &request->kept, &request->terms, black, err);
    for (dm_vertex v = 0; status == DM_OK && v < m->n; v++) {
        int64_t value = dm_value_of(values, v);
        dmi_market_customer *c = &m->customer[v];
        *c = make_customer(value, white[v], black[v], &request->terms);
        m->base += share(value, white[v], black[v], request->terms.ties);
        m->reachable += c->step[1].gain > c->step[0].gain ? c->step[1].gain : c->step[0].gain;
    }
    dmi_paths_clear(&paths);
    free(white);
    free(black);
    return status;
}

dm_status dmi_reply_problem_init(const dm_arena *arena, const dm_reply_request *request,
                                 dmi_reply_problem *out, dm_error *err)
{
    dmi_reply_problem m = {.arena = arena,
                           .n = dm_arena_vertices(arena),
                           .has_budget = request->has_budget,
                           .budget = request->budget};
    unsigned char *taken = dmi_calloc((size_t)m.n, 1);
    dm_status status = taken ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        status = mark(&request->white, WHITE, m.n, taken, err);
    if (status == DM_OK)
        status = mark(&request->kept, BLACK, m.n, taken, err);
    if (status == DM_OK)
        status = list_candidates(&request->terms.candidates, taken, &m, err);
    if (status == DM_OK)
        status = check_numbers(request, &m, err);
    bool is_less = request->count > 0 && request->count < m.candidate_count;
    m.count = is_less ? request->count : m.candidate_count;
    if (status == DM_OK)
        status = fill(request, &m, err);
    free(taken);
    if (status == DM_OK)
        *out = m;
    else
        dmi_reply_problem_clear(&m);
    return status;
}

void dmi_reply_problem_clear(dmi_reply_problem *problem)
{
    free(problem->customer);
    free(problem->candidate);
    free(problem->cost);
    *problem = (dmi_reply_problem){0};
}
