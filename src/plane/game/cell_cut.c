/* cell_cut.c - pieces of cells cut by the bisectors of further sites.
 *
 * Under Euclid a bisector leaves a half-plane; under Manhattan what is left in a quadrant of the
 * site may be two parts (float_cells.c has the cases).
 */
#include "plane/game/cell_cut.h"

#include <math.h>

double dmi_plane_distance(dm_line_metric metric, dm_point a, dm_point b)
{
    double dx = a.x - b.x, dy = a.y - b.y;
    return metric == DM_MANHATTAN ? fabs(dx) + fabs(dy) : sqrt(dx * dx + dy * dy);
}

void dmi_cell_add_part(dmi_cell_kept *kept, int halves, dmi_cell_half first, dmi_cell_half second)
{
    kept->halves[kept->parts] = halves;
    kept->half[kept->parts][0] = first;
    kept->half[kept->parts++][1] = second;
}

static int sign_of(double value)
{
    return (value > 0) - (value < 0);
}

/* What stays nearer to `site` than to `other`, within a quadrant of `site`; no parts: all of it. */
static dmi_cell_kept keep_manhattan(dm_point site, int sx, int sy, dm_point other, bool keeps_ties)
{
    dmi_cell_kept kept = {0};
    double p = sx * (other.x - site.x), q = sy * (other.y - site.y), c = (p + q) / 2;
    double u0 = sx * site.x, v0 = sy * site.y; /* u = sx x - u0, v = sy y - v0 */
    const dmi_cell_half sum = {sx, sy, u0 + v0 + c}, none = {0};
    switch (dmi_manhattan_case(sign_of(p), sign_of(q), sign_of(fabs(p) - fabs(q)), keeps_ties)) {
    case DMI_CUT_V:
        dmi_cell_add_part(&kept, 1, (dmi_cell_half){0, sy, v0 + (fabs(p) + q) / 2}, none);
        break;
    case DMI_CUT_U:
        dmi_cell_add_part(&kept, 1, (dmi_cell_half){sx, 0, u0 + (p + fabs(q)) / 2}, none);
        break;
    case DMI_CUT_SUM:
        dmi_cell_add_part(&kept, 1, sum, none);
        break;
    case DMI_SPLIT_V:
        dmi_cell_add_part(&kept, 2, (dmi_cell_half){0, sy, v0 + q}, sum);
        dmi_cell_add_part(&kept, 2, (dmi_cell_half){0, -sy, -v0 - q},
                          (dmi_cell_half){sx, 0, u0 + c - q});
        break;
    case DMI_SPLIT_U:
        dmi_cell_add_part(&kept, 2, (dmi_cell_half){sx, 0, u0 + p}, sum);
        dmi_cell_add_part(&kept, 2, (dmi_cell_half){-sx, 0, -u0 - p},
                          (dmi_cell_half){0, sy, v0 + c - p});
        break;
    default:
        break;
    }
    return kept;
}

dmi_cell_kept dmi_cell_keep(const dmi_cells *cells, const dmi_cell_piece *piece, dm_point site,
                            dm_point other, bool keeps_ties)
{
    dmi_cell_kept kept = {0};
    if (cells->metric == DM_MANHATTAN)
        return keep_manhattan(site, piece->sx, piece->sy, other, keeps_ties);
    dmi_cell_add_part(&kept, 1, dmi_cell_nearer(site, other), (dmi_cell_half){0});
    return kept;
}

int32_t dmi_cell_cut_ring(const dm_point *corner, int32_t n, dmi_cell_half h, dm_point *to)
{
    int32_t count = 0;
    if (n == 0)
        return 0;
    dm_point p = corner[n - 1];
    double before = h.a * p.x + h.b * p.y - h.c;
    for (int32_t i = 0; i < n; i++) {
        dm_point q = corner[i];
        double now = h.a * q.x + h.b * q.y - h.c;
        if ((before > 0) != (now > 0)) {
            double part = before / (before - now);
            to[count++] = (dm_point){p.x + part * (q.x - p.x), p.y + part * (q.y - p.y)};
        }
        if (now <= 0)
            to[count++] = q;
        p = q;
        before = now;
    }
    return count;
}

double dmi_cell_ring_area(const dm_point *corner, int32_t n)
{
    double sum = 0;
    for (int32_t i = 0, j = n - 1; i < n; j = i++)
        sum += corner[j].x * corner[i].y - corner[i].x * corner[j].y;
    return sum / 2;
}

static bool reserve_scratch(dmi_cells *cells, int32_t corners)
{
    struct dmi_cells_scratch *s = &cells->scratch;
    size_t need = (size_t)corners;
    bool fits = dmi_reserve(&s->one, &s->one_room, need, sizeof *s->one) &&
                dmi_reserve(&s->other, &s->other_room, need, sizeof *s->other);
    cells->failed |= !fits;
    return fits;
}

int32_t dmi_cells_cut_to_part(dmi_cells *cells, const dm_point *corner, int32_t n,
                              const dmi_cell_kept *kept, int part)
{
    if (!reserve_scratch(cells, 4 * n + 8))
        return 0;
    struct dmi_cells_scratch *s = &cells->scratch;
    if (kept->halves[part] == 1)
        return dmi_cell_cut_ring(corner, n, kept->half[part][0], s->one);
    n = dmi_cell_cut_ring(corner, n, kept->half[part][0], s->other);
    return dmi_cell_cut_ring(s->other, n, kept->half[part][1], s->one);
}
