/* sweep_diamonds.c - the sweep under Manhattan: goes along the sides of each diamond.
 *
 * With u = x + y and v = x - y diamonds are squares with sides along u and v, and all numbers are
 * fractions. `across` is the coordinate that is constant on a side, `along` the other one:
 *
 *     edge 0, 1    u = low, high of the diamond; along is v
 *     edge 2, 3    v = low, high;                along is u
 *
 * The place just inside a side is in a diamond if the side's line is between its sides across, or
 * on the same one, and the place between its ends along.  A best cell is on the inner side of all
 * sides on its border, so all are seen.  If sites on the border of a diamond gain too, the places
 * where sides meet and the parts of a side between are offered as well.  O(n^2 log n).
 */
#include "plane/customers/cells.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A number with its double. */
typedef struct number {
    mpq_t exact;
    double near;
} number;

/* A diamond: [0][..] of u, [1][..] of v; low and high. */
typedef struct diamond {
    number end[2][2];
} diamond;

typedef struct event {
    const number *at; /* along */
    int32_t disc;     /* or -1: a side of the board */
    bool is_high;     /* the disc ends here; otherwise it begins */
} event;

typedef struct sweep {
    dmi_crossings *c;
    dmi_disc_cells *cells;
    diamond *diamond;
    double error; /* of all doubles */
    number *side; /* where sides of the board meet the line: room for two of each side */
    int32_t sides;
    event *event;
    int32_t count, disc;
    int edge;
    int8_t *across; /* of each disc on this line: 0 outside, 1 inside, 2 on its side, just inside
                       the edge is inside it; 3 on its side, and it is outside */
    int8_t *in;
    const number *line, *from, *to; /* the edge */
    int32_t opposite;               /* discs between the last events whose `across` is 3 */
    int64_t inside_gain, line_gain; /* between the last events: just inside the edge; on it */
    dmi_exact_point place;
    bool touching; /* sites on the border of diamonds gain */
} sweep;

static int order(const sweep *s, const number *a, const number *b)
{
    double apart = a->near - b->near;
    if (fabs(apart) > s->error)
        return apart > 0 ? 1 : -1;
    return a == b ? 0 : mpq_cmp(a->exact, b->exact);
}

/* u or v of a place. */
static void turned(const dmi_exact_point *at, int is_v, mpq_t out)
{
    if (is_v)
        mpq_sub(out, at->x, at->y);
    else
        mpq_add(out, at->x, at->y);
}

static void round_number(sweep *s, number *n, int is_v)
{
    mpq_t from;
    mpq_init(from);
    turned(s->c->discs->origin, is_v, from);
    mpq_sub(from, n->exact, from);
    n->near = mpq_get_d(from);
    s->error = fmax(s->error, 4 * DBL_EPSILON * fabs(n->near));
    mpq_clear(from);
}

/* Sets x and y of the place by its coordinates across and along the edge. */
static void set_place(sweep *s, const mpq_t across, const mpq_t along)
{
    bool is_u = s->edge < 2;
    mpq_add(s->place.x, across, along);
    mpq_sub(s->place.y, is_u ? across : along, is_u ? along : across);
    mpq_div_2exp(s->place.x, s->place.x, 1);
    mpq_div_2exp(s->place.y, s->place.y, 1);
    dmi_exact_point_round(&s->place);
}

/* How the line of the edge lies to a diamond: see `across`. */
static int8_t across_of(const sweep *s, int32_t j)
{
    const number *end = s->diamond[j].end[s->edge / 2];
    int low = order(s, end, s->line), high = order(s, s->line, end + 1);
    if (low < 0 && high < 0)
        return 1;
    if (low > 0 || high > 0)
        return 0;
    return (low == 0) == (s->edge % 2 == 0) ? 2 : 3;
}

/* Lists where the sides of the board meet the line. */
static void cross_board(sweep *s)
{
    int is_v = s->edge >= 2;
    mpq_t p, q, t;
    mpq_inits(p, q, t, NULL);
    s->sides = 0;
    for (int32_t k = 0; k < s->c->sides; k++) {
        const dmi_side *side = s->c->side + k;
        turned(side->from, is_v, p);
        turned(side->to, is_v, q);
        mpq_sub(p, s->line->exact, p);
        mpq_sub(q, s->line->exact, q);
        if (mpq_sgn(p) * mpq_sgn(q) > 0)
            continue;
        number *out = s->side + s->sides++;
        turned(side->from, !is_v, out->exact);
        if (mpq_equal(p, q)) { /* on the line: the other end is that of the next side */
            round_number(s, out, !is_v);
            continue;
        }
        mpq_sub(q, p, q);
        mpq_div(p, p, q);
        turned(side->to, !is_v, t);
        mpq_sub(t, t, out->exact);
        mpq_mul(t, t, p);
        mpq_add(out->exact, out->exact, t);
        round_number(s, out, !is_v);
    }
    mpq_clears(p, q, t, NULL);
}

