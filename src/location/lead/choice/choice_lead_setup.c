/* choice_lead_setup.c - checks a lead, lists the options of both sides and searches from them. */
#include "base/base.h"
#include "base/sort.h"
#include "location/lead/choice/choice_lead.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES (INT64_C(1) << 30)
#define DROPPED    -1e300 /* beyond the radius */

static dm_status check_request(const dm_lead_request *q, dm_error *err)
{
    const dm_terms *t = &q->terms;
    bool is_limit = q->has_budget || t->objective == DM_MAXIMIZE_PROFIT;
    if (q->count < !is_limit || q->reply < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "White opens %d sites and Black %d; both need at least 1", q->count,
                        q->reply);
    if (q->method == DM_LEAD_EXACT)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "method exact knows the rule nearest, the objective value and neither "
                        "spacing, shared places nor a budget of the reply; enumerate and local do");
    if (q->checkpoint)
        return dmi_fail(err, DM_UNSUPPORTED, "methods enumerate and local keep no checkpoint");
    if (q->terms.has_radius && q->terms.radius < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the radius %lld is negative",
                        (long long)q->terms.radius);
    if (q->budget < 0 || q->reply_budget < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the budget %lld is negative",
                        (long long)(q->budget < 0 ? q->budget : q->reply_budget));
    if (t->objective == DM_MAXIMIZE_PROFIT && !(t->margin > 0 && isfinite(t->margin)))
        return dmi_fail(err, DM_BAD_ARGUMENT, "the margin is %g; expected more than 0", t->margin);
    if (t->has_spacing && t->spacing < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the spacing %lld is negative",
                        (long long)t->spacing);
    return DM_OK;
}

static dm_status take_option(dmi_lead_options *o, dm_rule rule, const dm_sites *list, int32_t i,
                             dm_side side, dm_error *err)
{
    int32_t at = o->count++;
    o->vertex[at] = list->vertex[i];
    o->place[at] = i;
    o->cost[at] = list->cost ? list->cost[i] : 0;
    if (o->cost[at] < 0 || o->cost[at] > DM_MAX_TOTAL)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the cost %lld of candidate %d is not in 0..2^62",
                        (long long)o->cost[at], o->vertex[at]);
    if (dmi_rule_divides(rule))
        return dmi_choice_site_init(&o->site[at], list, i, side, rule, err);
    o->site[at] = (dmi_choice_site){.vertex = o->vertex[at], .offset = dmi_offset_of(list, i)};
    return DM_OK;
}

