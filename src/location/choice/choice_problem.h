/* choice_problem.h - which sites to open, as a problem: what each candidate gains of each customer.
 *
 * A candidate has a pull on each customer that it reaches, and a set of them pulls with the sum, or
 * with the sum of the strongest ones if only some sites of a side compete.  If the set raises what
 * the own side pulls by p, the customer adds to the goal
 *
 *     divided demand      weight * p / (start * (start + p)),   start: what pulls without the set
 *     the nearest site    weight * p,  where only the strongest counts
 *
 * Both are concave and do not fall in p, so the gain of a set is submodular: that is all that the
 * search uses.  A price per site may be taken off.
 *
 * Source: Ljubic and Moreno, Outer approximation and submodular cuts for maximum capture facility
 * location problems with random utilities, 2018; Benati and Hansen, The maximum capture problem
 * with random utilities, 2002.
 */
#ifndef DMI_LOCATION_CHOICE_CHOICE_PROBLEM_H
#define DMI_LOCATION_CHOICE_CHOICE_PROBLEM_H

#include "location/choice/choice_rows.h"
#include "location/choice/choice_spacing.h"
#include "location/reply/reply_problem.h"

/* What the side that chooses maximizes: own * its score - rival * the other's. */
typedef struct dmi_choice_goal {
    double own, rival;
} dmi_choice_goal;

dmi_choice_goal dmi_choice_goal_of(const dm_terms *terms);

typedef struct dmi_choice_problem {
    /* The candidates: `candidates - closable` new sites, then standing ones that may be closed. */
    int32_t candidates, closable;
    const dm_vertex *vertex;
    const int64_t *cost;
    const double *price; /* taken off the gain; NULL: nothing is */
    const bool *closed;  /* candidates that may not be chosen; NULL: all may */
    int32_t count;       /* new sites to choose */
    bool is_exact;       /* exactly so many; otherwise at most */
    bool has_budget;
    int64_t budget;             /* of the costs of all that are chosen */
    const dmi_spacing *spacing; /* which candidates exclude each other, and behind them sites that
                                   stand; NULL: none do */

    int32_t customers;
    bool is_linear; /* the nearest site: see above */
    const double *weight;
    const double *start;     /* NULL under is_linear */
    int32_t choices;         /* sites of the own side that compete; INT32_MAX: all */
    const double *strongest; /* pulls of the own standing sites, `choices` per customer, the largest
                          first, 0 where there are fewer; NULL: all compete */
    const dmi_choice_row *row;  /* of each candidate */
    dmi_choice_columns columns; /* if not all compete: the rows by customer */
    double base;                /* the goal without candidates, and without their prices */
    double ceiling;             /* no set gains more, whatever its prices */
} dmi_choice_problem;

static inline bool dmi_choice_is_new(const dmi_choice_problem *problem, int32_t c)
{
    return c < problem->candidates - problem->closable;
}

/* The most candidates in a set. */
static inline int32_t dmi_choice_most(const dmi_choice_problem *problem)
{
    return problem->count + problem->closable;
}

static inline double dmi_choice_price(const dmi_choice_problem *problem, int32_t c)
{
    return problem->price ? problem->price[c] : 0;
}

/* Fills what follows from rows, weights and starts: columns, unless they are there, and ceiling.
 * The problem borrows everything but the columns. */
dm_status dmi_choice_problem_finish(dmi_choice_problem *problem, dm_error *err);
void dmi_choice_problem_clear(dmi_choice_problem *problem);

/* A set of candidates with what it does to every customer. */
typedef struct dmi_choice_set {
    int32_t *chosen;
    int32_t count, news; /* of `chosen`; new sites among them */
    int64_t cost;
    double gain;       /* less the prices; -INFINITY: no set that is allowed is known */
    double *sum;       /* start and the pulls, of each customer */
    double *strongest; /* as in the problem, with those of the set */
    int32_t *excluded; /* of each place of the spacing: how many exclude it; NULL: no spacing */
} dmi_choice_set;

dm_status dmi_choice_set_init(dmi_choice_set *set, const dmi_choice_problem *problem,
                              dm_error *err);
void dmi_choice_set_clear(dmi_choice_set *set);
/* Takes a pull among the strongest ones of a customer, of which there are `choices`. */
void dmi_choice_take_pull(double *strongest, int32_t choices, double *sum, double pull);
/* What candidate c would add, less its price. */
double dmi_choice_gain(const dmi_choice_problem *problem, const dmi_choice_set *set, int32_t c);
void dmi_choice_set_fill(const dmi_choice_problem *problem, const int32_t *chosen, int32_t count,
                         dmi_choice_set *set);
void dmi_choice_set_add(const dmi_choice_problem *problem, dmi_choice_set *set, int32_t c);
/* Whether c may be added. */
bool dmi_choice_fits(const dmi_choice_problem *problem, const dmi_choice_set *set, int32_t c);
/* Whether the set is an answer: it has as many sites as are asked for. */
static inline bool dmi_choice_is_complete(const dmi_choice_problem *problem,
                                          const dmi_choice_set *set)
{
    return !problem->is_exact || set->news == problem->count;
}

/* A set that is built by adding the candidate of the largest gain; *upper becomes a bound on all
 * gains.  The set may be incomplete.  DM_STOPPED: it may be smaller than it could be. */
dm_status dmi_choice_greedy(const dmi_choice_problem *problem, dmi_choice_set *set, double *upper,
                            dm_run *run, dm_error *err);
/* Exchanges one site for another as long as that gains.  DM_STOPPED. */
dm_status dmi_choice_improve(const dmi_choice_problem *problem, dmi_choice_set *set, dm_run *run,
                             dm_error *err);

#endif
