/* cut_payoff_functions.c - the piecewise linear functions of te Kolste's section 4.4, corrected.
 *
 * An arc of length l leads to w; the nearest site beyond w is at distance m and belongs to q.  The
 * player enters the arc at time x, so he would be at w at x + l:
 *      x + l < m:   he owns the edge and enters all arcs out of w at x + l;
 *      x + l >= m:  q owns w from time m on, whatever x is.  q enters the arcs out of w at m, and
 *                   if q is the opponent they meet on the edge, (x + l - m) / 2 before its far end.
 * (If w is a site, m is 0 and nothing behind it changes.)  At x + l = m both reach w at the same
 * time; the method does not cover that, so the step is marked.  What lies behind sites is left out,
 * because only differences are needed.  All times are even numbers of units.
 *
 * The steps before m are those of the sum over the arcs out of w, found by sorting their changes.
 * Their number is not bounded by the number of sites: a vertex without site can add a step for
 * every distance at which it changes hands. Source: te Kolste, 2016, formulas (1) to (3);
 * docs/ERRATA.md lists their errors.
 */
#include "papers/cut/cut_payoff_functions.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>

dm_status dmi_cut_functions_init(const dmi_cut_rooted_tree *tree, dmi_cut_functions *out,
                                 dm_error *err)
{
    dmi_cut_functions functions = {
        .tree = tree, .of = dmi_calloc(4 * (size_t)tree->position->net.n, sizeof *functions.of)};
    if (!functions.of)
        return dmi_no_memory(err);
    *out = functions;
    return DM_OK;
}

void dmi_cut_functions_clear(dmi_cut_functions *functions)
{
    free(functions->of);
    free(functions->step);
    free(functions->change);
    *functions = (dmi_cut_functions){0};
}

int64_t dmi_cut_on_edge(const dmi_cut_rooted_tree *tree, int32_t player, int32_t q, int64_t length,
                        int64_t late)
{
    int64_t lost = late / 2 < length ? late / 2 : length;
    if (player == q)
        return player == tree->me ? length : 0;
    return player == tree->me ? length - lost : lost;
}

static int64_t value_at(const dmi_cut_step *step, int64_t x)
{
    return step->value + step->slope * (x - step->at) / 2;
}

/* The last step that begins at x or before; the first step begins at 0. */
static const dmi_cut_step *step_at(const dmi_cut_functions *f, const dmi_cut_function *of,
                                   int64_t x)
{
    const dmi_cut_step *row = f->step + of->first;
    int32_t low = 0, high = of->count;
    assert(of->count > 0 && row[0].at == 0 && x >= 0);
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (row[middle].at <= x)
            low = middle;
        else
            high = middle;
    }
    return &row[low];
}

dmi_cut_worth dmi_cut_functions_ask(const dmi_cut_functions *functions, int32_t arc, int32_t player,
                                    int64_t x)
{
    const dmi_cut_step *step = step_at(functions, &functions->of[2 * arc + player], x);
    return (dmi_cut_worth){value_at(step, x), step->ties};
}

static int step_by_time(const void *a, const void *b)
{
    const dmi_cut_step *x = a, *y = b;
    return (x->at > y->at) - (x->at < y->at);
}

/* Leaves out steps that change nothing; of two steps at the same time the later is kept. */
static bool function_add_step(dmi_cut_functions *f, dmi_cut_function *of, dmi_cut_step step)
{
    dmi_cut_step *last = of->count ? &f->step[f->step_count - 1] : NULL;
    if (last && last->slope == step.slope && last->ties == step.ties &&
        value_at(last, step.at) == step.value)
        return true;
    if (last && last->at == step.at) {
        *last = step;
        return true;
    }
    if (!dmi_reserve(&f->step, &f->step_room, f->step_count + 1, sizeof *f->step))
        return false;
    f->step[f->step_count++] = step;
    of->count++;
    return true;
}

