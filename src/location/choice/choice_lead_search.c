/* choice_lead_search.c - White's openings against a pool of Black's answers.
 *
 * Every answer found bounds every opening: Black may give it, less the sites that White has taken.
 * So an opening is looked at closer only if no answer of the pool leaves White as little as the
 * best one; then Black's best answer is found, which joins the pool.
 *
 *     enumerate   all openings, in the order of their sites: proven
 *     local       an opening is exchanged site by site as long as that helps
 *
 * Without enumeration the bound is the least, over the answers, of what White could get against it:
 * the gains of single sites, which are largest alone, and for a site of the answer what its absence
 * brings.
 *
 * Cost: a pass over the customers per opening and answer looked at, few of them as the answer that
 * refuted the last opening is tried first.
 */
#include "base/base.h"
#include "base/sort.h"
#include "location/choice/choice_lead.h"
#include "location/choice/choice_sites.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCE     4e-7 /* of White's score */
#define MOST_OPENINGS 2e7  /* that method auto enumerates */

typedef struct lead_answer {
    int32_t *site, count;
    dmi_lead_state state;
} lead_answer;

typedef struct lead_search {
    dmi_choice_lead *lead;
    dm_run *run;
    lead_answer *pool;
    size_t pools, room;
    int32_t *twin; /* of White's options: Black's on the same vertex, or -1 */
    dmi_lead_state *level, trial;
    int32_t depth;
    int32_t *chosen, count, news;
    int64_t cost;
    int32_t *excluded; /* of White's places: by how many of the chosen */
    bool *closed;      /* Black's options that White has taken */
    int32_t *best, bests, *black, blacks;
    double worth; /* that the best opening guarantees; -INFINITY: there is none */
    double upper;
    double tolerance;
    double openings, done;
    dmi_choice_set answer;
    dmi_arrays arrays;
} lead_search;

static dm_status search_init(lead_search *s, dmi_choice_lead *lead, dm_run *run, dm_error *err)
{
    const dmi_lead_options *white = &lead->side[DM_WHITE], *black = &lead->side[DM_BLACK];
    size_t levels = (size_t)lead->count + (size_t)white->closable + 1;
    *s = (lead_search){.lead = lead, .run = run, .worth = -INFINITY, .upper = INFINITY};
    s->twin = dmi_array(&s->arrays, (size_t)white->count, sizeof *s->twin);
    s->level = dmi_array_zeroed(&s->arrays, levels, sizeof *s->level);
    s->chosen = dmi_array(&s->arrays, (size_t)white->count, sizeof *s->chosen);
    s->best = dmi_array(&s->arrays, (size_t)white->count, sizeof *s->best);
    s->black = dmi_array(&s->arrays, (size_t)black->count, sizeof *s->black);
    s->closed = dmi_array_zeroed(&s->arrays, (size_t)black->count, sizeof *s->closed);
    if (white->has_spacing)
        s->excluded =
            dmi_array_zeroed(&s->arrays, (size_t)white->spacing.count, sizeof *s->excluded);
    dm_status status = dmi_arrays_check(&s->arrays, err);
    for (int32_t w = 0; status == DM_OK && w < white->count; w++) {
        s->twin[w] = -1;
        for (int32_t b = 0; !lead->request->terms.is_shared && b < black->count; b++)
            s->twin[w] = black->vertex[b] == white->vertex[w] ? b : s->twin[w];
    }
    for (size_t i = 0; status == DM_OK && i < levels; i++)
        status = dmi_lead_state_init(&s->level[i], lead, err);
    if (status == DM_OK)
        status = dmi_lead_state_init(&s->trial, lead, err);
    if (status == DM_OK)
        dmi_lead_state_copy(lead, &lead->standing[DM_WHITE], &s->level[0]);
    for (int32_t i = white->count; status == DM_OK && s->excluded && i < white->spacing.count; i++)
        for (int64_t k = white->spacing.first[i]; k < white->spacing.first[i + 1]; k++)
            s->excluded[white->spacing.near[k]]++;
    return status;
}

static void search_clear(lead_search *s)
{
    size_t levels = s->level ? (size_t)s->lead->count + (size_t)s->lead->side[0].closable + 1 : 0;
    for (size_t i = 0; i < levels; i++)
        dmi_lead_state_clear(&s->level[i]);
    for (size_t i = 0; i < s->pools; i++) {
        free(s->pool[i].site);
        dmi_lead_state_clear(&s->pool[i].state);
    }
    free(s->pool);
    dmi_lead_state_clear(&s->trial);
    dmi_choice_set_clear(&s->answer);
    dmi_arrays_free(&s->arrays);
}

static bool is_new(const lead_search *s, int32_t w)
{
    return w < s->lead->side[DM_WHITE].count - s->lead->side[DM_WHITE].closable;
}

