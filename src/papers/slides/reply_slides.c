/* reply_slides.c - the reply on a tree by Sugimoto and Saitoh's own recurrence, corrected.
 *
 * best(v, outside, inside, j) is the best Black minus White in the subtree of v with j new stones
 * in it, given the nearest stone outside it and the nearest inside, both measured from v:
 *
 *        *  outside: distance 2, White's
 *       /
 *      .        tries every choice of the children's inside labels, of a stone on v or none, and
 *     /         of the numbers of stones; the label outside a child follows from these
 *    v
 *   / \
 *  .   *  inside: distance 1, Black's
 *
 * The three corrections (docs/ERRATA.md): a stone on v is inside v at distance 0; what is inside a
 * child is outside its siblings; stones at one distance may be both players'.  Only labels that can
 * occur are stored.  Method tree is faster; this one is kept for comparison.
 *
 * As printed (method slides:printed) none of the three is made: inside v are its proper
 * descendants alone, outside a child is what is outside v, one farther, and of two stones at one
 * distance either may count.  v's own term and the base cases, which the slides omit, are the same.
 *
 * Cost: with at most s children O(n^(s+2)) combinations, each O(s k^2) for the stones.
 *
 * Source: Sugimoto and Saitoh, 木における1ラウンドボロノイゲームの後手の戦略 (slides).
 */
#include "arena/arena.h"
#include "base/base.h"
#include "location/reply/rooted_forest.h"
#include "papers/slides/reply_slides_impl.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* Larger boards are refused: they would take days, or too much memory. */
#define MOST_VERTICES 2000
#define MOST_TRIALS   (INT64_C(1) << 40)
#define MOST_CELLS    (INT64_C(1) << 28)

/* Replaces the marked labels by the nearer of each of them and each of `with`, moved by `steps`. */
static void combine(slides *s, const labels *with, int32_t steps)
{
    for (int32_t i = 0; i < s->numbers; i++)
        s->mark_next[i] = 0;
    for (int32_t i = 0; i < s->numbers; i++)
        for (int32_t k = 0; s->mark[i] && k < with->count; k++) {
            label near = nearer(label_of(i), farther(with->list[k], steps));
            if (s->printed && near.owner == BOTH)
                s->mark_next[number_of((label){near.distance, WHITE})] = 1;
            if (s->printed && near.owner == BOTH)
                near.owner = BLACK;
            s->mark_next[number_of(near)] = 1;
        }
    unsigned char *swap = s->mark;
    s->mark = s->mark_next;
    s->mark_next = swap;
}

static void mark_only(slides *s, label a)
{
    for (int32_t i = 0; i < s->numbers; i++)
        s->mark[i] = 0;
    s->mark[number_of(a)] = 1;
}

/* The marked labels as a set. */
static bool collect_marked(const slides *s, labels *out)
{
    out->index = dmi_alloc((size_t)s->numbers, sizeof *out->index);
    out->list = dmi_alloc((size_t)s->numbers, sizeof *out->list);
    if (!out->index || !out->list)
        return false;
    out->count = 0;
    for (int32_t i = 0; i < s->numbers; i++) {
        out->index[i] = s->mark[i] ? out->count : -1;
        if (s->mark[i])
            out->list[out->count++] = label_of(i);
    }
    return true;
}

/* Lists the labels that can be inside v: its own stone, or the nearest in its children. */
static bool list_inside(slides *s, node *v)
{
    mark_only(s, (label){0, s->printed ? NOBODY : v->given});
    for (int32_t i = 0; i < v->children && (s->printed || !v->given); i++)
        combine(s, &s->node[s->child[v->first + i]].in, 1);
    if (v->open && !s->printed)
        s->mark[number_of((label){0, BLACK})] = 1;
    return collect_marked(s, &v->in);
}

/* Lists the labels that can be outside child c of v. */
static bool list_outside(slides *s, const node *v, dm_vertex c)
{
    mark_only(s, (label){1, v->given});
    if (!v->given) {
        mark_only(s, (label){0, NOBODY});
        combine(s, &v->out, 1);
    }
    for (int32_t i = 0; i < v->children && !v->given && !s->printed; i++)
        if (s->child[v->first + i] != c)
            combine(s, &s->node[s->child[v->first + i]].in, 2);
    if (v->open)
        s->mark[number_of((label){1, BLACK})] = 1;
    return collect_marked(s, &s->node[c].out);
}

/* One combination: a node, the label outside it, its own stone, and (in `choice`) the label
 * inside each child. */
typedef struct trial {
    const node *v;
    int32_t out;   /* index in v->out */
    int32_t stone; /* on v: NOBODY, WHITE or BLACK */
    int32_t in;    /* the label inside v, index in v->in */
    /* as printed: two stones of different owners are nearest inside v, and this one's counts */
    bool is_tied;
    int32_t favoured;
} trial;

