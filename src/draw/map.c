/* map.c - a board with a map: areas, streets by kind and owner, sites, and what a map needs beside.
 *
 * Painted from below: areas in pale colours, streets from paths to motorways, customers, sites,
 * labels, the scale bar, and whom the map must name.
 */
#include "base/base.h"
#include "draw/view.h"
#include <assert.h>
#include <demesne/map.h>
#include <demesne/territory.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names of sites and streets on a map, none over another. */
enum { MOST_STREET_NAMES = 24, MOST_TRIED = 400 };

typedef struct label_box {
    double left, top, right, bottom;
} label_box;

typedef struct labels {
    const dmi_view *view;
    dmi_scene *scene;
    double narrow, scale;
    label_box *taken; /* by sites and names */
    size_t count, room;
    bool out_of_memory;
} labels;

static bool is_free(const labels *l, const label_box *b)
{
    if (b->left < 0 || b->right > l->scene->width || b->top < 0 || b->bottom > l->view->legend_top)
        return false;
    for (size_t i = 0; i < l->count; i++)
        if (b->left < l->taken[i].right && b->right > l->taken[i].left &&
            b->top < l->taken[i].bottom && b->bottom > l->taken[i].top)
            return false;
    return true;
}

static void take_space(labels *l, label_box b)
{
    if (!dmi_reserve(&l->taken, &l->room, l->count + 1, sizeof *l->taken))
        l->out_of_memory = true;
    else
        l->taken[l->count++] = b;
}

/* Writes a name around a point unless it would touch another. */
static bool write_name(labels *l, const char *name, dm_point middle, double size, dmi_ink ink,
                       unsigned flags)
{
    double width = dmi_text_width(name, size, flags & DMI_BOLD) / 2 + 2, height = 0.62 * size + 1;
    label_box b = {middle.x - width, middle.y - height, middle.x + width, middle.y + height};
    if (!is_free(l, &b))
        return false;
    take_space(l, b);
    dmi_shape text = dmi_text_shape(middle, size, ink, flags | DMI_HALO);
    text.role = DMI_ROLE_LABEL;
    text.fill = DMI_INK_PAPER;
    dmi_scene_write(l->scene, text, name);
    return true;
}

/* Right of its site, left, above or below: where there is room. */
static void name_site(labels *l, dm_point site, const char *name)
{
    double size = 0.85 * l->view->font, wide = dmi_text_width(name, size, true) / 2 + 4;
    double mark = l->view->stone;
    const dm_point places[] = {{site.x + mark + wide, site.y},
                               {site.x - mark - wide, site.y},
                               {site.x, site.y - mark - size},
                               {site.x, site.y + mark + size}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (write_name(l, name, places[i], size, DMI_INK_TEXT, DMI_BOLD))
            return;
}

static void name_sites(labels *l)
{
    const dmi_view *view = l->view;
    for (int32_t i = 0; i < view->count; i++) {
        dm_point at = view->places[view->stones[i].vertex];
        double r = view->stone;
        take_space(l, (label_box){at.x - r, at.y - r, at.x + r, at.y + r});
    }
    for (int32_t i = 0; view->picture.stone_labels && i < view->count; i++)
        if (view->picture.stone_labels[i])
            name_site(l, view->places[view->stones[i].vertex], view->picture.stone_labels[i]);
}

typedef struct street_name {
    const char *name;
    int32_t street;
    int kind;
    int64_t length;
} street_name;

static int more_important(const void *left, const void *right)
{
    const street_name *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind - b->kind;
    if (a->length != b->length)
        return a->length > b->length ? -1 : 1;
    return a->street - b->street;
}

/* The longest part of each kind first. */
static street_name *list_names(const dm_map *map, size_t *count)
{
    street_name *list = dmi_alloc((size_t)map->streets + 1, sizeof *list);
    *count = 0;
    for (int32_t s = 0; list && s < map->streets; s++)
        if (map->name_at[s] && map->kind[s] <= DM_STREET_RESIDENTIAL)
            list[(*count)++] =
                (street_name){map->names + map->name_at[s], s, map->kind[s], map->length[s]};
    if (list && *count)
        qsort(list, *count, sizeof *list, more_important);
    return list;
}

static bool is_named(const street_name *written, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(written[i].name, name) == 0)
            return true;
    return false;
}

