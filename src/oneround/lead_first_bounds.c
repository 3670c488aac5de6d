/* lead_first_bounds.c - bounds on leads of large boards without the table of all distances.
 *
 *     lower   White opens p sites near all customers; what Black's best r sites win against them
 *     upper   Black opens r sites near all customers, or instead of one that White holds a
 * neighbour of it (a plan of lead_cut.h); what White's best p sites win against that
 *
 * With the sites of one side given, a search from each site of the other, pruned where that side is
 * nearer, finds what it wins: a row of bits.  The best few sites are the heaviest union of rows.
 * All ties go to the side that chooses the rows, so these are bounds.
 *
 * Cost: for each bound a search per site that visits what the site wins.
 */
#include "oneround/lead_first_bounds.h"

#include "graph/bounded_search.h"
#include "graph/shortest_paths.h"
#include "oneround/lead_bit_cover.h"
#include <demesne/crew.h>
#include <demesne/rng.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE = 40, MOST_OPEN = 3, PIECE = 64 };
#define NONE INT64_MAX

typedef struct bounding {
    const dm_arena *arena;
    const dmi_lead_sites *sites;
    dm_run *run;
    dm_vertex n;
    int32_t sample[SAMPLE]; /* random sites */
    bool used[SAMPLE];
    int64_t *sum;         /* SAMPLE x n: distance and offset */
    int64_t *standing[2]; /* least sums of the standing sites of each side */
    int64_t *key;         /* least sums of the side that does not choose */
    int32_t *owner;       /* which of the sites opened has this sum; -1: a standing one */
    int64_t *other;       /* distances of another site */
    uint64_t *row, *start;
    int32_t *list;
    dmi_lead_market market; /* customers and weights alone: every vertex is one */
    dmi_bits bits;
    dmi_bounded_search search; /* within the keys */
    atomic_int next;           /* piece of sites */
    atomic_int status;
    dmi_arrays arrays;
} bounding;

static bool is_of(const bounding *b, int32_t site, dm_side side)
{
    bool real = b->sites->site[site].vertex >= 0;
    return real && (side == DM_WHITE ? site < b->sites->whites : site >= b->sites->first_black);
}

/* Lowers `least` to the sums of a site. */
static dm_status lower(const bounding *b, dmi_paths *paths, dm_vertex v, int64_t offset,
                       int64_t *least, dm_error *err)
{
    dmi_paths_start(paths);
    dm_status status = dmi_paths_origin(paths, v, 0, err);
    if (status == DM_OK)
        status = dmi_paths_run(paths, UINT32_MAX, err);
    for (dm_vertex u = 0; status == DM_OK && u < b->n; u++) {
        uint64_t d = dmi_paths_at(paths, u).distance;
        int64_t sum = d == DMI_UNREACHED ? NONE : (int64_t)d + offset;
        least[u] = sum < least[u] ? sum : least[u];
    }
    return status;
}

/* Searches from the standing sites and from the sample. */
static dm_status search_all(bounding *b, dm_error *err)
{
    const dm_lead_request *r = b->sites->request;
    dmi_paths paths = {0};
    dm_status status = dmi_paths_init(&paths, dm_arena_reverse(b->arena), err);
    for (int side = 0; side < 2; side++) {
        const dm_sites *list = side == DM_WHITE ? &r->white : &r->black;
        for (int32_t i = 0; i < list->count && status == DM_OK; i++)
            status = lower(b, &paths, list->vertex[i], list->offset ? list->offset[i] : 0,
                           b->standing[side], err);
    }
    for (int i = 0; i < SAMPLE && status == DM_OK; i++) {
        const dmi_lead_site *site = &b->sites->site[b->sample[i]];
        status =
            lower(b, &paths, site->vertex, site->offset, b->sum + (size_t)i * (size_t)b->n, err);
        if (status == DM_OK && !dmi_run_go_on(b->run, 1))
            status = dmi_stopped(b->run, err);
    }
    dmi_paths_clear(&paths);
    return status;
}

