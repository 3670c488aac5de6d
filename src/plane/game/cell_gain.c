/* cell_gain.c - what a further site would take from the cells.
 *
 * A sum over the cells, each cut once and not stored, which needs no cell of the new site: about
 * 0.3 microseconds for a dozen sites, which is what the searches of the players stand on.
 *
 * Cost: O(corners).
 */
#include "plane/game/cell_cut.h"

#include <math.h>

/* Twice the area of the part of a ring beyond a half-plane's border, which is not stored. */
static double area_beyond(const dm_point *corner, int32_t n, dmi_cell_half h)
{
    dm_point p = corner[n - 1], first = {0, 0}, last = {0, 0};
    double before = h.a * p.x + h.b * p.y - h.c, sum = 0;
    bool any = false;
    for (int32_t i = 0; i < n; i++) {
        dm_point q = corner[i];
        double now = h.a * q.x + h.b * q.y - h.c;
        if ((before > 0) != (now > 0)) {
            double part = before / (before - now);
            dm_point at = {p.x + part * (q.x - p.x), p.y + part * (q.y - p.y)};
            if (any)
                sum += last.x * at.y - at.x * last.y;
            else
                first = at;
            last = at;
            any = true;
        }
        if (now > 0) {
            if (any)
                sum += last.x * q.y - q.x * last.y;
            else
                first = q;
            last = q;
            any = true;
        }
        p = q;
        before = now;
    }
    return sum + last.x * first.y - first.x * last.y;
}

/* What the piece whose rings begin at number `ring` loses to a site at `at`. */
static double loss_of(dmi_cells *cells, const dmi_cell_piece *piece, int32_t ring, dm_point at)
{
    dm_point site = cells->site[piece->site].at;
    bool is_euclid = cells->metric == DM_EUCLID;
    const dmi_cell_half half = dmi_cell_nearer(site, at);
    dmi_cell_kept kept = {0};
    double loss = 0;
    if (!is_euclid)
        kept = dmi_cell_keep(cells, piece, site, at, true);
    for (int32_t r = ring; r < ring + piece->rings; r++) {
        int32_t begin = r > 0 ? cells->ring_end[r - 1] : 0, n = cells->ring_end[r] - begin;
        const dm_point *corner = cells->corner + begin;
        if (is_euclid) {
            loss += area_beyond(corner, n, half) / 2;
            continue;
        }
        loss += kept.parts > 0 ? dmi_cell_ring_area(corner, n) : 0;
        for (int part = 0; part < kept.parts; part++) {
            int32_t left = dmi_cells_cut_to_part(cells, corner, n, &kept, part);
            loss -= dmi_cell_ring_area(cells->scratch.one, left);
        }
    }
    return loss;
}

double dmi_cells_gain(dmi_cells *cells, dm_point at, int32_t side)
{
    double gain = 0, own = 0;
    if (cells->sites == 0)
        return mpq_get_d(cells->board->area);
    for (int32_t k = 0, ring = 0; k < cells->pieces; ring += cells->piece[k++].rings) {
        const dmi_cell_site *site = cells->site + cells->piece[k].site;
        if (dmi_plane_distance(cells->metric, site->at, at) < 2 * site->reach)
            *(site->side == side ? &own : &gain) += loss_of(cells, cells->piece + k, ring, at);
    }
    return gain + DMI_OWN_WEIGHT * own;
}

/* As area_beyond() of the points nearer to `at` than to `site`; adds the gradient of the area by
 * `at` to `slope`.  If `at` moves by d, a point z of the bisector moves by (z - at) d / |at - site|
 * away from it.  The integral along the parts of the bisector within the ring is a sum over the
 * points where the ring crosses it. */
