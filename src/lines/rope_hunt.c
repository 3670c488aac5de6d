/* rope_hunt.c - see the header.
 *
 * A box that is sure has its payoffs as forms: convex ones are best at corners, which are
 * ropes like any other, and concave ones are bounded to second order, so that few boxes
 * around a smooth best stay open.  Where an owner changes inside a box the bound is that of the
 * better side, which is the supremum that the hunt reports.
 *
 * Best first: the bound falls from look to look, and is true whenever the hunt ends.
 */
#include "lines/rope_hunt.h"

#include "base/base.h"
#include "base/heap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct open_boxes {
    dmi_box *box;
    double *bound;
    size_t count, capacity, bound_capacity;
    dmi_heap heap; /* of numbers of boxes, highest bound first */
} open_boxes;

/* --- Scores ----------------------------------------------------------------------------- */

void dmi_hunt_score(const dmi_hunt *hunt, const double *payoff, dmi_catch *out)
{
    const dmi_terrain *terrain = hunt->terrain;
    double own = payoff[terrain->me], rival = 0;
    int rank = 1;
    for (int32_t p = 0; p < terrain->level->player_count; p++)
        if (p != terrain->me) {
            rival = fmax(rival, payoff[p]);
            rank += payoff[p] > own + terrain->tiny;
        }
    out->payoff = own;
    out->margin = own - rival;
    out->score = hunt->objective == DM_LINE_PAYOFF   ? own
                 : hunt->objective == DM_LINE_MARGIN ? own - rival
                                                     : own - rival - rank * terrain->far;
}

static dmi_formula difference(const dmi_rope_view *view, int32_t p, int32_t q)
{
    const dmi_formula *a = &view->form[p], *b = &view->form[q];
    return (dmi_formula){a->c - b->c, a->x - b->x, a->y - b->y, a->r - b->r};
}

/* No rope of the box scores more. */
static double bound_of(const dmi_hunt *hunt, const dmi_rope_view *view)
{
    const int32_t me = hunt->terrain->me;
    double own = dmi_formula_high(&view->frame, view->form[me]) + view->most[me], margin = own;
    int rank = 1;
    if (hunt->objective == DM_LINE_PAYOFF)
        return own;
    for (int32_t q = 0; q < hunt->terrain->level->player_count; q++) {
        if (q == me)
            continue;
        double lead = dmi_formula_high(&view->frame, difference(view, me, q)) + view->most[me] -
                      view->least[q];
        margin = fmin(margin, lead);
        rank += lead < -hunt->terrain->tiny;
    }
    return hunt->objective == DM_LINE_RANK ? margin - rank * hunt->terrain->far : margin;
}

/* --- Catches ---------------------------------------------------------------------------- */

static bool far_apart(const dmi_box *a, const dmi_box *b, double gap)
{
    return a->px != b->px || a->py != b->py || fabs(a->x0 - b->x0) > gap ||
           fabs(a->y0 - b->y0) > gap;
}

/* The best comes first; behind it those as good that lie elsewhere. */
static void keep(dmi_hunt *hunt, const dmi_catch *c)
{
    const double equal = 10 * hunt->terrain->tiny, gap = 1e-5 * hunt->terrain->far;
    if (hunt->count > 0 && c->score < hunt->caught[0].score - equal)
        return;
    if (hunt->count == 0 || c->score > hunt->caught[0].score) {
        dmi_catch old = hunt->caught[0];
        bool stays =
            hunt->count > 0 && old.score >= c->score - equal && far_apart(&old.at, &c->at, gap);
        if (hunt->count > 0 && old.score < c->score - equal)
            hunt->count = 0;
        hunt->caught[0] = *c;
        hunt->count = hunt->count == 0 ? 1 : hunt->count;
        if (stays && hunt->count < DMI_CATCHES)
            hunt->caught[hunt->count++] = old;
        return;
    }
    for (int32_t i = 0; i < hunt->count; i++)
        if (!far_apart(&hunt->caught[i].at, &c->at, gap))
            return;
    if (hunt->count < DMI_CATCHES)
        hunt->caught[hunt->count++] = *c;
}

