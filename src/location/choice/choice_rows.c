/* choice_rows.c - builds the rows of sites by one search from each.
 *
 * Customers are joined in one pass over all rows: each has a hash of its pulls, and those with
 * equal hashes are compared with the first of them, pull by pull.
 *
 * Cost: one search per site; 12 bytes per pair of a site and a customer in its reach.
 */
#include "location/choice/choice_rows.h"

#include "base/sort.h"
#include "search/parallel_tasks.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_PART = 8 }; /* of the customers, in a row that is sorted */

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
    const dmi_choice_search *ask;
    dmi_site_search *search;
    finder *finder;
    span *span;
    _Atomic int64_t pairs;
} build;

/* Searches from site c. */
static dm_status find_row(void *context, int worker, int32_t c, dm_error *err)
{
    build *b = context;
    const dmi_choice_search *ask = b->ask;
    dmi_site_search *s = &b->search[worker];
    finder *f = &b->finder[worker];
    b->span[c] = (span){worker, f->count, 0};
    dm_status status = dmi_site_search_run(s, ask->site[c].vertex, err);
    if (status != DM_OK)
        return status;
    size_t need = (size_t)(f->count + s->count);
    if (atomic_fetch_add(&b->pairs, s->count) + s->count > DMI_CHOICE_PAIRS)
        return dmi_fail(err, DM_TOO_LARGE,
                        "more than %lld pairs of a candidate and a customer in reach; name fewer "
                        "candidates or customers, or give a radius",
                        (long long)DMI_CHOICE_PAIRS);
    if (!dmi_reserve(&f->customer, &f->room[0], need, sizeof *f->customer) ||
        !dmi_reserve(&f->pull, &f->room[1], need, sizeof *f->pull))
        return dmi_no_memory(err);
    for (dm_vertex i = 0; i < s->count; i++) {
        dm_vertex v = s->vertex[i];
        if (ask->number[v] < 0)
            continue;
        double pull = ask->weigh(ask->context, &ask->site[c], v, s->distance[i]);
        f->customer[f->count] = ask->number[v];
        f->pull[f->count] = pull;
        f->count += pull > ask->least;
    }
    atomic_fetch_sub(&b->pairs, s->count - (f->count - b->span[c].start));
    b->span[c].count = f->count - b->span[c].start;
    return DM_OK;
}

dm_status dmi_choice_rows_init(dmi_choice_rows *rows, const dmi_choice_search *search, dm_run *run,
                               dm_error *err)
{
    dmi_choice_rows r = {.count = search->sites,
                         .workers = search->threads > 1 ? search->threads : 1};
    build b = {.ask = search};
    r.memory = b.finder = dmi_calloc((size_t)r.workers, sizeof *b.finder);
    r.row = dmi_calloc((size_t)r.count, sizeof *r.row);
    b.span = dmi_calloc((size_t)r.count, sizeof *b.span);
    dm_status status = b.finder && r.row && b.span ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_site_searches_new(search->graph, search->radius, r.workers, &b.search, err);
    if (status == DM_OK)
        status = dmi_tasks_run(&(dmi_tasks){.work = find_row,
                                            .context = &b,
                                            .count = r.count,
                                            .threads = r.workers,
                                            .run = run,
                                            .cost = 1,
                                            .phase = "candidates"},
                               err);
    for (int32_t c = 0; (status == DM_OK || status == DM_STOPPED) && c < r.count; c++) {
        const finder *f = &b.finder[b.span[c].worker];
        r.row[c].count = b.span[c].count;
        if (r.row[c].count == 0)
            continue;
        r.row[c].customer = f->customer + b.span[c].start;
        r.row[c].pull = f->pull + b.span[c].start;
    }
    dmi_site_searches_free(b.search, r.workers);
    free(b.span);
    if (status == DM_OK || status == DM_STOPPED)
        *rows = r;
    else
        dmi_choice_rows_clear(&r);
    return status;
}