/* Adds the steps before `end` of the sum over the arcs out of w, entered `from` later. */
static bool add_sum(dmi_cut_functions *f, dmi_cut_function *of, int32_t w, int32_t piece,
                    int32_t player, int64_t from, int64_t end)
{
    const dmi_line_network *net = &f->tree->position->net;
    dmi_cut_step sum = {0, player == f->tree->me ? from : 0, 0, 0}; /* the edge itself */
    size_t count = 0;
    for (uint32_t arc = net->first[w]; arc < net->first[w + 1]; arc++) {
        if (net->arc_piece[arc] == piece)
            continue;
        const dmi_cut_function *next =
            &f->of[2 * dmi_cut_arc_over(f->tree, w, net->arc_piece[arc]) + player];
        const dmi_cut_step *first = step_at(f, next, from), *row = f->step + next->first;
        sum.value += value_at(first, from);
        sum.slope += first->slope;
        sum.ties += first->ties;
        if (!dmi_reserve(&f->change, &f->change_room, count + (size_t)next->count,
                         sizeof *f->change))
            return false;
        for (int32_t i = (int32_t)(first - row) + 1; i < next->count && row[i].at < end; i++)
            f->change[count++] = /* relative to `from` */
                (dmi_cut_step){row[i].at - from, row[i].value - value_at(&row[i - 1], row[i].at),
                               row[i].slope - row[i - 1].slope, row[i].ties - row[i - 1].ties};
    }
    if (count > 0)
        qsort(f->change, count, sizeof *f->change, step_by_time);
    bool fits = function_add_step(f, of, sum);
    for (size_t i = 0; fits && i < count; i++) {
        sum.value = value_at(&sum, f->change[i].at) + f->change[i].value;
        sum.slope += f->change[i].slope;
        sum.ties += f->change[i].ties;
        sum.at = f->change[i].at;
        fits = function_add_step(f, of, sum);
    }
    return fits;
}

static bool make_function(dmi_cut_functions *f, int32_t arc, int32_t piece, int32_t w,
                          int32_t player)
{
    const dmi_cut_rooted_tree *tree = f->tree;
    const dmi_line_network *net = &tree->position->net;
    int64_t length = net->piece[piece].length;
    dmi_cut_near site = tree->near[arc];
    int64_t begin = site.when == DMI_NEVER ? DMI_NEVER : site.when - length;
    dmi_cut_function of = {f->step_count, 0};
    bool fits = begin <= 0 || add_sum(f, &of, w, piece, player, length, site.when);
    f->of[2 * arc + player] = of;
    if (!fits || begin == DMI_NEVER)
        return fits;
    /* From time `begin` on q reaches w at the latest.  What lies beyond w is then his: */
    int32_t q = site.owner >= 0 ? site.owner : player;
    dmi_cut_worth rest = {0, site.owner < 0};
    for (uint32_t out = net->first[w]; net->owner[w] < 0 && out < net->first[w + 1]; out++) {
        if (net->arc_piece[out] == piece)
            continue;
        dmi_cut_worth one =
            dmi_cut_functions_ask(f, dmi_cut_arc_over(tree, w, net->arc_piece[out]), q, site.when);
        rest.value += one.value;
        rest.ties += one.ties;
    }
    /* One step at the larger of `begin` and 0, and one where the opponent owns the whole edge. */
    int64_t start = begin > 0 ? begin : 0, full = begin + 2 * length;
    int64_t slope = player == q || start >= full ? 0 : player == tree->me ? -1 : 1;
    dmi_cut_step step = {start,
                         rest.value + dmi_cut_on_edge(tree, player, q, length, start - begin),
                         slope, rest.ties};
    if (player != q && begin >= 0) { /* at exactly this time both are at w */
        step.ties++;
        fits = function_add_step(f, &of, step);
        step = (dmi_cut_step){start + 2, step.value + slope, slope, rest.ties};
    }
    fits = fits && function_add_step(f, &of, step);
    if (slope)
        step = (dmi_cut_step){
            full, rest.value + dmi_cut_on_edge(tree, player, q, length, 2 * length), 0, rest.ties};
    fits = fits && (!slope || function_add_step(f, &of, step));
    f->of[2 * arc + player] = of;
    return fits;
}

bool dmi_cut_functions_make(dmi_cut_functions *functions, int32_t arc, int32_t piece, int32_t w)
{
    return make_function(functions, arc, piece, w, 0) && make_function(functions, arc, piece, w, 1);
}
