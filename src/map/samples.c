/* samples.c - takes points on the streets, and finds those inside a polygon by a grid. */
#include "map/samples.h"

#include <math.h>
#include <stdlib.h>

/* Removes samples that lie inside one area.
 *
 * If no neighbour of a sample in the Voronoi diagram has another label, the areas are the same
 * without it, and without all such samples together (docs/algorithms/boards.md).  They are found by
 * a grid:
 *
 *     +--+--+--+     A disc without samples inside that touches sample p and reaches another label
 *     |  |  |  |     outside the block around p contains a disc through p of diameter 3 cells, and
 *     +--+--+--+     with it a whole cell of the block.  If no cell of the block is empty and all
 *     |  |p |  |     have one label, there is no such disc: p has no neighbour of another label.
 *     +--+--+--+
 */
enum { REACH = 4, PER_CELL = 16, EMPTY = -1, MIXED = -2 };

typedef struct grid {
    int32_t columns, rows;
    double west, south, side;
    int32_t *label; /* of each cell: EMPTY, MIXED, or that of all its samples */
    int32_t *row;   /* of each cell and its neighbours in the row, and then of the block */
} grid;

static size_t cell_of(const grid *g, const dmi_sample *s)
{
    int32_t column = (int32_t)fmin((s->x - g->west) / g->side, g->columns - 1);
    int32_t row = (int32_t)fmin((s->y - g->south) / g->side, g->rows - 1);
    return (size_t)row * (size_t)g->columns + (size_t)column;
}

static int32_t join_triangles(int32_t a, int32_t b)
{
    return a == b ? a : MIXED;
}

/* The common label of the cells at most REACH before and behind i on a line of `count` cells,
 * `step` apart; MIXED where the line ends, because nothing is known beyond. */
static int32_t is_along(const int32_t *label, int32_t i, int32_t count, size_t step)
{
    if (i < REACH || i + REACH >= count)
        return MIXED;
    const int32_t *first = label + (size_t)(i - REACH) * step;
    int32_t common = first[0];
    for (size_t k = 1; k <= 2 * (size_t)REACH; k++)
        common = join_triangles(common, first[k * step]);
    return common == EMPTY ? MIXED : common;
}

static void fill_grid(const dmi_samples *s, grid *g)
{
    size_t columns = (size_t)g->columns, cells = columns * (size_t)g->rows;
    for (size_t i = 0; i < cells; i++)
        g->label[i] = EMPTY;
    for (size_t i = 0; i < s->count; i++) {
        int32_t *label = &g->label[cell_of(g, &s->sample[i])];
        *label = *label == EMPTY ? s->sample[i].label : join_triangles(*label, s->sample[i].label);
    }
    for (int32_t r = 0; r < g->rows; r++)
        for (int32_t c = 0; c < g->columns; c++)
            g->row[(size_t)r * columns + (size_t)c] =
                is_along(g->label + (size_t)r * columns, c, g->columns, 1);
    for (int32_t c = 0; c < g->columns; c++)
        for (int32_t r = 0; r < g->rows; r++)
            g->label[(size_t)r * columns + (size_t)c] = is_along(g->row + c, r, g->rows, columns);
}

/* Removes samples without which the areas are the same; false without memory. */
static bool samples_prune(dmi_samples *s)
{
    double wide = s->clip.east - s->clip.west, high = s->clip.north - s->clip.south;
    grid g = {.west = s->clip.west, .south = s->clip.south};
    g.side = sqrt(PER_CELL * wide * high / (double)(s->count + 1));
    g.columns = (int32_t)(wide / g.side) + 1;
    g.rows = (int32_t)(high / g.side) + 1;
    size_t cells = (size_t)g.columns * (size_t)g.rows, kept = 0;
    g.label = dmi_alloc(cells, sizeof *g.label);
    g.row = dmi_alloc(cells, sizeof *g.row);
    bool good = g.label && g.row;
    if (good) {
        fill_grid(s, &g);
        for (size_t i = 0; i < s->count; i++)
            if (g.label[cell_of(&g, &s->sample[i])] < 0)
                s->sample[kept++] = s->sample[i];
        s->count = kept;
    }
    free(g.label);
    free(g.row);
    return good;
}

enum { MOST_EXTRA = 200000, MOST_CELLS = 1 << 20 };

#define DEGREE     (3.14159265358979323846 / 180)
#define MARGIN     0.02 /* around the streets, of the longer side */
#define LEAST_STEP 3e-4 /* degrees between points on straight parts: about 30 metres */
#define ROUND      1e-6 /* degrees */
#define BESIDE     1e-6 /* degrees from a boundary to the points beside it: about 10 cm */

