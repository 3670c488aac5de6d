/* choice_lead_answer.c - what is reported of the best opening, and a bound if not all were looked
 * at.
 *
 * Against one answer White gets no more than with its sites plus the largest gains of single
 * options, which are largest alone; where White takes a site of the answer, its absence may bring
 * more.  The bound is the least over some answers.
 */
#include "location/lead/choice/choice_opening.h"

#include "base/base.h"
#include "base/sort.h"
#include "location/choice/choice_sites.h"
#include <stdlib.h>
#include <string.h>

/* What the absence of a site of the answer may bring White at customer v. */
static double relief(const dmi_choice_lead *l, const dmi_lead_answer *y, int32_t b, int32_t v)
{
    double own = l->goal.own, rival = l->goal.rival;
    size_t at = (size_t)b * (size_t)l->customers + (size_t)v;
    if (!dmi_lead_divides(l))
        return l->side[DM_BLACK].key[at] <= y->state.key[v] ? l->value[v] * (own + rival) : 0;
    double pull = l->side[DM_BLACK].pull[at], all = y->state.total[v] + l->outside[v];
    double left = all > pull ? all - pull : 0, root = sqrt(all) + sqrt(left);
    return pull > 0 ? l->value[v] * pull * (own / (root * root) + rival / all) : 0;
}

/* What White gets at most against one answer: the gains of single options. */
static dm_status bound_by(dmi_opening_search *s, const dmi_lead_answer *y, double *out,
                          dm_error *err)
{
    const dmi_choice_lead *l = s->lead;
    const dmi_lead_options *white = &l->side[DM_WHITE];
    dmi_keyed *gain = dmi_alloc((size_t)white->count, sizeof *gain);
    bool is_profit = l->request->terms.objective == DM_MAXIMIZE_PROFIT;
    if (!gain)
        return dmi_no_memory(err);
    dmi_opening_set(s, NULL, 0);
    double base = dmi_lead_worth(l, &s->level[0], &y->state), sum = base - dmi_opening_price(s);
    int32_t news = 0;
    for (int32_t w = 0; w < white->count; w++) {
        dmi_opening_push(s, w);
        double more = dmi_lead_worth(l, &s->level[1], &y->state) - base;
        dmi_opening_pop(s);
        for (int32_t i = 0; i < y->count; i++)
            for (int32_t v = 0; s->twin[w] == y->site[i] && v < l->customers; v++)
                more += relief(l, y, y->site[i], v);
        more -= is_profit ? (double)white->cost[w] : 0;
        uint64_t bits;
        more = more > 0 ? more : 0;
        memcpy(&bits, &more, sizeof bits);
        gain[w] = (dmi_keyed){-(int64_t)bits, w}; /* the largest first */
    }
    dmi_sort_keyed(gain, white->count);
    for (int32_t i = 0; i < white->count; i++) {
        bool counts = !dmi_opening_is_new(s, gain[i].item) || news < l->count;
        uint64_t bits = (uint64_t)-gain[i].key;
        double more;
        memcpy(&more, &bits, sizeof more);
        sum += counts ? more : 0;
        news += dmi_opening_is_new(s, gain[i].item);
    }
    free(gain);
    *out = sum;
    return DM_OK;
}

/* A bound from some answers of the pool. */
static dm_status find_upper(dmi_opening_search *s, dm_error *err)
{
    enum { SOME = 20 };
    double most = s->lead->goal.own * (double)dm_arena_total_value(s->lead->arena), one = 0;
    dm_status status = DM_OK;
    s->upper = most;
    if (s->lead->request->terms.objective == DM_MAXIMIZE_PROFIT)
        s->upper += (double)s->lead->saved;
    for (size_t i = 0; status == DM_OK && i < s->pools && i < SOME; i++) {
        status = bound_by(s, &s->pool[i], &one, err);
        s->upper = one < s->upper ? one : s->upper;
    }
    s->upper = s->upper < s->worth ? s->worth : s->upper;
    return status;
}

/* Black opens as many sites as there are, also where they bring nothing. */
static void fill_answer(dmi_opening_search *s)
{
    const dmi_lead_options *black = &s->lead->side[DM_BLACK];
    const dm_lead_request *q = s->lead->request;
    dmi_opening_set(s, s->best, s->bests);
    for (int32_t b = 0; b < black->count && s->blacks < s->lead->reply; b++) {
        bool is_free = !s->closed[b] && !q->has_reply_budget && !q->terms.has_spacing;
        for (int32_t i = 0; i < s->blacks; i++)
            is_free &= s->black[i] != b;
        if (is_free)
            s->black[s->blacks++] = b;
    }
}

