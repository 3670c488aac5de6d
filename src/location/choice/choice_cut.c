/* choice_cut.c - cuts that bound the gain from above.
 *
 * A cut is the sum of those of all customers (choice_cell.h), each of which is low at the given
 * shares.
 *
 * If some sites are in, pulls count in units of `start` and their pulls, and the cut bounds what a
 * set gains together with them, which is no less than what it gains alone.  Any set of as many
 * sites as are asked for has at least as many beside those that are in as were left to choose, so
 * the cut holds for all of them.
 *
 * If only G sites of the own side compete, then for any threshold h >= 0
 *
 *     the sum of the G largest pulls <= G h + sum of max(0, a(j) - h),
 *
 * so pulls above the threshold take the place of the pulls, on top of what the standing sites and
 * those that are in leave of G h.  The bound is lowest where the shares of the pulls above h add up
 * to G: that is the threshold of a customer.  Under the nearest rule G is 1 and g(y) = y.
 *
 * The cells of the coarse problem (choice_coarse.h) serve the customers of a cluster, as a cell
 * holds for any customer and these are pulled nearly alike.
 *
 * Cost: O(pairs of listed candidates and customers), and O(p^2) per customer with p pulls of sites
 * that have shares, which are sorted by insertion.
 * Source of cuts by tangents and by single gains: Ljubic and Moreno, Outer approximation and
 * submodular cuts for maximum capture facility location problems, 2018.
 */
#include "location/choice/choice_cut.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 256 }; /* of a row */

dm_status dmi_choice_cutter_init(dmi_choice_cutter *cutter, const dmi_choice_problem *problem,
                                 dm_error *err)
{
    size_t customers = (size_t)problem->customers;
    dmi_choice_set nothing = {0};
    dmi_choice_cutter k = {.problem = problem};
    k.unit = dmi_array(&k.arrays, customers, sizeof *k.unit);
    k.cell = dmi_array_zeroed(&k.arrays, customers, sizeof *k.cell);
    k.small = dmi_array(&k.arrays, customers, sizeof *k.small);
    k.end = dmi_array(&k.arrays, customers, sizeof *k.end);
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
    free(cutter->shared);
    dmi_arrays_free(&cutter->arrays);
    *cutter = (dmi_choice_cutter){0};
}

/* The unit of customer v if `more` pulls beside the sites that are in. */
static void set_unit(dmi_choice_cutter *k, int32_t v, double more)
{
    const dmi_choice_problem *p = k->problem;
    double all = p->is_linear ? 1 : k->in->sum[v] + more;
    k->unit[v] = (dmi_choice_unit){1 / all, p->weight[v] / all};
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
        return k->unit[v].rest * pull;
    double above = pull - k->threshold[v];
    return above > 0 ? k->unit[v].rest * above : 0;
}

/* Lists the pulls of candidates with shares by customer, in no order: those of customer v end at
 * k->end[v]. */
static bool list_shared(dmi_choice_cutter *k, shared s)
{
    int32_t customers = k->problem->customers;
    int64_t total = 0;
    memset(k->end, 0, (size_t)customers * sizeof *k->end);
    for (int32_t i = 0; i < s.count; i++) {
        const dmi_choice_row *row = &k->problem->row[s.list[i]];
        for (int64_t e = 0; s.share[s.list[i]] > 0 && e < row->count; e++)
            k->end[row->customer[e]]++;
    }
    for (int32_t v = 0; v < customers; v++) { /* where they begin, for now */
        int64_t here = k->end[v];
        k->end[v] = total;
        total += here;
    }
    if (!dmi_reserve(&k->shared, &k->shared_room, (size_t)total + 1, sizeof *k->shared))
        return false;
    for (int32_t i = 0; i < s.count; i++) {
        const dmi_choice_row *row = &k->problem->row[s.list[i]];
        double share = s.share[s.list[i]];
        for (int64_t e = 0; share > 0 && e < row->count; e++) {
            int32_t v = row->customer[e];
            k->shared[k->end[v]++] = (dmi_choice_shared){pull_in_unit(k, v, row->pull[e]), share};
        }
    }
    return true;
}

/* Sorts by insertion, the largest pull first; returns the sum of the shares. */
static double sort_pulls(dmi_choice_shared *item, int64_t count)
{
    double share = 0;
    for (int64_t i = 0; i < count; i++) {
        dmi_choice_shared one = item[i];
        int64_t at = i;
        share += one.share;
        for (; at > 0 && item[at - 1].pull < one.pull; at--)
            item[at] = item[at - 1];
        item[at] = one;
    }
    return share;
}

/* Gives every customer a cell that is low at the shares. */
static dm_status choose_cells(dmi_choice_cutter *k, shared s, dm_error *err)
{
    const dmi_choice_problem *p = k->problem;
    int32_t others = p->is_exact ? p->count - k->in->news - 1 : 0;
    double total = 0;
    int64_t first = 0;
    if (!list_shared(k, s))
        return dmi_no_memory(err);
    for (int32_t i = 0; i < s.count; i++)
        total += s.share[s.list[i]];
    for (int32_t v = 0; v < p->customers; v++) {
        dmi_choice_shared *item = k->shared + first;
        int64_t count = k->end[v] - first;
        double share = sort_pulls(item, count);
        dmi_choice_cell_choose(&k->cell[v], item, (int32_t)count, total - share, others);
        first = k->end[v];
    }
    return DM_OK;
}

