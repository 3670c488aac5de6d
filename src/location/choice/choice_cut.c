/* choice_cut.c - cuts that bound the gain from above.
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
 * If some sites are in, pulls count in units of `start` and their pulls, and the cut bounds what a
 * set gains together with them, which is no less than what it gains alone.
 *
 * Each customer has its own t, chosen so that the cut is low at the given shares x: t = 0,
 * t = sum of x a, or the fixed point t = (sum over small a of x a) / (1 - sum over large a of x),
 * which is where the slope in t vanishes.  The cuts of all customers add up to one.
 *
 * If only G sites of the own side compete, then for any threshold h >= 0
 *
 *     the sum of the G largest pulls <= G h + sum of max(0, a(j) - h),
 *
 * so pulls above the threshold take the place of the pulls, on top of what the standing sites and
 * those that are in leave of G h.  The bound is lowest where the shares of the pulls above h add up
 * to G: that is the threshold of a customer.  Under the nearest rule G is 1 and g(y) = y.
 *
 * Cost: O(pairs of listed candidates and customers).
 * Source of cuts by tangents and by single gains: Ljubic and Moreno, Outer approximation and
 * submodular cuts for maximum capture facility location problems, 2018.
 */
#include "location/choice/choice_cut.h"

#include "base/base.h"
#include <assert.h>
#include <string.h>

dm_status dmi_choice_cutter_init(dmi_choice_cutter *cutter, const dmi_choice_problem *problem,
                                 dm_error *err)
{
    size_t customers = (size_t)problem->customers;
    dmi_choice_set nothing = {0};
    dmi_choice_cutter k = {.problem = problem};
    double **lists[] = {&k.sum, &k.point[0], &k.point[1], &k.small, &k.large};
    k.height = dmi_array(&k.arrays, customers, sizeof *k.height);
    k.cell = dmi_array_zeroed(&k.arrays, customers, sizeof *k.cell);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = dmi_array_zeroed(&k.arrays, customers, sizeof **lists[i]);
    if (problem->strongest)
        k.threshold = dmi_array(&k.arrays, customers, sizeof *k.threshold);
    k.single = dmi_array(&k.arrays, (size_t)problem->candidates, sizeof *k.single);
    dm_status status = dmi_arrays_check(&k.arrays, err);
    if (status == DM_OK)
        status = dmi_choice_set_init(&nothing, problem, err);
    for (int32_t c = 0; status == DM_OK && c < problem->candidates; c++)
        k.single[c] = dmi_choice_gain(problem, &nothing, c);
    dmi_choice_set_clear(&nothing);
    if (status == DM_OK)
        *cutter = k;
    else
        dmi_arrays_free(&k.arrays);
    return status;
}

void dmi_choice_cutter_clear(dmi_choice_cutter *cutter)
{
    dmi_arrays_free(&cutter->arrays);
    *cutter = (dmi_choice_cutter){0};
}

/* The unit of customer v if `more` pulls beside the sites that are in. */
static void set_unit(dmi_choice_cutter *k, int32_t v, double more)
{
    const dmi_choice_problem *p = k->problem;
    double all = p->is_linear ? 1 : k->in->sum[v] + more;
    k->cell[v].rest = 1 / all;
    k->cell[v].weight = p->weight[v] / all;
}

void dmi_choice_cutter_start(dmi_choice_cutter *cutter, const dmi_choice_set *in)
{
    cutter->in = in;
    cutter->raised = 0;
    for (int32_t v = 0; v < cutter->problem->customers; v++)
        set_unit(cutter, v, 0);
}

/* Candidates with shares. */
typedef struct shared {
    const int32_t *list;
    int32_t count;
    const double *share;
} shared;

