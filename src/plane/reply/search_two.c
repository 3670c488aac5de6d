/* search_two.c - the best places for two new sites: branch and bound over pairs of patches.
 *
 * The bound of a pair is the least of three: what one site each takes in the two patches, by what
 * is known of their parts, added up; the same less what both take for certain; and the value in the
 * middle plus the greatest slopes times half the widths.  Patches of the two sites are nodes of one
 * tree, so what is learned of a patch helps all pairs that it is in.  As for one site, pairs with
 * slopes that are certain to be not 0 have no maximum, or have it at t = 0.  It ends without proof
 * if too many pairs would be kept.
 */
#include "plane/reply/patches.h"

#include "base/heap.h"

enum { MOST_PAIRS = 30000000 }; /* that are kept: some 2 GB */

typedef struct pair {
    int32_t node[2];
    double upper;
} pair;

typedef struct search {
    dmi_patch_tree *tree;
    dmi_heap heap;
    pair *pair;
    int32_t pairs;
    size_t room;
    int32_t *all, *some; /* scratch: every piece of land; those that count for a pair */
    double known;
    dmi_found_reply *best;
} search;

static double best_known(const search *s)
{
    return fmax(s->known, fmax(s->best->value, s->best->face_value));
}

static void take_middle(search *s, const dmi_patch_node *const n[2], double middle)
{
    const dmi_atlas *atlas = s->tree->atlas;
    dmi_found_reply *b = s->best;
    double value = middle - 1e-12 * atlas->land->area;
    bool has_face = n[0]->patch.t1 == 0 || n[1]->patch.t1 == 0;
    if (has_face ? value <= b->face_value : value <= b->value)
        return;
    dm_point at[2];
    for (int q = 0; q < 2; q++) {
        at[q] = dmi_patch_middle(atlas, &n[q]->patch);
        if (s->tree->parts && !dm_plane_board_holds(atlas->land->board, at[q]))
            return;
    }
    for (int q = 0; q < 2; q++) {
        if (has_face)
            b->face[q] = n[q]->patch;
        else
            b->at[q] = at[q];
    }
    *(has_face ? &b->face_value : &b->value) = value;
}

static double sum_of_tight(const search *s, const int32_t node[2])
{
    return s->tree->node[node[0]].tight + s->tree->node[node[1]].tight;
}

/* Puts a pair into the heap, unless it is worse than what is known, or has no maximum. */
static dm_status enter(search *s, int32_t first, int32_t second, double most, dm_error *err)
{
    int32_t node[2] = {first, second};
    const dmi_patch_node *n[2];
    for (;;) {
        for (int q = 0; q < 2; q++)
            n[q] = s->tree->node + node[q];
        if (n[0]->is_outside || n[1]->is_outside)
            return DM_OK;
        most = fmin(most, sum_of_tight(s, node));
        if (most <= best_known(s))
            return DM_OK;
        const dmi_patch *patch[2] = {&n[0]->patch, &n[1]->patch};
        dmi_taken from = {0, s->all, s->tree->atlas->land->land.count}, to = {0, s->some, 0};
        dmi_bound bound;
        dmi_bound_find(s->tree->atlas, patch, 2, &from, &to, &bound);
        most = fmin(most, bound.upper);
        take_middle(s, n, bound.middle);
        int falls = -1; /* the site that is better at t = 0 */
        for (int q = 0; q < 2; q++) {
            const dmi_range *slope = bound.slope[q];
            bool is_face = n[q]->patch.t1 == 0;
            if (!n[q]->may_drop)
                continue;
            if (slope[1].low > 0 || slope[1].high < 0)
                return DM_OK;
            if (is_face)
                continue;
            if (slope[0].low > 0 || (slope[0].high < 0 && n[q]->patch.t0 > 0))
                return DM_OK;
            if (slope[0].high < 0)
                falls = q;
        }
        if (falls < 0)
            break;
        dm_status status = dmi_patch_face(s->tree, node[falls], err);
        if (status != DM_OK)
            return status;
        node[falls] = s->tree->node[node[falls]].face;
    }
    if (most <= best_known(s))
        return DM_OK;
    if (!dmi_reserve(&s->pair, &s->room, (size_t)s->pairs + 1, sizeof *s->pair) ||
        !dmi_heap_push(&s->heap, dmi_bound_key(most), (uint32_t)s->pairs))
        return dmi_no_memory(err);
    s->pair[s->pairs++] = (pair){{node[0], node[1]}, most};
    return DM_OK;
}

