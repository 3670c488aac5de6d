/* candidates.c - searches from the candidates of a market.
 *
 * A search from candidate c visits the vertices whose limit is no less than its key there
 * (demand.c), so it costs what c could win, not the board.  The searches are spread over threads.
 * What a search has found is kept until a change of the sites reaches it (change.c).
 */
#include "base/base.h"
#include "market/market.h"
#include <demesne/crew.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SPARSE = 16 };  /* arcs per vertex up to which no arcs are left out of the searches */
enum { SAMPLE = 256 }; /* searches after which the number of all entries is guessed */

/* What one thread searches with. */
typedef struct searcher {
    dmi_bounded_search search;
    uint32_t *entry;
    uint64_t *bit; /* scratch to sort entries: one bit for each, all 0 */
} searcher;

typedef struct searches {
    dm_market *market;
    searcher *thread;
    _Atomic int32_t next, done;
    int32_t total; /* candidates to search */
    _Atomic int64_t found;
    pthread_mutex_t lock;
    dm_status status;
    dm_error error;
    dm_run *run;
} searches;

static uint32_t entry_of(const dm_market *m, dm_vertex v, bool is_inner)
{
    return 2 * (uint32_t)(m->number ? m->number[v] : v) + is_inner;
}

/* Writes the customers just found; returns how many.  `more` is added to the keys. */
static int64_t write_entries(const dm_market *m, const dmi_bounded_search *b, int64_t more,
                             uint32_t *entry)
{
    int64_t count = 0;
    for (dm_vertex i = 0; i < b->count; i++) {
        dm_vertex v = b->found[i];
        const dmi_market_step *step = m->demand.customer[v].step;
        int64_t sum = b->distance[v] + more;
        entry[count] = entry_of(m, v, sum <= step[1].reach);
        count += sum <= step[0].reach;
    }
    return count;
}

/* The entry of the customer that stands for all of a component without sites, if there is one. */
static int64_t write_joined(const dm_market *m, dm_vertex v, uint32_t *entry)
{
    if (m->demand.joined[v] < 0)
        return 0;
    entry[0] = entry_of(m, m->demand.joined[v], false);
    return 1;
}

/* Refuses more entries than fit, early if there are going to be many more. */
static dm_status check_room(const searches *s, int64_t found, dm_error *err)
{
    int64_t done = atomic_load(&s->done);
    bool is_hopeless = done >= SAMPLE && found / done > 4 * DMI_MOST_WINS / s->total;
    if (found <= DMI_MOST_WINS && !is_hopeless)
        return DM_OK;
    return dmi_fail(err, DM_TOO_LARGE,
                    "more than %lld pairs of a candidate and a customer in reach; methods greedy "
                    "and local store none",
                    (long long)DMI_MOST_WINS);
}

