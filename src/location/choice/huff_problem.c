/* huff_problem.c - builds the rows of the candidates by one search from each.
 *
 * Customers are grouped in one pass over all rows: each has a hash of its pulls, and those with
 * equal hashes are compared with the first of them, pull by pull.
 *
 * Cost: one search per site and per candidate; 12 bytes per pair of a candidate and a customer in
 * its reach.
 */
#include "location/choice/huff_problem.h"

#include "base/base.h"
#include "base/sort.h"
#include "base/sum.h"
#include "search/parallel_tasks.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define ALONE 1e150 /* the pull on a customer that nobody pulls */

/* The entries that one thread has found. */
typedef struct finder {
    int32_t *customer;
    double *pull;
    size_t room[2];
    int64_t count;
} finder;

typedef struct span {
    int worker;
    int64_t start, count;
} span;

typedef struct build {
    dmi_huff_problem *problem;
    int32_t *number; /* of the customer at each vertex, or -1 */
    double *unit;    /* of each customer: 1 / (R + K), or 0 */
    dmi_site_search *search;
    finder *finder;
    span *span;
    _Atomic int64_t pairs;
} build;

static dm_status list_candidates(dmi_huff_problem *p, const dm_sites *named, dm_error *err)
{
    const dmi_reply_problem *asked = &p->asked;
    p->candidates = asked->candidate_count;
    p->count = asked->count;
    p->vertex = asked->candidate;
    p->cost = asked->cost;
    p->has_budget = asked->has_budget;
    p->budget = asked->budget;
    p->attraction = dmi_alloc((size_t)p->candidates, sizeof *p->attraction);
    if (!p->attraction)
        return dmi_no_memory(err);
    for (int32_t c = 0; c < p->candidates; c++)
        p->attraction[c] = named->vertex ? dmi_huff_attraction(named, asked->place[c]) : 1;
    return named->vertex ? dmi_huff_check_sites(named, err) : DM_OK;
}

/* Numbers the customers, whose weight is what sites can change there. */
static dm_status number_customers(build *b, dm_error *err)
{
    dmi_huff_problem *p = b->problem;
    size_t n = (size_t)p->standing.n;
    b->number = dmi_alloc(n, sizeof *b->number);
    b->unit = dmi_alloc(n, sizeof *b->unit);
    p->weight = dmi_alloc(n, sizeof *p->weight);
    if (!b->number || !b->unit || !p->weight)
        return dmi_no_memory(err);
    dmi_sum base = {0};
    for (dm_vertex v = 0; v < p->standing.n; v++) {
        double value = (double)dm_value_of(dm_arena_values(p->arena), v);
        double white = p->standing.total[DM_WHITE][v], black = p->standing.total[DM_BLACK][v];
        double weight = white + black > 0 ? 2 * value * (white / (white + black)) : value;
        assert(weight >= 0);
        if (white + black > 0)
            dmi_sum_add(&base, value * ((black - white) / (white + black)));
        b->number[v] = weight > 0 ? p->customers : -1;
        if (weight <= 0)
            continue;
        b->unit[p->customers] = white + black > 0 ? 1 / (white + black) : 0;
        p->weight[p->customers++] = weight;
    }
    p->base = dmi_sum_value(base);
    return DM_OK;
}

/* No candidate is nearer to a customer than the nearest, and none pulls more than the strongest. */
static dm_status find_ceiling(build *b, dm_error *err)
{
    dmi_huff_problem *p = b->problem;
    dmi_paths *paths = &b->search[0].paths, own = {0};
    double most = 0;
    dmi_sum ceiling = {0};
    dm_status status = DM_OK;
    if (p->rule.radius >= 0)
        status = dmi_paths_init(paths = &own, dm_arena_reverse(p->arena), err);
    if (status == DM_OK)
        dmi_paths_start(paths);
    for (int32_t c = 0; status == DM_OK && c < p->candidates; c++) {
        status = dmi_paths_origin(paths, p->vertex[c], 0, err);
        most = p->attraction[c] > most ? p->attraction[c] : most;
    }
    if (status == DM_OK)
        status = dmi_paths_run(paths, UINT32_MAX, err);
    for (dm_vertex v = 0; status == DM_OK && v < p->standing.n; v++) {
        uint64_t distance = dmi_paths_at(paths, v).distance;
        if (b->number[v] < 0 || distance == DMI_UNREACHED ||
            (p->rule.radius >= 0 && (int64_t)distance > p->rule.radius))
            continue;
        double unit = b->unit[b->number[v]];
        double sum = p->count * most * dmi_pull(&p->rule, (int64_t)distance) * unit;
        dmi_sum_add(&ceiling, p->weight[b->number[v]] * (unit > 0 ? sum / (1 + sum) : 1));
    }
    p->ceiling = dmi_sum_value(ceiling);
    dmi_paths_clear(&own);
    return status;
}