static dm_point middle_of(const labels *l, const dm_map *map, int32_t street)
{
    const dmi_view *view = l->view;
    uint32_t first = map->first_point[street], count = map->first_point[street + 1] - first;
    dm_point a = view->places[map->from[street]], b = view->places[map->to[street]];
    if (count == 0)
        return (dm_point){(a.x + b.x) / 2, (a.y + b.y) / 2};
    dm_lonlat p = map->point[first + count / 2];
    return (dm_point){view->left + (p.lon * DM_LONLAT_UNIT * l->narrow - view->box.left) * l->scale,
                      view->top + (view->box.high - p.lat * DM_LONLAT_UNIT) * l->scale};
}

/* Names sites and the most important streets, wherever a name touches neither another name nor a
 * site; others are left out.  The page shows degrees at left + (lon * narrow - box.left) * scale.
 */
static dm_status compose_map_labels(const dmi_view *view, dmi_scene *scene, double narrow,
                                    double scale, dm_error *err)
{
    assert(scale >= 0);
    labels l = {.view = view, .scene = scene, .narrow = narrow, .scale = scale};
    size_t count = 0;
    if (view->picture.labels == DM_LABELS_NONE)
        return DM_OK;
    name_sites(&l);
    street_name *list = list_names(dm_arena_map(view->arena), &count);
    if (list) {
        /* As many as there is room for, in the order of the list. */
        const dm_map *map = dm_arena_map(l.view->arena);
        street_name written[MOST_STREET_NAMES];
        double room = l.view->width * l.view->height / 25000;
        int done = 0, most = (int)fmin(room, MOST_STREET_NAMES);
        for (size_t i = 0; i < count && i < MOST_TRIED && done < most; i++)
            if (!is_named(written, done, list[i].name) &&
                write_name(&l, list[i].name, middle_of(&l, map, list[i].street), 0.6 * l.view->font,
                           DMI_INK_FAINT_TEXT, 0))
                written[done++] = list[i];
    }
    bool good = list && !l.out_of_memory;
    free(list);
    free(l.taken);
    return good ? DM_OK : dmi_no_memory(err);
}

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

/* The pieces of streets of one kind and ink: lines of one style are painted in one stroke. */
static void add_pieces(composer *c, int kind, dmi_ink ink)
{
    const dmi_view *view = c->view;
    const dm_map *map = dm_arena_map(view->arena);
    /* Wider for more important streets, and on maps where streets lie farther apart. */
    static const double width[DM_STREET_KINDS] = {4,   3.6, 3.2, 2.8, 2.4, 1.8,
                                                  1.3, 1,   0.9, 1.8, 0.6};
    double room = sqrt(view->width * view->height / (1 + dm_arena_map(view->arena)->streets));
    dmi_shape style = {.kind = DMI_LINE,
                       .role = DMI_ROLE_EDGE,
                       .about = -1,
                       .flags = DMI_ROUND,
                       .stroke = (uint8_t)ink,
                       .width = (float)(width[kind] * fmin(1.2, fmax(0.35, room / 12)))};
    for (int64_t i = 0; i < c->territory->count; i++) {
        const dm_piece *p = &c->territory->piece[i];
        dmi_ink own = view->count ? dmi_land_ink(p->owner) : DMI_INK_PLAIN;
        if (map->kind[p->street] != kind || own != ink)
            continue;
        style.about = map->from[p->street];
        uint32_t count = dm_street_line(view->arena, p->street, p->begin, p->end, c->line);
        for (uint32_t k = 1; k < count; k++) {
            dm_point a = on_page(c, c->line[k - 1]), b = on_page(c, c->line[k]);
            style.x = a.x;
            style.y = a.y;
            style.x2 = b.x;
            style.y2 = b.y;
            dmi_scene_add(c->scene, style);
        }
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
    status = compose_map_labels(c->view, c->scene, c->narrow, c->scale, err);
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