static int compare_entries(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Many entries are sorted by bits: those of a candidate are close together. */
static void sort_entries(searcher *t, int64_t count)
{
    uint32_t least = UINT32_MAX, most = 0;
    int64_t at = 0;
    for (int64_t i = 0; i < count; i++) {
        least = t->entry[i] < least ? t->entry[i] : least;
        most = t->entry[i] > most ? t->entry[i] : most;
    }
    if (count == 0 || (most - least) / 64 > 64 * (uint64_t)count) {
        qsort(t->entry, (size_t)count, sizeof *t->entry, compare_entries);
        return;
    }
    for (int64_t i = 0; i < count; i++)
        t->bit[t->entry[i] / 64] |= UINT64_C(1) << t->entry[i] % 64;
    for (uint32_t w = least / 64; w <= most / 64; w++)
        for (; t->bit[w]; t->bit[w] &= t->bit[w] - 1)
            t->entry[at++] = 64 * w + (uint32_t)__builtin_ctzll(t->bit[w]);
}

/* Finds the customers of candidate i. */
static dm_status find(searches *s, searcher *t, int32_t i, dm_error *err)
{
    dm_market *m = s->market;
    dm_vertex v = dmi_market_vertex(m, m->candidates.vertex[i]);
    int64_t offset = m->candidates.offset[i], start = m->terms.has_radius ? 0 : offset, count;
    if (m->demand.joined && m->demand.limit[v] == INT64_MAX) {
        count = write_joined(m, v, t->entry);
    } else {
        dm_status status = dmi_bounded_search_within(&t->search, v, start, m->demand.limit, err);
        if (status != DM_OK)
            return status;
        count = write_entries(m, &t->search, offset - start, t->entry);
        sort_entries(t, count);
    }
    if (!dmi_finds_init(&m->candidates.finds[i], t->entry, count))
        return dmi_no_memory(err);
    return check_room(s, atomic_fetch_add(&s->found, count) + count, err);
}

static void give_up(searches *s, dm_status status, const dm_error *err)
{
    pthread_mutex_lock(&s->lock);
    if (s->status == DM_OK) {
        s->status = status;
        s->error = *err;
    }
    pthread_mutex_unlock(&s->lock);
    atomic_store(&s->next, s->market->candidates.count);
}

static void search_candidates(void *context, int worker)
{
    searches *s = context;
    int32_t i;
    while ((i = atomic_fetch_add(&s->next, 1)) < s->market->candidates.count) {
        dm_error err = {0};
        if (s->market->candidates.finds[i].is_current)
            continue;
        dm_status status = find(s, &s->thread[worker], i, &err);
        uint64_t done = (uint64_t)atomic_fetch_add(&s->done, 1) + 1;
        if (status == DM_OK &&
            !dmi_run_report(s->run, 1, "candidates", done, (uint64_t)s->total, NULL))
            status = dmi_stopped(s->run, &err);
        if (status != DM_OK) {
            give_up(s, status, &err);
            return;
        }
    }
}

/* On sparse boards the searches do not depend on the limits and serve the next question too. */
static dm_status prepare_search(dm_market *m, dm_error *err)
{
    bool is_sparse = m->from_site->arcs <= SPARSE * (uint64_t)m->n;
    if (m->has_search && is_sparse)
        return DM_OK;
    dmi_bounded_search_clear(&m->search);
    dm_status status = dmi_bounded_search_init(&m->search, m->from_site,
                                               is_sparse ? NULL : m->demand.limit, true, err);
    m->has_search = status == DM_OK;
    return status;
}

static dm_status searcher_init(searcher *t, const dm_market *m, dm_error *err)
{
    t->entry = dmi_alloc((size_t)m->customers + 1, sizeof *t->entry);
    t->bit = dmi_calloc((size_t)m->customers / 32 + 1, sizeof *t->bit);
    return t->entry && t->bit ? DM_OK : dmi_no_memory(err);
}

static dm_status search_with(searches *s, int threads, dm_error *err)
{
    dm_market *m = s->market;
    dm_status status = prepare_search(m, err);
    for (int t = 0; status == DM_OK && t < threads; t++) {
        status = searcher_init(&s->thread[t], m, err);
        if (status == DM_OK && t > 0)
            status = dmi_bounded_search_share(&s->thread[t].search, &m->search, err);
    }
    if (status == DM_OK) {
        s->thread[0].search = m->search;
        for (int t = 0; t < threads; t++)
            s->thread[t].search.run = s->run;
        pthread_mutex_init(&s->lock, NULL);
        dm_crew_run(threads, search_candidates, s);
        pthread_mutex_destroy(&s->lock);
        m->search = s->thread[0].search;
        status = s->status;
        if (status != DM_OK && err)
            *err = s->error;
    }
    for (int t = 0; t < threads; t++) {
        if (t > 0)
            dmi_bounded_search_clear(&s->thread[t].search);
        free(s->thread[t].entry);
        free(s->thread[t].bit);
    }
    return status;
}

/* Searches from the candidates that are not current. */
static dm_status search_all(dm_market *m, int threads, dm_run *run, dm_error *err)
{
    searches s = {.market = m, .run = run};
    int64_t found = 0;
    for (int32_t i = 0; i < m->candidates.count; i++) {
        dmi_finds *f = &m->candidates.finds[i];
        s.total += !f->is_current;
        found += f->is_current ? f->count : 0;
        if (!f->is_current) {
            free(f->byte);
            *f = (dmi_finds){0};
        }
    }
    if (s.total == 0)
        return DM_OK;
    threads = threads < 1 ? 1 : threads > s.total ? s.total : threads;
    atomic_store(&s.found, found);
    s.thread = dmi_calloc((size_t)threads, sizeof *s.thread);
    dm_status status = s.thread ? search_with(&s, threads, err) : dmi_no_memory(err);
    free(s.thread);
    return status;
}

/* Takes over what is known of candidates on both lists.  Both are increasing. */
static void adopt(dmi_candidates *now, dmi_candidates *before)
{
    for (int32_t i = 0, j = 0; i < now->count; i++) {
        while (j < before->count && before->vertex[j] < now->vertex[i])
            j++;
        if (j < before->count && before->vertex[j] == now->vertex[i] &&
            before->offset[j] == now->offset[i]) {
            now->finds[i] = before->finds[j];
            before->finds[j] = (dmi_finds){0};
        }
    }
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

static dm_status take_list(dm_market *m, const dm_sites *list, dm_error *err)
{
    dmi_candidates now = {.count = list->count};
    now.vertex = dmi_alloc((size_t)list->count, sizeof *now.vertex);
    now.offset = dmi_alloc((size_t)list->count, sizeof *now.offset);
    now.finds = dmi_calloc((size_t)list->count, sizeof *now.finds);
    if (!now.vertex || !now.offset || !now.finds) {
        dmi_candidates_clear(&now);
        return dmi_no_memory(err);
    }
    for (int32_t i = 0; i < list->count; i++) {
        now.vertex[i] = list->vertex[i];
        now.offset[i] = dmi_offset_of(list, i);
    }
    adopt(&now, &m->candidates);
    dmi_candidates_clear(&m->candidates);
    m->candidates = now;
    m->has_wins = false;
    return DM_OK;
}

/* The vertex of each customer. */
static dm_status list_customers(const dm_market *m, dm_vertex **out, dm_error *err)
{
    if (!m->number)
        return DM_OK;
    dm_vertex *place = dmi_alloc((size_t)m->customers, sizeof *place);
    if (!place)
        return dmi_no_memory(err);
    for (dm_vertex v = 0; v < m->n; v++)
        if (m->number[v] >= 0)
            place[m->number[v]] = v;
    *out = place;
    return DM_OK;
}

static dm_status make_lists(dm_market *m, dm_error *err)
{
    dm_vertex *place = NULL;
    dm_status status = list_customers(m, &place, err);
    const dmi_customers customers = {m->customers, place, m->demand.customer};
    dmi_wins_clear(&m->wins);
    if (status == DM_OK)
        status = dmi_wins_init(&m->wins, &customers, &m->candidates, err);
    free(place);
    return status;
}

dm_status dmi_market_wins(dm_market *market, const dm_sites *candidates, int threads, dm_run *run,
                          const dmi_wins **out, dm_error *err)
{
    dm_status status =
        same_list(&market->candidates, candidates) ? DM_OK : take_list(market, candidates, err);
    *out = &market->wins;
    if (status != DM_OK || market->has_wins)
        return status;
    status = search_all(market, threads, run, err);
    dm_status listed = status == DM_OK || status == DM_STOPPED ? make_lists(market, err) : status;
    market->has_wins = status == DM_OK && listed == DM_OK;
    return listed == DM_OK ? status : listed;
}
