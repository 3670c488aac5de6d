/* map_labels.c - names of sites and streets on a map, none over another. */
#include "draw/map_labels.h"

#include "base/base.h"
#include <assert.h>
#include <demesne/map.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STREET_NAMES = 24, MOST_TRIED = 400 };

typedef struct box {
    double left, top, right, bottom;
} box;

typedef struct labels {
    const dmi_view *view;
    dmi_scene *scene;
    double narrow, scale;
    box *taken; /* by sites and names */
    size_t count, room;
    bool out_of_memory;
} labels;

static bool is_free(const labels *l, const box *b)
{
    if (b->left < 0 || b->right > l->scene->width || b->top < 0 || b->bottom > l->view->legend_top)
        return false;
    for (size_t i = 0; i < l->count; i++)
        if (b->left < l->taken[i].right && b->right > l->taken[i].left &&
            b->top < l->taken[i].bottom && b->bottom > l->taken[i].top)
            return false;
    return true;
}

static void take_space(labels *l, box b)
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
    box b = {middle.x - width, middle.y - height, middle.x + width, middle.y + height};
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
        take_space(l, (box){at.x - r, at.y - r, at.x + r, at.y + r});
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

dm_status dmi_compose_map_labels(const dmi_view *view, dmi_scene *scene, double narrow,
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
