/* fixed_side.c - items and rows of one side's new sites against the other side.
 *
 * Bounds need no exact ties: under `earlier` ties go to the side that opens new sites wherever the
 * order of the sites would matter.
 *
 * Rows of holders.  Let Black's plan have i as the nearest site to a customer, and let White hold
 * the place of i with w.  Black then opens a instead of i, unless White holds that too.  An item of
 * the customer that White wins is in the row of one of its sites:
 *
 *     White does not hold i      a site whose sum is within the reach wins it against the plan
 *     White holds i, a nearer    Black opens a: White's site that wins is nearer than a, hence
 *                                than i, and it is not w; or White holds a, with a sum no greater
 *                                than Black's there, less than that of i: its row has the item
 *     White holds i, a not       the row of w has all items of the customers of i
 *
 * "a nearer" asks that its sum is below that of i and below that of w.  Sites of Black's on whose
 * place White has a greater offset are not used as a.
 */
#include "location/lead/fixed_side.h"

#include <assert.h>
#include <string.h>

enum { OTHERS = 4 }; /* near sites that are tried as the other one */

bool dmi_lead_fixed_side_is_new(const dmi_lead_sites *sites, dm_side side, int32_t site)
{
    const dmi_lead_site *s = &sites->site[site];
    return s->vertex >= 0 && !s->closable &&
           (side == DM_WHITE ? site < sites->whites : site >= sites->first_black);
}

static void add(dmi_lead_standing *to, dm_vertex vertex, int64_t offset)
{
    to->vertex[to->count] = vertex;
    to->offset[to->count++] = offset;
}

static bool may_close(const dmi_lead_sites *sites, int32_t site)
{
    return site >= 0 && sites->site[site].closable;
}

/* Lists the sites of a side that stand; those that White may close only if `all`. */
static void add_standing(const dmi_lead_fixed_side *f, dm_side side, bool all,
                         dmi_lead_standing *to)
{
    const dm_lead_request *r = f->sites->request;
    const dm_sites *from = side == DM_WHITE ? &r->white : &r->black;
    for (int32_t i = 0; i < from->count; i++)
        if (all || side == DM_BLACK || !r->has_budget || !from->may_close || !from->may_close[i])
            add(to, from->vertex[i], dmi_offset_of(from, i));
}

/* The rule as if the side that opens new sites were Black. */
static dm_tie_rule ties_of(const dmi_lead_fixed_side *f)
{
    const dm_lead_request *r = f->sites->request;
    switch (r->terms.ties) {
    case DM_TIES_NEUTRAL:
        return DM_TIES_NEUTRAL;
    case DM_TIES_EARLIER:
        return f->side == DM_BLACK && r->black.count == 0 ? DM_TIES_WHITE : DM_TIES_BLACK;
    default:
        return (dm_ties_sign(r->terms.ties) < 0) == (f->side == DM_BLACK) ? DM_TIES_BLACK
                                                                          : DM_TIES_WHITE;
    }
}

static void add_item(dmi_lead_fixed_side *f, int k, dm_vertex v, int64_t reach, int64_t weight)
{
    f->item[k][v] = weight > 0 ? f->items : -1;
    if (weight <= 0)
        return;
    f->at[f->items] = v;
    f->reach[f->items] = reach;
    f->market.weight[f->items++] = weight;
    f->total += weight;
    assert(f->items <= DMI_FIXED_ITEMS * f->n);
}

/* What is left to win of a customer if its given site goes away; no sum wins it otherwise. */
static int64_t rest_of(const dmi_lead_fixed_side *f, dm_vertex v, const dmi_market_step *step)
{
    int64_t value = dm_value_of(dm_arena_values(f->arena), v);
    int64_t other = f->nearest[0].sum[v], own = f->nearest[1].sum[v], before = -value;
    if (f->side == DM_BLACK || f->nearest[0].site[v] < f->given_first || own < other)
        return 0;
    if (own == other)
        before = dm_ties_are_nobodys(ties_of(f)) ? 0
                 : dm_ties_sign(ties_of(f)) < 0  ? value
                                                 : -value;
    return value - before - (step[1].gain > step[0].gain ? step[1].gain : step[0].gain);
}