static bool fits(const lead_search *s, int32_t w)
{
    const dm_lead_request *q = s->lead->request;
    return (!is_new(s, w) || s->news < s->lead->count) && (!s->excluded || s->excluded[w] == 0) &&
           (!q->has_budget ||
            s->cost + s->lead->side[DM_WHITE].cost[w] <= q->budget + s->lead->saved);
}

static void mark_near(lead_search *s, int32_t w, int32_t change)
{
    const dmi_spacing *spacing = &s->lead->side[DM_WHITE].spacing;
    for (int64_t k = s->excluded ? spacing->first[w] : 0; s->excluded && k < spacing->first[w + 1];
         k++)
        s->excluded[spacing->near[k]] += change;
}

static void push(lead_search *s, int32_t w)
{
    s->chosen[s->count++] = w;
    s->news += is_new(s, w);
    s->cost += s->lead->side[DM_WHITE].cost[w];
    if (s->twin[w] >= 0)
        s->closed[s->twin[w]] = true;
    mark_near(s, w, 1);
    dmi_lead_state_copy(s->lead, &s->level[s->count - 1], &s->level[s->count]);
    dmi_lead_state_add(s->lead, DM_WHITE, w, &s->level[s->count]);
}

static void pop(lead_search *s)
{
    int32_t w = s->chosen[--s->count];
    s->news -= is_new(s, w);
    s->cost -= s->lead->side[DM_WHITE].cost[w];
    if (s->twin[w] >= 0)
        s->closed[s->twin[w]] = false;
    mark_near(s, w, -1);
}

static void set_opening(lead_search *s, const int32_t *chosen, int32_t count)
{
    while (s->count > 0)
        pop(s);
    for (int32_t i = 0; i < count; i++)
        push(s, chosen[i]);
}

static bool is_complete(const lead_search *s)
{
    return !s->lead->is_exact || s->news == s->lead->count;
}

/* What the chosen sites cost White. */
static double price(const lead_search *s)
{
    bool is_profit = s->lead->request->terms.objective == DM_MAXIMIZE_PROFIT;
    return is_profit ? (double)(s->cost - s->lead->saved) : 0;
}

/* What White keeps if Black gives this answer, without the sites that White has taken. */
static double worth_against(lead_search *s, const lead_answer *answer)
{
    const dmi_choice_lead *l = s->lead;
    const dmi_lead_state *white = &s->level[s->count];
    bool overlaps = false;
    for (int32_t i = 0; i < answer->count; i++)
        overlaps |= s->closed[answer->site[i]];
    if (!overlaps)
        return dmi_lead_worth(l, white, &answer->state);
    dmi_lead_state_copy(l, &l->standing[DM_BLACK], &s->trial);
    for (int32_t i = 0; i < answer->count; i++)
        if (!s->closed[answer->site[i]])
            dmi_lead_state_add(l, DM_BLACK, answer->site[i], &s->trial);
    return dmi_lead_worth(l, white, &s->trial);
}

static double cutoff(const lead_search *s)
{
    return s->worth + s->tolerance;
}

/* Whether an answer of the pool leaves White no more than the best opening has; it goes to the
 * front. */
static bool is_refuted(lead_search *s)
{
    double least = cutoff(s) + price(s);
    for (size_t i = 0; i < s->pools; i++)
        if (worth_against(s, &s->pool[i]) <= least) {
            lead_answer one = s->pool[i];
            memmove(s->pool + 1, s->pool, i * sizeof *s->pool);
            s->pool[0] = one;
            return true;
        }
    return false;
}

static dm_status add_answer(lead_search *s, dm_error *err)
{
    const dmi_choice_set *set = &s->answer;
    if (!dmi_reserve(&s->pool, &s->room, s->pools + 1, sizeof *s->pool))
        return dmi_no_memory(err);
    memmove(s->pool + 1, s->pool, s->pools * sizeof *s->pool);
    s->pool[0] = (lead_answer){.count = set->count};
    s->pools++;
    s->pool[0].site = dmi_alloc((size_t)set->count, sizeof *s->pool[0].site);
    if (!s->pool[0].site)
        return dmi_no_memory(err);
    dm_status status = dmi_lead_state_init(&s->pool[0].state, s->lead, err);
    if (status != DM_OK)
        return status;
    dmi_lead_state_copy(s->lead, &s->lead->standing[DM_BLACK], &s->pool[0].state);
    for (int32_t i = 0; i < set->count; i++) {
        s->pool[0].site[i] = set->chosen[i];
        dmi_lead_state_add(s->lead, DM_BLACK, set->chosen[i], &s->pool[0].state);
    }
    return DM_OK;
}

