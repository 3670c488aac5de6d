/* forest.c - roots a board, finds how far new stones are of use, and cuts it.
 *
 * `use` starts as each customer's reach and is carried along edges, shortened by their
 * length, from the leaves to the root and back.  A stone at distance d > use(v) from v
 * serves nobody on the other side of v: such a customer u would have
 * reach(u) >= d(u,v) + d, and then use(v) >= reach(u) - d(u,v) >= d.
 *
 * What is left between cuts often has one place whose stone gives every customer there all
 * that it can gain: the only neighbour of White, or any place at all where no stone lies and
 * no radius hinders.  Then that place stays alone, with the gain of all.
 *
 * Cost: O(n).
 */
#include "oneround/forest.h"

#include "base/base.h"
#include <demesne/graph.h>
#include <stdlib.h>

/* A vertex while the forest is made. */
typedef struct knot {
    dm_vertex parent; /* -1: a root, also below an edge that is cut; -2: not met yet */
    dm_vertex root;
    int32_t size;   /* of the subtree */
    int32_t place;  /* in the forest */
    int64_t length; /* to the parent */
    int64_t use;
    int64_t below;  /* how far the neediest customer of the subtree is beyond its reach, */
    int64_t next;   /* ... the neediest of the subtree but one child's, */
    int64_t above;  /* ... and the neediest of the other vertices; positive: too far */
    int64_t sum;    /* of a root: all that its tree can gain */
    dm_vertex host; /* of a root: a vertex that serves its whole tree, or a HOST_ */
    bool open;
    dmi_customer customer;
} knot;

enum { HOST_NONE = -1, HOST_NOT_OPEN = -2 }; /* no vertex does; no vertex may take a stone */

typedef struct draft {
    const dm_graph *graph;
    dm_vertex *order; /* parents before children */
    knot *knot;
} draft;

/* Copies the customers, reaches counted in steps. */
static void take_market(draft *d, const dmi_market *market)
{
    int64_t unit = d->graph->uniform ? d->graph->uniform : 1;
    for (dm_vertex v = 0; v < d->graph->n; v++) {
        d->knot[v] = (knot){.parent = -2, .customer = market->customer[v]};
        dmi_step *step = d->knot[v].customer.step;
        for (int i = 0; i < 2; i++)
            step[i].reach = step[i].reach < 0 ? -1 : step[i].reach / unit;
    }
    for (dm_vertex i = 0; i < market->candidate_count; i++)
        d->knot[market->candidate[i]].open = true;
}

/* --- Rooting ---------------------------------------------------------------------- */

/* Orders what hangs below the vertices order[at..end-1], breadth first; moves the end. */
static dm_status order_tree(draft *d, dm_vertex at, dm_vertex *end, dm_error *err)
{
    const dm_graph *graph = d->graph;
    for (; at < *end; at++) {
        dm_vertex v = d->order[at];
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
            dm_vertex w = graph->target[arc];
            if (w == d->knot[v].parent)
                continue;
            if (d->knot[w].parent != -2)
                return dmi_fail(err, DM_UNSUPPORTED,
                                "vertices %d and %d lie on a cycle; this method takes boards "
                                "without cycles",
                                v, w);
            d->knot[w].parent = v;
            d->knot[w].length = graph->uniform ? 1 : dm_graph_length(graph, arc);
            d->order[(*end)++] = w;
        }
    }
    return DM_OK;
}

static dm_status order_trees(draft *d, dm_error *err)
{
    dm_status status = DM_OK;
    dm_vertex end = 0;
    for (dm_vertex v = 0; v < d->graph->n && status == DM_OK; v++) {
        if (d->knot[v].parent != -2)
            continue;
        d->knot[v].parent = -1;
        d->order[end++] = v;
        status = order_tree(d, end - 1, &end, err);
    }
    return status;
}

/* --- Use, and cuts ------------------------------------------------------------------ */

static void lift(int64_t *what, int64_t to)
{
    *what = to > *what ? to : *what;
}

static void find_use(draft *d)
{
    dm_vertex n = d->graph->n;
    for (dm_vertex v = 0; v < n; v++)
        d->knot[v].use = d->knot[v].customer.step[0].reach;
    for (dm_vertex i = n; i-- > 0;) {
        const knot *k = &d->knot[d->order[i]];
        if (k->parent >= 0)
            lift(&d->knot[k->parent].use, k->use - k->length);
    }
    for (dm_vertex i = 0; i < n; i++) {
        knot *k = &d->knot[d->order[i]];
        if (k->parent >= 0)
            lift(&k->use, d->knot[k->parent].use - k->length);
    }
}