/* The site of the sample that makes the weighted sum of the keys least; -1: none is left. */
static int nearest_to_all(const bounding *b, dm_side side)
{
    double least = INFINITY;
    int best = -1;
    for (int i = 0; i < SAMPLE; i++) {
        const int64_t *sum = b->sum + (size_t)i * (size_t)b->n;
        double all = 0;
        if (b->used[i] || !is_of(b, b->sample[i], side))
            continue;
        for (dm_vertex v = 0; v < b->n; v++) {
            int64_t own = sum[v] < b->key[v] ? sum[v] : b->key[v];
            all += (double)b->market.weight[v] * (own == NONE ? 1e12 : (double)own);
        }
        best = all < least ? i : best;
        least = all < least ? all : least;
    }
    return best;
}

/* Opens `count` sites of the sample beside the standing ones; false if there are too few. */
static bool open_sites(bounding *b, dm_side side, int32_t count, int32_t *opened)
{
    memcpy(b->key, b->standing[side], (size_t)b->n * sizeof *b->key);
    for (dm_vertex v = 0; v < b->n; v++)
        b->owner[v] = -1;
    for (int32_t i = 0; i < count; i++) {
        int at = nearest_to_all(b, side);
        if (at < 0)
            return false;
        const int64_t *sum = b->sum + (size_t)at * (size_t)b->n;
        for (int k = 0; k < SAMPLE; k++)
            b->used[k] = b->used[k] || b->sample[k] == b->sample[at];
        for (dm_vertex v = 0; v < b->n; v++)
            if (sum[v] < b->key[v]) {
                b->key[v] = sum[v];
                b->owner[v] = i;
            }
        opened[i] = b->sample[at];
    }
    return true;
}

static dm_status write_row(bounding *b, dmi_bounded_search *search, int32_t s, dm_error *err)
{
    const dmi_lead_site *site = &b->sites->site[s];
    uint64_t *row = b->row + (size_t)s * b->bits.words;
    memset(row, 0, b->bits.words * sizeof *row);
    if (site->vertex < 0)
        return DM_OK;
    dm_status status = dmi_bounded_search_within(search, site->vertex, site->offset, b->key, err);
    for (dm_vertex i = 0; status == DM_OK && i < search->count; i++)
        dmi_bits_set(&b->bits, row, 0, search->found[i]);
    return status;
}

static void work(void *context, int worker)
{
    bounding *b = context;
    dmi_bounded_search search = {0};
    dm_status status = dmi_bounded_search_share(&search, &b->search, NULL);
    (void)worker;
    for (int32_t from; status == DM_OK && atomic_load(&b->status) == DM_OK &&
                       (from = PIECE * atomic_fetch_add(&b->next, 1)) < b->sites->count;) {
        for (int32_t s = from; s < b->sites->count && s < from + PIECE && status == DM_OK; s++)
            status = write_row(b, &search, s, NULL);
        if (status == DM_OK &&
            !dmi_run_report(b->run, 1, "bounds", (uint64_t)from, (uint64_t)b->sites->count, NULL))
            status = DM_STOPPED;
    }
    if (status != DM_OK)
        atomic_store(&b->status, (int)status);
    dmi_bounded_search_clear(&search);
}

/* Writes what every site wins against the keys. */
static dm_status write_rows(bounding *b, dm_error *err)
{
    int threads = b->sites->request->threads < 1 ? 1 : b->sites->request->threads;
    dm_status status =
        dmi_bounded_search_init(&b->search, dm_arena_reverse(b->arena), b->key, true, err);
    if (status != DM_OK)
        return status;
    atomic_store(&b->next, 0);
    atomic_store(&b->status, DM_OK);
    dm_crew_run(threads, work, b);
    dmi_bounded_search_clear(&b->search);
    status = (dm_status)atomic_load(&b->status);
    if (status == DM_STOPPED)
        return dmi_stopped(b->run, err);
    return status == DM_OK ? DM_OK : dmi_no_memory(err);
}

static bool is_taken(const bounding *b, int32_t site, const int32_t *opened, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (b->sites->site[opened[i]].vertex == b->sites->site[site].vertex)
            return true;
    return false;
}

/* The most that `count` sites of the side win, with what it has anyway; not on the `taken` sites
 * that the other side has opened. */
