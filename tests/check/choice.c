/* check/choice.c - the rules of choice from their definition, for tests. */
#include "check/choice.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_SITES = 64 };

/* The logarithm of the weight of a site at v under a rule by which customers divide. */
static long double weigh(const dm_arena *arena, const int64_t *distances, const dm_terms *terms,
                         const dm_sites *sites, int32_t i, dm_vertex v)
{
    int64_t d = distances[(int64_t)v * dm_arena_vertices(arena) + sites->vertex[i]];
    long double unit = powl(10, -dm_arena_decimals(arena)), beta = terms->beta;
    if (d < 0 || (terms->has_radius && d > terms->radius))
        return -INFINITY;
    beta *= sites->beta ? sites->beta[i] : 1;
    beta *= terms->customer_beta ? terms->customer_beta[v] : 1;
    if (terms->rule == DM_LOGIT)
        return (sites->attraction ? sites->attraction[i] : 0) -
               beta * (long double)(d + (sites->offset ? sites->offset[i] : 0)) * unit;
    long double counted = (long double)(d > terms->floor ? d : terms->floor) * unit;
    return logl(sites->attraction ? sites->attraction[i] : 1) - beta * logl(counted);
}

/* Sites of all groups, in their order. */
typedef struct site_list {
    const dm_sites *sites[MOST_SITES];
    int32_t index[MOST_SITES];
    dm_side side[MOST_SITES];
    int32_t count;
} site_list;

static site_list list_sites(const dm_group *groups, int group_count)
{
    site_list l = {.count = 0};
    for (int g = 0; g < group_count; g++)
        for (int32_t i = 0; i < groups[g].sites.count; i++) {
            l.sites[l.count] = &groups[g].sites;
            l.index[l.count] = i;
            l.side[l.count++] = groups[g].side;
        }
    return l;
}

/* The weights that compete at v, of each side the largest, of equal ones the first listed; returns
 * that of the outside.  The largest of all is 1. */
static long double compete(const dm_arena *arena, const int64_t *distances, const dm_terms *terms,
                           const site_list *l, dm_vertex v, long double *weight)
{
    long double top = logl(terms->outside);
    for (int32_t i = 0; i < l->count; i++) {
        weight[i] = weigh(arena, distances, terms, l->sites[i], l->index[i], v);
        top = weight[i] > top ? weight[i] : top;
    }
    for (int32_t i = l->count - 1; i >= 0 && terms->choices > 0; i--) {
        int32_t before = 0;
        for (int32_t k = 0; k < l->count; k++)
            before += l->side[k] == l->side[i] && k != i &&
                      (weight[k] > weight[i] || (weight[k] == weight[i] && k < i));
        if (before >= terms->choices)
            weight[i] = -INFINITY;
    }
    for (int32_t i = 0; i < l->count; i++)
        weight[i] = weight[i] > -INFINITY ? expl(weight[i] - top) : 0;
    return terms->outside > 0 ? expl(logl(terms->outside) - top) : 0;
}

long double check_choice_share(const dm_arena *arena, const int64_t *distances,
                               const dm_terms *terms, const dm_group *groups, int group_count,
                               int32_t which, dm_vertex v)
{
    site_list l = list_sites(groups, group_count);
    long double weight[MOST_SITES], all = compete(arena, distances, terms, &l, v, weight);
    for (int32_t i = 0; i < l.count; i++)
        all += weight[i];
    return all > 0 ? weight[which] / all : -1;
}

/* Adds a customer who goes to the nearest site; sites are listed as they were opened. */
static void add_nearest(const dm_arena *arena, const int64_t *distances, const dm_terms *terms,
                        const site_list *l, dm_vertex v, check_choice_sums *sums)
{
    long double value = (long double)dm_value_of(dm_arena_values(arena), v);
    int64_t best[2] = {INT64_MAX, INT64_MAX}, least = INT64_MAX;
    dm_side first = DM_WHITE;
    for (int32_t i = 0; i < l->count; i++) {
        const dm_sites *s = l->sites[i];
        int64_t d = distances[(int64_t)v * dm_arena_vertices(arena) + s->vertex[l->index[i]]];
        if (d < 0 || (terms->has_radius && d > terms->radius))
            continue;
        d += s->offset ? s->offset[l->index[i]] : 0;
        best[l->side[i]] = d < best[l->side[i]] ? d : best[l->side[i]];
        first = d < least ? l->side[i] : first;
        least = d < least ? d : least;
    }
    bool is_tied = best[0] == best[1];
    if (least == INT64_MAX)
        sums->unreached += value;
    else if (is_tied && dm_ties_are_nobodys(terms->ties))
        sums->tied += value;
    else if (is_tied && terms->ties != DM_TIES_EARLIER)
        *(terms->ties == DM_TIES_WHITE ? &sums->white : &sums->black) += value;
    else
        *(first == DM_WHITE ? &sums->white : &sums->black) += value;
}