static const node *child_of(const slides *s, const node *v, int32_t i)
{
    return &s->node[s->child[v->first + i]];
}

/* The label outside child i of the trial. */
static label outside_child(const slides *s, const trial *t, int32_t i)
{
    if (t->stone)
        return (label){1, t->stone};
    label result = farther(t->v->out.list[t->out], 1);
    for (int32_t k = 0; k < t->v->children && !s->printed; k++)
        if (k != i)
            result = nearer(result, farther(child_of(s, t->v, k)->in.list[s->choice[k]], 2));
    return result;
}

static void settle_labels(const slides *s, trial *t)
{
    label inside = {0, s->printed ? NOBODY : t->stone};
    for (int32_t i = 0; i < t->v->children; i++) {
        const node *c = child_of(s, t->v, i);
        s->outside[i] = c->out.index[number_of(outside_child(s, t, i))];
        if (!t->stone || s->printed)
            inside = nearer(inside, farther(c->in.list[s->choice[i]], 1));
    }
    t->is_tied = s->printed && inside.owner == BOTH;
    if (t->is_tied)
        inside.owner = t->favoured;
    t->in = t->v->in.index[number_of(inside)];
    assert(t->in >= 0);
}

/* Black minus White of v itself. */
static int64_t own_share(const slides *s, const trial *t)
{
    if (t->stone)
        return share_of(s, t->v, (label){0, t->stone});
    return share_of(s, t->v, nearer(t->v->in.list[t->in], t->v->out.list[t->out]));
}

static const int64_t *row_of_child(const slides *s, const trial *t, int32_t i)
{
    return best_of(s, child_of(s, t->v, i), s->outside[i], s->choice[i]);
}

/* The value of the trial for every number of stones. */
static const int64_t *evaluate(slides *s, const trial *t)
{
    bool placed = t->stone != NOBODY && t->v->given == NOBODY;
    for (int32_t j = 0; j <= s->stones; j++)
        s->row[j] = NEVER;
    s->row[placed] = own_share(s, t);
    for (int32_t i = 0; i < t->v->children; i++) {
        /* with child i: row[i + 1] from row[i] */
        const int64_t *from = s->row + (int64_t)i * (s->stones + 1), *child = row_of_child(s, t, i);
        int64_t *to = s->row + (int64_t)(i + 1) * (s->stones + 1);
        for (int32_t j = 0; j <= s->stones; j++)
            to[j] = NEVER;
        for (int32_t a = 0; a <= s->stones; a++)
            for (int32_t b = 0; from[a] != NEVER && b <= s->stones - a; b++) {
                s->combinations++;
                if (child[b] != NEVER && from[a] + child[b] > to[a + b])
                    to[a + b] = from[a] + child[b];
            }
    }
    return s->row + (int64_t)t->v->children * (s->stones + 1);
}

static trial first_trial(const slides *s, const node *v, int32_t out)
{
    trial t = {.v = v, .out = out, .stone = v->given, .favoured = WHITE};
    for (int32_t i = 0; i < v->children; i++)
        s->choice[i] = 0;
    settle_labels(s, &t);
    return t;
}

/* The next choice of inside labels; after the last the same with a stone on v. */
static bool next_trial(const slides *s, trial *t)
{
    int32_t i = 0;
    t->favoured = t->is_tied && t->favoured == WHITE ? BLACK : WHITE;
    if (t->favoured == BLACK) {
        settle_labels(s, t);
        return true;
    }
    while (i < t->v->children && ++s->choice[i] == child_of(s, t->v, i)->in.count)
        s->choice[i++] = 0;
    if (i == t->v->children) {
        if (!t->v->open || t->stone)
            return false;
        t->stone = BLACK;
    }
    settle_labels(s, t);
    return true;
}

static dm_status fill_node(slides *s, node *v, dm_error *err)
{
    int64_t cells = (int64_t)v->out.count * v->in.count * (s->stones + 1);
    v->best = dmi_alloc((size_t)cells, sizeof *v->best);
    if (!v->best)
        return dmi_no_memory(err);
    for (int64_t i = 0; i < cells; i++)
        v->best[i] = NEVER;
    for (int32_t out = 0; out < v->out.count; out++) {
        trial t = first_trial(s, v, out);
        do {
            const int64_t *row = evaluate(s, &t);
            int64_t *best = best_of(s, v, t.out, t.in);
            for (int32_t j = 0; j <= s->stones; j++)
                best[j] = row[j] > best[j] ? row[j] : best[j];
            if (!dmi_run_go_on(s->run, 1))
                return dmi_stopped(s->run, err);
        } while (next_trial(s, &t));
    }
    return DM_OK;
}

