/* unrefuted_openings.c - a reply lowers the bounds piece by piece, the pieces over all threads. */
#include "location/lead/unrefuted_openings.h"

#include "base/threads.h"
#include <assert.h>
#include <string.h>

enum { PIECE = 1 << 14 };

dm_status dmi_unrefuted_init(dmi_unrefuted *list, const dmi_bits *bits, int32_t size, int threads,
                             int64_t room, dm_error *err)
{
    size_t all = (size_t)room;
    *list = (dmi_unrefuted){.bits = bits, .size = size, .threads = threads, .room = room};
    list->site = dmi_array(&list->arrays, all * (size_t)size, sizeof *list->site);
    list->bound = dmi_array(&list->arrays, all, sizeof *list->bound);
    list->left = dmi_array(&list->arrays, all / PIECE + 1, sizeof *list->left);
    list->row = dmi_array(&list->arrays, (size_t)threads * bits->words, sizeof *list->row);
    return dmi_arrays_check(&list->arrays, err);
}

void dmi_unrefuted_clear(dmi_unrefuted *list)
{
    dmi_arrays_free(&list->arrays);
}

void dmi_unrefuted_add(dmi_unrefuted *list, const dmi_lead_tile *tile)
{
    size_t size = (size_t)list->size;
    for (int32_t t = 0; t < tile->count; t++)
        for (int32_t i = 0; i < tile->list[t].count; i++) {
            assert(list->count < list->room);
            uint16_t *site = list->site + (size_t)list->count * size;
            for (size_t k = 0; k + 1 < size; k++)
                site[k] = (uint16_t)tile->prefix[(size_t)t * (size - 1) + k];
            site[size - 1] = (uint16_t)tile->list[t].site[i];
            list->bound[list->count++] = tile->list[t].bound[i];
        }
}

int64_t dmi_unrefuted_most(const dmi_unrefuted *list, int64_t least)
{
    for (int64_t i = 0; i < list->count; i++)
        least = list->bound[i] > least ? list->bound[i] : least;
    return least;
}

/* Lowers the bounds of pieces; the openings that keep more than `won` move to the front of theirs.
 */
static void apply_work(void *context, int number)
{
    dmi_unrefuted *list = context;
    const dmi_pool_reply *reply = list->reply;
    const dmi_bits *bits = list->bits;
    size_t size = (size_t)list->size, words = bits->words;
    uint64_t *row = list->row + (size_t)number * words;
    for (int64_t piece; (piece = atomic_fetch_add(&list->piece, 1)) * PIECE < list->count;) {
        const uint16_t *prefix = NULL;
        int64_t from = piece * PIECE, left = from, sum = 0;
        int64_t to = from + PIECE < list->count ? from + PIECE : list->count;
        for (int64_t i = from; i < to; i++) {
            uint16_t *site = list->site + (size_t)i * size;
            if (!prefix || memcmp(prefix, site, (size - 1) * sizeof *site) != 0) {
                memcpy(row, reply->anyway, words * sizeof *row);
                for (size_t k = 0; k + 1 < size; k++)
                    for (size_t at = 0; at < words; at++)
                        row[at] |= reply->row[site[k] * words + at];
                sum = dmi_bits_weigh(bits, row, row) - reply->base;
            }
            int64_t bound = list->bound[i], weight = sum + reply->single[site[size - 1]];
            if (weight > list->won)
                weight = dmi_bits_weigh(bits, row, reply->row + site[size - 1] * words);
            bound = weight < bound ? weight : bound;
            list->bound[left] = bound;
            prefix = memmove(list->site + (size_t)left * size, site, size * sizeof *site);
            left += bound > list->won;
        }
        list->left[piece] = left - from;
    }
}

void dmi_unrefuted_apply(dmi_unrefuted *list, const dmi_pool_reply *reply, int64_t won)
{
    size_t size = (size_t)list->size;
    int64_t count = 0, pieces = (list->count + PIECE - 1) / PIECE;
    list->reply = reply;
    list->won = won;
    atomic_store(&list->piece, 0);
    dmi_threads_run(list->threads, apply_work, list);
    for (int64_t k = 0; k < pieces; k++) {
        int64_t from = k * PIECE, left = list->left[k];
        memmove(list->bound + count, list->bound + from, (size_t)left * sizeof *list->bound);
        memmove(list->site + (size_t)count * size, list->site + (size_t)from * size,
                (size_t)left * size * sizeof *list->site);
        assert(left <= PIECE && left <= list->count - from);
        count += left;
    }
    list->count = count;
}

void dmi_unrefuted_mark(const dmi_unrefuted *list, unsigned char *used, int32_t sites)
{
    memset(used, 0, (size_t)sites);
    for (int64_t i = 0; i < list->count * list->size; i++)
        used[list->site[i]] = 1;
}

static bool share_a_site(const dmi_unrefuted *list, int64_t a, int64_t b)
{
    for (int32_t i = 0; i < list->size; i++)
        for (int32_t k = 0; k < list->size; k++)
            if (list->site[a * list->size + i] == list->site[b * list->size + k])
                return true;
    return false;
}

int64_t dmi_unrefuted_choose(const dmi_unrefuted *list, int64_t last, int32_t *white)
{
    int64_t best = -1;
    for (int64_t i = 0; i < list->count; i++)
        if ((best < 0 || list->bound[i] > list->bound[best]) &&
            (last < 0 || !share_a_site(list, last, i)))
            best = i;
    for (int32_t k = 0; best >= 0 && k < list->size; k++)
        white[k] = list->site[best * list->size + k];
    return best;
}
