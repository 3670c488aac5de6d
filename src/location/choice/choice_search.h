/* choice_search.h - branch and cut over the sites to open, shared by its workers. */
#ifndef DMI_LOCATION_CHOICE_CHOICE_SEARCH_H
#define DMI_LOCATION_CHOICE_CHOICE_SEARCH_H

#include "location/choice/choice_coarse.h"
#include "location/choice/choice_cut.h"
#include "location/choice/choice_relax.h"
#include "search/branch_bound.h"
#include "search/cut_lp.h"

/* list: the sites that are in, then the open ones. */
typedef struct dmi_choice_node {
    double upper;
    int32_t ins, opens;
    int32_t list[];
} dmi_choice_node;

typedef struct dmi_choice_tree {
    const dmi_choice_problem *problem;
    const dmi_choice_coarse *coarse; /* NULL: there is none */
    double tolerance;
    double least, enough;  /* sets below `least` do not count; one of `enough` ends the search */
    dmi_branch_bound tree; /* its lock guards what follows */
    double *held;          /* of each worker: the bound of its node, or -INFINITY */
    int workers;
    double closed;       /* the largest bound of nodes that were dropped */
    double coarse_error; /* by how much the cuts of the problem itself lower a coarse bound */
    dmi_choice_set *best;
    struct dmi_choice_worker *worker;
    dm_run *run;
} dmi_choice_tree;

/* A node is worth working on only if its bound is above this. */
double dmi_choice_cutoff(dmi_choice_tree *search);
/* Offers a set as the best one, if it is complete. */
void dmi_choice_offer(dmi_choice_tree *search, const dmi_choice_set *set);

/* What a worker knows of a cut beside its whole-numbered copy in the linear program. */
typedef struct dmi_choice_row_cut {
    double constant;
    double *coefficient; /* one per candidate; NULL: a row that is no cut */
} dmi_choice_row_cut;

/* A problem as a worker sees it at its node: the coarse one first, the problem itself last. */
typedef struct dmi_choice_view {
    const dmi_choice_problem *problem;
    dmi_choice_cutter cutter;
    dmi_choice_set in, tried;
    bool is_entered; /* `in` and the cutter are at the node */
} dmi_choice_view;

/* One thread's scratch.  In the linear program the candidates are followed by sites that gain and
 * cost nothing, as many as a set may be smaller. */
typedef struct dmi_choice_worker {
    dmi_choice_tree *search;
    dmi_choice_view view[2];
    int views;
    dmi_choice_relaxation relax;
    dmi_lp lp;
    dmi_lp_dictionary saved; /* of the linear program, while a branch is tried */
    double scale;            /* from gains to the numbers of the linear program */
    dmi_choice_row_cut *cut;
    size_t cut_room;
    double *multiplier;
    size_t multiplier_room;
    unsigned char *fix, *wanted; /* of each candidate, in the linear program and in the node */
    int64_t *scaled;
    double *mixed, *coefficient, *share, *centre;
    int32_t *list, lists; /* the sites that are in and the open ones */
    dmi_choice_set *in;   /* the sites that are in, as the first view has them */
    dmi_arrays arrays;
} dmi_choice_worker;

dm_status dmi_choice_worker_init(dmi_choice_worker *worker, dmi_choice_tree *search, dm_error *err);
void dmi_choice_worker_clear(dmi_choice_worker *worker);
/* Brings a view to the sites that are in. */
void dmi_choice_enter_view(dmi_choice_worker *worker, dmi_choice_view *view);
/* A cut of the view that is low at worker->share: fills worker->coefficient. */
dm_status dmi_choice_make_cut(dmi_choice_worker *worker, dmi_choice_view *view, double *constant,
                              dm_error *err);
/* Adds a cut to the linear program. */
dm_status dmi_choice_add_cut(dmi_choice_worker *worker, const double *coefficient, double constant,
                             dm_error *err);
/* Works on a node and makes its children (NULL: none); *dropped is the largest bound of what was
 * left out. */
dm_status dmi_choice_node_process(dmi_choice_worker *worker, const dmi_choice_node *node,
                                  dmi_choice_node *child[2], double *dropped, dm_error *err);

/* What is wanted of a search. */
typedef struct dmi_choice_wish {
    double tolerance; /* of the bound */
    double least;     /* sets that gain less do not count; -INFINITY: all do */
    double enough;    /* a set that gains so much ends the search; INFINITY: none does */
    int threads;
} dmi_choice_wish;
/* Branch and bound from `set`, which becomes the best; its gain is -INFINITY if none is known.
 * *upper falls to within the tolerance of its gain, or to the least gain that counts.
 * DM_STOPPED. */
dm_status dmi_choice_exact(const dmi_choice_problem *problem, const dmi_choice_wish *wish,
                           dmi_choice_set *set, double *upper, int64_t *nodes, dm_run *run,
                           dm_error *err);

#endif
