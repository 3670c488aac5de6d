/* search_one.c - the best place for one new site: branch and bound over patches.
 *
 * The greatest bound first.  What a site takes changes smoothly but at the rivals' sites, so a
 * patch without t = 0 whose slopes are certain to be not 0 has no maximum, and one with t = 0 where
 * taking falls with t has its maximum at t = 0, if anywhere.  On a board that is not convex that
 * holds for patches on the board only.  (On a convex board places outside are no better: the
 * nearest place of the board is nearer to all of it.)
 *
 * If all that is left has t = 0 and the rest is worse for certain, the supremum is not attained; if
 * the bounds at t = 0 are below what some place takes, it is, since elsewhere what a site takes is
 * continuous.
 */
#include "plane/reply/patches.h"

#include "base/heap.h"

#define SAME 1e-11 /* values are equal but for rounding, beside the area */

enum { MOST_NODES = 8000000 }; /* of the tree: some 1 GB */
enum { DECIDING = 50000 };     /* patches divided to learn whether the supremum is attained */

typedef struct search {
    dmi_patch_tree *tree;
    dmi_heap heap;
    double known, epsilon;
    double near, inside; /* the greatest bounds of what is left: with t = 0; with t > 0 */
    dmi_found_reply *best;
} search;

static bool is_face(const dmi_patch_node *n)
{
    return n->patch.t1 == 0;
}

/* What sites are known to take that do not only come near to it. */
static double known_inside(const search *s)
{
    return fmax(s->known, s->best->value);
}

static double best_known(const search *s)
{
    return fmax(s->known, fmax(s->best->value, s->best->face_value));
}

static void take_middle(search *s, const dmi_patch_node *n)
{
    double value = n->middle - 1e-12 * s->tree->atlas->land->area;
    dmi_found_reply *b = s->best;
    if (is_face(n) ? value <= b->face_value : value <= b->value)
        return;
    dm_point at = dmi_patch_middle(s->tree->atlas, &n->patch);
    if (s->tree->parts && !dm_plane_board_holds(s->tree->atlas->land->board, at))
        return;
    if (is_face(n)) {
        b->face_value = value;
        b->face[0] = n->patch;
    } else {
        b->value = value;
        b->at[0] = at;
    }
}

/* Puts a node into the heap, or closes it. */
static dm_status enter(search *s, int32_t node, dm_error *err)
{
    const dmi_patch_node *n = s->tree->node + node;
    if (n->is_outside)
        return DM_OK;
    take_middle(s, n);
    if (n->may_drop && !is_face(n)) {
        if (n->sign[1] != 0 || n->sign[0] > 0 || (n->sign[0] < 0 && n->patch.t0 > 0))
            return DM_OK;
        if (n->sign[0] < 0) {
            dm_status status = dmi_patch_face(s->tree, node, err);
            return status == DM_OK ? enter(s, s->tree->node[node].face, err) : status;
        }
    }
    if (is_face(n) && n->may_drop && n->sign[1] != 0)
        return DM_OK;
    return dmi_heap_push(&s->heap, dmi_bound_key(n->upper), (uint32_t)node) ? DM_OK
                                                                            : dmi_no_memory(err);
}

/* Closes a node: its bound counts, and it is not divided further. */
static void close_node(search *s, const dmi_patch_node *n)
{
    if (n->patch.t0 == 0)
        s->near = fmax(s->near, n->upper);
    if (n->patch.t1 > 0)
        s->inside = fmax(s->inside, n->upper);
}

/* Which patches are divided; the others are closed. */
typedef enum wanted { ALL, NEAR_SITES, NOT_FACES } wanted;

static bool is_wanted(const dmi_patch_node *n, wanted which)
{
    return which == ALL || (which == NEAR_SITES ? n->patch.t0 == 0 : !is_face(n));
}

/* What the greatest bound must come down to. */
static double target(const search *s, wanted which)
{
    return which == ALL          ? best_known(s) + s->epsilon
           : which == NEAR_SITES ? known_inside(s)
                                 : s->best->face_value;
}

/* Divides nodes until the greatest bound is at the target. */
static dm_status refine(search *s, wanted which, int64_t limit, dm_run *run, dm_error *err)
{
    for (int64_t i = 0; i < limit && s->heap.count > 0 && s->tree->count < MOST_NODES; i++) {
        uint32_t node = s->heap.entry[0].item;
        if (s->tree->node[node].upper <= target(s, which))
            return DM_OK;
        if (!dmi_run_report(run, 1, "patches", (uint64_t)s->best->nodes, 0, NULL))
            return dmi_stopped(run, err);
        dmi_heap_pop(&s->heap);
        if (!is_wanted(s->tree->node + node, which)) {
            close_node(s, s->tree->node + node);
            continue;
        }
        s->best->nodes++;
        dm_status status = dmi_patch_divide(s->tree, (int32_t)node, err);
        for (int k = 0; k < 2 && status == DM_OK; k++)
            status = enter(s, s->tree->node[node].child + k, err);
        if (status != DM_OK)
            return status;
    }
    return DM_OK;
}

/* The bounds of all that is left: where t can be 0, and where it can be more. */
static void join_bounds(const search *s, double *near, double *inside)
{
    search all = *s;
    for (size_t i = 0; i < s->heap.count; i++)
        close_node(&all, s->tree->node + s->heap.entry[i].item);
    *near = all.near;
    *inside = all.inside;
}

static int is_attained(const search *s)
{
    double near, inside, met = known_inside(s), limit = s->best->face_value;
    join_bounds(s, &near, &inside);
    return met > near ? 1 : inside < limit ? 0 : -1;
}

static void sum_up(search *s)
{
    double near, inside;
    dmi_found_reply *b = s->best;
    join_bounds(s, &near, &inside);
    b->lower = best_known(s);
    b->upper = fmax(b->lower, fmax(near, inside));
    b->is_proven = b->upper - b->lower <= s->epsilon;
    b->attained = is_attained(s);
}

dm_status dmi_search_one(dmi_patch_tree *tree, double known, double epsilon, dm_run *run,
                         dmi_found_reply *out, dm_error *err)
{
    *out = (dmi_found_reply){.attained = -1};
    search s = {.tree = tree, .known = known, .epsilon = epsilon, .best = out};
    dm_status status = DM_OK;
    for (int32_t i = 1; i <= tree->atlas->charts && status == DM_OK; i++)
        status = enter(&s, i, err);
    if (status == DM_OK)
        status = refine(&s, ALL, INT64_MAX, run, err);
    if (status == DM_OK && is_attained(&s) < 0) {
        bool is_met = known_inside(&s) > out->face_value + SAME * tree->atlas->land->area;
        status = refine(&s, is_met ? NEAR_SITES : NOT_FACES, DECIDING, run, err);
    }
    if (status == DM_STOPPED || status == DM_OK) {
        sum_up(&s);
        status = out->is_proven ? DM_OK : status;
    }
    dmi_heap_clear(&s.heap);
    return status;
}