static dm_status heaviest(bounding *b, dm_side side, int32_t count, const int32_t *opened,
                          int32_t taken, int64_t *weight, dm_error *err)
{
    dmi_bit_cover cover = {0};
    int32_t listed = 0;
    dm_status status = dmi_bit_cover_init(&cover, &b->bits, b->sites->count, count, err);
    if (status != DM_OK)
        return status;
    memset(b->start, 0, b->bits.words * sizeof *b->start);
    for (dm_vertex v = 0; v < b->n; v++)
        if (b->standing[side][v] <= b->key[v] && b->key[v] >= 0)
            dmi_bits_set(&b->bits, b->start, 0, v);
    for (int32_t s = 0; s < b->sites->count; s++)
        if (is_of(b, s, side) && !is_taken(b, s, opened, taken))
            b->list[listed++] = s;
    if (!dmi_bit_cover_run(&cover, b->row, b->list, listed, b->start, b->run))
        status = dmi_stopped(b->run, err);
    *weight = cover.weight;
    dmi_bit_cover_clear(&cover);
    return status;
}

/* A customer that nobody serves is 0 and counts as White's if Black may win it, else as 0. */
static dm_status find_lower(bounding *b, dmi_lead_first_bounds *out, dm_error *err)
{
    int64_t value = dm_arena_total_value(b->arena), lost = 0;
    if (!open_sites(b, DM_WHITE, b->sites->choose, out->white))
        return DM_OK;
    for (dm_vertex v = 0; v < b->n; v++)
        value -= b->key[v] == NONE ? b->market.weight[v] : 0;
    dm_status status = write_rows(b, err);
    if (status == DM_OK)
        status = heaviest(b, DM_BLACK, b->sites->reply, out->white, b->sites->choose, &lost, err);
    out->has_opening = status == DM_OK;
    out->lower = value - 2 * lost;
    return status;
}

/* Black's site on vertex v that is not of the plan, or -1. */
static int32_t free_site(const bounding *b, dm_vertex v, const int32_t *plan)
{
    for (int32_t s = b->sites->first_black; s < b->sites->count; s++)
        if (b->sites->site[s].vertex == v)
            return is_taken(b, s, plan, b->sites->reply) ? -1 : s;
    return -1;
}

/* The distances of the neighbour of site i that is nearer than it to most of its customers, into
 * `best`. */
static dm_status find_other(bounding *b, const int32_t *plan, int32_t i, int64_t *best,
                            dm_error *err)
{
    const dm_graph *graph = dm_arena_graph(b->arena);
    dm_vertex at = b->sites->site[plan[i]].vertex;
    size_t bytes = (size_t)b->n * sizeof *best;
    int64_t *trial = dmi_alloc((size_t)b->n, sizeof *trial), most = 0;
    dmi_paths paths = {0};
    dm_status status = dmi_paths_init(&paths, dm_arena_reverse(b->arena), err);
    if (status == DM_OK && !trial)
        status = dmi_no_memory(err);
    for (uint32_t arc = graph->first[at]; status == DM_OK && arc < graph->first[at + 1]; arc++) {
        int64_t gain = 0;
        if (free_site(b, graph->target[arc], plan) < 0)
            continue;
        for (dm_vertex v = 0; v < b->n; v++)
            trial[v] = NONE;
        status = lower(b, &paths, graph->target[arc], 0, trial, err);
        for (dm_vertex v = 0; v < b->n; v++)
            gain += b->owner[v] == i && trial[v] < b->key[v] ? b->market.weight[v] : 0;
        if (gain > most)
            memcpy(best, trial, bytes);
        most = gain > most ? gain : most;
    }
    dmi_paths_clear(&paths);
    free(trial);
    return status;
}

/* Takes from White's site on a place of the plan the customers that Black wins at the other site
 * instead. */
static dm_status use_others(bounding *b, const int32_t *plan, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t i = 0; i < b->sites->reply && status == DM_OK; i++) {
        int32_t holder = dmi_lead_holder(b->sites, plan[i]);
        if (holder < 0)
            continue;
        for (dm_vertex v = 0; v < b->n; v++)
            b->other[v] = NONE;
        status = find_other(b, plan, i, b->other, err);
        uint64_t *row = b->row + (size_t)holder * b->bits.words;
        for (dm_vertex v = 0; v < b->n; v++)
            if (b->owner[v] == i && b->other[v] < b->key[v])
                row[v / 64] &= ~(UINT64_C(1) << v % 64);
    }
    return status;
}