check_choice_sums check_choice(const dm_arena *arena, const int64_t *distances,
                               const dm_terms *terms, const dm_group *groups, int group_count)
{
    check_choice_sums sums = {0};
    site_list l = list_sites(groups, group_count);
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++) {
        long double side[2] = {0, 0}, value = (long double)dm_value_of(dm_arena_values(arena), v);
        long double weight[MOST_SITES];
        if (terms->rule == DM_NEAREST) {
            add_nearest(arena, distances, terms, &l, v, &sums);
            continue;
        }
        long double outside = compete(arena, distances, terms, &l, v, weight);
        for (int32_t i = 0; i < l.count; i++)
            side[l.side[i]] += weight[i];
        long double all = side[0] + side[1] + outside;
        sums.white += all > 0 ? value * side[DM_WHITE] / all : 0;
        sums.black += all > 0 ? value * side[DM_BLACK] / all : 0;
        sums.outside += all > 0 ? value * outside / all : 0;
        sums.unreached += all > 0 ? 0 : value;
    }
    return sums;
}

/* A list of sites of one side that is made up site by site. */
typedef struct own_sites {
    dm_vertex vertex[MOST_SITES];
    int64_t offset[MOST_SITES], cost[MOST_SITES];
    double attraction[MOST_SITES], beta[MOST_SITES];
    int32_t count;
} own_sites;

static void add_site(own_sites *to, const dm_sites *from, int32_t i, dm_rule rule)
{
    int32_t at = to->count++;
    to->vertex[at] = from->vertex[i];
    to->offset[at] = from->offset ? from->offset[i] : 0;
    to->cost[at] = from->cost ? from->cost[i] : 0;
    to->attraction[at] = from->attraction ? from->attraction[i] : rule == DM_HUFF;
    to->beta[at] = from->beta ? from->beta[i] : 1;
}

static dm_sites as_sites(const own_sites *s)
{
    return (dm_sites){.vertex = s->vertex,
                      .count = s->count,
                      .offset = s->offset,
                      .cost = s->cost,
                      .attraction = s->attraction,
                      .beta = s->beta};
}

static bool is_listed(const dm_sites *sites, dm_vertex v)
{
    for (int32_t i = 0; i < sites->count; i++)
        if (sites->vertex[i] == v)
            return true;
    return false;
}

/* The candidates on free vertices, or all if places are shared. */
static void list_free(const dm_arena *arena, const dm_terms *terms, const dm_sites *named,
                      const dm_sites *white, const dm_sites *black, own_sites *out)
{
    int32_t listed = named->vertex ? named->count : dm_arena_vertices(arena);
    for (int32_t i = 0; i < listed; i++) {
        dm_vertex v = named->vertex ? named->vertex[i] : i;
        const dm_sites one = {.vertex = &v, .count = 1};
        if (terms->is_shared || (!is_listed(white, v) && !is_listed(black, v)))
            add_site(out, named->vertex ? named : &one, named->vertex ? i : 0, terms->rule);
    }
}

static bool are_near(const dm_arena *arena, const int64_t *distances, const dm_terms *terms,
                     dm_vertex a, dm_vertex b)
{
    dm_vertex n = dm_arena_vertices(arena);
    int64_t there = distances[(int64_t)a * n + b], back = distances[(int64_t)b * n + a];
    return (there >= 0 && there < terms->spacing) || (back >= 0 && back < terms->spacing);
}

