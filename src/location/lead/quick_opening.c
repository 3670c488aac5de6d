/* quick_opening.c - an opening and bounds on its value with little work.
 *
 * If there is time, the opening, Black's answer and both bounds come from first_bounds.c.
 * Otherwise White's sites are near the customers, and Black's reply to them gives the lower bound.
 *
 * An opening near the customers has a small sum of their distances.  Its sites are placed one by
 * one, each on the best place of a random sample.  Then single sites move: a random place takes the
 * site nearest to it, if that makes the sum smaller.  Cost: a search of the board per place tried.
 */
#include "location/lead/early_bounds.h"

#include <assert.h>
#include <demesne/rng.h>
#include <math.h>
#include <string.h>

enum {
    SAMPLE_WORK = 1 << 21, /* vertices and arcs searched for all samples: some milliseconds */
    MOVES = 40,            /* places tried per site */
    FIRST_WORK = 1 << 22,  /* vertices and arcs searched for the first bounds */
    LEAST_SAMPLE = 12,
    MOST_SAMPLE = 32
};
static const double REPLY_SECONDS = 0.05; /* for the reply to the opening */

/* An opening near the customers, while its sites are placed. */
typedef struct near_opening {
    const dm_arena *arena;
    const dmi_lead_sites *sites;
    int32_t *white;
    int32_t count, standing; /* sites placed, and those that stand */
    dm_vertex *vertex;       /* standing sites, then those placed */
    int64_t *offset;
    bool *used;
    int32_t *nearest; /* of each vertex: its number in `vertex`; -1: none */
    dm_rng rng;
    dmi_arrays arrays;
} near_opening;

static void set_site(near_opening *s, int32_t i, int32_t site)
{
    s->white[i] = site;
    s->vertex[s->standing + i] = s->sites->site[site].vertex;
    s->offset[s->standing + i] = s->sites->site[site].offset;
}

/* The sum over all vertices of value times distance to the first `count` sites placed. */
static dm_status sum_distances(const near_opening *s, int32_t count, double *sum, dm_error *err)
{
    const dm_group group = {
        DM_WHITE, {.vertex = s->vertex, .offset = s->offset, .count = s->standing + count}};
    const int64_t *values = dm_arena_values(s->arena);
    dm_dominance *d = NULL;
    dm_status status = dm_terms_dominance(s->arena, &s->sites->request->terms, &group, 1, &d, err);
    if (status != DM_OK)
        return status;
    *sum = 1e18 * (double)d->unreached;
    for (dm_vertex v = 0; v < d->n; v++)
        if (d->owner[v] >= 0)
            *sum += (double)dm_value_of(values, v) * (double)d->distance[v];
    memcpy(s->nearest, d->site, (size_t)d->n * sizeof *s->nearest);
    dm_dominance_free(d);
    return DM_OK;
}

/* Moves a site to a random place next to it if the sum falls. */
static dm_status move_site(near_opening *s, double *least, dm_error *err)
{
    double sum = 0;
    int32_t to = (int32_t)dm_rng_below(&s->rng, (uint64_t)s->sites->whites);
    int32_t i = s->nearest[s->sites->site[to].vertex] - s->standing;
    if (s->used[to] || i < 0)
        return DM_OK;
    int32_t from = s->white[i];
    set_site(s, i, to);
    dm_status status = sum_distances(s, s->count, &sum, err);
    if (status != DM_OK)
        return status;
    if (sum < *least) {
        *least = sum;
        s->used[from] = false;
        s->used[to] = true;
        return DM_OK;
    }
    set_site(s, i, from);
    return sum_distances(s, s->count, &sum, err);
}

