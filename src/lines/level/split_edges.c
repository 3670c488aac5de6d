/* split_edges.c - adds vertices inside edges.  O(n + m + s + k log k) for k places. */
#include "lines/level/split_edges.h"

#include "base/base.h"
#include "lines/level/draft.h"
#include "lines/level/ratio.h"
#include <stdlib.h>

dm_status dmi_edge_splits_init(const dm_level *level, int32_t most, dmi_edge_splits *out,
                               dm_error *err)
{
    dmi_split_point *split = dmi_alloc((size_t)most, sizeof *split);
    if (!split)
        return dmi_no_memory(err);
    assert(level->points);
    *out = (dmi_edge_splits){level, 0, most, level->vertex_count, split};
    return DM_OK;
}

void dmi_edge_splits_clear(dmi_edge_splits *splits)
{
    free(splits->split);
    *splits = (dmi_edge_splits){0};
}

int32_t dmi_edge_splits_vertex(dmi_edge_splits *splits, const dm_line_place *place)
{
    if (place->vertex >= 0)
        return place->vertex;
    assert(place->at.num > 0 && place->at.num < place->at.den); /* the normal form */
    for (int32_t i = 0; i < splits->count; i++)
        if (splits->split[i].edge == place->edge &&
            dmi_ratio_compare(splits->split[i].at, place->at) == 0)
            return splits->split[i].vertex;
    assert(splits->count < splits->most);
    splits->split[splits->count++] = (dmi_split_point){place->edge, splits->next_vertex, place->at};
    return splits->next_vertex++;
}

static int split_by_place(const void *a, const void *b)
{
    const dmi_split_point *x = a, *y = b;
    if (x->edge != y->edge)
        return x->edge < y->edge ? -1 : 1;
    return dmi_ratio_compare(x->at, y->at);
}

static bool difference(dm_ratio a, dm_ratio b, dm_ratio *out)
{
    return dmi_ratio_add(a, (dm_ratio){-b.num, b.den}, out);
}

/* The part `from`..`to` of edge `edge` becomes edge `number` of the draft, with the sites inside
 * it. */
static bool set_part_of_edge(const dm_level *level, int32_t edge, dm_ratio from, dm_ratio to,
                             int32_t number, dm_level *draft)
{
    dm_ratio width, way;
    if (!difference(to, from, &width) ||
        !dmi_ratio_multiply(width, level->edges[edge].length, &draft->edges[number].length))
        return false;
    for (int32_t i = 0; i < level->site_count; i++) {
        const dm_line_place *place = &level->sites[i].place;
        if (place->vertex >= 0 || place->edge != edge || dmi_ratio_compare(place->at, from) <= 0 ||
            dmi_ratio_compare(place->at, to) >= 0)
            continue;
        dm_line_place *moved = &draft->sites[i].place;
        moved->edge = number;
        if (!difference(place->at, from, &way) ||
            !dmi_ratio_multiply(way, (dm_ratio){width.den, width.num}, &moved->at))
            return false;
    }
    return true;
}

/* The split points of one edge, in order along it.  Sites at them become sites on vertices. */
static bool split_edge(const dm_level *level, const dmi_split_point *split, int32_t count,
                       dm_level *draft)
{
    int32_t e = split[0].edge, number = e;
    const int32_t last = level->edges[e].v;
    dm_ratio from = {0, 1};
    bool fits = true;
    for (int32_t i = 0; fits && i <= count; i++) {
        dm_ratio to = i < count ? split[i].at : (dm_ratio){1, 1};
        assert(dmi_ratio_compare(from, to) < 0);
        draft->edges[number].u = i > 0 ? split[i - 1].vertex : level->edges[e].u;
        draft->edges[number].v = i < count ? split[i].vertex : last;
        fits = set_part_of_edge(level, e, from, to, number, draft);
        if (i == count)
            break;
        for (int32_t s = 0; s < level->site_count; s++) {
            const dm_line_place *place = &level->sites[s].place;
            if (place->vertex < 0 && place->edge == e && dmi_ratio_compare(place->at, to) == 0)
                draft->sites[s].place = (dm_line_place){split[i].vertex, -1, {0, 1}};
        }
        draft->points[split[i].vertex] = dmi_level_edge_point(level, e, to);
        from = to;
        number = draft->edge_count++;
    }
    return fits;
}

dm_status dmi_edge_splits_draft(dmi_edge_splits *splits, int32_t more, dm_level *draft,
                                dm_error *err)
{
    dm_level copy = {0};
    bool fits = true;
    dm_status status =
        dmi_draft_copy(splits->level, splits->count, splits->count + more, &copy, err);
    if (status != DM_OK)
        return status;
    copy.vertex_count = splits->next_vertex;
    qsort(splits->split, (size_t)splits->count, sizeof *splits->split, split_by_place);
    for (int32_t i = 0, end = 0; fits && i < splits->count; i = end) {
        for (end = i; end < splits->count && splits->split[end].edge == splits->split[i].edge;)
            end++;
        fits = split_edge(splits->level, splits->split + i, end - i, &copy);
    }
    if (fits) {
        *draft = copy;
        return DM_OK;
    }
    dmi_draft_clear(&copy);
    return dmi_fail(err, DM_TOO_LARGE, "a place on an edge does not fit 63 bits");
}