static void try_payoffs(dmi_hunt *hunt, const dmi_box *box, double x, double y,
                        const double *payoff)
{
    dmi_catch c = {.at = {box->px, box->py, x, x, y, y}};
    dmi_hunt_score(hunt, payoff, &c);
    if (hunt->count == 0 || c.score >= hunt->caught[0].score - 10 * hunt->terrain->tiny)
        if (dmi_ropes_allowed(hunt->terrain, &c.at) > 0)
            keep(hunt, &c);
}

/* The forms at (x,y), where the rope is r long. */
static void try_forms(dmi_hunt *hunt, const dmi_box *box, const dmi_rope_view *view, double x,
                      double y, double r)
{
    double payoff[DM_MAX_LINE_PLAYERS];
    for (int32_t p = 0; p < hunt->terrain->level->player_count; p++) {
        const dmi_formula *f = &view->form[p];
        payoff[p] = f->c + f->x * x + f->y * y + f->r * r;
    }
    try_payoffs(hunt, box, x, y, payoff);
}

static void try_rope(dmi_hunt *hunt, const dmi_box *box, double x, double y)
{
    dmi_box one = {box->px, box->py, x, x, y, y};
    dmi_rope_view view;
    dmi_look(hunt->terrain, &one, hunt->terrain->tiny, &view);
    hunt->looks++;
    try_forms(hunt, &one, &view, x, y, view.frame.corner[0][0]);
}

void dmi_hunt_climb(dmi_hunt *hunt)
{
    const double far = hunt->terrain->far;
    for (double step = 0.01 * far; hunt->count > 0 && step > 1e-13 * far;) {
        const dmi_catch best = hunt->caught[0];
        const double x = (double)hunt->terrain->net.piece[best.at.px].length;
        const double y = (double)hunt->terrain->net.piece[best.at.py].length;
        for (int k = 0; k < 9; k++)
            try_rope(hunt, &best.at, fmin(x, fmax(0, best.at.x0 + (k % 3 - 1) * step)),
                     fmin(y, fmax(0, best.at.y0 + (k / 3 - 1) * step)));
        if (hunt->caught[0].score <= best.score + 1e-3 * step)
            step /= 2;
    }
}

/* The corners and the middle of a box whose forms hold everywhere in it. */
static void try_sure(dmi_hunt *hunt, const dmi_box *box, const dmi_rope_view *view)
{
    const dmi_frame *f = &view->frame;
    double xm = 0.5 * (f->x0 + f->x1), ym = 0.5 * (f->y0 + f->y1);
    try_forms(hunt, box, view, xm, ym, f->c + f->x * xm + f->y * ym);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            try_forms(hunt, box, view, i ? f->x1 : f->x0, j ? f->y1 : f->y0, f->corner[i][j]);
}

/* --- Boxes ------------------------------------------------------------------------------ */

/* Larger numbers get smaller keys. */
static uint64_t key_of(double bound)
{
    uint64_t bits;
    memcpy(&bits, &bound, sizeof bits);
    return bits >> 63 ? bits : ~bits & (UINT64_MAX >> 1);
}

static bool open_box(open_boxes *open, const dmi_box *box, double bound)
{
    if (!dmi_reserve(&open->box, &open->capacity, open->count + 1, sizeof *open->box) ||
        !dmi_reserve(&open->bound, &open->bound_capacity, open->count + 1, sizeof *open->bound) ||
        !dmi_heap_push(&open->heap, key_of(bound), (uint32_t)open->count))
        return false;
    open->box[open->count] = *box;
    open->bound[open->count++] = bound;
    return true;
}

static double best_of(const dmi_hunt *hunt)
{
    return hunt->count > 0 ? hunt->caught[0].score : -INFINITY;
}

