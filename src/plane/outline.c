/* outline.c - the border of a cell that consists of several rings.
 *
 * Pieces of one cell meet along lines, and a board that is not convex leaves lines walked there and
 * back where it was cut.  All edges are divided at the corners that lie on them; then edges that
 * run in opposite directions cancel each other, and what remains is chained into rings.
 *
 * Cost: O(e^2) for e edges of the cell.
 */
#include "plane/plane_sites.h"

#include <math.h>
#include <stdlib.h>

typedef struct edge {
    const dmi_exact_point *from, *to;
    bool used;
} edge;

typedef struct edges {
    edge *list;
    size_t count, room;
} edges;

static bool add_edge(edges *e, const dmi_exact_point *from, const dmi_exact_point *to)
{
    if (!dmi_reserve(&e->list, &e->room, e->count + 1, sizeof *e->list))
        return false;
    e->list[e->count++] = (edge){from, to, false};
    return true;
}

static bool same(const dmi_exact_point *a, const dmi_exact_point *b)
{
    return a == b ||
           (a->near.x == b->near.x && a->near.y == b->near.y && dmi_exact_point_equal(a, b));
}

/* Whether q is on the open line from p to r. */
static bool is_inside(const dmi_exact_point *p, const dmi_exact_point *q, const dmi_exact_point *r)
{
    double ax = r->near.x - p->near.x, ay = r->near.y - p->near.y;
    double bx = q->near.x - p->near.x, by = q->near.y - p->near.y;
    double size = fabs(p->near.x) + fabs(p->near.y) + fabs(r->near.x) + fabs(r->near.y);
    if (q->near.x < fmin(p->near.x, r->near.x) || q->near.x > fmax(p->near.x, r->near.x) ||
        q->near.y < fmin(p->near.y, r->near.y) || q->near.y > fmax(p->near.y, r->near.y) ||
        fabs(ax * by - ay * bx) > 1e-12 * size * (fabs(ax) + fabs(ay) + 1e-3 * size))
        return false;
    mpq_t a, b, c, d;
    mpq_inits(a, b, c, d, NULL);
    mpq_sub(a, r->x, p->x);
    mpq_sub(b, q->y, p->y);
    mpq_sub(c, r->y, p->y);
    mpq_sub(d, q->x, p->x);
    mpq_mul(a, a, b);
    mpq_mul(c, c, d);
    bool inside = mpq_equal(a, c) && !same(p, q) && !same(q, r) &&
                  mpq_cmp(p->x, q->x) * mpq_cmp(r->x, q->x) <= 0 &&
                  mpq_cmp(p->y, q->y) * mpq_cmp(r->y, q->y) <= 0;
    mpq_clears(a, b, c, d, NULL);
    return inside;
}

/* Adds the edge, divided at all corners that lie on it. */
static bool add_divided(edges *e, const dmi_exact_cell *cell, const dmi_exact_point *from,
                        const dmi_exact_point *to)
{
    while (!same(from, to)) {
        const dmi_exact_point *next = to;
        for (int32_t i = 0; i < cell->count; i++)
            for (int32_t k = 0; k < cell->plane->board->rings; k++) {
                const dmi_exact_ring *ring = cell->piece[i].ring + k;
                for (int32_t c = 0; c < ring->count; c++)
                    if (is_inside(from, ring->at + c, next))
                        next = ring->at + c;
            }
        if (!add_edge(e, from, next))
            return false;
        from = next;
    }
    return true;
}

static bool list_edges(edges *e, const dmi_exact_cell *cell)
{
    for (int32_t i = 0; i < cell->count; i++)
        for (int32_t k = 0; k < cell->plane->board->rings; k++) {
            const dmi_exact_ring *ring = cell->piece[i].ring + k;
            for (int32_t c = 0; c < ring->count; c++)
                if (!add_divided(e, cell, ring->at + c, ring->at + (c + 1) % ring->count))
                    return false;
        }
    return true;
}

static void cancel(edges *e)
{
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = i + 1; k < e->count && !e->list[i].used; k++)
            if (!e->list[k].used && same(e->list[i].from, e->list[k].to) &&
                same(e->list[i].to, e->list[k].from))
                e->list[i].used = e->list[k].used = true;
}

/* Whether the middle corner is on the line between its neighbours. */
static bool is_straight(const dmi_exact_point *p, const dmi_exact_point *q,
                        const dmi_exact_point *r)
{
    return is_inside(p, q, r);
}

static dm_status write_corner(const dmi_exact_point *at, int32_t index, dm_plane_cell *out,
                              dm_error *err)
{
    out->corner[index] = at->near;
    out->x[index] = dmi_exact_text(at->x);
    out->y[index] = dmi_exact_text(at->y);
    return out->x[index] && out->y[index] ? DM_OK : dmi_no_memory(err);
}

/* Writes a chain of corners as a ring, without those on straight lines. */
static dm_status write_ring(const dmi_exact_point **chain, int32_t count, dm_plane_cell *out,
                            dm_error *err)
{
    int32_t begin = out->rings > 0 ? out->ring_end[out->rings - 1] : 0, at = begin;
    dm_status status = DM_OK;
    for (int32_t i = 0; i < count && status == DM_OK; i++)
        if (!is_straight(chain[(i + count - 1) % count], chain[i], chain[(i + 1) % count]))
            status = write_corner(chain[i], at++, out, err);
    out->ring_end[out->rings++] = at;
    return status;
}

/* Chains the edges that are left; `chain` has room for all. */
static dm_status chain_edges(edges *e, const dmi_exact_point **chain, dm_plane_cell *out,
                             dm_error *err)
{
    dm_status status = DM_OK;
    for (size_t i = 0; i < e->count && status == DM_OK; i++) {
        if (e->list[i].used)
            continue;
        int32_t count = 0;
        const dmi_exact_point *end = e->list[i].from;
        for (size_t k = i; k < e->count;) {
            if (e->list[k].used || !same(e->list[k].from, end)) {
                k++;
                continue;
            }
            chain[count++] = e->list[k].from;
            end = e->list[k].to;
            e->list[k].used = true;
            if (same(end, chain[0]))
                break;
            k = i;
        }
        status = write_ring(chain, count, out, err);
    }
    return status;
}

dm_status dmi_exact_cell_outline(const dmi_exact_cell *cell, dm_plane_cell *out, dm_error *err)
{
    edges e = {0};
    const dmi_exact_point **chain = NULL;
    dm_status status = list_edges(&e, cell) ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK) {
        cancel(&e);
        chain = dmi_alloc(e.count, sizeof(const dmi_exact_point *));
        out->corner = dmi_alloc(e.count, sizeof *out->corner);
        out->x = dmi_calloc(e.count, sizeof *out->x);
        out->y = dmi_calloc(e.count, sizeof *out->y);
        out->ring_end = dmi_alloc(e.count, sizeof *out->ring_end);
        if (!chain || !out->corner || !out->x || !out->y || !out->ring_end)
            status = dmi_no_memory(err);
    }
    if (status == DM_OK)
        status = chain_edges(&e, chain, out, err);
    free(chain);
    free(e.list);
    return status;
}
