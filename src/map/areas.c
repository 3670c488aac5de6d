/* areas.c - polygons around the streets of each site.
 *
 * Points are taken on every street: its vertices, its bends, both sides of each boundary, and more
 * along straight parts.  Their Voronoi diagram in the plane (GEOS) divides the rectangle of the map
 * into a cell per point; the cells of one site together are its area.  Neighbouring cells share
 * their corners exactly, so areas neither overlap nor leave gaps, and a vertex lies in its own
 * cell.
 */
#include "map/samples.h"

#include "base/lazy_library.h"
#include <geos_c.h>
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
    GEOSGeometry *inside = joined ? geos.Intersection_r(w->geos, joined, w->clip) : NULL;
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

static dm_status find_areas(work *w, dm_error *err)
{
    const dm_bounds *box = &w->samples.clip;
    w->clip = geos.Geom_createRectangle_r(w->geos, box->west, box->south, box->east, box->north);
    w->out->area = dmi_calloc(w->samples.label_count, sizeof *w->out->area);
    GEOSGeometry *points = make_points(w), *diagram = NULL;
    if (w->clip && w->out->area && points && dmi_run_go_on(w->run, 1))
        diagram = geos.VoronoiDiagram_r(w->geos, points, w->clip, 0, 0);
    dm_status status = diagram ? DM_OK : geos_failed(w, err);
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
    status = w.geos && w.out ? find_areas(&w, err) : dmi_no_memory(err);
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
