/* separation.c - finds cuts: gains of slots at a fractional opening, and strategies made of slots.
 *
 * For a slot (i, a) and an item j let H be the sites with white key <= rank of i, with White's site
 * on the place of i, or without it if Black wins j at a whenever White holds that place.  White
 * wins j only with a stone in H, so White misses at least 1 - x(H) of its weight: the slot's gain.
 * x(H) is a prefix sum of x along j's order of sites and reaches 1 after about n / p of them, so
 * the gains are a sparse matrix with about n * n / p entries.
 *
 * The search replaces one slot after another by the best one.  If White holds a part of a site, its
 * best `other` matters; the gain without the site itself bounds that, so it is computed only if it
 * could win.
 *
 * Source of the inequalities: Roboredo and Pessoa, A branch-and-cut algorithm for the discrete
 * (r|p)-centroid problem, 2013; the search is our own.
 */
#include "location/lead/exact/separation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 1e-5f /* gains below this count as 0 */

dm_status dmi_separator_init(dmi_separator *separator, const dmi_lead_problem *problem,
                             uint64_t seed, dm_error *err)
{
    dmi_separator *s = separator;
    size_t sites = (size_t)problem->sites, items = (size_t)problem->items;
    *s = (dmi_separator){.problem = problem};
    dm_rng_init(&s->rng, seed);
    s->first = dmi_array(&s->arrays, sites + 2, sizeof *s->first);
    s->second = dmi_array(&s->arrays, sites, sizeof *s->second);
    s->certain = dmi_array(&s->arrays, items, sizeof *s->certain);
    s->have = dmi_array(&s->arrays, items, sizeof *s->have);
    s->owner = dmi_array(&s->arrays, items, sizeof *s->owner);
    s->is_free = dmi_array(&s->arrays, sites, sizeof *s->is_free);
    s->most = dmi_array(&s->arrays, sites, sizeof *s->most);
    s->near = dmi_array(&s->arrays, sites, sizeof *s->near);
    s->bonus = dmi_array(&s->arrays, sites, sizeof *s->bonus);
    return dmi_arrays_check(&s->arrays, err);
}

void dmi_separator_clear(dmi_separator *separator)
{
    dmi_arrays_free(&separator->arrays);
    free(separator->at);
    free(separator->plain);
    free(separator->full);
    free(separator->seen);
    *separator = (dmi_separator){0};
}

static const int32_t *order_of(const dmi_lead_problem *problem, int32_t item, int32_t *count)
{
    int32_t customer = problem->item[item].customer;
    *count = (int32_t)(problem->first[customer + 1] - problem->first[customer]);
    return problem->order + problem->first[customer];
}

static uint16_t rank_of(const dmi_lead_problem *problem, int32_t site, int32_t item)
{
    return dmi_lead_market_row(problem->market, site)[problem->item[item].customer];
}

static uint16_t key_of(const dmi_lead_problem *problem, int32_t site, int32_t item)
{
    return dmi_lead_white_key(rank_of(problem, site, item), problem->item[item].strict);
}

/* Whether Black wins the item with `other` if White holds the place of `site` and none of the
 * other sites whose key is at most the rank of `site`. */
static inline bool other_wins(const dmi_lead_problem *problem, int32_t site, int32_t other,
                              int32_t item)
{
    if (other < problem->first_black)
        return false;
    uint16_t rank = rank_of(problem, site, item), near = rank_of(problem, other, item);
    if (problem->is_shared)
        return near < rank;
    int32_t holder = dmi_lead_holder(problem->list, site);
    int32_t blocker = dmi_lead_holder(problem->list, other);
    if (near >= rank || (holder >= 0 && holder != site && near >= key_of(problem, holder, item)))
        return false;
    return blocker < 0 || blocker == other || key_of(problem, blocker, item) <= rank;
}

void dmi_strategy_of(const dmi_lead_problem *problem, const int32_t *black, dmi_lead_slot *strategy)
{
    for (int32_t i = 0; i < problem->reply; i++)
        strategy[i] = (dmi_lead_slot){black[i] < 0 ? problem->first_black : black[i], -1};
}

