/* enumerate.c - the best opening among all of them, bounded by a pool of replies.
 *
 * Every reply of Black's bounds every opening (reply_pool.h).  So:
 *
 *     start    moves one site after another to its best place, against exact replies; these fill
 *              the pool.  A large market begins with the best opening among a sample of its sites.
 *     sweep    goes through all openings; those that the pool holds to the best value are dropped,
 *              the others are listed with their bounds
 *     resolve  takes the listed opening of the largest bound, finds Black's best reply to it and
 *              lets that reply lower all bounds, until none is above the best value
 *
 * If the list is full, it is resolved before the sweep goes on.  An opening is dropped only if a
 * reply holds it to the best value, so the result is proven.  Its bound at any time: the largest in
 * the list and, while the sweep is not over, the bound of quick_bounds.c: White's best answer to p
 * + 1 replies that share no site.
 *
 * Cost: C(k, p) unions of k / 32 words per reply that an opening survives.
 */
#include "base/sort.h"
#include "base/threads.h"
#include "location/lead/disjoint_replies.h"
#include "location/lead/lead_answer.h"
#include "location/lead/lead_methods.h"
#include "location/lead/unrefuted_openings.h"
#include <demesne/rng.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STARTS = 4,
    SAMPLE = 500, /* sites of the smaller market in which a large one begins */
    MEMORIES = 16 /* replies taken over from it */
};
#define LIST_MEMORY (INT64_C(2) * DMI_TABLE_BYTES) /* bytes of the list */

typedef struct worker {
    dmi_lead_answerer answerer;
    dmi_lead_tile tile;
    dmi_lead_opening asked;
    dm_status status;
    dm_error err;
} worker;

