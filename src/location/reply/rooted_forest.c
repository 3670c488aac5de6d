/* rooted_forest.c - roots a board without cycles, computes the ranges and cuts it.
 *
 * Ranges start as each customer's reach and are passed along the edges, minus their length, from
 * the leaves to the root and back.  A stone at distance d > range(v) from v serves nobody on the
 * other side of v: such a customer u would have reach(u) >= d(u,v) + d, and then
 * range(v) >= reach(u) - d(u,v) >= d.
 *
 * A tree often has one vertex whose stone gives every customer all it can gain: the only neighbour
 * of White, or any vertex if there is no stone and no radius.  Then only that vertex is kept, with
 * the gain of all.
 *
 * Cost: O(n).
 */
#include "location/reply/rooted_forest.h"

#include "arena/arena.h"
#include "base/sort.h"
#include <assert.h>
#include <demesne/graph.h>
#include <stdlib.h>

/* A vertex while the forest is built. Numbered breadth first, so parents come before children
 * and the children of one node are consecutive. */
typedef struct work_node {
    dm_vertex vertex;
    int32_t parent; /* -1: a root, or the edge to it was cut */
    int32_t child, children;
    int32_t root;
    int32_t size;       /* of the subtree */
    int32_t number;     /* number in the forest */
    int32_t sufficient; /* of a root: a vertex whose stone serves its tree, or a SUFFICIENT_ code */
    int64_t length;     /* to the parent */
    int64_t range;
    int64_t below; /* most that a customer of the subtree is beyond its reach; positive: too far */
    int64_t next;  /* the same without the child that has the most */
    int64_t above; /* the same for the vertices outside the subtree */
    int64_t sum;   /* of a root: all that its tree can gain */
    bool open;
    dmi_market_customer customer;
} work_node;

enum { SUFFICIENT_NONE = -1, SUFFICIENT_NOT_OPEN = -2 };

typedef struct builder {
    const dm_graph *graph;
    int32_t n;
    int32_t *number; /* node of each vertex; -1: not visited yet */
    work_node *node;
} builder;

/* Roots every tree at its first vertex and numbers the vertices breadth first. */
static dm_status root_trees(builder *d, dm_error *err)
{
    const dm_graph *graph = d->graph;
    int32_t end = 0, at = 0;
    for (dm_vertex v = 0; v < d->n; v++)
        d->number[v] = -1;
    for (dm_vertex root = 0; root < d->n; root++) {
        if (d->number[root] >= 0)
            continue;
        d->number[root] = end;
        d->node[end++] = (work_node){.vertex = root, .parent = -1};
        for (; at < end; at++) {
            work_node *k = &d->node[at];
            dm_vertex v = k->vertex, from = k->parent < 0 ? -1 : d->node[k->parent].vertex;
            k->child = end;
            for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
                dm_vertex w = graph->target[arc];
                if (w == from)
                    continue;
                if (d->number[w] >= 0)
                    return dmi_fail(err, DM_UNSUPPORTED,
                                    "vertices %d and %d are on a cycle; this method needs a board "
                                    "without cycles",
                                    v, w);
                d->number[w] = end;
                d->node[end++] =
                    (work_node){.vertex = w,
                                .parent = at,
                                .length = graph->uniform ? 1 : dm_graph_length(graph, arc)};
            }
            k->children = end - k->child;
        }
    }
    assert(end == d->n);
    return DM_OK;
}

/* Copies the customers, with reaches in units of the edge length. */
static void take_customers(builder *d, const dmi_reply_problem *problem)
{
    int64_t unit = d->graph->uniform ? d->graph->uniform : 1;
    for (int32_t i = 0; i < d->n; i++) {
        d->node[i].customer = problem->customer[d->node[i].vertex];
        dmi_market_step *step = d->node[i].customer.step;
        for (int k = 0; k < 2; k++)
            step[k].reach = step[k].reach < 0 ? -1 : step[k].reach / unit;
    }
    for (dm_vertex i = 0; i < problem->candidate_count; i++)
        d->node[d->number[problem->candidate[i]]].open = true;
}

static void raise_to(int64_t *what, int64_t to)
{
    *what = to > *what ? to : *what;
}

