/* choice_coarse.c - joins customers that the candidates pull nearly alike.
 *
 * The gain of a customer, weight * g(pull), is concave in the pull, which is linear in the sites.
 * So by Jensen's inequality customers with weights W(v) and pulls a(v, j) together gain no more
 * than one customer with the sum of their weights and the mean of their pulls,
 *
 *     sum of W(v) g(sum of a(v, j))  <=  W g(sum of (sum of W(v) a(v, j)) / W),
 *
 * and little less if their pulls differ little: the error is of second order.  The bounds and cuts
 * of the coarse problem hold for the fine one and cost a fraction.
 *
 * Clusters: the one whose gains differ most is divided in two at the mean of the candidate whose
 * gains alone differ most in it, until there are enough.
 *
 * Cost: O(customers * features * log(clusters)); memory 4 bytes per customer and feature.
 */
#include "location/choice/choice_coarse.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST_CUSTOMERS = 5000,
    SHARE = 32, /* customers per cluster, in the mean */
    MOST_CLUSTERS = 3000,
    MOST_FEATURES = 64
};
#define MOST_NUMBERS INT64_C(30000000)

typedef struct cluster {
    int32_t first, count; /* of the list of members */
    int32_t axis;         /* the feature that differs most, */
    float mean;           /* and where it is divided */
    double error;         /* by how much the gains differ */
} cluster;

typedef struct divider {
    const dmi_choice_problem *fine;
    int32_t features, step; /* every so many candidates are features */
    float *feature;         /* of each customer: what it gains from each of them alone */
    int32_t *member;
    cluster *heap; /* the largest error first */
    int32_t clusters;
} divider;

/* Finds the axis and the error of a cluster. */
static void look_at_cluster(const divider *d, cluster *c)
{
    double sum[MOST_FEATURES] = {0}, square[MOST_FEATURES] = {0}, weight = 0;
    for (int32_t i = c->first; i < c->first + c->count; i++) {
        int32_t v = d->member[i];
        const float *f = d->feature + (size_t)v * (size_t)d->features;
        double w = d->fine->weight[v];
        weight += w;
        for (int32_t k = 0; k < d->features; k++) {
            double x = (double)f[k], part = w * x;
            sum[k] += part;
            square[k] += part * x;
        }
    }
    double most = -1;
    c->error = 0;
    for (int32_t k = 0; k < d->features && weight > 0; k++) {
        double spread = square[k] - sum[k] * sum[k] / weight;
        c->error += spread > 0 ? spread : 0;
        if (spread > most) {
            most = spread;
            c->axis = k;
            c->mean = (float)(sum[k] / weight);
        }
    }
}

static void sift_up(divider *d, int32_t at)
{
    for (; at > 0 && d->heap[(at - 1) / 2].error < d->heap[at].error; at = (at - 1) / 2) {
        cluster one = d->heap[at];
        d->heap[at] = d->heap[(at - 1) / 2];
        d->heap[(at - 1) / 2] = one;
    }
}

static void sift_down(divider *d, int32_t at)
{
    for (;;) {
        int32_t most = at;
        for (int32_t k = 2 * at + 1; k <= 2 * at + 2 && k < d->clusters; k++)
            most = d->heap[k].error > d->heap[most].error ? k : most;
        if (most == at)
            return;
        cluster one = d->heap[at];
        d->heap[at] = d->heap[most];
        d->heap[most] = one;
        at = most;
    }
}

/* Divides the cluster that differs most; false if none differs. */
static bool divide_first(divider *d)
{
    cluster *first = &d->heap[0], behind;
    int32_t low = first->first, high = first->first + first->count;
    if (first->error <= 0)
        return false;
    while (low < high) {
        int32_t v = d->member[low];
        if (d->feature[(size_t)v * (size_t)d->features + (size_t)first->axis] < first->mean) {
            low++;
        } else {
            d->member[low] = d->member[--high];
            d->member[high] = v;
        }
    }
    if (low == first->first || low == first->first + first->count) { /* rounding */
        first->error = 0;
        sift_down(d, 0);
        return true;
    }
    behind = (cluster){.first = low, .count = first->first + first->count - low};
    first->count = low - first->first;
    look_at_cluster(d, first);
    look_at_cluster(d, &behind);
    sift_down(d, 0);
    d->heap[d->clusters] = behind;
    sift_up(d, d->clusters++);
    return true;
}