static dm_status make_items(dmi_lead_fixed_side *f, dm_error *err)
{
    const dm_terms *terms = &f->sites->request->terms;
    const dmi_standing standing = {.arena = f->arena,
                                   .value = dm_arena_values(f->arena),
                                   .ties = ties_of(f),
                                   .has_radius = terms->has_radius,
                                   .radius =
                                       terms->radius < DM_MAX_TOTAL ? terms->radius : DM_MAX_TOTAL,
                                   .most_offset = DMI_MOST_OFFSET,
                                   .side = {&f->nearest[0], &f->nearest[1]}};
    dmi_demand demand = {0};
    dm_status status = dmi_demand_init(&demand, &standing, err);
    for (int k = 0; k < DMI_FIXED_ITEMS && status == DM_OK; k++)
        for (dm_vertex v = 0; v < f->n; v++) {
            const dmi_market_step *step = demand.customer[v].step;
            if (k < 2)
                add_item(f, k, v, step[k].reach, step[k].gain - (k ? step[0].gain : 0));
            else
                add_item(f, k, v, -1, rest_of(f, v, step));
        }
    for (dm_vertex v = 0; v < f->n && status == DM_OK; v++)
        f->limit[v] = terms->has_radius ? standing.radius : demand.limit[v];
    f->base = demand.base;
    f->market.customers = f->items;
    dmi_demand_clear(&demand);
    return status == DM_OK ? dmi_bits_init(&f->bits, &f->market, err) : status;
}

static dm_status make_room(dmi_lead_fixed_side *f, int32_t count, dm_error *err)
{
    const dm_lead_request *r = f->sites->request;
    size_t n = (size_t)f->n, most = (size_t)r->white.count + (size_t)r->black.count + (size_t)count;
    for (int i = 0; i < 2; i++) {
        f->stands[i].vertex = dmi_array(&f->arrays, most, sizeof *f->stands[i].vertex);
        f->stands[i].offset = dmi_array(&f->arrays, most, sizeof *f->stands[i].offset);
    }
    f->given = dmi_array(&f->arrays, (size_t)count, sizeof *f->given);
    f->at = dmi_array(&f->arrays, DMI_FIXED_ITEMS * n, sizeof *f->at);
    f->reach = dmi_array(&f->arrays, DMI_FIXED_ITEMS * n, sizeof *f->reach);
    f->market.weight = dmi_array(&f->arrays, DMI_FIXED_ITEMS * n, sizeof *f->market.weight);
    for (int k = 0; k < DMI_FIXED_ITEMS; k++)
        f->item[k] = dmi_array(&f->arrays, n, sizeof *f->item[k]);
    f->limit = dmi_array(&f->arrays, n, sizeof *f->limit);
    f->from = dmi_array(&f->arrays, (size_t)f->sites->count, sizeof *f->from);
    f->other = dmi_array(&f->arrays, n, sizeof *f->other);
    return dmi_arrays_check(&f->arrays, err);
}