/* Searches from candidate c. */
static dm_status find_row(void *context, int worker, int32_t c, dm_error *err)
{
    build *b = context;
    const dmi_huff_problem *p = b->problem;
    dmi_site_search *s = &b->search[worker];
    finder *f = &b->finder[worker];
    b->span[c] = (span){worker, f->count, 0};
    dm_status status = dmi_site_search_run(s, p->vertex[c], err);
    if (status != DM_OK)
        return status;
    size_t need = (size_t)(f->count + s->count);
    if (atomic_fetch_add(&b->pairs, s->count) + s->count > DMI_HUFF_PAIRS)
        return dmi_fail(err, DM_TOO_LARGE,
                        "more than %lld pairs of a candidate and a customer in reach; name fewer "
                        "candidates or customers, or give a radius",
                        (long long)DMI_HUFF_PAIRS);
    if (!dmi_reserve(&f->customer, &f->room[0], need, sizeof *f->customer) ||
        !dmi_reserve(&f->pull, &f->room[1], need, sizeof *f->pull))
        return dmi_no_memory(err);
    for (dm_vertex i = 0; i < s->count; i++) {
        int32_t customer = b->number[s->vertex[i]];
        if (customer < 0)
            continue;
        double pull = p->attraction[c] * dmi_pull(&p->rule, s->distance[i]);
        f->customer[f->count] = customer;
        f->pull[f->count++] = b->unit[customer] > 0 ? pull * b->unit[customer] : ALONE;
    }
    atomic_fetch_sub(&b->pairs, s->count - (f->count - b->span[c].start));
    b->span[c].count = f->count - b->span[c].start;
    return DM_OK;
}

static dm_status find_rows(build *b, dm_run *run, dm_error *err)
{
    dmi_huff_problem *p = b->problem;
    b->span = dmi_calloc((size_t)p->candidates, sizeof *b->span);
    p->row = dmi_calloc((size_t)p->candidates, sizeof *p->row);
    if (!b->span || !p->row)
        return dmi_no_memory(err);
    dm_status status = dmi_tasks_run(&(dmi_tasks){.work = find_row,
                                                  .context = b,
                                                  .count = p->candidates,
                                                  .threads = p->workers,
                                                  .run = run,
                                                  .cost = 1,
                                                  .phase = "candidates"},
                                     err);
    for (int32_t c = 0; c < p->candidates; c++) {
        finder *f = &b->finder[b->span[c].worker];
        p->row[c] = (dmi_huff_row){.count = b->span[c].count};
        if (p->row[c].count == 0)
            continue;
        p->row[c].customer = f->customer + b->span[c].start;
        p->row[c].pull = f->pull + b->span[c].start;
    }
    return status;
}

/* What is known of the pulls on one customer. */
typedef struct column {
    uint64_t hash;
    int32_t count; /* of pulls */
    int32_t first; /* of the customers with these pulls */
} column;

static uint64_t mix_bits(uint64_t x)
{
    x = (x ^ (x >> 32)) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 29)) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ (x >> 32);
}

/* Gives every customer the first one with its hash and number of pulls. */
static dm_status match_columns(const dmi_huff_problem *p, column *columns, dm_error *err)
{
    dmi_keyed *order = dmi_alloc((size_t)p->customers, sizeof *order);
    if (!order)
        return dmi_no_memory(err);
    for (int32_t c = 0; c < p->candidates; c++)
        for (int64_t i = 0; i < p->row[c].count; i++) {
            uint64_t bits;
            column *one = &columns[p->row[c].customer[i]];
            memcpy(&bits, &p->row[c].pull[i], sizeof bits);
            one->hash += mix_bits(bits + mix_bits((uint64_t)c + 1));
            one->count++;
        }
    for (int32_t v = 0; v < p->customers; v++)
        order[v] = (dmi_keyed){(int64_t)columns[v].hash, v};
    dmi_sort_keyed(order, p->customers);
    for (int32_t i = 0; i < p->customers; i++) {
        int32_t v = order[i].item, before = i ? order[i - 1].item : v;
        bool same = i > 0 && columns[before].hash == columns[v].hash &&
                    columns[before].count == columns[v].count;
        columns[v].first = same ? columns[before].first : v;
    }
    free(order);
    return DM_OK;
}

