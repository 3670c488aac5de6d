/* map.c - a board with a map: areas, streets by kind and owner, sites, and what a map needs beside.
 *
 * Painted from below: areas in pale colours, streets from paths to motorways, customers, sites,
 * labels, the scale bar, and whom the map must name.
 */
#include "draw/map_labels.h"

#include "base/base.h"
#include <demesne/territory.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_TINTED = 1000000 }; /* streets of a map whose areas are shown */

#define DEGREE    (3.14159265358979323846 / 180)
#define EARTH     6371008.8 /* metres */
#define AREA_SEAM 0.8F      /* a rim in its own colour hides the seam between two areas */

double dmi_map_narrowing(const dm_arena *arena)
{
    dm_bounds box;
    if (!dm_arena_bounds(arena, &box))
        return 1;
    return fmax(cos((box.south + box.north) / 2 * DEGREE), 0.01);
}

double dmi_map_line(const dmi_view *view)
{
    return dm_arena_map(view->arena) ? 1.5 * view->font : 0;
}

/* The middle of that line. */
static double line_middle(const dmi_view *view)
{
    return view->legend_top + 0.4 * dmi_map_line(view);
}

typedef struct composer {
    const dmi_view *view;
    dmi_scene *scene;
    double narrow, scale; /* page.x = left + (lon * narrow - box.left) * scale */
    const dm_territory *territory;
    dm_territory *own; /* `territory`, if the caller has none */
    dm_point *line;    /* room for the points of the longest street */
} composer;

static dm_point on_page(const composer *c, dm_point degrees)
{
    const dmi_view *view = c->view;
    return (dm_point){view->left + (degrees.x * c->narrow - view->box.left) * c->scale,
                      view->top + (view->box.high - degrees.y) * c->scale};
}

static dm_status tint_areas(composer *c, dm_error *err)
{
    const dmi_view *view = c->view;
    dm_areas *areas = NULL;
    if (view->count == 0 || dm_arena_map(view->arena)->streets > MOST_TINTED)
        return DM_OK;
    dm_status status = dm_areas_new(view->arena, view->owned, c->territory, NULL, &areas, err);
    if (status == DM_OK) {
        for (int32_t i = 0; i < areas->count; i++) {
            const dm_area *area = &areas->area[i];
            uint8_t ink = (uint8_t)dmi_tint_ink(area->owner);
            size_t first = c->scene->points_count;
            if (area->owner == DM_UNREACHED)
                continue;
            for (int32_t r = 0; r < area->rings; r++) {
                for (int32_t p = area->first[r]; p + 1 < area->first[r + 1]; p++)
                    dmi_scene_point(c->scene, on_page(c, area->point[p]));
                dmi_scene_ring_end(c->scene);
            }
            dmi_scene_area(c->scene,
                           (dmi_shape){.about = -1, .stroke = ink, .fill = ink, .width = AREA_SEAM},
                           first);
        }
    }
    dm_areas_free(areas);
    return status;
}

/* Wider for more important streets, and on maps where streets lie farther apart. */
static double street_width(const dmi_view *view, int kind)
{
    static const double width[DM_STREET_KINDS] = {4, 3.6, 3.2, 2.8, 2.4, 1.8, 1.3, 1, 0.9, 1.8};
    double room = sqrt(view->width * view->height / (1 + dm_arena_map(view->arena)->streets));
    return width[kind] * fmin(1.2, fmax(0.35, room / 12));
}

static void add_line(composer *c, uint32_t count, dmi_shape style)
{
    for (uint32_t i = 1; i < count; i++) {
        dm_point a = on_page(c, c->line[i - 1]), b = on_page(c, c->line[i]);
        style.x = a.x;
        style.y = a.y;
        style.x2 = b.x;
        style.y2 = b.y;
        dmi_scene_add(c->scene, style);
    }
}

/* The pieces of streets of one kind and ink: lines of one style are painted in one stroke. */
static void add_pieces(composer *c, int kind, dmi_ink ink)
{
    const dmi_view *view = c->view;
    const dm_map *map = dm_arena_map(view->arena);
    dmi_shape style = {.kind = DMI_LINE,
                       .role = DMI_ROLE_EDGE,
                       .about = -1,
                       .flags = DMI_ROUND,
                       .stroke = (uint8_t)ink,
                       .width = (float)street_width(view, kind)};
    for (int64_t i = 0; i < c->territory->count; i++) {
        const dm_piece *p = &c->territory->piece[i];
        dmi_ink own = view->count ? dmi_land_ink(p->owner) : DMI_INK_PLAIN;
        if (map->kind[p->street] != kind || own != ink)
            continue;
        style.about = map->from[p->street];
        add_line(c, dm_street_line(view->arena, p->street, p->begin, p->end, c->line), style);
    }
}

