/* cell_place.c - places with fractions as coordinates in cells of discs.
 *
 * The white site w of a circle is a rational point of it.  A line through w in a rational direction
 * meets the circle again in a rational point, and directions from w are in the order of the points
 * along the circle.  So an arc has a rational point in any direction between those to its ends:
 *
 *        from .--- X ---. to          From X a step towards the centre, halved until it
 *            '  \  |    /'            leaves no disc that X is in, ends inside the cell.
 *                 \w/
 */
#include "plane/customers/cells.h"

#include <math.h>
#include <stdlib.h>

bool dmi_place_is_taken(const dm_plane *plane, const dmi_exact_point *at)
{
    for (int32_t i = 0; i < plane->count; i++)
        if (dmi_exact_point_equal(plane->site.at + i, at))
            return true;
    return false;
}

void dmi_midst(const dm_plane *plane, dmi_exact_point *out)
{
    const dmi_exact_ring *ring = plane->board->ring;
    int32_t low = 0;
    for (int32_t i = 1; i < ring->count; i++) {
        int order = mpq_cmp(ring->at[i].x, ring->at[low].x);
        if (order < 0 || (order == 0 && mpq_cmp(ring->at[i].y, ring->at[low].y) < 0))
            low = i;
    }
    /* The board is to the inside of its first corner: from there towards the middle of its
     * neighbours. */
    const dmi_exact_point *p = ring->at + low, *q = ring->at + (low + 1) % ring->count,
                          *r = ring->at + (low + ring->count - 1) % ring->count;
    mpq_t step;
    mpq_init(step);
    for (mp_bitcnt_t halvings = 1;; halvings++) {
        mpq_add(step, q->x, r->x);
        mpq_sub(step, step, p->x);
        mpq_sub(step, step, p->x);
        mpq_div_2exp(step, step, halvings);
        mpq_add(out->x, p->x, step);
        mpq_add(step, q->y, r->y);
        mpq_sub(step, step, p->y);
        mpq_sub(step, step, p->y);
        mpq_div_2exp(step, step, halvings);
        mpq_add(out->y, p->y, step);
        dmi_exact_point_round(out);
        if (dmi_plane_board_where(plane->board, out) > 0 && !dmi_place_is_taken(plane, out))
            break;
    }
    mpq_clear(step);
}

/* x + u s of a point in out[0], y + v s in out[1], s the root of d rounded down to `bits`. */
static void approximate(const dmi_root_point *p, mp_bitcnt_t bits, mpq_t out[2])
{
    mpz_t root;
    mpz_init(root);
    mpz_mul_2exp(root, mpq_numref(p->d), 2 * bits);
    mpz_fdiv_q(root, root, mpq_denref(p->d));
    mpz_sqrt(root, root);
    mpq_set_z(out[0], root);
    mpq_div_2exp(out[0], out[0], bits);
    mpq_mul(out[1], out[0], p->v);
    mpq_mul(out[0], out[0], p->u);
    mpq_add(out[0], out[0], p->x);
    mpq_add(out[1], out[1], p->y);
    mpz_clear(root);
}

/* The direction from the white site to a crossing, or along the circle if it is the site:
 * counterclockwise, turned back by `sign` -1.  All are scaled to about 1. */
static void direction_to(dmi_crossings *c, int32_t disc, const dmi_crossing *at, int sign,
                         mp_bitcnt_t bits, mpq_t out[2])
{
    const dmi_disc *own = c->discs->disc + disc;
    dmi_crossing_exact(c, disc, at, &c->first);
    dmi_root_point *p = &c->first;
    if (at->at_site) {
        mpq_swap(p->x, p->y);
        mpq_neg(sign > 0 ? p->x : p->y, sign > 0 ? p->x : p->y);
        mpq_set(out[0], p->x);
        mpq_set(out[1], p->y);
    } else {
        approximate(p, bits, out);
        mpq_sub(p->x, own->site->x, own->centre->x);
        mpq_sub(p->y, own->site->y, own->centre->y);
        mpq_sub(out[0], out[0], p->x);
        mpq_sub(out[1], out[1], p->y);
    }
    double length = hypot(mpq_get_d(out[0]), mpq_get_d(out[1]));
    if (length > 0 && isfinite(1 / length)) {
        mpq_set_d(p->d, 1 / length);
        mpq_mul(out[0], out[0], p->d);
        mpq_mul(out[1], out[1], p->d);
    }
}

