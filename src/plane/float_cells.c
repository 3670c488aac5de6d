/* float_cells.c - cells of sites with doubles.
 *
 * The sites are in buckets of a grid.  A cell begins as the box and is cut by the sites around, the
 * nearest ring of buckets first.  A site farther away than twice the farthest corner cannot cut it:
 * a point z that is nearer to it has d(site, other) <= d(site, z) + d(z, other) <= 2 d(site, z).
 *
 * Manhattan.  In a quadrant of the site, u, v >= 0, its distance is u + v.  Another site at (p, q)
 * is nearer
 *
 *     p <= 0 < q, q > |p|       where v > (|p| + q) / 2, whatever u
 *     p > q > 0                 where u + v > c and v <= q, or u > c - q and v >= q,  c = (p + q) /
 * 2 (so the land kept is cut at v = q into two convex pieces) p = q > 0                 where u + v
 * > c, but for lines p <= 0, q <= |p|          nowhere
 *
 * and likewise with u and v exchanged.  If |p| = q, p < 0, the land v >= q is as near to both.
 *
 * Cost: O(1) per cell for sites spread evenly.
 */
#include "plane/float_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PER_BUCKET 2.0
#define SAME       1e-13         /* coordinates are equal but for rounding */
enum { MOST_BUCKETS = 1 << 12 }; /* along a side */

static int32_t clamp_index(double value, int32_t count)
{
    return value < 0 ? 0 : value >= count ? count - 1 : (int32_t)value;
}

static int32_t bucket_of(const dmi_float_sites *s, dm_point at)
{
    return clamp_index((at.y - s->low.y) / s->bucket, s->rows) * s->columns +
           clamp_index((at.x - s->low.x) / s->bucket, s->columns);
}

dm_status dmi_float_sites_init(dmi_float_sites *sites, const dm_point *at, int32_t count,
                               dm_line_metric metric, dm_point low, dm_point high, dm_error *err)
{
    double width = high.x - low.x, height = high.y - low.y;
    dmi_float_sites s = {.count = count,
                         .at = at,
                         .metric = metric,
                         .low = low,
                         .high = high,
                         .columns = 1,
                         .rows = 1};
    s.bucket = sqrt(width * height * PER_BUCKET / (count > 0 ? count : 1));
    s.bucket = fmax(s.bucket, fmax(width, height) / MOST_BUCKETS);
    s.columns = clamp_index(ceil(width / s.bucket), MOST_BUCKETS + 1);
    s.rows = clamp_index(ceil(height / s.bucket), MOST_BUCKETS + 1);
    s.columns += s.columns == 0;
    s.rows += s.rows == 0;
    size_t buckets = (size_t)s.columns * (size_t)s.rows;
    s.first = dmi_array_zeroed(&s.arrays, buckets + 1, sizeof *s.first);
    s.member = dmi_array(&s.arrays, (size_t)count, sizeof *s.member);
    dm_status status = dmi_arrays_check(&s.arrays, err);
    if (status != DM_OK)
        return status;
    for (int32_t i = 0; i < count; i++)
        s.first[bucket_of(&s, at[i])]++;
    int32_t sum = 0;
    for (size_t b = 0; b <= buckets; b++) {
        sum += s.first[b];
        s.first[b] = sum; /* the end of the bucket; filling from the end makes it the first */
    }
    for (int32_t i = count; i-- > 0;)
        s.member[--s.first[bucket_of(&s, at[i])]] = i;
    *sites = s;
    return DM_OK;
}

void dmi_float_sites_clear(dmi_float_sites *sites)
{
    dmi_arrays_free(&sites->arrays);
    *sites = (dmi_float_sites){0};
}

dmi_near_walk dmi_near_begin(const dmi_float_sites *s, dm_point at)
{
    int32_t bucket = bucket_of(s, at);
    return (dmi_near_walk){.sites = s,
                           .at = at,
                           .column = bucket % s->columns,
                           .row = bucket / s->columns,
                           .next = s->first[bucket],
                           .end = s->first[bucket + 1]};
}