/* Sorts the events by merging. */
static void sort_events(sweep *s, event *spare)
{
    for (int32_t width = 1; width < s->count; width *= 2) {
        for (int32_t low = 0; low < s->count; low += 2 * width) {
            int32_t middle = low + width < s->count ? low + width : s->count;
            int32_t end = low + 2 * width < s->count ? low + 2 * width : s->count;
            for (int32_t i = low, j = middle, to = low; to < end; to++)
                spare[to] =
                    i < middle && (j == end || order(s, s->event[i].at, s->event[j].at) <= 0)
                        ? s->event[i++]
                        : s->event[j++];
        }
        memcpy(s->event, spare, (size_t)s->count * sizeof *spare);
    }
}

/* Adds an event if it is on the edge. */
static void add_event(sweep *s, const number *at, int32_t disc, bool is_high)
{
    if (order(s, at, s->from) >= 0 && order(s, at, s->to) <= 0)
        s->event[s->count++] = (event){at, disc, is_high};
}

/* Adds what a disc gains along the edge, or takes it away again. */
static void change_gain(sweep *s, int32_t disc, int sign)
{
    const dmi_disc *d = s->c->discs->disc + disc;
    if (s->across[disc] == 3)
        s->opposite += sign;
    else
        s->inside_gain += sign * d->inside;
    s->line_gain += sign * (s->across[disc] == 1 ? d->inside : d->on);
}

/* Lists what happens along the edge, in order; its ends are among the events. */
static void list_events(sweep *s)
{
    const dmi_discs *discs = s->c->discs;
    s->line = &s->diamond[s->disc].end[s->edge / 2][s->edge % 2];
    s->from = &s->diamond[s->disc].end[s->edge < 2][0];
    s->to = s->from + 1;
    s->count = 0;
    s->inside_gain = s->line_gain = 0;
    s->opposite = 0;
    for (int32_t j = 0; j < discs->count; j++) {
        s->across[j] = across_of(s, j);
        if (s->across[j] == 0)
            continue;
        const number *end = s->diamond[j].end[s->edge < 2];
        add_event(s, end, j, false);
        add_event(s, end + 1, j, true);
        if (order(s, end, s->from) < 0 && order(s, end + 1, s->from) >= 0)
            change_gain(s, j, 1);
    }
    cross_board(s);
    for (int32_t k = 0; k < s->sides; k++)
        add_event(s, s->side + k, -1, false);
    sort_events(s, s->event + s->count);
}

/* How a side of the board that is on the line of the edge passes the place: 1 towards greater
 * `along`, -1 towards smaller; 0: it does not. */
static int way_of_side(const sweep *s, const dmi_side *side, const dmi_exact_point *at)
{
    int is_v = s->edge >= 2, found = 0;
    mpq_t p, q, t;
    mpq_inits(p, q, t, NULL);
    turned(side->from, is_v, p);
    turned(side->to, is_v, q);
    if (mpq_equal(p, q) && mpq_equal(p, s->line->exact)) {
        turned(side->from, !is_v, p);
        turned(side->to, !is_v, q);
        turned(at, !is_v, t);
        if (mpq_cmp(p, t) * mpq_cmp(q, t) < 0)
            found = mpq_cmp(q, p) > 0 ? 1 : -1;
    }
    mpq_clears(p, q, t, NULL);
    return found;
}

/* Whether the board is just inside the edge at the place, which is no corner of it. */
static bool is_board_inside(const sweep *s)
{
    int where = dmi_plane_board_where(s->c->discs->plane->board, &s->place);
    if (where != 0)
        return where > 0;
    for (int32_t k = 0; k < s->c->sides; k++) {
        int way = way_of_side(s, s->c->side + k, &s->place);
        if (way == 0)
            continue;
        /* The board is to the left of its sides.  (x, y) to (u, v) is a reflection. */
        int left = s->edge < 2 ? way : -way; /* the sign of `across` to the left of the side */
        return left == (s->edge % 2 == 0 ? 1 : -1);
    }
    return false;
}

/* Offers the place with the state in in[]. */
static dm_status offer(sweep *s, bool is_point, dm_error *err)
{
    const dmi_discs *discs = s->c->discs;
    dmi_cell cell = {.disc = s->disc, .edge = (int8_t)s->edge, .is_point = is_point};
    uint64_t hash = 0;
    for (int32_t j = 0; j < discs->count; j++)
        if (s->in[j] == 1) {
            cell.gain += discs->disc[j].inside;
            hash += dmi_disc_cells_inside_hash(s->cells, j);
        } else if (s->in[j] == 2) {
            cell.gain += discs->disc[j].on;
            hash += dmi_disc_cells_on_hash(s->cells, j);
        }
    return dmi_disc_cells_offer(s->cells, &cell, s->in, hash, &s->place, err);
}

