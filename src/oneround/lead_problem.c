/* lead_problem.c - turns a board, its terms and all distances into items and ranks.
 *
 * Let White's nearest stone to a customer be at w and Black's at b (far: none within reach).  White
 * minus Black is the value times [first] + [second] - 1:
 *
 *     ties      first item     second item           lost exactly if
 *     neutral   w <= b         w < b                 b < w;            b <= w
 *     white     w <= b         w <= b, w not far     b < w;            b < w or w far
 *     black     w < b or b far w < b                 b <= w, b not far; b <= w
 *
 * So an item is weak or strict, and kept or lost if nobody reaches it.  If every site reaches the
 * customer, the two items of a rule that awards ties are one item of twice the weight.
 *
 * Cost: O(n k log k) for n customers and k sites.
 */
#include "oneround/lead_problem.h"

#include "base/sort.h"
#include <stdlib.h>
#include <string.h>

static dm_status check_sites(const dm_lead_request *request, dm_vertex n, const dm_vertex *vertex,
                             int32_t sites, dm_error *err)
{
    for (int32_t i = 0; i < sites; i++) {
        if (vertex[i] < 0 || vertex[i] >= n)
            return dmi_fail(err, DM_BAD_VERTEX,
                            "candidate %d does not exist; the board has vertices 0..%d", vertex[i],
                            n - 1);
        if (i > 0 && vertex[i] == vertex[i - 1])
            return dmi_fail(err, DM_BAD_VERTEX, "candidate %d is listed twice", vertex[i]);
    }
    if (request->count < 1 || request->reply < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "White places %d stones and Black %d; both need at least 1", request->count,
                        request->reply);
    if (request->terms.has_radius && request->terms.radius < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the radius %lld is negative",
                        (long long)request->terms.radius);
    if ((int64_t)request->count + request->reply > sites)
        return dmi_fail(err, DM_TOO_LARGE, "%d + %d stones need as many %s; there are %d",
                        request->count, request->reply,
                        request->terms.candidates.vertex ? "candidates" : "vertices", sites);
    return DM_OK;
}

dm_status dmi_lead_sites(const dm_arena *arena, const dm_lead_request *request, dm_vertex **vertex,
                         int32_t *sites, dm_error *err)
{
    const dm_terms *terms = &request->terms;
    dm_vertex n = dm_arena_vertices(arena);
    int32_t count = terms->candidates.vertex ? terms->candidates.count : n;
    dm_vertex *list = dmi_alloc((size_t)count, sizeof *list);
    if (!list)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < count; i++)
        list[i] = terms->candidates.vertex ? terms->candidates.vertex[i] : i;
    dmi_sort_int32(list, count);
    dm_status status = check_sites(request, n, list, count, err);
    if (status != DM_OK) {
        free(list);
        return status;
    }
    *vertex = list;
    *sites = count;
    return DM_OK;
}

/* Lists the sites that reach vertex v. */
static int32_t list_reaching(const dmi_lead_problem *g, const dm_distances *table, dm_vertex v,
                             dmi_keyed *reaching)
{
    const dm_terms *terms = &g->request->terms;
    int32_t count = 0;
    for (int32_t s = 0; s < g->sites; s++) {
        int64_t d = dm_distance(table, g->vertex[s], v);
        if (d >= 0 && (!terms->has_radius || d <= terms->radius))
            reaching[count++] = (dmi_keyed){d, s};
    }
    return count;
}

/* Makes the two items of a customer, or the one that they amount to. */
static int32_t split(dm_tie_rule ties, bool always_reached, int64_t value, dmi_lead_item *out)
{
    dmi_lead_item weak = {.none = DMI_FAR, .weight = value};
    dmi_lead_item strict = {.strict = 1, .none = DMI_FAR + 1, .weight = value};
    out[0] = ties == DM_TIES_BLACK ? strict : weak;
    out[1] = ties == DM_TIES_NEUTRAL ? strict : out[0];
    if (ties == DM_TIES_NEUTRAL)
        return 2;
    out[0].none = DMI_FAR;
    out[1].none = DMI_FAR + 1;
    out[0].weight *= always_reached ? 2 : 1;
    return always_reached ? 1 : 2;
}

