/* enumerate.c - the best opening among all of them, bounded by a pool of replies.
 *
 * Every reply of Black's bounds every opening (reply_pool.h).  So:
 *
 *     start    local search (local_search.c), whose exact replies fill the pool.  A large market
 *              begins with the best opening among a sample of its sites.
 *     sweep    goes through all openings; those that the pool holds to the best value are dropped,
 *              the others are listed with their bounds
 *     resolve  takes the listed opening of the largest bound, finds Black's best reply to it and
 *              lets that reply lower all bounds, until none is above the best value
 *
 * If the list is full, it is resolved before the sweep goes on.  An opening is dropped only if a
 * reply holds it to the best value, so the result is proven.  Its bound at any time: the largest in
 * the list and, while the sweep is not over, White's best answer to p + 1 replies that share no
 * site.
 *
 * Cost: C(k, p) unions of k / 32 words per reply that an opening survives.
 */
#include "base/sort.h"
#include "base/threads.h"
#include "location/lead/local_search.h"
#include "location/lead/unrefuted_openings.h"
#include <assert.h>
#include <demesne/rng.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STARTS = 4,
    SAMPLE = 500 /* sites of the smaller market in which a large one begins */
};
#define LIST_MEMORY (INT64_C(2) * DMI_TABLE_BYTES) /* bytes of the list */

typedef struct enumeration_worker {
    dmi_exact_reply reply;
    dmi_lead_tile tile;
    dmi_lead_opening asked;
    dm_status status;
    dm_error err;
} enumeration_worker;

/* Replies that share no site: no opening keeps more than White's best answer to one of them, if
 * there is one more of them than an opening has sites. */
typedef struct disjoint_replies {
    dmi_bit_cover cover;
    int32_t *black; /* the replies' sites */
    int32_t *list;  /* scratch: White's sites that Black does not hold */
    int32_t count;
    int64_t most; /* what White's best answers to them keep */
} disjoint_replies;

typedef struct enumeration {
    const dmi_lead_market *market;
    dm_run *run;
    int32_t size; /* sites per opening */
    int threads;
    dmi_bits bits;
    dmi_lead_pool pool;
    disjoint_replies disjoint;
    enumeration_worker *worker;
    dmi_lead_opening *best;
    int64_t unswept;     /* no opening that was not swept keeps more */
    dmi_unrefuted open;  /* not refuted yet */
    unsigned char *used; /* sites of the open openings */
    int32_t *next;       /* the next prefix to sweep */
    bool swept;
    bool is_sample;
    uint64_t seen;
    pthread_mutex_t lock; /* of the sweep */
    atomic_bool stopped;
    dmi_arrays arrays;
} enumeration;

static int64_t upper_of(const enumeration *e)
{
    int64_t most = dmi_unrefuted_most(&e->open, e->best->won);
    return e->swept || e->unswept < most ? most : e->unswept;
}

static bool report_progress(enumeration *e, int64_t upper)
{
    char note[120];
    if (e->is_sample) /* its values are not those of the market */
        return dmi_run_report(e->run, 1, "sample", e->seen, 0, NULL);
    int64_t low = dmi_lead_value(e->market, e->best->won), high = dmi_lead_value(e->market, upper);
    snprintf(note, sizeof note,
             "best %" PRId64 ", bound %" PRId64 ", gap %" PRId64 ", open %" PRId64, low, high,
             high - low, e->open.count);
    return dmi_run_report(e->run, 1, "lead", e->seen, 0, note);
}

static dm_status report_step(void *context, dm_error *err)
{
    enumeration *e = context;
    return report_progress(e, e->unswept) ? DM_OK : dmi_stopped(e->run, err);
}

static bool is_in(const int32_t *list, int32_t count, int32_t site)
{
    for (int32_t i = 0; i < count; i++)
        if (site >= 0 && list[i] == site)
            return true;
    return false;
}