static bool is_wanted(const sweep *s, int64_t gain)
{
    return s->cells->all || gain > s->cells->best.gain;
}

/* Sets in[] for the edge at `at`, or if `next` is given between the two; `inside`: just inside it.
 */
static void set_state(sweep *s, const number *at, const number *next, bool inside)
{
    for (int32_t j = 0; j < s->c->discs->count; j++) {
        int8_t across = s->across[j];
        const number *end = s->diamond[j].end[s->edge < 2];
        s->in[j] = 0;
        if (across == 0 || (inside && across == 3))
            continue;
        int low = order(s, end, at), high = order(s, next ? next : at, end + 1);
        if (low > 0 || high > 0)
            continue;
        bool is_end = !next && (low == 0 || high == 0);
        s->in[j] = (int8_t)(is_end || (!inside && across != 1) ? 2 : 1);
    }
}

/* The point at an event.  Inside the board it is better than the cells beside it only if diamonds
 * on opposite sides of it end there. */
static dm_status offer_point(sweep *s, const number *at, int64_t gain, bool has_opposite,
                             dm_error *err)
{
    const dm_plane *plane = s->c->discs->plane;
    if (!is_wanted(s, gain))
        return DM_OK;
    set_place(s, s->line->exact, at->exact);
    int where = dmi_plane_board_where(plane->board, &s->place);
    if (where < 0 || (where > 0 && !has_opposite) || dmi_place_is_taken(plane, &s->place))
        return DM_OK;
    set_state(s, at, NULL, false);
    return offer(s, true, err);
}

/* Sets the place between two events: halfway, or elsewhere if a site is there. */
static void set_between(sweep *s, const number *at, const number *next)
{
    mpq_t along;
    mpq_init(along);
    for (mp_bitcnt_t halvings = 1;; halvings++) {
        mpq_sub(along, next->exact, at->exact);
        mpq_div_2exp(along, along, halvings);
        mpq_add(along, along, at->exact);
        set_place(s, s->line->exact, along);
        if (!dmi_place_is_taken(s->c->discs->plane, &s->place))
            break;
    }
    mpq_clear(along);
}

/* The cell inside the edge between two events, and the part of the edge if it may be better. */
static dm_status offer_between(sweep *s, const number *at, const number *next, dm_error *err)
{
    bool cell_wanted = is_wanted(s, s->inside_gain);
    bool part_wanted = s->touching && is_wanted(s, s->line_gain);
    dm_status status = DM_OK;
    if (!cell_wanted && !part_wanted)
        return status;
    set_between(s, at, next);
    bool inside = is_board_inside(s);
    if (cell_wanted && inside) {
        set_state(s, at, next, true);
        status = offer(s, false, err);
    }
    if (status != DM_OK || !part_wanted || (inside && s->opposite == 0) ||
        dmi_plane_board_where(s->c->discs->plane->board, &s->place) < 0)
        return status;
    set_state(s, at, next, false);
    return offer(s, true, err);
}

/* One place of the edge where something happens: the events from `first` to `end` - 1. */
static dm_status pass_events(sweep *s, int32_t first, int32_t end, dm_error *err)
{
    int64_t on = 0;
    int32_t opposite = s->opposite;
    bool ends = false, begins = false;
    for (int32_t i = first; i < end; i++) {
        int32_t j = s->event[i].disc;
        ends |= j >= 0 && s->event[i].is_high;
        begins |= j >= 0 && !s->event[i].is_high;
        opposite += j >= 0 && !s->event[i].is_high && s->across[j] == 3;
        on += j < 0 ? 0 : s->c->discs->disc[j].on;
        if (j >= 0 && s->event[i].is_high)
            change_gain(s, j, -1);
    }
    dm_status status = s->touching ? offer_point(s, s->event[first].at, s->line_gain + on,
                                                 opposite > 0 || (ends && begins), err)
                                   : DM_OK;
    for (int32_t i = first; i < end; i++)
        if (s->event[i].disc >= 0 && !s->event[i].is_high)
            change_gain(s, s->event[i].disc, 1);
    return status;
}

static dm_status sweep_edge(sweep *s, dm_error *err)
{
    dm_status status = DM_OK;
    list_events(s);
    for (int32_t first = 0, end; first < s->count && status == DM_OK; first = end) {
        for (end = first + 1; end < s->count; end++)
            if (order(s, s->event[first].at, s->event[end].at) != 0)
                break;
        status = pass_events(s, first, end, err);
        bool is_needed = first == 0; /* or it has less than the part before */
        for (int32_t i = first; i < end; i++)
            is_needed |= !s->event[i].is_high;
        if (end < s->count && status == DM_OK && is_needed)
            status = offer_between(s, s->event[first].at, s->event[end].at, err);
    }
    return status;
}

