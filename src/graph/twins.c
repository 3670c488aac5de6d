/* twins.c - sorts vertices by a digest of their value and neighbours, then compares those of equal
 * digest.
 *
 * Twins that are not neighbours have the same neighbours N(v); twins that are neighbours have the
 * same N(v) + v.  A vertex cannot have twins of both kinds.  If digests collide, a class may be
 * split in two.
 */
#include "graph/twins.h"

#include "base/base.h"
#include <demesne/rng.h>
#include <stdlib.h>

typedef struct entry {
    uint64_t digest;
    dm_vertex vertex;
} entry;

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;
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

static uint64_t digest_of(const dm_arena *arena, dm_vertex v)
{
    const dm_graph *graph = dm_arena_graph(arena);
    uint64_t sum = dm_rng_derive(1, (uint64_t)dm_value_of(dm_arena_values(arena), v));
    for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++)
        sum += dm_rng_derive(0, (uint64_t)graph->target[arc]);
    return sum;
}

static void find_twins(const dm_arena *arena, entry *entries, dm_vertex *least)
{
    for (int closed = 0; closed < 2; closed++) {
        for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++)
            entries[v] =
                (entry){digest_of(arena, v) + (closed ? dm_rng_derive(0, (uint64_t)v) : 0), v};
        /* Sets least[v] to the first of its twins among the entries of one digest. */
        dm_vertex n = dm_arena_vertices(arena), lead = 0;
        qsort(entries, (size_t)n, sizeof *entries, compare_entries);
        for (dm_vertex i = 1; i < n; i++) {
            dm_vertex u = entries[lead].vertex, v = entries[i].vertex;
            if (entries[lead].digest == entries[i].digest && are_twins(arena, u, v))
                least[v] = u;
            else
                lead = i;
        }
    }
}

dm_status dmi_twins_init(const dm_arena *arena, bool search, dmi_twins *out, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    *out = (dmi_twins){.class_of = dmi_alloc((size_t)n, sizeof *out->class_of),
                       .member = dmi_alloc((size_t)n, sizeof *out->member),
                       .first = dmi_alloc((size_t)n + 1, sizeof *out->first)};
    entry *entries = dmi_alloc((size_t)n, sizeof *entries);
    bool complete = out->class_of && out->member && out->first && entries;
    if (complete) {
        for (dm_vertex v = 0; v < n; v++)
            out->class_of[v] = v;
        if (search)
            find_twins(arena, entries, out->class_of);
        /* Numbers the classes and lists their members; `class_of` holds least members on entry. */
        for (dm_vertex v = 0; v < n; v++)
            entries[v] = (entry){(uint64_t)out->class_of[v], v};
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

void dmi_twins_clear(dmi_twins *twins)
{
    free(twins->class_of);
    free(twins->member);
    free(twins->first);
}
