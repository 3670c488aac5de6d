/* exact_reply.c - Black's exact reply: the sites that together win the most from White.
 *
 * A free site wins a half that White holds if its rank is below White's key.  Up to three sites are
 * found by unions of rows of bits (bit_cover.c), otherwise as maximum coverage (cover.h).  The
 * problem is built from the ranks: a lead needs thousands of replies, and searching the board for
 * each would cost more than solving it.
 *
 * Cost: one comparison per site and half, then the search.
 */
#include "location/lead/exact_reply.h"

#include "location/cover/cover.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 3 };

dm_status dmi_exact_reply_init(dmi_exact_reply *reply, const dmi_lead_market *market,
                               const dmi_bits *bits, dm_error *err)
{
    dmi_exact_reply *r = reply;
    size_t sites = (size_t)market->sites.count;
    size_t halves = (size_t)market->customers + (size_t)market->split;
    size_t blacks = sites - (size_t)market->sites.first_black;
    bool by_rows = bits && market->sites.reply <= MOST_ROWS;
    *r = (dmi_exact_reply){.market = market, .bits = by_rows ? bits : NULL};
    r->key = dmi_array(&r->arrays, halves, sizeof *r->key);
    r->is_held = dmi_array(&r->arrays, sites, 1);
    r->site = dmi_array(&r->arrays, sites, sizeof *r->site);
    for (int h = 0; h < 2 && by_rows; h++)
        r->limit[h] = dmi_array_zeroed(&r->arrays, market->stride, sizeof *r->limit[h]);
    if (by_rows) {
        r->held = dmi_array(&r->arrays, bits->words, sizeof *r->held);
        r->none = dmi_array_zeroed(&r->arrays, bits->words, sizeof *r->none);
        r->row = dmi_array(&r->arrays, blacks * bits->words, sizeof *r->row);
    } else {
        r->weight = dmi_array(&r->arrays, halves, sizeof *r->weight);
        r->first = dmi_array(&r->arrays, sites + 1, sizeof *r->first);
        r->number = dmi_array(&r->arrays, halves, sizeof *r->number);
        r->item = dmi_array(&r->arrays, blacks * halves, sizeof *r->item);
        r->chosen = dmi_array(&r->arrays, (size_t)market->sites.reply, sizeof *r->chosen);
    }
    dm_status status = dmi_arrays_check(&r->arrays, err);
    return status == DM_OK && by_rows
               ? dmi_bit_cover_init(&r->cover, bits, (int32_t)blacks, market->sites.reply, err)
               : status;
}

void dmi_exact_reply_clear(dmi_exact_reply *reply)
{
    dmi_bit_cover_clear(&reply->cover);
    dmi_arrays_free(&reply->arrays);
    *reply = (dmi_exact_reply){0};
}

/* By a union of rows; `free` sites are listed. */
static dm_status reply_by_rows(dmi_exact_reply *r, int32_t free, dm_run *run, int32_t *black,
                               int64_t *won, dm_error *err)
{
    const dmi_lead_market *m = r->market;
    const dmi_bits *bits = r->bits;
    const uint16_t *key = r->key;
    int32_t first = m->sites.first_black, have = 0;
    int32_t count = m->sites.reply < free ? m->sites.reply : free;
    memset(r->held, 0, bits->words * sizeof *r->held);
    for (int h = 0; h < 2; key += dmi_lead_halves(m, h), h++)
        for (int32_t c = 0; c < dmi_lead_halves(m, h); c++) {
            bool has = m->rival[c] >= key[c];
            r->limit[h][c] = has ? (uint16_t)(key[c] - 1) : 0;
            if (has)
                dmi_bits_set(bits, r->held, h, c);
        }
    for (int32_t i = 0; i < free; i++) {
        dmi_bits_compare(bits, dmi_lead_market_row(m, r->site[i]), r->limit,
                         r->row + (size_t)(r->site[i] - first) * bits->words);
        r->site[i] -= first; /* the number of its row */
    }
    bool done = dmi_bit_cover_run(&r->cover, r->row, r->site, free, r->none, run);
    for (; have < r->cover.best_count; have++)
        black[have] = first + r->cover.best[have];
    for (int32_t i = 0; i < free && have < count; i++) { /* sites that win nothing more */
        bool taken = false;
        for (int32_t k = 0; k < have; k++)
            taken = taken || black[k] == first + r->site[i];
        if (!taken)
            black[have++] = first + r->site[i];
    }
    *won = done ? dmi_bits_weigh(bits, r->held, r->held) - r->cover.weight : 0;
    return done ? DM_OK : dmi_stopped(run, err);
}

/* As maximum coverage; `free` sites are listed. */
static dm_status reply_by_sets(dmi_exact_reply *r, int32_t free, dm_run *run, int32_t *black,
                               int64_t *won, dm_error *err)
{
    const dmi_lead_market *m = r->market;
    int32_t halves = m->customers + m->split;
    int64_t held = 0, at = 0;
    dmi_cover cover = {.sets = free, .weight = r->weight, .first = r->first, .item = r->item};
    dmi_cover_request request = {.floor = -1, .enough = INT64_MAX};
    dmi_cover_answer answer = {.chosen = r->chosen};
    for (int32_t j = 0; j < halves; j++) {
        int32_t c = j < m->customers ? j : j - m->customers;
        r->number[j] = -1;
        if (m->rival[c] < r->key[j])
            continue;
        held += m->weight[c];
        r->weight[cover.items] = m->weight[c];
        r->number[j] = cover.items++;
    }
    for (int32_t i = 0; i < free; i++) {
        const uint16_t *rank = dmi_lead_market_row(m, r->site[i]), *key = r->key;
        const int32_t *number = r->number;
        r->first[i] = at;
        for (int h = 0; h < 2; h++) {
            int32_t count = dmi_lead_halves(m, h);
            for (int32_t c = 0; c < count; c++)
                if (rank[c] < key[c] && number[c] >= 0)
                    r->item[at++] = number[c];
            key += count;
            number += count;
        }
    }
    r->first[free] = at;
    cover.count = m->sites.reply < free ? m->sites.reply : free;
    dm_status status = DM_OK;
    if (cover.count > 0)
        status = dmi_cover_solve(&cover, &request, run, &answer, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    for (int32_t i = 0; i < cover.count; i++)
        black[i] = r->site[answer.chosen[i]];
    *won = held - answer.upper;
    assert(*won >= 0);
    return status;
}

dm_status dmi_exact_reply_run(dmi_exact_reply *reply, const int32_t *white, dm_run *run,
                              int32_t *black, int64_t *won, dm_error *err)
{
    dmi_exact_reply *r = reply;
    const dmi_lead_market *m = r->market;
    int32_t free = 0;
    dmi_lead_white_keys(m, white, m->sites.choose, r->key);
    memset(r->is_held, 0, (size_t)m->sites.count);
    for (int32_t i = 0; i < m->sites.choose; i++)
        r->is_held[white[i]] = 1;
    for (int32_t b = m->sites.first_black; b < m->sites.count; b++) {
        int32_t holder = dmi_lead_holder(&m->sites, b);
        if (holder < 0 || !r->is_held[holder])
            r->site[free++] = b;
    }
    for (int32_t i = 0; i < m->sites.reply; i++)
        black[i] = -1;
    r->replies++;
    return r->bits ? reply_by_rows(r, free, run, black, won, err)
                   : reply_by_sets(r, free, run, black, won, err);
}
