/* huff_cut.c - cuts that bound the gain from above.
 *
 * A customer of weight 1 gains g(y) = y / (1 + y) from new sites that pull with y in all.  For any
 * point t >= 0, with s = t / (1 + t), and any set of sites with pulls a(j)
 *
 *     g(sum of a) <= s^2 + sum of c(j),
 *
 *     c(j) = (1 - s)^2 a                                           if a <= t,
 *            max(g(a) - s^2, g(t + a) - g(t))                      otherwise.
 *
 * With a <= t for all j this is the tangent at t.  Large pulls get less than the tangent, as a set
 * has such a site or has not: docs/algorithms/location.md has the proof.  At t = 0 the coefficients
 * are the gains of single sites, which are the largest coefficients at any t.
 *
 * If some sites are in, pulls count in units of 1 + their pulls, and the cut bounds what a set
 * gains together with them, which is no less than what it gains alone.
 *
 * Each customer has its own t, chosen so that the cut is low at the given shares x: t = 0,
 * t = sum of x a, or the fixed point t = (sum over small a of x a) / (1 - sum over large a of x),
 * which is where the slope in t vanishes.  The cuts of all customers add up to one.
 *
 * Cost: O(pairs of listed candidates and customers).
 * Source of cuts by tangents and by single gains: Ljubic and Moreno, Outer approximation and
 * submodular cuts for maximum capture facility location problems, 2018.
 */
#include "location/choice/huff_cut.h"

#include "base/base.h"
#include <string.h>

dm_status dmi_huff_cutter_init(dmi_huff_cutter *cutter, const dmi_huff_problem *problem,
                               dm_error *err)
{
    dmi_huff_cutter k = {.problem = problem};
    double **lists[] = {&k.sum,       &k.point[0],  &k.point[1],  &k.small,    &k.large,
                        &k.height[0], &k.height[1], &k.height[2], &k.height[3]};
    k.cell = dmi_array_zeroed(&k.arrays, (size_t)problem->customers, sizeof *k.cell);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = dmi_array_zeroed(&k.arrays, (size_t)problem->customers, sizeof **lists[i]);
    k.single = dmi_array(&k.arrays, (size_t)problem->candidates, sizeof *k.single);
    dm_status status = dmi_arrays_check(&k.arrays, err);
    const dmi_huff_choice nothing = {.sum = k.sum};
    for (int32_t c = 0; status == DM_OK && c < problem->candidates; c++)
        k.single[c] = dmi_huff_gain(problem, &nothing, c);
    if (status == DM_OK)
        *cutter = k;
    return status;
}

void dmi_huff_cutter_clear(dmi_huff_cutter *cutter)
{
    dmi_arrays_free(&cutter->arrays);
    *cutter = (dmi_huff_cutter){0};
}

void dmi_huff_cutter_start(dmi_huff_cutter *cutter, const dmi_huff_choice *in)
{
    const dmi_huff_problem *p = cutter->problem;
    cutter->in = in;
    for (int32_t v = 0; v < p->customers; v++) {
        double rest = 1 / (1 + in->sum[v]);
        cutter->cell[v] = (dmi_huff_cell){.rest = rest, .weight = p->weight[v] * rest};
    }
}

/* Candidates with shares. */
typedef struct shared {
    const int32_t *list;
    int32_t count;
    const double *share;
} shared;

/* The coefficient of a pull in the cut that touches at t = (1 - slope) / slope. */
static inline double coefficient_of(double pull, double slope, double square)
{
    double scaled = slope * pull;
    if (scaled <= 1 - slope) /* as for most customers, so without the divisions */
        return slope * scaled;
    double single = pull / (1 + pull) - square, added = slope * scaled / (1 + scaled);
    return single > added ? single : added;
}

/* Adds the pulls at most `point` to `small`, times the share, and the shares of the others to
 * `large`. */
