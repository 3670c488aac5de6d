/* apart.c - see the header.  O(n + m + s + k log k) for k places. */
#include "lines/apart.h"

#include "base/base.h"
#include "lines/moves.h"
#include "lines/ratio.h"
#include <stdlib.h>
#include <string.h>

dm_status dmi_apart_init(const dm_level *level, int32_t most, dmi_apart *out, dm_error *err)
{
    dmi_gap *gap = dmi_alloc((size_t)most, sizeof *gap);
    if (!gap)
        return dmi_no_memory(err);
    *out = (dmi_apart){level, 0, level->vertex_count, gap};
    return DM_OK;
}

void dmi_apart_clear(dmi_apart *apart)
{
    free(apart->gap);
    *apart = (dmi_apart){0};
}

int32_t dmi_apart_vertex(dmi_apart *apart, const dm_place *place)
{
    if (place->vertex >= 0)
        return place->vertex;
    for (int32_t i = 0; i < apart->count; i++)
        if (apart->gap[i].edge == place->edge &&
            dmi_ratio_compare(apart->gap[i].at, place->at) == 0)
            return apart->gap[i].vertex;
    apart->gap[apart->count++] = (dmi_gap){place->edge, apart->next_vertex, place->at};
    return apart->next_vertex++;
}

static int by_edge_and_place(const void *a, const void *b)
{
    const dmi_gap *x = a, *y = b;
    if (x->edge != y->edge)
        return x->edge < y->edge ? -1 : 1;
    return dmi_ratio_compare(x->at, y->at);
}

static bool difference(dm_ratio a, dm_ratio b, dm_ratio *out)
{
    return dmi_ratio_add(a, (dm_ratio){-b.num, b.den}, out);
}

/* The part of edge `edge` from `from` to `to` becomes edge `number` of the draft; sites of the
 * level inside it move there. */
static bool set_part(const dm_level *level, int32_t edge, dm_ratio from, dm_ratio to,
                     int32_t number, dm_level *draft)
{
    dm_ratio width, way;
    if (!difference(to, from, &width) ||
        !dmi_ratio_multiply(width, level->edges[edge].length, &draft->edges[number].length))
        return false;
    for (int32_t i = 0; i < level->site_count; i++) {
        const dm_place *place = &level->sites[i].place;
        if (place->vertex >= 0 || place->edge != edge || dmi_ratio_compare(place->at, from) <= 0 ||
            dmi_ratio_compare(place->at, to) >= 0)
            continue;
        dm_place *moved = &draft->sites[i].place;
        moved->edge = number;
        if (!difference(place->at, from, &way) ||
            !dmi_ratio_multiply(way, (dm_ratio){width.den, width.num}, &moved->at))
            return false;
    }
    return true;
}

static void move_sites_to(const dm_level *level, const dmi_gap *gap, dm_level *draft)
{
    for (int32_t i = 0; i < level->site_count; i++) {
        const dm_place *place = &level->sites[i].place;
        if (place->vertex < 0 && place->edge == gap->edge &&
            dmi_ratio_compare(place->at, gap->at) == 0)
            draft->sites[i].place = (dm_place){gap->vertex, -1, {0, 1}};
    }
}

/* The gaps gap[0..count-1] of one edge, in order along it. */
static bool take_apart(const dm_level *level, const dmi_gap *gap, int32_t count, dm_level *draft)
{
    int32_t e = gap[0].edge, number = e;
    const int32_t last = level->edges[e].v;
    dm_ratio from = {0, 1};
    bool fits = true;
    for (int32_t i = 0; fits && i <= count; i++) {
        dm_ratio to = i < count ? gap[i].at : (dm_ratio){1, 1};
        draft->edges[number].u = i > 0 ? gap[i - 1].vertex : level->edges[e].u;
        draft->edges[number].v = i < count ? gap[i].vertex : last;
        fits = set_part(level, e, from, to, number, draft);
        if (i == count)
            break;
        move_sites_to(level, &gap[i], draft);
        draft->points[gap[i].vertex] = dmi_edge_point(level, e, to);
        from = to;
        number = draft->edge_count++;
    }
    return fits;
}

void dmi_apart_free_draft(dm_level *draft)
{
    free(draft->points);
    free(draft->edges);
    free(draft->sites);
    *draft = (dm_level){0};
}

static void *copy_with_room(const void *from, int32_t count, int32_t more, size_t size)
{
    char *to = dmi_alloc((size_t)count + (size_t)more, size);
    if (to && count > 0)
        memcpy(to, from, (size_t)count * size);
    return to;
}

dm_status dmi_apart_draft(dmi_apart *apart, int32_t more, dm_level *draft, dm_error *err)
{
    const dm_level *level = apart->level;
    dm_level copy = *level;
    copy.points =
        copy_with_room(level->points, level->vertex_count, apart->count, sizeof *copy.points);
    copy.edges =
        copy_with_room(level->edges, level->edge_count, apart->count + more, sizeof *copy.edges);
    copy.sites = copy_with_room(level->sites, level->site_count, 0, sizeof *copy.sites);
    bool memory = copy.points && copy.edges && copy.sites, fits = true;
    if (memory) {
        copy.vertex_count = apart->next_vertex;
        qsort(apart->gap, (size_t)apart->count, sizeof *apart->gap, by_edge_and_place);
        for (int32_t i = 0, end = 0; fits && i < apart->count; i = end) {
            for (end = i; end < apart->count && apart->gap[end].edge == apart->gap[i].edge;)
                end++;
            fits = take_apart(level, apart->gap + i, end - i, &copy);
        }
    }
    if (memory && fits) {
        *draft = copy;
        return DM_OK;
    }
    dmi_apart_free_draft(&copy);
    return memory ? dmi_fail(err, DM_TOO_LARGE, "a place on an edge does not fit 63 bits")
                  : dmi_no_memory(err);
}