dm_status dmi_lead_open_near(const dm_arena *arena, const dmi_lead_sites *sites, dm_run *run,
                             int32_t *white, dm_error *err)
{
    const dm_sites *standing = &sites->request->white;
    const dm_graph *graph = dm_arena_graph(arena);
    size_t room = (size_t)standing->count + (size_t)sites->choose;
    int64_t work = ((int64_t)graph->n + graph->arcs) * sites->choose;
    double least = INFINITY;
    near_opening s = {.arena = arena, .sites = sites, .white = white, .standing = standing->count};
    assert(sites->budget == INT64_MAX);
    dm_rng_init(&s.rng, sites->request->seed);
    s.vertex = dmi_array(&s.arrays, room, sizeof *s.vertex);
    s.offset = dmi_array(&s.arrays, room, sizeof *s.offset);
    s.used = dmi_array_zeroed(&s.arrays, (size_t)sites->whites, sizeof *s.used);
    s.nearest = dmi_array(&s.arrays, (size_t)dm_arena_vertices(arena), sizeof *s.nearest);
    dm_status status = dmi_arrays_check(&s.arrays, err);
    for (int32_t i = 0; i < standing->count && status == DM_OK; i++) {
        s.vertex[i] = standing->vertex[i];
        s.offset[i] = standing->offset ? standing->offset[i] : 0;
    }
    int64_t sample = SAMPLE_WORK / work + 1;
    bool all = sample >= sites->whites;
    while (s.count < sites->choose && status == DM_OK) { /* the best place of a sample */
        double nearest = INFINITY, sum = 0;
        int32_t best = -1;
        for (int64_t k = 0; status == DM_OK && (k < (all ? sites->whites : sample) || best < 0);
             k++) {
            int32_t at = all ? (int32_t)k : (int32_t)dm_rng_below(&s.rng, (uint64_t)sites->whites);
            if (s.used[at])
                continue;
            set_site(&s, s.count, at);
            status = sum_distances(&s, s.count + 1, &sum, err);
            best = sum < nearest || best < 0 ? at : best;
            nearest = sum < nearest ? sum : nearest;
        }
        set_site(&s, s.count++, best);
        s.used[best] = true;
    }
    if (status == DM_OK && run)
        status = sum_distances(&s, s.count, &least, err);
    for (int64_t k = 0; status == DM_OK && run && k < (int64_t)MOVES * s.count; k++) {
        if (!dmi_run_go_on(run, 1))
            break;
        status = move_site(&s, &least, err);
    }
    dmi_arrays_free(&s.arrays);
    return status;
}

/* Sites of one side: those that stand, then new ones. */
typedef struct site_list {
    dm_vertex *vertex;
    int64_t *offset;
    int32_t count;
} site_list;

typedef struct quick_finder {
    const dm_arena *arena;
    const dmi_lead_sites *sites;
    site_list white;      /* standing sites that stay, then the opening */
    site_list candidates; /* Black's, that White does not hold and that are not used */
    unsigned char *used;  /* sites that White holds, and Black's */
    dmi_arrays arrays;
} quick_finder;

static void add_site(site_list *to, dm_vertex vertex, int64_t offset)
{
    to->vertex[to->count] = vertex;
    to->offset[to->count++] = offset;
}

static void list_candidates(quick_finder *q)
{
    const dmi_lead_sites *s = q->sites;
    q->candidates.count = 0;
    for (int32_t b = s->first_black; b < s->count; b++) {
        int32_t holder = dmi_lead_holder(s, b);
        if (!q->used[b] && (holder < 0 || !q->used[holder]))
            add_site(&q->candidates, s->site[b].vertex, s->site[b].offset);
    }
}

/* Adds the opening to the standing sites that stay. */
static void add_opening(quick_finder *q, const int32_t *white)
{
    const dm_lead_request *r = q->sites->request;
    q->white.count = 0;
    for (int32_t i = 0; i < r->white.count; i++)
        if (!r->has_budget || !r->white.may_close || !r->white.may_close[i])
            add_site(&q->white, r->white.vertex[i], r->white.offset ? r->white.offset[i] : 0);
    for (int32_t i = 0; i < q->sites->choose; i++) {
        const dmi_lead_site *site = &q->sites->site[white[i]];
        if (site->vertex >= 0)
            add_site(&q->white, site->vertex, site->offset);
        q->used[white[i]] = 1;
    }
}

/* Solves Black's reply for a short time. */
static dm_status find_answer(quick_finder *q, dmi_lead_quick *out, dm_error *err)
{
    const dm_lead_request *r = q->sites->request;
    const site_list *white = &q->white, *free = &q->candidates;
    dm_run *run = NULL;
    dm_reply *reply = NULL;
    list_candidates(q);
    int32_t count = q->sites->reply < free->count ? q->sites->reply : free->count;
    dm_reply_request request = {
        .terms = r->terms,
        .white = {.vertex = white->vertex, .offset = white->offset, .count = white->count},
        .kept = {.vertex = r->black.vertex, .offset = r->black.offset, .count = r->black.count},
        .count = count};
    request.terms.candidates =
        (dm_sites){.vertex = free->vertex, .offset = free->offset, .count = free->count};
    if (dm_ties_go_by_age(request.terms.ties) && r->black.count > 0)
        request.terms.ties = DM_TIES_BLACK; /* not better for White */
    if (count == 0)
        return DM_OK;
    dm_status status = dm_run_new(&run, err);
    if (status != DM_OK)
        return status;
    dm_run_set_deadline(run, REPLY_SECONDS);
    status = dm_reply_new(q->arena, &request, run, &reply, err);
    dm_run_free(run);
    if (reply && -reply->upper.whole > out->lower)
        out->lower = -reply->upper.whole;
    for (int32_t i = 0; reply && i < reply->count; i++)
        out->black[out->black_count++] = reply->black[i];
    dm_reply_free(reply);
    return status == DM_STOPPED || status == DM_UNFINISHED ? DM_OK : status;
}