/* Lists the free candidates of a side; `taken` marks where it may not open. */
static dm_status list_options(dmi_choice_lead *l, dm_side side, const dm_sites *list, dm_vertex n,
                              const bool *taken, dm_error *err)
{
    dmi_lead_options *o = &l->side[side];
    const dm_sites *white = &l->request->white;
    size_t most = (size_t)list->count + (size_t)white->count;
    dm_rule rule = l->request->terms.rule;
    bool *seen = dmi_calloc((size_t)n, sizeof *seen);
    o->vertex = dmi_array(&l->arrays, most, sizeof *o->vertex);
    o->cost = dmi_array(&l->arrays, most, sizeof *o->cost);
    o->place = dmi_array(&l->arrays, most, sizeof *o->place);
    o->site = dmi_array(&l->arrays, most, sizeof *o->site);
    dm_status status = seen ? dmi_arrays_check(&l->arrays, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_sites_check(list, "candidate", n, err);
    for (int32_t i = 0; status == DM_OK && i < list->count; i++) {
        dm_vertex v = list->vertex[i];
        if (seen[v])
            status = dmi_fail(err, DM_BAD_VERTEX, "candidate %d is listed twice", v);
        seen[v] = true;
        if (status == DM_OK && (l->request->terms.is_shared || !taken[v]))
            status = take_option(o, rule, list, i, side, err);
    }
    for (int32_t i = 0; side == DM_WHITE && status == DM_OK && i < white->count; i++)
        if (dmi_lead_may_close(l->request, i)) {
            status = take_option(o, rule, white, i, side, err);
            o->closable++;
            l->saved += status == DM_OK ? o->cost[o->count - 1] : 0;
        }
    free(seen);
    return status;
}

/* The sites of both sides that stand for good. */
static dm_status list_standing(dmi_choice_lead *l, dm_side side, dmi_choice_site **out,
                               int32_t *count, dm_error *err)
{
    const dm_lead_request *q = l->request;
    const dm_sites *list = side == DM_WHITE ? &q->white : &q->black;
    dm_status status = dmi_sites_check(list, side == DM_WHITE ? "White's site" : "Black's site",
                                       dm_arena_vertices(l->arena), err);
    dmi_choice_site *sites = dmi_array(&l->arrays, (size_t)list->count, sizeof *sites);
    *count = 0;
    if (status == DM_OK && !sites)
        status = dmi_no_memory(err);
    for (int32_t i = 0; status == DM_OK && i < list->count; i++) {
        if (side == DM_WHITE && dmi_lead_may_close(q, i))
            continue;
        sites[*count] =
            (dmi_choice_site){.vertex = list->vertex[i], .offset = dmi_offset_of(list, i)};
        if (dmi_lead_divides(l))
            status = dmi_choice_site_init(&sites[*count], list, i, side, q->terms.rule, err);
        (*count)++;
    }
    *out = sites;
    return status;
}

/* Searches from sites and writes what they are to every customer: utilities, DROPPED where they do
 * not reach it, or keys. */
static dm_status search_sites(dmi_choice_lead *l, const dmi_choice_site *site, int32_t count,
                              bool is_new, const int32_t *number, double *utility, uint64_t *key,
                              dm_run *run, dm_error *err)
{
    const dm_terms *t = &l->request->terms;
    dmi_site_search search = {0};
    size_t n = (size_t)l->customers;
    bool ranks = is_new && t->ties == DM_TIES_EARLIER;
    dm_status status = dmi_site_search_init(&search, dm_arena_reverse(l->arena),
                                            t->has_radius ? t->radius : -1, NULL, err);
    for (size_t i = 0; utility && i < (size_t)count * n; i++)
        utility[i] = DROPPED;
    for (size_t i = 0; key && i < (size_t)count * n; i++)
        key[i] = UINT64_MAX;
    for (int32_t s = 0; status == DM_OK && s < count; s++) {
        status = dmi_site_search_run(&search, site[s].vertex, err);
        for (dm_vertex k = 0; status == DM_OK && k < search.count; k++) {
            dm_vertex v = search.vertex[k];
            size_t at = (size_t)s * n + (size_t)number[v];
            if (number[v] < 0)
                continue;
            if (utility)
                utility[at] = dmi_choice_utility(&l->rule, &site[s], v, search.distance[k]);
            else if (key)
                key[at] = 2 * (uint64_t)(search.distance[k] + site[s].offset) + ranks;
        }
        if (status == DM_OK && !dmi_run_go_on(run, 1))
            status = dmi_as_unfinished(dmi_stopped(run, err), err);
    }
    dmi_site_search_clear(&search);
    return status;
}

static double *pull_table(dmi_choice_lead *l, int32_t count)
{
    return dmi_array(&l->arrays, (size_t)count * (size_t)l->customers, sizeof(double));
}

static uint64_t *key_table(dmi_choice_lead *l, int32_t count)
{
    return dmi_array(&l->arrays, (size_t)count * (size_t)l->customers, sizeof(uint64_t));
}

static void raise_tops(double *top, const double *utility, int32_t count, int32_t customers)
{
    for (int32_t s = 0; s < count; s++)
        for (int32_t v = 0; v < customers; v++) {
            double u = utility[(size_t)s * (size_t)customers + (size_t)v];
            top[v] = u > top[v] ? u : top[v];
        }
}

static void take_units(const double *top, double *utility, int32_t count, int32_t customers)
{
    for (int32_t s = 0; s < count; s++)
        for (int32_t v = 0; v < customers; v++) {
            double *u = &utility[(size_t)s * (size_t)customers + (size_t)v];
            *u = *u > DROPPED ? exp(*u - top[v]) : 0;
        }
}

/* Turns the utilities of options and of sites that stand into pulls, in units of the customer's
 * largest. */
static dm_status count_in_units(dmi_choice_lead *l, double *const own[2], const int32_t stands[2],
                                dm_error *err)
{
    size_t n = (size_t)l->customers;
    double *top = dmi_array(&l->arrays, n, sizeof *top);
    l->outside = dmi_array(&l->arrays, n, sizeof *l->outside);
    if (dmi_arrays_check(&l->arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    for (size_t v = 0; v < n; v++)
        top[v] = l->rule.outside;
    for (int side = 0; side < 2; side++) {
        raise_tops(top, l->side[side].pull, l->side[side].count, l->customers);
        raise_tops(top, own[side], stands[side], l->customers);
    }
    for (int side = 0; side < 2; side++) {
        take_units(top, l->side[side].pull, l->side[side].count, l->customers);
        take_units(top, own[side], stands[side], l->customers);
    }
    for (size_t v = 0; v < n; v++)
        l->outside[v] = l->rule.outside > -INFINITY ? exp(l->rule.outside - top[v]) : 0;
    return DM_OK;
}

/* Fills the tables of both sides and what stands. */
static dm_status fill_tables(dmi_choice_lead *l, const int32_t *number, dm_run *run, dm_error *err)
{
    dmi_choice_site *standing[2] = {NULL, NULL};
    double *own[2] = {NULL, NULL};
    uint64_t *own_key[2] = {NULL, NULL};
    int32_t stands[2] = {0, 0};
    size_t n = (size_t)l->customers;
    dm_status status = DM_OK;
    for (int side = 0; side < 2 && status == DM_OK; side++)
        status = list_standing(l, (dm_side)side, &standing[side], &stands[side], err);
    int64_t rows = (int64_t)l->side[0].count + l->side[1].count + stands[0] + stands[1];
    if (status == DM_OK && rows * (int64_t)n > MOST_BYTES / 8)
        return dmi_fail(err, DM_TOO_LARGE,
                        "the table of %lld sites and %zu customers exceeds 1 GiB; name fewer "
                        "candidates",
                        (long long)rows, n);
    for (int side = 0; side < 2 && status == DM_OK; side++) {
        dmi_lead_options *o = &l->side[side];
        own[side] = dmi_lead_divides(l) ? pull_table(l, stands[side]) : NULL;
        own_key[side] = dmi_lead_divides(l) ? NULL : key_table(l, stands[side]);
        o->pull = dmi_lead_divides(l) ? pull_table(l, o->count) : NULL;
        o->key = dmi_lead_divides(l) ? NULL : key_table(l, o->count);
        status = dmi_arrays_check(&l->arrays, err);
        if (status == DM_OK)
            status = search_sites(l, o->site, o->count - o->closable, true, number, o->pull, o->key,
                                  run, err);
        size_t behind = (size_t)(o->count - o->closable) * n;
        if (status == DM_OK)
            status = search_sites(l, o->site + (o->count - o->closable), o->closable, false, number,
                                  o->pull ? o->pull + behind : NULL,
                                  o->key ? o->key + behind : NULL, run, err);
        if (status == DM_OK)
            status = search_sites(l, standing[side], stands[side], false, number, own[side],
                                  own_key[side], run, err);
    }
    if (status == DM_OK && dmi_lead_divides(l))
        status = count_in_units(l, own, stands, err);
    for (int side = 0; side < 2 && status == DM_OK; side++) {
        dmi_lead_options now = l->side[side];
        status = dmi_lead_state_init(&l->standing[side], l, err);
        l->side[side].pull = own[side]; /* to add them as options are added */
        l->side[side].key = own_key[side];
        for (int32_t s = 0; status == DM_OK && s < stands[side]; s++)
            dmi_lead_state_add(l, (dm_side)side, s, &l->standing[side]);
        l->side[side] = now;
    }
    return status;
}

/* Which options of a side exclude each other, and what stands for good. */
static dm_status find_spacing(dmi_choice_lead *l, dm_side side, dm_run *run, dm_error *err)
{
    const dm_lead_request *q = l->request;
    dmi_lead_options *o = &l->side[side];
    const dm_sites *list = side == DM_WHITE ? &q->white : &q->black;
    if (!q->terms.has_spacing)
        return DM_OK;
    int32_t count = o->count;
    dm_vertex *place = dmi_array(&l->arrays, (size_t)count + (size_t)list->count, sizeof *place);
    if (!place)
        return dmi_no_memory(err);
    memcpy(place, o->vertex, (size_t)count * sizeof *place);
    for (int32_t i = 0; i < list->count; i++)
        if (side == DM_BLACK || !dmi_lead_may_close(q, i))
            place[count++] = list->vertex[i];
    o->has_spacing = true;
    return dmi_spacing_init(&o->spacing, l->arena, place, count, o->count - o->closable,
                            q->terms.spacing, run, err);
}

/* The vertices where sites stand for good, or, for White, may be closed. */
static dm_status list_all(dmi_choice_lead *l, dm_error *err)
{
    const dm_lead_request *q = l->request;
    dm_vertex n = dm_arena_vertices(l->arena);
    bool *taken = dmi_calloc((size_t)n, sizeof *taken);
    const dm_sites own = dmi_sites_or_all(&q->terms.candidates, l->arena);
    const dm_sites *rival = q->rival_candidates.vertex ? &q->rival_candidates : &own;
    dm_vertex *all = NULL;
    dm_sites every = own;
    dm_status status = taken ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK && !own.vertex) {
        all = dmi_array(&l->arrays, (size_t)n, sizeof *all);
        status = all ? DM_OK : dmi_no_memory(err);
        for (dm_vertex v = 0; all && v < n; v++)
            all[v] = v;
        every = (dm_sites){.vertex = all, .count = n};
    }
    rival = rival->vertex ? rival : &every;
    for (int32_t i = 0; status == DM_OK && i < q->black.count; i++)
        if (q->black.vertex[i] >= 0 && q->black.vertex[i] < n)
            taken[q->black.vertex[i]] = true;
    for (int turn = 0; turn < 2 && status == DM_OK;
         turn++) { /* Black may open where White closes */
        for (int32_t i = 0; i < q->white.count; i++)
            if (q->white.vertex[i] >= 0 && q->white.vertex[i] < n &&
                (turn || !dmi_lead_may_close(q, i)))
                taken[q->white.vertex[i]] = true;
        status = list_options(l, turn ? DM_WHITE : DM_BLACK, turn ? &every : rival, n, taken, err);
    }
    free(taken);
    return status;
}

/* The rows of Black's options, which his problems share. */
static dm_status make_rows(dmi_choice_lead *l, dm_error *err)
{
    const dmi_lead_options *o = &l->side[DM_BLACK];
    size_t n = (size_t)l->customers;
    l->every = dmi_array(&l->arrays, n, sizeof *l->every);
    l->row = dmi_array(&l->arrays, (size_t)o->count, sizeof *l->row);
    l->gain = dmi_lead_divides(l) ? o->pull : pull_table(l, o->count);
    dm_status status = dmi_arrays_check(&l->arrays, err);
    for (int32_t v = 0; status == DM_OK && v < l->customers; v++)
        l->every[v] = v;
    for (int32_t s = 0; status == DM_OK && s < o->count; s++)
        l->row[s] = (dmi_choice_row){l->every, l->gain + (size_t)s * n, (int64_t)n};
    return status;
}

dm_status dmi_choice_lead_init(dmi_choice_lead *lead, const dm_arena *arena,
                               const dm_lead_request *request, dm_run *run, dm_error *err)
{
    dmi_choice_lead *l = lead;
    const int64_t *values = dm_arena_values(arena);
    dm_vertex n = dm_arena_vertices(arena);
    *l = (dmi_choice_lead){.arena = arena,
                           .request = request,
                           .goal = dmi_choice_goal_of(&request->terms),
                           .rule = {.choices = INT32_MAX},
                           .reply = request->reply};
    int32_t *number = dmi_array(&l->arrays, (size_t)n, sizeof *number);
    l->value = dmi_array(&l->arrays, (size_t)n, sizeof *l->value);
    dm_status status = number && l->value ? check_request(request, err) : dmi_no_memory(err);
    if (status == DM_OK && dmi_lead_divides(l))
        status = dmi_choice_rule_init(&l->rule, arena, &request->terms, err);
    if (status == DM_OK)
        status = list_all(l, err);
    for (dm_vertex v = 0; status == DM_OK && v < n; v++) {
        int64_t value = dm_value_of(values, v);
        number[v] = value > 0 ? l->customers : -1;
        l->value[l->customers] = (double)value;
        l->customers += value > 0;
    }
    int32_t news = l->side[DM_WHITE].count - l->side[DM_WHITE].closable;
    l->is_exact = !request->has_budget && request->terms.objective != DM_MAXIMIZE_PROFIT;
    l->count = request->count > 0 && request->count < news ? request->count : news;
    if (status == DM_OK && l->is_exact && request->count > news)
        status = dmi_fail(err, DM_TOO_LARGE, "%d sites to open, but only %d free candidates",
                          request->count, news);
    if (status == DM_OK)
        status = fill_tables(l, number, run, err);
    for (int side = 0; side < 2 && status == DM_OK; side++)
        status = find_spacing(l, (dm_side)side, run, err);
    if (status == DM_OK)
        status = make_rows(l, err);
    if (status != DM_OK)
        dmi_choice_lead_clear(l);
    return status;
}

void dmi_choice_lead_clear(dmi_choice_lead *lead)
{
    for (int side = 0; side < 2; side++) {
        dmi_spacing_clear(&lead->side[side].spacing);
        dmi_lead_state_clear(&lead->standing[side]);
    }
    dmi_choice_columns_clear(&lead->columns);
    dmi_arrays_free(&lead->arrays);
    *lead = (dmi_choice_lead){0};
}
