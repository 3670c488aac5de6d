/* check/families.c - formulas on the numbers of two vertices. */
#include "check/families.h"

#include <stddef.h>
#include <stdlib.h>

static int64_t power(int64_t base, int64_t exponent)
{
    int64_t product = 1;
    while (exponent-- > 0)
        product *= base;
    return product;
}

static int64_t just_a(int64_t a, int64_t b)
{
    (void)b;
    return a;
}

static int64_t a_times_b(int64_t a, int64_t b)
{
    return a * b;
}

static int64_t a_plus_b(int64_t a, int64_t b)
{
    return a + b;
}

static int64_t ten(int64_t a, int64_t b)
{
    (void)a, (void)b;
    return 10;
}

static int64_t two_to_a(int64_t a, int64_t b)
{
    (void)b;
    return power(2, a);
}

static int64_t tree_vertices(int64_t arity, int64_t height)
{
    int64_t total = 0;
    for (int64_t level = 0; level <= height; level++)
        total += power(arity, level);
    return total;
}

static int64_t spider_vertices(int64_t legs, int64_t length)
{
    return legs * length + 1;
}

static int64_t caterpillar_vertices(int64_t spine, int64_t leaves)
{
    return spine * (leaves + 1);
}

static bool path_joined(int64_t n, int64_t b, int64_t u, int64_t v)
{
    (void)n, (void)b;
    return v - u == 1;
}

static bool cycle_joined(int64_t n, int64_t b, int64_t u, int64_t v)
{
    (void)b;
    return v - u == 1 || v - u == n - 1;
}

static bool grid_joined(int64_t rows, int64_t columns, int64_t u, int64_t v)
{
    (void)rows;
    return llabs(u / columns - v / columns) + llabs(u % columns - v % columns) == 1;
}

/* Distance between i and j on a ring of `size`. */
static int64_t around(int64_t i, int64_t j, int64_t size)
{
    int64_t apart = llabs(i - j);
    return apart < size - apart ? apart : size - apart;
}

static bool torus_joined(int64_t rows, int64_t columns, int64_t u, int64_t v)
{
    return around(u / columns, v / columns, rows) + around(u % columns, v % columns, columns) == 1;
}

static bool star_joined(int64_t n, int64_t b, int64_t u, int64_t v)
{
    (void)n, (void)b, (void)v;
    return u == 0;
}

static bool complete_joined(int64_t n, int64_t b, int64_t u, int64_t v)
{
    (void)n, (void)b;
    return u != v;
}

static bool bipartite_joined(int64_t a, int64_t b, int64_t u, int64_t v)
{
    (void)b;
    return (u < a) != (v < a);
}

static bool hypercube_joined(int64_t dimension, int64_t b, int64_t u, int64_t v)
{
    (void)b;
    int differing = 0;
    for (int64_t i = 0; i < dimension; i++)
        differing += (u >> i & 1) != (v >> i & 1);
    return differing == 1;
}

static bool petersen_joined(int64_t a, int64_t b, int64_t u, int64_t v)
{
    (void)a, (void)b;
    if (v < 5)
        return around(u, v, 5) == 1;
    return u >= 5 ? around(u - 5, v - 5, 5) == 2 : v - u == 5;
}

/* Levels are filled in order, so the children of u are K u + 1 .. K u + K. */
static bool tree_joined(int64_t arity, int64_t height, int64_t u, int64_t v)
{
    (void)height;
    return arity * u + 1 <= v && v <= arity * u + arity;
}

static bool spider_joined(int64_t legs, int64_t length, int64_t u, int64_t v)
{
    (void)legs;
    int64_t place = (v - 1) % length; /* along its leg */
    return u == 0 ? place == 0 : v - u == 1 && place > 0;
}

static bool caterpillar_joined(int64_t spine, int64_t leaves, int64_t u, int64_t v)
{
    if (v < spine)
        return v - u == 1;
    return u < spine && (v - spine) / leaves == u;
}

const check_family check_families[] = {
    {"path", "", {1, -1}, just_a, path_joined},
    {"cycle", "", {3, -1}, just_a, cycle_joined},
    {"grid", "x", {1, 1}, a_times_b, grid_joined},
    {"torus", "x", {3, 3}, a_times_b, torus_joined},
    {"star", "", {1, -1}, just_a, star_joined},
    {"complete", "", {1, -1}, just_a, complete_joined},
    {"bipartite", ",", {1, 1}, a_plus_b, bipartite_joined},
    {"hypercube", "", {0, -1}, two_to_a, hypercube_joined},
    {"petersen", "", {-1, -1}, ten, petersen_joined},
    {"tree", ",", {1, 0}, tree_vertices, tree_joined},
    {"spider", ",", {1, 1}, spider_vertices, spider_joined},
    {"caterpillar", ",", {1, 0}, caterpillar_vertices, caterpillar_joined},
    {NULL, NULL, {0, 0}, NULL, NULL},
};
