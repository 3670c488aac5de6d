/* espt_functions.c - the function f_(v,e,P)(x) of one edge, piece by piece (te Kolste, 4.4.2).
 *
 * P comes to v at time x, so to a vertex z beyond at x + D(z), unless another site is there first.
 * With m(c) the distance from c to the nearest site that is not over its edge (z,c) of length l,
 *
 *      P has z as long as x < X(z);  X(v) = infinity, X(c) = min(X(z), m(c) - l - D(z))
 *
 * While P has z, the edge (z,c) is his as a whole up to x = m(c) - l - D(z), and then loses half of
 * what x grows by.  Afterwards it belongs to those who have it if P never comes.  So f is a sum of
 * functions with at most four changes per edge.  Algorithms 8 and 9 of the thesis
 * (cut_methods_1_and_2.c) answer single questions for comparison.
 *
 * Cost: O(n log n) for the n vertices beyond the edge.
 */
#include "papers/cut/espt.h"

#include "papers/cut/cut_payoff_functions.h"
#include <assert.h>
#include <stdlib.h>

/* From `at` on, base + half * x / 2 more. */
typedef struct function_change {
    int64_t at, base, half;
} function_change;

typedef struct function_work {
    dmi_line_position position;
    dmi_cut_rooted_tree tree;
    dmi_reach *without;   /* who is first where without the edge */
    int64_t *way, *until; /* D and X by vertex */
    int32_t *stack;
    function_change *change;
    size_t count, room;
    dmi_arrays arrays;
    int32_t player; /* P */
} function_work;

/* A part of a function: from `from` to `to` (DMI_NEVER: for ever) it is value at `from`, and
 * changes by half the slope.  False: no memory. */
static bool add_part(function_work *k, int64_t from, int64_t to, int64_t value, int64_t half)
{
    from = from > 0 ? from : 0;
    if (from >= to)
        return true;
    if (!dmi_reserve(&k->change, &k->room, k->count + 2, sizeof *k->change))
        return false;
    assert(half * from % 2 == 0);
    int64_t base = value - half * from / 2;
    k->change[k->count++] = (function_change){from, base, half};
    if (to != DMI_NEVER)
        k->change[k->count++] = (function_change){to, -base, -half};
    return true;
}

/* The own part of the edge (z,c) while P has z, up to x = `until`. */
static bool add_held(function_work *k, int64_t length, dmi_cut_near site, int64_t way,
                     int64_t until)
{
    int32_t me = k->tree.me;
    int64_t whole = k->player == me ? length : 0;
    if (site.when == DMI_NEVER)
        return add_part(k, 0, until, whole, 0);
    int64_t both = site.when - length - way; /* at this x both come to c at once */
    int64_t full = both + 2 * length, begin = both > 0 ? both : 0;
    if (!add_part(k, 0, both < until ? both : until, whole, 0))
        return false;
    if (k->player == site.owner)
        return add_part(k, begin, until, whole, 0);
    int half = k->player == me ? -1 : 1;
    return add_part(k, begin, full < until ? full : until,
                    dmi_cut_on_edge(&k->tree, k->player, site.owner, length, begin - both), half) &&
           add_part(k, full > 0 ? full : 0, until,
                    dmi_cut_on_edge(&k->tree, k->player, site.owner, length, 2 * length), 0);
}

/* The own part of a piece if P never comes. */
static int64_t own_without(const function_work *k, int32_t piece)
{
    const dmi_piece *p = &k->position.net.piece[piece];
    int64_t meet = dmi_boundary(p, k->without);
    uint64_t me = UINT64_C(1) << k->tree.me;
    return (k->without[p->a].players == me ? meet : 0) +
           (k->without[p->b].players == me ? p->length - meet : 0);
}

#define BEHIND INT64_MIN /* X of what lies behind a site */

/* Collects the changes of all pieces beyond `first` out of v; *behind receives the own part of what
 * lies behind sites. */
static bool collect(function_work *k, int32_t v, int32_t first, int64_t *behind)
{
    const dmi_line_network *net = &k->position.net;
    int32_t count = 0;
    k->count = 0;
    *behind = 0;
    k->way[v] = 0;
    k->until[v] = DMI_NEVER;
    k->stack[count++] = v;
    int32_t *entry = k->stack + net->n;
    entry[v] = -1;
    while (count > 0) {
        int32_t z = k->stack[--count];
        for (uint32_t arc = net->first[z]; arc < net->first[z + 1]; arc++) {
            int32_t piece = net->arc_piece[arc], c = dmi_other_end(net, piece, z);
            int64_t length = net->piece[piece].length;
            if (piece == entry[z] || (z == v && piece != first))
                continue;
            dmi_cut_near site = k->tree.near[dmi_cut_arc_over(&k->tree, z, piece)];
            int64_t both = site.when == DMI_NEVER ? DMI_NEVER : site.when - length - k->way[z];
            int64_t own = z == v ? 0 : own_without(k, piece);
            if (!add_held(k, length, site, k->way[z], k->until[z]) ||
                (k->until[z] != DMI_NEVER && !add_part(k, k->until[z], DMI_NEVER, own, 0)))
                return false;
            bool is_behind = k->until[z] == BEHIND || (z != v && net->owner[z] >= 0);
            *behind += is_behind ? own : 0;
            k->until[c] = is_behind ? BEHIND : both < k->until[z] ? both : k->until[z];
            k->way[c] = k->way[z] + length;
            entry[c] = piece;
            k->stack[count++] = c;
        }
    }
    return true;
}