/* *own: x of White's site on the place of `site`. Returns the part of it with key <= rank of
 * `site`. */
static double held_part(const dmi_separator *s, int32_t site, int32_t item, double *own)
{
    int32_t holder = dmi_lead_holder(s->problem->list, site);
    *own = holder < 0 ? 0 : s->x[holder];
    if (*own == 0 || key_of(s->problem, holder, item) > rank_of(s->problem, site, item))
        return 0;
    return *own;
}

/* Appends the gains of one item to `seen`, which has room for all sites; returns the new count. */
static size_t list_gains(dmi_separator *s, int32_t item, size_t count)
{
    const dmi_lead_problem *problem = s->problem;
    const dmi_lead_item *it = &problem->item[item];
    int32_t reached;
    const int32_t *order = order_of(problem, item, &reached);
    double before = 0, useful = 0, weight = (double)problem->weight[item];
    for (int32_t k = 0, end; k < reached && before < 1 - LEAST; k = end) {
        double group = 0;
        uint16_t rank = rank_of(problem, order[k], item);
        for (end = k; end < reached && rank_of(problem, order[end], item) == rank; end++)
            group += s->x[order[end]];
        for (int32_t i = k; i < end && rank < it->own; i++) {
            if (order[i] < problem->first_black)
                continue;
            double own = s->x[order[i]], without = it->strict ? before : before + group;
            if (!problem->is_shared)
                without -= held_part(s, order[i], item, &own);
            else if (!it->strict)
                without -= own;
            double full = 1 - without, plain = full - own;
            if (full > LEAST)
                s->seen[count++] = (dmi_lead_gain){order[i], item, (float)(weight * full),
                                                   plain > 0 ? (float)(weight * plain) : 0};
        }
        before += group;
        useful = rank + it->strict <= problem->rival[item] ? before : useful;
    }
    bool lost = problem->rival[item] < it->own && useful < 1 - LEAST;
    s->certain[item] = lost ? (float)(weight * (1 - useful)) : 0;
    return count;
}

dm_status dmi_separator_start(dmi_separator *separator, const double *x, dm_error *err)
{
    dmi_separator *s = separator;
    size_t count = 0;
    s->x = x;
    assert(s->problem->sites > 0);
    for (int32_t j = 0; j < s->problem->items; j++) {
        if (!dmi_reserve(&s->seen, &s->seen_room, count + (size_t)s->problem->sites,
                         sizeof *s->seen))
            return dmi_no_memory(err);
        count = list_gains(s, j, count);
    }
    /* the gains are sorted by site */
    int32_t sites = s->problem->sites;
    if (count > s->room) {
        int32_t *at = dmi_realloc(s->at, s->seen_room, sizeof *at);
        s->at = at ? at : s->at;
        float *plain = dmi_realloc(s->plain, s->seen_room, sizeof *plain);
        s->plain = plain ? plain : s->plain;
        float *full = dmi_realloc(s->full, s->seen_room, sizeof *full);
        s->full = full ? full : s->full;
        if (!at || !plain || !full)
            return dmi_no_memory(err);
        s->room = s->seen_room;
    }
    memset(s->first, 0, ((size_t)sites + 2) * sizeof *s->first);
    for (size_t e = 0; e < count; e++)
        s->first[s->seen[e].site + 2]++;
    for (int32_t i = 0; i < sites; i++)
        s->first[i + 2] += s->first[i + 1];
    for (size_t e = 0; e < count; e++) {
        int32_t to = s->first[s->seen[e].site + 1]++;
        s->at[to] = s->seen[e].item;
        s->full[to] = s->seen[e].full;
        s->plain[to] = s->seen[e].plain;
    }
    for (int32_t i = 0; i < sites; i++) {
        int32_t holder = dmi_lead_holder(s->problem->list, i);
        s->is_free[i] = holder < 0 || s->x[holder] == 0;
        s->most[i] = 0;
        s->second[i] = s->first[i];
        for (int32_t e = s->first[i]; e < s->first[i + 1]; e++) {
            assert(e == s->first[i] || s->at[e] > s->at[e - 1]);
            s->most[i] += s->full[e];
            s->second[i] += s->at[e] < s->problem->customers;
        }
    }
    return DM_OK;
}

