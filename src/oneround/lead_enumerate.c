/* lead_enumerate.c - tries every opening, refuted by earlier replies or answered exactly.
 *
 * Slow and simple, and independent of branch and cut: shares come from distances and the tie rule,
 * exact replies from dm_reply_new().
 *
 * Two bits per customer tell whether White minus Black there is at least 0, and at least 1. Against
 * a fixed reply the bits of an opening are the union of the bits of its stones; a stone on a vertex
 * of the reply sets all bits of the customers that vertex had.  So "does this reply hold the
 * opening to the best known value?" is a union and a count.  For each choice of all stones but the
 * last, earlier replies rule out sites for the last one; the rest are answered exactly.
 *
 * Cost: C(n, p) tests, each of n / 32 words per reply tried.
 */
#include "base/base.h"
#include "base/sort.h"
#include "oneround/lead_methods.h"
#include <demesne/reply.h>
#include <stdlib.h>
#include <string.h>

enum { REFUTATIONS = 512, MEMORY = 256 << 20 };

typedef struct enumeration {
    const dmi_lead_problem *problem;
    dm_run *run;
    dm_distances *table;
    const int64_t *values;
    int64_t total;   /* of the values */
    int64_t uniform; /* the value of every customer; 0: they differ */
    int32_t words;
    int64_t *weigh; /* 256 entries for each 8 bits */
    uint64_t *bits; /* refutation x site x words */
    int32_t refutations, room;
    int32_t *order; /* of refutations, the most recently useful first */
    int32_t *white; /* sites chosen so far */
    int32_t *rest;  /* sites for the last stone */
    uint64_t *held; /* bits set by all stones but the last */
    dmi_lead_opening *best;
    int64_t value; /* of the best, White minus Black */
    uint64_t asked, seen;
    dmi_arrays arrays;
} enumeration;

static int64_t reach(const enumeration *l, dm_vertex stone, dm_vertex customer)
{
    const dm_terms *terms = &l->problem->request->terms;
    int64_t d = dm_distance(l->table, stone, customer);
    return d < 0 || (terms->has_radius && d > terms->radius) ? INT64_MAX : d;
}

/* White minus Black of a customer of value 1. */
static int share(dm_tie_rule ties, int64_t white, int64_t black)
{
    if (white == INT64_MAX && black == INT64_MAX)
        return 0;
    if (white != black)
        return white < black ? 1 : -1;
    return ties == DM_TIES_NEUTRAL ? 0 : ties == DM_TIES_BLACK ? -1 : 1;
}

static void set_bits(uint64_t *bits, dm_vertex customer, int share)
{
    if (share >= 0)
        bits[customer / 32] |= UINT64_C(1) << 2 * (customer % 32);
    if (share >= 1)
        bits[customer / 32] |= UINT64_C(2) << 2 * (customer % 32);
}

static void write_bits(enumeration *l, const int32_t *black, uint64_t *bits)
{
    const dmi_lead_problem *problem = l->problem;
    memset(bits, 0, (size_t)problem->sites * (size_t)l->words * sizeof *bits);
    for (dm_vertex v = 0; v < l->table->n; v++) {
        int64_t nearest = INT64_MAX;
        for (int32_t i = 0; i < problem->reply; i++) {
            int64_t d = reach(l, problem->vertex[black[i]], v);
            nearest = d < nearest ? d : nearest;
        }
        for (int32_t s = 0; s < problem->sites; s++)
            set_bits(bits + (size_t)s * (size_t)l->words, v,
                     share(problem->request->terms.ties, reach(l, problem->vertex[s], v), nearest));
        for (int32_t i = 0; i < problem->reply; i++)
            if (reach(l, problem->vertex[black[i]], v) == nearest)
                set_bits(bits + (size_t)black[i] * (size_t)l->words, v, 1);
    }
}

/* White minus Black if `a` and `b` together set the bits. */
static int64_t weigh(const enumeration *l, const uint64_t *a, const uint64_t *b)
{
    int64_t sum = -l->total;
    for (int32_t w = 0; w < l->words; w++) {
        uint64_t bits = a[w] | b[w];
        if (l->uniform) {
            sum += l->uniform * __builtin_popcountll(bits);
            continue;
        }
        const int64_t *table = l->weigh + (size_t)w * 8 * 256;
        for (int i = 0; i < 8; i++, table += 256)
            sum += table[bits >> 8 * i & 255];
    }
    return sum;
}