static void find_ranges(builder *d)
{
    for (int32_t i = 0; i < d->n; i++)
        d->node[i].range = d->node[i].customer.step[0].reach;
    for (int32_t i = d->n; i-- > 0;) {
        const work_node *k = &d->node[i];
        if (k->parent >= 0)
            raise_to(&d->node[k->parent].range, k->range - k->length);
    }
    for (int32_t i = 0; i < d->n; i++) {
        work_node *k = &d->node[i];
        if (k->parent >= 0)
            raise_to(&k->range, d->node[k->parent].range - k->length);
    }
}

/* Cuts edges that no stone serves across, and finds the root of every node. */
static void cut_edges(builder *d)
{
    for (int32_t i = 0; i < d->n; i++) {
        work_node *k = &d->node[i];
        const work_node *up = k->parent >= 0 ? &d->node[k->parent] : NULL;
        assert(k->parent < i);
        /* a stone at one end or behind it may serve the side of the other */
        bool crosses =
            up && (up->range >= k->length + !k->open || k->range >= k->length + !up->open);
        if (up && !crosses) {
            k->parent = -1;
            k->length = 0;
        }
        k->root = crosses ? up->root : i;
    }
}

#define NO_SHORTFALL (-(INT64_MAX / 2))

/* What a customer gains from a near stone, and how near it must be. */
static dmi_market_step best_step(const dmi_market_customer *c)
{
    return c->step[1].reach >= 0 ? c->step[1] : c->step[0];
}

static void find_shortfalls(builder *d)
{
    for (int32_t i = 0; i < d->n; i++) {
        work_node *k = &d->node[i];
        int64_t reach = best_step(&k->customer).reach;
        k->below = k->next = reach < 0 || -reach < NO_SHORTFALL ? NO_SHORTFALL : -reach;
    }
    for (int32_t i = d->n; i-- > 0;) {
        const work_node *k = &d->node[i];
        if (k->parent < 0)
            continue;
        work_node *up = &d->node[k->parent];
        int64_t shortfall = k->below + k->length;
        raise_to(&up->next, shortfall < up->below ? shortfall : up->below);
        raise_to(&up->below, shortfall);
    }
    for (int32_t i = 0; i < d->n; i++) {
        work_node *k = &d->node[i];
        const work_node *up = k->parent >= 0 ? &d->node[k->parent] : NULL;
        k->above = NO_SHORTFALL;
        if (!up)
            continue;
        k->above = k->below + k->length == up->below ? up->next : up->below;
        raise_to(&k->above, up->above);
        k->above += k->length;
    }
}

/* Reduces trees with a vertex whose stone gains all to that vertex; removes trees without an open
 * vertex. */
static void reduce_trees(builder *d)
{
    for (int32_t i = 0; i < d->n; i++)
        d->node[i].sufficient = SUFFICIENT_NOT_OPEN;
    for (int32_t i = 0; i < d->n; i++) {
        const work_node *k = &d->node[i];
        work_node *root = &d->node[k->root];
        root->sum += best_step(&k->customer).gain;
        if (k->open && root->sufficient < 0)
            root->sufficient = k->below <= 0 && k->above <= 0 ? i : SUFFICIENT_NONE;
    }
    for (int32_t i = 0; i < d->n; i++) {
        work_node *k = &d->node[i];
        const work_node *root = &d->node[k->root];
        if (root->sufficient == SUFFICIENT_NONE)
            continue;
        k->parent = -1;
        k->range = root->sufficient == i ? 0 : -1;
        k->customer.step[0] = (dmi_market_step){0, root->sum};
        k->customer.step[1] = (dmi_market_step){-1, 0};
    }
}

/* Whether a stone on the vertex or near it may serve it or go past it. */
static bool is_kept(const work_node *k)
{
    return k->range >= !k->open;
}

/* Numbers the kept nodes backwards, from the roots.  Of the children a heaviest one is visited
 * last, so its nodes are numbered first. */
static void number_nodes(builder *d, dmi_forest *f)
{
    int32_t next = f->count, *stack = d->number; /* not needed any more */
    for (int32_t root = 0; root < d->n; root++) {
        int32_t height = 0;
        if (d->node[root].parent >= 0 || !is_kept(&d->node[root]))
            continue;
        for (stack[height++] = root; height > 0;) {
            int32_t at = stack[--height], bottom = height;
            const work_node *k = &d->node[at];
            d->node[at].number = --next;
            f->parent[next] = at; /* the work node for now */
            for (int32_t c = k->child; c < k->child + k->children; c++) {
                if (d->node[c].parent != at)
                    continue;
                stack[height++] = c;
                if (d->node[c].size > d->node[stack[bottom]].size)
                    dmi_swap_int32(&stack[height - 1], &stack[bottom]);
            }
        }
    }
    assert(next == 0);
}

