/* geometric.c - random points in a square, joined if they are near.
 *
 * Points have whole coordinates 0..9999999.  Two uniform points of a unit square
 * lie within r <= 1 of each other with probability pi r^2 - 8/3 r^3 + r^4/2 (the
 * last two terms come from the square's border).  The radius is the least whole
 * number for which that, times n - 1, is at least the wanted mean degree.
 *
 * Points are sorted into square cells at least a radius wide, row by row.  The
 * later points that may be near a point p are in two runs of the sorted order:
 *
 *      . . . . .
 *      . . p a .        a: the rest of p's cell and the cell to its right
 *      . b b b .        b: three cells of the next row
 *
 * O(n + m).  Each statement has one floating-point operation, so that no compiler
 * can fuse two of them and the radius is the same on every machine.
 */
#include "generate/board_maker.h"

#include "generate/whole_point.h"
#include <stdlib.h>

enum { SIDE = 10000000 };

typedef struct placed {
    dmi_whole_point at;
    dm_vertex vertex;
} placed;

typedef struct cells {
    int64_t side;    /* cells per row */
    uint32_t *first; /* side * side + 1 */
    placed *point;
} cells;

static int64_t find_radius(uint64_t n, double degree)
{
    int64_t low = 0, high = SIDE;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        double r = (double)middle / SIDE;
        double square = r * r;
        double disc = 3.141592653589793 * square;
        double cube = square * r;
        double border = cube * 8;
        border = border / 3;
        double corner = square * square;
        corner = corner / 2;
        double sum = disc - border;
        double reached = sum + corner;
        reached = reached * (double)(n - 1);
        if (reached >= degree)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static int64_t cell_of(const cells *c, dmi_whole_point at)
{
    return at.y * c->side / SIDE * c->side + at.x * c->side / SIDE;
}

static void join_run(dmi_board_maker *s, const cells *c, uint32_t i, uint32_t from, uint32_t to,
                     uint64_t squared)
{
    const placed *p = &c->point[i];
    for (uint32_t j = from; j < to; j++)
        if (dmi_whole_point_squared(p->at, c->point[j].at) <= squared)
            dmi_board_maker_edge(s, p->vertex, c->point[j].vertex, 1);
}

/* Draws the points into `points` and sorts them into cells. */
static void draw_points(dmi_board_maker *s, cells *c, dmi_whole_point *points, dm_vertex n)
{
    for (dm_vertex v = 0; v < n; v++) {
        points[v].x = (int32_t)dm_rng_below(&s->rng, SIDE);
        points[v].y = (int32_t)dm_rng_below(&s->rng, SIDE);
        dmi_board_maker_place(s, v, points[v].x, points[v].y);
    }
    /* Counting sort; filling moves each start to its cell's end, so `first` is shifted at last. */
    int64_t count = c->side * c->side;
    for (dm_vertex v = 0; v < n; v++)
        c->first[cell_of(c, points[v]) + 1]++;
    for (int64_t i = 0; i < count; i++)
        c->first[i + 1] += c->first[i];
    for (dm_vertex v = 0; v < n; v++)
        c->point[c->first[cell_of(c, points[v])]++] = (placed){points[v], v};
    for (int64_t i = count; i > 0; i--)
        c->first[i] = c->first[i - 1];
    c->first[0] = 0;
}

void dmi_make_geometric(dmi_board_maker *s)
{
    uint64_t n = s->number[0];
    double degree = (double)s->decimal.units / (double)s->decimal.scale;
    if (degree > 0.9 * (double)(n - 1)) {
        dmi_board_maker_refuse(s);
        return;
    }
    if (dmi_board_maker_open(s, n, (uint64_t)(degree * (double)n / 2))) {
        int64_t radius = find_radius(n, degree);
        int64_t by_radius = SIDE / (radius > 0 ? radius : 1), by_count = (int64_t)dmi_root(n);
        /* at most about n cells, each at least a radius wide */
        cells c = {.side = by_radius < by_count ? by_radius : by_count};
        dmi_whole_point *points = dmi_alloc(n, sizeof *points);
        c.first = dmi_calloc((size_t)(c.side * c.side) + 1, sizeof *c.first);
        c.point = dmi_alloc(n, sizeof *c.point);
        if (points && c.first && c.point)
            draw_points(s, &c, points, (dm_vertex)n);
        else
            dmi_board_maker_no_memory(s);
        free(points);
        uint64_t squared = (uint64_t)(radius * radius);
        for (int64_t row = 0; s->status == DM_OK && radius > 0 && row < c.side; row++)
            for (int64_t column = 0; column < c.side; column++) {
                int64_t cell = row * c.side + column;
                int64_t left = column > 0 ? -1 : 0, right = column + 1 < c.side ? 1 : 0;
                for (uint32_t i = c.first[cell]; i < c.first[cell + 1]; i++) {
                    join_run(s, &c, i, i + 1, c.first[cell + right + 1], squared);
                    if (row + 1 < c.side) {
                        int64_t below = cell + c.side;
                        join_run(s, &c, i, c.first[below + left], c.first[below + right + 1],
                                 squared);
                    }
                }
            }
        free(c.first);
        free(c.point);
    }
}
