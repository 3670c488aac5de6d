/* customers.c - customers in the plane from the definition alone.
 *
 * Circles around customers through their nearest white sites, and the sides of the board, divide it
 * into parts: areas, arcs and points.  Each meets a vertical line through a point where two of them
 * meet or one begins or ends, or a line halfway between two such; and on the line a point where a
 * circle or side crosses it, or one halfway.  All these points are tried.
 */
#include "check/plane/customers.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NEAR 1e-8L
enum { STATES = 6561, MOST = 4096 }; /* 3^8 */

typedef long double real;

static int square(int x)
{
    return x * x;
}

static int distance(const check_customers *c, int customer, int site)
{
    int x = c->x[customer] - c->site_x[site], y = c->y[customer] - c->site_y[site];
    return c->is_manhattan ? abs(x) + abs(y) : square(x) + square(y);
}

int check_customer_owner(const check_customers *c, int customer)
{
    int nearest[2] = {-1, -1};
    for (int s = 0; s < c->sites; s++) {
        int *to = nearest + c->side[s];
        if (*to < 0 || distance(c, customer, s) < distance(c, customer, *to))
            *to = s;
    }
    if (nearest[0] < 0 || nearest[1] < 0)
        return nearest[0] >= 0 ? 0 : nearest[1] >= 0 ? 1 : -1;
    int order = distance(c, customer, nearest[0]) - distance(c, customer, nearest[1]);
    if (order != 0)
        return order > 0;
    return c->ties == 0 ? -1 : c->ties == 1 ? nearest[1] < nearest[0] : c->ties - 2;
}

/* The distance, squared under Euclid, to the nearest white site, or -1. */
static int radius(const check_customers *c, int customer)
{
    int least = -1;
    for (int s = 0; s < c->sites; s++)
        if (c->side[s] == 0 && (least < 0 || distance(c, customer, s) < least))
            least = distance(c, customer, s);
    return least;
}

/* black - white if of each customer a new site is as near as White's (1), nearer (2) or not (0). */
static int value_of(const check_customers *c, const int *state)
{
    int value = 0;
    for (int i = 0; i < c->count; i++) {
        int owner = check_customer_owner(c, i);
        if (state[i] == 2 || (state[i] == 1 && c->ties == 3))
            owner = 1;
        else if (state[i] == 1 && c->ties == 0 && owner == 0)
            owner = -1;
        value += owner < 0 ? 0 : owner ? c->demand[i] : -c->demand[i];
    }
    return value;
}

static bool is_on_board(const check_customers *c, real x, real y)
{
    bool inside = false;
    for (int r = 0, from = 0; r < c->rings; from = c->ring_end[r++])
        for (int i = from; i < c->ring_end[r]; i++) {
            int j = i + 1 < c->ring_end[r] ? i + 1 : from;
            real px = c->corner_x[i], py = c->corner_y[i], wx = c->corner_x[j] - px,
                 wy = c->corner_y[j] - py;
            real along = ((x - px) * wx + (y - py) * wy) / (wx * wx + wy * wy);
            along = fminl(1, fmaxl(0, along));
            if (hypotl(px + along * wx - x, py + along * wy - y) < NEAR)
                return true;
            if ((py > y) != (py + wy > y) && x < px + wx * (y - py) / wy)
                inside = !inside;
        }
    return inside;
}

/* Numbers, sorted when all are listed. */
typedef struct list {
    real at[MOST];
    int count;
} list;

static void add(list *l, real x)
{
    if (l->count < MOST)
        l->at[l->count++] = x;
}

static int by_size(const void *a, const void *b)
{
    real x = *(const real *)a, y = *(const real *)b;
    return (x > y) - (x < y);
}

/* Sorts the numbers, drops equal ones and adds those halfway. */
static void finish(list *l)
{
    int kept = 0;
    qsort(l->at, (size_t)l->count, sizeof *l->at, by_size);
    for (int i = 0; i < l->count; i++)
        if (kept == 0 || l->at[i] - l->at[kept - 1] > NEAR)
            l->at[kept++] = l->at[i];
    l->count = kept;
    for (int i = 0; i + 1 < kept; i++)
        add(l, (l->at[i] + l->at[i + 1]) / 2);
}

/* The points where circles around (x, y) and (x + vx, y + vy) meet, by their x.  Whole numbers tell
 * whether they touch. */
static void add_circles(list *l, int x, int vx, int vy, int r, int s)
{
    int size = square(vx) + square(vy), above = size + r - s, d = 4 * r * size - square(above);
    if (size == 0 || d < 0)
        return;
    add(l, x + (above * vx - sqrtl(d) * vy) / (2 * size));
    add(l, x + (above * vx + sqrtl(d) * vy) / (2 * size));
}

static void add_side(list *l, const check_customers *c, int i, int j, int customer, int r)
{
    int wx = c->corner_x[j] - c->corner_x[i], wy = c->corner_y[j] - c->corner_y[i];
    int dx = c->x[customer] - c->corner_x[i], dy = c->y[customer] - c->corner_y[i];
    int size = square(wx) + square(wy), d = r * size - square(wx * dy - wy * dx);
    if (d < 0)
        return;
    add(l, c->corner_x[i] + (dx * wx + dy * wy - sqrtl(d)) * wx / size);
    add(l, c->corner_x[i] + (dx * wx + dy * wy + sqrtl(d)) * wx / size);
}

/* Diamonds: the lines through their corners, the points where their sides meet, and where sides of
 * the board meet them. */