static void fill_nodes(const builder *d, dmi_forest *f)
{
    for (int32_t p = 0; p < f->count; p++) {
        const work_node *k = &d->node[f->parent[p]];
        f->vertex[p] = k->vertex;
        f->parent[p] = k->parent < 0 ? f->count : d->node[k->parent].number;
        assert(f->parent[p] > p); /* children come first */
        f->length[p] = k->parent < 0 ? 0 : k->length;
        f->range[p] = k->range;
        f->customer[p] = k->customer;
        f->open[p] = k->open;
        f->first[f->parent[p] + 1]++;
    }
    for (int32_t p = 0; p <= f->count; p++)
        f->first[p + 1] += f->first[p];
    for (int32_t p = f->count; p-- > 0;) /* first[p + 1] ends where the children of p begin */
        f->child[--f->first[f->parent[p] + 1]] = p;
    for (int32_t p = 0; p <= f->count; p++)
        f->first[p] = f->first[p + 1];
    f->first[f->count + 1] = f->count;
}

dm_status dmi_forest_init(const dmi_reply_problem *problem, dmi_forest *out, dm_error *err)
{
    builder d = {.graph = dm_arena_graph(problem->arena), .n = problem->n};
    dmi_forest f = {.uniform = d.graph->uniform > 0};
    dmi_arrays arrays = {0};
    dm_status status = dmi_arena_check_undirected(problem->arena, "method tree", err);
    if (status != DM_OK)
        return status;
    d.number = dmi_array(&arrays, (size_t)d.n, sizeof *d.number);
    d.node = dmi_array(&arrays, (size_t)d.n, sizeof *d.node);
    status = dmi_arrays_check(&arrays, err);
    if (status == DM_OK)
        status = root_trees(&d, err);
    if (status == DM_OK) {
        take_customers(&d, problem);
        find_ranges(&d);
        cut_edges(&d);
        find_shortfalls(&d);
        reduce_trees(&d);
        for (int32_t i = 0; i < d.n; i++) {
            d.node[i].size = 1;
            f.count += is_kept(&d.node[i]);
        }
        for (int32_t i = d.n; i-- > 0;)
            if (d.node[i].parent >= 0)
                d.node[d.node[i].parent].size += d.node[i].size;
        size_t count = (size_t)f.count;
        f.vertex = dmi_array(&f.arrays, count, sizeof *f.vertex);
        f.parent = dmi_array(&f.arrays, count, sizeof *f.parent);
        f.length = dmi_array(&f.arrays, count, sizeof *f.length);
        f.range = dmi_array(&f.arrays, count, sizeof *f.range);
        f.customer = dmi_array(&f.arrays, count, sizeof *f.customer);
        f.open = dmi_array(&f.arrays, count, sizeof *f.open);
        f.first = dmi_array_zeroed(&f.arrays, count + 2, sizeof *f.first);
        f.child = dmi_array(&f.arrays, count, sizeof *f.child);
        status = dmi_arrays_check(&f.arrays, err);
    }
    if (status == DM_OK) {
        number_nodes(&d, &f);
        fill_nodes(&d, &f);
        *out = f;
    }
    dmi_arrays_free(&arrays);
    return status;
}

void dmi_forest_clear(dmi_forest *forest)
{
    dmi_arrays_free(&forest->arrays);
    *forest = (dmi_forest){0};
}

dm_status dmi_is_forest(const dm_arena *arena, bool *out, dm_error *err)
{
    int32_t parts = 0;
    if (dm_arena_graph(arena)->kind != DM_NETWORK || dm_arena_is_directed(arena) ||
        dm_arena_edges(arena) >= dm_arena_vertices(arena)) {
        *out = false;
        return DM_OK;
    }
    dm_status status = dm_components(arena, NULL, &parts, err);
    if (status == DM_OK)
        *out = dm_arena_edges(arena) == dm_arena_vertices(arena) - parts;
    return status;
}
