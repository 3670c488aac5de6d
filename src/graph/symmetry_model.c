/* symmetry_model.c - the coloured graph whose symmetries are those of a board.
 *
 * Vertices are coloured by value.  If lengths differ, every edge gets a
 * vertex of its own in its middle, coloured by the length:
 *
 *      u ----5---- v        becomes        u ---(5)--- v
 *
 * A symmetry of the board moves middles along with edges, and one that fixes
 * every end fixes every middle.  So the coloured graph has the same group, and
 * its generators and orbits need only be restricted to the board's vertices,
 * which come first.
 *
 * If all lengths are equal, each class of twins becomes one vertex, coloured by its size:
 * every order of a class is a symmetry, and on complete boards Traces alone takes O(n m).
 *
 * On a directed board an edge has such a middle too, and an arc without an opposite of equal
 * length has two, coloured as its tail and its head:
 *
 *      u ---5--> v        becomes        u ---(5 tail)---(5 head)--- v
 */
#include "graph/symmetry_model.h"

#include "graph/csr.h"
#include <assert.h>
#include <demesne/rng.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A vertex by a digest of its value and neighbours, so that those of equal digest are compared
 * only.  Twins that are not neighbours have the same neighbours N(v); twins that are neighbours
 * have the same N(v) + v.  A vertex cannot have twins of both kinds.  If digests collide, a class
 * may be split in two. */
typedef struct twin_entry {
    uint64_t digest;
    dm_vertex vertex;
} twin_entry;

static int compare_entries(const void *a, const void *b)
{
    const twin_entry *x = a, *y = b;
    if (x->digest != y->digest)
        return x->digest < y->digest ? -1 : 1;
    return x->vertex < y->vertex ? -1 : 1;
}

static bool are_twins(const dm_arena *arena, dm_vertex u, dm_vertex v)
{
    const dm_graph *g = dm_arena_graph(arena);
    const int64_t *values = dm_arena_values(arena);
    uint32_t a = g->first[u], a_end = g->first[u + 1], b = g->first[v], b_end = g->first[v + 1];
    if (dm_value_of(values, u) != dm_value_of(values, v))
        return false;
    for (;; a++, b++) {
        a += a < a_end && g->target[a] == v;
        b += b < b_end && g->target[b] == u;
        if (a == a_end || b == b_end)
            return a == a_end && b == b_end;
        if (g->target[a] != g->target[b])
            return false;
    }
}

/* Finds twins if `search`; otherwise every vertex is a class of its own.  Assumes equal lengths.
 * O(m + n log n) plus the comparison of twins. */
static dm_status twins_init(const dm_arena *arena, bool search, dmi_twins *out, dm_error *err)
{
    const dm_graph *graph = dm_arena_graph(arena);
    dm_vertex n = graph->n;
    *out = (dmi_twins){.class_of = dmi_alloc((size_t)n, sizeof *out->class_of),
                       .member = dmi_alloc((size_t)n, sizeof *out->member),
                       .first = dmi_alloc((size_t)n + 1, sizeof *out->first)};
    twin_entry *entries = dmi_alloc((size_t)n, sizeof *entries);
    bool complete = out->class_of && out->member && out->first && entries;
    if (complete) {
        for (dm_vertex v = 0; v < n; v++)
            out->class_of[v] = v;
        for (int closed = 0; search && closed < 2; closed++) {
            for (dm_vertex v = 0; v < n; v++) {
                uint64_t digest =
                    dm_rng_derive(1, (uint64_t)dm_value_of(dm_arena_values(arena), v));
                for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++)
                    digest += dm_rng_derive(0, (uint64_t)graph->target[arc]);
                entries[v] = (twin_entry){digest + (closed ? dm_rng_derive(0, (uint64_t)v) : 0), v};
            }
            dm_vertex lead = 0; /* the first of several twins of one digest */
            qsort(entries, (size_t)n, sizeof *entries, compare_entries);
            for (dm_vertex i = 1; i < n; i++) {
                dm_vertex u = entries[lead].vertex, v = entries[i].vertex;
                if (entries[lead].digest == entries[i].digest && are_twins(arena, u, v))
                    out->class_of[v] = u;
                else
                    lead = i;
            }
        }
        /* Numbers the classes and lists their members; `class_of` holds least members so far. */
        for (dm_vertex v = 0; v < n; v++)
            entries[v] = (twin_entry){(uint64_t)out->class_of[v], v};
        qsort(entries, (size_t)n, sizeof *entries, compare_entries);
        for (dm_vertex i = 0; i < n; i++) {
            if (i == 0 || entries[i].digest != entries[i - 1].digest)
                out->first[out->count++] = i;
            out->member[i] = entries[i].vertex;
            out->class_of[entries[i].vertex] = out->count - 1;
        }
        out->first[out->count] = n;
    }
    free(entries);
    return complete ? DM_OK : dmi_no_memory(err);
}