/* Looks at the present opening; it may become the best.  DM_STOPPED. */
static dm_status look_at_opening(lead_search *s, dm_error *err)
{
    double least;
    s->done++;
    if (!dmi_run_report(s->run, 1, "openings", (uint64_t)s->done, (uint64_t)s->openings, NULL))
        return dmi_stopped(s->run, err);
    if (is_refuted(s))
        return DM_OK;
    dm_status status = dmi_choice_lead_reply(s->lead, &s->level[s->count], s->closed,
                                             cutoff(s) + price(s), &s->answer, &least, s->run, err);
    if (status != DM_OK)
        return status;
    status = add_answer(s, err);
    double found = worth_against(s, &s->pool[0]) - price(s);
    least -= price(s);
    if (status != DM_OK || found <= cutoff(s))
        return status;
    s->worth = least < found ? least : found;
    s->bests = s->count;
    memcpy(s->best, s->chosen, (size_t)s->count * sizeof *s->best);
    s->blacks = s->answer.count;
    memcpy(s->black, s->answer.chosen, (size_t)s->blacks * sizeof *s->black);
    double own = s->lead->goal.own * (double)dm_arena_total_value(s->lead->arena);
    double score = fabs(found) < own ? fabs(found) : own;
    s->tolerance = dmi_lead_divides(s->lead) ? TOLERANCE * score : 1e-9;
    return DM_OK;
}

/* Looks at all openings that add options from `next` on. */
static dm_status explore(lead_search *s, int32_t next, dm_error *err)
{
    const dmi_lead_options *white = &s->lead->side[DM_WHITE];
    int32_t news = white->count - white->closable;
    dm_status status = is_complete(s) ? look_at_opening(s, err) : DM_OK;
    for (int32_t w = next; status == DM_OK && w < white->count; w++) {
        bool is_short =
            s->lead->is_exact && s->news < s->lead->count && news - w < s->lead->count - s->news;
        if (is_short)
            break;
        if (!fits(s, w))
            continue;
        push(s, w);
        status = explore(s, w + 1, err);
        pop(s);
    }
    return status;
}

/* The number of openings, or a bound on it. */
static double count_openings(const dmi_choice_lead *l)
{
    int32_t news = l->side[DM_WHITE].count - l->side[DM_WHITE].closable;
    double sets = 1, sum = 1;
    for (int32_t k = 1; k <= l->count; k++) {
        sets *= (double)(news - k + 1) / k;
        sum += sets;
    }
    return (l->is_exact ? sets : sum) * pow(2, l->side[DM_WHITE].closable);
}

/* An opening that is built by adding the option that helps most against the sites that stand. */
static void build_opening(lead_search *s)
{
    const dmi_choice_lead *l = s->lead;
    set_opening(s, NULL, 0);
    for (;;) {
        int32_t best = -1;
        double now = dmi_lead_worth(l, &s->level[s->count], &l->standing[DM_BLACK]) - price(s);
        double most = l->is_exact ? -INFINITY : now;
        for (int32_t w = 0; w < l->side[DM_WHITE].count; w++) {
            bool is_chosen = false;
            for (int32_t i = 0; i < s->count; i++)
                is_chosen |= s->chosen[i] == w;
            if (is_chosen || !fits(s, w))
                continue;
            push(s, w);
            double then = dmi_lead_worth(l, &s->level[s->count], &l->standing[DM_BLACK]) - price(s);
            pop(s);
            best = then > most ? w : best;
            most = then > most ? then : most;
        }
        if (best < 0)
            return;
        push(s, best);
    }
}

/* Looks at the openings that differ from the best by one option: exchanged, or, if the number is
 * free, added or left out. */
static dm_status look_around(lead_search *s, dm_error *err)
{
    const dmi_lead_options *white = &s->lead->side[DM_WHITE];
    int32_t *from = dmi_alloc((size_t)white->count, sizeof *from), bests = s->bests;
    int32_t *list = dmi_alloc((size_t)white->count, sizeof *list);
    dm_status status = from && list ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        memcpy(from, s->best, (size_t)bests * sizeof *from);
    for (int32_t out = -1; status == DM_OK && out < bests; out++)
        for (int32_t w = -1; status == DM_OK && w < white->count; w++) {
            int32_t kept = 0;
            for (int32_t i = 0; i < bests; i++)
                if (i != out)
                    list[kept++] = from[i];
            set_opening(s, list, kept);
            bool is_chosen = false;
            for (int32_t i = 0; i < kept && w >= 0; i++)
                is_chosen |= list[i] == w;
            if (is_chosen || (w >= 0 && !fits(s, w)))
                continue;
            if (w >= 0)
                push(s, w);
            if (is_complete(s))
                status = look_at_opening(s, err);
        }
    free(from);
    free(list);
    return status;
}

static dm_status improve_opening(lead_search *s, dm_error *err)
{
    dm_status status = DM_OK;
    build_opening(s);
    if (is_complete(s))
        status = look_at_opening(s, err);
    for (double before = -INFINITY; status == DM_OK && s->worth > before;) {
        before = s->worth;
        status = look_around(s, err);
    }
    return status;
}

