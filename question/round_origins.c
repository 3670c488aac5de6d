/* round_origins.c - what each site had before the new ones opened, and whom these take it from.
 *
 * The market is scored a second time, with the sites that stand alone; those that the answer closes
 * are among them.  Under the nearest rule a customer whom a new site has comes from the site that
 * had him, or from none: he was tied, or no site reached him.  So the parts of a new site add up to
 * its demand, exactly.  If customers divide, location/choice/choice_origins.h says who loses what.
 *
 * Cost: as scoring once more, and O(n) beside; if customers divide, three searches per site.
 */
#include "location/choice/choice_origins.h"
#include "question/questions.h"

#include <assert.h>
#include <stdlib.h>

#define NOISE 1e-12 /* parts of a site's demand that are rounding */

/* A site that stands. */
typedef struct standing {
    dm_side side;
    int32_t listed, number; /* among those of its side; in the market */
} standing;

/* White's were opened first. */
static int compare_standing(const void *a, const void *b)
{
    const standing *x = a, *y = b;
    return x->side != y->side ? (x->side > y->side) - (x->side < y->side)
                              : (x->listed > y->listed) - (x->listed < y->listed);
}

/* The largest first; of equal ones nobody's is the last. */
static int compare_whole(const void *a, const void *b)
{
    const answer_origin *x = a, *y = b;
    if (x->demand.whole != y->demand.whole)
        return x->demand.whole > y->demand.whole ? -1 : 1;
    return ((uint32_t)x->site > (uint32_t)y->site) - ((uint32_t)x->site < (uint32_t)y->site);
}

static int compare_real(const void *a, const void *b)
{
    const answer_origin *x = a, *y = b;
    if (x->demand.real != y->demand.real)
        return x->demand.real > y->demand.real ? -1 : 1;
    return ((uint32_t)x->site > (uint32_t)y->site) - ((uint32_t)x->site < (uint32_t)y->site);
}

/* The customers of the new sites, one site after another. */
typedef struct won {
    dm_vertex *customer;
    int64_t *first;   /* of site i: customer[first[i]] to before customer[first[i + 1]] */
    int64_t *sum;     /* of the origins: 0 for none, k + 1 for the site that was opened as k */
    int32_t *touched; /* whose sum counts */
} won;

static int32_t new_site_of(const answer_market *m, dm_vertex v)
{
    int32_t site = m->owned->owner[v] >= 0 ? m->owned->site[v] : -1;
    bool counts =
        site >= 0 && m->site[site].chosen && dm_value_of(dm_arena_values(m->arena), v) > 0;
    return counts ? site : -1;
}

/* A counting sort. */
static void list_customers(const answer_market *m, won *w)
{
    dm_vertex n = m->owned->n;
    for (dm_vertex v = 0; v < n; v++)
        if (new_site_of(m, v) >= 0)
            w->first[new_site_of(m, v) + 2]++;
    for (int32_t i = 0; i < m->sites; i++)
        w->first[i + 2] += w->first[i + 1];
    for (dm_vertex v = 0; v < n; v++)
        if (new_site_of(m, v) >= 0)
            w->customer[w->first[new_site_of(m, v) + 1]++] = v;
}

/* The origins of one new site, the largest first. */
static int32_t add_origins(const answer_market *m, int32_t site, const standing *order,
                           const dm_dominance *was, won *w, answer_origin *out)
{
    const int64_t *values = dm_arena_values(m->arena);
    int32_t count = 0;
    for (int64_t i = w->first[site]; i < w->first[site + 1]; i++) {
        dm_vertex v = w->customer[i];
        int32_t from = was->owner[v] >= 0 ? was->site[v] + 1 : 0;
        if (w->sum[from] == 0)
            w->touched[count++] = from;
        w->sum[from] += dm_value_of(values, v);
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t from = w->touched[i];
        out[i] = (answer_origin){from ? order[from - 1].number : -1, {.whole = w->sum[from]}};
        w->sum[from] = 0;
    }
    qsort(out, (size_t)count, sizeof *out, compare_whole);
    return count;
}

