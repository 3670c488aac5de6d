/* choice_opening.c - see the header.  Cost: a pass over the customers per site added. */
#include "location/lead/choice/choice_opening.h"

#include "base/base.h"
#include <stdlib.h>

dm_status dmi_openings_init(dmi_opening_search *s, dmi_choice_lead *lead, dm_run *run,
                            dm_error *err)
{
    const dmi_lead_options *white = &lead->side[DM_WHITE], *black = &lead->side[DM_BLACK];
    size_t levels = (size_t)lead->count + (size_t)white->closable + 1;
    *s = (dmi_opening_search){.lead = lead, .run = run, .worth = -INFINITY, .upper = INFINITY};
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
    if (status != DM_OK) /* they are freed */
        s->level = NULL;
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

void dmi_openings_clear(dmi_opening_search *s)
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

bool dmi_opening_is_new(const dmi_opening_search *s, int32_t w)
{
    return w < s->lead->side[DM_WHITE].count - s->lead->side[DM_WHITE].closable;
}

bool dmi_opening_fits(const dmi_opening_search *s, int32_t w)
{
    const dm_lead_request *q = s->lead->request;
    return (!dmi_opening_is_new(s, w) || s->news < s->lead->count) &&
           (!s->excluded || s->excluded[w] == 0) &&
           (!q->has_budget ||
            s->cost + s->lead->side[DM_WHITE].cost[w] <= q->budget + s->lead->saved);
}

static void mark_near(dmi_opening_search *s, int32_t w, int32_t change)
{
    const dmi_spacing *spacing = &s->lead->side[DM_WHITE].spacing;
    for (int64_t k = s->excluded ? spacing->first[w] : 0; s->excluded && k < spacing->first[w + 1];
         k++)
        s->excluded[spacing->near[k]] += change;
}

void dmi_opening_push(dmi_opening_search *s, int32_t w)
{
    s->chosen[s->count++] = w;
    s->news += dmi_opening_is_new(s, w);
    s->cost += s->lead->side[DM_WHITE].cost[w];
    if (s->twin[w] >= 0)
        s->closed[s->twin[w]] = true;
    mark_near(s, w, 1);
    dmi_lead_state_copy(s->lead, &s->level[s->count - 1], &s->level[s->count]);
    dmi_lead_state_add(s->lead, DM_WHITE, w, &s->level[s->count]);
}

void dmi_opening_pop(dmi_opening_search *s)
{
    int32_t w = s->chosen[--s->count];
    s->news -= dmi_opening_is_new(s, w);
    s->cost -= s->lead->side[DM_WHITE].cost[w];
    if (s->twin[w] >= 0)
        s->closed[s->twin[w]] = false;
    mark_near(s, w, -1);
}

void dmi_opening_set(dmi_opening_search *s, const int32_t *chosen, int32_t count)
{
    while (s->count > 0)
        dmi_opening_pop(s);
    for (int32_t i = 0; i < count; i++)
        dmi_opening_push(s, chosen[i]);
}

bool dmi_opening_is_complete(const dmi_opening_search *s)
{
    return !s->lead->is_exact || s->news == s->lead->count;
}

double dmi_opening_price(const dmi_opening_search *s)
{
    bool is_profit = s->lead->request->terms.objective == DM_MAXIMIZE_PROFIT;
    return is_profit ? (double)(s->cost - s->lead->saved) : 0;
}