/* The slot's gain at entry e. */
static float gain_at(const dmi_separator *s, dmi_lead_slot slot, int32_t e)
{
    return slot.other >= 0 && other_wins(s->problem, slot.site, slot.other, s->at[e]) ? s->full[e]
                                                                                      : s->plain[e];
}

/* take_slot() for a slot whose gains are the plain ones. */
static inline void take_plain_slot(dmi_separator *s, int32_t site)
{
    const int32_t *at = s->at;
    const float *plain = s->plain;
    float *have = s->have;
#pragma GCC unroll 4
    for (int32_t e = s->first[site], end = s->first[site + 1]; e < end; e++) {
        int32_t j = at[e];
        have[j] = plain[e] > have[j] ? plain[e] : have[j];
    }
}

/* take_slot() where the gains depend on the other site. */
static void take_held_slot(dmi_separator *s, dmi_lead_slot slot)
{
    for (int32_t e = s->first[slot.site]; e < s->first[slot.site + 1]; e++) {
        float gain = gain_at(s, slot, e);
        int32_t j = s->at[e];
        s->have[j] = gain > s->have[j] ? gain : s->have[j];
    }
}

/* The same if both sides share all sites.  Entries are by item: those of half 0 first. */
static void take_shared_slot(dmi_separator *s, dmi_lead_slot slot)
{
    const uint16_t *own = dmi_lead_market_row(s->problem->market, slot.site);
    const uint16_t *near = dmi_lead_market_row(s->problem->market, slot.other);
    const int32_t *at = s->at;
    const float *plain = s->plain, *full = s->full;
    float *have = s->have;
    int32_t customers = s->problem->customers;
#pragma GCC unroll 4
    for (int32_t e = s->first[slot.site], end = s->second[slot.site]; e < end; e++) {
        int32_t j = at[e];
        float gain = near[j] < own[j] ? full[e] : plain[e];
        have[j] = gain > have[j] ? gain : have[j];
    }
#pragma GCC unroll 4
    for (int32_t e = s->second[slot.site], end = s->first[slot.site + 1]; e < end; e++) {
        int32_t j = at[e], c = j - customers;
        float gain = near[c] < own[c] ? full[e] : plain[e];
        have[j] = gain > have[j] ? gain : have[j];
    }
}

/* Raises `have` to the slot's gains.  Most of the time of a search for strategies is spent here, so
 * the usual cases have loops of their own, with fewer look-ups. */
static inline void take_slot(dmi_separator *s, dmi_lead_slot slot)
{
    if (slot.other < 0 || s->is_free[slot.site])
        take_plain_slot(s, slot.site);
    else if (s->problem->is_shared)
        take_shared_slot(s, slot);
    else
        take_held_slot(s, slot);
}

/* Sets `have` to the gains of all slots but one (-1: of all). */
static void take_others(dmi_separator *s, const dmi_lead_slot *strategy, int32_t slots, int32_t but)
{
    memcpy(s->have, s->certain, (size_t)s->problem->items * sizeof *s->have);
    for (int32_t i = 0; i < slots; i++)
        if (i != but)
            take_slot(s, strategy[i]);
}