void dmi_symmetry_model_clear(dmi_symmetry_model *m)
{
    free(m->twins.class_of);
    free(m->twins.member);
    free(m->twins.first);
    dmi_arrays_free(&m->arrays);
}

/* The middle of edge i is vertex board + i; edges are in the order of their
 * smaller ends.  So the smaller neighbours of w come in order, and `next[w]` is
 * the place of the next middle in the row of w. */
static dm_status put_middles(dmi_symmetry_model *m, const dm_graph *board, dm_error *err)
{
    uint32_t *next = dmi_alloc((size_t)m->board, sizeof *next);
    if (!next)
        return dmi_no_memory(err);
    memcpy(next, board->first, (size_t)m->board * sizeof *next);
    int middle = m->board;
    for (int v = 0; v < m->board; v++)
        for (uint32_t arc = board->first[v]; arc < board->first[v + 1]; arc++) {
            int w = board->target[arc];
            if (w < v)
                continue;
            m->target[arc] = middle;
            m->target[next[w]++] = middle;
            size_t row = board->arcs + 2 * (size_t)(middle - m->board);
            m->row[middle] = row;
            m->degree[middle] = 2;
            m->target[row] = v;
            m->target[row + 1] = w;
            middle++;
        }
    free(next);
    return DM_OK;
}

/* Instead of a number of twins. */
enum { MIDDLE = 0, TAIL = INT_MIN, HEAD = INT_MIN + 1 };

typedef struct coloured {
    int64_t colour; /* a value, or a length */
    int twins;      /* in the class, negative if they are neighbours; or MIDDLE, TAIL, HEAD */
    int vertex;
} coloured;

static int compare_colours(const coloured *x, const coloured *y)
{
    if (x->twins != y->twins)
        return x->twins > y->twins ? -1 : 1;
    return x->colour < y->colour ? -1 : x->colour > y->colour;
}

static int compare_coloured(const void *a, const void *b)
{
    const coloured *x = a, *y = b;
    int order = compare_colours(x, y);
    return order ? order : x->vertex < y->vertex ? -1 : x->vertex > y->vertex;
}

/* The edges and the one-way arcs of a directed board, one after another. */
typedef struct arc_walk {
    const dm_graph *board;
    dm_vertex from, to; /* the present one; from is -1 before the first */
    uint32_t arc;
    bool oneway;
} arc_walk;

static bool next_arc(arc_walk *w)
{
    const dm_graph *board = w->board;
    uint32_t arc = w->from < 0 ? 0 : w->arc + 1;
    w->from = w->from < 0 ? 0 : w->from;
    for (; arc < board->arcs; arc++) {
        while (board->first[w->from + 1] <= arc)
            w->from++;
        w->arc = arc;
        w->to = board->target[arc];
        w->oneway = dmi_graph_length_between(board, w->to, w->from) != dm_graph_length(board, arc);
        if (w->oneway || w->from < w->to)
            return true;
    }
    return false;
}

static dm_status put_links(dmi_symmetry_model *m, const dm_graph *board, dm_error *err)
{
    int(*link)[2] = dmi_alloc(m->arcs / 2, sizeof *link);
    if (!link)
        return dmi_no_memory(err);
    arc_walk w = {.board = board, .from = -1};
    int next = m->board;
    size_t count = 0, at = 0;
    while (next_arc(&w)) { /* the links between the vertices of the model */
        int tail = next++, head = w.oneway ? next++ : tail;
        link[count][0] = w.from;
        link[count++][1] = tail;
        if (w.oneway) {
            link[count][0] = tail;
            link[count++][1] = head;
        }
        link[count][0] = head;
        link[count++][1] = w.to;
    }
    memset(m->degree, 0, (size_t)m->n * sizeof *m->degree);
    for (size_t i = 0; i < 2 * count; i++)
        m->degree[link[i / 2][i % 2]]++;
    for (int v = 0; v < m->n; v++) {
        m->row[v] = at;
        at += (size_t)m->degree[v];
        m->degree[v] = 0;
    }
    for (size_t i = 0; i < 2 * count; i++) {
        int v = link[i / 2][i % 2];
        m->target[m->row[v] + (size_t)m->degree[v]++] = link[i / 2][1 - i % 2];
    }
    free(link);
    return DM_OK;
}