/* The largest pull at which the shares of the pulls that are no smaller reach `choices`. */
static double find_threshold(const dmi_choice_cutter *k, const double *share, int32_t v)
{
    const dmi_choice_problem *p = k->problem;
    const double *own = k->in->strongest + (size_t)v * (size_t)p->choices;
    double mass = 0, most = p->choices;
    int32_t owns = 0;
    for (int64_t e = p->columns.first[v]; e < p->columns.first[v + 1]; e++) {
        double pull = p->columns.pull[e];
        for (; owns < p->choices && own[owns] >= pull; owns++)
            if (++mass >= most - 1e-9)
                return own[owns];
        mass += share[p->columns.site[e]];
        if (mass >= most - 1e-9)
            return pull;
    }
    for (; owns < p->choices && own[owns] > 0; owns++)
        if (++mass >= most - 1e-9)
            return own[owns];
    return 0;
}

/* Finds the thresholds, and what the sites that are in pull up to them. */
static void set_thresholds(dmi_choice_cutter *k, const double *share)
{
    const dmi_choice_problem *p = k->problem;
    k->raised = 0;
    for (int32_t v = 0; v < p->customers; v++) {
        const double *own = k->in->strongest + (size_t)v * (size_t)p->choices;
        double h = find_threshold(k, share, v), more = 0;
        h = h > own[p->choices - 1] ? h : own[p->choices - 1];
        for (int32_t i = p->choices; i-- > 0 && own[i] < h;)
            more += h - own[i];
        k->threshold[v] = h;
        set_unit(k, v, more);
        double before = k->in->sum[v];
        k->raised += p->weight[v] * (p->is_linear ? more : (more / before) / (before + more));
    }
}

/* The pull on customer v, in its unit. */
static inline double pull_in_unit(const dmi_choice_cutter *k, int32_t v, double pull)
{
    if (!k->threshold)
        return k->cell[v].rest * pull;
    double above = pull - k->threshold[v];
    return above > 0 ? k->cell[v].rest * above : 0;
}

/* The coefficient of a pull in the cut that touches at t = (1 - slope) / slope. */
static inline double coefficient_of(double pull, double slope, double square)
{
    double scaled = slope * pull;
    if (scaled <= 1 - slope) /* as for most customers, so without the divisions */
        return slope * scaled;
    double single = pull / (1 + pull) - square, added = slope * scaled / (1 + scaled);
    return single > added ? single : added;
}

/* Adds the pulls, times the share, to `sum`. */
static void sum_pulls(dmi_choice_cutter *k, shared s)
{
    memset(k->sum, 0, (size_t)k->problem->customers * sizeof *k->sum);
    for (int32_t i = 0; i < s.count; i++) {
        const dmi_choice_row *row = &k->problem->row[s.list[i]];
        double share = s.share[s.list[i]];
        for (int64_t e = 0; share > 0 && e < row->count; e++)
            k->sum[row->customer[e]] += share * pull_in_unit(k, row->customer[e], row->pull[e]);
    }
}

/* Adds the pulls at most `point` to `small`, times the share, and the shares of the others to
 * `large`. */
static void divide_pulls(dmi_choice_cutter *k, shared s, const double *point)
{
    size_t bytes = (size_t)k->problem->customers * sizeof *k->small;
    memset(k->small, 0, bytes);
    memset(k->large, 0, bytes);
    for (int32_t i = 0; i < s.count; i++) {
        const dmi_choice_row *row = &k->problem->row[s.list[i]];
        double share = s.share[s.list[i]];
        for (int64_t e = 0; share > 0 && e < row->count; e++) {
            int32_t v = row->customer[e];
            double pull = pull_in_unit(k, v, row->pull[e]);
            bool is_small = pull <= point[v];
            k->small[v] += is_small ? share * pull : 0;
            k->large[v] += is_small ? 0 : share;
        }
    }
}

/* The heights of the cuts at the shares: of t = 0, where coefficients are the gains of single
 * sites, and of those that touch at three points. */
