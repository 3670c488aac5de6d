/* choice_setup.c - makes the problem of a reply: candidates, customers, and what each pulls.
 *
 * If customers divide, a customer that White's sites pull with R, Black's with K and the outside
 * with U changes the goal, if new sites pull with p, by
 *
 *     value * (own (R + U) + rival R) / T * p / (T + p),   T = R + K + U
 *
 * Pulls count in units of T.  Where nothing pulls yet, the first new site gains own * value: its
 * pull is beyond all others.  Under the nearest rule a pull is the change itself.
 */
#include "location/choice/choice_reply.h"

#include "base/sum.h"
#include <assert.h>
#include <stdlib.h>

#define ALONE     1e150 /* the pull on a customer that nothing pulls */
#define LOG_ALONE 345.3 /* its logarithm */
#define LEAST     1e-18 /* pulls that are smaller are no pulls: a sum with 1 would not change */

/* What the standing sites are at every vertex. */
typedef struct standing {
    const dmi_choice_reply *reply;
    dmi_choice_rule rule; /* if customers divide */
    dmi_pulls pulls;
    double *all;            /* the logarithm of what pulls on each vertex; -INFINITY: nothing */
    dmi_nearest nearest[2]; /* under the nearest rule */
} standing;

static bool may_close(const dm_reply_request *r, int32_t i)
{
    bool is_of_use = r->has_budget || r->has_target || r->terms.has_spacing ||
                     r->terms.objective == DM_MAXIMIZE_PROFIT;
    return is_of_use && r->kept.may_close && r->kept.may_close[i];
}

bool dmi_choice_takes(const dm_reply_request *request)
{
    bool closes = false;
    for (int32_t i = 0; i < request->kept.count; i++)
        closes |= may_close(request, i);
    return dmi_rule_divides(request->terms.rule) || closes || request->terms.has_spacing ||
           request->terms.objective == DM_MAXIMIZE_PROFIT || request->has_target;
}