static dm_status find_upper(bounding *b, dmi_lead_first_bounds *out, dm_error *err)
{
    int32_t plan[MOST_OPEN] = {0};
    int64_t won = 0;
    memset(b->used, 0, sizeof b->used);
    if (!open_sites(b, DM_BLACK, b->sites->reply, plan))
        return DM_OK;
    dm_status status = write_rows(b, err);
    if (status == DM_OK)
        status = use_others(b, plan, err);
    if (status == DM_OK)
        status = heaviest(b, DM_WHITE, b->sites->opening, NULL, 0, &won, err);
    int64_t upper = 2 * won - dm_arena_total_value(b->arena);
    if (status == DM_OK && upper < out->upper)
        out->upper = upper;
    return status;
}

static dm_status make_room(bounding *b, dm_error *err)
{
    size_t n = (size_t)b->n, sites = (size_t)b->sites->count;
    b->market.weight = dmi_array(&b->arrays, n, sizeof *b->market.weight);
    b->sum = dmi_array(&b->arrays, n * SAMPLE, sizeof *b->sum);
    b->standing[0] = dmi_array(&b->arrays, n, sizeof *b->standing[0]);
    b->standing[1] = dmi_array(&b->arrays, n, sizeof *b->standing[1]);
    b->key = dmi_array(&b->arrays, n, sizeof *b->key);
    b->owner = dmi_array(&b->arrays, n, sizeof *b->owner);
    b->other = dmi_array(&b->arrays, n, sizeof *b->other);
    b->list = dmi_array(&b->arrays, sites, sizeof *b->list);
    b->row = dmi_array(&b->arrays, sites * (n / 64 + 16), sizeof *b->row);
    b->start = dmi_array(&b->arrays, n / 64 + 16, sizeof *b->start);
    if (dmi_arrays_check(&b->arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    for (size_t i = 0; i < n * SAMPLE; i++)
        b->sum[i] = NONE;
    for (size_t i = 0; i < n; i++) {
        b->market.weight[i] = dm_value_of(dm_arena_values(b->arena), (dm_vertex)i);
        b->standing[0][i] = b->standing[1][i] = NONE;
    }
    b->market.customers = b->n;
    return dmi_bits_init(&b->bits, &b->market, err);
}

static dm_status find(bounding *b, dmi_lead_first_bounds *out, dm_error *err)
{
    dm_rng rng;
    dm_status status = make_room(b, err);
    dm_rng_init(&rng, b->sites->request->seed);
    for (int i = 0; i < SAMPLE; i++)
        b->sample[i] = (int32_t)dm_rng_below(&rng, (uint64_t)b->sites->count);
    if (status == DM_OK)
        status = search_all(b, err);
    if (status == DM_OK)
        status = find_lower(b, out, err);
    if (status == DM_OK && out->has_opening)
        status = find_upper(b, out, err);
    return status == DM_STOPPED ? DM_OK : status;
}

dm_status dmi_lead_first_bounds_find(const dm_arena *arena, const dmi_lead_sites *sites,
                                     dm_run *run, dmi_lead_first_bounds *out, dm_error *err)
{
    bounding b = {.arena = arena, .sites = sites, .run = run, .n = dm_arena_vertices(arena)};
    const dm_lead_request *r = sites->request;
    int64_t bytes = (int64_t)sites->count * b.n / 8;
    bool offsets = r->terms.candidates.offset || r->rival_candidates.offset;
    if (offsets || sites->budget != INT64_MAX || sites->request->terms.has_radius ||
        bytes > 1 << 30 || sites->choose > MOST_OPEN || sites->reply < 1 ||
        sites->reply > MOST_OPEN || dm_arena_total_value(arena) > DM_MAX_TOTAL / 4)
        return DM_OK;
    dm_status status = find(&b, out, err);
    dmi_bits_clear(&b.bits);
    dmi_arrays_free(&b.arrays);
    return status;
}