/* Finds the children's entries behind the trial's value. */
static void trace_children(const slides *s, const trial *t, int32_t stones)
{
    for (int32_t i = t->v->children; i-- > 0;) {
        const int64_t *before = s->row + (int64_t)i * (s->stones + 1);
        const int64_t *child = row_of_child(s, t, i), *after = before + s->stones + 1;
        int32_t b = 0;
        while (child[b] == NEVER || before[stones - b] == NEVER ||
               child[b] + before[stones - b] != after[stones])
            b++;
        s->entry[s->child[t->v->first + i]] = (entry){s->outside[i], s->choice[i], b};
        stones -= b;
    }
}

static dm_status slides_alloc(slides *s, const dm_graph *graph, dm_error *err)
{
    size_t n = (size_t)s->n;
    s->order = dmi_array(&s->arrays, n, sizeof *s->order);
    s->child = dmi_array(&s->arrays, n, sizeof *s->child);
    s->node = dmi_calloc(n, sizeof *s->node);
    s->entry = dmi_array(&s->arrays, n, sizeof *s->entry);
    s->mark = dmi_array_zeroed(&s->arrays, (size_t)s->numbers, 1);
    s->mark_next = dmi_array_zeroed(&s->arrays, (size_t)s->numbers, 1);
    if (s->arrays.failed || !s->node)
        return dmi_no_memory(err);
    /* in the order from the vertex of least degree, which gives the fewest children */
    int32_t end = 0;
    dm_vertex root = s->root >= 0 ? s->root : 0;
    for (dm_vertex v = 1; v < graph->n && s->root < 0; v++)
        if (graph->first[v + 1] - graph->first[v] < graph->first[root + 1] - graph->first[root])
            root = v;
    s->order[end++] = root;
    s->node[root].parent = -1;
    for (int32_t i = 0; i < end; i++) {
        node *v = &s->node[s->order[i]];
        v->first = end - 1;
        for (uint32_t arc = graph->first[s->order[i]]; arc < graph->first[s->order[i] + 1]; arc++) {
            dm_vertex c = graph->target[arc];
            if (c == v->parent)
                continue;
            s->node[c].parent = s->order[i];
            s->child[end - 1] = c;
            s->order[end++] = c;
            v->children++;
        }
        s->most_children = v->children > s->most_children ? v->children : s->most_children;
    }
    assert(end == graph->n); /* a single tree */
    const dmi_reply_problem *m = s->problem;
    const int64_t *values = dm_arena_values(m->arena);
    for (dm_vertex v = 0; v < s->n; v++) {
        s->node[v].value = dm_value_of(values, v);
        s->node[v].given = m->customer[v].white == 0   ? WHITE
                           : m->customer[v].black == 0 ? BLACK
                                                       : NOBODY;
    }
    for (dm_vertex i = 0; i < m->candidate_count; i++)
        s->node[m->candidate[i]].open = true;
    size_t children = (size_t)s->most_children;
    s->choice = dmi_array(&s->arrays, children, sizeof *s->choice);
    s->outside = dmi_array(&s->arrays, children, sizeof *s->outside);
    s->row = dmi_array(&s->arrays, (children + 1) * ((size_t)s->stones + 1), sizeof *s->row);
    return dmi_arrays_check(&s->arrays, err);
}

static dm_status check_size(const slides *s, dm_error *err)
{
    double trials = 0, cells = 0;
    for (dm_vertex v = 0; v < s->n; v++) {
        const node *at = &s->node[v];
        double ways = at->out.count;
        cells += ways * at->in.count * (s->stones + 1);
        for (int32_t i = 0; i < at->children; i++)
            ways *= child_of(s, at, i)->in.count;
        trials += ways;
    }
    if (trials <= MOST_TRIALS && cells <= MOST_CELLS)
        return DM_OK;
    return dmi_fail(err, DM_TOO_LARGE,
                    "method slides%s would need %.2g combinations and %.2g table entries; at "
                    "most %.2g and %.2g are allowed",
                    s->printed ? ":printed" : "", trials, cells, (double)MOST_TRIALS,
                    (double)MOST_CELLS);
}

