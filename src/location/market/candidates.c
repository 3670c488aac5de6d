/* candidates.c - searches from the candidates of a market.
 *
 * A search from candidate c visits the vertices whose limit is no less than its key there
 * (demand.c), so it costs what c could win, not the board.  The searches are spread over threads.
 * What a search has found is kept until a change of the sites reaches it (update_sites.c).
 *
 * If a few searches show that all of them will take long, clusters of candidates are searched
 * first: they bound what the others gain, and say which to search first.
 */
#include "base/base.h"
#include "base/sort.h"
#include "location/market/market.h"
#include "search/parallel_tasks.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SPARSE = 16 };  /* arcs per vertex up to which no arcs are left out of the searches */
enum { SAMPLE = 256 }; /* searches after which the number of all entries is guessed */
enum { FIRST = 16 };   /* searches that say whether clusters pay */

static const int64_t usually_many = 12000000; /* entries for which clusters and runs pay */

/* What one thread searches with. */
typedef struct searcher {
    dmi_bounded_search search;
    uint32_t *entry;
    uint64_t *bit;     /* scratch to sort entries: one bit for each, all 0 */
    dm_vertex *source; /* members of a cluster */
} searcher;

/* The searches of one question; task i of dmi_tasks is candidate or cluster number list[i]. */
typedef struct searches {
    dm_market *market;
    const dmi_market_ask *ask;
    dmi_customers customers;
    searcher *thread;
    int threads;
    const int32_t *list; /* NULL: 0, 1, ... */
    int32_t total;       /* candidates to search */
    _Atomic int32_t done;
    _Atomic int64_t found; /* entries */
    dm_run *run;
} searches;

static uint32_t entry_of(const dm_market *m, dm_vertex v, bool is_inner)
{
    return 2 * (uint32_t)(m->number ? m->number[v] : v) + is_inner;
}

/* Writes the customers just found; returns how many.  `more` is added to the keys. */
static int64_t write_entries(const dm_market *m, const dmi_bounded_search *b, int64_t more,
                             uint32_t *entry, int64_t *gain)
{
    int64_t count = 0;
    for (dm_vertex i = 0; i < b->count; i++) {
        dm_vertex v = b->found[i];
        const dmi_market_step *step = m->demand.customer[v].step;
        int64_t sum = b->distance[v] + more;
        entry[count] = entry_of(m, v, sum <= step[1].reach);
        count += sum <= step[0].reach;
        *gain += dmi_market_gain(&m->demand.customer[v], sum);
    }
    return count;
}

/* The entry of the customer that stands for all of a component without sites, if there is one. */
static int64_t write_joined(const dm_market *m, dm_vertex v, uint32_t *entry, int64_t *gain)
{
    dm_vertex one = m->demand.joined[v];
    if (one < 0)
        return 0;
    entry[0] = entry_of(m, one, false);
    *gain += m->demand.customer[one].step[0].gain;
    return 1;
}

static bool is_joined(const dm_market *m, dm_vertex v)
{
    return m->demand.joined && m->demand.limit[v] == INT64_MAX;
}