static int compare_labels(const void *left, const void *right)
{
    const dmi_label *a = left, *b = right;
    if (a->owner != b->owner)
        return a->owner < b->owner ? -1 : 1;
    return (a->site > b->site) - (a->site < b->site);
}

static bool add_label(dmi_samples *s, int32_t owner, int32_t site)
{
    dmi_label *last = s->label_count ? &s->label[s->label_count - 1] : NULL;
    if (last && last->owner == owner && last->site == site)
        return true;
    if (!dmi_reserve(&s->label, &s->label_room, s->label_count + 1, sizeof *s->label))
        return false;
    s->label[s->label_count++] = (dmi_label){owner, site};
    return true;
}

static int32_t vertex_site(const dm_dominance *owned, dm_vertex v)
{
    return owned->site ? owned->site[v] : -1;
}

static int32_t find_label(const dmi_samples *s, int32_t owner, int32_t site)
{
    dmi_label key = {owner, site};
    const dmi_label *at = bsearch(&key, s->label, s->label_count, sizeof key, compare_labels);
    return (int32_t)(at - s->label);
}

static bool add_sample(dmi_samples *s, dm_point at, int32_t label)
{
    if (s->count >= INT32_MAX ||
        !dmi_reserve(&s->sample, &s->room, s->count + 1, sizeof *s->sample))
        return false;
    s->sample[s->count++] = (dmi_sample){at.x * s->narrow, at.y, label, -1};
    return true;
}

static double sample_distance(const dmi_samples *s, dm_point a, dm_point b)
{
    return hypot((b.x - a.x) * s->narrow, b.y - a.y);
}