void dmi_choice_rows_clear(dmi_choice_rows *rows)
{
    finder *finders = rows->memory;
    for (int i = 0; finders && i < rows->workers; i++) {
        free(finders[i].customer);
        free(finders[i].pull);
    }
    free(finders);
    free(rows->row);
    *rows = (dmi_choice_rows){0};
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

static uint64_t hash_of(double pull, int64_t place)
{
    uint64_t bits;
    memcpy(&bits, &pull, sizeof bits);
    return mix_bits(bits + mix_bits((uint64_t)place));
}

/* Gives every customer the first one with its hash and number of pulls. */
static dm_status match_columns(const dmi_choice_rows *rows, int32_t customers,
                               const double *strongest, int32_t width, column *columns,
                               dm_error *err)
{
    dmi_keyed *order = dmi_alloc((size_t)customers, sizeof *order);
    if (!order)
        return dmi_no_memory(err);
    for (int32_t c = 0; c < rows->count; c++)
        for (int64_t i = 0; i < rows->row[c].count; i++) {
            column *one = &columns[rows->row[c].customer[i]];
            one->hash += hash_of(rows->row[c].pull[i], c + 1);
            one->count++;
        }
    for (int32_t v = 0; v < customers; v++) {
        for (int32_t k = 0; k < width; k++)
            columns[v].hash += hash_of(strongest[(size_t)v * (size_t)width + (size_t)k], -1 - k);
        order[v] = (dmi_keyed){(int64_t)columns[v].hash, v};
    }
    dmi_sort_keyed(order, customers);
    for (int32_t i = 0; i < customers; i++) {
        int32_t v = order[i].item, before = i ? order[i - 1].item : v;
        bool same = i > 0 && columns[before].hash == columns[v].hash &&
                    columns[before].count == columns[v].count;
        columns[v].first = same ? columns[before].first : v;
    }
    free(order);
    return DM_OK;
}

/* Customers whose pulls differ from those of their first are on their own. */
static dm_status verify_columns(const dmi_choice_rows *rows, int32_t customers,
                                const double *strongest, int32_t width, column *columns,
                                dm_error *err)
{
    double *at = dmi_calloc((size_t)customers, sizeof *at);
    if (!at)
        return dmi_no_memory(err);
    for (int32_t c = 0; c < rows->count; c++) {
        const dmi_choice_row *row = &rows->row[c];
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
    for (int32_t v = 0; v < customers; v++)
        for (int32_t k = 0; k < width; k++)
            if (strongest[(size_t)v * (size_t)width + (size_t)k] !=
                strongest[(size_t)columns[v].first * (size_t)width + (size_t)k])
                columns[v].first = v;
    free(at);
    return DM_OK;
}

/* The first ones that somebody pulls get new numbers; the others go. */
static int32_t renumber(dmi_choice_rows *rows, int32_t customers, double *weight, double *strongest,
                        int32_t width, const column *columns, int32_t *new_number)
{
    int32_t count = 0;
    for (int32_t v = 0; v < customers; v++)
        if (columns[v].first != v)
            weight[columns[v].first] += weight[v];
    for (int32_t v = 0; v < customers; v++) {
        bool stays = columns[v].first == v && columns[v].count > 0;
        new_number[v] = stays ? count : -1;
        weight[count] = weight[v];
        if (stays && width)
            memmove(strongest + (size_t)count * (size_t)width,
                    strongest + (size_t)v * (size_t)width, (size_t)width * sizeof *strongest);
        count += stays;
    }
    for (int32_t c = 0; c < rows->count; c++) {
        dmi_choice_row *row = &rows->row[c];
        int64_t kept = 0;
        for (int64_t i = 0; i < row->count; i++) {
            int32_t number = new_number[row->customer[i]];
            row->customer[kept] = number;
            row->pull[kept] = row->pull[i];
            kept += number >= 0;
        }
        row->count = kept;
    }
    return count;
}

/* Sorts rows that reach many customers by customer, so that passes over them read memory in order.
 */
static dm_status sort_rows(dmi_choice_rows *rows, int32_t customers, dm_error *err)
{
    double *at = dmi_calloc((size_t)customers, sizeof *at);
    if (!at)
        return dmi_no_memory(err);
    for (int32_t c = 0; c < rows->count; c++) {
        dmi_choice_row *row = &rows->row[c];
        int64_t next = 0;
        if (row->count < customers / LEAST_PART)
            continue;
        for (int64_t i = 0; i < row->count; i++)
            at[row->customer[i]] = row->pull[i];
        for (int32_t v = 0; v < customers; v++) {
            if (at[v] == 0)
                continue;
            row->customer[next] = v;
            row->pull[next++] = at[v];
            at[v] = 0;
        }
        assert(next == row->count);
    }
    free(at);
    return DM_OK;
}

dm_status dmi_choice_rows_join(dmi_choice_rows *rows, int32_t customers, double *weight,
                               double *strongest, int32_t width, int32_t *remain, dm_error *err)
{
    column *columns = dmi_calloc((size_t)customers, sizeof *columns);
    int32_t *new_number = dmi_alloc((size_t)customers, sizeof *new_number);
    dm_status status = columns && new_number
                           ? match_columns(rows, customers, strongest, width, columns, err)
                           : dmi_no_memory(err);
    if (status == DM_OK)
        status = verify_columns(rows, customers, strongest, width, columns, err);
    if (status == DM_OK)
        *remain = renumber(rows, customers, weight, strongest, width, columns, new_number);
    if (status == DM_OK)
        status = sort_rows(rows, *remain, err);
    free(columns);
    free(new_number);
    return status;
}

typedef struct entry {
    double pull;
    int32_t site;
} entry;

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->pull != y->pull)
        return x->pull > y->pull ? -1 : 1;
    return (x->site > y->site) - (x->site < y->site);
}