/* Vertices with customers, by the size of their demand. */
static void add_customers(composer *c)
{
    const dmi_view *view = c->view;
    const int64_t *values = dm_arena_values(view->arena);
    /* Whether demand differs between places: otherwise dots everywhere would only hide the streets.
     */
    dm_vertex count = 0;
    for (dm_vertex v = 0; values && v < view->graph->n; v++)
        count += values[v] > 0;
    bool has_customers = values && (view->most_value > 1 || count < view->graph->n / 4);
    if (!has_customers)
        return;
    for (dm_vertex v = 0; v < view->graph->n; v++)
        if (values[v] > 0 && view->stone_at[v] < 0) {
            double radius = 0.5 * view->stone * sqrt((double)values[v] / (double)view->most_value);
            dmi_shape dot = dmi_disc_shape(view->places[v], fmax(1.2, radius), DMI_INK_PAPER,
                                           dmi_land_ink(view->owned->owner[v]), 1);
            dot.about = v;
            dmi_scene_add(c->scene, dot);
        }
}

/* The greatest of 1, 2 and 5 times a power of ten that is at most `most`. */
static double round_length(double most)
{
    double power = pow(10, floor(log10(most)));
    return power * (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1);
}

/* A bar as long as a round number of metres, under the map. */
static void add_scale_bar(composer *c)
{
    const dmi_view *view = c->view;
    double metre = c->scale / (EARTH * DEGREE), metres = round_length(0.22 * view->width / metre);
    double size = 0.75 * view->font, length = metres * metre, y = line_middle(view);
    dm_point left = {view->left, y}, right = {view->left + length, y};
    char text[32];
    if (!isfinite(metres) || metres < 0.1)
        return;
    if (metres >= 1000)
        snprintf(text, sizeof text, "%g km", metres / 1000);
    else
        snprintf(text, sizeof text, "%g m", metres);
    dmi_scene_add(c->scene, dmi_line_shape(left, right, 1.2, DMI_INK_TEXT));
    for (int end = 0; end < 2; end++) {
        double x = end ? right.x : left.x;
        dmi_scene_add(c->scene, dmi_line_shape((dm_point){x, y - 3}, (dm_point){x, y + 3}, 1.2,
                                               DMI_INK_TEXT));
    }
    dmi_shape label = dmi_text_shape((dm_point){right.x + 5, y}, size, DMI_INK_TEXT, DMI_HALO);
    label.fill = DMI_INK_PAPER;
    label.anchor = DMI_START;
    dmi_scene_write(c->scene, label, text);
}

static dm_status compose_map(composer *c, dm_error *err)
{
    dm_status status = DM_OK;
    c->territory = c->view->picture.territory;
    if (!c->territory) {
        status = dm_territory_new(c->view->arena, c->view->owned, NULL, &c->own, err);
        c->territory = c->own;
    }
    if (status == DM_OK)
        status = tint_areas(c, err);
    if (status != DM_OK)
        return status;
    /* Streets by kind, so that wide ones lie on narrow ones. */
    bool has_kind[DM_STREET_KINDS] = {false}, has_ink[DMI_INK_COUNT] = {false};
    const dm_map *map = dm_arena_map(c->view->arena);
    for (int64_t i = 0; i < c->territory->count; i++) {
        const dm_piece *p = &c->territory->piece[i];
        has_kind[map->kind[p->street]] = true;
        has_ink[c->view->count ? dmi_land_ink(p->owner) : DMI_INK_PLAIN] = true;
    }
    for (int kind = DM_STREET_KINDS - 1; kind >= 0; kind--)
        for (int ink = 0; has_kind[kind] && ink < DMI_INK_COUNT; ink++)
            if (has_ink[ink])
                add_pieces(c, kind, (dmi_ink)ink);
    add_customers(c);
    dmi_compose_stones(c->view, c->scene);
    status = dmi_compose_map_labels(c->view, c->scene, c->narrow, c->scale, err);
    add_scale_bar(c);
    const dmi_view *view = c->view;
    const char *whom = dm_arena_map(view->arena)->attribution;
    dm_point at = {view->left + view->width, line_middle(view)};
    dmi_shape text = dmi_text_shape(at, 0.75 * view->font, DMI_INK_FAINT_TEXT, DMI_HALO);
    text.anchor = DMI_END;
    text.fill = DMI_INK_PAPER;
    if (whom)
        dmi_scene_write(c->scene, text, whom);
    return status;
}

dm_status dmi_compose_map(const dmi_view *view, dmi_scene *scene, dm_error *err)
{
    const dm_map *map = dm_arena_map(view->arena);
    double wide = view->box.right - view->box.left, high = view->box.high - view->box.low;
    composer c = {.view = view, .scene = scene, .narrow = dmi_map_narrowing(view->arena)};
    c.scale = wide > 0 ? view->width / wide : high > 0 ? view->height / high : 1;
    uint32_t most = 0;
    for (int32_t i = 0; i < map->streets; i++)
        most = (uint32_t)fmax(most, map->first_point[i + 1] - map->first_point[i]);
    c.line = dmi_alloc((size_t)most + 4, sizeof *c.line);
    dm_status status = c.line ? compose_map(&c, err) : dmi_no_memory(err);
    dm_territory_free(c.own);
    free(c.line);
    return status;
}