typedef struct visit_of {
    dmi_hunt *hunt;
    const dmi_box *box;
    double bound;
    bool sure;
} visit_of;

static void take_view(void *user, const dmi_rope_view *view)
{
    visit_of *v = user;
    v->bound = fmax(v->bound, bound_of(v->hunt, view));
    v->sure = view->sure && view->only;
    if (v->sure)
        try_sure(v->hunt, v->box, view);
}

/* Looks at a box; it stays open where it can hold something better. */
static bool visit(dmi_hunt *hunt, open_boxes *open, const dmi_box *box, double above, double slack)
{
    visit_of v = {hunt, box, -INFINITY, false};
    if ((box->px == box->py && box->x0 > box->y1) || dmi_ropes_allowed(hunt->terrain, box) < 0)
        return true; /* the same ropes the other way round, or none */
    dmi_look_at(hunt->terrain, box, take_view, &v);
    hunt->looks++;
    double bound = fmin(above, v.bound);
    if (!v.sure && bound > best_of(hunt))
        try_rope(hunt, box, 0.5 * (box->x0 + box->x1), 0.5 * (box->y0 + box->y1));
    if (bound <= best_of(hunt) + slack) {
        hunt->bound = fmax(hunt->bound, bound);
        return true;
    }
    return open_box(open, box, bound);
}

static bool split(dmi_hunt *hunt, open_boxes *open, uint32_t number, double slack)
{
    const dmi_box box = open->box[number];
    const double bound = open->bound[number];
    dmi_box low = box, high = box;
    if (box.x1 - box.x0 >= box.y1 - box.y0)
        low.x1 = high.x0 = 0.5 * (box.x0 + box.x1);
    else
        low.y1 = high.y0 = 0.5 * (box.y0 + box.y1);
    return visit(hunt, open, &low, bound, slack) && visit(hunt, open, &high, bound, slack);
}

static double width(const dmi_box *box)
{
    return fmax(box->x1 - box->x0, box->y1 - box->y0);
}

static dm_status hunt_on(dmi_hunt *hunt, open_boxes *open, double slack, int64_t most, dm_run *run,
                         dm_error *err)
{
    const int64_t start = hunt->looks;
    const double thin = 4e-15 * hunt->terrain->far;
    while (open->heap.count > 0) {
        uint32_t top = open->heap.entry[0].item;
        bool last = hunt->looks - start >= most,
             go_on = dmi_run_report(run, 4, "ropes", (uint64_t)hunt->looks, 0, "");
        if (open->bound[top] <= best_of(hunt) + slack || last || !go_on) {
            hunt->bound = fmax(hunt->bound, open->bound[top]);
            return go_on ? DM_OK : dmi_stopped(run, err);
        }
        dmi_heap_pop(&open->heap);
        if (width(&open->box[top]) <= thin)
            hunt->bound = fmax(hunt->bound, open->bound[top]);
        else if (!split(hunt, open, top, slack))
            return dmi_no_memory(err);
    }
    return DM_OK;
}

dm_status dmi_hunt_in(dmi_hunt *hunt, const dmi_box *root, size_t count, double slack, int64_t most,
                      dm_run *run, dm_error *err)
{
    open_boxes open = {0};
    dm_status status = DM_OK;
    for (size_t i = 0; status == DM_OK && i < count; i++) {
        if (!visit(hunt, &open, &root[i], INFINITY, slack))
            status = dmi_no_memory(err);
        else if (!dmi_run_go_on(run, 2)) {
            hunt->bound = INFINITY; /* not all were seen */
            status = dmi_stopped(run, err);
        }
    }
    if (status == DM_OK)
        status = hunt_on(hunt, &open, slack, most, run, err);
    hunt->bound = fmax(hunt->bound, best_of(hunt));
    dmi_heap_clear(&open.heap);
    free(open.box);
    free(open.bound);
    return status;
}