static void write_customer(dmi_lead_problem *g, const dmi_keyed *reaching, int32_t count,
                           int32_t first, int32_t last)
{
    int32_t *order = g->order + (size_t)g->customers * (size_t)g->sites;
    for (int32_t i = first; i < last; i++) {
        g->item[i].customer = g->customers;
        for (int32_t s = 0; s < g->sites; s++)
            g->rank[(size_t)s * (size_t)g->items + (size_t)i] = DMI_FAR;
    }
    uint16_t rank = 0;
    for (int32_t k = 0; k < count; k++) {
        if (k > 0 && reaching[k].key != reaching[k - 1].key)
            rank++;
        order[k] = reaching[k].item;
        for (int32_t i = first; i < last; i++)
            g->rank[(size_t)reaching[k].item * (size_t)g->items + (size_t)i] = rank;
    }
    g->reached[g->customers++] = count;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* Divides the weights by their greatest common divisor. */
static void divide_weights(dmi_lead_problem *g)
{
    g->unit = 0;
    for (int32_t i = 0; i < g->items; i++)
        g->unit = common_divisor(g->item[i].weight, g->unit);
    if (g->unit == 0)
        g->unit = 1;
    g->total = 0;
    for (int32_t i = 0; i < g->items; i++)
        g->total += g->item[i].weight /= g->unit;
}

/* Customers without value, or that nobody can reach, are left out. */
static bool counts(const dmi_lead_problem *g, const dm_distances *table, const int64_t *values,
                   dm_vertex v, dmi_keyed *reaching, int32_t *reached)
{
    if (dm_value_of(values, v) == 0)
        return false;
    *reached = list_reaching(g, table, v, reaching);
    return *reached > 0;
}

/* False if the run stops it. */
static bool fill(dmi_lead_problem *g, const dm_distances *table, dmi_keyed *reaching, dm_run *run)
{
    const int64_t *values = dm_arena_values(g->arena);
    dmi_lead_item pair[2];
    int32_t reached = 0, at = 0;
    for (dm_vertex v = 0; v < table->n; v++)
        if (counts(g, table, values, v, reaching, &reached))
            g->items += split(g->request->terms.ties, reached == g->sites, 1, pair);
    for (dm_vertex v = 0; v < table->n; v++) {
        if (!counts(g, table, values, v, reaching, &reached))
            continue;
        if (!dmi_run_go_on(run, 0))
            return false;
        dmi_sort_keyed(reaching, reached); /* nearest first */
        int64_t value = dm_value_of(values, v);
        int32_t made = split(g->request->terms.ties, reached == g->sites, value, pair);
        memcpy(g->item + at, pair, (size_t)made * sizeof *pair);
        write_customer(g, reaching, reached, at, at + made);
        at += made;
        g->base -= value;
    }
    divide_weights(g);
    return true;
}

static bool make_room(dmi_lead_problem *g, dm_vertex n)
{
    size_t cells = (size_t)n * (size_t)g->sites;
    g->item = dmi_array(&g->arrays, 2 * (size_t)n, sizeof *g->item);
    g->rank = dmi_array(&g->arrays, 2 * cells, sizeof *g->rank);
    g->order = dmi_array(&g->arrays, cells, sizeof *g->order);
    g->reached = dmi_array(&g->arrays, (size_t)n, sizeof *g->reached);
    return !g->arrays.failed;
}

dm_status dmi_lead_problem_init(const dm_arena *arena, const dm_lead_request *request,
                                const dm_distances *table, dm_run *run, dmi_lead_problem *out,
                                dm_error *err)
{
    dmi_lead_problem g = {
        .arena = arena, .request = request, .count = request->count, .reply = request->reply};
    dmi_keyed *reaching = NULL;
    dm_status status = dmi_lead_sites(arena, request, &g.vertex, &g.sites, err);
    if (status != DM_OK)
        return status;
    if (dm_arena_total_value(arena) > DM_MAX_TOTAL / 4)
        status = dmi_fail(err, DM_TOO_LARGE,
                          "the vertex values add up to %lld; at most 2^60 is possible",
                          (long long)dm_arena_total_value(arena));
    else if (!make_room(&g, table->n) || !(reaching = dmi_alloc((size_t)g.sites, sizeof *reaching)))
        status = dmi_no_memory(err);
    if (status == DM_OK && !fill(&g, table, reaching, run))
        status = dmi_stopped(run, err);
    free(reaching);
    if (status == DM_OK)
        *out = g;
    else
        dmi_lead_problem_clear(&g);
    return status;
}

void dmi_lead_problem_clear(dmi_lead_problem *problem)
{
    free(problem->vertex);
    dmi_arrays_free(&problem->arrays);
    *problem = (dmi_lead_problem){0};
}

void dmi_lead_black_keys(const dmi_lead_problem *problem, const int32_t *black, int32_t count,
                         uint16_t *key)
{
    for (int32_t j = 0; j < problem->items; j++)
        key[j] = DMI_FAR;
    for (int32_t i = 0; i < count; i++) {
        const uint16_t *rank = dmi_lead_ranks(problem, black[i]);
        for (int32_t j = 0; j < problem->items; j++)
            key[j] = rank[j] < key[j] ? rank[j] : key[j];
    }
}

void dmi_lead_white_keys(const dmi_lead_problem *problem, const int32_t *white, int32_t count,
                         uint16_t *key)
{
    dmi_lead_black_keys(problem, white, count, key);
    for (int32_t j = 0; j < problem->items; j++)
        key[j] = dmi_lead_white_key(&problem->item[j], key[j]);
}

int64_t dmi_lead_weight_won(const dmi_lead_problem *problem, const uint16_t *white,
                            const uint16_t *black)
{
    int64_t sum = 0;
    for (int32_t j = 0; j < problem->items; j++)
        sum += black[j] < white[j] ? 0 : problem->item[j].weight;
    return sum;
}