static int compare_entries(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Many entries are sorted by bits: those of a candidate are close together.  Returns how many there
 * are then, as equal ones may become one. */
static int64_t sort_entries(searcher *t, int64_t count)
{
    uint32_t least = UINT32_MAX, most = 0;
    int64_t at = 0;
    for (int64_t i = 0; i < count; i++) {
        least = t->entry[i] < least ? t->entry[i] : least;
        most = t->entry[i] > most ? t->entry[i] : most;
    }
    if (count == 0 || (most - least) / 64 > 64 * (uint64_t)count) {
        qsort(t->entry, (size_t)count, sizeof *t->entry, compare_entries);
        return count;
    }
    for (int64_t i = 0; i < count; i++)
        t->bit[t->entry[i] / 64] |= UINT64_C(1) << t->entry[i] % 64;
    for (uint32_t w = least / 64; w <= most / 64; w++)
        for (; t->bit[w]; t->bit[w] &= t->bit[w] - 1)
            t->entry[at++] = 64 * w + (uint32_t)__builtin_ctzll(t->bit[w]);
    return at;
}

/* Finds the customers of a candidate, unless they are known. */
static dm_status find_candidate(void *context, int worker, int32_t task, dm_error *err)
{
    searches *s = context;
    searcher *t = &s->thread[worker];
    dm_market *m = s->market;
    int32_t i = s->list[task];
    dmi_hits *hits = &m->candidates.hits[i];
    dm_vertex v = dmi_market_vertex(m, m->candidates.vertex[i]);
    int64_t offset = m->candidates.offset[i], start = m->terms.has_radius ? 0 : offset;
    int64_t count = 0, gain = 0;
    if (hits->is_current)
        return DM_OK;
    if (is_joined(m, v)) {
        count = write_joined(m, v, t->entry, &gain);
    } else {
        dm_status status = dmi_bounded_search_within(&t->search, v, start, m->demand.limit, err);
        if (status != DM_OK)
            return status;
        count = write_entries(m, &t->search, offset - start, t->entry, &gain);
        count = sort_entries(t, count);
    }
    if (!dmi_hits_init(hits, t->entry, count))
        return dmi_no_memory(err);
    hits->gain = gain;
    if (m->prices.share)
        hits->price = dmi_prices_of(&m->prices, &s->customers, hits);
    atomic_fetch_add(&s->done, 1);
    /* more entries than fit are refused, early if there are going to be many more */
    int64_t found = atomic_fetch_add(&s->found, count) + count;
    int64_t done = atomic_load(&s->done);
    bool is_hopeless = done >= SAMPLE && found / done > 4 * DMI_MOST_HITS / s->total;
    if (found <= DMI_MOST_HITS && !is_hopeless)
        return DM_OK;
    return dmi_fail(err, DM_TOO_LARGE,
                    "more than %lld pairs of a candidate and a customer in reach; methods greedy "
                    "and local store none",
                    (long long)DMI_MOST_HITS);
}

/* Finds the customers of all members of cluster k.  The least offset stands for all, which may find
 * more. */
static dm_status find_cluster(void *context, int worker, int32_t k, dm_error *err)
{
    searches *s = context;
    searcher *t = &s->thread[worker];
    dm_market *m = s->market;
    dmi_cluster *c = &m->clusters.at[k];
    int64_t offset = INT64_MAX, joined = 0, gain = 0;
    int32_t sources = 0;
    for (int32_t i = 0; i < c->count; i++) {
        int32_t one = m->clusters.member[c->first + i];
        dm_vertex v = dmi_market_vertex(m, m->candidates.vertex[one]);
        offset = m->candidates.offset[one] < offset ? m->candidates.offset[one] : offset;
        if (is_joined(m, v))
            joined += write_joined(m, v, t->entry + joined, &gain);
        else
            t->source[sources++] = v;
    }
    int64_t start = m->terms.has_radius ? 0 : offset;
    dm_status status =
        dmi_bounded_search_from_all(&t->search, t->source, sources, start, m->demand.limit, err);
    if (status != DM_OK)
        return status;
    int64_t count = joined + write_entries(m, &t->search, offset - start, t->entry + joined, &gain);
    count = sort_entries(t, count);
    if (!dmi_hits_init(&c->hits, t->entry, count))
        return dmi_no_memory(err);
    c->hits.gain = gain;
    return DM_OK;
}

static dm_status run_searches(searches *s, dmi_task_fn *work, const int32_t *list, int32_t count,
                              dm_error *err)
{
    s->list = list;
    return dmi_tasks_run(&(dmi_tasks){.work = work,
                                      .context = s,
                                      .count = count,
                                      .threads = s->threads,
                                      .run = s->run,
                                      .cost = 1,
                                      .phase = "candidates"},
                         err);
}

/* Prices for the clusters, and what they and the candidates searched so far earn. */
static dm_status find_prices(searches *s, dm_error *err)
{
    dm_market *m = s->market;
    dmi_prices prices = {0};
    const dmi_hits **list = dmi_alloc((size_t)m->clusters.count, sizeof(void *));
    int32_t most = 0;
    dm_status status = list ? dmi_market_most_sites(m, s->ask, &most, err) : dmi_no_memory(err);
    for (int32_t k = 0; status == DM_OK && k < m->clusters.count; k++)
        list[k] = &m->clusters.at[k].hits;
    if (status == DM_OK)
        status =
            dmi_prices_init(&prices, &s->customers, list, m->clusters.count, most, s->run, err);
    for (int32_t k = 0; status == DM_OK && k < m->clusters.count; k++)
        m->clusters.at[k].hits.price = dmi_prices_of(&prices, &s->customers, list[k]);
    for (int32_t i = 0; status == DM_OK && i < m->candidates.count; i++) {
        dmi_hits *f = &m->candidates.hits[i];
        f->price = f->is_current ? dmi_prices_of(&prices, &s->customers, f) : 0;
        if (!dmi_run_go_on(s->run, 0))
            status = dmi_stopped(s->run, err);
    }
    if (status == DM_OK)
        m->prices = prices;
    else
        dmi_prices_clear(&prices);
    free(list);
    return status;
}

static int64_t many_entries(const dm_market *m)
{
    return m->many_entries ? m->many_entries : usually_many;
}

/* Searches from the candidates on the list, of which neighbours are near each other. */
static dm_status search_list(searches *s, const int32_t *list, dm_error *err)
{
    int32_t first[FIRST], firsts = s->total < FIRST ? s->total : FIRST;
    int64_t before = atomic_load(&s->found);
    for (int32_t i = 0; i < firsts; i++)
        first[i] = list[(int64_t)i * s->total / firsts];
    dm_status status = run_searches(s, find_candidate, first, firsts, err);
    if (status != DM_OK || s->total == firsts)
        return status;
    int64_t found = atomic_load(&s->found) - before;
    int64_t many = many_entries(s->market);
    bool is_hopeless = found / firsts > 4 * DMI_MOST_HITS / s->total; /* a few more will show it */
    if (found / firsts > many / s->total && !is_hopeless) {
        dmi_clusters *clusters = &s->market->clusters; /* they say which candidates come first */
        status = dmi_clusters_init(clusters, list, s->total, err);
        if (status == DM_OK)
            status = run_searches(s, find_cluster, NULL, clusters->count, err);
        if (status == DM_OK)
            status = dmi_clusters_order(clusters, &s->customers, err);
        status = status == DM_OK ? find_prices(s, err) : status;
    }
    if (s->market->clusters.count > 0)
        list = s->market->clusters.order;
    return status == DM_OK ? run_searches(s, find_candidate, list, s->total, err) : status;
}

/* Makes a searcher per thread and lets them search. */
static dm_status search_with(searches *s, const int32_t *list, dm_error *err)
{
    dm_market *m = s->market;
    size_t joined = (size_t)m->candidates.count; /* of a cluster, too */
    bool is_sparse =
        m->from_site->kind == DM_NETWORK && m->from_site->arcs <= SPARSE * (uint64_t)m->n;
    dm_status status = DM_OK;
    /* On sparse boards the searches do not depend on the limits and serve the next question too. */
    if (!m->has_search || !is_sparse) {
        dmi_bounded_search_clear(&m->search);
        status = dmi_bounded_search_init(&m->search, m->from_site,
                                         is_sparse ? NULL : m->demand.limit, true, s->run, err);
        m->has_search = status == DM_OK;
    }
    for (int i = 0; status == DM_OK && i < s->threads; i++) {
        searcher *t = &s->thread[i];
        t->entry = dmi_alloc((size_t)m->customers + joined + 1, sizeof *t->entry);
        t->bit = dmi_calloc((size_t)m->customers / 32 + 1, sizeof *t->bit);
        t->source = dmi_alloc(joined, sizeof *t->source);
        status = t->entry && t->bit && t->source ? DM_OK : dmi_no_memory(err);
        if (status == DM_OK && i > 0)
            status = dmi_bounded_search_share(&t->search, &m->search, err);
    }
    if (status == DM_OK) {
        s->thread[0].search = m->search;
        for (int i = 0; i < s->threads; i++)
            s->thread[i].search.run = s->run;
        status = search_list(s, list, err);
        m->search = s->thread[0].search;
    }
    for (int i = 0; i < s->threads; i++) {
        if (i > 0)
            dmi_bounded_search_clear(&s->thread[i].search);
        free(s->thread[i].entry);
        free(s->thread[i].bit);
        free(s->thread[i].source);
    }
    return status;
}

/* Searches from the candidates that are not current. */
static dm_status search_all(dm_market *m, const dmi_market_ask *ask, int threads, dm_run *run,
                            dm_error *err)
{
    searches s = {.market = m, .ask = ask, .customers = dmi_market_customers(m), .run = run};
    dmi_keyed *row = dmi_alloc((size_t)m->candidates.count, sizeof *row);
    int32_t *list = dmi_alloc((size_t)m->candidates.count, sizeof *list);
    dm_status status = row && list ? DM_OK : dmi_no_memory(err);
    dmi_clusters_clear(&m->clusters);
    dmi_prices_clear(&m->prices);
    if (status == DM_OK) {
        /* those to search, in the market's numbering; what was found before is dropped */
        for (int32_t i = 0; i < m->candidates.count; i++) {
            dmi_hits *f = &m->candidates.hits[i];
            if (f->is_current) {
                atomic_fetch_add(&s.found, f->count);
                continue;
            }
            dmi_signatures_remove(&m->signatures, m->candidates.vertex[i], f);
            free(f->byte);
            *f = (dmi_hits){0};
            row[s.total++] = (dmi_keyed){dmi_market_vertex(m, m->candidates.vertex[i]), i};
        }
        dmi_sort_keyed(row, s.total);
        for (int32_t i = 0; i < s.total; i++)
            list[i] = row[i].item;
    }
    free(row);
    if (s.total > 0) {
        s.threads = threads < 1 ? 1 : threads > s.total ? s.total : threads;
        s.thread = dmi_calloc((size_t)s.threads, sizeof *s.thread);
        status = s.thread ? search_with(&s, list, err) : dmi_no_memory(err);
        free(s.thread);
    }
    free(list);
    return status;
}

static bool same_list(const dmi_candidates *a, const dm_sites *b)
{
    if (!a->vertex || a->count != b->count)
        return false;
    for (int32_t i = 0; i < b->count; i++)
        if (a->vertex[i] != b->vertex[i] || a->offset[i] != dmi_offset_of(b, i))
            return false;
    return true;
}

/* Takes a new list of candidates, with what is known of those that were on the last one too. */
static dm_status take_list(dm_market *m, const dm_sites *list, dm_error *err)
{
    dmi_candidates now = {.count = list->count}, *before = &m->candidates;
    now.vertex = dmi_alloc((size_t)list->count, sizeof *now.vertex);
    now.offset = dmi_alloc((size_t)list->count, sizeof *now.offset);
    now.hits = dmi_calloc((size_t)list->count, sizeof *now.hits);
    if (!now.vertex || !now.offset || !now.hits) {
        dmi_candidates_clear(&now);
        return dmi_no_memory(err);
    }
    for (int32_t i = 0, j = 0; i < list->count; i++) {
        now.vertex[i] = list->vertex[i];
        now.offset[i] = dmi_offset_of(list, i);
        assert(i == 0 || now.vertex[i] > now.vertex[i - 1]); /* as those of the last list are */
        while (j < before->count && before->vertex[j] < now.vertex[i])
            j++;
        if (j < before->count && before->vertex[j] == now.vertex[i] &&
            before->offset[j] == now.offset[i]) {
            now.hits[i] = before->hits[j];
            before->hits[j] = (dmi_hits){0};
        }
    }
    for (int32_t i = 0; i < before->count; i++)
        dmi_signatures_remove(&m->signatures, before->vertex[i], &before->hits[i]);
    dmi_candidates_clear(before);
    m->candidates = now;
    m->has_coverage = false;
    return DM_OK;
}

dm_status dmi_market_coverage(dm_market *market, const dm_sites *candidates,
                              const dmi_market_ask *ask, int threads, dm_run *run,
                              const dmi_coverage **out, dm_error *err)
{
    const dmi_customers customers = dmi_market_customers(market);
    dm_status status =
        same_list(&market->candidates, candidates) ? DM_OK : take_list(market, candidates, err);
    *out = &market->coverage;
    if (status != DM_OK || market->has_coverage)
        return status;
    status = search_all(market, ask, threads, run, err);
    dmi_coverage_clear(&market->coverage);
    int64_t entries = 0;
    for (int32_t i = 0; i < market->candidates.count; i++)
        entries += market->candidates.hits[i].count;
    if (status == DM_OK)
        status = entries > many_entries(market)
                     ? dmi_coverage_init_runs(&market->coverage, &customers, &market->candidates,
                                              run, err)
                     : dmi_coverage_init(&market->coverage, &customers, &market->candidates,
                                         &market->signatures, run, err);
    market->has_coverage = status == DM_OK;
    return status;
}