/* Goes to the next bucket of the ring that is on the grid; false at its end. */
static bool next_bucket(dmi_near_walk *w)
{
    const dmi_float_sites *s = w->sites;
    int32_t side = 2 * w->ring;
    while (w->step < 4 * side) {
        int32_t along = w->step % side, which = w->step / side;
        w->step++;
        int32_t dx = which == 0   ? along - w->ring
                     : which == 1 ? w->ring
                     : which == 2 ? w->ring - along
                                  : -w->ring;
        int32_t dy = which == 0   ? -w->ring
                     : which == 1 ? along - w->ring
                     : which == 2 ? w->ring
                                  : w->ring - along;
        int32_t column = w->column + dx, row = w->row + dy;
        if (column < 0 || row < 0 || column >= s->columns || row >= s->rows)
            continue;
        int32_t bucket = row * s->columns + column;
        w->next = s->first[bucket];
        w->end = s->first[bucket + 1];
        if (w->next < w->end)
            return true;
    }
    return false;
}

bool dmi_near_next(dmi_near_walk *w, double reach)
{
    const dmi_float_sites *s = w->sites;
    while (w->next == w->end) {
        if (w->ring > 0 && next_bucket(w))
            break;
        /* every site of a later ring is at least this far away */
        dm_point corner = {s->low.x + w->column * s->bucket, s->low.y + w->row * s->bucket};
        double left = fmin(w->at.x - corner.x, w->at.y - corner.y);
        double right = fmin(corner.x + s->bucket - w->at.x, corner.y + s->bucket - w->at.y);
        double distance = w->ring * s->bucket + fmax(0, fmin(left, right));
        w->ring++;
        w->step = 0;
        if (distance > reach || w->ring > (s->columns > s->rows ? s->columns : s->rows))
            return false;
    }
    w->site = s->member[w->next++];
    return true;
}

static bool piece_reserve(dmi_float_piece *piece, int32_t count)
{
    return dmi_reserve(&piece->corner, &piece->room, (size_t)count, sizeof *piece->corner) &&
           dmi_reserve(&piece->across, &piece->across_room, (size_t)count, sizeof *piece->across);
}

void dmi_float_piece_clear(dmi_float_piece *piece)
{
    free(piece->corner);
    free(piece->across);
    *piece = (dmi_float_piece){0};
}

bool dmi_float_piece_copy(dmi_float_piece *to, const dmi_float_piece *from)
{
    if (!piece_reserve(to, from->count))
        return false;
    to->count = from->count;
    to->sx = from->sx;
    to->sy = from->sy;
    memcpy(to->corner, from->corner, (size_t)from->count * sizeof *to->corner);
    memcpy(to->across, from->across, (size_t)from->count * sizeof *to->across);
    return true;
}

bool dmi_float_piece_set(dmi_float_piece *to, const dm_point *corner, int32_t count, dm_point at)
{
    if (!piece_reserve(to, count))
        return false;
    to->count = count;
    for (int32_t i = 0; i < count; i++) {
        to->corner[i] = (dm_point){corner[i].x - at.x, corner[i].y - at.y};
        to->across[i] = -1;
    }
    return true;
}

void dmi_float_cell_clear(dmi_float_cell *cell)
{
    for (size_t i = 0; i < cell->room; i++)
        dmi_float_piece_clear(cell->piece + i);
    free(cell->piece);
    dmi_float_piece_clear(&cell->spare);
    *cell = (dmi_float_cell){0};
}

static void add_corner(dmi_float_piece *to, dm_point at, int32_t across)
{
    to->corner[to->count] = at;
    to->across[to->count++] = across;
}

bool dmi_float_piece_cut(dmi_float_piece *piece, dmi_float_piece *spare, double a, double b,
                         double c, int32_t site)
{
    int32_t n = piece->count, outside = 0;
    for (int32_t i = 0; i < n; i++)
        outside += a * piece->corner[i].x + b * piece->corner[i].y > c;
    if (outside == 0)
        return true;
    if (!piece_reserve(spare, n + 2))
        return false;
    spare->count = 0;
    for (int32_t i = 0, j = n - 1; i < n && outside < n; j = i++) {
        dm_point p = piece->corner[j], q = piece->corner[i];
        double before = a * p.x + b * p.y - c, now = a * q.x + b * q.y - c;
        if ((before > 0) != (now > 0)) {
            double part = before / (before - now);
            dm_point at = {p.x + part * (q.x - p.x), p.y + part * (q.y - p.y)};
            /* the edge that ends here is the old one on the way out, the new one on the way in */
            add_corner(spare, at, now > 0 ? piece->across[i] : site);
        }
        if (now <= 0)
            add_corner(spare, q, piece->across[i]);
    }
    dmi_float_piece kept = *piece;
    spare->sx = piece->sx;
    spare->sy = piece->sy;
    *piece = *spare;
    *spare = kept;
    return true;
}

