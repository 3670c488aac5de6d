/* level_espt.c - the extended shortest-path tree as a tree, as in te Kolste's figures 10, 33, 34.
 *
 * Heights are distances, v0 is on top.  Boundary nodes are crosses in the colour of the player
 * beyond; the two nodes of an inner boundary point are joined by a dashed line; end points are
 * black.
 *
 *            v0
 *           /  \
 *          s    t          leaves stand side by side, in the order of a walk through the tree
 *         / \   |
 *        x   .--.  <- cross edge
 */
#include "draw/level/level_page.h"

#include "base/base.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TREE_HEIGHT 300.0
#define TREE_HEAD   64.0
#define WIDEST      1200.0

/* The nodes: the vertices, then two per meeting; node 2i + side of meetings is below end[side]. */
typedef struct espt_tree {
    const dmi_level_view *view;
    const dm_line_espt *x;
    int32_t count;
    int32_t *parent, *child, *next; /* -1: v0 or none; first child and next one of the parent */
    double *across, *down;          /* places, across as a number of leaves */
    int32_t leaves;
    dmi_arrays arrays;
} espt_tree;

static int32_t count_leaves(const dm_line_espt *x, uint8_t *has_child)
{
    int32_t leaves = 2 * x->meeting_count;
    for (int32_t v = 0; v < x->vertex_count; v++)
        if (x->vertices[v].parent >= 0)
            has_child[x->vertices[v].parent] = 1;
    for (int32_t i = 0; i < x->meeting_count; i++)
        has_child[x->meetings[i].end[0]] = has_child[x->meetings[i].end[1]] = 1;
    for (int32_t v = 0; v < x->vertex_count; v++)
        leaves += x->vertices[v].players != 0 && !has_child[v];
    return leaves;
}

double dmi_level_espt_width(const dm_line_espt *x)
{
    uint8_t *has_child = dmi_calloc((size_t)x->vertex_count + 1, sizeof *has_child);
    double leaves = has_child ? count_leaves(x, has_child) : 1; /* the tree then fails, too */
    free(has_child);
    return fmin(fmax(260, 46 * leaves), WIDEST);
}

double dmi_level_espt_height(void)
{
    return TREE_HEIGHT + TREE_HEAD + 24;
}

static void link_nodes(espt_tree *t)
{
    const dm_line_espt *x = t->x;
    double most = 0;
    for (int32_t i = 0; i < t->count; i++) {
        int32_t m = (i - x->vertex_count) / 2;
        bool is_vertex = i < x->vertex_count;
        t->parent[i] =
            is_vertex ? x->vertices[i].parent : x->meetings[m].end[(i - x->vertex_count) % 2];
        t->down[i] = dmi_decimal_of(is_vertex ? x->vertices[i].dist : x->meetings[m].dist);
        most = fmax(most, t->down[i]);
        t->child[i] = t->next[i] = -1;
    }
    for (int32_t i = t->count; i-- > 0;) {
        t->down[i] = most > 0 ? TREE_HEIGHT * t->down[i] / most : 0;
        if (t->parent[i] < 0)
            continue;
        t->next[i] = t->child[t->parent[i]];
        t->child[t->parent[i]] = i;
    }
}

/* Leaves one after another; every other node in the middle of its children. */
static void place_below(espt_tree *t, int32_t root)
{
    int32_t i = root;
    while (true) {
        for (; t->child[i] >= 0; i = t->child[i])
            ;
        t->across[i] = t->leaves++;
        for (; i != root && t->next[i] < 0; i = t->parent[i]) {
            int32_t above = t->parent[i];
            t->across[above] = (t->across[t->child[above]] + t->across[i]) / 2;
        }
        if (i == root)
            return;
        i = t->next[i];
    }
}

static dm_status tree_init(const dmi_level_view *view, const dm_line_espt *x, espt_tree *t,
                           dm_error *err)
{
    *t = (espt_tree){.view = view, .x = x, .count = x->vertex_count + 2 * x->meeting_count};
    size_t n = (size_t)t->count + 1;
    t->parent = dmi_array(&t->arrays, n, sizeof *t->parent);
    t->child = dmi_array(&t->arrays, n, sizeof *t->child);
    t->next = dmi_array(&t->arrays, n, sizeof *t->next);
    t->across = dmi_array_zeroed(&t->arrays, n, sizeof *t->across);
    t->down = dmi_array(&t->arrays, n, sizeof *t->down);
    dm_status status = dmi_arrays_check(&t->arrays, err);
    if (status != DM_OK)
        return status;
    link_nodes(t);
    for (int32_t v = 0; v < x->vertex_count; v++)
        if (x->vertices[v].site >= 0)
            place_below(t, v);
    return DM_OK;
}