dm_status dmi_lead_fixed_side_init(dmi_lead_fixed_side *fixed, const dm_arena *arena,
                                   const dmi_lead_sites *sites, dm_side side, const int32_t *given,
                                   int32_t count, dm_error *err)
{
    dmi_lead_fixed_side *f = fixed;
    const dm_graph *graph = dm_arena_reverse(arena);
    *f = (dmi_lead_fixed_side){
        .arena = arena, .sites = sites, .side = side, .n = dm_arena_vertices(arena)};
    dm_status status = make_room(f, count, err);
    if (status == DM_OK) {
        dm_side other = f->side == DM_WHITE ? DM_BLACK : DM_WHITE;
        add_standing(f, other, false, &f->stands[0]);
        add_standing(f, f->side, true, &f->stands[1]);
        f->given_first = f->stands[0].count;
        for (int32_t i = 0; i < count; i++) {
            const dmi_lead_site *site = &f->sites->site[given[i]];
            if (site->vertex < 0 || (other == DM_BLACK && may_close(f->sites, site->twin)))
                continue;
            assert(dmi_lead_fixed_side_is_new(f->sites, other, given[i]) || other == DM_WHITE);
            f->given[f->given_count++] = given[i];
            add(&f->stands[0], site->vertex, site->offset);
        }
    }
    for (int i = 0; i < 2 && status == DM_OK; i++) {
        const dm_sites list = {.vertex = f->stands[i].vertex,
                               .offset = f->stands[i].offset,
                               .count = f->stands[i].count};
        status = dmi_nearest_init(&f->nearest[i], graph, &list, &sites->request->terms, NULL, err);
    }
    if (status == DM_OK)
        status = make_items(f, err);
    if (status == DM_OK)
        status = dmi_paths_init(&f->paths, graph, err);
    if (status == DM_OK)
        status = dmi_bounded_search_init(&f->search, graph, f->limit, true, NULL, err);
    if (status != DM_OK)
        dmi_lead_fixed_side_clear(f);
    return status;
}

void dmi_lead_fixed_side_clear(dmi_lead_fixed_side *fixed)
{
    dmi_paths_clear(&fixed->paths);
    dmi_bounded_search_clear(&fixed->search);
    dmi_bits_clear(&fixed->bits);
    dmi_nearest_clear(&fixed->nearest[0]);
    dmi_nearest_clear(&fixed->nearest[1]);
    dmi_arrays_free(&fixed->arrays);
    *fixed = (dmi_lead_fixed_side){0};
}

dm_status dmi_lead_fixed_side_row(dmi_lead_fixed_side *fixed, const int32_t *site, int32_t count,
                                  uint64_t *row, dm_error *err)
{
    const dmi_lead_fixed_side *f = fixed;
    const dmi_bounded_search *search = &f->search;
    bool has_radius = f->sites->request->terms.has_radius;
    int64_t offset = INT64_MAX;
    for (int32_t i = 0; i < count; i++) {
        f->from[i] = f->sites->site[site[i]].vertex;
        if (f->sites->site[site[i]].offset < offset)
            offset = f->sites->site[site[i]].offset;
    }
    dm_status status = dmi_bounded_search_from_all(&fixed->search, f->from, count,
                                                   has_radius ? 0 : offset, f->limit, err);
    memset(row, 0, f->bits.words * sizeof *row);
    for (dm_vertex i = 0; i < search->count && status == DM_OK; i++) {
        dm_vertex v = search->found[i];
        int64_t sum = search->distance[v] + (has_radius ? offset : 0);
        for (int k = 0; k < DMI_FIXED_ITEMS; k++)
            if (f->item[k][v] >= 0 && sum <= f->reach[f->item[k][v]])
                dmi_bits_set(&f->bits, row, 0, f->item[k][v]);
    }
    return status;
}

static dm_status search_from(dmi_lead_fixed_side *f, int32_t site, dm_error *err)
{
    dmi_paths_start(&f->paths);
    dm_status status = dmi_paths_origin(&f->paths, f->sites->site[site].vertex, 0, err);
    return status == DM_OK ? dmi_paths_run(&f->paths, UINT32_MAX, err) : status;
}

/* Whether Black may open the site instead of given[i] and the proof above holds. */
static bool is_other(const dmi_lead_fixed_side *f, int32_t site)
{
    const dmi_lead_site *at = &f->sites->site[site];
    if (!dmi_lead_fixed_side_is_new(f->sites, DM_BLACK, site) || may_close(f->sites, at->twin))
        return false;
    for (int32_t i = 0; i < f->given_count; i++)
        if (f->given[i] == site)
            return false;
    return at->twin < 0 || f->sites->site[at->twin].offset <= at->offset;
}

