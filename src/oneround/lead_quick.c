/* lead_quick.c - an opening and bounds with little work.
 *
 * White's stones go one by one to the best site of a random sample: the sum of the distances to
 * White becomes least.  Black's reply to that gives the lower bound.
 *
 * The upper bound: let White have p new stones and take p + 1 plans for Black that share no site.
 * White's stones miss at least one of the plans, so Black can play it, and White's value is at most
 * that of its best reply to that plan: the largest such value over all plans is a bound.
 */
#include "oneround/lead_quick.h"

#include <demesne/rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE_WORK = 1 << 21 }; /* vertices and arcs searched for an opening: some milliseconds */
enum { PLANS = 9 };             /* no upper bound if more would be needed */
static const double REPLY_SECONDS = 0.05; /* for the reply to the opening */

/* Lists of sites that grow. */
typedef struct list {
    dm_vertex *vertex;
    int64_t *offset;
    int32_t count;
} list;

typedef struct finder {
    const dm_arena *arena;
    const dmi_lead_sites *sites;
    const dm_lead_request *request;
    dm_run *run;
    list white;          /* standing sites, those that may be closed too, then the opening */
    list black;          /* standing sites, then a plan */
    list candidates;     /* scratch */
    unsigned char *used; /* Black's sites of earlier plans, and those that White holds */
    dmi_arrays arrays;
} finder;

static void add_site(list *to, dm_vertex vertex, int64_t offset)
{
    to->vertex[to->count] = vertex;
    to->offset[to->count++] = offset;
}

static void add_standing(list *to, const dm_sites *from)
{
    for (int32_t i = 0; i < from->count; i++)
        add_site(to, from->vertex[i], from->offset ? from->offset[i] : 0);
}

static dm_sites sites_of(const list *from)
{
    return (dm_sites){.vertex = from->vertex, .offset = from->offset, .count = from->count};
}

static void make_list(finder *q, list *to, int32_t room)
{
    to->vertex = dmi_array(&q->arrays, (size_t)room, sizeof *to->vertex);
    to->offset = dmi_array(&q->arrays, (size_t)room, sizeof *to->offset);
}