/* Takes the reply with these sites, unless there are enough or one of them has such a site; lowers
 * the bound of what is not swept. */
static void add_disjoint(enumeration *e, const dmi_pool_reply *reply, const int32_t *black)
{
    const dmi_lead_sites *sites = &e->market->sites;
    disjoint_replies *d = &e->disjoint;
    int32_t size = sites->reply, listed = 0;
    bool shares = d->count > sites->choose;
    for (int32_t i = 0; i < size && !shares; i++)
        shares = is_in(d->black, d->count * size, black[i]);
    if (shares)
        return;
    memcpy(d->black + (size_t)d->count++ * (size_t)size, black, (size_t)size * sizeof *black);
    for (int32_t s = 0; s < sites->whites; s++)
        if (!is_in(black, size, sites->site[s].twin))
            d->list[listed++] = s;
    if (!dmi_bit_cover_run(&d->cover, reply->row, d->list, listed, reply->anyway, e->run))
        d->most = INT64_MAX;
    else if (d->cover.weight > d->most)
        d->most = d->cover.weight;
    if (d->count > sites->choose && d->most < e->unswept)
        e->unswept = d->most;
}

static void keep_asked(enumeration *e, const enumeration_worker *w)
{
    if (w->asked.won > e->best->won)
        dmi_lead_opening_copy(e->best, &w->asked, &e->market->sites);
}

/* Finds the exact reply to the first worker's opening and adds it to the pool. */
static dm_status ask_and_add(enumeration *e, dmi_pool_reply **reply, dm_error *err)
{
    enumeration_worker *w = &e->worker[0];
    dm_status status =
        dmi_exact_reply_run(&w->reply, w->asked.white, e->run, w->asked.black, &w->asked.won, err);
    if (status == DM_OK || (status == DM_STOPPED && e->best->won < 0))
        keep_asked(e, w);
    if (status == DM_OK)
        status = dmi_lead_pool_add(&e->pool, w->asked.black, NULL, reply, err);
    if (status == DM_OK && !e->is_sample)
        add_disjoint(e, *reply, w->asked.black);
    return status;
}

static dm_status evaluate_by_rows(void *context, dmi_lead_opening *opening, dm_error *err)
{
    enumeration *e = context;
    dmi_pool_reply *reply = NULL;
    dmi_lead_opening *asked = &e->worker[0].asked;
    dmi_lead_opening_copy(asked, opening, &e->market->sites);
    dm_status status = ask_and_add(e, &reply, err);
    dmi_lead_opening_copy(opening, asked, &e->market->sites);
    return status;
}

/* Moves stone i to its best place: asks for the place of the largest bound until none is above the
 * best value. */
static dm_status move_by_rows(void *context, dmi_lead_opening *now, int32_t i, bool *better,
                              dm_error *err)
{
    enumeration *e = context;
    enumeration_worker *w = &e->worker[0];
    dmi_bit_list *list = &w->tile.list[0];
    int32_t last = e->size - 1;
    dmi_swap_int32(&now->white[i], &now->white[last]);
    w->tile.count = 0;
    dmi_lead_tile_add(&w->tile, now->white, 0);
    dmi_lead_tile_refute(&w->tile, &e->pool, now->won);
    while (list->count > 0) {
        dmi_pool_reply *reply = NULL;
        int32_t most = 0;
        for (int32_t k = 1; k < list->count; k++)
            most = list->bound[k] > list->bound[most] ? k : most;
        memcpy(w->asked.white, now->white, (size_t)last * sizeof *now->white);
        w->asked.white[last] = list->site[most];
        dm_status status = ask_and_add(e, &reply, err);
        if (status == DM_OK)
            status = report_step(e, err);
        if (status != DM_OK)
            return status;
        *better = *better || w->asked.won > now->won;
        if (w->asked.won > now->won)
            dmi_lead_opening_copy(now, &w->asked, &e->market->sites);
        dmi_lead_tile_apply(&w->tile, reply, now->won);
    }
    return DM_OK;
}

