/* trips.c - the trips with the distances that the customers had to choose from.
 *
 * One search from each site gives its distances to all customers.  Customers on one vertex have
 * the same choices, so they are joined.  A constant added to all distances of a customer changes no
 * probability: their mean is taken off, which keeps exponents small and Newton's equations well
 * conditioned.
 *
 * Cost: a search per site; memory O(places x sites).
 */
#include "location/fit/trips.h"

#include "location/choice/pulls.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *dmi_trips_site(const dm_fit_request *request, int32_t site, char out[80])
{
    if (request->site_name && request->site_name[site])
        snprintf(out, 80, "'%.70s'", request->site_name[site]);
    else
        snprintf(out, 80, "%d", site);
    return out;
}

static dm_status check_vertices(const dm_vertex *list, int32_t count, dm_vertex n, dm_error *err)
{
    for (int32_t i = 0; i < count; i++)
        if (list[i] < 0 || list[i] >= n)
            return dmi_fail(err, DM_BAD_VERTEX, "vertex %d does not exist; the board has 0..%d",
                            list[i], n - 1);
    return DM_OK;
}

static dm_status check_request(const dm_fit_request *r, dm_vertex n, dm_error *err)
{
    dm_status status = check_vertices(r->site, r->sites, n, err);
    if (status == DM_OK)
        status = check_vertices(r->customer, r->customers, n, err);
    if (status != DM_OK)
        return status;
    if (r->sites < 2)
        return dmi_fail(err, DM_BAD_INPUT,
                        "there is one site: where else could customers go?  Expected two or more");
    if (r->rule != DM_HUFF && r->rule != DM_LOGIT)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the rule is nearest; expected huff or logit");
    if (r->rule == DM_HUFF && r->floor < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the floor of distances is %lld; expected at least 1",
                        (long long)r->floor);
    if (r->has_radius && r->radius < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the radius %lld is negative", (long long)r->radius);
    for (int64_t i = 0; i < r->trips; i++) {
        const dm_trip *t = &r->trip[i];
        if (t->customer < 0 || t->customer >= r->customers || t->site < 0 || t->site >= r->sites ||
            t->count < 0 || t->count > DM_MAX_TOTAL / (r->trips + 1))
            return dmi_fail(err, DM_BAD_ARGUMENT, "trip %lld is out of range", (long long)i);
    }
    return DM_OK;
}

/* Joins customers on one vertex: *place receives the place of each vertex, -1: it has no trips. */
static dm_status find_places(dmi_trips *t, const dm_fit_request *r, dm_vertex n, int32_t **place,
                             dm_error *err)
{
    int32_t *of = dmi_array(&t->arrays, (size_t)n, sizeof *of);
    t->arriving = dmi_array_zeroed(&t->arrays, (size_t)r->sites, sizeof *t->arriving);
    dm_status status = dmi_arrays_check(&t->arrays, err);
    if (status != DM_OK)
        return status;
    for (dm_vertex v = 0; v < n; v++)
        of[v] = -1;
    for (int64_t i = 0; i < r->trips; i++) {
        int32_t *at = &of[r->customer[r->trip[i].customer]];
        if (r->trip[i].count > 0 && *at < 0)
            *at = t->places++;
        t->arriving[r->trip[i].site] += (double)r->trip[i].count;
        t->count += r->trip[i].count;
    }
    size_t places = (size_t)t->places;
    t->leaving = dmi_array_zeroed(&t->arrays, places, sizeof *t->leaving);
    t->distance = places > SIZE_MAX / (size_t)r->sites
                      ? NULL
                      : dmi_array(&t->arrays, places * (size_t)r->sites, sizeof *t->distance);
    *place = of;
    for (int32_t j = 0; j < r->sites; j++)
        if (t->arriving[j] <= 0) {
            char name[80];
            return dmi_fail(err, DM_BAD_INPUT,
                            "no trip goes to site %s, so it has no attraction; expected a trip, or "
                            "a list without it",
                            dmi_trips_site(r, j, name));
        }
    return dmi_arrays_check(&t->arrays, err);
}

/* Fills the column of a site. */
static void add_distances(dmi_trips *t, const dm_fit_request *r, const int32_t *place, double unit,
                          int32_t site, const dmi_site_search *found)
{
    int64_t offset = r->rule == DM_LOGIT && r->offset ? r->offset[site] : 0;
    for (int32_t i = 0; i < t->places; i++)
        t->distance[(size_t)i * (size_t)t->sites + (size_t)site] = INFINITY;
    for (dm_vertex k = 0; k < found->count; k++) {
        int32_t i = place[found->vertex[k]];
        int64_t d = found->distance[k];
        if (i < 0)
            continue;
        t->distance[(size_t)i * (size_t)t->sites + (size_t)site] =
            r->rule == DM_LOGIT ? (double)(d + offset) * unit
                                : log((double)(d > r->floor ? d : r->floor) / (double)r->floor);
    }
}

static dm_status find_distances(dmi_trips *t, const dm_arena *arena, const dm_fit_request *r,
                                const int32_t *place, dm_run *run, dm_error *err)
{
    dmi_site_search search;
    double unit = pow(10, -dm_arena_decimals(arena));
    dm_status status = dmi_site_search_init(&search, dm_arena_reverse(arena),
                                            r->has_radius ? r->radius : -1, NULL, err);
    if (status != DM_OK)
        return status;
    for (int32_t j = 0; j < r->sites && status == DM_OK; j++) {
        status = dmi_site_search_run(&search, r->site[j], err);
        if (status == DM_OK)
            add_distances(t, r, place, unit, j, &search);
        if (status == DM_OK &&
            !dmi_run_report(run, 1, "sites", (uint64_t)j, (uint64_t)r->sites, NULL))
            status = dmi_stopped(run, err);
    }
    dmi_site_search_clear(&search);
    return status;
}

/* Takes the mean off the distances of each place, and makes them about 1. */
static void scale_distances(dmi_trips *t)
{
    double squares = 0, reached = 0;
    size_t m = (size_t)t->sites;
    for (size_t i = 0; i < (size_t)t->places; i++) {
        double *row = t->distance + i * m, sum = 0, count = 0;
        for (size_t j = 0; j < m; j++)
            if (isfinite(row[j]))
                sum += row[j], count++;
        for (size_t j = 0; j < m; j++)
            if (isfinite(row[j])) {
                row[j] -= sum / count;
                squares += row[j] * row[j];
            }
        reached += count;
        t->null_log_likelihood -= t->leaving[i] * log(count);
    }
    t->scale = squares > 0 ? sqrt(squares / reached) : 1;
    for (size_t k = 0; k < (size_t)t->places * m; k++)
        if (isfinite(t->distance[k])) {
            t->distance[k] /= t->scale;
            t->farthest = fmax(t->farthest, fabs(t->distance[k]));
        }
}

dm_status dmi_trips_init(dmi_trips *trips, const dm_arena *arena, const dm_fit_request *request,
                         dm_run *run, dm_error *err)
{
    dmi_trips *t = trips;
    const dm_fit_request *r = request;
    dm_vertex n = dm_arena_vertices(arena);
    int32_t *place = NULL;
    *t = (dmi_trips){.sites = r->sites};
    dm_status status = check_request(r, n, err);
    if (status == DM_OK)
        status = find_places(t, r, n, &place, err);
    if (status == DM_OK)
        status = find_distances(t, arena, r, place, run, err);
    for (int64_t i = 0; i < r->trips && status == DM_OK; i++) {
        const dm_trip *trip = &r->trip[i];
        int32_t at = place[r->customer[trip->customer]];
        if (trip->count == 0)
            continue;
        t->leaving[at] += (double)trip->count;
        if (isfinite(t->distance[(size_t)at * (size_t)t->sites + (size_t)trip->site]))
            continue;
        if (r->failed_trip)
            *r->failed_trip = i;
        status = dmi_fail(err, DM_BAD_INPUT, "the site cannot be reached from this customer%s",
                          r->has_radius ? " within the radius" : "");
    }
    if (status == DM_OK)
        scale_distances(t);
    for (int64_t i = 0; i < r->trips && status == DM_OK; i++) {
        const dm_trip *trip = &r->trip[i];
        int32_t at = place[r->customer[trip->customer]];
        if (trip->count > 0)
            t->travelled += (double)trip->count *
                            t->distance[(size_t)at * (size_t)t->sites + (size_t)trip->site];
    }
    if (status != DM_OK)
        dmi_trips_clear(t);
    return status;
}

void dmi_trips_clear(dmi_trips *trips)
{
    dmi_arrays_free(&trips->arrays);
    *trips = (dmi_trips){0};
}