typedef struct enumeration {
    const dmi_lead_market *market;
    dm_run *run;
    int32_t size; /* sites per opening */
    int threads;
    dmi_bits bits;
    dmi_lead_pool pool;
    dmi_lead_family family; /* bounds the openings not swept yet */
    worker *worker;
    dmi_lead_opening *best;
    int64_t unswept; /* no opening that was not swept keeps more */
    int32_t *memory; /* the last replies, in a ring */
    int64_t remembered;
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

static bool report(enumeration *e, uint64_t work, int64_t upper)
{
    char note[120];
    if (e->is_sample) /* its values are not those of the market */
        return dmi_run_report(e->run, work, "sample", e->seen, 0, NULL);
    int64_t low = dmi_lead_value(e->market, e->best->won), high = dmi_lead_value(e->market, upper);
    snprintf(note, sizeof note,
             "best %" PRId64 ", bound %" PRId64 ", gap %" PRId64 ", open %" PRId64, low, high,
             high - low, e->open.count);
    return dmi_run_report(e->run, work, "lead", e->seen, 0, note);
}

/* Finds the exact reply to the opening in w->asked. */
static dm_status ask(enumeration *e, worker *w, dm_error *err)
{
    return dmi_lead_answerer_run(&w->answerer, w->asked.white, e->run, w->asked.black,
                                 &w->asked.won, err);
}

static void offer(enumeration *e, const dmi_lead_opening *opening)
{
    if (opening->won > e->best->won)
        dmi_lead_opening_copy(e->best, opening, &e->market->sites);
}

static void lower_unswept(enumeration *e, int64_t bound)
{
    e->unswept = bound < e->unswept ? bound : e->unswept;
}

static void remember(enumeration *e, const int32_t *black)
{
    size_t size = (size_t)e->market->sites.reply;
    memcpy(e->memory + (size_t)(e->remembered++ % MEMORIES) * size, black, size * sizeof *black);
}

/* Asks for the first worker's opening and adds the reply to the pool. */
static dm_status ask_and_add(enumeration *e, dmi_pool_reply **reply, dm_error *err)
{
    worker *w = &e->worker[0];
    dm_status status = ask(e, w, err);
    if (status == DM_OK || (status == DM_STOPPED && e->best->won < 0))
        offer(e, &w->asked);
    if (status == DM_OK)
        status = dmi_lead_pool_add(&e->pool, w->asked.black, NULL, reply, err);
    if (status == DM_OK && !e->is_sample)
        lower_unswept(e, dmi_lead_family_add(&e->family, *reply, w->asked.black, e->run));
    remember(e, w->asked.black);
    if (status == DM_OK && !report(e, 1, e->unswept))
        status = dmi_stopped(e->run, err);
    return status;
}

static int32_t largest(const dmi_bit_list *list)
{
    int32_t best = 0;
    for (int32_t i = 1; i < list->count; i++)
        if (list->bound[i] > list->bound[best])
            best = i;
    return best;
}

/* Moves site i of `now` to its best place; *better: it moved. */
static dm_status move_site(enumeration *e, dmi_lead_opening *now, int32_t i, bool *better,
                           dm_error *err)
{
    worker *w = &e->worker[0];
    dmi_bit_list *list = &w->tile.list[0];
    int32_t last = e->size - 1;
    dmi_swap_int32(&now->white[i], &now->white[last]);
    w->tile.count = 0;
    dmi_lead_tile_add(&w->tile, now->white, 0);
    dmi_lead_tile_refute(&w->tile, &e->pool, now->won);
    while (list->count > 0) {
        dmi_pool_reply *reply = NULL;
        memcpy(w->asked.white, now->white, (size_t)last * sizeof *now->white);
        w->asked.white[last] = list->site[largest(list)];
        dm_status status = ask_and_add(e, &reply, err);
        if (status != DM_OK)
            return status;
        *better = *better || w->asked.won > now->won;
        if (w->asked.won > now->won)
            dmi_lead_opening_copy(now, &w->asked, &e->market->sites);
        dmi_lead_tile_apply(&w->tile, reply, now->won);
    }
    return DM_OK;
}

/* An opening to start from: at random, or under a budget the sites that stand. */
static void first_opening(const enumeration *e, dm_rng *rng, int32_t *white)
{
    const dmi_lead_sites *s = &e->market->sites;
    int32_t count = 0;
    for (int pass = 0; pass < 2 && s->budget != INT64_MAX; pass++)
        for (int32_t k = 0; k < s->whites && count < e->size; k++)
            if (pass == 0 ? s->site[k].closable : s->site[k].vertex < 0)
                white[count++] = k;
    while (count < e->size) {
        int32_t at = (int32_t)dm_rng_below(rng, (uint64_t)s->whites);
        bool held = false;
        for (int32_t i = 0; i < count; i++)
            held = held || white[i] == at;
        if (!held)
            white[count++] = at;
    }
}

static dm_status climb(enumeration *e, dmi_lead_opening *now, dm_error *err)
{
    dmi_pool_reply *reply = NULL;
    dmi_lead_opening_copy(&e->worker[0].asked, now, &e->market->sites);
    dm_status status = ask_and_add(e, &reply, err);
    dmi_lead_opening_copy(now, &e->worker[0].asked, &e->market->sites);
    for (int32_t i = 0, idle = 0; status == DM_OK && idle < e->size; idle++) {
        bool better = false;
        status = move_site(e, now, i, &better, err);
        idle = better ? -1 : idle;
        i = (i + 1) % e->size;
    }
    return status;
}

static dm_status start_at_random(enumeration *e, dm_error *err)
{
    dm_rng rng;
    dmi_lead_opening now = {0};
    dm_status status = dmi_lead_opening_init(&now, &e->market->sites, err);
    int starts = e->market->sites.budget == INT64_MAX ? STARTS : 1;
    dm_rng_init(&rng, e->market->request->seed);
    for (int i = 0; i < starts && status == DM_OK; i++) {
        first_opening(e, &rng, now.white);
        status = climb(e, &now, err);
    }
    dmi_lead_opening_clear(&now);
    return status;
}

/* Steps to the next prefix; sets `swept` behind the last one. */
static void next_prefix(enumeration *e)
{
    int32_t size = e->size - 1, whites = e->market->sites.whites, i = size - 1;
    while (i >= 0 && e->next[i] == whites - size - 1 + i)
        i--;
    if (i < 0) {
        e->swept = true;
        return;
    }
    e->next[i]++;
    for (int32_t k = i + 1; k < size; k++)
        e->next[k] = e->next[k - 1] + 1;
}

/* Takes the next prefixes; false if there are none or the list is full. */
static bool take_tile(enumeration *e, dmi_lead_tile *tile)
{
    int64_t most = (int64_t)DMI_TILE * e->market->sites.whites * e->threads;
    tile->count = 0;
    pthread_mutex_lock(&e->lock);
    while (tile->count < DMI_TILE && !e->swept && e->open.count + most <= e->open.room) {
        dmi_lead_tile_add(tile, e->next, e->size > 1 ? e->next[e->size - 2] + 1 : 0);
        e->seen += (uint64_t)tile->list[tile->count - 1].count;
        next_prefix(e);
    }
    pthread_mutex_unlock(&e->lock);
    return tile->count > 0;
}

static void sweep_work(void *context, int number)
{
    enumeration *e = context;
    dmi_lead_tile *tile = &e->worker[number].tile;
    while (!atomic_load(&e->stopped) && take_tile(e, tile)) {
        dmi_pool_reply *last = dmi_lead_tile_refute(tile, &e->pool, e->best->won);
        pthread_mutex_lock(&e->lock);
        dmi_unrefuted_add(&e->open, tile);
        if (last)
            last->useful = ++e->pool.clock;
        if (!report(e, 1, e->unswept))
            atomic_store(&e->stopped, true);
        pthread_mutex_unlock(&e->lock);
    }
}

/* Gives each worker an opening of large bound: the first the largest, the others without the sites
 * of the one before. Returns how many have one. */
static int choose_openings(enumeration *e)
{
    int chosen = 0;
    for (int64_t last = -1; chosen < e->threads; chosen++) {
        last = dmi_unrefuted_choose(&e->open, last, e->worker[chosen].asked.white);
        if (last < 0)
            break;
    }
    return chosen;
}

static void ask_work(void *context, int number)
{
    enumeration *e = context;
    worker *w = &e->worker[number];
    w->err = (dm_error){0};
    w->status = ask(e, w, &w->err);
}

static dm_status resolve(enumeration *e, dm_error *err)
{
    while (e->open.count > 0) {
        if (!report(e, 1, upper_of(e)))
            return dmi_stopped(e->run, err);
        int chosen = choose_openings(e);
        dmi_threads_run(chosen, ask_work, e);
        dmi_unrefuted_mark(&e->open, e->used, e->market->sites.whites);
        for (int k = 0; k < chosen; k++) {
            worker *w = &e->worker[k];
            dmi_pool_reply *reply = NULL;
            if (w->status != DM_OK && err)
                *err = w->err;
            if (w->status != DM_OK)
                return w->status;
            offer(e, &w->asked);
            remember(e, w->asked.black);
            dm_status status =
                dmi_lead_pool_add(&e->pool, w->asked.black, e->swept ? e->used : NULL, &reply, err);
            if (status != DM_OK)
                return status;
            dmi_unrefuted_apply(&e->open, reply, e->best->won);
        }
    }
    return DM_OK;
}

static dm_status sweep(enumeration *e, dm_error *err)
{
    dm_status status = DM_OK;
    while (status == DM_OK && !e->swept) {
        dmi_threads_run(e->threads, sweep_work, e);
        status = atomic_load(&e->stopped) ? dmi_stopped(e->run, err) : resolve(e, err);
    }
    return status;
}

static dm_status make_workers(enumeration *e, dm_error *err)
{
    e->worker = dmi_calloc((size_t)e->threads, sizeof *e->worker);
    if (!e->worker)
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    for (int i = 0; i < e->threads && status == DM_OK; i++) {
        worker *w = &e->worker[i];
        status = dmi_lead_answerer_init(&w->answerer, &e->bits, err);
        if (status == DM_OK)
            status = dmi_lead_tile_init(&w->tile, &e->pool, err);
        if (status == DM_OK)
            status = dmi_lead_opening_init(&w->asked, &e->market->sites, err);
    }
    return status;
}

/* Room for all openings, if that is at most `most`; in any case for one tile per worker. */
static int64_t list_room(const enumeration *e, int64_t most)
{
    int64_t whites = e->market->sites.whites, tiles = DMI_TILE * whites * e->threads + 1;
    double openings = 1;
    for (int32_t i = 0; i < e->size; i++)
        openings *= (double)(whites - i) / (double)(i + 1);
    double room = openings + (double)tiles;
    return room < (double)most ? (int64_t)room + 1 : most > tiles ? most : tiles;
}

static dm_status make_room(enumeration *e, dm_error *err)
{
    const dmi_lead_sites *sites = &e->market->sites;
    size_t size = (size_t)e->size, one = size * sizeof(uint16_t) + sizeof(int64_t);
    dm_status status = dmi_bits_init(&e->bits, e->market, err);
    if (status == DM_OK)
        status = dmi_unrefuted_init(&e->open, &e->bits, e->size, e->threads,
                                    list_room(e, LIST_MEMORY / (int64_t)one), err);
    if (status == DM_OK)
        status = dmi_lead_pool_init(&e->pool, &e->bits, e->threads, err);
    if (status == DM_OK)
        status = dmi_lead_family_init(&e->family, &e->bits, sites, err);
    if (status == DM_OK)
        status = make_workers(e, err);
    e->used = dmi_array(&e->arrays, (size_t)sites->whites, 1);
    e->next = dmi_array(&e->arrays, size, sizeof *e->next);
    e->memory = dmi_array(&e->arrays, MEMORIES * (size_t)sites->reply, sizeof *e->memory);
    if (status == DM_OK)
        status = dmi_arrays_check(&e->arrays, err);
    for (int32_t i = 0; status == DM_OK && i < e->size; i++)
        e->next[i] = i;
    return status;
}

static void clear(enumeration *e)
{
    for (int i = 0; e->worker && i < e->threads; i++) {
        dmi_lead_answerer_clear(&e->worker[i].answerer);
        dmi_lead_tile_clear(&e->worker[i].tile);
        dmi_lead_opening_clear(&e->worker[i].asked);
    }
    free(e->worker);
    dmi_lead_family_clear(&e->family);
    dmi_lead_pool_clear(&e->pool);
    dmi_bits_clear(&e->bits);
    dmi_unrefuted_clear(&e->open);
    dmi_arrays_free(&e->arrays);
}

static dm_status enumerate(enumeration *e, dm_error *err);

/* Marks SAMPLE random sites. */
static void mark_sample(const enumeration *e, unsigned char *take)
{
    int32_t count = e->market->sites.count, wanted = SAMPLE;
    dm_rng rng;
    dm_rng_init(&rng, e->market->request->seed);
    for (int32_t s = 0; s < count; s++) {
        take[s] = dm_rng_below(&rng, (uint64_t)(count - s)) < (uint64_t)wanted;
        wanted -= take[s];
    }
}

/* Takes over the opening and the replies of the sample. */
static dm_status take_over(enumeration *e, const enumeration *sample, const int32_t *map,
                           dm_error *err)
{
    const dmi_lead_sites *sites = &e->market->sites;
    int32_t size = sites->reply, old = sample->market->sites.reply;
    dmi_lead_opening now = {0};
    dm_status status = dmi_lead_opening_init(&now, sites, err);
    int64_t count = sample->remembered < MEMORIES ? sample->remembered : MEMORIES;
    for (int64_t k = 0; k < count && status == DM_OK; k++) {
        dmi_pool_reply *reply = NULL;
        for (int32_t i = 0; i < size; i++) {
            int32_t site = i < old ? sample->memory[k * old + i] : -1;
            now.black[i] = site < 0 ? -1 : map[site];
        }
        status = dmi_lead_pool_add(&e->pool, now.black, NULL, &reply, err);
    }
    for (int32_t i = 0; i < e->size && status == DM_OK; i++)
        now.white[i] = map[sample->best->white[i]];
    if (status == DM_OK)
        status = climb(e, &now, err);
    dmi_lead_opening_clear(&now);
    return status;
}

/* Finds the best opening among a sample of the sites and starts from it. */
static dm_status start_from_sample(enumeration *e, dm_error *err)
{
    dmi_lead_market market = {0};
    dmi_lead_sites sites = {0};
    dmi_lead_opening best = {0};
    dmi_arrays arrays = {0};
    size_t count = (size_t)e->market->sites.count;
    unsigned char *take = dmi_array(&arrays, count, 1);
    int32_t *map = dmi_array(&arrays, count, sizeof *map);
    if (dmi_arrays_check(&arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    mark_sample(e, take);
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
        status = enumerate(&sample, err);
        if (status == DM_OK)
            status = take_over(e, &sample, map, err);
        clear(&sample);
    }
    dmi_lead_opening_clear(&best);
    dmi_lead_market_clear(&market);
    dmi_lead_sites_clear(&sites);
    dmi_arrays_free(&arrays);
    return status;
}

static dm_status enumerate(enumeration *e, dm_error *err)
{
    const dmi_lead_sites *sites = &e->market->sites;
    bool large = !e->is_sample && sites->count > 2 * SAMPLE;
    if (pthread_mutex_init(&e->lock, NULL) != 0)
        return dmi_no_memory(err);
    dm_status status = make_room(e, err);
    if (status == DM_OK)
        status = large ? start_from_sample(e, err) : start_at_random(e, err);
    if (status == DM_OK)
        status = sweep(e, err);
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
    dm_status status = enumerate(&e, err);
    if (status == DM_OK || status == DM_STOPPED)
        out->upper = upper_of(&e);
    out->nodes = e.seen;
    for (int i = 0; e.worker && i < e.threads; i++)
        out->replies += e.worker[i].answerer.replies;
    clear(&e);
    return status;
}