/* Customers whose pulls differ from those of their first are on their own. */
static dm_status verify_columns(const dmi_huff_problem *p, column *columns, dm_error *err)
{
    double *at = dmi_calloc((size_t)p->customers, sizeof *at);
    if (!at)
        return dmi_no_memory(err);
    for (int32_t c = 0; c < p->candidates; c++) {
        const dmi_huff_row *row = &p->row[c];
        for (int64_t i = 0; i < row->count; i++)
            at[row->customer[i]] = row->pull[i];
        for (int64_t i = 0; i < row->count; i++) {
            column *one = &columns[row->customer[i]];
            if (at[one->first] != row->pull[i])
                one->first = row->customer[i];
        }
        for (int64_t i = 0; i < row->count; i++)
            at[row->customer[i]] = 0;
    }
    free(at);
    return DM_OK;
}

/* Joins customers with the same pulls. */
static dm_status group_customers(dmi_huff_problem *p, dm_error *err)
{
    column *columns = dmi_calloc((size_t)p->customers, sizeof *columns);
    int32_t *new_number = dmi_alloc((size_t)p->customers, sizeof *new_number);
    dm_status status = columns && new_number ? match_columns(p, columns, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = verify_columns(p, columns, err);
    if (status == DM_OK) {
        /* the first ones that somebody pulls get new numbers; the others go */
        int32_t count = 0;
        for (int32_t v = 0; v < p->customers; v++)
            if (columns[v].first != v)
                p->weight[columns[v].first] += p->weight[v];
        for (int32_t v = 0; v < p->customers; v++) {
            bool stays = columns[v].first == v && columns[v].count > 0;
            new_number[v] = stays ? count : -1;
            p->weight[count] = p->weight[v];
            count += stays;
        }
        for (int32_t c = 0; c < p->candidates; c++) {
            dmi_huff_row *row = &p->row[c];
            int64_t kept = 0;
            for (int64_t i = 0; i < row->count; i++) {
                int32_t number = new_number[row->customer[i]];
                row->customer[kept] = number;
                row->pull[kept] = row->pull[i];
                kept += number >= 0;
            }
            row->count = kept;
        }
        p->customers = count;
    }
    free(columns);
    free(new_number);
    return status;
}

/* The customers, and what the candidates pull at them. */
static dm_status find_pulls(dmi_huff_problem *p, dm_run *run, dm_error *err)
{
    build b = {.problem = p};
    p->rows = b.finder = dmi_calloc((size_t)p->workers, sizeof *b.finder);
    dm_status status = b.finder ? number_customers(&b, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_site_searches_new(dm_arena_reverse(p->arena), p->rule.radius, p->workers,
                                       &b.search, err);
    if (status == DM_OK)
        status = find_ceiling(&b, err);
    if (status == DM_OK)
        status = find_rows(&b, run, err);
    if (status == DM_OK)
        status = group_customers(p, err);
    dmi_site_searches_free(b.search, p->workers);
    free(b.number);
    free(b.unit);
    free(b.span);
    return status;
}

dm_status dmi_huff_problem_init(dmi_huff_problem *problem, const dm_arena *arena,
                                const dm_reply_request *request, dm_run *run, dm_error *err)
{
    const dm_group groups[] = {{DM_WHITE, request->white}, {DM_BLACK, request->kept}};
    dmi_huff_problem p = {.arena = arena, .workers = request->threads > 1 ? request->threads : 1};
    dmi_pull_site *sites = NULL;
    int32_t count = 0;
    dm_status status = dmi_reply_problem_start(arena, request, &p.asked, err);
    if (status == DM_OK)
        status = list_candidates(&p, &request->terms.candidates, err);
    if (status == DM_OK)
        status = dmi_huff_rule(&request->terms, &p.rule, err);
    if (status == DM_OK)
        status = dmi_huff_sites(arena, groups, 2, request->terms.may_meet, &sites, &count, err);
    if (status == DM_OK)
        status = dmi_as_unfinished(dmi_pulls_init(&p.standing, dm_arena_reverse(arena), &p.rule,
                                                  sites, count, request->threads, run, err),
                                   err);
    free(sites);
    if (status == DM_OK)
        status = find_pulls(&p, run, err);
    if (status == DM_OK || status == DM_STOPPED)
        *problem = p;
    else
        dmi_huff_problem_clear(&p);
    return status;
}

void dmi_huff_problem_clear(dmi_huff_problem *problem)
{
    finder *finders = problem->rows;
    for (int i = 0; finders && i < problem->workers; i++) {
        free(finders[i].customer);
        free(finders[i].pull);
    }
    free(finders);
    dmi_pulls_clear(&problem->standing);
    dmi_reply_problem_clear(&problem->asked);
    free(problem->attraction);
    free(problem->weight);
    free(problem->row);
    *problem = (dmi_huff_problem){0};
}