double dmi_float_piece_area(const dmi_float_piece *piece)
{
    double sum = 0;
    for (int32_t i = 0, j = piece->count - 1; i < piece->count; j = i++)
        sum += piece->corner[j].x * piece->corner[i].y - piece->corner[i].x * piece->corner[j].y;
    return sum / 2;
}

/* A new last piece, empty; NULL without memory. */
static dmi_float_piece *add_piece(dmi_float_cell *cell)
{
    size_t before = cell->room;
    if (!dmi_reserve(&cell->piece, &cell->room, (size_t)cell->count + 1, sizeof *cell->piece)) {
        cell->failed = true;
        return NULL;
    }
    for (size_t i = before; i < cell->room; i++)
        cell->piece[i] = (dmi_float_piece){0};
    dmi_float_piece *piece = cell->piece + cell->count++;
    piece->count = 0;
    return piece;
}

/* Adds the box from `low` to `high` as a piece, unless it is empty. */
static void add_box(dmi_float_cell *cell, dm_point low, dm_point high, int sx, int sy)
{
    if (low.x >= high.x || low.y >= high.y)
        return;
    dmi_float_piece *piece = add_piece(cell);
    if (!piece || !piece_reserve(piece, 4)) {
        cell->failed = true;
        return;
    }
    piece->sx = (int8_t)sx;
    piece->sy = (int8_t)sy;
    add_corner(piece, low, -1);
    add_corner(piece, (dm_point){high.x, low.y}, -1);
    add_corner(piece, high, -1);
    add_corner(piece, (dm_point){low.x, high.y}, -1);
}

static void cut(dmi_float_cell *cell, int32_t index, double a, double b, double c, int32_t site)
{
    cell->failed |= !dmi_float_piece_cut(cell->piece + index, &cell->spare, a, b, c, site);
}

dmi_manhattan_cut dmi_manhattan_case(int p, int q, int longer, bool keeps_ties)
{
    if (p <= 0 && q <= 0)
        return DMI_CUT_NOTHING;
    if (p <= 0)
        return longer < 0 || (longer == 0 && !keeps_ties) ? DMI_CUT_V : DMI_CUT_NOTHING;
    if (q <= 0)
        return longer > 0 || (longer == 0 && !keeps_ties) ? DMI_CUT_U : DMI_CUT_NOTHING;
    return longer > 0 ? DMI_SPLIT_V : longer < 0 ? DMI_SPLIT_U : DMI_CUT_SUM;
}

static int sign_of(double value)
{
    return (value > 0) - (value < 0);
}

/* Whether a corner has a x + b y > c. */
static bool reaches(const dmi_float_piece *piece, double a, double b, double c)
{
    for (int32_t i = 0; i < piece->count; i++)
        if (a * piece->corner[i].x + b * piece->corner[i].y > c)
            return true;
    return false;
}

static void split(dmi_float_cell *cell, int32_t index, double p, double q, bool by_v, int32_t site)
{
    const dmi_float_piece *piece = cell->piece + index;
    double sx = piece->sx, sy = piece->sy, c = (p + q) / 2;
    /* the coordinate w in which the land is divided at `at`; the other one is limited beyond */
    double wx = by_v ? 0 : sx, wy = by_v ? sy : 0, ox = by_v ? sx : 0, oy = by_v ? 0 : sy;
    double at = by_v ? q : p;
    if (!reaches(piece, sx, sy, c))
        return;
    if (reaches(piece, wx, wy, at)) {
        dmi_float_piece *beyond = add_piece(cell);
        piece = cell->piece + index;
        if (!beyond || !dmi_float_piece_copy(beyond, piece)) {
            cell->failed = true;
            return;
        }
        int32_t last = cell->count - 1;
        cut(cell, last, -wx, -wy, -at, -1);
        cut(cell, last, ox, oy, c - at, site);
    }
    cut(cell, index, wx, wy, at, -1);
    cut(cell, index, sx, sy, c, site);
}