static void fill_tables(enumeration *l)
{
    dm_vertex n = l->table->n;
    l->uniform = dm_value_of(l->values, 0);
    for (dm_vertex v = 0; v < n; v++)
        if (dm_value_of(l->values, v) != l->uniform)
            l->uniform = 0;
    for (int32_t at = 0; at < 8 * l->words; at++)
        for (int byte = 0; byte < 256; byte++) {
            int64_t sum = 0;
            for (int bit = 0; bit < 8; bit++) {
                dm_vertex v = 4 * at + bit / 2;
                sum += byte >> bit & 1 && v < n ? dm_value_of(l->values, v) : 0;
            }
            l->weigh[256 * at + byte] = sum;
        }
}

static int32_t site_of(const dmi_lead_problem *problem, dm_vertex vertex)
{
    int32_t low = 0, high = problem->sites - 1;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (problem->vertex[middle] < vertex)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void remember(enumeration *l, const int32_t *black)
{
    size_t size = (size_t)l->problem->sites * (size_t)l->words;
    if (l->refutations < l->room) {
        l->order[l->refutations] = l->refutations;
        l->refutations++;
    }
    dmi_to_front_int32(l->order, l->refutations - 1);
    write_bits(l, black, l->bits + (size_t)l->order[0] * size);
}

/* Computes the exact reply to `white`; a better opening becomes the best. */
static dm_status ask(enumeration *l, const int32_t *white, dm_error *err)
{
    const dmi_lead_problem *problem = l->problem;
    dm_reply *reply = NULL;
    dm_vertex *stones = dmi_alloc((size_t)problem->count, sizeof *stones);
    int32_t *black = dmi_alloc((size_t)problem->reply, sizeof *black);
    dm_status status = stones && black ? DM_OK : dmi_no_memory(err);
    for (int32_t i = 0; status == DM_OK && i < problem->count; i++)
        stones[i] = problem->vertex[white[i]];
    dm_reply_request request = {.terms = problem->request->terms,
                                .white = {.vertex = stones, .count = problem->count},
                                .count = problem->reply};
    if (status == DM_OK)
        status = dm_reply_new(problem->arena, &request, l->run, &reply, err);
    if (status == DM_OK && !reply->proven)
        status = dmi_fail(err, DM_INTERNAL, "an exact reply is not proven");
    if (status == DM_OK) {
        for (int32_t i = 0; i < problem->reply; i++)
            black[i] = site_of(problem, reply->black[i]);
        remember(l, black);
        l->asked++;
        if (reply->value > l->value) {
            l->value = reply->value;
            memcpy(l->best->white, white, (size_t)problem->count * sizeof *white);
            memcpy(l->best->black, black, (size_t)problem->reply * sizeof *black);
        }
    }
    dm_reply_free(reply);
    free(stones);
    free(black);
    return status;
}

/* Removes the sites that the reply refutes from `rest`; returns how many are left. */
static int32_t refute(enumeration *l, int32_t refutation, int32_t count)
{
    const dmi_lead_problem *problem = l->problem;
    size_t words = (size_t)l->words;
    const uint64_t *bits = l->bits + (size_t)refutation * (size_t)problem->sites * words;
    int32_t left = 0;
    memset(l->held, 0, words * sizeof *l->held);
    for (int32_t i = 0; i < problem->count - 1; i++)
        for (size_t w = 0; w < words; w++)
            l->held[w] |= bits[(size_t)l->white[i] * words + w];
    for (int32_t i = 0; i < count; i++)
        if (weigh(l, l->held, bits + (size_t)l->rest[i] * words) > l->value)
            l->rest[left++] = l->rest[i];
    return left;
}

/* Tries all sites from `from` on as the last stone. */
static dm_status last_stone(enumeration *l, int32_t from, dm_error *err)
{
    const dmi_lead_problem *problem = l->problem;
    int32_t count = 0;
    for (int32_t s = from; s < problem->sites; s++)
        l->rest[count++] = s;
    l->seen += (uint64_t)count;
    if (!dmi_run_go_on(l->run, 1) ||
        (l->seen % 1024 == 0 && !dmi_run_report(l->run, 0, "openings", l->seen, 0, NULL)))
        return dmi_stopped(l->run, err);
    for (int32_t i = 0; i < l->refutations && count > 0; i++) {
        count = refute(l, l->order[i], count);
        if (count == 0)
            dmi_to_front_int32(l->order, i);
    }
    while (count > 0) {
        l->white[problem->count - 1] = l->rest[count - 1];
        dm_status status = ask(l, l->white, err);
        if (status != DM_OK)
            return status;
        count = refute(l, l->order[0], count - 1);
    }
    return DM_OK;
}

/* Places stone `depth` and those after it, in increasing order. */
static dm_status next_stone(enumeration *l, int32_t depth, int32_t from, dm_error *err)
{
    if (depth == l->problem->count - 1)
        return last_stone(l, from, err);
    dm_status status = DM_OK;
    int32_t left = l->problem->count - 1 - depth;
    for (int32_t s = from; s < l->problem->sites - left && status == DM_OK; s++) {
        l->white[depth] = s;
        status = next_stone(l, depth + 1, s + 1, err);
    }
    return status;
}

static dm_status make_room(enumeration *l, dm_error *err)
{
    const dmi_lead_problem *problem = l->problem;
    dm_vertex n = dm_arena_vertices(problem->arena);
    l->words = (n + 31) / 32;
    size_t words = (size_t)l->words, one = (size_t)problem->sites * words * sizeof *l->bits;
    l->room = one >= MEMORY / REFUTATIONS ? (int32_t)(MEMORY / one) + 1 : REFUTATIONS;
    l->weigh = dmi_array(&l->arrays, words * 8 * 256, sizeof *l->weigh);
    l->bits = dmi_array(&l->arrays, (size_t)l->room, one);
    l->order = dmi_array(&l->arrays, (size_t)l->room, sizeof *l->order);
    l->white = dmi_array(&l->arrays, (size_t)problem->count, sizeof *l->white);
    l->rest = dmi_array(&l->arrays, (size_t)problem->sites, sizeof *l->rest);
    l->held = dmi_array(&l->arrays, words, sizeof *l->held);
    if (dmi_arrays_check(&l->arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    return dmi_as_stopped(dm_distances_new(problem->arena, 0, l->run, &l->table, err), err);
}

static void clear(enumeration *l)
{
    dm_distances_free(l->table);
    dmi_arrays_free(&l->arrays);
}

static int64_t weight_of(const dmi_lead_problem *problem, int64_t value)
{
    return (value - problem->base) / problem->unit;
}

dm_status dmi_lead_enumerate(const dmi_lead_problem *problem, dm_run *run, dmi_lead_result *out,
                             dm_error *err)
{
    enumeration l = {.problem = problem,
                     .run = run,
                     .values = dm_arena_values(problem->arena),
                     .total = dm_arena_total_value(problem->arena),
                     .best = &out->best};
    dmi_lead_result start = {0};
    dm_status status = dmi_lead_opening_init(&start.best, problem, err);
    if (status == DM_OK)
        status = dmi_lead_local(problem, run, &start, err);
    if (status == DM_OK || status == DM_STOPPED)
        dmi_lead_opening_copy(&out->best, &start.best, problem);
    l.value = -l.total - 1;
    out->upper = problem->total;
    if (status == DM_OK)
        status = make_room(&l, err);
    if (status == DM_OK) {
        fill_tables(&l);
        status = ask(&l, start.best.white, err);
    }
    if (status == DM_OK) {
        out->best.won = weight_of(problem, l.value);
        status = next_stone(&l, 0, 0, err);
        out->best.won = weight_of(problem, l.value);
    }
    if (status == DM_OK)
        out->upper = out->best.won;
    out->nodes = l.seen;
    out->replies = l.asked;
    dmi_lead_opening_clear(&start.best);
    clear(&l);
    return status;
}
