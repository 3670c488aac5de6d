/* areas.c - areas of the plane from the definition alone.
 *
 * Each ring is a sum of triangles from its first corner, whose areas have signs.  Under Manhattan
 * the triangles are cut along the lines x and y of all sites: in each box that remains all
 * distances are linear, so that the land of a site is cut out by half-planes, or all of it is tied.
 * Under Euclid one box does.
 */
#include "check/plane/areas.h"

#include <assert.h>
#include <stdlib.h>

enum { MOST = 64 }; /* corners of a convex piece: a triangle cut by so many lines */

typedef struct piece {
    check_place at[MOST + 8];
    int count;
} piece;

/* a x + b y + c <= 0 */
typedef struct line {
    mpq_t a, b, c;
} line;

static void piece_init(piece *p)
{
    for (int i = 0; i < MOST + 8; i++)
        mpq_inits(p->at[i].x, p->at[i].y, NULL);
    p->count = 0;
}

static void piece_clear(piece *p)
{
    for (int i = 0; i < MOST + 8; i++)
        mpq_clears(p->at[i].x, p->at[i].y, NULL);
}

static void place_set(check_place *to, const check_place *from)
{
    mpq_set(to->x, from->x);
    mpq_set(to->y, from->y);
}

static void piece_copy(piece *to, const piece *from)
{
    to->count = from->count;
    for (int i = 0; i < from->count; i++)
        place_set(to->at + i, from->at + i);
}

static void value_of(const line *l, const check_place *at, mpq_t out)
{
    mpq_t part;
    mpq_init(part);
    mpq_mul(out, l->a, at->x);
    mpq_mul(part, l->b, at->y);
    mpq_add(out, out, part);
    mpq_add(out, out, l->c);
    mpq_clear(part);
}

static void cut(piece *p, const line *l)
{
    static piece from;
    static bool ready;
    if (!ready) {
        piece_init(&from);
        ready = true;
    }
    mpq_t here, next, part;
    mpq_inits(here, next, part, NULL);
    piece_copy(&from, p);
    p->count = 0;
    for (int i = 0; i < from.count; i++) {
        const check_place *a = from.at + i, *b = from.at + (i + 1) % from.count;
        value_of(l, a, here);
        value_of(l, b, next);
        if (mpq_sgn(here) <= 0)
            place_set(p->at + p->count++, a);
        if (mpq_sgn(here) * mpq_sgn(next) < 0) { /* (a next - b here) / (next - here) */
            check_place *to = p->at + p->count++;
            mpq_mul(to->x, a->x, next);
            mpq_mul(part, b->x, here);
            mpq_sub(to->x, to->x, part);
            mpq_mul(to->y, a->y, next);
            mpq_mul(part, b->y, here);
            mpq_sub(to->y, to->y, part);
            mpq_sub(next, next, here);
            mpq_div(to->x, to->x, next);
            mpq_div(to->y, to->y, next);
        }
        assert(p->count < MOST);
    }
    mpq_clears(here, next, part, NULL);
}

static void add_area(const piece *p, mpq_t out)
{
    mpq_t sum, part;
    mpq_inits(sum, part, NULL);
    for (int i = 0; i < p->count; i++) {
        const check_place *a = p->at + i, *b = p->at + (i + 1) % p->count;
        mpq_mul(part, a->x, b->y);
        mpq_add(sum, sum, part);
        mpq_mul(part, b->x, a->y);
        mpq_sub(sum, sum, part);
    }
    mpq_div_2exp(sum, sum, 1);
    mpq_add(out, out, sum);
    mpq_clears(sum, part, NULL);
}

/* The distance to site s as a linear function of places beside `middle`, under Manhattan. */
static void linear_distance(const check_place *s, const check_place *middle, line *out)
{
    mpq_t part;
    mpq_init(part);
    mpq_set_si(out->a, mpq_cmp(middle->x, s->x) > 0 ? 1 : -1, 1);
    mpq_set_si(out->b, mpq_cmp(middle->y, s->y) > 0 ? 1 : -1, 1);
    mpq_mul(out->c, out->a, s->x);
    mpq_mul(part, out->b, s->y);
    mpq_add(out->c, out->c, part);
    mpq_neg(out->c, out->c);
    mpq_clear(part);
}

/* The squared distance to site s without the squares of the place. */
static void square_distance(const check_place *s, line *out)
{
    mpq_t part;
    mpq_init(part);
    mpq_set_si(part, -2, 1);
    mpq_mul(out->a, s->x, part);
    mpq_mul(out->b, s->y, part);
    mpq_mul(out->c, s->x, s->x);
    mpq_mul(part, s->y, s->y);
    mpq_add(out->c, out->c, part);
    mpq_clear(part);
}

/* Whether site i has land as near to it as to site k. */
static bool wins_tie(const check_plane *p, int i, int k)
{
    if (p->side[i] == p->side[k] || p->ties == 1)
        return i < k;
    return p->ties >= 2 && p->side[i] == p->ties - 2;
}

