/* areas.c - polygons around the streets of each site.
 *
 * Points are taken on every street: its vertices, its bends, both sides of each boundary, and more
 * along straight parts.  Their Voronoi diagram in the plane (GEOS) divides the rectangle of the map
 * into a cell per point; the cells of one site together are its area.  Neighbouring cells share
 * their corners exactly, so areas neither overlap nor leave gaps, and a vertex lies in its own
 * cell.  What lies far from every street is cut off.
 */
#include "map/samples.h"

#include "arena/geo.h"
#include "base/lazy_library.h"
#include "map/shape.h"
#include <demesne/snap.h>
#include <geos_c.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* GEOS is loaded for the first areas. */
static struct {
#define X(name) __typeof__(GEOS##name) *name;
#include "map/geos.def"
#undef X
} geos;

static const char *const names[] = {
#define X(name) "GEOS" #name,
#include "map/geos.def"
#undef X
};

static dmi_lazy_library library = {.file = GEOS_FILE,
                                   .purpose = "areas of a map need GEOS",
                                   .names = names,
                                   .count = sizeof names / sizeof *names,
                                   .functions = &geos};

typedef struct work {
    dmi_samples samples;
    dm_run *run;
    GEOSContextHandle_t geos;
    char message[120];    /* of GEOS */
    GEOSGeometry *clip;   /* the rectangle */
    GEOSGeometry *near;   /* what is near streets, in it */
    GEOSGeometry **cells; /* those of one label after the other */
    uint32_t *first;      /* where the cells of each label begin */
    dm_areas *out;
} work;

static void keep_message(const char *message, void *to)
{
    snprintf(((work *)to)->message, sizeof((work *)to)->message, "%s", message);
}

/* GEOS gives NULL if memory ends and if it cannot compute. */
static dm_status geos_failed(const work *w, dm_error *err)
{
    return dmi_fail(err, DM_NO_MEMORY, "no areas: %s", *w->message ? w->message : "out of memory");
}

static GEOSGeometry *make_points(const work *w)
{
    const dmi_samples *s = &w->samples;
    GEOSCoordSequence *points =
        geos.CoordSeq_create_r(w->geos, (unsigned)(s->count > 1 ? s->count : 2), 2);
    for (size_t i = 0; points && i < s->count; i++)
        geos.CoordSeq_setXY_r(w->geos, points, (unsigned)i, s->sample[i].x, s->sample[i].y);
    if (points && s->count == 1)
        geos.CoordSeq_setXY_r(w->geos, points, 1, s->sample[0].x, s->sample[0].y);
    return points ? geos.Geom_createLineString_r(w->geos, points) : NULL;
}

static bool add_ring(work *w, dm_area *area, const GEOSGeometry *ring, bool is_hole)
{
    unsigned count = 0;
    const GEOSCoordSequence *from = geos.Geom_getCoordSeq_r(w->geos, ring);
    geos.CoordSeq_getSize_r(w->geos, from, &count);
    size_t rings = (size_t)area->rings, used = (size_t)area->first[rings];
    int32_t *first = dmi_realloc(area->first, rings + 2, sizeof *first);
    area->first = first ? first : area->first;
    bool *hole = dmi_realloc(area->is_hole, rings + 1, sizeof *hole);
    area->is_hole = hole ? hole : area->is_hole;
    dm_point *point = dmi_realloc(area->point, used + count, sizeof *point);
    area->point = point ? point : area->point;
    if (!first || !hole || !point || used + count > INT32_MAX)
        return false;
    for (unsigned i = 0; i < count; i++) {
        geos.CoordSeq_getXY_r(w->geos, from, i, &point[used + i].x, &point[used + i].y);
        point[used + i].x /= w->samples.narrow;
    }
    hole[rings] = is_hole;
    first[++area->rings] = (int32_t)(used + count);
    return true;
}

/* Adds the polygons of a geometry; points and lines, where an area touches the rectangle, are
 * left out. */
