/* rooted_forest.c - roots a board, finds how far new stones are of use, and cuts it.
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
#include "oneround/rooted_forest.h"

#include "base/base.h"
#include <demesne/graph.h>
#include <stdlib.h>

/* A vertex while the forest is made.  Knots are numbered breadth first, so parents come before
 * children and the children of one lie together. */
typedef struct knot {
    dm_vertex vertex;
    int32_t parent; /* -1: a root, also below an edge that is cut */
    int32_t child, children;
    int32_t root;
    int32_t size;   /* of the subtree */
    int32_t place;  /* in the forest */
    int32_t host;   /* of a root: a knot that serves its whole tree, or a HOST_ */
    int64_t length; /* to the parent */
    int64_t use;
    int64_t below; /* how far the neediest customer of the subtree is beyond its reach, */
    int64_t next;  /* ... the neediest of the subtree but one child's, */
    int64_t above; /* ... and the neediest of the other vertices; positive: too far */
    int64_t sum;   /* of a root: all that its tree can gain */
    bool open;
    dmi_reply_customer customer;
} knot;

enum { HOST_NONE = -1, HOST_NOT_OPEN = -2 }; /* no vertex does; no vertex may take a stone */

typedef struct draft {
    const dm_graph *graph;
    int32_t n;
    int32_t *number; /* of each vertex's knot, -1: not met yet */
    knot *knot;
} draft;

/* Hangs what is below knots at..end-1 under them; moves the end. */
static dm_status hang_tree(draft *d, int32_t at, int32_t *end, dm_error *err)
{
    const dm_graph *graph = d->graph;
    for (; at < *end; at++) {
        knot *k = &d->knot[at];
        dm_vertex v = k->vertex, from = k->parent < 0 ? -1 : d->knot[k->parent].vertex;
        k->child = *end;
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
            dm_vertex w = graph->target[arc];
            if (w == from)
                continue;
            if (d->number[w] >= 0)
                return dmi_fail(err, DM_UNSUPPORTED,
                                "vertices %d and %d lie on a cycle; this method takes boards "
                                "without cycles",
                                v, w);
            d->number[w] = *end;
            d->knot[(*end)++] = (knot){.vertex = w,
                                       .parent = at,
                                       .length = graph->uniform ? 1 : dm_graph_length(graph, arc)};
        }
        k->children = *end - k->child;
    }
    return DM_OK;
}

static dm_status hang_trees(draft *d, dm_error *err)
{
    dm_status status = DM_OK;
    int32_t end = 0;
    for (dm_vertex v = 0; v < d->n; v++)
        d->number[v] = -1;
    for (dm_vertex v = 0; v < d->n && status == DM_OK; v++) {
        if (d->number[v] >= 0)
            continue;
        d->number[v] = end;
        d->knot[end++] = (knot){.vertex = v, .parent = -1};
        status = hang_tree(d, end - 1, &end, err);
    }
    return status;
}

/* Copies the customers, reaches counted in steps. */
static void take_customers(draft *d, const dmi_reply_problem *problem)
{
    int64_t unit = d->graph->uniform ? d->graph->uniform : 1;
    for (int32_t i = 0; i < d->n; i++) {
        d->knot[i].customer = problem->customer[d->knot[i].vertex];
        dmi_reply_step *step = d->knot[i].customer.step;
        for (int k = 0; k < 2; k++)
            step[k].reach = step[k].reach < 0 ? -1 : step[k].reach / unit;
    }
    for (dm_vertex i = 0; i < problem->candidate_count; i++)
        d->knot[d->number[problem->candidate[i]]].open = true;
}

static void lift(int64_t *what, int64_t to)
{
    *what = to > *what ? to : *what;
}