/* The same, from those of the clusters if there are any. */
static dm_status find_cells(dmi_choice_cutter *k, shared s, dm_error *err)
{
    dm_status status = choose_cells(k->coarse ? k->coarse : k, s, err);
    for (int32_t v = 0; k->coarse && v < k->problem->customers; v++)
        k->cell[v] = k->coarse->cell[k->cluster[v]];
    return status;
}

/* Brings the cells of small pulls to the units of the rows and adds up the constants; *slot: what a
 * site without a pull is charged. */
static double scale_cells(dmi_choice_cutter *k, double *slot)
{
    double constant = 0;
    *slot = 0;
    for (int32_t v = 0; v < k->problem->customers; v++) {
        const dmi_choice_cell *cell = &k->cell[v];
        double weight = k->unit[v].weight, rest = k->unit[v].rest;
        constant += weight * cell->square;
        *slot += weight * cell->bend * cell->far;
        k->small[v] = (dmi_choice_smalls){.limit = cell->limit / rest,
                                          .slope = weight * rest * cell->slope,
                                          .bend = weight * rest * cell->bend,
                                          .far = cell->far / rest};
    }
    return constant;
}

/* The part of a row from `first` to `end`: small pulls at once, large ones later, so that the loop
 * over all has no branches. */
static double charge_of_part(const dmi_choice_cutter *k, const dmi_choice_row *row, int64_t first,
                             int64_t end)
{
    int64_t large[PART];
    int32_t larges = 0;
    double sum = 0, pull;
    for (int64_t i = first; i < end; i++) {
        int32_t v = row->customer[i];
        const dmi_choice_smalls *small = &k->small[v];
        pull = row->pull[i] - (k->threshold ? k->threshold[v] : 0);
        pull = pull > 0 ? pull : 0;
        double charge = small->slope * pull - small->bend * (pull < small->far ? pull : small->far);
        bool is_large = pull > small->limit;
        sum += is_large ? 0 : charge;
        large[larges] = i;
        larges += is_large;
    }
    for (int32_t i = 0; i < larges; i++) {
        int32_t v = row->customer[large[i]];
        const dmi_choice_cell *cell = &k->cell[v];
        double charge = dmi_choice_charge(cell, pull_in_unit(k, v, row->pull[large[i]]));
        sum += k->unit[v].weight * (charge - cell->bend * cell->far);
    }
    return sum;
}

/* What a candidate is charged for the pulls of its row, beyond what a site without any is. */
static double charge_of_row(const dmi_choice_cutter *k, const dmi_choice_row *row)
{
    double sum = 0;
    for (int64_t i = 0; i < row->count; i += PART)
        sum += charge_of_part(k, row, i, row->count < i + PART ? row->count : i + PART);
    return sum;
}

/* The same under the nearest rule. */
static double pull_of_row(const dmi_choice_cutter *k, const dmi_choice_row *row)
{
    double sum = 0;
    for (int64_t i = 0; i < row->count; i++)
        sum += k->unit[row->customer[i]].weight * pull_in_unit(k, row->customer[i], row->pull[i]);
    return sum;
}

dm_status dmi_choice_cut(dmi_choice_cutter *cutter, const int32_t *list, int32_t count,
                         const double *share, double *coefficient, double *constant, dm_run *run,
                         dm_error *err)
{
    const dmi_choice_problem *p = cutter->problem;
    const dmi_choice_set *in = cutter->in;
    dm_status status = DM_OK;
    if (cutter->threshold)
        set_thresholds(cutter, share);
    *constant = in->gain + cutter->raised; /* a set without those that are in is not charged */
    for (int32_t i = 0; i < in->count; i++)
        *constant += dmi_choice_price(p, in->chosen[i]);
    double slot = 0; /* what a site without a pull is charged */
    if (!p->is_linear) {
        status = find_cells(cutter, (shared){list, count, share}, err);
        if (status != DM_OK)
            return status;
        *constant += scale_cells(cutter, &slot);
    }
    for (int32_t c = 0; c < p->candidates; c++)
        coefficient[c] = slot + cutter->single[c];
    for (int32_t i = 0; i < count; i++) {
        const dmi_choice_row *row = &p->row[list[i]];
        double charge = p->is_linear ? pull_of_row(cutter, row) : charge_of_row(cutter, row);
        coefficient[list[i]] = slot + charge - dmi_choice_price(p, list[i]);
        if (!dmi_run_go_on(run, 1))
            return dmi_stopped(run, err);
    }
    for (int32_t i = 0; i < in->count; i++)
        coefficient[in->chosen[i]] = -dmi_choice_price(p, in->chosen[i]);
    return DM_OK;
}
