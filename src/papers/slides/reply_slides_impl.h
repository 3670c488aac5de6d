/* reply_slides_impl.h - labels and tables of reply_slides.c: the nearest stones on one side of a
 * vertex, and the best value for every combination of them. */
#ifndef DMI_PAPERS_SLIDES_REPLY_SLIDES_IMPL_H
#define DMI_PAPERS_SLIDES_REPLY_SLIDES_IMPL_H

#include "location/reply/reply_problem.h"
#include <stdint.h>

enum { NOBODY = 0, WHITE = 1, BLACK = 2, BOTH = 3 };

/* How far the nearest stones are and whose they are. As a number: 0 nobody's, else 3 distance +
 * owner. */
typedef struct label {
    int32_t distance;
    int32_t owner;
} label;

static inline int32_t number_of(label a)
{
    return a.owner == NOBODY ? 0 : 3 * a.distance + a.owner;
}

static inline label label_of(int32_t number)
{
    return number == 0 ? (label){0, NOBODY} : (label){(number - 1) / 3, 1 + (number - 1) % 3};
}

static inline label nearer(label a, label b)
{
    if (a.owner == NOBODY || b.owner == NOBODY)
        return a.owner == NOBODY ? b : a;
    if (a.distance == b.distance)
        return (label){a.distance, a.owner | b.owner};
    return a.distance < b.distance ? a : b;
}

static inline label farther(label a, int32_t steps)
{
    return a.owner == NOBODY ? a : (label){a.distance + steps, a.owner};
}

#define NEVER INT64_MIN /* no such placement */

/* A set of labels. */
typedef struct labels {
    int32_t count;
    int32_t *index; /* by number; -1: not in the set */
    label *list;
} labels;

typedef struct node {
    dm_vertex parent;
    int32_t children, first; /* in `child` */
    int64_t value;
    unsigned char given; /* the stone already here, or NOBODY */
    bool open;
    labels in, out;
    int64_t *best; /* [out][in][j] */
} node;

/* Which entry of a node's table is traced: indices of its labels, and stones. */
typedef struct entry {
    int32_t out, in, stones;
} entry;

typedef struct slides {
    const dmi_reply_problem *problem;
    bool printed;   /* the recurrence with its mistakes */
    dm_vertex root; /* -1: one with fewest neighbours */
    dm_tie_rule ties;
    int64_t radius; /* in steps; -1: none */
    int32_t n, numbers, stones, most_children;
    dm_vertex *order, *child; /* parents first; children of a node together */
    node *node;               /* by vertex */
    entry *entry;             /* by vertex */
    unsigned char *mark;      /* scratch: by number */
    unsigned char *mark_next;
    int32_t *choice;      /* scratch: the inside label of each child */
    int32_t *outside;     /* scratch: the label outside each child */
    int64_t *row;         /* scratch: best sums over the first children, (children + 1) rows */
    int64_t combinations; /* sums of entries that were tried */
    dm_run *run;
    dmi_arrays arrays;
} slides;

/* Black minus White of v itself if these are its nearest stones. */
static inline int64_t share_of(const slides *s, const node *v, label nearest)
{
    if (nearest.owner == NOBODY || (s->radius >= 0 && nearest.distance > s->radius))
        return 0;
    if (nearest.owner != BOTH)
        return nearest.owner == BLACK ? v->value : -v->value;
    return dm_ties_are_nobodys(s->ties) ? 0 : dm_ties_sign(s->ties) < 0 ? v->value : -v->value;
}

static inline int64_t *best_of(const slides *s, const node *v, int32_t out, int32_t in)
{
    return v->best + ((int64_t)out * v->in.count + in) * (s->stones + 1);
}

/* Roots the tree of the problem, lets `solve` answer, and frees everything. */
typedef dm_status slides_solve_fn(slides *s, dmi_reply_result *result, dm_error *err);
dm_status dmi_slides_ask(const dmi_reply_problem *problem, const dm_reply_request *request,
                         slides_solve_fn *solve, dm_run *run, dmi_reply_result *result,
                         dm_error *err);

/* Copies the filled tables, after the best reply was traced (reply_table.c). */
dm_status dmi_slides_list_entries(const slides *s, int64_t limit, dm_reply_table *out,
                                  dm_error *err);

#endif
