/* lead_answer.c - Black's exact reply: the sites that together win the most from White.
 *
 * A site wins a half that White has if its rank is below White's key.  Up to three sites are found
 * by unions of rows (bit_cover.c), more as maximum coverage (cover.h).
 *
 * Cost: one comparison per site and customer, then the search.
 */
#include "location/lead/lead_answer.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 3 };

dm_status dmi_lead_answerer_init(dmi_lead_answerer *answerer, const dmi_bits *bits, dm_error *err)
{
    dmi_lead_answerer *a = answerer;
    const dmi_lead_market *m = bits->market;
    int32_t blacks = m->sites.count - m->sites.first_black;
    *a = (dmi_lead_answerer){.bits = bits};
    for (int h = 0; h < 2; h++) {
        a->key[h] = dmi_array_zeroed(&a->arrays, m->stride, sizeof *a->key[h]);
        a->limit[h] = dmi_array_zeroed(&a->arrays, m->stride, sizeof *a->limit[h]);
    }
    a->held = dmi_array(&a->arrays, bits->words, sizeof *a->held);
    a->none = dmi_array_zeroed(&a->arrays, bits->words, sizeof *a->none);
    a->row = dmi_array(&a->arrays, (size_t)blacks * bits->words, sizeof *a->row);
    a->list = dmi_array(&a->arrays, (size_t)blacks, sizeof *a->list);
    if (dmi_arrays_check(&a->arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    int32_t count = m->sites.reply < MOST_ROWS ? m->sites.reply : MOST_ROWS;
    return dmi_bit_cover_init(&a->cover, bits, blacks, count, err);
}

void dmi_lead_answerer_clear(dmi_lead_answerer *answerer)
{
    dmi_bit_cover_clear(&answerer->cover);
    dmi_arrays_free(&answerer->arrays);
    *answerer = (dmi_lead_answerer){0};
}

static void lower_keys(const dmi_lead_market *m, int32_t site, int h, uint16_t *key)
{
    const uint16_t *rank = dmi_lead_market_row(m, site);
    uint16_t strict = (uint16_t)m->strict[h];
    for (size_t c = 0; c < m->stride; c++) {
        uint16_t own = rank[c] == DMI_FAR ? DMI_FAR + 1 : (uint16_t)(rank[c] + strict);
        key[c] = own < key[c] ? own : key[c];
    }
}

/* White's keys, what it holds, and the ranks that win a half. */
static void set_limits(dmi_lead_answerer *a, const int32_t *white)
{
    const dmi_lead_market *m = a->bits->market;
    memset(a->held, 0, a->bits->words * sizeof *a->held);
    for (int h = 0; h < 2; h++) {
        int32_t customers = h ? m->split : m->customers;
        memcpy(a->key[h], m->own[h], (size_t)m->customers * sizeof *a->key[h]);
        for (int32_t i = 0; i < m->sites.choose; i++)
            lower_keys(m, white[i], h, a->key[h]);
        for (int32_t c = 0; c < customers; c++) {
            bool has = m->rival[c] >= a->key[h][c];
            a->limit[h][c] = has ? (uint16_t)(a->key[h][c] - 1) : 0;
            if (has)
                dmi_bits_set(a->bits, a->held, h, c);
        }
    }
}

/* Lists Black's free sites, as numbers of rows, and writes their rows. */
static int32_t list_sites(dmi_lead_answerer *a, const int32_t *white)
{
    const dmi_lead_sites *sites = &a->bits->market->sites;
    int32_t count = 0;
    for (int32_t b = sites->first_black; b < sites->count; b++) {
        int32_t holder = dmi_lead_holder(sites, b);
        bool blocked = false;
        for (int32_t i = 0; holder >= 0 && i < sites->choose; i++)
            blocked = blocked || white[i] == holder;
        if (blocked)
            continue;
        int32_t k = b - sites->first_black;
        dmi_bits_compare(a->bits, dmi_lead_market_row(a->bits->market, b), a->limit,
                         a->row + (size_t)k * a->bits->words);
        a->list[count++] = k;
    }
    return count;
}

/* Adds sites that win nothing more until there are `count`. */
static void add_spare(const dmi_lead_answerer *a, int32_t listed, int32_t *black, int32_t have,
                      int32_t count)
{
    int32_t first = a->bits->market->sites.first_black;
    for (int32_t k = 0; k < listed && have < count; k++) {
        bool taken = false;
        for (int32_t i = 0; i < have; i++)
            taken = taken || black[i] == first + a->list[k];
        if (!taken)
            black[have++] = first + a->list[k];
    }
}

static dm_status solve_rows(dmi_lead_answerer *a, int32_t listed, dm_run *run, int32_t *black,
                            int64_t *most, dm_error *err)
{
    const dmi_lead_sites *sites = &a->bits->market->sites;
    int32_t count = sites->reply < listed ? sites->reply : listed;
    bool done = dmi_bit_cover_run(&a->cover, a->row, a->list, listed, a->none, run);
    for (int32_t i = 0; i < a->cover.best_count; i++)
        black[i] = sites->first_black + a->cover.best[i];
    add_spare(a, listed, black, a->cover.best_count, count);
    *most = a->cover.weight;
    return done ? DM_OK : dmi_stopped(run, err);
}

static dm_status solve_sets(dmi_lead_answerer *a, int32_t listed, dm_run *run, int32_t *black,
                            int64_t *most, dm_error *err)
{
    const dmi_lead_sites *sites = &a->bits->market->sites;
    int32_t count = sites->reply < listed ? sites->reply : listed, chosen = 0;
    dm_status status = dmi_bit_cover_as_sets(a->bits, a->row, a->list, listed, count, NULL, 0, run,
                                             black, &chosen, most, err);
    for (int32_t i = 0; i < chosen; i++)
        black[i] += sites->first_black;
    return status;
}

dm_status dmi_lead_answerer_run(dmi_lead_answerer *answerer, const int32_t *white, dm_run *run,
                                int32_t *black, int64_t *won, dm_error *err)
{
    dmi_lead_answerer *a = answerer;
    int32_t reply = a->bits->market->sites.reply;
    int64_t most = 0;
    dm_status status = DM_OK;
    set_limits(a, white);
    int32_t listed = list_sites(a, white);
    int64_t held = dmi_bits_weigh(a->bits, a->held, a->held);
    for (int32_t i = 0; i < reply; i++)
        black[i] = -1;
    if (reply > MOST_ROWS && listed > 0)
        status = solve_sets(a, listed, run, black, &most, err);
    else if (listed > 0)
        status = solve_rows(a, listed, run, black, &most, err);
    a->replies++;
    *won = status == DM_STOPPED ? 0 : held - most;
    return status;
}