/* Local search from `first` (NULL: from several openings), which fills the pool. */
static dm_status search_locally(enumeration *e, const int32_t *first, dm_error *err)
{
    int done = 0, rounds = first || e->market->sites.budget != INT64_MAX ? 1 : STARTS;
    const dmi_lead_moves moves = {.evaluate = evaluate_by_rows, .move = move_by_rows, .context = e};
    const dmi_lead_listener listener = {.hear = report_step, .context = e, .rounds = &done};
    return dmi_lead_improve(e->market, &moves, first, rounds, &listener, e->best, err);
}

/* Takes the next prefixes; false if there are none or the list is full. */
static bool take_tile(enumeration *e, dmi_lead_tile *tile)
{
    int32_t size = e->size - 1, whites = e->market->sites.whites;
    int64_t most = (int64_t)DMI_TILE * whites * e->threads;
    tile->count = 0;
    pthread_mutex_lock(&e->lock);
    while (tile->count < DMI_TILE && !e->swept && e->open.count + most <= e->open.room) {
        dmi_lead_tile_add(tile, e->next, e->size > 1 ? e->next[e->size - 2] + 1 : 0);
        e->seen += (uint64_t)tile->list[tile->count - 1].count;
        int32_t i = size - 1; /* steps to the next prefix */
        while (i >= 0 && e->next[i] == whites - size - 1 + i)
            i--;
        e->swept = i < 0;
        for (int32_t k = i; i >= 0 && k < size; k++)
            e->next[k] = k == i ? e->next[k] + 1 : e->next[k - 1] + 1;
    }
    pthread_mutex_unlock(&e->lock);
    return tile->count > 0;
}

static void sweep_worker(void *context, int number)
{
    enumeration *e = context;
    dmi_lead_tile *tile = &e->worker[number].tile;
    while (!atomic_load(&e->stopped) && take_tile(e, tile)) {
        dmi_pool_reply *last = dmi_lead_tile_refute(tile, &e->pool, e->best->won);
        pthread_mutex_lock(&e->lock);
        dmi_unrefuted_add(&e->open, tile);
        if (last)
            last->useful = ++e->pool.clock;
        if (!report_progress(e, e->unswept))
            atomic_store(&e->stopped, true);
        pthread_mutex_unlock(&e->lock);
    }
}

static void reply_worker(void *context, int number)
{
    enumeration *e = context;
    enumeration_worker *w = &e->worker[number];
    w->err = (dm_error){0};
    w->status = dmi_exact_reply_run(&w->reply, w->asked.white, e->run, w->asked.black,
                                    &w->asked.won, &w->err);
}

static dm_status resolve_open(enumeration *e, dm_error *err)
{
    while (e->open.count > 0) {
        if (!report_progress(e, upper_of(e)))
            return dmi_stopped(e->run, err);
        /* The first worker takes the opening of the largest bound, each other one that shares no
         * site with the one before. */
        int chosen = 0;
        for (int64_t last = -1; chosen < e->threads; chosen++)
            if ((last = dmi_unrefuted_choose(&e->open, last, e->worker[chosen].asked.white)) < 0)
                break;
        dmi_threads_run(chosen, reply_worker, e);
        dmi_unrefuted_mark(&e->open, e->used, e->market->sites.whites);
        for (int k = 0; k < chosen; k++) {
            enumeration_worker *w = &e->worker[k];
            dmi_pool_reply *reply = NULL;
            if (w->status != DM_OK && err)
                *err = w->err;
            if (w->status != DM_OK)
                return w->status;
            keep_asked(e, w);
            dm_status status =
                dmi_lead_pool_add(&e->pool, w->asked.black, e->swept ? e->used : NULL, &reply, err);
            if (status != DM_OK)
                return status;
            dmi_unrefuted_apply(&e->open, reply, e->best->won);
        }
    }
    return DM_OK;
}

