/* sample_prune.c - removes samples that lie inside one area.
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
#include "map/samples.h"

#include <math.h>
#include <stdlib.h>

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

bool dmi_samples_prune(dmi_samples *s)
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