static int change_by_time(const void *a, const void *b)
{
    const function_change *x = a, *y = b;
    return (x->at > y->at) - (x->at < y->at);
}

/* The sum of the changes as pieces. */
static dm_status sum_changes(function_work *k, dm_line_function *out, dm_error *err)
{
    int64_t base = 0, half = 0;
    size_t room = 0;
    qsort(k->change, k->count, sizeof *k->change, change_by_time);
    for (size_t i = 0; i < k->count;) {
        int64_t at = k->change[i].at, old_base = base, old_half = half;
        for (; i < k->count && k->change[i].at == at; i++) {
            base += k->change[i].base;
            half += k->change[i].half;
        }
        if (out->piece_count > 0 && base == old_base && half == old_half)
            continue;
        dm_line_function_piece one = {.slope = {0, 1}, .jump = {0, 1}};
        int64_t value = base + half * at / 2;
        int64_t jump = at == 0 ? 0 : value - (old_base + old_half * at / 2);
        if (!dmi_reserve(&out->pieces, &room, (size_t)out->piece_count + 1, sizeof one))
            return dmi_no_memory(err);
        if (!dmi_espt_length(&k->position, at, &one.from) ||
            !dmi_espt_length(&k->position, value, &one.value) ||
            !dmi_espt_length(&k->position, jump, &one.jump) ||
            (half != 0 && !dmi_ratio_make(half, 2, &one.slope)))
            return dmi_ratio_too_large(err);
        out->pieces[out->piece_count++] = one;
    }
    assert(out->piece_count > 0 && out->pieces[0].from.num == 0);
    return DM_OK;
}

/* f at x by Algorithms 8 and 9, which leave out what lies behind sites. */
static dm_status ask_methods(function_work *k, int32_t piece, int32_t v, int64_t x, int64_t behind,
                             dm_run *run, dm_line_function *out, dm_error *err)
{
    dmi_cut_worth worth[2];
    dm_status status = dmi_cut_ask_methods(&k->tree, piece, v, k->player, x, run, worth, err);
    for (int i = 0; status == DM_OK && i < 2; i++) {
        out->is_tied |= worth[i].ties != 0;
        if (!dmi_espt_length(&k->position, worth[i].value + behind, &out->by_method[i]))
            status = dmi_ratio_too_large(err);
    }
    return status;
}

static dm_status make_function(function_work *k, int32_t piece, int32_t v, const int64_t *x,
                               dm_run *run, dm_line_function *out, dm_error *err)
{
    const dmi_line_network *net = &k->position.net;
    int32_t arc = dmi_cut_arc_over(&k->tree, v, piece);
    dmi_cut_near site = k->tree.near[arc];
    int64_t behind;
    out->edge = net->piece[piece].edge;
    out->from = v;
    out->to = dmi_other_end(net, piece, v);
    out->player = k->player;
    if (!collect(k, v, piece, &behind))
        return dmi_no_memory(err);
    bool fits = dmi_espt_length(&k->position, k->tree.volume[arc], &out->volume);
    if (site.when != DMI_NEVER)
        fits = fits && dmi_espt_length(&k->position, site.when, &out->mu) &&
               dmi_espt_length(&k->position, site.when - net->piece[piece].length, &out->x_bar);
    if (!fits)
        return dmi_ratio_too_large(err);
    dm_status status = sum_changes(k, out, err);
    if (status == DM_OK && x)
        status = ask_methods(k, piece, v, *x, behind, run, out, err);
    return status;
}

/* Refines the unit so that x is an even number of units. */
static dm_status scale_to(function_work *k, const dm_ratio *x, int64_t *out, dm_error *err)
{
    dmi_line_network *net = &k->position.net;
    dmi_wide den = 2 * (dmi_wide)x->den;
    dmi_wide factor = den / dmi_wide_gcd(den, net->unit);
    if (factor * net->total > INT64_MAX / 8 || factor * net->unit > INT64_MAX / 8 ||
        (dmi_wide)x->num * (factor * net->unit / x->den) > INT64_MAX / 8)
        return dmi_fail(err, DM_TOO_LARGE, "x = %lld/%lld is too fine for this level",
                        (long long)x->num, (long long)x->den);
    for (int32_t i = 0; i < net->piece_count; i++) {
        net->piece[i].offset *= (int64_t)factor;
        net->piece[i].length *= (int64_t)factor;
    }
    net->unit *= (int64_t)factor;
    net->total *= (int64_t)factor;
    *out = x->num * (net->unit / x->den);
    return dmi_line_network_reach(net, k->position.reach, err);
}