static bool sweep_init(sweep *s, dmi_crossings *c, dmi_disc_cells *cells)
{
    size_t count = (size_t)c->discs->count, sides = (size_t)c->sides;
    *s = (sweep){.c = c, .cells = cells};
    s->diamond = dmi_alloc(count, sizeof *s->diamond);
    s->side = dmi_alloc(sides, sizeof *s->side);
    s->event = dmi_alloc(4 * count + 2 * sides, sizeof *s->event);
    s->across = dmi_alloc(count, sizeof *s->across);
    s->in = dmi_alloc(count, sizeof *s->in);
    if (!s->diamond || !s->side || !s->event || !s->across || !s->in)
        return false;
    dmi_exact_point_init(&s->place);
    for (size_t k = 0; k < sides; k++)
        mpq_init(s->side[k].exact);
    for (size_t j = 0; j < count; j++) {
        const dmi_disc *disc = c->discs->disc + j;
        s->touching |= disc->on > 0;
        for (int is_v = 0; is_v < 2; is_v++)
            for (int high = 0; high < 2; high++) {
                number *n = &s->diamond[j].end[is_v][high];
                mpq_init(n->exact);
                turned(disc->centre, is_v, n->exact);
                (high ? mpq_add : mpq_sub)(n->exact, n->exact, disc->square);
                round_number(s, n, is_v);
            }
    }
    return true;
}

static void sweep_clear(sweep *s, bool with_numbers)
{
    for (int32_t k = 0; with_numbers && k < s->c->sides; k++)
        mpq_clear(s->side[k].exact);
    for (int32_t j = 0; with_numbers && j < s->c->discs->count; j++)
        for (int i = 0; i < 4; i++)
            mpq_clear(s->diamond[j].end[i / 2][i % 2].exact);
    if (with_numbers)
        dmi_exact_point_clear(&s->place);
    free(s->diamond);
    free(s->side);
    free(s->event);
    free(s->across);
    free(s->in);
}

dm_status dmi_sweep_diamonds(dmi_crossings *c, dmi_disc_cells *cells, dm_run *run, dm_error *err)
{
    sweep s;
    bool made = sweep_init(&s, c, cells);
    dm_status status = made ? dmi_disc_cells_offer_midst(c, cells, s.in, err) : dmi_no_memory(err);
    uint64_t count = (uint64_t)c->discs->count;
    for (; status == DM_OK && s.disc < c->discs->count; s.disc++) {
        if (!dmi_run_report(run, 1 + count / 64, "diamonds", (uint64_t)s.disc, count, NULL))
            status = dmi_stopped(run, err);
        for (s.edge = 0; s.edge < 4 && status == DM_OK; s.edge++)
            status = sweep_edge(&s, err);
    }
    sweep_clear(&s, made);
    return status;
}

void dmi_diamond_middle(dmi_crossings *c, const dmi_cell *cell, const dmi_exact_point *place,
                        dmi_exact_point *out)
{
    const dmi_disc *disc = c->discs->disc + cell->disc;
    mpq_t half;
    mpq_init(half);
    mpq_div_2exp(half, disc->square, 1);
    /* by the radius across: half of it in x, and in y as u = x + y, v = x - y */
    (cell->edge % 2 == 0 ? mpq_add : mpq_sub)(out->x, place->x, half);
    ((cell->edge % 2 == 0) == (cell->edge < 2) ? mpq_add : mpq_sub)(out->y, place->y, half);
    dmi_exact_point_round(out);
    mpq_clear(half);
}

/* Whether the line of the edge through the place is on the same side of the diamond. */
static bool is_on_same_side(const dmi_disc *disc, const dmi_cell *cell,
                            const dmi_exact_point *place)
{
    mpq_t at, centre;
    mpq_inits(at, centre, NULL);
    turned(place, cell->edge >= 2, at);
    turned(disc->centre, cell->edge >= 2, centre);
    (cell->edge % 2 == 0 ? mpq_sub : mpq_add)(centre, centre, disc->square);
    bool same = mpq_equal(at, centre);
    mpq_clears(at, centre, NULL);
    return same;
}

int32_t dmi_diamonds_around(dmi_crossings *c, const dmi_cell *cell, const dmi_exact_point *place,
                            int32_t *list)
{
    dm_point near = dmi_discs_from_origin(c->discs, place);
    int32_t count = 0;
    for (int32_t j = 0; j < c->discs->count; j++) {
        int where = dmi_disc_where(c->discs, j, place, near, c->scratch[0]);
        if (where > 0 || (where == 0 && is_on_same_side(c->discs->disc + j, cell, place)))
            list[count++] = j;
    }
    return count;
}