static bool add_polygons(work *w, dm_area *area, const GEOSGeometry *shape)
{
    bool good = true;
    int count = geos.GetNumGeometries_r(w->geos, shape);
    for (int i = 0; i < count && good; i++) {
        const GEOSGeometry *part = geos.GetGeometryN_r(w->geos, shape, i);
        if (geos.GeomTypeId_r(w->geos, part) == GEOS_POLYGON && !geos.isEmpty_r(w->geos, part)) {
            good = add_ring(w, area, geos.GetExteriorRing_r(w->geos, part), false);
            int holes = geos.GetNumInteriorRings_r(w->geos, part);
            for (int k = 0; k < holes && good; k++)
                good = add_ring(w, area, geos.GetInteriorRingN_r(w->geos, part, k), true);
        }
    }
    return good;
}

/* Takes the cells of a label. */
static bool add_area(work *w, size_t l)
{
    uint32_t first = w->first[l], count = w->first[l + 1] - first;
    GEOSGeometry **cells = w->cells + first;
    dm_area *area = &w->out->area[w->out->count++];
    *area = (dm_area){.owner = w->samples.label[l].owner, .site = w->samples.label[l].site};
    area->first = dmi_calloc(1, sizeof *area->first);
    GEOSGeometry *all = geos.Geom_createCollection_r(w->geos, GEOS_MULTIPOLYGON, cells, count);
    for (uint32_t i = 0; all && i < count; i++)
        cells[i] = NULL; /* `all` has them now */
    GEOSGeometry *joined = all ? geos.CoverageUnion_r(w->geos, all) : NULL;
    GEOSGeometry *inside = joined ? geos.Intersection_r(w->geos, joined, w->near) : NULL;
    bool good = area->first && inside && add_polygons(w, area, inside);
    geos.Geom_destroy_r(w->geos, inside);
    geos.Geom_destroy_r(w->geos, joined);
    geos.Geom_destroy_r(w->geos, all);
    return good;
}

static dm_status join_cells(work *w, const GEOSGeometry *diagram, dm_error *err)
{
    uint32_t count = (uint32_t)geos.GetNumGeometries_r(w->geos, diagram);
    /* Finds the label of each cell by the sample inside it, and sorts the cells by label. */
    size_t labels = w->samples.label_count;
    int32_t *label = dmi_alloc(count, sizeof *label);
    w->cells = dmi_calloc(count, sizeof(GEOSGeometry *));
    w->first = dmi_calloc(labels + 2, sizeof *w->first);
    bool good = label && w->cells && w->first;
    for (uint32_t i = 0; i < count && good; i++) {
        unsigned corner_count = 0;
        /* The corners of the cell. */
        const GEOSGeometry *cell = geos.GetGeometryN_r(w->geos, diagram, (int)i);
        const GEOSCoordSequence *ring =
            geos.Geom_getCoordSeq_r(w->geos, geos.GetExteriorRing_r(w->geos, cell));
        geos.CoordSeq_getSize_r(w->geos, ring, &corner_count);
        double *corners = dmi_alloc(2 * (size_t)corner_count, sizeof *corners);
        if (corners)
            geos.CoordSeq_copyToBuffer_r(w->geos, ring, corners, 0, 0);
        good = corners != NULL;
        label[i] = good ? dmi_samples_label_in(&w->samples, corners, corner_count) : -1;
        free(corners);
        if (label[i] >= 0)
            w->first[label[i] + 2]++;
    }
    for (size_t l = 1; l <= labels && good; l++)
        w->first[l + 1] += w->first[l];
    for (uint32_t i = 0; i < count && good; i++) {
        if (label[i] < 0)
            continue;
        GEOSGeometry *copy =
            geos.Geom_clone_r(w->geos, geos.GetGeometryN_r(w->geos, diagram, (int)i));
        good = copy != NULL;
        w->cells[w->first[label[i] + 1]++] = copy;
    }
    free(label);
    if (!good)
        return geos_failed(w, err);
    for (size_t l = 0; l < w->samples.label_count; l++) {
        if (!dmi_run_go_on(w->run, 1))
            return DM_UNFINISHED;
        if (w->first[l + 1] > w->first[l] && !add_area(w, l))
            return geos_failed(w, err);
    }
    return DM_OK;
}

/* Points on a grid, and how far within the reach of a street each is, in metres; beyond it less
 * than 0. */
typedef struct near_grid {
    double west, south, step;
    int32_t columns, rows;
    double *inside;
    GEOSGeometry **parts;
    uint32_t count;
} near_grid;