static dm_status solve_slides(slides *s, dmi_reply_result *result, dm_error *err)
{
    dm_status status = DM_OK;
    bool fits = true;
    for (int32_t i = s->n; i-- > 0 && fits;) /* the labels inside, from the leaves up */
        fits = list_inside(s, &s->node[s->order[i]]);
    node *root = fits ? &s->node[s->order[0]] : NULL;
    if (fits) {
        mark_only(s, (label){0, NOBODY});
        fits = collect_marked(s, &root->out);
    }
    for (int32_t i = 1; i < s->n && fits; i++) { /* those outside, from the root down */
        dm_vertex c = s->order[i];
        fits = list_outside(s, &s->node[s->node[c].parent], c);
    }
    if (status == DM_OK && !fits)
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = check_size(s, err);
    for (int32_t i = s->n; i-- > 0 && status == DM_OK;)
        status = fill_node(s, &s->node[s->order[i]], err);
    if (status == DM_OK) {
        entry best = {0, 0, s->stones};
        for (int32_t in = 1; in < root->in.count; in++)
            if (best_of(s, root, 0, in)[s->stones] > best_of(s, root, 0, best.in)[s->stones])
                best.in = in;
        int64_t claim = best_of(s, root, 0, best.in)[s->stones];
        result->combinations = s->combinations; /* before the trace, which repeats some */
        result->has_claim = s->printed;
        result->claim = s->printed ? claim : 0;
        result->upper = s->printed ? INT64_MAX : claim;
        dm_vertex *chosen = result->chosen;
        s->entry[s->order[0]] = best;
        for (int32_t i = 0; i < s->n; i++) {
            const node *v = &s->node[s->order[i]];
            entry w = s->entry[s->order[i]];
            int64_t value = best_of(s, v, w.out, w.in)[w.stones];
            trial t = first_trial(s, v, w.out);
            while (t.in != w.in || evaluate(s, &t)[w.stones] != value)
                next_trial(s, &t);
            if (t.stone && !v->given)
                *chosen++ = s->order[i];
            trace_children(s, &t, w.stones);
        }
        result->proven = !s->printed;
        if (result->table)
            status = dmi_slides_list_entries(s, result->table_limit, result->table, err);
    }
    for (int32_t i = 0; i < s->stones && status == DM_STOPPED; i++)
        result->chosen[i] = s->problem->candidate[i];
    return status;
}

static dm_status solve_printed(slides *s, dmi_reply_result *result, dm_error *err)
{
    s->printed = true;
    return solve_slides(s, result, err);
}

dm_status dmi_slides_ask(const dmi_reply_problem *problem, const dm_reply_request *request,
                         slides_solve_fn *solve, dm_run *run, dmi_reply_result *result,
                         dm_error *err)
{
    bool is_forest = false;
    char method[40];
    snprintf(method, sizeof method, "method %s", dm_reply_method_name(request->method));
    dm_status status = dmi_arena_check_undirected(problem->arena, method, err);
    if (status == DM_OK)
        status = dmi_is_forest(problem->arena, &is_forest, err);
    if (status != DM_OK)
        return status;
    if (!is_forest || dm_arena_edges(problem->arena) != problem->n - 1)
        return dmi_fail(err, DM_UNSUPPORTED, "%s needs a single tree", method);
    if (problem->n > 1 && dm_arena_graph(problem->arena)->uniform == 0)
        return dmi_fail(err, DM_UNSUPPORTED, "%s needs edges of equal length", method);
    if (problem->n > MOST_VERTICES)
        return dmi_fail(err, DM_TOO_LARGE, "%s takes at most %d vertices", method, MOST_VERTICES);
    if (request->optima_limit > 0)
        return dmi_fail(err, DM_UNSUPPORTED, "%s finds one best set; method exact lists all",
                        method);
    if (request->has_root && (request->root < 0 || request->root >= problem->n))
        return dmi_fail(err, DM_BAD_VERTEX,
                        "there is no vertex %d to be the root; the board has %d", request->root,
                        problem->n);
    int64_t unit = dm_arena_graph(problem->arena)->uniform;
    slides s = {.problem = problem,
                .root = request->has_root ? request->root : -1,
                .ties = request->terms.ties,
                .radius =
                    request->terms.has_radius ? request->terms.radius / (unit ? unit : 1) : -1,
                .n = problem->n,
                .numbers = 3 * (problem->n + 2) + 1,
                .stones = problem->count,
                .run = run};
    status = slides_alloc(&s, dm_arena_graph(problem->arena), err);
    if (status == DM_OK)
        status = solve(&s, result, err);
    for (dm_vertex v = 0; s.node && v < s.n; v++) {
        free(s.node[v].in.index);
        free(s.node[v].in.list);
        free(s.node[v].out.index);
        free(s.node[v].out.list);
        free(s.node[v].best);
    }
    dmi_arrays_free(&s.arrays);
    free(s.node);
    return status;
}

dm_status dmi_reply_slides(const dmi_reply_problem *problem, const dm_reply_request *request,
                           dm_run *run, dmi_reply_result *result, dm_error *err)
{
    return dmi_slides_ask(problem, request, solve_slides, run, result, err);
}

dm_status dmi_reply_slides_printed(const dmi_reply_problem *problem,
                                   const dm_reply_request *request, dm_run *run,
                                   dmi_reply_result *result, dm_error *err)
{
    return dmi_slides_ask(problem, request, solve_printed, run, result, err);
}