dm_status dmi_choice_columns_init(dmi_choice_columns *columns, const dmi_choice_row *row,
                                  int32_t rows, int32_t customers, dm_error *err)
{
    dmi_choice_columns k = {.first = dmi_calloc((size_t)customers + 2, sizeof *k.first)};
    entry *sorted = NULL;
    int64_t total = 0;
    for (int32_t c = 0; k.first && c < rows; c++) {
        total += row[c].count;
        for (int64_t i = 0; i < row[c].count; i++)
            k.first[row[c].customer[i] + 2]++;
    }
    k.site = dmi_alloc((size_t)total, sizeof *k.site);
    k.pull = dmi_alloc((size_t)total, sizeof *k.pull);
    sorted = dmi_alloc((size_t)total, sizeof *sorted);
    if (!k.first || !k.site || !k.pull || !sorted) {
        free(sorted);
        dmi_choice_columns_clear(&k);
        return dmi_no_memory(err);
    }
    for (int32_t v = 0; v < customers; v++) /* first[v + 1] is where v's next entry goes */
        k.first[v + 2] += k.first[v + 1];
    for (int32_t c = 0; c < rows; c++)
        for (int64_t i = 0; i < row[c].count; i++)
            sorted[k.first[row[c].customer[i] + 1]++] = (entry){row[c].pull[i], c};
    for (int32_t v = 0; v < customers; v++)
        qsort(sorted + k.first[v], (size_t)(k.first[v + 1] - k.first[v]), sizeof *sorted,
              compare_entries);
    for (int64_t i = 0; i < total; i++) {
        k.site[i] = sorted[i].site;
        k.pull[i] = sorted[i].pull;
    }
    free(sorted);
    *columns = k;
    return DM_OK;
}

void dmi_choice_columns_clear(dmi_choice_columns *columns)
{
    free(columns->first);
    free(columns->site);
    free(columns->pull);
    *columns = (dmi_choice_columns){0};
}