/* All functions out of the ends of one piece. */
static dm_status add_functions(function_work *k, int32_t piece, int32_t vertex, const int64_t *x,
                               dm_run *run, dm_line_functions *out, dm_error *err)
{
    const dmi_piece *p = &k->position.net.piece[piece];
    dm_status status = dmi_line_network_reach_without(&k->position.net, piece, k->without, err);
    for (int side = 0; side < 2; side++)
        for (int player = 0; status == DM_OK && player < 2; player++) {
            int32_t v = side ? p->b : p->a;
            k->player = player == 0 ? k->tree.me : k->tree.other;
            if (vertex < 0 || v == vertex)
                status = make_function(k, piece, v, x, run, &out->of[out->count++], err);
        }
    return status;
}

static dm_status find_functions(function_work *k, int32_t edge, int32_t vertex, const dm_ratio *x,
                                dm_run *run, dm_line_functions *out, dm_error *err)
{
    dmi_line_network *net = &k->position.net;
    size_t n = (size_t)net->n, pieces = 0;
    int64_t at = 0;
    dm_status status = x ? scale_to(k, x, &at, err) : DM_OK;
    dm_error why = {0};
    if (status != DM_OK)
        return status;
    status = dmi_cut_rooted_tree_init(&k->position, &k->tree, &why);
    if (status != DM_OK)
        return dmi_fail(err, status, "edge %d has no functions: %s", edge, why.message);
    k->without = dmi_array(&k->arrays, n, sizeof *k->without);
    k->way = dmi_array(&k->arrays, n, sizeof *k->way);
    k->until = dmi_array(&k->arrays, n, sizeof *k->until);
    k->stack = dmi_array(&k->arrays, 2 * n, sizeof *k->stack);
    status = dmi_arrays_check(&k->arrays, err);
    if (status != DM_OK)
        return status;
    for (int32_t i = 0; i < net->piece_count; i++)
        pieces += net->piece[i].edge == edge;
    out->of = dmi_calloc(4 * pieces, sizeof *out->of);
    if (!out->of)
        return dmi_no_memory(err);
    for (int32_t i = 0; status == DM_OK && i < net->piece_count; i++)
        if (net->piece[i].edge == edge)
            status = add_functions(k, i, vertex, x ? &at : NULL, run, out, err);
    if (status == DM_OK && out->count == 0)
        status = dmi_fail(err, DM_BAD_VERTEX, "vertex %d is no end of edge %d", vertex, edge);
    return status;
}

dm_status dm_line_functions_new(const dm_level *level, const dm_line_ask *ask, int32_t edge,
                                int32_t vertex, const dm_ratio *x, dm_run *run,
                                dm_line_functions **out, dm_error *err)
{
    if (ask->player < 0 || ask->player >= level->player_count)
        return dmi_fail(err, DM_BAD_ARGUMENT, "there is no player %d; players are 0..%d",
                        ask->player, level->player_count - 1);
    if (edge < 0 || edge >= level->edge_count)
        return dmi_fail(err, DM_BAD_MOVE, "there is no edge %d; edges are 0..%d", edge,
                        level->edge_count - 1);
    if (x && x->num < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "x is a distance, so not negative");
    const dm_line_ask margin = {.op = DM_LINE_CUT,
                                .player = ask->player,
                                .objective = DM_LINE_MARGIN,
                                .method = DM_LINE_METHOD_METHOD_1,
                                .ties = ask->ties};
    function_work k = {0};
    dm_line_functions *functions = dmi_calloc(1, sizeof *functions);
    if (!functions)
        return dmi_no_memory(err);
    dm_status status = dmi_line_position_init(level, &margin, &k.position, err);
    if (status == DM_OK)
        status = find_functions(&k, edge, vertex, x, run, functions, err);
    free(k.change);
    dmi_arrays_free(&k.arrays);
    dmi_cut_rooted_tree_clear(&k.tree);
    dmi_line_position_clear(&k.position);
    if (status == DM_OK)
        *out = functions;
    else
        dm_line_functions_free(functions);
    return dmi_as_unfinished(status, err);
}

void dm_line_functions_free(dm_line_functions *functions)
{
    if (!functions)
        return;
    for (int32_t i = 0; i < functions->count; i++)
        free(functions->of[i].pieces);
    free(functions->of);
    free(functions);
}