static bool are_neighbours(const dm_graph *board, dm_vertex u, dm_vertex v)
{
    for (uint32_t arc = board->first[u]; arc < board->first[u + 1]; arc++)
        if (board->target[arc] == v)
            return true;
    return false;
}

static dm_status colour_vertices(dmi_symmetry_model *m, const dm_arena *arena, dm_error *err)
{
    const dm_graph *board = dm_arena_graph(arena);
    bool has_more = m->n > m->board, is_directed = dm_arena_is_directed(arena);
    coloured *list = dmi_alloc((size_t)m->n, sizeof *list);
    if (!list)
        return dmi_no_memory(err);
    int at = 0;
    for (int c = 0; c < m->board; c++) {
        const dm_vertex *member = m->twins.member + m->twins.first[c];
        int size = m->twins.first[c + 1] - m->twins.first[c];
        bool joined = size > 1 && are_neighbours(board, member[0], member[1]);
        list[at++] =
            (coloured){dm_value_of(dm_arena_values(arena), member[0]), joined ? -size : size, c};
    }
    arc_walk w = {.board = board, .from = -1};
    while (has_more && is_directed && next_arc(&w)) {
        int64_t length = dm_graph_length(board, w.arc);
        list[at] = (coloured){length, w.oneway ? TAIL : MIDDLE, at};
        at++;
        if (w.oneway) {
            list[at] = (coloured){length, HEAD, at};
            at++;
        }
    }
    for (int v = 0; has_more && !is_directed && v < m->board; v++)
        for (uint32_t arc = board->first[v]; arc < board->first[v + 1]; arc++)
            if (board->target[arc] > v) {
                list[at] = (coloured){dm_graph_length(board, arc), 0, at};
                at++;
            }
    assert(at == m->n);
    qsort(list, (size_t)m->n, sizeof *list, compare_coloured);
    for (int i = 0; i < m->n; i++) {
        bool is_last = i + 1 == m->n || compare_colours(&list[i], &list[i + 1]) != 0;
        m->order[i] = list[i].vertex;
        m->more[i] = !is_last;
    }
    free(list);
    return DM_OK;
}

dm_status dmi_symmetry_model_init(dmi_symmetry_model *m, const dm_arena *arena, dm_error *err)
{
    const dm_graph *board = dm_arena_graph(arena);
    bool directed = dm_arena_is_directed(arena), plain = board->uniform > 0 && !directed;
    dm_status status = twins_init(arena, plain, &m->twins, err);
    if (status != DM_OK)
        return status;
    m->board = m->twins.count;
    size_t edges = (size_t)dm_arena_edges(arena), oneway = (size_t)dm_arena_oneway(arena);
    m->n = plain ? m->board : m->board + (int)(edges + oneway);
    m->arcs = plain ? board->arcs : 4 * edges + 2 * oneway;
    size_t n = (size_t)m->n;
    m->row = dmi_array(&m->arrays, n, sizeof *m->row);
    m->degree = dmi_array(&m->arrays, n, sizeof *m->degree);
    m->target = dmi_array(&m->arrays, m->arcs, sizeof *m->target);
    m->order = dmi_array(&m->arrays, n, sizeof *m->order);
    m->more = dmi_array(&m->arrays, n, sizeof *m->more);
    m->orbits = dmi_array(&m->arrays, n, sizeof *m->orbits);
    status = dmi_arrays_check(&m->arrays, err);
    if (status != DM_OK)
        return status;
    if (plain) {
        /* The neighbours of each class, by its least vertex. */
        const dmi_twins *twins = &m->twins;
        m->arcs = 0;
        for (int c = 0; c < m->board; c++) {
            dm_vertex u = dmi_least_twin(twins, c);
            m->row[c] = m->arcs;
            for (uint32_t arc = board->first[u]; arc < board->first[u + 1]; arc++) {
                int other = twins->class_of[board->target[arc]];
                if (other != c && dmi_least_twin(twins, other) == board->target[arc])
                    m->target[m->arcs++] = other;
            }
            m->degree[c] = (int)(m->arcs - m->row[c]);
        }
    } else if (directed) {
        status = put_links(m, board, err);
    } else {
        /* The rows of the board, if lengths differ. */
        for (int v = 0; v < m->board; v++) {
            m->row[v] = board->first[v];
            m->degree[v] = (int)(board->first[v + 1] - board->first[v]);
        }
        status = put_middles(m, board, err);
    }
    return status == DM_OK ? colour_vertices(m, arena, err) : status;
}
