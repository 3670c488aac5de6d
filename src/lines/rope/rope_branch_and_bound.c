/* rope_branch_and_bound.c - the best rope by branch and bound over boxes of ropes.
 *
 * In a decided box payoffs are formulas: convex ones are best at corners, which are ropes
 * themselves, and concave ones are bounded to second order, so that few boxes stay open around a
 * smooth optimum. If an owner changes inside a box, the bound is that of the better side, which is
 * the supremum that the search reports.
 *
 * Best first: the bound never rises, and is valid whenever the search ends.
 */
#include "lines/rope/rope_branch_and_bound.h"

#include "base/base.h"
#include "base/heap.h"
#include "lines/level/rope_geometry.h"
#include "lines/rope/rope_box_payoffs.h"
#include "lines/rope/rope_tables.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Parts of a box of ropes, and a rope inside it.
 *
 * Variables on one piece share an interval as long as their order matters: they are split together,
 * and the parts against the order are left out.
 *
 *      t | ,'|          x <= t: two smaller triangles and a square, in which all is decided
 *        |---+
 *        |,' |___x
 */
typedef struct box_side {
    double *from, *to;
} box_side;

static box_side side_of(dmi_rope_box *box, int i)
{
    const box_side sides[] = {{&box->x0, &box->x1}, {&box->y0, &box->y1}, {&box->t0, &box->t1}};
    return sides[i];
}

/* The order of two of the variables x, y and t; i < k. */
static int order_of(const dmi_rope_box *box, int i, int k)
{
    return i == 1 ? box->yt : k == 1 ? box->xy : box->xt;
}

static bool is_shared(const dmi_rope_box *box, int i, int k)
{
    dmi_rope_box own = *box;
    const box_side a = side_of(&own, i), b = side_of(&own, k);
    return order_of(box, i < k ? i : k, i < k ? k : i) != 0 && *a.from == *b.from && *a.to == *b.to;
}

/* Whether the halves `high` (bit i: the upper half of variable i) keep the orders. */
static bool keeps_orders(const dmi_rope_box *box, unsigned split, unsigned high)
{
    for (int i = 0; i < 3; i++)
        for (int k = i + 1; k < 3; k++) {
            bool first = high >> i & 1, second = high >> k & 1;
            int order = order_of(box, i, k);
            if ((split >> i & 1) && (split >> k & 1) && first != second &&
                (order < 0 ? first : second))
                return false;
        }
    return true;
}

/* A box of one rope well inside the box and its orders. */
static dmi_rope_box rope_box_middle(const dmi_rope_box *box)
{
    dmi_rope_box one = *box, from = *box;
    for (int i = 0; i < 3; i++) {
        const box_side s = side_of(&one, i), whole = side_of(&from, i);
        int before = 0, others = 0;
        for (int k = 0; k < 3; k++) {
            if (k == i || !is_shared(box, i, k))
                continue;
            int order = i < k ? order_of(box, i, k) : -order_of(box, k, i);
            before += order > 0;
            others++;
        }
        *s.from = *s.to = *whole.from + (*whole.to - *whole.from) * (before + 1) / (others + 2);
    }
    return one;
}
enum { MOST_STEPS = 1000 }; /* along a ridge steps stay small */

typedef struct open_boxes {
    dmi_rope_box *box;
    double *bound;
    size_t count, capacity, bound_capacity;
    dmi_heap heap; /* of box numbers, highest bound first */
} open_boxes;

void dmi_rope_search_score(const dmi_rope_search *search, const double *payoff,
                           dmi_rope_candidate *out)
{
    const dmi_rope_tables *tables = search->tables;
    double own = payoff[tables->me], rival = 0;
    int rank = 1;
    for (int32_t p = 0; p < tables->level->player_count; p++)
        if (p != tables->me) {
            rival = fmax(rival, payoff[p]);
            rank += payoff[p] > own + tables->tiny;
        }
    out->payoff = own;
    out->margin = own - rival;
    out->score = search->objective == DM_LINE_PAYOFF   ? own
                 : search->objective == DM_LINE_MARGIN ? own - rival
                                                       : own - rival - rank * tables->far;
}

static dmi_rope_formula formula_less(dmi_rope_formula a, double factor, dmi_rope_formula b)
{
    return (dmi_rope_formula){a.c - factor * b.c, a.x - factor * b.x, a.y - factor * b.y,
                              a.r - factor * b.r, a.t - factor * b.t};
}