/* How much the border of what a site takes can move within a patch. */
static double width_of(const dmi_patch_tree *tree, int32_t node)
{
    const dmi_patch *p = &tree->node[node].patch;
    return p->t1 - p->t0 + (p->m1 - p->m0) * tree->atlas->chart[p->chart].reach;
}

static dm_status divide(search *s, const pair *p, dm_error *err)
{
    dmi_patch_tree *tree = s->tree;
    int q = width_of(tree, p->node[1]) > width_of(tree, p->node[0]);
    int32_t whole = p->node[q], other = p->node[1 - q];
    dm_status status = dmi_patch_divide(tree, whole, err);
    int32_t child = tree->node[whole].child;
    if (whole == other) { /* both in one patch: the order does not matter */
        for (int k = 0; k < 3 && status == DM_OK; k++)
            status = enter(s, child + (k == 2), child + (k > 0), p->upper, err);
        return status;
    }
    for (int k = 0; k < 2 && status == DM_OK; k++)
        status = enter(s, child + k, other, p->upper, err);
    return status;
}

static dm_status refine(search *s, double epsilon, dm_run *run, dm_error *err)
{
    while (s->heap.count > 0 && s->pairs < MOST_PAIRS) {
        pair p = s->pair[s->heap.entry[0].item];
        double now = fmin(p.upper, sum_of_tight(s, p.node));
        if (p.upper <= best_known(s) + epsilon)
            return DM_OK;
        if (!dmi_run_report(run, 1, "pairs of patches", (uint64_t)s->best->nodes, 0, NULL))
            return dmi_stopped(run, err);
        uint32_t index = dmi_heap_pop(&s->heap).item;
        if (now < p.upper) { /* it was learned since */
            s->pair[index].upper = now;
            if (now > best_known(s) && !dmi_heap_push(&s->heap, dmi_bound_key(now), index))
                return dmi_no_memory(err);
            continue;
        }
        s->best->nodes++;
        dm_status status = divide(s, &p, err);
        if (status != DM_OK)
            return status;
    }
    return DM_OK;
}

static void sum_up(search *s, double epsilon)
{
    dmi_found_reply *b = s->best;
    double near = 0, inside = 0, met = fmax(s->known, b->value);
    for (size_t i = 0; i < s->heap.count; i++) {
        const pair *p = s->pair + s->heap.entry[i].item;
        const dmi_patch *x = &s->tree->node[p->node[0]].patch,
                        *y = &s->tree->node[p->node[1]].patch;
        if (x->t0 == 0 || y->t0 == 0)
            near = fmax(near, p->upper);
        if (x->t1 > 0 && y->t1 > 0)
            inside = fmax(inside, p->upper);
    }
    b->lower = best_known(s);
    b->upper = fmax(b->lower, fmax(near, inside));
    b->is_proven = b->upper - b->lower <= epsilon;
    b->attained = met > near ? 1 : inside < b->face_value && met < b->face_value ? 0 : -1;
}

dm_status dmi_search_two(dmi_patch_tree *tree, double known, double epsilon, dm_run *run,
                         dmi_found_reply *out, dm_error *err)
{
    int32_t count = tree->atlas->land->land.count;
    *out = (dmi_found_reply){.attained = -1};
    search s = {.tree = tree, .known = known, .best = out};
    s.all = dmi_alloc((size_t)count, sizeof *s.all);
    s.some = dmi_alloc((size_t)count, sizeof *s.some);
    dm_status status = s.all && s.some ? DM_OK : dmi_no_memory(err);
    for (int32_t i = 0; i < count && status == DM_OK; i++)
        s.all[i] = i;
    for (int32_t i = 1; i <= tree->atlas->charts && status == DM_OK; i++)
        for (int32_t k = i; k <= tree->atlas->charts && status == DM_OK; k++)
            status = enter(&s, i, k, INFINITY, err);
    if (status == DM_OK)
        status = refine(&s, epsilon, run, err);
    if (status == DM_STOPPED || status == DM_OK) {
        sum_up(&s, epsilon);
        status = out->is_proven ? DM_OK : status;
    }
    dmi_heap_clear(&s.heap);
    free(s.pair);
    free(s.all);
    free(s.some);
    return status;
}
