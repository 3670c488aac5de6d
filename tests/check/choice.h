/* check/choice.h - the rules of choice from their definition: every site is looked at for every
 * vertex, and every set of new sites is tried.  Sums are long doubles. */
#ifndef CHECK_CHOICE_H
#define CHECK_CHOICE_H

#include <demesne/lead.h>

/* The share of site `which` (counted through the groups) at v; -1 if nothing pulls there. */
long double check_choice_share(const dm_arena *arena, const int64_t *distances,
                               const dm_terms *terms, const dm_group *groups, int group_count,
                               int32_t which, dm_vertex v);

/* Demand of White's and Black's sites, what stays outside, is tied or unreached; any rule. */
typedef struct check_choice_sums {
    long double white, black, outside, tied, unreached;
} check_choice_sums;

check_choice_sums check_choice(const dm_arena *arena, const int64_t *distances,
                               const dm_terms *terms, const dm_group *groups, int group_count);

/* The best of the sets that the request allows. */
typedef struct check_choice_best {
    bool any;            /* some set is allowed, and reaches the target, if there is one */
    long double reached; /* the largest of what is maximized */
    int64_t price;       /* with a target: the least cost, or the fewest sites */
    long double most;    /* the same: Black's largest score */
} check_choice_best;

check_choice_best check_choice_reply(const dm_arena *arena, const int64_t *distances,
                                     const dm_reply_request *request);

/* What White's best opening guarantees of what it maximizes; -INFINITY: there is none. */
long double check_choice_lead(const dm_arena *arena, const int64_t *distances,
                              const dm_lead_request *request);

#endif