/* An upper bound of a formula in this case.  Where a case ends, an owner changes, and often the
 * formula rises up to there: a positive multiple of a limit, which is not above 0, may be
 * subtracted.  The factors tried make one coefficient 0. */
static double high_in_case(const dmi_rope_payoffs *payoffs, dmi_rope_formula f)
{
    double high = dmi_rope_formula_high(&payoffs->lengths, f);
    for (int32_t i = 0; i < payoffs->limit_count; i++) {
        const dmi_rope_formula limit = payoffs->limit[i], whole = f;
        const double factor[] = {whole.x / limit.x, whole.y / limit.y, whole.r / limit.r,
                                 whole.t / limit.t};
        for (int k = 0; k < 4; k++) {
            if (!(factor[k] > 0 && factor[k] <= 100))
                continue;
            dmi_rope_formula lower = formula_less(whole, factor[k], limit);
            double bound = dmi_rope_formula_high(&payoffs->lengths, lower);
            if (bound < high) {
                high = bound;
                f = lower;
            }
        }
    }
    return high;
}

/* An upper bound for the ropes of the box. */
static double bound_of_payoffs(const dmi_rope_search *search, const dmi_rope_payoffs *payoffs)
{
    const int32_t me = search->tables->me;
    double own = high_in_case(payoffs, payoffs->formula[me]) + payoffs->most[me], margin = own;
    int rank = 1;
    if (search->objective == DM_LINE_PAYOFF)
        return own;
    for (int32_t q = 0; q < search->tables->level->player_count; q++) {
        if (q == me)
            continue;
        double lead = high_in_case(payoffs, dmi_rope_formula_minus(payoffs->formula[me],
                                                                   payoffs->formula[q])) +
                      payoffs->most[me] - payoffs->least[q];
        margin = fmin(margin, lead);
        rank += lead < -search->tables->tiny;
    }
    return search->objective == DM_LINE_RANK ? margin - rank * search->tables->far : margin;
}

static bool far_apart(const dmi_rope_box *a, const dmi_rope_box *b, double gap)
{
    return a->px != b->px || a->py != b->py || a->pt != b->pt || fabs(a->x0 - b->x0) > gap ||
           fabs(a->y0 - b->y0) > gap || fabs(a->t0 - b->t0) > gap;
}

/* Keeps the best candidate first, then equally good ones elsewhere. */
static void keep_candidate(dmi_rope_search *search, const dmi_rope_candidate *c)
{
    const double equal = 10 * search->tables->tiny, gap = 1e-5 * search->tables->far;
    if (search->count > 0 && c->score < search->candidate[0].score - equal)
        return;
    if (search->count == 0 || c->score > search->candidate[0].score) {
        dmi_rope_candidate old = search->candidate[0];
        bool stays =
            search->count > 0 && old.score >= c->score - equal && far_apart(&old.at, &c->at, gap);
        if (search->count > 0 && old.score < c->score - equal)
            search->count = 0;
        search->candidate[0] = *c;
        search->count = search->count == 0 ? 1 : search->count;
        if (stays && search->count < DMI_ROPE_CANDIDATES)
            search->candidate[search->count++] = old;
        return;
    }
    for (int32_t i = 0; i < search->count; i++)
        if (!far_apart(&search->candidate[i].at, &c->at, gap))
            return;
    if (search->count < DMI_ROPE_CANDIDATES)
        search->candidate[search->count++] = *c;
}

/* A box of one rope, and one place of the other move. */
static dmi_rope_box rope_at(const dmi_rope_box *box, double x, double y, double t)
{
    dmi_rope_box one = *box;
    one.x0 = one.x1 = x;
    one.y0 = one.y1 = y;
    one.t0 = one.t1 = t;
    return one;
}

/* Tries one rope, of length r, by the formulas. */
static void try_forms(dmi_rope_search *search, const dmi_rope_box *one,
                      const dmi_rope_payoffs *payoffs, double r)
{
    double payoff[DM_MAX_LINE_PLAYERS] = {0};
    for (int32_t p = 0; p < search->tables->level->player_count; p++) {
        const dmi_rope_formula *f = &payoffs->formula[p];
        payoff[p] = f->c + f->x * one->x0 + f->y * one->y0 + f->r * r + f->t * one->t0;
    }
    dmi_rope_candidate c = {.at = *one};
    dmi_rope_search_score(search, payoff, &c);
    if (dmi_rope_with_is_on_rope(one->with) && one->t0 > r)
        return; /* not on the rope */
    if (search->count == 0 || c.score >= search->candidate[0].score - 10 * search->tables->tiny)
        if (dmi_ropes_allowed(search->tables, &c.at) > 0)
            keep_candidate(search, &c);
}