/* Shares out a convex piece, beside `middle` under Manhattan. */
static void share(const check_plane *p, const piece *land, const check_place *middle, mpq_t *area,
                  mpq_t sum)
{
    static piece own;
    static bool ready;
    if (!ready) {
        piece_init(&own);
        ready = true;
    }
    line mine, other;
    mpq_inits(mine.a, mine.b, mine.c, other.a, other.b, other.c, NULL);
    for (int i = 0; i < p->sites; i++) {
        piece_copy(&own, land);
        for (int k = 0; k < p->sites && own.count > 0; k++) {
            if (k == i)
                continue;
            if (p->is_manhattan) {
                linear_distance(p->site + i, middle, &mine);
                linear_distance(p->site + k, middle, &other);
            } else {
                square_distance(p->site + i, &mine);
                square_distance(p->site + k, &other);
            }
            mpq_sub(mine.a, mine.a, other.a);
            mpq_sub(mine.b, mine.b, other.b);
            mpq_sub(mine.c, mine.c, other.c);
            bool same = mpq_sgn(mine.a) == 0 && mpq_sgn(mine.b) == 0;
            if (same && (mpq_sgn(mine.c) > 0 || (mpq_sgn(mine.c) == 0 && !wins_tie(p, i, k))))
                own.count = 0;
            else if (!same)
                cut(&own, &mine);
        }
        add_area(&own, area[p->side[i]]);
        add_area(&own, sum);
    }
    mpq_clears(mine.a, mine.b, mine.c, other.a, other.b, other.c, NULL);
}

static int by_number(const void *a, const void *b)
{
    return mpq_cmp(*(const mpq_t *)a, *(const mpq_t *)b);
}

/* Cuts the triangle at every line x (axis 0) and then y (axis 1) of a site, and shares the parts.
 */
static void divide(const check_plane *p, const piece *land, int axis, check_place *middle,
                   mpq_t *area, mpq_t sum)
{
    if (land->count < 3)
        return;
    if (axis == 2 || !p->is_manhattan) {
        share(p, land, middle, area, sum);
        return;
    }
    mpq_t *at = calloc((size_t)p->sites, sizeof *at);
    piece part;
    line l;
    piece_init(&part);
    mpq_inits(l.a, l.b, l.c, NULL);
    for (int i = 0; i < p->sites; i++) {
        mpq_init(at[i]);
        mpq_set(at[i], axis == 0 ? p->site[i].x : p->site[i].y);
    }
    qsort(at, (size_t)p->sites, sizeof *at, by_number);
    for (int i = 0; i <= p->sites; i++) {
        mpq_t *coordinate = axis == 0 ? &middle->x : &middle->y;
        piece_copy(&part, land);
        if (i > 0) { /* at[i-1] - w <= 0 */
            mpq_set_si(l.a, axis == 0 ? -1 : 0, 1);
            mpq_set_si(l.b, axis == 0 ? 0 : -1, 1);
            mpq_set(l.c, at[i - 1]);
            cut(&part, &l);
        }
        if (i < p->sites) {
            mpq_set_si(l.a, axis == 0 ? 1 : 0, 1);
            mpq_set_si(l.b, axis == 0 ? 0 : 1, 1);
            mpq_neg(l.c, at[i]);
            cut(&part, &l);
        }
        mpq_set_si(*coordinate, i == 0 ? -1 : 1, 1);
        mpq_add(*coordinate, *coordinate, at[i > 0 ? i - 1 : 0]);
        if (i > 0 && i < p->sites) {
            mpq_add(*coordinate, at[i - 1], at[i]);
            mpq_div_2exp(*coordinate, *coordinate, 1);
        }
        if (i == 0 || i == p->sites || !mpq_equal(at[i - 1], at[i]))
            divide(p, &part, axis + 1, middle, area, sum);
    }
    for (int i = 0; i < p->sites; i++)
        mpq_clear(at[i]);
    free(at);
    mpq_clears(l.a, l.b, l.c, NULL);
    piece_clear(&part);
}

void check_plane_areas(const check_plane *p, mpq_t *area, mpq_t tied)
{
    piece triangle;
    check_place middle;
    mpq_t whole, sum;
    mpq_inits(whole, sum, middle.x, middle.y, NULL);
    piece_init(&triangle);
    for (int r = 0, from = 0; r < p->rings; from = p->ring_end[r++])
        for (int i = from + 1; i + 1 < p->ring_end[r]; i++) {
            triangle.count = 3;
            place_set(triangle.at, p->corner + from);
            place_set(triangle.at + 1, p->corner + i);
            place_set(triangle.at + 2, p->corner + i + 1);
            add_area(&triangle, whole);
            divide(p, &triangle, 0, &middle, area, sum);
        }
    mpq_sub(whole, whole, sum);
    mpq_add(tied, tied, whole);
    piece_clear(&triangle);
    mpq_clears(whole, sum, middle.x, middle.y, NULL);
}