static double sum_of_have(const dmi_separator *s)
{
    const float *have = s->have;
    double sum[4] = {0}; /* four sums do not wait for one another */
    int32_t j = 0, items = s->problem->items;
    for (; j + 4 <= items; j += 4)
        for (int32_t k = 0; k < 4; k++)
            sum[k] += (double)have[j + k];
    for (; j < items; j++)
        sum[0] += (double)have[j];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double dmi_strategy_gain(dmi_separator *separator, const dmi_lead_slot *strategy)
{
    take_others(separator, strategy, separator->problem->reply, -1);
    return sum_of_have(separator);
}

/* What a site adds to `have` with these of its gains. */
static float site_gain(const dmi_separator *s, int32_t site, const float *gains)
{
    const int32_t *at = s->at;
    const float *have = s->have;
    float sum = 0;
#pragma GCC unroll 4
    for (int32_t e = s->first[site], end = s->first[site + 1]; e < end; e++) {
        float more = gains[e] - have[at[e]];
        sum += more > 0 ? more : 0;
    }
    return sum;
}

/* The best `other` of a site: each item adds what it gains without the site itself to all nearer
 * sites. Returns what it adds to the plain gain. */
static float best_other(dmi_separator *s, int32_t site, int32_t *other)
{
    float best = 0;
    int32_t reached;
    memset(s->bonus, 0, (size_t)s->problem->sites * sizeof *s->bonus);
    for (int32_t e = s->first[site]; e < s->first[site + 1]; e++) {
        int32_t j = s->at[e];
        float from = s->plain[e] > s->have[j] ? s->plain[e] : s->have[j];
        float more = s->full[e] - from;
        if (more <= 0)
            continue;
        const int32_t *order = order_of(s->problem, j, &reached);
        uint16_t rank = rank_of(s->problem, site, j);
        for (int32_t k = 0; k < reached && rank_of(s->problem, order[k], j) < rank; k++)
            if (s->problem->is_shared || other_wins(s->problem, site, order[k], j))
                s->bonus[order[k]] += more;
    }
    *other = -1;
    for (int32_t a = 0; a < s->problem->sites; a++)
        if (s->bonus[a] > best) {
            best = s->bonus[a];
            *other = a;
        }
    return best;
}

/* The slot that adds most to `have`, if that is more than *gain; sets *gain.  Sums of smaller terms
 * in the same order are not greater, also when rounded: what is passed over is not the best. */
static dmi_lead_slot best_slot(dmi_separator *s, float *gain)
{
    dmi_lead_slot best = {s->problem->first_black, -1};
    float most = *gain;
    assert(s->x);
    for (int32_t i = s->problem->first_black; i < s->problem->sites; i++) {
        s->near[i] = 0;
        if (s->most[i] <= most)
            continue;
        if (!s->is_free[i] && (s->near[i] = site_gain(s, i, s->full)) <= most)
            continue;
        float plain = site_gain(s, i, s->plain);
        if (plain > most) {
            most = plain;
            best.site = i;
        }
    }
    for (int32_t i = s->problem->first_black; i < s->problem->sites; i++) {
        if (s->near[i] <= most)
            continue;
        int32_t other;
        float all = site_gain(s, i, s->plain) + best_other(s, i, &other);
        if (all > most) {
            most = all;
            best = (dmi_lead_slot){i, other};
        }
    }
    *gain = most;
    return best;
}

void dmi_strategy_greedy(dmi_separator *separator, bool at_random, dmi_lead_slot *strategy)
{
    dmi_separator *s = separator;
    take_others(s, strategy, 0, -1);
    for (int32_t i = 0; i < s->problem->reply; i++) {
        float most = -1;
        dmi_lead_slot best = best_slot(s, &most);
        int32_t seen = 1;
        /* a random site among those that add at least four fifths of the best */
        for (int32_t a = s->problem->first_black; at_random && a < s->problem->sites; a++)
            if ((double)site_gain(s, a, s->plain) >= 0.8 * (double)most && a != best.site &&
                dm_rng_below(&s->rng, (uint64_t)++seen) == 0)
                best = (dmi_lead_slot){a, -1};
        strategy[i] = best;
        take_slot(s, best);
    }
}

double dmi_strategy_improve(dmi_separator *separator, dmi_lead_slot *strategy)
{
    int32_t slots = separator->problem->reply;
    double gain = dmi_strategy_gain(separator, strategy);
    for (int32_t i = 0, idle = 0; idle < slots; i = (i + 1) % slots, idle++) {
        take_others(separator, strategy, slots, i);
        double rest = sum_of_have(separator);
        float added = (float)(gain - rest);
        dmi_lead_slot slot = best_slot(separator, &added);
        if (rest + (double)added <= gain * (1 + 1e-5) + 1e-6)
            continue;
        strategy[i] = slot;
        gain = rest + (double)added;
        idle = -1;
    }
    return gain;
}

/* Chooses `other` if it makes no difference at x: the site nearer to most of the slot's items. */
static void choose_other(dmi_separator *s, dmi_lead_slot *slot, int32_t number)
{
    const dmi_lead_problem *problem = s->problem;
    int32_t reached;
    float best = 0;
    if (slot->other >= 0)
        return;
    memset(s->bonus, 0, (size_t)problem->sites * sizeof *s->bonus);
    for (int32_t e = s->first[slot->site]; e < s->first[slot->site + 1]; e++) {
        int32_t j = s->at[e];
        if (s->owner[j] != number)
            continue;
        const int32_t *order = order_of(problem, j, &reached);
        uint16_t rank = rank_of(problem, slot->site, j);
        for (int32_t k = 0; k < reached && rank_of(problem, order[k], j) < rank; k++)
            if (problem->is_shared || other_wins(problem, slot->site, order[k], j))
                s->bonus[order[k]] += (float)problem->weight[j];
    }
    for (int32_t a = 0; a < problem->sites; a++)
        if (s->bonus[a] > best) {
            best = s->bonus[a];
            slot->other = a;
        }
}

void dmi_strategy_row(dmi_separator *separator, dmi_lead_slot *strategy, int64_t *coef,
                      int64_t *constant)
{
    dmi_separator *s = separator;
    const dmi_lead_problem *problem = s->problem;
    /* owner[j]: the slot that gains most at item j; -1: missed because no stone reaches it; -2: no
     * gain. */
    for (int32_t j = 0; j < problem->items; j++) {
        s->have[j] = s->certain[j];
        s->owner[j] = s->certain[j] > 0 ? -1 : -2;
    }
    for (int32_t i = 0; i < problem->reply; i++)
        for (int32_t e = s->first[strategy[i].site]; e < s->first[strategy[i].site + 1]; e++) {
            int32_t j = s->at[e], old = s->owner[j];
            float gain = gain_at(s, strategy[i], e);
            bool nearer =
                old >= 0 && gain == s->have[j] &&
                rank_of(problem, strategy[i].site, j) < rank_of(problem, strategy[old].site, j);
            if (gain > s->have[j] || nearer) {
                s->have[j] = gain;
                s->owner[j] = i;
            }
        }
    for (int32_t i = 0; i < problem->reply; i++)
        choose_other(s, &strategy[i], i);
    memset(coef, 0, (size_t)problem->whites * sizeof *coef);
    *constant = 0;
    assert(s->x);
    for (int32_t j = 0; j < problem->items; j++)
        if (s->owner[j] == -2)
            *constant += problem->weight[j];
        else {
            dmi_lead_slot slot = s->owner[j] < 0 ? (dmi_lead_slot){-1, -1} : strategy[s->owner[j]];
            const dmi_lead_item *it = &problem->item[j];
            uint16_t reach = slot.site < 0 ? problem->rival[j] : rank_of(problem, slot.site, j);
            int32_t reached,
                holder = slot.site < 0 ? -1 : dmi_lead_holder(problem->list, slot.site);
            const int32_t *order = order_of(problem, j, &reached);
            for (int32_t k = 0; k < reached; k++) {
                uint16_t rank = rank_of(problem, order[k], j);
                if (rank + it->strict > reach)
                    break;
                if (order[k] != holder && order[k] < problem->whites)
                    coef[order[k]] += problem->weight[j];
            }
            if (holder >= 0 && !other_wins(problem, slot.site, slot.other, j))
                coef[holder] += problem->weight[j];
        }
}