static void try_rope(dmi_rope_search *search, const dmi_rope_box *one)
{
    dmi_rope_payoffs payoffs;
    dmi_single_rope_payoffs(search->tables, one, search->tables->tiny, &payoffs);
    search->evaluations++;
    try_forms(search, one, &payoffs, payoffs.lengths.corner[0][0]);
}

void dmi_rope_search_climb(dmi_rope_search *search, dm_run *run)
{
    const double far = search->tables->far;
    double step = 0.01 * far;
    for (int i = 0; i < MOST_STEPS && search->count > 0 && step > 1e-13 * far; i++) {
        if (!dmi_run_go_on(run, 0))
            return;
        const dmi_rope_candidate best = search->candidate[0];
        const double x = (double)search->tables->net.piece[best.at.px].length;
        const double y = (double)search->tables->net.piece[best.at.py].length;
        for (int k = 0; k < 9; k++) {
            dmi_rope_box one =
                rope_at(&best.at, fmin(x, fmax(0, best.at.x0 + (k % 3 - 1) * step)),
                        fmin(y, fmax(0, best.at.y0 + (k / 3 - 1) * step)), best.at.t0);
            try_rope(search, &one);
        }
        bool is_better = search->candidate[0].score > best.score + 1e-3 * step;
        step = is_better ? fmin(2 * step, 0.01 * far) : step / 2;
    }
}

static double best_score(const dmi_rope_search *search)
{
    return fmax(search->floor, search->count > 0 ? search->candidate[0].score : -INFINITY);
}

typedef struct box_visit {
    dmi_rope_search *search;
    const dmi_rope_box *box;
    double bound;
    bool sure;
} box_visit;

static void take_payoffs(void *user, const dmi_rope_payoffs *payoffs)
{
    box_visit *v = user;
    v->bound = fmax(v->bound, bound_of_payoffs(v->search, payoffs));
    v->sure = payoffs->sure && payoffs->only;
    if (v->sure) {
        /* Tries the corners and the middle of a decided box. */
        dmi_rope_search *search = v->search;
        const dmi_rope_lengths *f = &payoffs->lengths;
        dmi_rope_box one = rope_box_middle(v->box);
        try_forms(search, &one, payoffs,
                  dmi_point_distance(dmi_rope_tables_point(search->tables, one.px, one.x0),
                                     dmi_rope_tables_point(search->tables, one.py, one.y0)) *
                      search->tables->unit);
        for (unsigned rest = f->corners; rest; rest &= rest - 1) {
            int i = __builtin_ctz(rest), x = i / 4, y = i / 2 % 2;
            one = rope_at(v->box, x ? f->x1 : f->x0, y ? f->y1 : f->y0, i % 2 ? f->t1 : f->t0);
            try_forms(search, &one, payoffs, f->corner[x][y]);
        }
    }
}

/* Whether the box has no rope, or only those that another one has in the other direction. */
static bool is_box_empty(const dmi_rope_search *search, const dmi_rope_box *box)
{
    dmi_rope_lengths lengths;
    if (box->px == box->py && box->xy == 0 && box->x0 > box->y1)
        return true;
    if (dmi_ropes_allowed(search->tables, box) < 0)
        return true;
    if (!dmi_rope_with_is_on_rope(box->with))
        return false;
    dmi_rope_lengths_of(search->tables, box, &lengths); /* t is in the half of the rope at x */
    return box->t0 >
           0.5 * dmi_rope_formula_high(&lengths, (dmi_rope_formula){.r = 1}) + search->tables->tiny;
}