/* The other point of the circle from the white site in a direction; from the centre in `out`. */
static void second_point(dmi_crossings *c, const dmi_disc *own, mpq_t way[2], dmi_root_point *out)
{
    mpq_t *s = c->scratch;
    mpq_sub(out->x, own->site->x, own->centre->x);
    mpq_sub(out->y, own->site->y, own->centre->y);
    mpq_mul(s[0], out->x, way[0]);
    mpq_mul(s[1], out->y, way[1]);
    mpq_add(s[0], s[0], s[1]);
    mpq_mul_2exp(s[0], s[0], 1);
    mpq_mul(s[1], way[0], way[0]);
    mpq_mul(s[2], way[1], way[1]);
    mpq_add(s[1], s[1], s[2]);
    mpq_div(s[0], s[0], s[1]);
    mpq_mul(s[1], s[0], way[0]);
    mpq_sub(out->x, out->x, s[1]);
    mpq_mul(s[1], s[0], way[1]);
    mpq_sub(out->y, out->y, s[1]);
    mpq_set_ui(out->u, 0, 1);
    mpq_set_ui(out->v, 0, 1);
    mpq_set_ui(out->d, 0, 1);
}

/* The order of the point `at` and a crossing. */
static int order_with(dmi_crossings *c, int32_t disc, const dmi_root_point *at,
                      const dmi_crossing *crossing)
{
    mpq_set(c->first.x, at->x);
    mpq_set(c->first.y, at->y);
    mpq_set_ui(c->first.u, 0, 1);
    mpq_set_ui(c->first.v, 0, 1);
    mpq_set_ui(c->first.d, 0, 1);
    dmi_crossing_exact(c, disc, crossing, &c->second);
    return dmi_root_point_order(c, &c->first, &c->second);
}

static bool is_on_arc(dmi_crossings *c, int32_t disc, const dmi_crossing *from,
                      const dmi_crossing *to, const dmi_root_point *at)
{
    bool after = order_with(c, disc, at, from) > 0, before = order_with(c, disc, at, to) < 0;
    return dmi_crossing_order(c, disc, from, to) < 0 ? after && before : after || before;
}

dm_status dmi_arc_place(dmi_crossings *c, int32_t disc, const dmi_crossing *from,
                        const dmi_crossing *to, dmi_exact_point *out, dm_error *err)
{
    enum { FIRST_BITS = 64, MOST_BITS = 1 << 20 };
    const dmi_disc *own = c->discs->disc + disc;
    mpq_t way[2], other[2];
    dmi_root_point at;
    mpq_inits(way[0], way[1], other[0], other[1], NULL);
    dmi_root_point_init(&at);
    bool found = false;
    for (mp_bitcnt_t bits = FIRST_BITS; !found && bits <= MOST_BITS; bits *= 2) {
        direction_to(c, disc, from, 1, bits, way);
        direction_to(c, disc, to, -1, bits, other);
        for (int k = 0; k < 2; k++) {
            mpq_add(way[k], way[k], other[k]);
            if (from->at_site && to->at_site)
                mpq_sub(way[k], k ? own->centre->y : own->centre->x,
                        k ? own->site->y : own->site->x);
            else if (bits == FIRST_BITS)
                mpq_set_d(way[k], mpq_get_d(way[k]));
        }
        if (mpq_sgn(way[0]) == 0 && mpq_sgn(way[1]) == 0)
            continue;
        second_point(c, own, way, &at);
        found = is_on_arc(c, disc, from, to, &at);
    }
    mpq_add(out->x, own->centre->x, at.x);
    mpq_add(out->y, own->centre->y, at.y);
    dmi_exact_point_round(out);
    mpq_clears(way[0], way[1], other[0], other[1], NULL);
    dmi_root_point_clear(&at);
    return found ? DM_OK : dmi_fail(err, DM_TOO_LARGE, "coordinates with too many digits for this");
}

/* Whether a free place of the board is in all discs of a list. */
static bool place_is_in(dmi_crossings *c, const int32_t *list, int32_t count,
                        const dmi_exact_point *at)
{
    const dm_plane *plane = c->discs->plane;
    dm_point near = dmi_discs_from_origin(c->discs, at);
    for (int32_t i = 0; i < count; i++)
        if (dmi_disc_where(c->discs, list[i], at, near, c->scratch[0]) <= 0)
            return false;
    return dmi_plane_board_where(plane->board, at) >= 0 && !dmi_place_is_taken(plane, at);
}

/* Rounds a number to a multiple of 10^-decimals. */
static void round_to(const mpq_t from, int decimals, mpq_t out)
{
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, 10, (unsigned long)abs(decimals));
    mpq_set_z(out, power);
    if (decimals < 0)
        mpq_inv(out, out);
    mpq_mul(out, out, from);
    mpz_mul_2exp(mpq_numref(out), mpq_numref(out), 1); /* floor(x + 1/2) */
    mpz_add(mpq_numref(out), mpq_numref(out), mpq_denref(out));
    mpz_mul_2exp(mpq_denref(out), mpq_denref(out), 1);
    mpz_fdiv_q(mpq_numref(out), mpq_numref(out), mpq_denref(out));
    mpz_set_ui(mpq_denref(out), 1);
    if (decimals < 0) {
        mpz_mul(mpq_numref(out), mpq_numref(out), power);
    } else {
        mpz_set(mpq_denref(out), power);
        mpq_canonicalize(out);
    }
    mpz_clear(power);
}

