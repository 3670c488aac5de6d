/* espt_split.c - a level with its sites on vertices, and without the parts that section 4.4.4 of te
 * Kolste's thesis removes.
 *
 * A part without sites that hangs on one site is all that can be reached from one of its vertices
 * without passing a site, if only one edge leads from there to a site.  Cost: O(n + m).
 */
#include "papers/cut/espt.h"

#include "lines/level/draft.h"
#include <stdlib.h>

/* A level's edges are the pieces of its network. */
static bool split_draft(const dm_level *level, const dmi_line_network *net, dm_level *draft)
{
    for (int32_t i = 0; i < level->site_count; i++) {
        int32_t v = net->site_at[i];
        if (level->points && v >= level->vertex_count)
            draft->points[v] =
                dmi_level_edge_point(level, level->sites[i].place.edge, level->sites[i].place.at);
        draft->sites[i].place = (dm_line_place){v, -1, {0, 1}};
    }
    for (int32_t i = 0; i < net->piece_count; i++) {
        const dmi_piece *p = &net->piece[i];
        draft->edges[i] = (dm_line_edge){p->a, p->b, {0, 1}};
        if (!dmi_ratio_make(p->length, net->unit, &draft->edges[i].length))
            return false;
    }
    draft->vertex_count = net->n;
    draft->edge_count = net->piece_count;
    draft->measured = level->measured && net->n == level->vertex_count;
    return true;
}

dm_status dm_level_split(const dm_level *level, dm_level **out, dm_error *err)
{
    dmi_line_network net = {0};
    dm_level draft = {0};
    dm_status status = dmi_line_network_init(level, &net, err);
    if (status == DM_OK)
        status = dmi_draft_copy(level, net.n - level->vertex_count,
                                net.piece_count - level->edge_count, &draft, err);
    if (status == DM_OK && !split_draft(level, &net, &draft))
        status = dmi_ratio_too_large(err);
    if (status == DM_OK)
        status = dm_level_new(&draft, out, err);
    dmi_draft_clear(&draft);
    dmi_line_network_clear(&net);
    return status;
}

/* Marks the part of v with `mark`; gives the number of edges from it to sites. */
static int32_t mark_part(const dmi_line_network *net, int32_t v, int32_t *stack, uint8_t *part,
                         uint8_t mark)
{
    int32_t count = 1, borders = 0;
    stack[0] = v;
    part[v] = mark;
    while (count > 0) {
        v = stack[--count];
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
            int32_t z = dmi_other_end(net, net->arc_piece[arc], v);
            borders += net->owner[z] >= 0;
            if (net->owner[z] >= 0 || part[z] == mark)
                continue;
            part[z] = mark;
            stack[count++] = z;
        }
    }
    return borders;
}

void dmi_espt_mark_parts(const dmi_line_network *net, int32_t *stack, uint8_t *part)
{
    for (int32_t v = 0; v < net->n; v++)
        if (net->owner[v] < 0 && part[v] == 0 &&
            mark_part(net, v, stack, part, DMI_PART_STAYS) == 1)
            mark_part(net, v, stack, part, DMI_PART_GOES);
}

/* Leaves out the vertices whose number is -1, and their edges. */
static void leave_out(dm_level *draft, const int32_t *number)
{
    int32_t vertices = 0, edges = 0;
    for (int32_t v = 0; v < draft->vertex_count; v++)
        if (number[v] >= 0) {
            if (draft->points)
                draft->points[number[v]] = draft->points[v];
            vertices++;
        }
    for (int32_t e = 0; e < draft->edge_count; e++) {
        dm_line_edge edge = draft->edges[e];
        if (number[edge.u] < 0 || number[edge.v] < 0)
            continue;
        draft->edges[edges++] = (dm_line_edge){number[edge.u], number[edge.v], edge.length};
    }
    for (int32_t i = 0; i < draft->site_count; i++)
        draft->sites[i].place.vertex = number[draft->sites[i].place.vertex];
    draft->vertex_count = vertices;
    draft->edge_count = edges;
}

dm_status dm_level_simplify(const dm_level *level, dm_level **out, dm_error *err)
{
    dmi_line_network net = {0};
    dm_level *split = NULL, draft = {0};
    int32_t *stack = NULL;
    uint8_t *part = NULL;
    dm_status status = dm_level_split(level, &split, err);
    if (status == DM_OK)
        status = dmi_line_network_init(split, &net, err);
    if (status == DM_OK)
        status = dmi_draft_copy(split, 0, 0, &draft, err);
    if (status == DM_OK) {
        stack = dmi_alloc((size_t)net.n, sizeof *stack);
        part = dmi_calloc((size_t)net.n, sizeof *part);
        status = stack && part ? DM_OK : dmi_no_memory(err);
    }
    if (status == DM_OK) {
        dmi_espt_mark_parts(&net, stack, part);
        for (int32_t v = 0, next = 0; v < net.n; v++)
            stack[v] = part[v] == DMI_PART_GOES ? -1 : next++;
        leave_out(&draft, stack);
        status = dm_level_new(&draft, out, err);
    }
    free(stack);
    free(part);
    dmi_draft_clear(&draft);
    dmi_line_network_clear(&net);
    dm_level_free(split);
    return status;
}