static dm_status trace_customers(answer_market *m, const standing *order, int32_t count,
                                 const dm_dominance *was, dm_error *err)
{
    const int64_t *values = dm_arena_values(m->arena);
    size_t n = (size_t)was->n, sites = (size_t)m->sites;
    won w = {.customer = malloc((n + 1) * sizeof *w.customer),
             .first = calloc(sites + 2, sizeof *w.first),
             .sum = calloc((size_t)count + 1, sizeof *w.sum),
             .touched = malloc(((size_t)count + 1) * sizeof *w.touched)};
    bool has_memory = w.customer && w.first && w.sum && w.touched;
    int32_t used = 0;
    if (has_memory)
        list_customers(m, &w);
    /* a customer has one origin */
    if (has_memory)
        m->origin = malloc(((size_t)w.first[sites] + 1) * sizeof *m->origin);
    has_memory = has_memory && m->origin;
    for (dm_vertex v = 0; v < was->n && has_memory; v++)
        if (was->owner[v] >= 0 && was->site[v] >= 0)
            m->site[order[was->site[v]].number].before.whole += dm_value_of(values, v);
    for (int32_t i = 0; i < m->sites && has_memory; i++) {
        m->site[i].origin[0] = used;
        if (m->site[i].chosen)
            used += add_origins(m, i, order, was, &w, m->origin + used);
        m->site[i].origin[1] = used;
    }
    free(w.customer);
    free(w.first);
    free(w.sum);
    free(w.touched);
    return has_memory ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
}

/* Scores the sites that stand. */
static dm_status trace_standing(answer_market *m, const standing *order, int32_t count,
                                dm_error *err)
{
    dm_group *groups = malloc(((size_t)count + 1) * sizeof *groups);
    dm_dominance *was = NULL;
    dm_status status = groups ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t k = 0; k < count && status == DM_OK; k++)
        groups[k] = round_group(&m->site[order[k].number]);
    if (status == DM_OK)
        status = dm_terms_dominance(m->arena, &m->terms, groups, count, &was, err);
    if (status == DM_OK)
        status = trace_customers(m, order, count, was, err);
    dm_dominance_free(was);
    free(groups);
    return status;
}

/* Lists the parts of new sites, a row of all sites and nobody for each, the largest first. */
static dm_status list_parts(answer_market *m, const double *from, int32_t news, dm_error *err)
{
    int32_t all = m->sites + m->closed, used = 0;
    m->origin = malloc(((size_t)news * ((size_t)all + 1) + 1) * sizeof *m->origin);
    if (!m->origin)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t i = 0; i < all; i++) {
        answer_site *site = &m->site[i];
        site->origin[0] = used;
        for (int32_t k = 0; k <= all && site->chosen; k++)
            if (from[k] > NOISE * site->demand.real)
                m->origin[used++] = (answer_origin){k < all ? k : -1, {.real = from[k]}};
        site->origin[1] = used;
        from += site->chosen ? all + 1 : 0;
        qsort(m->origin + site->origin[0], (size_t)(used - site->origin[0]), sizeof *m->origin,
              compare_real);
    }
    return DM_OK;
}

/* The same if customers divide. */
static dm_status trace_shares(const asking *a, answer_market *m, dm_run *run, dm_error *err)
{
    size_t all = (size_t)m->sites + (size_t)m->closed;
    int32_t news = 0;
    for (int32_t i = 0; i < m->sites; i++)
        news += m->site[i].chosen;
    dm_group *groups = malloc((all + 1) * sizeof *groups);
    dmi_site_change *change = malloc((all + 1) * sizeof *change);
    double *before = malloc((all + 1) * sizeof *before);
    double *from = malloc(((size_t)news * (all + 1) + 1) * sizeof *from);
    bool has_memory = groups && change && before && from;
    for (size_t i = 0; i < all && has_memory; i++) {
        groups[i] = round_group(&m->site[i]);
        change[i] = m->site[i].chosen       ? DMI_SITE_OPENS
                    : i >= (size_t)m->sites ? DMI_SITE_CLOSES
                                            : DMI_SITE_STAYS;
    }
    dm_status status = has_memory
                           ? dmi_choice_origins(m->arena, &m->terms, groups, (int32_t)all, change,
                                                (int)a->threads, run, before, from, err)
                           : answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < all && status == DM_OK; i++)
        m->site[i].before.real = before[i];
    if (status == DM_OK)
        status = list_parts(m, from, news, err);
    free(groups);
    free(change);
    free(before);
    free(from);
    return status;
}

dm_status round_trace_origins(const asking *a, answer_market *m, dm_run *run, dm_error *err)
{
    int32_t all = m->sites + m->closed, count = 0;
    standing *order = malloc(((size_t)all + 1) * sizeof *order);
    if (!order)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t i = 0; i < all; i++) {
        answer_site *site = &m->site[i];
        if (!site->chosen)
            order[count++] = (standing){site->side, site->listed, i};
    }
    bool is_changed = count < all || m->closed > 0;
    qsort(order, (size_t)count, sizeof *order, compare_standing);
    for (int32_t i = 0; i < all && !is_changed; i++)
        m->site[i].before = m->site[i].demand;
    dm_status status = !is_changed ? DM_OK
                       : m->choice ? trace_shares(a, m, run, err)
                                   : trace_standing(m, order, count, err);
    free(order);
    return status;
}