static dm_point grid_point(const near_grid *g, int32_t at)
{
    return (dm_point){g->west + g->step * (at % g->columns),
                      g->south + g->step * (at / g->columns)};
}

/* Where the border crosses the line between two points of the grid: the same for both directions.
 */
static dm_point border_point(const near_grid *g, int32_t a, int32_t b)
{
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    dm_point from = grid_point(g, low), to = grid_point(g, high);
    double share = g->inside[low] / (g->inside[low] - g->inside[high]);
    return (dm_point){from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

/* Adds the part of a polygon of grid points that is near; false without memory. */
static bool add_near(const work *w, near_grid *g, const int32_t *corner, int corners)
{
    dm_point ring[9];
    unsigned count = 0;
    for (int i = 0; i < corners; i++) {
        int32_t a = corner[i], b = corner[(i + 1) % corners];
        if (g->inside[a] >= 0)
            ring[count++] = grid_point(g, a);
        if ((g->inside[a] > 0 && g->inside[b] < 0) || (g->inside[a] < 0 && g->inside[b] > 0))
            ring[count++] = border_point(g, a, b);
    }
    if (count < 3)
        return true;
    ring[count] = ring[0];
    GEOSCoordSequence *points = geos.CoordSeq_create_r(w->geos, count + 1, 2);
    for (unsigned i = 0; i <= count && points; i++)
        geos.CoordSeq_setXY_r(w->geos, points, i, ring[i].x, ring[i].y);
    GEOSGeometry *shell = points ? geos.Geom_createLinearRing_r(w->geos, points) : NULL;
    GEOSGeometry *part = shell ? geos.Geom_createPolygon_r(w->geos, shell, NULL, 0) : NULL;
    g->parts[g->count] = part;
    g->count += part != NULL;
    return part != NULL;
}

/* A square that is near as a whole stays one; others are two triangles, in which the distance is
 * taken as linear. */
static bool add_square(const work *w, near_grid *g, int32_t at)
{
    const int32_t corner[4] = {at, at + 1, at + g->columns + 1, at + g->columns};
    int near = 0;
    for (int i = 0; i < 4; i++)
        near += g->inside[corner[i]] >= 0;
    if (near == 0 || near == 4)
        return near == 0 || add_near(w, g, corner, 4);
    const int32_t half[2][3] = {{corner[0], corner[1], corner[2]},
                                {corner[0], corner[2], corner[3]}};
    return add_near(w, g, half[0], 3) && add_near(w, g, half[1], 3);
}

/* How far the points of the grid are from streets. */
static dm_status measure_grid(const work *w, const dm_arena *arena, near_grid *g, dm_error *err)
{
    int32_t points = g->columns * g->rows;
    dm_lonlat *place = dmi_alloc((size_t)points, sizeof *place);
    dm_snapped *found = dmi_alloc((size_t)points, sizeof *found);
    dm_status status = place && found ? DM_OK : dmi_no_memory(err);
    for (int32_t i = 0; i < points && status == DM_OK; i++) {
        dm_point at = grid_point(g, i);
        place[i] = dmi_lonlat((dm_point){at.x / w->samples.narrow, at.y});
    }
    if (status == DM_OK)
        status = dm_snap(arena, place, points, 0, w->run, found, err);
    for (int32_t i = 0; i < points && status == DM_OK; i++)
        g->inside[i] = DM_AREA_REACH - fmin(found[i].metres, 2 * DM_AREA_REACH);
    free(place);
    free(found);
    return status;
}

/* What is near streets; all of the rectangle on maps so large that it would not be seen. */
static dm_status find_near(work *w, const dm_arena *arena, dm_error *err)
{
    enum { MOST_POINTS = 1 << 19 };
    const dm_bounds *box = &w->samples.clip;
    near_grid g = {.step = DM_AREA_REACH / 4 / 111195.08};
    g.west = box->west - g.step;
    g.south = box->south - g.step;
    double columns = (box->east - g.west) / g.step + 3, rows = (box->north - g.south) / g.step + 3;
    if (columns * rows > MOST_POINTS) {
        w->near = geos.Geom_clone_r(w->geos, w->clip);
        return w->near ? DM_OK : geos_failed(w, err);
    }
    g.columns = (int32_t)columns;
    g.rows = (int32_t)rows;
    size_t points = (size_t)g.columns * (size_t)g.rows;
    g.inside = dmi_alloc(points, sizeof *g.inside);
    g.parts = dmi_alloc(2 * points, sizeof(GEOSGeometry *));
    dm_status status = g.inside && g.parts ? measure_grid(w, arena, &g, err) : dmi_no_memory(err);
    for (int32_t r = 0; r + 1 < g.rows; r++)
        for (int32_t c = 0; c + 1 < g.columns && status == DM_OK; c++)
            if (!add_square(w, &g, r * g.columns + c))
                status = geos_failed(w, err);
    GEOSGeometry *all = NULL, *joined = NULL;
    if (status == DM_OK)
        all = geos.Geom_createCollection_r(w->geos, GEOS_MULTIPOLYGON, g.parts, g.count);
    for (uint32_t i = 0; !all && i < g.count; i++)
        geos.Geom_destroy_r(w->geos, g.parts[i]);
    joined = all ? geos.CoverageUnion_r(w->geos, all) : NULL;
    w->near = joined ? geos.Intersection_r(w->geos, joined, w->clip) : NULL;
    if (status == DM_OK && !w->near)
        status = geos_failed(w, err);
    geos.Geom_destroy_r(w->geos, all);
    geos.Geom_destroy_r(w->geos, joined);
    free(g.inside);
    free(g.parts);
    return status;
}

static dm_status find_areas(work *w, const dm_arena *arena, dm_error *err)
{
    const dm_bounds *box = &w->samples.clip;
    w->clip = geos.Geom_createRectangle_r(w->geos, box->west, box->south, box->east, box->north);
    w->out->area = dmi_calloc(w->samples.label_count, sizeof *w->out->area);
    GEOSGeometry *points = make_points(w), *diagram = NULL;
    dm_status status = w->clip ? find_near(w, arena, err) : geos_failed(w, err);
    if (status == DM_OK && w->out->area && points && dmi_run_go_on(w->run, 1))
        diagram = geos.VoronoiDiagram_r(w->geos, points, w->clip, 0, 0);
    if (status == DM_OK && !diagram)
        status = geos_failed(w, err);
    geos.Geom_destroy_r(w->geos, points);
    if (!dmi_run_go_on(w->run, 1))
        status = DM_UNFINISHED;
    if (status == DM_OK)
        status = join_cells(w, diagram, err);
    geos.Geom_destroy_r(w->geos, diagram);
    return status;
}

dm_status dm_areas_new(const dm_arena *arena, const dm_dominance *owned,
                       const dm_territory *territory, dm_run *run, dm_areas **out, dm_error *err)
{
    work w = {.run = run};
    if (!dm_arena_map(arena))
        return dmi_fail(err, DM_UNSUPPORTED, "the board has no map");
    dm_status status = dmi_lazy_library_load(&library, err);
    if (status == DM_OK)
        status = dmi_samples_init(arena, owned, territory, &w.samples, err);
    if (status != DM_OK)
        return status;
    w.geos = geos._init_r();
    w.out = dmi_calloc(1, sizeof *w.out);
    if (w.geos)
        geos.Context_setErrorMessageHandler_r(w.geos, keep_message, &w);
    status = w.geos && w.out ? find_areas(&w, arena, err) : dmi_no_memory(err);
    if (status == DM_OK) {
        w.out->clip = w.samples.clip;
        w.out->clip.west /= w.samples.narrow;
        w.out->clip.east /= w.samples.narrow;
        *out = w.out;
    } else {
        dm_areas_free(w.out);
    }
    size_t cells = w.first ? w.first[w.samples.label_count] : 0;
    for (size_t i = 0; w.cells && i < cells; i++)
        geos.Geom_destroy_r(w.geos, w.cells[i]);
    free(w.cells);
    free(w.first);
    if (w.geos) {
        geos.Geom_destroy_r(w.geos, w.clip);
        geos.Geom_destroy_r(w.geos, w.near);
        geos._finish_r(w.geos);
    }
    dmi_samples_clear(&w.samples);
    return status;
}

void dm_areas_free(dm_areas *areas)
{
    if (!areas)
        return;
    for (int32_t i = 0; i < areas->count; i++) {
        free(areas->area[i].first);
        free(areas->area[i].is_hole);
        free(areas->area[i].point);
    }
    free(areas->area);
    free(areas);
}