static dm_status make_room(finder *q, dm_error *err)
{
    const dm_lead_request *r = q->request;
    make_list(q, &q->white, r->white.count + q->sites->choose);
    make_list(q, &q->black, r->black.count + q->sites->reply);
    make_list(q, &q->candidates, q->sites->count);
    q->used = dmi_array_zeroed(&q->arrays, (size_t)q->sites->count, 1);
    if (dmi_arrays_check(&q->arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    add_standing(&q->white, &r->white);
    add_standing(&q->black, &r->black);
    return DM_OK;
}

/* The sum over all vertices of value times distance to White's nearest site. */
static dm_status sum_distances(const finder *q, double *sum, dm_error *err)
{
    dm_dominance *d = NULL;
    const dm_group group = {DM_WHITE, sites_of(&q->white)};
    dm_status status = dm_terms_dominance(q->arena, &q->request->terms, &group, 1, &d, err);
    if (status != DM_OK)
        return status;
    *sum = 1e18 * (double)d->unreached;
    for (dm_vertex v = 0; v < d->n; v++)
        if (d->owner[v] >= 0)
            *sum += (double)dm_value_of(dm_arena_values(q->arena), v) * (double)d->distance[v];
    dm_dominance_free(d);
    return DM_OK;
}

/* Chooses White's sites into `white`; under a budget those that stand. */
static dm_status place_white(finder *q, int32_t *white, dm_error *err)
{
    const dmi_lead_sites *s = q->sites;
    const dm_graph *graph = dm_arena_graph(q->arena);
    int64_t work = ((int64_t)graph->n + graph->arcs) * s->choose;
    int64_t sample = SAMPLE_WORK / work + 1;
    dm_rng rng;
    dm_rng_init(&rng, q->request->seed);
    for (int32_t i = 0; i < s->choose; i++) {
        double least = INFINITY, sum = 0;
        int32_t best = -1;
        bool all = sample >= s->whites;
        for (int64_t k = 0; k < (all ? s->whites : sample) || best < 0; k++) {
            int32_t at = all ? (int32_t)k : (int32_t)dm_rng_below(&rng, (uint64_t)s->whites);
            if (q->used[at])
                continue;
            add_site(&q->white, s->site[at].vertex, s->site[at].offset);
            dm_status status = sum_distances(q, &sum, err);
            q->white.count--;
            if (status != DM_OK)
                return status;
            best = sum < least ? at : best;
            least = sum < least ? sum : least;
        }
        add_site(&q->white, s->site[best].vertex, s->site[best].offset);
        q->used[best] = 1;
        white[i] = best;
    }
    return DM_OK;
}

/* Under a budget the opening changes nothing. */
static void keep_white(finder *q, int32_t *white)
{
    int32_t count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int32_t k = 0; k < q->sites->whites && count < q->sites->choose; k++) {
            const dmi_lead_site *site = &q->sites->site[k];
            if (pass == 0 ? site->closable : site->vertex < 0)
                white[count++] = k;
            if (pass == 0)
                q->used[k] = site->closable;
        }
}

/* Solves a reply within some seconds; NULL in *out if there was no time. */
static dm_status reply_within(const finder *q, const dm_reply_request *request, double seconds,
                              bool follow, dm_reply **out, dm_error *err)
{
    dm_run *run = NULL;
    dm_status status = dm_run_new(&run, err);
    if (status != DM_OK)
        return status;
    if (follow)
        dmi_run_follow(run, q->run);
    dm_run_set_deadline(run, seconds);
    status = dm_reply_new(q->arena, request, run, out, err);
    dm_run_free(run);
    return status == DM_STOPPED || status == DM_UNFINISHED ? DM_OK : status;
}

/* Lists the sites of Black's that are free and not used. */
static void list_black(finder *q)
{
    const dmi_lead_sites *s = q->sites;
    q->candidates.count = 0;
    for (int32_t b = s->first_black; b < s->count; b++) {
        int32_t holder = dmi_lead_holder(s, b);
        if (!q->used[b] && (holder < 0 || !q->used[holder]))
            add_site(&q->candidates, s->site[b].vertex, s->site[b].offset);
    }
}

/* Black's reply to the opening with the sites that are left. */
static dm_status place_black(finder *q, dm_reply_method method, double seconds, dm_reply **out,
                             dm_error *err)
{
    dm_reply_request request = {.terms = q->request->terms,
                                .white = sites_of(&q->white),
                                .kept = {.vertex = q->black.vertex,
                                         .offset = q->black.offset,
                                         .count = q->request->black.count},
                                .method = method};
    list_black(q);
    request.terms.candidates = sites_of(&q->candidates);
    if (request.terms.ties == DM_TIES_EARLIER && q->request->black.count > 0)
        request.terms.ties = DM_TIES_BLACK; /* not better for White */
    request.count = q->sites->reply < q->candidates.count ? q->sites->reply : q->candidates.count;
    return request.count == 0 ? DM_OK : reply_within(q, &request, seconds, false, out, err);
}

/* Marks the reply's sites as used and makes it the plan. */
static void take_plan(finder *q, const dm_reply *reply)
{
    const dmi_lead_sites *s = q->sites;
    q->black.count = q->request->black.count;
    for (int32_t b = s->first_black; b < s->count; b++)
        for (int32_t i = 0; i < reply->count; i++)
            if (s->site[b].vertex == reply->black[i] && !q->used[b]) {
                q->used[b] = 1;
                add_site(&q->black, s->site[b].vertex, s->site[b].offset);
            }
}

/* The most that White can have if Black plays the plan and White, who knows it, stays off it. */
static dm_status bound_plan(finder *q, double seconds, int64_t *upper, dm_error *err)
{
    static const dm_tie_rule turned[] = {[DM_TIES_NEUTRAL] = DM_TIES_NEUTRAL,
                                         [DM_TIES_EARLIER] = DM_TIES_BLACK,
                                         [DM_TIES_WHITE] = DM_TIES_BLACK,
                                         [DM_TIES_BLACK] = DM_TIES_WHITE};
    const dmi_lead_sites *s = q->sites;
    dm_reply_request request = {.terms = q->request->terms,
                                .white = sites_of(&q->black),
                                .kept = {.vertex = q->white.vertex,
                                         .offset = q->white.offset,
                                         .count = q->request->white.count}};
    dm_reply *reply = NULL;
    q->candidates.count = 0;
    for (int32_t k = 0; k < s->whites; k++)
        if (s->site[k].vertex >= 0 && !s->site[k].closable)
            add_site(&q->candidates, s->site[k].vertex, s->site[k].offset);
    request.terms.ties = turned[request.terms.ties];
    request.terms.candidates = sites_of(&q->candidates);
    int32_t free = q->candidates.count - (q->black.count - q->request->black.count);
    request.count = s->opening < free ? s->opening : free;
    *upper = dm_arena_total_value(q->arena);
    if (request.count < 1)
        return DM_OK;
    dm_status status = reply_within(q, &request, seconds, true, &reply, err);
    if (status == DM_OK && reply && -reply->lower < *upper)
        *upper = -reply->lower;
    dm_reply_free(reply);
    return status;
}

static dm_status find_upper(finder *q, double seconds, int64_t *upper, dm_error *err)
{
    int32_t plans = q->sites->opening + 1;
    int64_t most = INT64_MIN, one = 0;
    memset(q->used, 0, (size_t)q->sites->count);
    for (int32_t i = 0; i < plans; i++) {
        dm_reply *reply = NULL;
        dm_status status = place_black(q, DM_REPLY_GREEDY, seconds, &reply, err);
        if (status != DM_OK || !reply)
            return status;
        take_plan(q, reply);
        dm_reply_free(reply);
        status = bound_plan(q, seconds / plans, &one, err);
        if (status != DM_OK)
            return status;
        most = one > most ? one : most;
        if (!dmi_run_go_on(q->run, 0))
            return DM_OK;
    }
    *upper = most < *upper ? most : *upper;
    return DM_OK;
}

/* Black's new stones own their vertices, which are worth 1 if there are no values. */
static int64_t trivial_upper(const finder *q)
{
    const dm_lead_request *r = q->request;
    int64_t total = dm_arena_total_value(q->arena);
    bool plain = !dm_arena_values(q->arena) && !r->rival_candidates.vertex &&
                 !r->terms.candidates.offset && !r->white.offset && !r->has_budget;
    return plain ? total - 2 * (int64_t)r->reply : total;
}

static dm_status find(finder *q, double seconds, dmi_lead_quick *out, dm_error *err)
{
    dm_reply *reply = NULL;
    dm_status status = DM_OK;
    if (q->sites->budget == INT64_MAX)
        status = place_white(q, out->white, err);
    else
        keep_white(q, out->white);
    if (status == DM_OK)
        status = place_black(q, DM_REPLY_AUTO, REPLY_SECONDS, &reply, err);
    if (status != DM_OK)
        return status;
    out->lower = reply ? reply->lower : -dm_arena_total_value(q->arena);
    for (int32_t i = 0; reply && i < reply->count; i++)
        out->black[out->black_count++] = reply->black[i];
    dm_reply_free(reply);
    out->upper = trivial_upper(q);
    if (seconds > 0 && q->sites->opening < PLANS && q->sites->reply > 0)
        status = find_upper(q, seconds, &out->upper, err);
    return status;
}

dm_status dmi_lead_quick_init(dmi_lead_quick *quick, const dm_arena *arena,
                              const dmi_lead_sites *sites, double seconds, dm_run *run,
                              dm_error *err)
{
    finder q = {.arena = arena, .sites = sites, .request = sites->request, .run = run};
    dmi_lead_quick out = {0};
    out.white = dmi_array(&out.arrays, (size_t)sites->choose, sizeof *out.white);
    out.black = dmi_array(&out.arrays, (size_t)sites->reply, sizeof *out.black);
    dm_status status = dmi_arrays_check(&out.arrays, err);
    if (status == DM_OK)
        status = make_room(&q, err);
    if (status == DM_OK)
        status = find(&q, seconds, &out, err);
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