static dm_status write_sites(const dmi_opening_search *s, dm_lead *lead, dm_error *err)
{
    const dmi_lead_options *white = &s->lead->side[DM_WHITE], *black = &s->lead->side[DM_BLACK];
    bool *held = dmi_calloc((size_t)white->count, sizeof *held);
    lead->white = dmi_alloc((size_t)s->bests, sizeof *lead->white);
    lead->black = dmi_alloc((size_t)s->blacks, sizeof *lead->black);
    lead->closed = dmi_alloc((size_t)white->closable, sizeof *lead->closed);
    bool has_room = held && lead->white && lead->black && lead->closed;
    for (int32_t i = 0; has_room && i < s->bests; i++) {
        int32_t w = s->best[i];
        held[w] = true;
        if (!dmi_opening_is_new(s, w))
            continue;
        lead->white[lead->count++] = white->vertex[w];
        lead->cost += white->cost[w];
    }
    for (int32_t w = white->count - white->closable; has_room && w < white->count; w++)
        if (!held[w]) {
            lead->closed[lead->closed_count++] = white->vertex[w];
            lead->cost -= white->cost[w];
        }
    for (int32_t i = 0; has_room && i < s->blacks; i++)
        lead->black[lead->reply++] = black->vertex[s->black[i]];
    free(held);
    if (!has_room)
        return dmi_no_memory(err);
    dmi_sort_int32(lead->white, lead->count);
    dmi_sort_int32(lead->closed, lead->closed_count);
    dmi_sort_int32(lead->black, lead->reply);
    return DM_OK;
}

/* Scores the opening and the answer by the rule. */
static dm_status score_sites(const dmi_opening_search *s, dm_lead *lead, dm_error *err)
{
    const dm_lead_request *q = s->lead->request;
    const dmi_lead_options *white = &s->lead->side[DM_WHITE], *black = &s->lead->side[DM_BLACK];
    const dm_sites all[] = {dmi_sites_or_all(&q->terms.candidates, s->lead->arena)};
    const dm_sites *rival = q->rival_candidates.vertex ? &q->rival_candidates : all;
    int32_t most = white->count + black->count + q->white.count;
    dmi_arrays arrays = {0};
    dmi_site_list kept = {0}, opened = {0}, answer = {0};
    dmi_choice_totals totals = {0};
    bool has_room = true;
    for (int32_t i = 0; i < q->white.count; i++)
        if (!dmi_lead_may_close(q, i))
            has_room = has_room && dmi_site_list_add(&kept, &arrays, most, &q->white, i);
    for (int32_t i = 0; i < s->bests; i++) {
        int32_t w = s->best[i];
        const dm_sites one = {.vertex = &white->vertex[w], .count = 1};
        const dm_sites *from = !dmi_opening_is_new(s, w) ? &q->white : all->vertex ? all : &one;
        dmi_site_list *to = dmi_opening_is_new(s, w) ? &opened : &kept;
        has_room = has_room &&
                   dmi_site_list_add(to, &arrays, most, from, from == &one ? 0 : white->place[w]);
    }
    for (int32_t i = 0; i < s->blacks; i++) {
        int32_t b = s->black[i];
        const dm_sites one = {.vertex = &black->vertex[b], .count = 1};
        const dm_sites *from = rival->vertex ? rival : &one;
        has_room = has_room && dmi_site_list_add(&answer, &arrays, most, from,
                                                 from == &one ? 0 : black->place[b]);
    }
    const dm_group groups[] = {{DM_WHITE, kept.sites},
                               {DM_BLACK, q->black},
                               {DM_WHITE, opened.sites},
                               {DM_BLACK, answer.sites}};
    dm_status status = has_room ? dmi_choice_totals_of(s->lead->arena, &q->terms, groups, 4,
                                                       q->threads, &totals, err)
                                : dmi_no_memory(err);
    lead->white_score = totals.score[DM_WHITE];
    lead->black_score = totals.score[DM_BLACK];
    lead->tied = totals.tied;
    lead->unreached = totals.unreached;
    lead->outside = totals.outside;
    bool is_whole = q->terms.rule == DM_NEAREST;
    if (is_whole)
        lead->value.whole = -totals.value.whole;
    else
        lead->value.real = -totals.value.real;
    dmi_arrays_free(&arrays);
    return status;
}

/* The bounds as amounts of the request's kind. */
static void set_bounds(const dmi_opening_search *s, bool is_done, dm_lead *lead)
{
    const dm_terms *t = &s->lead->request->terms;
    bool is_whole = t->rule == DM_NEAREST && t->objective != DM_MAXIMIZE_PROFIT;
    double upper = is_done ? dmi_opening_cutoff(s) : s->upper;
    if (is_whole) {
        lead->lower.whole = llround(s->worth);
        lead->upper.whole = is_done ? lead->lower.whole : (int64_t)floor(upper + 0.05);
        lead->proven = lead->lower.whole == lead->upper.whole;
        return;
    }
    lead->lower.real = s->worth;
    lead->upper.real = upper;
    lead->proven = is_done;
}

dm_status dmi_opening_answer(dmi_opening_search *s, bool is_done, dm_lead *lead, dm_error *err)
{
    dm_status status = is_done ? DM_OK : find_upper(s, err);
    if (status == DM_OK)
        fill_answer(s);
    if (status == DM_OK)
        status = write_sites(s, lead, err);
    if (status == DM_OK)
        status = score_sites(s, lead, err);
    if (status == DM_OK)
        set_bounds(s, is_done, lead);
    lead->rule = s->lead->request->terms.rule;
    lead->objective = s->lead->request->terms.objective;
    lead->replies = s->lead->replies;
    lead->nodes = (int64_t)s->done;
    return status;
}