static void find_use(draft *d)
{
    for (int32_t i = 0; i < d->n; i++)
        d->knot[i].use = d->knot[i].customer.step[0].reach;
    for (int32_t i = d->n; i-- > 0;) {
        const knot *k = &d->knot[i];
        if (k->parent >= 0)
            lift(&d->knot[k->parent].use, k->use - k->length);
    }
    for (int32_t i = 0; i < d->n; i++) {
        knot *k = &d->knot[i];
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
    for (int32_t i = 0; i < d->n; i++) {
        knot *k = &d->knot[i];
        const knot *up = k->parent >= 0 ? &d->knot[k->parent] : NULL;
        if (up && !crosses(up, k, k->length) && !crosses(k, up, k->length)) {
            k->parent = -1;
            k->length = 0;
            up = NULL;
        }
        k->root = up ? up->root : i;
    }
}

#define NO_NEED (-(INT64_MAX / 2))

/* What a customer gains from a near stone, and how far off that may be. */
static dmi_reply_step best_step(const dmi_reply_customer *c)
{
    return c->step[1].reach >= 0 ? c->step[1] : c->step[0];
}

static void find_needs(draft *d)
{
    for (int32_t i = 0; i < d->n; i++) {
        knot *k = &d->knot[i];
        int64_t reach = best_step(&k->customer).reach;
        k->below = k->next = reach < 0 || -reach < NO_NEED ? NO_NEED : -reach;
    }
    for (int32_t i = d->n; i-- > 0;) {
        const knot *k = &d->knot[i];
        if (k->parent < 0)
            continue;
        knot *up = &d->knot[k->parent];
        int64_t need = k->below + k->length;
        lift(&up->next, need < up->below ? need : up->below);
        lift(&up->below, need);
    }
    for (int32_t i = 0; i < d->n; i++) {
        knot *k = &d->knot[i];
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
    for (int32_t i = 0; i < d->n; i++)
        d->knot[i].host = HOST_NOT_OPEN;
    for (int32_t i = 0; i < d->n; i++) {
        const knot *k = &d->knot[i];
        knot *root = &d->knot[k->root];
        root->sum += best_step(&k->customer).gain;
        if (k->open && root->host < 0)
            root->host = k->below <= 0 && k->above <= 0 ? i : HOST_NONE;
    }
}

/* Trees with a host become that vertex; trees that can have no stone become nothing. */
static void gather(draft *d)
{
    find_needs(d);
    find_hosts(d);
    for (int32_t i = 0; i < d->n; i++) {
        knot *k = &d->knot[i];
        const knot *root = &d->knot[k->root];
        if (root->host == HOST_NONE)
            continue;
        k->parent = -1;
        k->use = root->host == i ? 0 : -1;
        k->customer.step[0] = (dmi_reply_step){0, root->sum};
        k->customer.step[1] = (dmi_reply_step){-1, 0};
    }
}

/* A vertex that a stone near it, or on it, may serve or pass. */
static bool is_kept(const knot *k)
{
    return k->use >= !k->open;
}

static int32_t count_kept(draft *d)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < d->n; i++) {
        d->knot[i].size = 1;
        kept += is_kept(&d->knot[i]);
    }
    for (int32_t i = d->n; i-- > 0;) {
        const knot *k = &d->knot[i];
        if (k->parent >= 0)
            d->knot[k->parent].size += k->size;
    }
    return kept;
}

/* Pushes a knot's children, a heaviest first: it is met last, so its places come first. */
static int32_t push_children(const draft *d, int32_t at, int32_t *stack, int32_t height)
{
    int32_t bottom = height;
    const knot *k = &d->knot[at];
    for (int32_t c = k->child; c < k->child + k->children; c++) {
        if (d->knot[c].parent != at)
            continue;
        stack[height++] = c;
        if (d->knot[c].size > d->knot[stack[bottom]].size) {
            stack[height - 1] = stack[bottom];
            stack[bottom] = c;
        }
    }
    return height;
}

/* Gives every kept knot its place: a walk from the roots, numbered backwards. */
static void number_places(draft *d, dmi_forest *f)
{
    int32_t next = f->count, *stack = d->number; /* which nobody asks for any more */
    for (int32_t root = 0; root < d->n; root++) {
        int32_t height = 0;
        if (d->knot[root].parent >= 0 || !is_kept(&d->knot[root]))
            continue;
        for (stack[height++] = root; height > 0;) {
            int32_t at = stack[--height];
            d->knot[at].place = --next;
            f->parent[next] = at; /* for the time being its knot */
            height = push_children(d, at, stack, height);
        }
    }
}

static void fill_places(const draft *d, dmi_forest *f)
{
    for (int32_t p = 0; p < f->count; p++) {
        const knot *k = &d->knot[f->parent[p]];
        f->vertex[p] = k->vertex;
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
static dm_status make_draft(const dmi_reply_problem *problem, draft *d, dm_error *err)
{
    d->number = dmi_alloc((size_t)d->n, sizeof *d->number);
    d->knot = dmi_alloc((size_t)d->n, sizeof *d->knot);
    if (!d->number || !d->knot)
        return dmi_no_memory(err);
    dm_status status = hang_trees(d, err);
    if (status != DM_OK)
        return status;
    take_customers(d, problem);
    find_use(d);
    cut(d);
    gather(d);
    return DM_OK;
}

dm_status dmi_forest_init(const dmi_reply_problem *problem, dmi_forest *out, dm_error *err)
{
    draft d = {.graph = dm_arena_graph(problem->arena), .n = problem->n};
    dmi_forest f = {.uniform = d.graph->uniform > 0};
    dm_status status = make_draft(problem, &d, err);
    if (status == DM_OK) {
        f.count = count_kept(&d);
        status = forest_room(&f) ? DM_OK : dmi_no_memory(err);
    }
    if (status == DM_OK) {
        number_places(&d, &f);
        fill_places(&d, &f);
        *out = f;
    } else {
        dmi_forest_clear(&f);
    }
    free(d.number);
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