static void divide_pulls(dmi_huff_cutter *k, shared s, const double *point)
{
    size_t bytes = (size_t)k->problem->customers * sizeof *k->small;
    memset(k->small, 0, bytes);
    memset(k->large, 0, bytes);
    for (int32_t i = 0; i < s.count; i++) {
        const dmi_huff_row *row = &k->problem->row[s.list[i]];
        double share = s.share[s.list[i]];
        for (int64_t e = 0; share > 0 && e < row->count; e++) {
            int32_t v = row->customer[e];
            double pull = k->cell[v].rest * row->pull[e];
            bool is_small = pull <= point[v];
            k->small[v] += is_small ? share * pull : 0;
            k->large[v] += is_small ? 0 : share;
        }
    }
}

/* Adds to `height` what a row contributes at the shares, for the cuts that touch at `point`. */
static void add_heights(const dmi_huff_cutter *k, shared s, const double *point, double *height)
{
    for (int32_t v = 0; v < k->problem->customers; v++) {
        double part = point ? point[v] / (1 + point[v]) : 0;
        height[v] = part * part;
    }
    for (int32_t i = 0; i < s.count; i++) {
        const dmi_huff_row *row = &k->problem->row[s.list[i]];
        double share = s.share[s.list[i]];
        for (int64_t e = 0; share > 0 && e < row->count; e++) {
            int32_t v = row->customer[e];
            double slope = point ? 1 / (1 + point[v]) : 1;
            height[v] += share * coefficient_of(k->cell[v].rest * row->pull[e], slope,
                                                (1 - slope) * (1 - slope));
        }
    }
}

/* Gives every customer the lowest of its cuts; the sum of their constants. */
static double choose_cuts(dmi_huff_cutter *k, shared s)
{
    const double *points[] = {NULL, k->sum, k->point[0], k->point[1]};
    static const double everything = 1e300;
    double constant = 0;
    int32_t customers = k->problem->customers;
    for (int32_t v = 0; v < customers; v++)
        k->sum[v] = everything;
    divide_pulls(k, s, k->sum);
    memcpy(k->sum, k->small, (size_t)customers * sizeof *k->sum);
    for (int round = 0; round < 2; round++) {
        divide_pulls(k, s, round ? k->point[0] : k->sum);
        for (int32_t v = 0; v < customers; v++)
            k->point[round][v] = k->large[v] < 1 ? k->small[v] / (1 - k->large[v]) : k->sum[v];
    }
    for (int i = 0; i < 4; i++)
        add_heights(k, s, points[i], k->height[i]);
    for (int32_t v = 0; v < k->problem->customers; v++) {
        int best = 0;
        for (int i = 1; i < 4; i++)
            best = k->height[i][v] < k->height[best][v] ? i : best;
        double slope = best ? 1 / (1 + points[best][v]) : 1;
        k->cell[v].slope = slope;
        k->cell[v].square = (1 - slope) * (1 - slope);
        constant += k->cell[v].weight * k->cell[v].square;
    }
    return constant;
}

dm_status dmi_huff_cut(dmi_huff_cutter *cutter, const int32_t *list, int32_t count,
                       const double *share, double *coefficient, double *constant, dm_run *run,
                       dm_error *err)
{
    const dmi_huff_problem *p = cutter->problem;
    const dmi_huff_choice *in = cutter->in;
    *constant = in->gain + choose_cuts(cutter, (shared){list, count, share});
    memcpy(coefficient, cutter->single, (size_t)p->candidates * sizeof *coefficient);
    for (int32_t i = 0; i < count; i++) {
        const dmi_huff_row *row = &cutter->problem->row[list[i]];
        double sum = 0;
        for (int64_t j = 0; j < row->count; j++) {
            const dmi_huff_cell *cell = &cutter->cell[row->customer[j]];
            sum +=
                cell->weight * coefficient_of(cell->rest * row->pull[j], cell->slope, cell->square);
        }
        coefficient[list[i]] = sum;
        if (!dmi_run_go_on(run, 1))
            return dmi_stopped(run, err);
    }
    for (int32_t i = 0; i < in->count; i++)
        coefficient[in->chosen[i]] = 0;
    return DM_OK;
}