/* Divides Black's standing sites into those that may be closed and the others. */
static dm_status part_kept(dmi_choice_reply *r, int32_t *closable, dm_error *err)
{
    const dm_sites *kept = &r->request->kept;
    size_t most = (size_t)kept->count;
    dm_vertex *vertex = dmi_array(&r->arrays, most, sizeof *vertex);
    int64_t *offset = dmi_array(&r->arrays, most, sizeof *offset);
    double *attraction = dmi_array(&r->arrays, most, sizeof *attraction);
    double *beta = dmi_array(&r->arrays, most, sizeof *beta);
    if (dmi_arrays_check(&r->arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    r->fixed = (dm_sites){.vertex = vertex,
                          .offset = kept->offset ? offset : NULL,
                          .attraction = kept->attraction ? attraction : NULL,
                          .beta = kept->beta ? beta : NULL};
    for (int32_t i = 0; i < kept->count; i++) {
        int32_t at = r->fixed.count;
        if (may_close(r->request, i)) {
            closable[r->closable++] = i;
            continue;
        }
        vertex[at] = kept->vertex[i];
        offset[at] = kept->offset ? kept->offset[i] : 0;
        attraction[at] = kept->attraction ? kept->attraction[i] : NAN;
        beta[at] = kept->beta ? kept->beta[i] : 1;
        r->fixed.count++;
    }
    return DM_OK;
}

/* Candidate c is site i of the list. */
static dm_status take_candidate(dmi_choice_reply *r, int32_t c, const dm_sites *list, int32_t i,
                                int64_t cost, dm_error *err)
{
    r->vertex[c] = list->vertex[i];
    r->place[c] = i;
    r->cost[c] = cost;
    r->price[c] = (double)cost;
    if (cost < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "site %d costs %lld; costs are 0 or more",
                        r->vertex[c], (long long)cost);
    if (dmi_rule_divides(r->request->terms.rule))
        return dmi_choice_site_init(&r->site[c], list, i, DM_BLACK, r->request->terms.rule, err);
    r->site[c] = (dmi_choice_site){.vertex = r->vertex[c], .offset = dmi_offset_of(list, i)};
    return DM_OK;
}

/* The free candidates, then the closable sites. */
static dm_status list_candidates(dmi_choice_reply *r, dm_error *err)
{
    const dm_reply_request *q = r->request;
    const dm_sites *named = &q->terms.candidates;
    dmi_choice_problem *p = &r->problem;
    int32_t *closable = dmi_array(&r->arrays, (size_t)q->kept.count, sizeof *closable);
    dm_status status = closable ? part_kept(r, closable, err) : dmi_no_memory(err);
    int32_t news = r->asked.candidate_count;
    size_t all = (size_t)news + (size_t)r->closable;
    r->vertex = dmi_array(&r->arrays, all, sizeof *r->vertex);
    r->place = dmi_array(&r->arrays, all, sizeof *r->place);
    r->cost = dmi_array(&r->arrays, all, sizeof *r->cost);
    r->price = dmi_array(&r->arrays, all, sizeof *r->price);
    r->site = dmi_array(&r->arrays, all, sizeof *r->site);
    if (status == DM_OK)
        status = dmi_arrays_check(&r->arrays, err);
    for (int32_t c = 0; status == DM_OK && c < news; c++) {
        const dm_sites one = {.vertex = &r->asked.candidate[c], .count = 1};
        status = named->vertex
                     ? take_candidate(r, c, named, r->asked.place[c], r->asked.cost[c], err)
                     : take_candidate(r, c, &one, 0, 0, err);
    }
    for (int32_t i = 0; status == DM_OK && i < r->closable; i++) {
        int64_t cost = q->kept.cost ? q->kept.cost[closable[i]] : 0;
        status = take_candidate(r, news + i, &q->kept, closable[i], cost, err);
        r->saved += cost;
    }
    bool is_profit = q->terms.objective == DM_MAXIMIZE_PROFIT && !q->has_target;
    p->candidates = (int32_t)all;
    p->closable = r->closable;
    p->vertex = r->vertex;
    p->cost = r->cost;
    p->price = is_profit ? r->price : NULL;
    p->count = r->asked.count;
    p->is_exact = !q->has_budget && !is_profit && !q->has_target;
    p->has_budget = q->has_budget;
    p->budget = q->budget <= DM_MAX_TOTAL - r->saved ? q->budget + r->saved : DM_MAX_TOTAL;
    return status;
}

/* What sites of one side exclude each other: the candidates, and behind them the fixed ones. */
static dm_status find_spacing(dmi_choice_reply *r, dm_run *run, dm_error *err)
{
    const dm_terms *terms = &r->request->terms;
    dmi_choice_problem *p = &r->problem;
    int32_t count = p->candidates + r->fixed.count;
    if (!terms->has_spacing)
        return DM_OK;
    dm_vertex *place = dmi_array(&r->arrays, (size_t)count, sizeof *place);
    if (!place)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < count; i++)
        place[i] = i < p->candidates ? p->vertex[i] : r->fixed.vertex[i - p->candidates];
    p->spacing = &r->spacing;
    return dmi_spacing_init(&r->spacing, r->arena, place, count, p->candidates - p->closable,
                            terms->spacing, run, err);
}

static int32_t owner_with(const standing *s, dm_vertex v, int64_t sum)
{
    int64_t black = s->nearest[DM_BLACK].sum[v];
    return dmi_owner_by_sums(s->nearest[DM_WHITE].sum[v], sum < black ? sum : black,
                             s->reply->request->terms.ties, true);
}

static double worth(const dmi_choice_reply *r, int32_t owner)
{
    return owner == DM_BLACK ? r->goal.own : owner == DM_WHITE ? -r->goal.rival : 0;
}

static double weigh_nearest(const void *context, const dmi_choice_site *site, dm_vertex v,
                            int64_t distance)
{
    const standing *s = context;
    return worth(s->reply, owner_with(s, v, distance + site->offset)) -
           worth(s->reply, owner_with(s, v, DMI_NOT_SERVED));
}

static double weigh_divided(const void *context, const dmi_choice_site *site, dm_vertex v,
                            int64_t distance)
{
    const standing *s = context;
    if (s->all[v] == -INFINITY)
        return ALONE;
    double ratio = dmi_choice_utility(&s->rule, site, v, distance) - s->all[v];
    return ratio < LOG_ALONE ? exp(ratio) : ALONE;
}

/* Adds up the sites that stand. */
static dm_status find_standing(dmi_choice_reply *r, standing *s, dm_run *run, dm_error *err)
{
    const dm_terms *terms = &r->request->terms;
    const dm_graph *graph = dm_arena_reverse(r->arena);
    const dm_group groups[] = {{DM_WHITE, r->request->white}, {DM_BLACK, r->fixed}};
    dmi_choice_site *sites = NULL;
    int32_t count = 0, own = r->fixed.count + dmi_choice_most(&r->problem);
    dm_status status = DM_OK;
    for (int side = 0; side < 2 && !dmi_rule_divides(terms->rule); side++)
        if (status == DM_OK)
            status =
                dmi_nearest_init(&s->nearest[side], graph, &groups[side].sites, terms, run, err);
    if (!dmi_rule_divides(terms->rule))
        return dmi_as_unfinished(status, err);
    status = dmi_choice_rule_init(&s->rule, r->arena, terms, err);
    if (s->rule.choices >= own && s->rule.choices >= r->request->white.count)
        s->rule.choices = INT32_MAX; /* all compete */
    if (status == DM_OK)
        status = dmi_choice_sites(r->arena, terms, groups, 2, &sites, &count, err);
    if (status == DM_OK)
        status = dmi_as_unfinished(
            dmi_pulls_init(&s->pulls, graph, &s->rule, sites, count, r->request->threads, run, err),
            err);
    free(sites);
    return status;
}

/* Numbers the customers that sites can change, whose weights are what they change at most. */
static dm_status number_customers(dmi_choice_reply *r, standing *s, dm_error *err)
{
    const int64_t *values = dm_arena_values(r->arena);
    dm_vertex n = dm_arena_vertices(r->arena);
    dmi_choice_problem *p = &r->problem;
    bool divides = dmi_rule_divides(r->request->terms.rule);
    dmi_sum base = {0}, own = {0};
    r->number = dmi_array(&r->arrays, (size_t)n, sizeof *r->number);
    r->weight = dmi_array(&r->arrays, (size_t)n, sizeof *r->weight);
    s->all = dmi_array(&r->arrays, (size_t)n, sizeof *s->all);
    if (dmi_arrays_check(&r->arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    for (dm_vertex v = 0; v < n; v++) {
        double value = (double)dm_value_of(values, v), weight = value;
        if (!divides) {
            dmi_sum_add(&base, value * worth(r, owner_with(s, v, DMI_NOT_SERVED)));
        } else {
            double white = s->pulls.total[DM_WHITE][v], black = s->pulls.total[DM_BLACK][v];
            double outside = dmi_pulls_outside(&s->pulls, &s->rule, v);
            double all = white + black + outside;
            s->all[v] = all > 0 ? s->pulls.top[v] + log(all) : -INFINITY;
            weight = value * r->goal.own;
            if (all > 0) {
                weight = value * ((r->goal.own * (white + outside) + r->goal.rival * white) / all);
                dmi_sum_add(&base, value * ((r->goal.own * black - r->goal.rival * white) / all));
                dmi_sum_add(&own, value * (black / all));
            }
        }
        assert(weight >= 0);
        r->number[v] = weight > 0 ? p->customers : -1;
        if (weight > 0)
            r->weight[p->customers++] = weight;
    }
    r->own_score = dmi_sum_value(own);
    p->base = dmi_sum_value(base) + (p->price ? (double)r->saved : 0);
    return DM_OK;
}

/* Of each customer what its own standing sites pull, in its unit, the strongest first. */
static dm_status list_strongest(dmi_choice_reply *r, const standing *s, dm_error *err)
{
    dmi_choice_problem *p = &r->problem;
    p->is_linear = !dmi_rule_divides(r->request->terms.rule);
    p->choices = p->is_linear ? 1 : s->rule.choices;
    if (p->choices == INT32_MAX)
        return DM_OK;
    size_t width = (size_t)p->choices;
    r->strongest = dmi_array_zeroed(&r->arrays, (size_t)p->customers * width, sizeof *r->strongest);
    if (!r->strongest)
        return dmi_no_memory(err);
    for (dm_vertex v = 0; !p->is_linear && v < dm_arena_vertices(r->arena); v++)
        for (size_t i = 0; r->number[v] >= 0 && i < width; i++)
            if (s->pulls.which[DM_BLACK][(size_t)v * width + i] >= 0)
                r->strongest[(size_t)r->number[v] * width + i] =
                    exp(s->pulls.strongest[DM_BLACK][(size_t)v * width + i] - s->all[v]);
    return DM_OK;
}

/* The rows of the candidates, with equal customers joined. */
static dm_status find_rows(dmi_choice_reply *r, const standing *s, dm_run *run, dm_error *err)
{
    const dm_reply_request *q = r->request;
    dmi_choice_problem *p = &r->problem;
    bool divides = dmi_rule_divides(q->terms.rule);
    const dmi_choice_search search = {.graph = dm_arena_reverse(r->arena),
                                      .radius = q->terms.has_radius ? q->terms.radius : -1,
                                      .site = r->site,
                                      .sites = p->candidates,
                                      .number = r->number,
                                      .weigh = divides ? weigh_divided : weigh_nearest,
                                      .context = s,
                                      .least = divides ? LEAST : 0,
                                      .threads = q->threads};
    dm_status status = dmi_choice_rows_init(&r->rows, &search, run, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    double lost = 0; /* if rows are missing: what they might gain */
    for (int32_t v = 0; status == DM_STOPPED && v < p->customers; v++)
        lost += r->weight[v] * (divides ? 1 : r->goal.own + r->goal.rival);
    dm_status joined = dmi_choice_rows_join(&r->rows, p->customers, r->weight, r->strongest,
                                            r->strongest ? p->choices : 0, &p->customers, err);
    r->start = dmi_array(&r->arrays, (size_t)p->customers, sizeof *r->start);
    if (joined == DM_OK && !r->start)
        joined = dmi_no_memory(err);
    for (int32_t v = 0; joined == DM_OK && v < p->customers; v++)
        r->start[v] = 1;
    p->row = r->rows.row;
    p->weight = r->weight;
    p->start = p->is_linear ? NULL : r->start;
    p->strongest = r->strongest;
    if (joined == DM_OK)
        joined = dmi_choice_problem_finish(p, err);
    p->ceiling = status == DM_STOPPED ? lost : p->ceiling;
    return joined == DM_OK ? status : joined;
}

dm_status dmi_choice_reply_init(dmi_choice_reply *reply, const dm_arena *arena,
                                const dm_reply_request *request, dm_run *run, dm_error *err)
{
    dmi_choice_reply *r = reply;
    standing s = {.reply = r};
    *r = (dmi_choice_reply){.arena = arena, .request = request};
    r->goal = request->has_target ? (dmi_choice_goal){1, 0} : dmi_choice_goal_of(&request->terms);
    dm_status status = dmi_reply_problem_start(arena, request, &r->asked, err);
    if (status == DM_OK)
        status = list_candidates(r, err);
    if (status == DM_OK)
        status = find_spacing(r, run, err);
    if (status == DM_OK)
        status = find_standing(r, &s, run, err);
    if (status == DM_OK)
        status = number_customers(r, &s, err);
    if (status == DM_OK)
        status = list_strongest(r, &s, err);
    if (status == DM_OK)
        status = find_rows(r, &s, run, err);
    dmi_pulls_clear(&s.pulls);
    dmi_nearest_clear(&s.nearest[0]);
    dmi_nearest_clear(&s.nearest[1]);
    if (status != DM_OK && status != DM_STOPPED)
        dmi_choice_reply_clear(r);
    return status;
}

void dmi_choice_reply_clear(dmi_choice_reply *reply)
{
    dmi_choice_problem_clear(&reply->problem);
    dmi_choice_rows_clear(&reply->rows);
    dmi_spacing_clear(&reply->spacing);
    dmi_reply_problem_clear(&reply->asked);
    dmi_arrays_free(&reply->arrays);
    *reply = (dmi_choice_reply){0};
}