static void find_diamond_lines(const check_customers *c, list *l)
{
    for (int i = 0; i < 2 * c->count; i++) {
        int k = i / 2, u = c->x[k] + c->y[k] + (i % 2 ? 1 : -1) * radius(c, k);
        add(l, c->x[k]);
        add(l, c->x[k] + (i % 2 ? 1 : -1) * radius(c, k));
        for (int j = 0; j < 2 * c->count; j++) {
            int m = j / 2, v = c->x[m] - c->y[m] + (j % 2 ? 1 : -1) * radius(c, m);
            add(l, (real)(u + v) / 2);
            for (int q = 0, from = 0; i == j && q < c->rings; from = c->ring_end[q++])
                for (int e = from; e < c->ring_end[q]; e++) {
                    int f = e + 1 < c->ring_end[q] ? e + 1 : from;
                    real px = c->corner_x[e], wx = c->corner_x[f] - px;
                    real py = c->corner_y[e], wy = c->corner_y[f] - py;
                    if (wx + wy != 0)
                        add(l, px + wx * (u - px - py) / (wx + wy));
                    if (wx - wy != 0)
                        add(l, px + wx * (v - px + py) / (wx - wy));
                }
        }
    }
    for (int k = 0; k < c->corners; k++)
        add(l, c->corner_x[k]);
    finish(l);
}

/* The lines to look at. */
static void find_lines(const check_customers *c, list *l)
{
    if (c->is_manhattan) {
        find_diamond_lines(c, l);
        return;
    }
    for (int i = 0; i < c->count; i++) {
        int r = radius(c, i);
        if (r < 0)
            continue;
        add(l, c->x[i] - sqrtl((real)r));
        add(l, c->x[i] + sqrtl((real)r));
        for (int j = 0; j < i; j++)
            add_circles(l, c->x[i], c->x[j] - c->x[i], c->y[j] - c->y[i], r, radius(c, j));
        for (int q = 0, from = 0; q < c->rings; from = c->ring_end[q++])
            for (int k = from; k < c->ring_end[q]; k++)
                add_side(l, c, k, k + 1 < c->ring_end[q] ? k + 1 : from, i, r);
    }
    for (int k = 0; k < c->corners; k++)
        add(l, c->corner_x[k]);
    finish(l);
}

/* Where circles and sides cross a line. */
static void find_points(const check_customers *c, real x, list *l)
{
    for (int i = 0; i < c->count; i++) {
        real d = radius(c, i) - (c->is_manhattan ? fabsl(x - c->x[i]) : powl(x - c->x[i], 2));
        if (d < -NEAR)
            continue;
        d = c->is_manhattan ? d : sqrtl(fmaxl(0, d));
        add(l, c->y[i] - d);
        add(l, c->y[i] + d);
    }
    for (int q = 0, from = 0; q < c->rings; from = c->ring_end[q++])
        for (int k = from; k < c->ring_end[q]; k++) {
            int j = k + 1 < c->ring_end[q] ? k + 1 : from;
            real px = c->corner_x[k], py = c->corner_y[k], wx = c->corner_x[j] - px;
            if (fabsl(x - px) < NEAR)
                add(l, py);
            if (wx != 0 && (x - px) / wx > 0 && (x - px) / wx < 1)
                add(l, py + (c->corner_y[j] - py) * (x - px) / wx);
        }
    finish(l);
}

/* Marks what a new site gets, as a number in base 3. */
static void try_place(const check_customers *c, real x, real y, bool *seen)
{
    int number = 0;
    for (int s = 0; s < c->sites; s++)
        if (hypotl(x - c->site_x[s], y - c->site_y[s]) < 10 * NEAR)
            return;
    if (!is_on_board(c, x, y))
        return;
    for (int i = c->count - 1; i >= 0; i--) {
        real dx = x - c->x[i], dy = y - c->y[i];
        real nearer = radius(c, i) - (c->is_manhattan ? fabsl(dx) + fabsl(dy) : dx * dx + dy * dy);
        int state = radius(c, i) < 0 || nearer > 10 * NEAR ? 2 : nearer > -10 * NEAR ? 1 : 0;
        number = 3 * number + state;
    }
    seen[number] = true;
}

static void read_state(int number, int *state)
{
    for (int i = 0; i < CHECK_CUSTOMERS; i++, number /= 3)
        state[i] = number % 3;
}

int check_customers_best(const check_customers *c, int new_sites)
{
    bool *seen = calloc(STATES, sizeof *seen);
    list *lines = calloc(1, sizeof *lines), *points = calloc(1, sizeof *points);
    int best = -1000000;
    find_lines(c, lines);
    for (int i = 0; i < lines->count; i++) {
        points->count = 0;
        find_points(c, lines->at[i], points);
        for (int k = 0; k < points->count; k++)
            try_place(c, lines->at[i], points->at[k], seen);
    }
    for (int a = 0; a < STATES; a++)
        for (int b = new_sites == 1 ? a : 0; seen[a] && b <= a; b++) {
            int state[CHECK_CUSTOMERS], other[CHECK_CUSTOMERS];
            if (!seen[b])
                continue;
            read_state(a, state);
            read_state(b, other);
            for (int i = 0; i < c->count; i++)
                state[i] = state[i] > other[i] ? state[i] : other[i];
            int value = value_of(c, state);
            best = value > best ? value : best;
        }
    free(seen);
    free(lines);
    free(points);
    return best;
}