static dm_status enumeration_init(enumeration *e, dm_error *err)
{
    const dmi_lead_sites *sites = &e->market->sites;
    size_t size = (size_t)e->size, one = size * sizeof(uint16_t) + sizeof(int64_t);
    size_t replies = (size_t)sites->choose + 1;
    /* Room for all openings, if that is at most `most`; in any case for one tile per worker. */
    int64_t most = LIST_MEMORY / (int64_t)one;
    int64_t whites = sites->whites, tiles = DMI_TILE * whites * e->threads + 1;
    double openings = 1;
    for (int32_t i = 0; i < e->size; i++)
        openings *= (double)(whites - i) / (double)(i + 1);
    double all = openings + (double)tiles;
    int64_t room = all < (double)most ? (int64_t)all + 1 : most > tiles ? most : tiles;
    e->used = dmi_array(&e->arrays, (size_t)sites->whites, 1);
    e->next = dmi_array(&e->arrays, size, sizeof *e->next);
    e->disjoint.black =
        dmi_array(&e->arrays, replies * (size_t)sites->reply, sizeof *e->disjoint.black);
    e->disjoint.list = dmi_array(&e->arrays, (size_t)sites->whites, sizeof *e->disjoint.list);
    dm_status status = dmi_arrays_check(&e->arrays, err);
    for (int32_t i = 0; status == DM_OK && i < e->size; i++)
        e->next[i] = i;
    if (status == DM_OK)
        status = dmi_bits_init(&e->bits, e->market, err);
    if (status == DM_OK)
        status = dmi_unrefuted_init(&e->open, &e->bits, e->size, e->threads, room, err);
    if (status == DM_OK)
        status = dmi_lead_pool_init(&e->pool, &e->bits, e->threads, err);
    if (status == DM_OK)
        status =
            dmi_bit_cover_init(&e->disjoint.cover, &e->bits, sites->whites, sites->choose, err);
    e->worker = dmi_calloc((size_t)e->threads, sizeof *e->worker);
    if (status == DM_OK && !e->worker)
        status = dmi_no_memory(err);
    for (int i = 0; i < e->threads && status == DM_OK; i++) {
        enumeration_worker *w = &e->worker[i];
        status = dmi_exact_reply_init(&w->reply, e->market, &e->bits, err);
        if (status == DM_OK)
            status = dmi_lead_tile_init(&w->tile, &e->pool, err);
        if (status == DM_OK)
            status = dmi_lead_opening_init(&w->asked, sites, err);
    }
    return status;
}

static void enumeration_clear(enumeration *e)
{
    for (int i = 0; e->worker && i < e->threads; i++) {
        dmi_exact_reply_clear(&e->worker[i].reply);
        dmi_lead_tile_clear(&e->worker[i].tile);
        dmi_lead_opening_clear(&e->worker[i].asked);
    }
    free(e->worker);
    dmi_bit_cover_clear(&e->disjoint.cover);
    dmi_lead_pool_clear(&e->pool);
    dmi_bits_clear(&e->bits);
    dmi_unrefuted_clear(&e->open);
    dmi_arrays_free(&e->arrays);
}

static dm_status enumerate_openings(enumeration *e, dm_error *err);

/* Starts from the opening and the last replies of a sample of the sites. */
static dm_status take_over(enumeration *e, const enumeration *sample, const int32_t *map,
                           dm_error *err)
{
    const dmi_lead_sites *sites = &e->market->sites;
    const dmi_lead_pool *pool = &sample->pool;
    int32_t size = sites->reply, old = sample->market->sites.reply;
    dmi_lead_opening first = {0};
    dm_status status = dmi_lead_opening_init(&first, sites, err);
    uint64_t count = pool->added < DMI_LAST_REPLIES ? pool->added : DMI_LAST_REPLIES;
    for (uint64_t k = count; k-- > 0 && status == DM_OK;) { /* the last one is tried first */
        dmi_pool_reply *reply = NULL;
        const int32_t *black = dmi_lead_pool_last(pool, k);
        for (int32_t i = 0; i < size; i++)
            first.black[i] = i < old && black[i] >= 0 ? map[black[i]] : -1;
        status = dmi_lead_pool_add(&e->pool, first.black, NULL, &reply, err);
    }
    for (int32_t i = 0; i < e->size && status == DM_OK; i++)
        first.white[i] = map[sample->best->white[i]];
    if (status == DM_OK)
        status = search_locally(e, first.white, err);
    dmi_lead_opening_clear(&first);
    return status;
}

