/* reply_pool.c - rows of White's sites against one reply.
 *
 * Cost of a reply: one comparison per site and customer, on all threads.
 */
#include "location/lead/reply_pool.h"

#include "base/threads.h"
#include <assert.h>
#include <stdatomic.h>
#include <string.h>

enum { MOST_REPLIES = 4096, PIECE = 64 };
#define MEMORY (INT64_C(1) << 30) /* bytes of rows */

dm_status dmi_lead_pool_init(dmi_lead_pool *pool, const dmi_bits *bits, int threads, dm_error *err)
{
    const dmi_lead_market *m = bits->market;
    int64_t one = (int64_t)m->sites.whites * (int64_t)(bits->words * sizeof(uint64_t)) + 1;
    *pool = (dmi_lead_pool){.bits = bits, .threads = threads};
    pool->room = MEMORY / one < MOST_REPLIES ? (int32_t)(MEMORY / one) + 2 : MOST_REPLIES;
    pool->reply = dmi_array_zeroed(&pool->arrays, (size_t)pool->room, sizeof *pool->reply);
    pool->last =
        dmi_array(&pool->arrays, DMI_LAST_REPLIES * (size_t)m->sites.reply, sizeof *pool->last);
    pool->key = dmi_array_zeroed(&pool->arrays, m->stride, sizeof *pool->key);
    for (int h = 0; h < 2; h++)
        pool->limit[h] = dmi_array_zeroed(&pool->arrays, m->stride, sizeof *pool->limit[h]);
    return dmi_arrays_check(&pool->arrays, err);
}

void dmi_lead_pool_clear(dmi_lead_pool *pool)
{
    for (int32_t k = 0; k < pool->count; k++)
        dmi_arrays_free(&pool->reply[k].arrays);
    dmi_arrays_free(&pool->part.arrays);
    dmi_arrays_free(&pool->arrays);
    *pool = (dmi_lead_pool){0};
}

typedef struct job {
    const dmi_lead_pool *pool;
    dmi_pool_reply *reply;
    const unsigned char *only;
    atomic_int next; /* piece of sites */
} job;

static void work(void *context, int worker)
{
    job *j = context;
    int32_t sites = j->pool->bits->market->sites.whites;
    (void)worker;
    for (int32_t from; (from = PIECE * atomic_fetch_add(&j->next, 1)) < sites;)
        for (int32_t s = from; s < sites && s < from + PIECE; s++)
            if (!j->only || j->only[s]) {
                const dmi_bits *bits = j->pool->bits;
                uint64_t *row = j->reply->row + (size_t)s * bits->words;
                dmi_bits_compare(bits, dmi_lead_market_row(bits->market, s), j->pool->limit, row);
                for (size_t w = 0; w < bits->words; w++)
                    row[w] |= j->reply->anyway[w];
                j->reply->single[s] = dmi_bits_weigh(bits, row, row);
            }
}

/* White's site on the place of a stone of Black's has all that this stone would have won. */
static void open_blocked(const dmi_lead_pool *pool, const int32_t *black, dmi_pool_reply *reply)
{
    const dmi_bits *bits = pool->bits;
    const dmi_lead_market *m = bits->market;
    for (int32_t i = 0; i < m->sites.reply && black[i] >= 0; i++) {
        int32_t holder = dmi_lead_holder(&m->sites, black[i]);
        if (holder < 0)
            continue;
        const uint16_t *rank = dmi_lead_market_row(m, black[i]);
        uint64_t *row = reply->row + (size_t)holder * bits->words;
        for (int h = 0; h < 2; h++)
            for (int32_t c = 0; c < (h ? m->split : m->customers); c++)
                if (rank[c] == pool->key[c] && rank[c] < m->rival[c])
                    dmi_bits_set(bits, row, h, c);
        reply->single[holder] = dmi_bits_weigh(bits, row, row);
    }
}

dm_status dmi_lead_pool_add(dmi_lead_pool *pool, const int32_t *black, const unsigned char *only,
                            dmi_pool_reply **out, dm_error *err)
{
    bool is_full = pool->count == pool->room;
    dmi_pool_reply *reply = only      ? &pool->part
                            : is_full ? &pool->reply[0]
                                      : &pool->reply[pool->count++];
    for (int32_t k = 1; !only && is_full && k < pool->count; k++)
        if (pool->reply[k].useful < reply->useful)
            reply = &pool->reply[k];
    if (!reply->row) {
        size_t sites = (size_t)pool->bits->market->sites.whites, words = pool->bits->words;
        reply->row = dmi_array(&reply->arrays, sites * words, sizeof *reply->row);
        reply->single = dmi_array(&reply->arrays, sites, sizeof *reply->single);
        reply->anyway = dmi_array_zeroed(&reply->arrays, words, sizeof *reply->anyway);
        if (dmi_arrays_check(&reply->arrays, err) != DM_OK) {
            *reply = (dmi_pool_reply){0};
            return DM_NO_MEMORY;
        }
    }
    /* Black's keys, the ranks that win a half against them, and what White has anyway. */
    const dmi_lead_market *m = pool->bits->market;
    dmi_lead_black_keys(m, black, m->sites.reply, pool->key);
    memset(reply->anyway, 0, pool->bits->words * sizeof *reply->anyway);
    for (int h = 0; h < 2; h++)
        for (int32_t c = 0; c < (h ? m->split : m->customers); c++) {
            int limit = pool->key[c] - m->strict[h];
            pool->limit[h][c] = (uint16_t)(limit < DMI_FAR ? limit : DMI_FAR - 1);
            if (m->own[h][c] <= pool->key[c])
                dmi_bits_set(pool->bits, reply->anyway, h, c);
        }
    reply->base = dmi_bits_weigh(pool->bits, reply->anyway, reply->anyway);
    job j = {.pool = pool, .reply = reply, .only = only};
    dmi_threads_run(pool->threads, work, &j);
    open_blocked(pool, black, reply);
    reply->useful = ++pool->clock;
    size_t size = (size_t)pool->bits->market->sites.reply;
    memcpy(pool->last + pool->added++ % DMI_LAST_REPLIES * size, black, size * sizeof *black);
    *out = reply;
    return DM_OK;
}