static double slope_beyond(const dm_point *corner, int32_t n, dm_point site, dm_point at,
                           dm_point *slope)
{
    dmi_cell_half h = dmi_cell_nearer(site, at);
    double length = sqrt(h.a * h.a + h.b * h.b);
    dm_point along = {-h.b / length, h.a / length};
    dm_point middle = {(site.x + at.x) / 2, (site.y + at.y) / 2};
    dm_point back = {middle.x - at.x, middle.y - at.y}, sum = {0, 0};
    dm_point p = corner[n - 1];
    double before = h.a * p.x + h.b * p.y - h.c;
    bool any = false;
    for (int32_t i = 0; i < n; i++) {
        dm_point q = corner[i];
        double now = h.a * q.x + h.b * q.y - h.c;
        if ((before > 0) != (now > 0)) {
            double part = before / (before - now);
            double x = p.x + part * (q.x - p.x) - middle.x;
            double y = p.y + part * (q.y - p.y) - middle.y;
            double t = x * along.x + y * along.y, sign = now > 0 ? -1 : 1;
            sum.x += sign * t * (back.x + along.x * t / 2);
            sum.y += sign * t * (back.y + along.y * t / 2);
            any = true;
        }
        p = q;
        before = now;
    }
    if (!any)
        return before > 0 ? 2 * dmi_cell_ring_area(corner, n) : 0;
    slope->x += sum.x / length;
    slope->y += sum.y / length;
    return area_beyond(corner, n, h);
}

double dmi_cells_slope(dmi_cells *cells, dm_point at, int32_t side, dm_point *slope)
{
    double gain = 0;
    *slope = (dm_point){0, 0};
    for (int32_t k = 0, ring = 0; k < cells->pieces; ring += cells->piece[k++].rings) {
        const dmi_cell_site *site = cells->site + cells->piece[k].site;
        if (dmi_plane_distance(cells->metric, site->at, at) >= 2 * site->reach)
            continue;
        double loss = 0, weight = site->side == side ? DMI_OWN_WEIGHT : 1;
        dm_point own = {0, 0};
        for (int32_t r = ring; r < ring + cells->piece[k].rings; r++) {
            int32_t begin = r > 0 ? cells->ring_end[r - 1] : 0;
            loss += slope_beyond(cells->corner + begin, cells->ring_end[r] - begin, site->at, at,
                                 &own) /
                    2;
        }
        gain += weight * loss;
        slope->x += weight * own.x;
        slope->y += weight * own.y;
    }
    return gain;
}

void dmi_cells_centroids(const dmi_cells *cells, dm_point *centroid)
{
    for (int32_t i = 0; i < cells->sites; i++)
        centroid[i] = (dm_point){0, 0};
    int32_t ring = 0, begin = 0;
    for (int32_t k = 0; k < cells->pieces; k++) {
        dm_point *sum = centroid + cells->piece[k].site;
        for (int32_t end = ring + cells->piece[k].rings; ring < end;
             begin = cells->ring_end[ring++])
            for (int32_t i = begin, j = cells->ring_end[ring] - 1; i < cells->ring_end[ring];
                 j = i++) {
                dm_point p = cells->corner[j], q = cells->corner[i];
                double cross = p.x * q.y - q.x * p.y;
                sum->x += (p.x + q.x) * cross / 6;
                sum->y += (p.y + q.y) * cross / 6;
            }
    }
    for (int32_t i = 0; i < cells->sites; i++) {
        double area = cells->site[i].area;
        dm_point found = {centroid[i].x / area, centroid[i].y / area};
        bool is_sane = isfinite(found.x) && isfinite(found.y);
        centroid[i] = is_sane ? found : cells->site[i].at;
    }
}

double dmi_cells_farthest(const dmi_cells *cells, dm_point *where)
{
    double far = cells->sites == 0 ? INFINITY : 0;
    if (where)
        *where = cells->board->corner[0];
    int32_t corner = 0, ring = 0;
    for (int32_t k = 0; k < cells->pieces; k++) {
        dm_point site = cells->site[cells->piece[k].site].at;
        for (int32_t end = ring + cells->piece[k].rings; ring < end; ring++)
            for (; corner < cells->ring_end[ring]; corner++) {
                double distance = dmi_plane_distance(cells->metric, cells->corner[corner], site);
                if (distance <= far)
                    continue;
                far = distance;
                if (where)
                    *where = cells->corner[corner];
            }
    }
    return far;
}
