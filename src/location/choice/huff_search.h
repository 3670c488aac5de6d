/* huff_search.h - branch and cut under the Huff rule, shared by its workers. */
#ifndef DMI_LOCATION_CHOICE_HUFF_SEARCH_H
#define DMI_LOCATION_CHOICE_HUFF_SEARCH_H

#include "location/choice/huff_cut.h"
#include "location/choice/huff_relax.h"
#include "search/branch_bound.h"
#include "search/cut_lp.h"

/* list: the sites that are in, then the open ones. */
typedef struct dmi_huff_node {
    double upper;
    int32_t ins, opens;
    int32_t list[];
} dmi_huff_node;

typedef struct dmi_huff_search {
    const dmi_huff_problem *problem;
    double tolerance;
    dmi_branch_bound tree; /* its lock guards what follows */
    double *held;          /* of each worker: the bound of its node, or -INFINITY */
    int workers;
    double closed; /* the largest bound of nodes that were dropped */
    dmi_huff_choice *best;
    struct dmi_huff_worker *worker;
    dm_run *run;
} dmi_huff_search;

/* A node is worth working on only if its bound is above this. */
double dmi_huff_goal(dmi_huff_search *search);
/* Offers a set as the best one. */
void dmi_huff_offer(dmi_huff_search *search, const dmi_huff_choice *choice);

/* What a worker knows of a cut beside its whole-numbered copy in the linear program. */
typedef struct dmi_huff_row_cut {
    double constant;
    double *coefficient; /* one per candidate; NULL: the row that holds the budget */
} dmi_huff_row_cut;

/* One thread's scratch.  In the linear program the candidates are followed by `count` sites that
 * gain and cost nothing, if there is a budget: then a set may be smaller. */
typedef struct dmi_huff_worker {
    dmi_huff_search *search;
    dmi_huff_cutter cutter;
    dmi_huff_relaxation relax;
    dmi_lp lp;
    double scale; /* from gains to the numbers of the linear program */
    dmi_huff_row_cut *cut;
    size_t cut_room;
    double *multiplier;
    size_t multiplier_room;
    unsigned char *fix, *wanted; /* of each candidate, in the linear program and in the node */
    int64_t *scaled;
    double *mixed, *coefficient, *share, *centre;
    int32_t *list, lists; /* the sites that are in and the open ones */
    dmi_huff_choice in, tried;
    dmi_arrays arrays;
} dmi_huff_worker;

dm_status dmi_huff_worker_init(dmi_huff_worker *worker, dmi_huff_search *search, dm_error *err);
void dmi_huff_worker_clear(dmi_huff_worker *worker);
/* Works on a node and makes its children (NULL: none); *dropped is the largest bound of what was
 * left out. */
dm_status dmi_huff_node_process(dmi_huff_worker *worker, const dmi_huff_node *node,
                                dmi_huff_node *child[2], double *dropped, dm_error *err);

#endif
