/* quick_bounds.c - an opening and bounds with little work.
 *
 * If there is time, the opening, Black's answer and both bounds come from first_bounds.c.
 * Otherwise White's stones are near the customers (spread_opening.c), and Black's reply to that
 * gives the lower bound.
 */
#include "location/lead/quick_bounds.h"

#include "location/lead/first_bounds.h"
#include "location/lead/spread_opening.h"
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_WORK = 1 << 22, /* vertices and arcs searched for the first bounds */
    LEAST_SAMPLE = 12,
    MOST_SAMPLE = 32
};
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
    list white;          /* standing sites that stay, then the opening */
    list black;          /* standing sites */
    list candidates;     /* scratch */
    unsigned char *used; /* sites that White holds */
    dmi_arrays arrays;
} finder;

static void add_site(list *to, dm_vertex vertex, int64_t offset)
{
    to->vertex[to->count] = vertex;
    to->offset[to->count++] = offset;
}

/* Adds the sites that stand; those that may be closed only if `all`. */
static void add_standing(list *to, const dm_sites *from, bool all)
{
    for (int32_t i = 0; i < from->count; i++)
        if (all || !from->may_close || !from->may_close[i])
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
    add_standing(&q->white, &r->white, true);
    add_standing(&q->black, &r->black, true);
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
                              dm_reply **out, dm_error *err)
{
    dm_run *run = NULL;
    dm_status status = dm_run_new(&run, err);
    if (status != DM_OK)
        return status;
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
    return request.count == 0 ? DM_OK : reply_within(q, &request, seconds, out, err);
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

static void add_opening(finder *q, const int32_t *white)
{
    const dm_lead_request *r = q->request;
    q->white.count = 0;
    add_standing(&q->white, &r->white, !r->has_budget);
    for (int32_t i = 0; i < q->sites->choose; i++) {
        const dmi_lead_site *site = &q->sites->site[white[i]];
        if (site->vertex >= 0)
            add_site(&q->white, site->vertex, site->offset);
        q->used[white[i]] = 1;
    }
}

/* Places the sites of Black's answer, and others until he has all.  `black` may be out->black. */
static void take_answer(finder *q, const int32_t *black, dmi_lead_quick *out)
{
    const dmi_lead_site *site = q->sites->site;
    for (int32_t i = 0; i < q->sites->reply && black[i] >= 0; i++) {
        q->used[black[i]] = 1;
        out->black[out->black_count++] = site[black[i]].vertex;
    }
    list_black(q);
    for (int32_t i = 0; i < q->candidates.count && out->black_count < q->sites->reply; i++)
        out->black[out->black_count++] = q->candidates.vertex[i];
}

/* Searches for Black's answer for a short time. */
static dm_status find_answer(finder *q, dmi_lead_quick *out, dm_error *err)
{
    dm_reply *reply = NULL;
    dm_status status = place_black(q, DM_REPLY_AUTO, REPLY_SECONDS, &reply, err);
    if (status == DM_OK && reply && -reply->upper.whole > out->lower)
        out->lower = -reply->upper.whole;
    for (int32_t i = 0; status == DM_OK && reply && i < reply->count; i++)
        out->black[out->black_count++] = reply->black[i];
    dm_reply_free(reply);
    return status;
}

/* The sites of the first sample: fewer if a search takes long. */
static int32_t sample_size(const finder *q)
{
    const dm_graph *graph = dm_arena_graph(q->arena);
    int64_t size = FIRST_WORK / ((int64_t)graph->n + graph->arcs);
    return size > MOST_SAMPLE ? MOST_SAMPLE : size < LEAST_SAMPLE ? LEAST_SAMPLE : (int32_t)size;
}

static dm_status find(finder *q, int rounds, dmi_lead_quick *out, dm_error *err)
{
    dm_status status = DM_OK;
    dmi_lead_first_bounds first = {
        .white = out->white, .black = out->black, .upper = trivial_upper(q)};
    out->lower = -dm_arena_total_value(q->arena);
    if (rounds > 0)
        status = dmi_lead_first_bounds_find(q->arena, q->sites, sample_size(q), rounds, q->run,
                                            &first, err);
    out->upper = first.upper;
    if (status == DM_OK && first.has_opening) {
        add_opening(q, out->white);
        out->lower = first.lower;
    } else if (status == DM_OK && q->sites->budget == INT64_MAX) {
        status = dmi_lead_spread(q->arena, q->sites, NULL, out->white, err);
        if (status == DM_OK)
            add_opening(q, out->white);
    } else
        keep_white(q, out->white);
    if (status != DM_OK)
        return status;
    if (!first.has_opening || out->black[0] < 0)
        return find_answer(q, out, err);
    take_answer(q, out->black, out);
    return DM_OK;
}

dm_status dmi_lead_quick_init(dmi_lead_quick *quick, const dm_arena *arena,
                              const dmi_lead_sites *sites, int rounds, dm_run *run, dm_error *err)
{
    finder q = {.arena = arena, .sites = sites, .request = sites->request, .run = run};
    dmi_lead_quick out = {0};
    out.white = dmi_array(&out.arrays, (size_t)sites->choose, sizeof *out.white);
    out.black = dmi_array_zeroed(&out.arrays, (size_t)sites->reply + 1, sizeof *out.black);
    dm_status status = dmi_arrays_check(&out.arrays, err);
    if (status == DM_OK)
        status = make_room(&q, err);
    if (status == DM_OK)
        status = find(&q, rounds, &out, err);
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