/* Replaces a place by one with fewer digits that is in the same discs, if there is one nearby. */
static void shorten(dmi_crossings *c, const int32_t *list, int32_t count, dmi_exact_point *at)
{
    enum { DIGITS = 15 };
    const dm_plane_board *board = c->discs->plane->board;
    double extent = fmax(board->high.x - board->low.x, board->high.y - board->low.y);
    int most = (int)fmin(fmax(ceil(-log10(extent)), -300), 300);
    dmi_exact_point rounded;
    dmi_exact_point_init(&rounded);
    for (int digits = most; digits < most + DIGITS; digits++) {
        round_to(at->x, digits, rounded.x);
        round_to(at->y, digits, rounded.y);
        dmi_exact_point_round(&rounded);
        if (place_is_in(c, list, count, &rounded)) {
            dmi_exact_point_set(at, &rounded);
            break;
        }
    }
    dmi_exact_point_clear(&rounded);
}

void dmi_place_move_inside(dmi_crossings *c, const int32_t *list, int32_t count,
                           const dmi_exact_point *target, dmi_exact_point *at)
{
    dmi_exact_point tried;
    dmi_exact_point_init(&tried);
    for (mp_bitcnt_t halvings = 1;; halvings++) {
        mpq_sub(tried.x, target->x, at->x);
        mpq_div_2exp(tried.x, tried.x, halvings);
        mpq_add(tried.x, tried.x, at->x);
        mpq_sub(tried.y, target->y, at->y);
        mpq_div_2exp(tried.y, tried.y, halvings);
        mpq_add(tried.y, tried.y, at->y);
        dmi_exact_point_round(&tried);
        if (place_is_in(c, list, count, &tried))
            break;
    }
    dmi_exact_point_set(at, &tried);
    dmi_exact_point_clear(&tried);
    shorten(c, list, count, at);
}

/* A place inside a disc near an arc of its circle. */
static dm_status place_inside_arc(dmi_crossings *c, const dmi_cell *cell, int32_t *list,
                                  dmi_exact_point *out, dm_error *err)
{
    const dmi_discs *discs = c->discs;
    int32_t count = 1;
    dm_status status = dmi_arc_place(c, cell->disc, &cell->from, &cell->to, out, err);
    if (status != DM_OK)
        return status;
    dm_point near = dmi_discs_from_origin(discs, out);
    list[0] = cell->disc;
    for (int32_t j = 0; j < discs->count; j++)
        if (j != cell->disc && dmi_disc_where(discs, j, out, near, c->scratch[0]) > 0)
            list[count++] = j;
    dmi_place_move_inside(c, list, count, discs->disc[cell->disc].centre, out);
    return DM_OK;
}

/* A place inside a diamond near the given place on a side of it. */
static void place_inside_diamond(dmi_crossings *c, const dmi_cell *cell, int32_t *list,
                                 dmi_exact_point *out)
{
    dmi_exact_point middle;
    dmi_exact_point_init(&middle);
    dmi_diamond_middle(c, cell, out, &middle);
    int32_t count = dmi_diamonds_around(c, cell, out, list);
    dmi_place_move_inside(c, list, count, &middle, out);
    dmi_exact_point_clear(&middle);
}

dm_status dmi_cell_place(dmi_crossings *c, const dmi_disc_cells *cells, const dmi_cell *cell,
                         dmi_exact_point *out, dm_error *err)
{
    const dmi_discs *discs = c->discs;
    bool is_given = discs->plane->rules.metric == DM_MANHATTAN;
    if (cell->disc == DMI_MIDST) {
        dmi_midst(discs->plane, out);
        return DM_OK;
    }
    if (is_given)
        dmi_exact_point_set(out, cells->place.at + cell->place);
    if (cell->is_point) {
        if (is_given)
            return DM_OK;
        dmi_crossing_exact(c, cell->disc, &cell->from, &c->first);
        dmi_root_point_is_rational(&c->first);
        mpq_add(out->x, discs->disc[cell->disc].centre->x, c->first.x);
        mpq_add(out->y, discs->disc[cell->disc].centre->y, c->first.y);
        dmi_exact_point_round(out);
        return DM_OK;
    }
    int32_t *list = dmi_alloc((size_t)discs->count, sizeof *list);
    dm_status status = DM_OK;
    if (!list)
        return dmi_no_memory(err);
    if (is_given)
        place_inside_diamond(c, cell, list, out);
    else
        status = place_inside_arc(c, cell, list, out, err);
    free(list);
    return status;
}
