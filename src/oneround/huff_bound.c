/* huff_bound.c - cuts that bound the gain from above.
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
 * has such a site or has not: docs/ALGORITHMS.md has the proof.  At t = 0 the coefficients are the
 * gains of single sites (the cut of Nemhauser and Wolsey).
 *
 * Each customer has its own t, chosen so that the cut is low at the present shares x:
 * t = 0, t = sum of x a, or the fixed point t = (sum over small a of x a) / (1 - sum over large a
 * of x), which is where the slope in t vanishes.  All cuts together are one linear function of the
 * sites, which huff_relax.c maximises; its maximum bounds all gains.  The shares then move towards
 * the maximiser (Frank and Wolfe 1956).
 *
 * Cost of a step: O(pairs of active candidates and customers).
 * Source of cuts by tangents and single gains: Ljubic and Moreno, Outer approximation and
 * submodular cuts for maximum capture facility location problems, 2018.
 */
#include "oneround/huff_bound.h"

#include "base/base.h"
#include <string.h>

dm_status dmi_huff_bounder_init(dmi_huff_bounder *bounder, const dmi_huff_problem *problem,
                                dm_error *err)
{
    dmi_huff_bounder b = {.problem = problem};
    size_t customers = (size_t)problem->customers, candidates = (size_t)problem->candidates;
    double **lists[] = {&b.sum,       &b.point[0],  &b.point[1],  &b.small,    &b.large,
                        &b.height[0], &b.height[1], &b.height[2], &b.height[3]};
    b.share = dmi_array_zeroed(&b.arrays, candidates, sizeof *b.share);
    b.best_reduced = dmi_array(&b.arrays, candidates, sizeof *b.best_reduced);
    b.coefficient = dmi_array(&b.arrays, candidates, sizeof *b.coefficient);
    b.cell = dmi_array(&b.arrays, customers, sizeof *b.cell);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = dmi_array(&b.arrays, customers, sizeof **lists[i]);
    dm_status status = dmi_arrays_check(&b.arrays, err);
    if (status == DM_OK)
        status = dmi_huff_choice_init(&b.in, problem, err);
    if (status == DM_OK)
        status = dmi_huff_relaxation_init(&b.relax, problem, err);
    if (status == DM_OK)
        *bounder = b;
    else
        dmi_huff_bounder_clear(&b);
    return status;
}

void dmi_huff_bounder_clear(dmi_huff_bounder *bounder)
{
    dmi_arrays_free(&bounder->arrays);
    dmi_huff_choice_clear(&bounder->in);
    dmi_huff_relaxation_clear(&bounder->relax);
    *bounder = (dmi_huff_bounder){0};
}

void dmi_huff_bounder_start(dmi_huff_bounder *bounder, const int32_t *in, int32_t count)
{
    const dmi_huff_problem *p = bounder->problem;
    dmi_huff_choice_set(p, in, count, &bounder->in);
    for (int32_t v = 0; v < p->customers; v++) {
        double rest = 1 / (1 + bounder->in.sum[v]);
        bounder->cell[v] = (dmi_huff_cell){.rest = rest, .weight = p->weight[v] * rest};
    }
    bounder->steps = 0;
    bounder->upper = INFINITY;
}

/* The coefficient of a pull in the cut that touches at t = (1 - slope) / slope. */
static inline double coefficient(double pull, double slope, double square)
{
    double scaled = slope * pull;
    double single = pull / (1 + pull) - square, added = slope * scaled / (1 + scaled);
    double lifted = single > added ? single : added;
    return scaled <= 1 - slope ? slope * scaled : lifted;
}

static double gradient(const dmi_huff_bounder *b, int32_t c)
{
    const dmi_huff_row *row = &b->problem->row[c];
    const dmi_huff_cell *cells = b->cell;
    double sum = 0;
    for (int64_t i = 0; i < row->count; i++) {
        const dmi_huff_cell *cell = &cells[row->customer[i]];
        sum += cell->weight * coefficient(cell->rest * row->pull[i], cell->slope, cell->square);
    }
    return sum;
}

/* Adds the pulls at most `point` to `small`, times the share, and the shares of the others to
 * `large`. */