static dmi_ink ink_of(const espt_tree *t, int32_t v)
{
    return dmi_level_ink(t->view, dmi_level_owner(t->view, t->x->vertices[v].players));
}

static dm_point node_at(const espt_tree *t, int32_t i, dm_point corner, double step)
{
    return (dm_point){corner.x + (t->across[i] + 0.5) * step, corner.y + TREE_HEAD + t->down[i]};
}

static void add_node_cross(dmi_scene *scene, dm_point at, double size, dmi_ink ink)
{
    for (int side = -1; side <= 1; side += 2) {
        dmi_shape line = dmi_line_shape((dm_point){at.x - size, at.y - side * size},
                                        (dm_point){at.x + size, at.y + side * size}, 2.6, ink);
        line.flags = DMI_ROUND;
        dmi_scene_add(scene, line);
    }
}

static void add_edges(const espt_tree *t, dm_point corner, double step, dm_point top,
                      dmi_scene *scene)
{
    const dm_line_espt *x = t->x;
    for (int32_t i = 0; i < t->count; i++) {
        dm_point at = node_at(t, i, corner, step);
        int32_t parent = t->parent[i];
        if (parent < 0 && (i >= x->vertex_count || x->vertices[i].site < 0))
            continue; /* never reached */
        dmi_shape line =
            parent < 0 ? dmi_line_shape(top, at, 1, DMI_INK_FAINT_TEXT)
                       : dmi_line_shape(node_at(t, parent, corner, step), at, 4, ink_of(t, parent));
        line.flags = DMI_ROUND;
        dmi_scene_add(scene, line);
    }
    for (int32_t i = 0; i < x->meeting_count; i++) {
        int32_t node = x->vertex_count + 2 * i;
        dmi_shape line = dmi_line_shape(node_at(t, node, corner, step),
                                        node_at(t, node + 1, corner, step), 1.2, DMI_INK_TEXT);
        line.flags = DMI_DASHED;
        if (x->meetings[i].is_inner)
            dmi_scene_add(scene, line);
    }
}

static void add_vertex(const espt_tree *t, int32_t v, dm_point at, double step, dmi_scene *scene)
{
    const dm_espt_vertex *own = &t->x->vertices[v];
    char text[16];
    double radius = fmin(10, 0.35 * step);
    if (own->is_end)
        dmi_scene_add(scene,
                      dmi_disc_shape(at, fmax(3, 0.6 * radius), DMI_INK_TEXT, DMI_INK_NONE, 0));
    else
        dmi_scene_add(scene, dmi_disc_shape(at, own->site >= 0 ? radius : 0.85 * radius,
                                            own->site >= 0 ? ink_of(t, v) : DMI_INK_PAPER,
                                            DMI_INK_TEXT, 1.2));
    if (radius < 7)
        return;
    snprintf(text, sizeof text, "%d", v);
    dm_point place = own->is_end ? (dm_point){at.x, at.y + 14} : at;
    dmi_scene_write(
        scene, dmi_text_shape(place, 10.5, own->site >= 0 ? DMI_INK_PAPER : DMI_INK_TEXT, 0), text);
}

dm_status dmi_level_espt(const dmi_level_view *view, const dmi_level_page *page,
                         const dm_line_espt *x, double top, dmi_scene *scene, dm_error *err)
{
    espt_tree t;
    dm_status status = tree_init(view, x, &t, err);
    if (status != DM_OK)
        return status;
    double width = dmi_level_espt_width(x), step = width / fmax(1, t.leaves);
    dm_point corner = {(page->width - width) / 2, top}, root = {page->width / 2, top + 34};
    dmi_scene_write(scene,
                    dmi_text_shape((dm_point){page->width / 2, top + 8}, page->size.font,
                                   DMI_INK_TEXT, DMI_BOLD),
                    "extended shortest-path tree");
    add_edges(&t, corner, step, root, scene);
    dmi_scene_add(scene, dmi_disc_shape(root, 8, DMI_INK_PAPER, DMI_INK_FAINT_TEXT, 1));
    dmi_scene_write(scene, dmi_text_shape(root, 9, DMI_INK_FAINT_TEXT, 0), "v0");
    for (int32_t v = 0; v < x->vertex_count; v++)
        if (x->vertices[v].players)
            add_vertex(&t, v, node_at(&t, v, corner, step), step, scene);
    for (int32_t i = 0; i < 2 * x->meeting_count; i++) {
        const dm_espt_meeting *m = &x->meetings[i / 2];
        add_node_cross(scene, node_at(&t, x->vertex_count + i, corner, step),
                       (m->is_inner ? 0.14 : 0.2) * fmin(step, 30), ink_of(&t, m->end[1 - i % 2]));
    }
    dmi_arrays_free(&t.arrays);
    return DM_OK;
}