/* Whether a stone at `far` or behind it may be of use to `near`'s side of their edge. */
static bool crosses(const knot *near, const knot *far, int64_t length)
{
    return near->use >= length + !far->open;
}

/* Cuts edges and names the root of every vertex. */
static void cut(draft *d)
{
    for (dm_vertex i = 0; i < d->graph->n; i++) {
        dm_vertex v = d->order[i];
        knot *k = &d->knot[v];
        const knot *up = k->parent >= 0 ? &d->knot[k->parent] : NULL;
        if (up && !crosses(up, k, k->length) && !crosses(k, up, k->length)) {
            k->parent = -1;
            k->length = 0;
            up = NULL;
        }
        k->root = up ? up->root : v;
    }
}

/* --- One stone for a whole tree ------------------------------------------------------- */

#define NO_NEED (-(INT64_MAX / 2))

/* What a customer gains from a near stone, and how far off that may be. */
static dmi_step best_step(const dmi_customer *c)
{
    return c->step[1].reach >= 0 ? c->step[1] : c->step[0];
}

static void find_needs(draft *d)
{
    for (dm_vertex v = 0; v < d->graph->n; v++) {
        knot *k = &d->knot[v];
        int64_t reach = best_step(&k->customer).reach;
        k->below = k->next = reach < 0 || -reach < NO_NEED ? NO_NEED : -reach;
    }
    for (dm_vertex i = d->graph->n; i-- > 0;) {
        const knot *k = &d->knot[d->order[i]];
        if (k->parent < 0)
            continue;
        knot *up = &d->knot[k->parent];
        int64_t need = k->below + k->length;
        lift(&up->next, need < up->below ? need : up->below);
        lift(&up->below, need);
    }
    for (dm_vertex i = 0; i < d->graph->n; i++) {
        knot *k = &d->knot[d->order[i]];
        const knot *up = k->parent >= 0 ? &d->knot[k->parent] : NULL;
        k->above = NO_NEED;
        if (!up)
            continue;
        k->above = k->below + k->length == up->below ? up->next : up->below;
        lift(&k->above, up->above);
        k->above += k->length;
    }
}

/* For every tree the sum of what it can gain, and a vertex whose stone gains all of it. */
static void find_hosts(draft *d)
{
    for (dm_vertex v = 0; v < d->graph->n; v++)
        d->knot[v].host = HOST_NOT_OPEN;
    for (dm_vertex v = 0; v < d->graph->n; v++) {
        const knot *k = &d->knot[v];
        knot *root = &d->knot[k->root];
        root->sum += best_step(&k->customer).gain;
        if (k->open && root->host < 0)
            root->host = k->below <= 0 && k->above <= 0 ? v : HOST_NONE;
    }
}

/* Trees with a host become that vertex; trees that can have no stone become nothing. */
static void gather(draft *d)
{
    find_needs(d);
    find_hosts(d);
    for (dm_vertex v = 0; v < d->graph->n; v++) {
        knot *k = &d->knot[v];
        const knot *root = &d->knot[k->root];
        if (root->host == HOST_NONE)
            continue;
        k->parent = -1;
        k->use = root->host == v ? 0 : -1;
        k->customer.step[0] = (dmi_step){0, root->sum};
        k->customer.step[1] = (dmi_step){-1, 0};
    }
}

/* --- Places --------------------------------------------------------------------------- */

/* A vertex that a stone near it, or on it, may serve or pass. */
static bool is_kept(const knot *k)
{
    return k->use >= !k->open;
}

static int32_t count_kept(draft *d)
{
    int32_t kept = 0;
    for (dm_vertex v = 0; v < d->graph->n; v++) {
        d->knot[v].size = 1;
        kept += is_kept(&d->knot[v]);
    }
    for (dm_vertex i = d->graph->n; i-- > 0;) {
        const knot *k = &d->knot[d->order[i]];
        if (k->parent >= 0)
            d->knot[k->parent].size += k->size;
    }
    return kept;
}

/* Pushes v's children, a heaviest first: it is met last, so its places come first. */
static dm_vertex push_children(const draft *d, dm_vertex v, dm_vertex *stack, dm_vertex height)
{
    dm_vertex bottom = height;
    for (uint32_t arc = d->graph->first[v]; arc < d->graph->first[v + 1]; arc++) {
        dm_vertex w = d->graph->target[arc];
        if (d->knot[w].parent != v)
            continue;
        stack[height++] = w;
        if (d->knot[w].size > d->knot[stack[bottom]].size) {
            stack[height - 1] = stack[bottom];
            stack[bottom] = w;
        }
    }
    return height;
}

