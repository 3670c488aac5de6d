/* bands.c - pale bands under the edges, which show territory as an area.
 *
 * On grids the bands of neighbouring edges meet, and territory becomes a plain coloured area.  If
 * many edges of different owners cross, bands would only confuse, so crossings are counted first:
 * O(m^2), for boards of some thousand edges; larger ones have no room for bands.
 */
#include "draw/view.h"

#include <math.h>

enum { MOST_EDGES = 5000 };

#define NARROWEST_GAP 6.0

static double side_of(const dmi_shape *line, double x, double y)
{
    return (line->x2 - line->x) * (y - line->y) - (line->y2 - line->y) * (x - line->x);
}

static bool bands_cross(const dmi_shape *a, const dmi_shape *b)
{
    if (fmax(a->x, a->x2) < fmin(b->x, b->x2) || fmax(b->x, b->x2) < fmin(a->x, a->x2))
        return false;
    return side_of(a, b->x, b->y) * side_of(a, b->x2, b->y2) < 0 &&
           side_of(b, a->x, a->y) * side_of(b, a->x2, a->y2) < 0;
}

/* Whether bands of different inks cross more often than once per twenty edges. */
static bool is_tangled(const dmi_scene *bands, size_t edges)
{
    size_t crossings = 0;
    for (size_t i = 0; i < bands->count; i++)
        for (size_t j = 0; j < i; j++)
            if (bands->shapes[i].stroke != bands->shapes[j].stroke)
                crossings += bands_cross(&bands->shapes[i], &bands->shapes[j]);
    return 20 * crossings > edges;
}

/* Bands of a mesh are wide enough to meet; elsewhere the edges stay recognisable. */
double dmi_band_width(const dmi_view *view)
{
    if (view->picture.signs != DM_SIGNS_COLOUR || view->count == 0 || view->gap < NARROWEST_GAP)
        return 0;
    if (view->graph->arcs < 2.6 * view->graph->n)
        return 0.6 * view->gap;
    double mean_edge = view->edge_sum / view->edge_count / view->spacing * view->gap;
    return fmin(mean_edge, 1.5 * view->gap);
}

dm_status dmi_compose_bands(dmi_view *view, dmi_scene *scene, dm_error *err)
{
    size_t edges = view->graph->arcs / 2;
    double width = dmi_band_width(view);
    if (width == 0 || edges > MOST_EDGES || edges == 0)
        return DM_OK;
    dmi_scene bands = {0};
    /* Bands of one colour after the other. */
    for (int ink = DMI_INK_TIED; ink < DMI_INK_TINT; ink++) {
        if (ink != DMI_INK_TIED && ink < DMI_INK_LAND)
            continue;
        dmi_ink pale = ink == DMI_INK_TIED ? DMI_INK_TIED_TINT : (dmi_ink)(ink + DMI_PLAYER_INKS);
        dmi_shape style = {.kind = DMI_LINE, .stroke = (uint8_t)pale, .width = (float)width};
        dmi_add_edges_of_ink(view, &bands, (dmi_ink)ink, style);
    }
    dm_status status = dmi_scene_status(&bands, err);
    if (status == DM_OK && !is_tangled(&bands, edges)) {
        view->has_bands = true;
        /* Round ends at the vertices, none at the boundaries. */
        for (dm_vertex v = 0; v < view->graph->n; v++) {
            dmi_shape disc = {
                .kind = DMI_DISC,
                .fill = (uint8_t)dmi_tint_ink(view->owned->owner[v]),
                .about = v,
                .x = view->places[v].x,
                .y = view->places[v].y,
                .x2 = width / 2,
            };
            if (view->owned->owner[v] != DM_UNREACHED)
                dmi_scene_add(scene, disc);
        }
        for (size_t i = 0; i < bands.count; i++)
            dmi_scene_add(scene, bands.shapes[i]);
    }
    dmi_scene_clear(&bands);
    return status;
}
