/* choice_target.c - the least cost, or the fewest sites, that bring Black's score to a target.
 *
 * First a set that reaches the target, if there is one, among all that are allowed.  Then the limit
 * is halved: whether some set within a budget, or of so many sites, reaches the target is a search
 * that ends with the first set that does, or with a bound below the target.
 *
 * Cost: a search per halving; the sets found shorten it.
 */
#include "location/choice/choice_reply.h"

#include <assert.h>

typedef struct target_search {
    dmi_choice_reply *reply;
    double need; /* what the sites have to gain */
    bool by_cost;
    int64_t *nodes;
    dm_run *run;
} target_search;

static int64_t price_of(const target_search *t, const dmi_choice_set *set)
{
    return t->by_cost ? set->cost : set->news;
}

/* The best set within the present limits; one that reaches the target ends the search. */
static dm_status search_within(const target_search *t, bool is_decision, dmi_choice_set *set,
                               double *upper, dm_error *err)
{
    const dmi_choice_problem *p = &t->reply->problem;
    const dm_reply_request *q = t->reply->request;
    double total = (double)dm_arena_total_value(t->reply->arena);
    *upper = p->ceiling;
    dmi_choice_set_fill(p, NULL, 0, set);
    dm_status status = dmi_choice_greedy(p, set, upper, t->run, err);
    bool is_quick = q->method == DM_REPLY_GREEDY || q->method == DM_REPLY_LOCAL;
    if (status != DM_OK || set->gain >= t->need || *upper < t->need || p->candidates == 0)
        return status;
    status = dmi_choice_improve(p, set, t->run, err);
    if (status != DM_OK || set->gain >= t->need || is_quick)
        return status;
    const dmi_choice_wish wish = {.tolerance = 1e-7 * total,
                                  .least = is_decision ? t->need : -INFINITY,
                                  .enough = t->need,
                                  .threads = q->threads};
    int64_t nodes = 0;
    status = dmi_choice_exact(p, &wish, set, upper, &nodes, t->run, err);
    *t->nodes += nodes;
    return status;
}

/* Halves the limit between one that no set meets and one that `best` meets. */
static dm_status lower_limit(const target_search *t, dmi_choice_set *best, dmi_choice_set *tried,
                             bool *is_proven, dm_error *err)
{
    dmi_choice_problem *p = &t->reply->problem;
    const dmi_choice_problem before = *p;
    int64_t low = -1, high = price_of(t, best);
    dm_status status = DM_OK;
    while (status == DM_OK && low + 1 < high) {
        int64_t middle = low + (high - low) / 2;
        double upper;
        if (t->by_cost) {
            p->has_budget = true;
            p->budget = middle;
        } else {
            p->count = (int32_t)middle;
        }
        status = search_within(t, true, tried, &upper, err);
        if (tried->gain >= t->need) {
            dmi_choice_set_fill(&before, tried->chosen, tried->count, best);
            high = price_of(t, best);
            status = status == DM_STOPPED ? DM_OK : status;
        } else if (status == DM_OK) {
            low = middle;
        }
    }
    p->has_budget = before.has_budget;
    p->budget = before.budget;
    p->count = before.count;
    *is_proven = status == DM_OK;
    return status;
}

double dmi_choice_need(const dmi_choice_reply *reply)
{
    const dm_reply_request *q = reply->request;
    bool divides = dmi_rule_divides(q->terms.rule);
    double slack = divides ? 1e-9 * (double)dm_arena_total_value(reply->arena) : 0.25;
    double target = divides ? q->target.real : (double)q->target.whole;
    return q->has_target ? target - reply->problem.base - slack : -INFINITY;
}

dm_status dmi_choice_target(dmi_choice_reply *reply, dmi_choice_set *set, double *upper,
                            int64_t *nodes, bool *is_proven, dm_run *run, dm_error *err)
{
    const dm_reply_request *q = reply->request;
    target_search t = {.reply = reply,
                       .need = dmi_choice_need(reply),
                       .by_cost = q->terms.candidates.cost != NULL,
                       .nodes = nodes,
                       .run = run};
    dmi_choice_set tried = {0};
    dm_status status = search_within(&t, false, set, upper, err);
    bool is_feasible = set->gain >= t.need;
    bool is_quick = q->method == DM_REPLY_GREEDY || q->method == DM_REPLY_LOCAL;
    *is_proven = status == DM_OK && !is_feasible && !is_quick;
    if ((status == DM_OK || status == DM_STOPPED) && !is_feasible) {
        dmi_choice_set_fill(&reply->problem, NULL, 0, set);
        set->gain = -INFINITY;
        return status;
    }
    if (status == DM_OK)
        status = dmi_choice_set_init(&tried, &reply->problem, err);
    if (status == DM_OK)
        status = lower_limit(&t, set, &tried, is_proven, err);
    dmi_choice_set_clear(&tried);
    *is_proven = *is_proven && !is_quick;
    return status;
}
