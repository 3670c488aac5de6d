/* demand.c - whose customers are whose: exact distances, decided by doubles where their error
 * cannot change the result. */
#include "plane/customers/customers.h"

#include "base/decimal_print.h"
#include <math.h>
#include <stdlib.h>

#define SAFE 1e-14 /* of a distance by doubles, beside the numbers that it was made of */

void dmi_customer_distance(const dmi_exact_point *a, const dmi_exact_point *b,
                           dm_line_metric metric, mpq_t out)
{
    mpq_t y;
    mpq_init(y);
    mpq_sub(out, a->x, b->x);
    mpq_sub(y, a->y, b->y);
    if (metric == DM_MANHATTAN) {
        mpq_abs(out, out);
        mpq_abs(y, y);
    } else {
        mpq_mul(out, out, out);
        mpq_mul(y, y, y);
    }
    mpq_add(out, out, y);
    mpq_clear(y);
}

dm_status dmi_nearest_sites_init(dmi_nearest_sites *near, const dm_plane *plane, dm_error *err)
{
    near->count = 0;
    near->site = dmi_alloc((size_t)plane->count, sizeof *near->site);
    if (!near->site)
        return dmi_no_memory(err);
    mpq_inits(near->distance, near->other, NULL);
    return DM_OK;
}

void dmi_nearest_sites_clear(dmi_nearest_sites *near)
{
    free(near->site);
    mpq_clears(near->distance, near->other, NULL);
}

/* A distance by doubles (not squared), and in *error how far it may be off. */
static double near_distance(dm_point a, dm_point b, dm_line_metric metric, double *error)
{
    double x = a.x - b.x, y = a.y - b.y;
    *error = SAFE * (fabs(a.x) + fabs(a.y) + fabs(b.x) + fabs(b.y));
    return metric == DM_MANHATTAN ? fabs(x) + fabs(y) : hypot(x, y);
}

void dmi_nearest_sites_find(dmi_nearest_sites *near, const dm_plane *plane,
                            const dmi_exact_point *customer, int32_t side)
{
    dm_line_metric metric = plane->rules.metric;
    double most = INFINITY, error;
    near->count = 0;
    for (int32_t s = 0; s < plane->count; s++)
        if (side < 0 || plane->side[s] == side) {
            double d = near_distance(customer->near, plane->near[s], metric, &error);
            most = fmin(most, d + error);
        }
    for (int32_t s = 0; s < plane->count; s++) {
        if (side >= 0 && plane->side[s] != side)
            continue;
        double d = near_distance(customer->near, plane->near[s], metric, &error);
        if (d - error > most)
            continue;
        dmi_customer_distance(customer, plane->site.at + s, metric, near->other);
        int order = near->count ? mpq_cmp(near->other, near->distance) : -1;
        if (order < 0) {
            mpq_swap(near->distance, near->other);
            near->count = 0;
        }
        if (order <= 0)
            near->site[near->count++] = s;
    }
}

int32_t dmi_nearest_sites_owner(const dmi_nearest_sites *near, const dm_plane *plane)
{
    if (near->count == 0)
        return -1;
    int32_t first = plane->side[near->site[0]];
    for (int32_t i = 1; i < near->count; i++)
        if (plane->side[near->site[i]] != first) {
            int sign = dm_ties_sign(plane->rules.ties);
            if (dm_ties_go_by_age(plane->rules.ties))
                return first; /* sites are listed as they were placed */
            return sign > 0 ? DM_WHITE : sign < 0 ? DM_BLACK : -1;
        }
    return first;
}

void dm_plane_demand_free(dm_plane_demand *demand)
{
    if (!demand)
        return;
    for (int32_t s = 0; s < DM_PLANE_SIDES; s++)
        free(demand->demand[s]);
    free(demand->tied);
    free(demand->value);
    free(demand->lead);
    free(demand->owner);
    free(demand);
}

static double size_of(int64_t units, int decimals)
{
    return (double)units / pow(10, decimals);
}

static char *text_of(int64_t units, int decimals)
{
    enum { SIGN = 1 };
    char text[SIGN + DMI_DECIMAL_TEXT];
    text[0] = '-';
    dmi_decimal_print(units < 0 ? -units : units, decimals, text + SIGN);
    return dmi_strdup(units < 0 ? text : text + SIGN);
}

/* Writes the sums of the sides, and last those tied, as texts. */
static dm_status write_sums(const int64_t *sum, const dm_plane_customers *customers,
                            dm_plane_demand *out, dm_error *err)
{
    int decimals = customers->decimals;
    bool good = true;
    int32_t best = 0;
    for (int32_t s = 0; s < out->sides; s++) {
        out->demand[s] = text_of(sum[s], decimals);
        out->size[s] = size_of(sum[s], decimals);
        good &= out->demand[s] != NULL;
        best = sum[s] > sum[best] ? s : best;
    }
    out->winner = best;
    for (int32_t s = 0; s < out->sides; s++)
        if (s != best && sum[s] == sum[best])
            out->winner = -1;
    out->tied = text_of(sum[out->sides], decimals);
    out->tied_size = size_of(sum[out->sides], decimals);
    out->total = size_of(customers->total, decimals);
    if (out->sides == 2) {
        out->value = text_of(sum[0] - sum[1], decimals);
        out->lead = text_of(sum[1] - sum[0], decimals);
        good &= out->value && out->lead;
    }
    return good && out->tied ? DM_OK : dmi_no_memory(err);
}

dm_status dm_plane_demand_new(const dm_plane *plane, const dm_plane_customers *customers,
                              dm_run *run, dm_plane_demand **out, dm_error *err)
{
    int64_t sum[DM_PLANE_SIDES + 1] = {0};
    dmi_nearest_sites near;
    dm_status status = dmi_nearest_sites_init(&near, plane, err);
    if (status != DM_OK)
        return status;
    dm_plane_demand *demand = dmi_calloc(1, sizeof *demand);
    int32_t *owner = dmi_alloc((size_t)customers->count, sizeof *owner);
    if (!demand || !owner) {
        free(demand);
        free(owner);
        dmi_nearest_sites_clear(&near);
        return dmi_no_memory(err);
    }
    *demand = (dm_plane_demand){
        .sides = plane->rules.sides, .customers = customers->count, .owner = owner};
    for (int32_t i = 0; i < customers->count && status == DM_OK; i++) {
        if (!dmi_run_report(run, (uint64_t)plane->count, "customers", (uint64_t)i,
                            (uint64_t)customers->count, NULL))
            status = dmi_as_unfinished(dmi_stopped(run, err), err);
        dmi_nearest_sites_find(&near, plane, customers->place.at + i, -1);
        owner[i] = dmi_nearest_sites_owner(&near, plane);
        sum[owner[i] < 0 ? demand->sides : owner[i]] += customers->demand[i];
    }
    if (status == DM_OK)
        status = write_sums(sum, customers, demand, err);
    dmi_nearest_sites_clear(&near);
    if (status == DM_OK)
        *out = demand;
    else
        dm_plane_demand_free(demand);
    return status;
}