/* What the absence of a site of the answer may bring White at customer v. */
static double relief(const dmi_choice_lead *l, const lead_answer *y, int32_t b, int32_t v)
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
static dm_status bound_by(lead_search *s, const lead_answer *y, double *out, dm_error *err)
{
    const dmi_choice_lead *l = s->lead;
    const dmi_lead_options *white = &l->side[DM_WHITE];
    dmi_keyed *gain = dmi_alloc((size_t)white->count, sizeof *gain);
    bool is_profit = l->request->terms.objective == DM_MAXIMIZE_PROFIT;
    if (!gain)
        return dmi_no_memory(err);
    set_opening(s, NULL, 0);
    double base = dmi_lead_worth(l, &s->level[0], &y->state), sum = base - price(s);
    int32_t news = 0;
    for (int32_t w = 0; w < white->count; w++) {
        push(s, w);
        double more = dmi_lead_worth(l, &s->level[1], &y->state) - base;
        pop(s);
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
        bool counts = !is_new(s, gain[i].item) || news < l->count;
        uint64_t bits = (uint64_t)-gain[i].key;
        double more;
        memcpy(&more, &bits, sizeof more);
        sum += counts ? more : 0;
        news += is_new(s, gain[i].item);
    }
    free(gain);
    *out = sum;
    return DM_OK;
}

/* A bound from some answers of the pool. */
static dm_status find_upper(lead_search *s, dm_error *err)
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
static void fill_answer(lead_search *s)
{
    const dmi_lead_options *black = &s->lead->side[DM_BLACK];
    const dm_lead_request *q = s->lead->request;
    set_opening(s, s->best, s->bests);
    for (int32_t b = 0; b < black->count && s->blacks < s->lead->reply; b++) {
        bool is_free = !s->closed[b] && !q->has_reply_budget && !q->terms.has_spacing;
        for (int32_t i = 0; i < s->blacks; i++)
            is_free &= s->black[i] != b;
        if (is_free)
            s->black[s->blacks++] = b;
    }
}

static dm_status write_sites(const lead_search *s, dm_lead *lead, dm_error *err)
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
        if (!is_new(s, w))
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
static dm_status score_sites(const lead_search *s, dm_lead *lead, dm_error *err)
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
        const dm_sites *from = !is_new(s, w) ? &q->white : all->vertex ? all : &one;
        dmi_site_list *to = is_new(s, w) ? &opened : &kept;
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
static void set_bounds(const lead_search *s, bool is_done, dm_lead *lead)
{
    const dm_terms *t = &s->lead->request->terms;
    bool is_whole = t->rule == DM_NEAREST && t->objective != DM_MAXIMIZE_PROFIT;
    double upper = is_done ? cutoff(s) : s->upper;
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

static dm_status fill_lead(lead_search *s, bool is_done, dm_lead *lead, dm_error *err)
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

dm_status dmi_choice_lead_find(const dm_arena *arena, const dm_lead_request *request, dm_run *run,
                               dm_lead **out, dm_error *err)
{
    dmi_choice_lead l;
    lead_search s = {0};
    dm_lead *lead = dmi_calloc(1, sizeof *lead);
    if (!lead)
        return dmi_no_memory(err);
    dm_status status = dmi_choice_lead_init(&l, arena, request, run, err);
    if (status == DM_OK) {
        bool is_set = request->method != DM_LEAD_AUTO;
        lead->method = is_set                                ? request->method
                       : count_openings(&l) <= MOST_OPENINGS ? DM_LEAD_ENUMERATE
                                                             : DM_LEAD_LOCAL;
        status = search_init(&s, &l, run, err);
        s.openings = count_openings(&l);
        if (status == DM_OK)
            status = improve_opening(&s, err);
        if (status == DM_OK && lead->method == DM_LEAD_ENUMERATE) {
            set_opening(&s, NULL, 0);
            s.done = 0;
            status = explore(&s, 0, err);
        }
        bool is_done = status == DM_OK && lead->method == DM_LEAD_ENUMERATE;
        if (s.worth == -INFINITY && (status == DM_OK || status == DM_STOPPED))
            status =
                is_done ? dmi_fail(err, DM_TOO_LARGE,
                                   "no %d candidates are as far apart as the spacing asks", l.count)
                        : dmi_fail(err, DM_UNFINISHED, "stopped before an opening was found");
        if (status == DM_OK || status == DM_STOPPED) {
            dm_status filled = fill_lead(&s, is_done, lead, err);
            status = filled == DM_OK ? status : filled;
        }
        search_clear(&s);
        dmi_choice_lead_clear(&l);
    }
    if (status == DM_OK || status == DM_STOPPED)
        *out = lead;
    else
        dm_lead_free(lead);
    return status;
}