/* Lists the sites nearest to the one from which the last search started. */
static int32_t near_sites(const dmi_lead_fixed_side *f, int32_t *near)
{
    uint64_t distance[OTHERS + 1];
    int32_t count = 0;
    for (int32_t s = f->sites->first_black; s < f->sites->count; s++) {
        uint64_t d = dmi_paths_at(&f->paths, f->sites->site[s].vertex).distance;
        if (d == DMI_UNREACHED || (count == OTHERS && d >= distance[count - 1]) || !is_other(f, s))
            continue;
        int32_t k = count < OTHERS ? count++ : OTHERS - 1;
        for (; k > 0 && distance[k - 1] > d; k--) {
            distance[k] = distance[k - 1];
            near[k] = near[k - 1];
        }
        distance[k] = d;
        near[k] = s;
    }
    return count;
}

/* Whether item j is of a customer of given[i]. */
static bool is_customer(const dmi_lead_fixed_side *f, int32_t i, int32_t j)
{
    return f->nearest[0].site[f->at[j]] == f->given_first + i;
}

/* Whether Black wins item j, of a customer of given[i], at the site of `other`. */
static bool other_wins(const dmi_lead_fixed_side *f, int32_t i, int32_t j)
{
    const dmi_lead_site *black = &f->sites->site[f->given[i]];
    int64_t sum = f->nearest[0].sum[f->at[j]], other = f->other[f->at[j]];
    return other < sum && other < sum - black->offset + f->sites->site[black->twin].offset;
}

dm_status dmi_lead_fixed_side_holder_row(dmi_lead_fixed_side *fixed, int32_t i, uint64_t *row,
                                         dm_error *err)
{
    dmi_lead_fixed_side *f = fixed;
    int32_t holder = dmi_lead_holder(f->sites, f->given[i]);
    assert(f->side == DM_WHITE && i >= 0 && i < f->given_count && holder >= 0);
    dm_status status = dmi_lead_fixed_side_row(f, &holder, 1, row, err);
    if (status == DM_OK) {
        /* `other`: the sums of the near site that wins most instead of given[i] */
        const dm_terms *terms = &f->sites->request->terms;
        uint64_t radius = terms->has_radius ? (uint64_t)terms->radius : INT64_MAX;
        int32_t near[OTHERS], best = -1;
        int64_t most = 0;
        status = search_from(f, f->given[i], err);
        int32_t count = status == DM_OK ? near_sites(f, near) : 0;
        for (int32_t k = 0; k <= count && status == DM_OK; k++) {
            int32_t site = k < count ? near[k] : best; /* the best one again, at last */
            int64_t won = 0;
            if (site >= 0)
                status = search_from(f, site, err);
            for (dm_vertex v = 0; v < f->n && status == DM_OK; v++) {
                uint64_t far = dmi_paths_at(&f->paths, v).distance;
                bool is_served = site >= 0 && far != DMI_UNREACHED && far <= radius;
                f->other[v] =
                    is_served ? (int64_t)far + f->sites->site[site].offset : DMI_NOT_SERVED;
            }
            for (int32_t j = 0; j < f->items; j++)
                won += is_customer(f, i, j) && other_wins(f, i, j) ? f->market.weight[j] : 0;
            best = won > most ? site : best;
            most = won > most ? won : most;
        }
    }
    for (int32_t j = 0; j < f->items && status == DM_OK; j++) {
        if (!is_customer(f, i, j))
            continue;
        uint64_t bit = UINT64_C(1) << j % 64;
        row[j / 64] = other_wins(f, i, j) ? row[j / 64] & ~bit : row[j / 64] | bit;
    }
    return status;
}