static dm_status find_quick(quick_finder *q, int rounds, dm_run *run, dmi_lead_quick *out,
                            dm_error *err)
{
    const dm_lead_request *r = q->sites->request;
    const dm_graph *graph = dm_arena_graph(q->arena);
    int64_t total = dm_arena_total_value(q->arena);
    int64_t size = FIRST_WORK / ((int64_t)graph->n + graph->arcs); /* fewer if searches take long */
    size = size > MOST_SAMPLE ? MOST_SAMPLE : size < LEAST_SAMPLE ? LEAST_SAMPLE : size;
    dm_status status = DM_OK;
    dmi_lead_first_bounds first = {.white = out->white, .black = out->black, .upper = total};
    if (!dm_arena_values(q->arena) && !r->rival_candidates.vertex && !r->terms.candidates.offset &&
        !r->white.offset && !r->has_budget &&
        graph->kind == DM_NETWORK) /* Black's new stones own their vertices */
        first.upper -= 2 * (int64_t)r->reply;
    out->lower = -total;
    if (rounds > 0)
        status =
            dmi_lead_first_bounds_find(q->arena, q->sites, (int32_t)size, rounds, run, &first, err);
    out->upper = first.upper;
    if (status == DM_OK && first.has_opening) {
        add_opening(q, out->white);
        out->lower = first.lower;
    } else if (status == DM_OK && q->sites->budget == INT64_MAX) {
        status = dmi_lead_open_near(q->arena, q->sites, NULL, out->white, err);
        if (status == DM_OK)
            add_opening(q, out->white);
    } else {
        /* a budget: all standing sites stay, and the others are empty */
        int32_t count = 0;
        for (int pass = 0; pass < 2; pass++)
            for (int32_t k = 0; k < q->sites->whites && count < q->sites->choose; k++) {
                const dmi_lead_site *site = &q->sites->site[k];
                if (pass == 0 ? site->closable : site->vertex < 0)
                    out->white[count++] = k;
                q->used[k] = site->closable;
            }
        for (int32_t i = 0; i < r->white.count; i++)
            add_site(&q->white, r->white.vertex[i], r->white.offset ? r->white.offset[i] : 0);
    }
    if (status != DM_OK)
        return status;
    if (!first.has_opening || out->black[0] < 0)
        return find_answer(q, out, err);
    for (int32_t i = 0; i < q->sites->reply && out->black[i] >= 0; i++) {
        q->used[out->black[i]] = 1; /* sites become vertices */
        out->black[out->black_count++] = q->sites->site[out->black[i]].vertex;
    }
    list_candidates(q); /* others until he has all */
    for (int32_t i = 0; i < q->candidates.count && out->black_count < q->sites->reply; i++)
        out->black[out->black_count++] = q->candidates.vertex[i];
    return DM_OK;
}

dm_status dmi_lead_quick_init(dmi_lead_quick *quick, const dm_arena *arena,
                              const dmi_lead_sites *sites, int rounds, dm_run *run, dm_error *err)
{
    quick_finder q = {.arena = arena, .sites = sites};
    dmi_lead_quick out = {0};
    size_t whites = (size_t)sites->request->white.count + (size_t)sites->choose;
    size_t count = (size_t)sites->count;
    out.white = dmi_array(&out.arrays, (size_t)sites->choose, sizeof *out.white);
    out.black = dmi_array_zeroed(&out.arrays, (size_t)sites->reply + 1, sizeof *out.black);
    q.white.vertex = dmi_array(&q.arrays, whites, sizeof *q.white.vertex);
    q.white.offset = dmi_array(&q.arrays, whites, sizeof *q.white.offset);
    q.candidates.vertex = dmi_array(&q.arrays, count, sizeof *q.candidates.vertex);
    q.candidates.offset = dmi_array(&q.arrays, count, sizeof *q.candidates.offset);
    q.used = dmi_array_zeroed(&q.arrays, count, 1);
    dm_status status = dmi_arrays_check(&out.arrays, err);
    if (status == DM_OK)
        status = dmi_arrays_check(&q.arrays, err);
    if (status == DM_OK)
        status = find_quick(&q, rounds, run, &out, err);
    dmi_arrays_free(&q.arrays);
    if (status == DM_OK)
        *quick = out;
    else
        dmi_arrays_free(&out.arrays);
    return status;
}

void dmi_lead_quick_clear(dmi_lead_quick *quick)
{
    dmi_arrays_free(&quick->arrays);
    *quick = (dmi_lead_quick){0};
}