static void find_heights(dmi_choice_cutter *k, shared s, const double *const *point)
{
    for (int32_t v = 0; v < k->problem->customers; v++) {
        dmi_choice_heights *h = &k->height[v];
        h->height[0] = 0;
        for (int i = 0; i < 3; i++) {
            h->slope[i] = 1 / (1 + point[i][v]);
            h->height[i + 1] = (1 - h->slope[i]) * (1 - h->slope[i]);
        }
    }
    for (int32_t i = 0; i < s.count; i++) {
        const dmi_choice_row *row = &k->problem->row[s.list[i]];
        double share = s.share[s.list[i]];
        for (int64_t e = 0; share > 0 && e < row->count; e++) {
            int32_t v = row->customer[e];
            dmi_choice_heights *h = &k->height[v];
            double pull = pull_in_unit(k, v, row->pull[e]);
            h->height[0] += share * (pull / (1 + pull));
            for (int p = 0; p < 3; p++)
                h->height[p + 1] += share * coefficient_of(pull, h->slope[p],
                                                           (1 - h->slope[p]) * (1 - h->slope[p]));
        }
    }
}

/* Gives every customer the lowest of its cuts; the sum of their constants. */
static double choose_cuts(dmi_choice_cutter *k, shared s)
{
    const double *points[] = {k->sum, k->point[0], k->point[1]};
    double constant = 0;
    int32_t customers = k->problem->customers;
    sum_pulls(k, s);
    for (int round = 0; round < 2; round++) {
        divide_pulls(k, s, round ? k->point[0] : k->sum);
        for (int32_t v = 0; v < customers; v++)
            k->point[round][v] = k->large[v] < 1 ? k->small[v] / (1 - k->large[v]) : k->sum[v];
    }
    find_heights(k, s, points);
    for (int32_t v = 0; v < k->problem->customers; v++) {
        const dmi_choice_heights *h = &k->height[v];
        int best = 0;
        for (int i = 1; i < 4; i++)
            best = h->height[i] < h->height[best] ? i : best;
        double slope = best ? h->slope[best - 1] : 1;
        k->cell[v].slope = slope;
        k->cell[v].square = (1 - slope) * (1 - slope);
        constant += k->cell[v].weight * k->cell[v].square;
    }
    return constant;
}

/* What a candidate adds under the cuts that were chosen. */
static double coefficient_of_row(const dmi_choice_cutter *k, const dmi_choice_row *row)
{
    double sum = 0;
    for (int64_t j = 0; j < row->count; j++) {
        const dmi_choice_cell *cell = &k->cell[row->customer[j]];
        double pull = pull_in_unit(k, row->customer[j], row->pull[j]);
        sum += cell->weight *
               (k->problem->is_linear ? pull : coefficient_of(pull, cell->slope, cell->square));
    }
    return sum;
}

dm_status dmi_choice_cut(dmi_choice_cutter *cutter, const int32_t *list, int32_t count,
                         const double *share, double *coefficient, double *constant, dm_run *run,
                         dm_error *err)
{
    const dmi_choice_problem *p = cutter->problem;
    const dmi_choice_set *in = cutter->in;
    if (cutter->threshold)
        set_thresholds(cutter, share);
    *constant = in->gain + cutter->raised; /* a set without those that are in is not charged */
    for (int32_t i = 0; i < in->count; i++)
        *constant += dmi_choice_price(p, in->chosen[i]);
    if (!p->is_linear)
        *constant += choose_cuts(cutter, (shared){list, count, share});
    memcpy(coefficient, cutter->single, (size_t)p->candidates * sizeof *coefficient);
    for (int32_t i = 0; i < count; i++) {
        coefficient[list[i]] =
            coefficient_of_row(cutter, &p->row[list[i]]) - dmi_choice_price(p, list[i]);
        if (!dmi_run_go_on(run, 1))
            return dmi_stopped(run, err);
    }
    for (int32_t i = 0; i < in->count; i++)
        coefficient[in->chosen[i]] = -dmi_choice_price(p, in->chosen[i]);
    return DM_OK;
}