/* Evaluates a box and keeps it open if it may contain something better. */
static bool visit_box(dmi_rope_search *search, open_boxes *open, const dmi_rope_box *box,
                      double above, double slack)
{
    box_visit v = {search, box, -INFINITY, false};
    assert(box->x0 <= box->x1 && box->y0 <= box->y1 && box->t0 <= box->t1);
    if (is_box_empty(search, box))
        return true;
    dmi_rope_box_payoffs(search->tables, box, take_payoffs, &v);
    search->evaluations++;
    double bound = fmin(above, v.bound);
    if (!v.sure && bound > best_score(search)) {
        dmi_rope_box one = rope_box_middle(box);
        try_rope(search, &one);
    }
    if (bound <= best_score(search) + slack) {
        search->bound = fmax(search->bound, bound);
        return true;
    }
    uint64_t bits; /* larger bounds get smaller keys */
    memcpy(&bits, &bound, sizeof bits);
    uint64_t key = bits >> 63 ? bits : ~bits & (UINT64_MAX >> 1);
    if (!dmi_reserve(&open->box, &open->capacity, open->count + 1, sizeof *open->box) ||
        !dmi_reserve(&open->bound, &open->bound_capacity, open->count + 1, sizeof *open->bound) ||
        !dmi_heap_push(&open->heap, key, (uint32_t)open->count))
        return false;
    open->box[open->count] = *box;
    open->bound[open->count++] = bound;
    return true;
}

static dm_status search_open_boxes(dmi_rope_search *search, open_boxes *open, double slack,
                                   int64_t most, dm_run *run, dm_error *err)
{
    const int64_t start = search->evaluations;
    const double far = search->tables->far;
    while (open->heap.count > 0) {
        uint32_t top = open->heap.entry[0].item;
        const dmi_rope_box box = open->box[top];
        const double bound = open->bound[top];
        bool last = search->evaluations - start >= most,
             go_on = dmi_run_report(run, 4, "ropes", (uint64_t)search->evaluations, 0, "");
        if (bound <= best_score(search) + slack || last || !go_on) {
            search->bound = fmax(search->bound, bound);
            return go_on ? DM_OK : dmi_stopped(run, err);
        }
        dmi_heap_pop(&open->heap);
        double width = fmax(box.t1 - box.t0, fmax(box.x1 - box.x0, box.y1 - box.y0));
        if (width <= (box.with == DMI_ROPE_ALONE ? 4e-15 : 1e-11) * far) {
            search->bound = fmax(search->bound, bound);
            continue;
        }
        dmi_rope_box part[DMI_ROPE_BOX_PARTS];
        /* Splits a box in the middle of its longest side, together with the sides that share its
         * interval. Parts that do not keep the orders are left out. */
        dmi_rope_box own = box;
        int main = 0;
        for (int i = 1; i < 3; i++) {
            const box_side a = side_of(&own, i), b = side_of(&own, main);
            main = *a.to - *a.from > *b.to - *b.from ? i : main;
        }
        unsigned split = 1U << main;
        int count = 0;
        for (int i = 0; i < 3; i++)
            split |= i != main && is_shared(&box, i, main) ? 1U << i : 0;
        for (unsigned high = 0; high < DMI_ROPE_BOX_PARTS; high++) {
            if ((high & ~split) != 0 || !keeps_orders(&box, split, high))
                continue;
            dmi_rope_box *out = &part[count++];
            *out = box;
            for (int i = 0; i < 3; i++) {
                const box_side s = side_of(out, i);
                double middle = 0.5 * (*s.from + *s.to);
                if (split >> i & 1)
                    *(high >> i & 1 ? s.from : s.to) = middle;
            }
        }
        assert(count > 0 && count <= DMI_ROPE_BOX_PARTS);
        for (int i = 0; i < count; i++)
            if (!visit_box(search, open, &part[i], bound, slack))
                return dmi_no_memory(err);
    }
    return DM_OK;
}

dm_status dmi_rope_search_boxes(dmi_rope_search *search, const dmi_rope_box *root, size_t count,
                                double slack, int64_t most, dm_run *run, dm_error *err)
{
    assert(slack >= 0 && most > 0);
    open_boxes open = {0};
    dm_status status = DM_OK;
    for (size_t i = 0; status == DM_OK && i < count; i++) {
        if (!visit_box(search, &open, &root[i], INFINITY, slack))
            status = dmi_no_memory(err);
        else if (!dmi_run_go_on(run, 2)) {
            search->bound = INFINITY; /* not all were evaluated */
            status = dmi_stopped(run, err);
        }
    }
    if (status == DM_OK)
        status = search_open_boxes(search, &open, slack, most, run, err);
    search->bound = fmax(search->bound, best_score(search));
    dmi_heap_clear(&open.heap);
    free(open.box);
    free(open.bound);
    return status;
}