static void divide(dmi_huff_bounder *b, const double *point)
{
    size_t bytes = (size_t)b->problem->customers * sizeof *b->small;
    memset(b->small, 0, bytes);
    memset(b->large, 0, bytes);
    for (int32_t i = 0; i < b->relax.actives; i++) {
        int32_t c = b->relax.active[i];
        const dmi_huff_row *row = &b->problem->row[c];
        double share = b->share[c];
        for (int64_t k = 0; share > 0 && k < row->count; k++) {
            int32_t v = row->customer[k];
            double pull = b->cell[v].rest * row->pull[k];
            bool is_small = pull <= point[v];
            b->small[v] += is_small ? share * pull : 0;
            b->large[v] += is_small ? 0 : share;
        }
    }
}

static void find_points(dmi_huff_bounder *b)
{
    static const double everything = 1e300;
    int32_t customers = b->problem->customers;
    for (int32_t v = 0; v < customers; v++)
        b->sum[v] = everything;
    divide(b, b->sum);
    memcpy(b->sum, b->small, (size_t)customers * sizeof *b->sum);
    for (int round = 0; round < 2; round++) {
        divide(b, round ? b->point[0] : b->sum);
        for (int32_t v = 0; v < customers; v++)
            b->point[round][v] = b->large[v] < 1 ? b->small[v] / (1 - b->large[v]) : b->sum[v];
    }
}

/* Adds to `height` what a row contributes at the shares, for the cuts that touch at `point`. */
static void add_heights(const dmi_huff_bounder *b, const double *point, double *height)
{
    for (int32_t v = 0; v < b->problem->customers; v++) {
        double part = point ? point[v] / (1 + point[v]) : 0;
        height[v] = part * part;
    }
    for (int32_t i = 0; i < b->relax.actives; i++) {
        int32_t c = b->relax.active[i];
        const dmi_huff_row *row = &b->problem->row[c];
        double share = b->share[c];
        for (int64_t k = 0; share > 0 && k < row->count; k++) {
            int32_t v = row->customer[k];
            double slope = point ? 1 / (1 + point[v]) : 1;
            height[v] += share * coefficient(b->cell[v].rest * row->pull[k], slope,
                                             (1 - slope) * (1 - slope));
        }
    }
}

/* Gives every customer the lowest of its cuts; the sum of their constants. */
static double choose_cuts(dmi_huff_bounder *b)
{
    const double *points[] = {NULL, b->sum, b->point[0], b->point[1]};
    double constant = 0;
    find_points(b);
    for (int i = 0; i < 4; i++)
        add_heights(b, points[i], b->height[i]);
    for (int32_t v = 0; v < b->problem->customers; v++) {
        int best = 0;
        for (int i = 1; i < 4; i++)
            best = b->height[i][v] < b->height[best][v] ? i : best;
        double slope = best ? 1 / (1 + points[best][v]) : 1;
        b->cell[v].slope = slope;
        b->cell[v].square = (1 - slope) * (1 - slope);
        constant += b->cell[v].weight * b->cell[v].square;
    }
    return constant;
}

/* With one site to choose the gains of single sites are all there is. */
static double choose_single_cuts(dmi_huff_bounder *b)
{
    for (int32_t v = 0; v < b->problem->customers; v++) {
        b->cell[v].slope = 1;
        b->cell[v].square = 0;
    }
    return 0;
}

static void move(dmi_huff_bounder *b)
{
    double step = 2.0 / (b->steps + 3);
    for (int32_t i = 0; i < b->relax.actives; i++) {
        int32_t c = b->relax.active[i];
        double moved = b->share[c] + step * (b->relax.share[c] - b->share[c]);
        b->share[c] = moved > 1e-4 ? moved : 0;
    }
}

dm_status dmi_huff_bounder_step(dmi_huff_bounder *bounder, dm_run *run, dm_error *err)
{
    dmi_huff_bounder *b = bounder;
    const dmi_huff_problem *p = b->problem;
    int32_t left = p->count - b->in.count;
    double constant = left == 1 ? choose_single_cuts(b) : choose_cuts(b);
    for (int32_t i = 0; i < b->relax.actives; i++) {
        b->coefficient[b->relax.active[i]] = gradient(b, b->relax.active[i]);
        if (!dmi_run_go_on(run, 1))
            return dmi_stopped(run, err);
    }
    double bound = b->in.gain + constant +
                   dmi_huff_relax(&b->relax, b->coefficient, left, p->budget - b->in.cost);
    if (bound < b->upper) {
        b->upper = bound;
        memcpy(b->best_reduced, b->relax.reduced, (size_t)p->candidates * sizeof *b->best_reduced);
    }
    move(b);
    b->steps++;
    return DM_OK;
}
