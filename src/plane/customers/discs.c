/* discs.c - the discs in which a new black site takes customers of White's.
 *
 * Gains are of black - white: 2 for a customer that changes from White to Black, 1 from White to
 * nobody or from nobody to Black.  The tie rule tells what a site on the circle gains.
 */
#include "plane/customers/discs.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static double difference(const mpq_t a, const mpq_t b, mpq_t scratch)
{
    mpq_sub(scratch, a, b);
    return mpq_get_d(scratch);
}

dm_point dmi_discs_from_origin(const dmi_discs *discs, const dmi_exact_point *at)
{
    mpq_t scratch;
    mpq_init(scratch);
    dm_point out = {difference(at->x, discs->origin->x, scratch),
                    difference(at->y, discs->origin->y, scratch)};
    mpq_clear(scratch);
    return out;
}

int dmi_disc_where(const dmi_discs *discs, int32_t disc, const dmi_exact_point *at, dm_point near,
                   mpq_t scratch)
{
    const dmi_disc *d = discs->disc + disc;
    bool is_diamond = discs->plane->rules.metric == DM_MANHATTAN;
    double x = fabs(near.x - d->x), y = fabs(near.y - d->y);
    double square = is_diamond ? x + y : x * x + y * y;
    double off = 2 * (discs->error + DBL_EPSILON * (fabs(near.x) + fabs(near.y)));
    double error =
        4 * (is_diamond ? 1 : x + y + off) * off + 8 * DBL_EPSILON * (square + d->square_near);
    if (fabs(d->square_near - square) > error && error > DBL_MIN)
        return d->square_near > square ? 1 : -1;
    dmi_customer_distance(at, d->centre, discs->plane->rules.metric, scratch);
    int order = mpq_cmp(d->square, scratch);
    return (order > 0) - (order < 0);
}

/* What a new site gains of a customer with `owner` and this demand. */
static void set_gains(dmi_disc *disc, dm_tie_rule ties, int32_t owner, int64_t demand)
{
    bool is_whites = owner == DM_WHITE;
    if (dm_ties_are_nobodys(ties)) {
        disc->inside += is_whites ? 2 * demand : demand;
        disc->on += is_whites ? demand : 0;
    } else {
        disc->inside += 2 * demand;
        disc->on += dm_ties_sign(ties) < 0 ? 2 * demand : 0;
    }
}

/* Customers in the order of their places. */
typedef struct entry {
    const dmi_exact_point *place;
    int32_t customer;
} entry;

static int by_place(const void *first, const void *second)
{
    const entry *a = first, *b = second;
    int order = mpq_cmp(a->place->x, b->place->x);
    if (order == 0)
        order = mpq_cmp(a->place->y, b->place->y);
    return order ? order : (a->customer > b->customer) - (a->customer < b->customer);
}

/* Rounds what the disc is made of. */
static void round_disc(dmi_discs *discs, dmi_disc *disc)
{
    dm_point centre = dmi_discs_from_origin(discs, disc->centre);
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    mpq_sub(x, disc->site->x, disc->centre->x);
    mpq_sub(y, disc->site->y, disc->centre->y);
    disc->site_angle = atan2(mpq_get_d(y), mpq_get_d(x));
    if (mpq_sgn(y) == 0 && mpq_sgn(x) < 0)
        disc->site_angle = acos(-1);
    disc->x = centre.x;
    disc->y = centre.y;
    disc->square_near = mpq_get_d(disc->square);
    disc->near = sqrt(disc->square_near);
    double error = DBL_EPSILON * fmax(fabs(centre.x), fabs(centre.y));
    discs->error = fmax(discs->error, error);
    mpq_clears(x, y, NULL);
}

/* Adds a customer to the last disc, or in a new one. */
static void add_customer(dmi_discs *discs, const dmi_exact_point *place, int64_t demand,
                         dmi_nearest_sites *near)
{
    const dm_plane *plane = discs->plane;
    dmi_disc *disc = discs->disc + (discs->count > 0 ? discs->count - 1 : 0);
    if (discs->count == 0 || !dmi_exact_point_equal(disc->centre, place)) {
        dmi_nearest_sites_find(near, plane, place, DM_WHITE);
        if (near->count == 0 || mpq_sgn(near->distance) == 0)
            return; /* no site is placed where one stands */
        disc = discs->disc + discs->count;
        mpq_init(disc->square);
        mpq_set(disc->square, near->distance);
        disc->site_index = near->site[0];
        disc->site = plane->site.at + near->site[0];
    }
    dmi_nearest_sites_find(near, plane, place, -1);
    int32_t owner = dmi_nearest_sites_owner(near, plane);
    if (disc == discs->disc + discs->count) {
        if (owner == DM_BLACK) {
            mpq_clear(disc->square);
            return;
        }
        disc->centre = place;
        discs->count++;
        round_disc(discs, disc);
    }
    set_gains(disc, plane->rules.ties, owner, demand);
    discs->most +=
        dm_ties_are_nobodys(plane->rules.ties) && owner != DM_WHITE ? demand : 2 * demand;
}

dm_status dmi_discs_init(dmi_discs *discs, const dm_plane *plane,
                         const dm_plane_customers *customers, dm_run *run, dm_error *err)
{
    dmi_nearest_sites near;
    *discs = (dmi_discs){.plane = plane, .origin = plane->board->ring[0].at};
    dm_status status = dmi_nearest_sites_init(&near, plane, err);
    if (status != DM_OK)
        return status;
    entry *order = dmi_alloc((size_t)customers->count, sizeof *order);
    discs->disc = dmi_calloc((size_t)customers->count, sizeof *discs->disc);
    if (!order || !discs->disc)
        status = dmi_no_memory(err);
    for (int32_t i = 0; i < customers->count && status == DM_OK; i++)
        order[i] = (entry){customers->place.at + i, i};
    if (status == DM_OK)
        qsort(order, (size_t)customers->count, sizeof *order, by_place);
    for (int32_t i = 0; i < customers->count && status == DM_OK; i++) {
        if (!dmi_run_go_on(run, (uint64_t)plane->count))
            status = dmi_stopped(run, err);
        else if (customers->demand[order[i].customer] > 0)
            add_customer(discs, order[i].place, customers->demand[order[i].customer], &near);
    }
    free(order);
    dmi_nearest_sites_clear(&near);
    if (status != DM_OK)
        dmi_discs_clear(discs);
    return status;
}

void dmi_discs_clear(dmi_discs *discs)
{
    for (int32_t i = 0; i < discs->count; i++)
        mpq_clear(discs->disc[i].square);
    free(discs->disc);
}