/* Whether new sites are far enough from each other and from those that stand. */
static bool is_spaced(const dm_arena *arena, const int64_t *distances, const dm_terms *terms,
                      const own_sites *news, const own_sites *standing)
{
    for (int32_t i = 0; i < news->count && terms->has_spacing; i++) {
        for (int32_t k = 0; k < i; k++)
            if (are_near(arena, distances, terms, news->vertex[i], news->vertex[k]))
                return false;
        for (int32_t k = 0; k < standing->count; k++)
            if (are_near(arena, distances, terms, news->vertex[i], standing->vertex[k]))
                return false;
    }
    return true;
}

static long double maximized(const dm_terms *terms, bool is_white, check_choice_sums sums,
                             int64_t cost)
{
    long double own = is_white ? sums.white : sums.black,
                other = is_white ? sums.black : sums.white;
    return terms->objective == DM_MAXIMIZE_VALUE   ? own - other
           : terms->objective == DM_MAXIMIZE_SHARE ? own
                                                   : terms->margin * own - (long double)cost;
}

/* Whether the request allows a set of so many sites that cost so much. */
static bool allows(const dm_reply_request *r, int32_t count, int64_t cost)
{
    bool is_limit = r->has_budget || r->has_target || r->terms.objective == DM_MAXIMIZE_PROFIT;
    if (!is_limit)
        return count == r->count;
    return (!r->has_budget || cost <= r->budget) && (r->count == 0 || count <= r->count);
}

/* Looks at one set: the sites of `set` opened, the closable ones of `closing` closed. */
static void try_set(const dm_arena *arena, const int64_t *distances, const dm_reply_request *r,
                    const own_sites *open, uint32_t set, uint32_t closing, check_choice_best *best)
{
    own_sites news = {.count = 0}, kept = {.count = 0};
    const dm_sites all = as_sites(open);
    int64_t cost = 0;
    for (int32_t i = 0; i < open->count; i++)
        if (set >> i & 1) {
            add_site(&news, &all, i, r->terms.rule);
            cost += open->cost[i];
        }
    for (int32_t i = 0; i < r->kept.count; i++) {
        if (closing >> i & 1)
            cost -= r->kept.cost ? r->kept.cost[i] : 0;
        else
            add_site(&kept, &r->kept, i, r->terms.rule);
    }
    if (!allows(r, news.count, cost) || !is_spaced(arena, distances, &r->terms, &news, &kept))
        return;
    const dm_group groups[] = {
        {DM_WHITE, r->white}, {DM_BLACK, as_sites(&kept)}, {DM_BLACK, as_sites(&news)}};
    check_choice_sums sums = check_choice(arena, distances, &r->terms, groups, 3);
    best->most = sums.black > best->most ? sums.black : best->most;
    if (r->has_target) {
        long double target = r->terms.rule == DM_NEAREST ? (long double)r->target.whole
                                                         : (long double)r->target.real;
        int64_t price = r->terms.candidates.cost ? cost : news.count;
        if (sums.black < target - 1e-10L)
            return;
        best->price = !best->any || price < best->price ? price : best->price;
    }
    long double reached = maximized(&r->terms, false, sums, cost);
    best->reached = !best->any || reached > best->reached ? reached : best->reached;
    best->any = true;
}

check_choice_best check_choice_reply(const dm_arena *arena, const int64_t *distances,
                                     const dm_reply_request *request)
{
    const dm_reply_request *r = request;
    own_sites open = {.count = 0};
    check_choice_best best = {.reached = -INFINITY, .most = -INFINITY};
    uint32_t closable = 0;
    list_free(arena, &r->terms, &r->terms.candidates, &r->white, &r->kept, &open);
    for (int32_t i = 0; i < r->kept.count; i++)
        closable |= r->kept.may_close && r->kept.may_close[i] ? UINT32_C(1) << i : 0;
    for (uint32_t set = 0; set < UINT32_C(1) << open.count; set++)
        for (uint32_t closing = closable;; closing = (closing - 1) & closable) {
            try_set(arena, distances, r, &open, set, closing, &best);
            if (closing == 0)
                break;
        }
    return best;
}