/* Cuts all pieces by a site at (dx, dy). */
static void cut_manhattan(dmi_float_cell *cell, double dx, double dy, bool keeps_ties, int32_t site)
{
    for (int32_t i = 0, count = cell->count; i < count; i++) {
        const dmi_float_piece *piece = cell->piece + i;
        double sx = piece->sx, sy = piece->sy, p = sx * dx, q = sy * dy;
        double longer = fabs(p) - fabs(q);
        dmi_manhattan_cut how = dmi_manhattan_case(
            sign_of(p), sign_of(q),
            fabs(longer) <= SAME * (fabs(p) + fabs(q)) ? 0 : sign_of(longer), keeps_ties);
        if (how == DMI_CUT_V)
            cut(cell, i, 0, sy, (fabs(p) + q) / 2, site);
        else if (how == DMI_CUT_U)
            cut(cell, i, sx, 0, (p + fabs(q)) / 2, site);
        else if (how == DMI_CUT_SUM)
            cut(cell, i, sx, sy, (p + q) / 2, site);
        else if (how != DMI_CUT_NOTHING)
            split(cell, i, p, q, how == DMI_SPLIT_V, site);
    }
    for (int32_t i = 0; i < cell->count;) /* empty pieces go */
        if (cell->piece[i].count < 3) {
            dmi_float_piece kept = cell->piece[i];
            cell->piece[i] = cell->piece[--cell->count];
            cell->piece[cell->count] = kept;
        } else {
            i++;
        }
}

static void find_reach(dmi_float_cell *cell, bool is_euclid)
{
    double most = 0;
    for (int32_t k = 0; k < cell->count; k++)
        for (int32_t i = 0; i < cell->piece[k].count; i++) {
            dm_point p = cell->piece[k].corner[i];
            most = fmax(most, is_euclid ? p.x * p.x + p.y * p.y : fabs(p.x) + fabs(p.y));
        }
    cell->reach = is_euclid ? sqrt(most) : most;
}

dm_status dmi_float_cell_find(const dmi_float_sites *sites, dm_point at, int32_t self,
                              dmi_tie_fn *ties, const void *context, dmi_float_cell *cell,
                              dm_error *err)
{
    bool is_euclid = sites->metric == DM_EUCLID;
    dm_point low = {sites->low.x - at.x, sites->low.y - at.y};
    dm_point high = {sites->high.x - at.x, sites->high.y - at.y};
    cell->count = 0;
    cell->failed = false;
    if (is_euclid) {
        add_box(cell, low, high, 1, 1);
    } else {
        dm_point none = {0, 0};
        add_box(cell, none, high, 1, 1);
        add_box(cell, (dm_point){low.x, 0}, (dm_point){0, high.y}, -1, 1);
        add_box(cell, low, none, -1, -1);
        add_box(cell, (dm_point){0, low.y}, (dm_point){high.x, 0}, 1, -1);
    }
    find_reach(cell, is_euclid);
    for (dmi_near_walk walk = dmi_near_begin(sites, at);
         !cell->failed && dmi_near_next(&walk, 2 * cell->reach);) {
        double dx = sites->at[walk.site].x - at.x, dy = sites->at[walk.site].y - at.y;
        double distance = is_euclid ? sqrt(dx * dx + dy * dy) : fabs(dx) + fabs(dy);
        if (walk.site == self || cell->count == 0 || distance <= sites->blind ||
            distance > 2 * cell->reach)
            continue;
        if (is_euclid)
            cut(cell, 0, dx, dy, (dx * dx + dy * dy) / 2, walk.site);
        else
            cut_manhattan(cell, dx, dy, !ties || ties(context, self, walk.site), walk.site);
        find_reach(cell, is_euclid);
    }
    return cell->failed ? dmi_no_memory(err) : DM_OK;
}