static dm_point point_between(dm_point a, dm_point b, double share)
{
    return (dm_point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

/* A little from a towards b. */
static dm_point point_beside(const dmi_samples *s, dm_point a, dm_point b)
{
    double length = sample_distance(s, a, b);
    return point_between(a, b, length > 2 * BESIDE ? BESIDE / length : 0.5);
}

static bool add_streets(dmi_samples *s, const dm_arena *arena, const dm_territory *territory)
{
    const dm_map *map = dm_arena_map(arena);
    uint32_t most = 0;
    for (int32_t i = 0; i < map->streets; i++)
        if (map->first_point[i + 1] - map->first_point[i] > most)
            most = map->first_point[i + 1] - map->first_point[i];
    dm_point *line = dmi_alloc((size_t)most + 4, sizeof *line);
    if (!line)
        return false;
    double sum = 0;
    for (int32_t i = 0; i < dm_arena_map(arena)->streets; i++) {
        uint32_t count = dm_street_line(arena, i, 0, 1, line);
        for (uint32_t k = 1; k < count; k++)
            sum += sample_distance(s, line[k - 1], line[k]);
    }
    double step = fmax(LEAST_STEP, sum / MOST_EXTRA);
    bool good = true;
    for (int64_t i = 0; i < territory->count && good; i++) {
        const dm_piece *p = &territory->piece[i];
        if (map->kind[p->street] == DM_STREET_FERRY)
            continue;
        uint32_t count = dm_street_line(arena, p->street, p->begin, p->end, line);
        /* Points on a line that belongs to one label: its bends, more along its straight parts, and
         * its ends, moved inside. */
        int32_t label = find_label(s, p->owner, p->site);
        good = add_sample(s, point_beside(s, line[0], line[1]), label) &&
               add_sample(s, point_beside(s, line[count - 1], line[count - 2]), label);
        for (uint32_t j = 1; j < count && good; j++) {
            double length = sample_distance(s, line[j - 1], line[j]);
            int extra = (int)fmin(length / step, MOST_EXTRA);
            for (int k = 1; k <= extra && good; k++)
                good = add_sample(s, point_between(line[j - 1], line[j], k / (extra + 1.0)), label);
            if (j + 1 < count && good)
                good = add_sample(s, line[j], label);
        }
    }
    free(line);
    return good;
}

static int32_t grid_column(const dmi_samples *s, double x)
{
    double at = (x - s->clip.west) / (s->clip.east - s->clip.west) * s->columns;
    return (int32_t)fmin(fmax(at, 0), s->columns - 1);
}

static int32_t grid_row(const dmi_samples *s, double y)
{
    double at = (y - s->clip.south) / (s->clip.north - s->clip.south) * s->rows;
    return (int32_t)fmin(fmax(at, 0), s->rows - 1);
}

/* About two samples per cell. */
static bool make_grid(dmi_samples *s)
{
    double side = sqrt(fmin((double)s->count / 2 + 1, MOST_CELLS));
    s->columns = s->rows = (int32_t)side;
    size_t cells = (size_t)s->columns * (size_t)s->rows;
    s->grid = dmi_alloc(cells, sizeof *s->grid);
    if (!s->grid)
        return false;
    for (size_t i = 0; i < cells; i++)
        s->grid[i] = -1;
    for (size_t i = s->count; i-- > 0;) { /* so that every list begins with the first sample */
        dmi_sample *one = &s->sample[i];
        int32_t *cell = &s->grid[(size_t)grid_row(s, one->y) * (size_t)s->columns +
                                 (size_t)grid_column(s, one->x)];
        one->next = *cell;
        *cell = (int32_t)i;
    }
    return true;
}

static bool is_inside(const dmi_sample *at, const double *corners, unsigned count)
{
    bool left = true, right = true;
    for (unsigned i = 0; i + 1 < count; i++) {
        const double *a = corners + 2 * (size_t)i, *b = a + 2;
        double side = (b[0] - a[0]) * (at->y - a[1]) - (b[1] - a[1]) * (at->x - a[0]);
        left = left && side >= 0;
        right = right && side <= 0;
    }
    return left || right;
}

int32_t dmi_samples_label_in(const dmi_samples *s, const double *corners, unsigned count)
{
    double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        low_x = fmin(low_x, corners[2 * i]);
        high_x = fmax(high_x, corners[2 * i]);
        low_y = fmin(low_y, corners[2 * i + 1]);
        high_y = fmax(high_y, corners[2 * i + 1]);
    }
    int32_t first = -1, right = grid_column(s, high_x), top = grid_row(s, high_y);
    for (int32_t row = grid_row(s, low_y); row <= top; row++)
        for (int32_t column = grid_column(s, low_x); column <= right; column++) {
            int32_t i = s->grid[(size_t)row * (size_t)s->columns + (size_t)column];
            for (; i >= 0; i = s->sample[i].next)
                if ((first < 0 || i < first) && is_inside(&s->sample[i], corners, count))
                    first = i;
        }
    return first < 0 ? -1 : s->sample[first].label;
}

dm_status dmi_samples_init(const dm_arena *arena, const dm_dominance *owned,
                           const dm_territory *territory, dmi_samples *out, dm_error *err)
{
    const dm_point *places = dm_arena_places(arena);
    dm_vertex shown = dm_arena_shown(arena); /* copies lie where others do */
    *out = (dmi_samples){0};
    /* The rectangle has round corners in degrees, so that files show them exactly. */
    dm_bounds box = {0};
    dm_arena_bounds(arena, &box);
    out->narrow = fmax(cos((box.south + box.north) / 2 * DEGREE), 0.01);
    double wide = (box.east - box.west) * out->narrow, high = box.north - box.south;
    double margin = MARGIN * fmax(fmax(wide, high), 1e-4);
    out->clip = (dm_bounds){floor((box.west - margin / out->narrow) / ROUND) * ROUND * out->narrow,
                            floor((box.south - margin) / ROUND) * ROUND,
                            ceil((box.east + margin / out->narrow) / ROUND) * ROUND * out->narrow,
                            ceil((box.north + margin) / ROUND) * ROUND};
    /* The sorted list of owners and sites. */
    bool good = true;
    for (int64_t i = 0; i < territory->count && good; i++)
        good = add_label(out, territory->piece[i].owner, territory->piece[i].site);
    for (dm_vertex v = 0; v < shown && good; v++)
        good = add_label(out, owned->owner[v], vertex_site(owned, v));
    size_t kept = 0;
    if (out->label_count)
        qsort(out->label, out->label_count, sizeof *out->label, compare_labels);
    for (size_t i = 0; i < out->label_count; i++)
        if (i == 0 || compare_labels(&out->label[kept - 1], &out->label[i]) != 0)
            out->label[kept++] = out->label[i];
    out->label_count = kept;
    for (dm_vertex v = 0; v < shown && good; v++)
        good = add_sample(out, places[v], find_label(out, owned->owner[v], vertex_site(owned, v)));
    if (good && add_streets(out, arena, territory) && samples_prune(out) && make_grid(out))
        return DM_OK;
    dmi_samples_clear(out);
    return dmi_no_memory(err);
}

void dmi_samples_clear(dmi_samples *samples)
{
    free(samples->sample);
    free(samples->label);
    free(samples->grid);
    *samples = (dmi_samples){0};
}