/* What Black's best answer to White's sites leaves White. */
static long double answer_to(const dm_arena *arena, const int64_t *distances,
                             const dm_lead_request *q, const own_sites *white,
                             const own_sites *opened, const own_sites *open, int64_t cost)
{
    long double least = INFINITY;
    own_sites black = {.count = 0};
    const dm_sites all = as_sites(open);
    own_sites every = *white;
    for (int32_t i = 0; i < opened->count; i++)
        every.vertex[every.count++] = opened->vertex[i];
    const dm_sites whites = as_sites(&every);
    int32_t most = 0, available = 0;
    for (int32_t i = 0; i < q->black.count; i++)
        add_site(&black, &q->black, i, q->terms.rule);
    for (int32_t i = 0; i < open->count; i++)
        available += q->terms.is_shared || !is_listed(&whites, open->vertex[i]);
    most = q->reply < available ? q->reply : available;
    for (uint32_t set = 0; set < UINT32_C(1) << open->count; set++) {
        own_sites news = {.count = 0};
        int64_t paid = 0;
        bool is_free = true;
        for (int32_t i = 0; i < open->count; i++)
            if (set >> i & 1) {
                is_free &= q->terms.is_shared || !is_listed(&whites, open->vertex[i]);
                add_site(&news, &all, i, q->terms.rule);
                paid += open->cost[i];
            }
        bool fits = q->has_reply_budget    ? paid <= q->reply_budget && news.count <= q->reply
                    : q->terms.has_spacing ? news.count <= most /* as many as it leaves */
                                           : news.count == most;
        if (!is_free || !fits || !is_spaced(arena, distances, &q->terms, &news, &black))
            continue;
        const dm_group groups[] = {{DM_WHITE, as_sites(white)},
                                   {DM_BLACK, as_sites(&black)},
                                   {DM_WHITE, as_sites(opened)},
                                   {DM_BLACK, as_sites(&news)}};
        check_choice_sums sums = check_choice(arena, distances, &q->terms, groups, 4);
        long double own = maximized(&q->terms, true, sums, cost);
        least = own < least ? own : least;
    }
    return least;
}

long double check_choice_lead(const dm_arena *arena, const int64_t *distances,
                              const dm_lead_request *request)
{
    const dm_lead_request *q = request;
    const dm_sites *rivals =
        q->rival_candidates.vertex ? &q->rival_candidates : &q->terms.candidates;
    own_sites open = {.count = 0}, rival = {.count = 0};
    long double best = -INFINITY;
    uint32_t closable = 0;
    bool is_limit = q->has_budget || q->terms.objective == DM_MAXIMIZE_PROFIT;
    list_free(arena, &q->terms, &q->terms.candidates, &q->white, &q->black, &open);
    own_sites staying = {.count = 0}; /* Black may open where White closes a site */
    for (int32_t i = 0; i < q->white.count; i++)
        if (!q->white.may_close || !q->white.may_close[i])
            add_site(&staying, &q->white, i, q->terms.rule);
    const dm_sites stay = as_sites(&staying);
    list_free(arena, &q->terms, rivals, &stay, &q->black, &rival);
    for (int32_t i = 0; i < q->white.count; i++)
        closable |= q->white.may_close && q->white.may_close[i] ? UINT32_C(1) << i : 0;
    const dm_sites all = as_sites(&open);
    for (uint32_t set = 0; set < UINT32_C(1) << open.count; set++)
        for (uint32_t closing = closable;; closing = (closing - 1) & closable) {
            own_sites news = {.count = 0}, kept = {.count = 0};
            int64_t cost = 0;
            for (int32_t i = 0; i < open.count; i++)
                if (set >> i & 1) {
                    add_site(&news, &all, i, q->terms.rule);
                    cost += open.cost[i];
                }
            for (int32_t i = 0; i < q->white.count; i++) {
                if (closing >> i & 1)
                    cost -= q->white.cost ? q->white.cost[i] : 0;
                else
                    add_site(&kept, &q->white, i, q->terms.rule);
            }
            bool fits = is_limit ? (!q->has_budget || cost <= q->budget) &&
                                       (q->count == 0 || news.count <= q->count)
                                 : news.count == q->count;
            if (fits && is_spaced(arena, distances, &q->terms, &news, &kept)) {
                long double own = answer_to(arena, distances, q, &kept, &news, &rival, cost);
                best = own < INFINITY && own > best ? own : best;
            }
            if (closing == 0)
                break;
        }
    return best;
}