/* Finds the best opening among a random sample of the sites and starts from it. */
static dm_status start_from_sample(enumeration *e, dm_error *err)
{
    dmi_lead_market market = {0};
    dmi_lead_sites sites = {0};
    dmi_lead_opening best = {0};
    dmi_arrays arrays = {0};
    dm_rng rng;
    int32_t count = e->market->sites.count, wanted = SAMPLE;
    unsigned char *take = dmi_array(&arrays, (size_t)count, 1);
    int32_t *map = dmi_array(&arrays, (size_t)count, sizeof *map);
    if (dmi_arrays_check(&arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    dm_rng_init(&rng, e->market->request->seed);
    for (int32_t s = 0; s < count; s++) {
        take[s] = dm_rng_below(&rng, (uint64_t)(count - s)) < (uint64_t)wanted;
        wanted -= take[s];
    }
    dm_status status = dmi_lead_market_sample(e->market, take, &sites, map, &market, err);
    enumeration sample = {.market = &market,
                          .run = e->run,
                          .size = e->size,
                          .threads = e->threads,
                          .best = &best,
                          .unswept = market.total,
                          .is_sample = true};
    if (status == DM_OK)
        status = dmi_lead_opening_init(&best, &sites, err);
    if (status == DM_OK) {
        status = enumerate_openings(&sample, err);
        if (status == DM_OK)
            status = take_over(e, &sample, map, err);
        enumeration_clear(&sample);
    }
    dmi_lead_opening_clear(&best);
    dmi_lead_market_clear(&market);
    dmi_lead_sites_clear(&sites);
    dmi_arrays_free(&arrays);
    return status;
}

/* Starts, then sweeps all openings and resolves those that are left. */
static dm_status enumerate_openings(enumeration *e, dm_error *err)
{
    bool is_large = !e->is_sample && e->market->sites.count > 2 * SAMPLE;
    if (pthread_mutex_init(&e->lock, NULL) != 0)
        return dmi_no_memory(err);
    dm_status status = enumeration_init(e, err);
    if (status == DM_OK)
        status = is_large ? start_from_sample(e, err) : search_locally(e, NULL, err);
    while (status == DM_OK && !e->swept) {
        dmi_threads_run(e->threads, sweep_worker, e);
        status = atomic_load(&e->stopped) ? dmi_stopped(e->run, err) : resolve_open(e, err);
    }
    pthread_mutex_destroy(&e->lock);
    return status;
}

bool dmi_lead_can_enumerate(const dmi_lead_sites *sites)
{
    return sites->choose <= 3 || (sites->choose == 4 && sites->whites <= 110);
}

dm_status dmi_lead_enumerate(const dmi_lead_market *market, dm_run *run, dmi_lead_result *out,
                             dm_error *err)
{
    enumeration e = {.market = market,
                     .run = run,
                     .size = market->sites.choose,
                     .threads = market->request->threads < 1 ? 1 : market->request->threads,
                     .best = &out->best,
                     .unswept = out->upper};
    dm_status status = enumerate_openings(&e, err);
    if (status == DM_OK || status == DM_STOPPED)
        out->upper = upper_of(&e);
    out->nodes = e.seen;
    for (int i = 0; e.worker && i < e.threads; i++)
        out->replies += e.worker[i].reply.replies;
    enumeration_clear(&e);
    return status;
}
