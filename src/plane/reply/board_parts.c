/* board_parts.c - a board as convex parts: itself, or trapezoids between the heights of its
 * corners.
 *
 *      +-----+            heights of corners divide it into slabs; the sides that cross
 *      | 3   |            a slab, from left to right, bound its trapezoids in pairs
 *      |- - -+---+
 *      | 1       |
 *      +---------+
 *
 * Cost: O(m^2 log m) for m corners.
 */
#include "plane/reply/land.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_CORNERS = 500 };

typedef struct crossing {
    double middle; /* x in the middle of the slab */
    dm_point low, high;
} crossing;

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int by_middle(const void *a, const void *b)
{
    return by_number(&((const crossing *)a)->middle, &((const crossing *)b)->middle);
}

static double x_at(dm_point p, dm_point q, double y)
{
    return p.x + (y - p.y) / (q.y - p.y) * (q.x - p.x);
}

/* The half-plane to the left of the line from p to q. */
static void left_of(dm_point p, dm_point q, double edge[3])
{
    edge[0] = q.y - p.y;
    edge[1] = p.x - q.x;
    edge[2] = edge[0] * p.x + edge[1] * p.y;
}

/* Lists the sides that cross the slab from `low` to `high`. */
static int32_t find_crossings(const dm_plane_board *board, double low, double high, crossing *out)
{
    int32_t count = 0;
    double middle = (low + high) / 2;
    for (int32_t r = 0, from = 0; r < board->rings; from = board->ring_end[r++])
        for (int32_t i = from, j = board->ring_end[r] - 1; i < board->ring_end[r]; j = i++) {
            dm_point p = board->corner[i], q = board->corner[j];
            if ((p.y > middle) == (q.y > middle))
                continue;
            out[count++] =
                (crossing){x_at(p, q, middle), {x_at(p, q, low), low}, {x_at(p, q, high), high}};
        }
    qsort(out, (size_t)count, sizeof *out, by_middle);
    return count;
}

/* A trapezoid between two sides of the slab. */
static bool add_trapezoid(dmi_board_parts *p, size_t *room, const crossing *left,
                          const crossing *right)
{
    if (!dmi_reserve(&p->part, room, (size_t)p->count + 1, sizeof *p->part))
        return false;
    dmi_board_part *part = p->part + p->count;
    part->edge = dmi_array(&p->arrays, 4, sizeof *part->edge);
    if (!part->edge)
        return false;
    part->edges = 4;
    left_of(left->high, left->low, part->edge[0]);
    left_of(right->low, right->high, part->edge[1]);
    left_of((dm_point){0, left->low.y}, (dm_point){1, left->low.y}, part->edge[2]);
    left_of((dm_point){1, left->high.y}, (dm_point){0, left->high.y}, part->edge[3]);
    p->count++;
    return true;
}

static dm_status divide(dmi_board_parts *p, const dm_plane_board *board, dm_error *err)
{
    size_t room = 0;
    double *height = dmi_alloc((size_t)board->corners, sizeof *height);
    crossing *list = dmi_alloc((size_t)board->corners, sizeof *list);
    bool good = height && list;
    for (int32_t i = 0; good && i < board->corners; i++)
        height[i] = board->corner[i].y;
    if (good)
        qsort(height, (size_t)board->corners, sizeof *height, by_number);
    for (int32_t i = 0; good && i + 1 < board->corners; i++) {
        if (height[i] >= height[i + 1])
            continue;
        int32_t count = find_crossings(board, height[i], height[i + 1], list);
        for (int32_t k = 0; good && k + 1 < count; k += 2)
            good = add_trapezoid(p, &room, list + k, list + k + 1);
    }
    free(height);
    free(list);
    return good ? DM_OK : dmi_no_memory(err);
}

dm_status dmi_board_parts_init(dmi_board_parts *parts, const dm_plane_board *board, dm_error *err)
{
    *parts = (dmi_board_parts){0};
    dm_status status = DM_OK;
    if (!board->is_convex && board->corners > MOST_CORNERS)
        return dmi_fail(err, DM_TOO_LARGE,
                        "a reply on a board that is not convex needs at most %d corners; it has %d",
                        (int)MOST_CORNERS, board->corners);
    if (board->is_convex) {
        dmi_board_part *part = parts->part = dmi_alloc(1, sizeof *part);
        double(*edge)[3] = dmi_array(&parts->arrays, (size_t)board->corners, sizeof *edge);
        status = part && edge ? DM_OK : dmi_no_memory(err);
        for (int32_t i = 0; i < board->corners && status == DM_OK; i++)
            left_of(board->corner[i], board->corner[(i + 1) % board->corners], edge[i]);
        if (status == DM_OK)
            *part = (dmi_board_part){edge, board->corners};
        parts->count = status == DM_OK;
    } else {
        status = divide(parts, board, err);
    }
    if (status != DM_OK)
        dmi_board_parts_clear(parts);
    return status;
}

bool dmi_board_part_cut(const dmi_board_part *part, dm_point at, dmi_float_piece *piece,
                        dmi_float_piece *spare)
{
    for (int32_t i = 0; i < part->edges; i++) {
        const double *e = part->edge[i];
        if (!dmi_float_piece_cut(piece, spare, e[0], e[1], e[2] - e[0] * at.x - e[1] * at.y, -1))
            return false;
    }
    return true;
}

void dmi_board_parts_clear(dmi_board_parts *parts)
{
    free(parts->part);
    dmi_arrays_free(&parts->arrays);
    *parts = (dmi_board_parts){0};
}