static void fill_features(divider *d)
{
    const dmi_choice_problem *p = d->fine;
    memset(d->feature, 0, (size_t)p->customers * (size_t)d->features * sizeof *d->feature);
    for (int32_t k = 0; k < d->features; k++) {
        const dmi_choice_row *row = &p->row[(size_t)k * (size_t)d->step];
        for (int64_t i = 0; i < row->count; i++) {
            int32_t v = row->customer[i];
            d->feature[(size_t)v * (size_t)d->features + (size_t)k] =
                (float)(row->pull[i] / (p->start[v] + row->pull[i]));
        }
    }
}

/* The coarse problem of the clusters: pulls count in units of the start. */
static dm_status join_clusters(const divider *d, dmi_choice_coarse *coarse, dm_error *err)
{
    const dmi_choice_problem *p = d->fine;
    size_t clusters = (size_t)d->clusters, candidates = (size_t)p->candidates;
    int32_t *of = dmi_array(&coarse->arrays, (size_t)p->customers, sizeof *of);
    int32_t *every = dmi_array(&coarse->arrays, clusters, sizeof *every);
    double *weight = dmi_array_zeroed(&coarse->arrays, clusters, sizeof *weight);
    double *start = dmi_array(&coarse->arrays, clusters, sizeof *start);
    double *pull = dmi_array_zeroed(&coarse->arrays, clusters * candidates, sizeof *pull);
    dmi_choice_row *row = dmi_array(&coarse->arrays, candidates, sizeof *row);
    dm_status status = dmi_arrays_check(&coarse->arrays, err);
    for (int32_t k = 0; status == DM_OK && k < d->clusters; k++) {
        every[k] = k;
        start[k] = 1;
        for (int32_t i = 0; i < d->heap[k].count; i++) {
            int32_t v = d->member[d->heap[k].first + i];
            of[v] = k;
            weight[k] += p->weight[v] / p->start[v];
        }
    }
    for (int32_t c = 0; status == DM_OK && c < p->candidates; c++) {
        double *to = pull + (size_t)c * clusters;
        for (int64_t i = 0; i < p->row[c].count; i++) {
            int32_t v = p->row[c].customer[i];
            to[of[v]] += p->weight[v] / p->start[v] * (p->row[c].pull[i] / p->start[v]);
        }
        for (size_t k = 0; k < clusters; k++) /* up, so that rounding takes nothing away */
            to[k] = weight[k] > 0 ? to[k] / weight[k] * (1 + 1e-12) : 0;
        row[c] = (dmi_choice_row){every, to, (int64_t)clusters};
    }
    if (status != DM_OK)
        return status;
    for (size_t k = 0; k < clusters; k++)
        weight[k] *= 1 + 1e-12;
    coarse->cluster = of;
    coarse->problem = *p;
    coarse->problem.customers = d->clusters;
    coarse->problem.weight = weight;
    coarse->problem.start = start;
    coarse->problem.row = row;
    return DM_OK;
}

dm_status dmi_choice_coarse_init(dmi_choice_coarse *coarse, const dmi_choice_problem *fine,
                                 dm_error *err)
{
    int64_t room = fine->customers > 0 ? MOST_NUMBERS / fine->customers : 0;
    int32_t most = room < MOST_FEATURES ? (int32_t)room : MOST_FEATURES;
    *coarse = (dmi_choice_coarse){0};
    if (fine->is_linear || fine->strongest || fine->customers < LEAST_CUSTOMERS || most < 4 ||
        fine->candidates < 4)
        return DM_OK;
    divider d = {.fine = fine, .step = (fine->candidates + most - 1) / most};
    dmi_arrays arrays = {0};
    size_t n = (size_t)fine->customers;
    int32_t wanted =
        fine->customers / SHARE < MOST_CLUSTERS ? fine->customers / SHARE : MOST_CLUSTERS;
    d.features = (fine->candidates + d.step - 1) / d.step;
    assert(d.features <= MOST_FEATURES);
    d.feature = dmi_array(&arrays, n * (size_t)d.features, sizeof *d.feature);
    d.member = dmi_array(&arrays, n, sizeof *d.member);
    d.heap = dmi_array(&arrays, (size_t)wanted + 1, sizeof *d.heap);
    dm_status status = dmi_arrays_check(&arrays, err);
    if (status == DM_OK) {
        for (int32_t v = 0; v < fine->customers; v++)
            d.member[v] = v;
        fill_features(&d);
        d.heap[0] = (cluster){.count = fine->customers};
        d.clusters = 1;
        look_at_cluster(&d, &d.heap[0]);
        while (d.clusters < wanted && divide_first(&d))
            ;
        status = join_clusters(&d, coarse, err);
    }
    dmi_arrays_free(&arrays);
    return status;
}

void dmi_choice_coarse_clear(dmi_choice_coarse *coarse)
{
    dmi_arrays_free(&coarse->arrays);
    *coarse = (dmi_choice_coarse){0};
}
