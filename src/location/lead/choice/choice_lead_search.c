/* choice_lead_search.c - White's openings against a pool of Black's answers.
 *
 * Every answer found bounds every opening: Black may give it, less the sites that White has taken.
 * So an opening is looked at closer only if no answer of the pool leaves White as little as the
 * best one; then Black's best answer is found, which joins the pool.
 *
 *     enumerate   all openings, in the order of their sites: proven
 *     local       an opening is exchanged site by site as long as that helps
 *
 * Cost: a pass over the customers per opening and answer looked at, few of them as the answer that
 * refuted the last opening is tried first.
 */
#include "base/base.h"
#include "location/lead/choice/choice_opening.h"
#include <stdlib.h>
#include <string.h>

#define TOLERANCE     4e-7 /* of White's score */
#define MOST_OPENINGS 2e7  /* that method auto enumerates */

/* What White keeps if Black gives this answer, without the sites that White has taken. */
static double worth_against(dmi_opening_search *s, const dmi_lead_answer *answer)
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

/* Whether an answer of the pool leaves White no more than the best opening has; it goes to the
 * front. */
static bool is_refuted(dmi_opening_search *s)
{
    double least = dmi_opening_cutoff(s) + dmi_opening_price(s);
    for (size_t i = 0; i < s->pools; i++)
        if (worth_against(s, &s->pool[i]) <= least) {
            dmi_lead_answer one = s->pool[i];
            memmove(s->pool + 1, s->pool, i * sizeof *s->pool);
            s->pool[0] = one;
            return true;
        }
    return false;
}

static dm_status add_answer(dmi_opening_search *s, dm_error *err)
{
    const dmi_choice_set *set = &s->answer;
    if (!dmi_reserve(&s->pool, &s->room, s->pools + 1, sizeof *s->pool))
        return dmi_no_memory(err);
    memmove(s->pool + 1, s->pool, s->pools * sizeof *s->pool);
    s->pool[0] = (dmi_lead_answer){.count = set->count};
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
static dm_status look_at_opening(dmi_opening_search *s, dm_error *err)
{
    double least;
    s->done++;
    if (!dmi_run_report(s->run, 1, "openings", (uint64_t)s->done, (uint64_t)s->openings, NULL))
        return dmi_stopped(s->run, err);
    if (is_refuted(s))
        return DM_OK;
    dm_status status = dmi_choice_lead_reply(s->lead, &s->level[s->count], s->closed,
                                             dmi_opening_cutoff(s) + dmi_opening_price(s),
                                             &s->answer, &least, s->run, err);
    if (status != DM_OK)
        return status;
    status = add_answer(s, err);
    if (status != DM_OK)
        return status;
    double found = worth_against(s, &s->pool[0]) - dmi_opening_price(s);
    least -= dmi_opening_price(s);
    if (found <= dmi_opening_cutoff(s))
        return DM_OK;
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
static dm_status explore(dmi_opening_search *s, int32_t next, dm_error *err)
{
    const dmi_lead_options *white = &s->lead->side[DM_WHITE];
    int32_t news = white->count - white->closable;
    dm_status status = dmi_opening_is_complete(s) ? look_at_opening(s, err) : DM_OK;
    for (int32_t w = next; status == DM_OK && w < white->count; w++) {
        bool is_short =
            s->lead->is_exact && s->news < s->lead->count && news - w < s->lead->count - s->news;
        if (is_short)
            break;
        if (!dmi_opening_fits(s, w))
            continue;
        dmi_opening_push(s, w);
        status = explore(s, w + 1, err);
        dmi_opening_pop(s);
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
static void build_opening(dmi_opening_search *s)
{
    const dmi_choice_lead *l = s->lead;
    dmi_opening_set(s, NULL, 0);
    for (;;) {
        int32_t best = -1;
        double now =
            dmi_lead_worth(l, &s->level[s->count], &l->standing[DM_BLACK]) - dmi_opening_price(s);
        double most = l->is_exact ? -INFINITY : now;
        for (int32_t w = 0; w < l->side[DM_WHITE].count; w++) {
            bool is_chosen = false;
            for (int32_t i = 0; i < s->count; i++)
                is_chosen |= s->chosen[i] == w;
            if (is_chosen || !dmi_opening_fits(s, w))
                continue;
            dmi_opening_push(s, w);
            double then = dmi_lead_worth(l, &s->level[s->count], &l->standing[DM_BLACK]) -
                          dmi_opening_price(s);
            dmi_opening_pop(s);
            best = then > most ? w : best;
            most = then > most ? then : most;
        }
        if (best < 0)
            return;
        dmi_opening_push(s, best);
    }
}

/* Looks at the openings that differ from the best by one option: exchanged, or, if the number is
 * free, added or left out. */
static dm_status look_around(dmi_opening_search *s, dm_error *err)
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
            dmi_opening_set(s, list, kept);
            bool is_chosen = false;
            for (int32_t i = 0; i < kept && w >= 0; i++)
                is_chosen |= list[i] == w;
            if (is_chosen || (w >= 0 && !dmi_opening_fits(s, w)))
                continue;
            if (w >= 0)
                dmi_opening_push(s, w);
            if (dmi_opening_is_complete(s))
                status = look_at_opening(s, err);
        }
    free(from);
    free(list);
    return status;
}

static dm_status improve_opening(dmi_opening_search *s, dm_error *err)
{
    dm_status status = DM_OK;
    build_opening(s);
    if (dmi_opening_is_complete(s))
        status = look_at_opening(s, err);
    for (double before = -INFINITY; status == DM_OK && s->worth > before;) {
        before = s->worth;
        status = look_around(s, err);
    }
    return status;
}

dm_status dmi_choice_lead_find(const dm_arena *arena, const dm_lead_request *request, dm_run *run,
                               dm_lead **out, dm_error *err)
{
    dmi_choice_lead l;
    dmi_opening_search s = {0};
    dm_lead *lead = dmi_calloc(1, sizeof *lead);
    if (!lead)
        return dmi_no_memory(err);
    dm_status status = dmi_choice_lead_init(&l, arena, request, run, err);
    if (status == DM_OK) {
        bool is_set = request->method != DM_LEAD_AUTO;
        lead->method = is_set                                ? request->method
                       : count_openings(&l) <= MOST_OPENINGS ? DM_LEAD_ENUMERATE
                                                             : DM_LEAD_LOCAL;
        status = dmi_openings_init(&s, &l, run, err);
        s.openings = count_openings(&l);
        if (status == DM_OK)
            status = improve_opening(&s, err);
        if (status == DM_OK && lead->method == DM_LEAD_ENUMERATE) {
            dmi_opening_set(&s, NULL, 0);
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
            dm_status filled = dmi_opening_answer(&s, is_done, lead, err);
            status = filled == DM_OK ? status : filled;
        }
        dmi_openings_clear(&s);
        dmi_choice_lead_clear(&l);
    }
    if (status == DM_OK || status == DM_STOPPED)
        *out = lead;
    else
        dm_lead_free(lead);
    return status;
}