/* Gives every kept vertex its place: a walk from the roots, numbered backwards. */
static dm_status number_places(draft *d, dmi_forest *f, dm_error *err)
{
    int32_t next = f->count;
    dm_vertex *stack = dmi_alloc((size_t)d->graph->n, sizeof *stack);
    if (!stack)
        return dmi_no_memory(err);
    for (dm_vertex root = 0; root < d->graph->n; root++) {
        dm_vertex height = 0;
        if (d->knot[root].parent >= 0 || !is_kept(&d->knot[root]))
            continue;
        for (stack[height++] = root; height > 0;) {
            dm_vertex v = stack[--height];
            d->knot[v].place = --next;
            f->vertex[next] = v;
            height = push_children(d, v, stack, height);
        }
    }
    free(stack);
    return DM_OK;
}

static void fill_places(const draft *d, dmi_forest *f)
{
    for (int32_t p = 0; p < f->count; p++) {
        const knot *k = &d->knot[f->vertex[p]];
        f->parent[p] = k->parent < 0 ? f->count : d->knot[k->parent].place;
        f->length[p] = k->parent < 0 ? 0 : k->length;
        f->use[p] = k->use;
        f->customer[p] = k->customer;
        f->open[p] = k->open;
        f->first[f->parent[p] + 1]++;
    }
    for (int32_t p = 0; p <= f->count; p++)
        f->first[p + 1] += f->first[p];
    for (int32_t p = f->count; p-- > 0;) /* first[p + 1] runs back to where p's begin */
        f->child[--f->first[f->parent[p] + 1]] = p;
    for (int32_t p = 0; p <= f->count; p++)
        f->first[p] = f->first[p + 1];
    f->first[f->count + 1] = f->count;
}

static bool forest_room(dmi_forest *f)
{
    size_t count = (size_t)f->count;
    f->vertex = dmi_alloc(count, sizeof *f->vertex);
    f->parent = dmi_alloc(count, sizeof *f->parent);
    f->length = dmi_alloc(count, sizeof *f->length);
    f->use = dmi_alloc(count, sizeof *f->use);
    f->customer = dmi_alloc(count, sizeof *f->customer);
    f->open = dmi_alloc(count, sizeof *f->open);
    f->first = dmi_calloc(count + 2, sizeof *f->first);
    f->child = dmi_alloc(count, sizeof *f->child);
    return f->vertex && f->parent && f->length && f->use && f->customer && f->open && f->first &&
           f->child;
}

/* The rooted board, cut; what is left to do is number it. */
static dm_status make_draft(const dmi_market *market, draft *d, dm_error *err)
{
    size_t n = (size_t)d->graph->n;
    d->order = dmi_alloc(n, sizeof *d->order);
    d->knot = dmi_alloc(n, sizeof *d->knot);
    if (!d->order || !d->knot)
        return dmi_no_memory(err);
    take_market(d, market);
    dm_status status = order_trees(d, err);
    if (status != DM_OK)
        return status;
    find_use(d);
    cut(d);
    gather(d);
    return DM_OK;
}

dm_status dmi_forest_init(const dmi_market *market, dmi_forest *out, dm_error *err)
{
    draft d = {.graph = dm_arena_graph(market->arena)};
    dmi_forest f = {.uniform = d.graph->uniform > 0};
    dm_status status = make_draft(market, &d, err);
    if (status == DM_OK) {
        f.count = count_kept(&d);
        status = forest_room(&f) ? number_places(&d, &f, err) : dmi_no_memory(err);
    }
    if (status == DM_OK) {
        fill_places(&d, &f);
        *out = f;
    } else {
        dmi_forest_clear(&f);
    }
    free(d.order);
    free(d.knot);
    return status;
}

void dmi_forest_clear(dmi_forest *forest)
{
    free(forest->vertex);
    free(forest->parent);
    free(forest->length);
    free(forest->use);
    free(forest->customer);
    free(forest->open);
    free(forest->first);
    free(forest->child);
    *forest = (dmi_forest){0};
}

dm_status dmi_is_forest(const dm_arena *arena, bool *out, dm_error *err)
{
    int32_t parts = 0;
    if (dm_arena_edges(arena) >= dm_arena_vertices(arena)) {
        *out = false;
        return DM_OK;
    }
    dm_status status = dm_components(arena, NULL, &parts, err);
    if (status == DM_OK)
        *out = dm_arena_edges(arena) == dm_arena_vertices(arena) - parts;
    return status;
}
