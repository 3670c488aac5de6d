/* board.c - the board as shapes: edges, vertices, stones.
 *
 * Edges come first, ink by ink so that painters can batch them, each coloured from either end to
 * its boundary point (edge_boundary.h), with an arrow on one-way arcs; then free vertices, then
 * stones.  O(inks (n + m)).
 */
#include "arena/arena.h"
#include "draw/view.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* The part of an edge from the place of `about` to a point along it. */
static void add_part(const dmi_view *view, dmi_scene *scene, dm_vertex about, dm_vertex other,
                     double share, dmi_shape style)
{
    dm_point p = view->places[about], q = view->places[other];
    style.x = p.x;
    style.y = p.y;
    style.x2 = p.x + share * (q.x - p.x);
    style.y2 = p.y + share * (q.y - p.y);
    style.about = about;
    dmi_scene_add(scene, style);
}

/* Ink of the part of an edge on v's side. */
static dmi_ink edge_ink(const dmi_view *view, dm_vertex v)
{
    if (view->count == 0 || view->picture.signs == DM_SIGNS_PAPER)
        return DMI_INK_PLAIN;
    return dmi_land_ink(view->owned->owner[v]);
}

/* An edge with one owner is one line, from its smaller end; a pair of a table is the customer's. */
static void add_edge(const dmi_view *view, dmi_scene *scene, dm_vertex v, uint32_t arc,
                     dmi_shape style)
{
    dm_vertex w = view->graph->target[arc];
    if (!dmi_draws_edge(view, v, arc))
        return;
    bool is_pair = view->graph->kind == DM_PAIRS;
    if (is_pair || edge_ink(view, v) == edge_ink(view, w)) {
        if (v < w || is_pair)
            add_part(view, scene, v, w, 1, style);
        return;
    }
    double share = dmi_boundary_share(view, v, arc);
    if (share > 0)
        add_part(view, scene, v, w, share, style);
}

void dmi_add_edges_of_ink(const dmi_view *view, dmi_scene *scene, dmi_ink ink, dmi_shape style)
{
    const dm_graph *graph = view->graph;
    for (dm_vertex v = 0; v < graph->n; v++)
        if (edge_ink(view, v) == ink)
            for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++)
                add_edge(view, scene, v, a, style);
}

/* An arrow on the arc from v to w, drawn as two strokes behind its tip:
 *
 *     v ------>------ w
 */
static void add_arrow(const dmi_view *view, dmi_scene *scene, dm_vertex v, dm_vertex w,
                      dmi_shape style)
{
    dm_point p = view->places[v], q = view->places[w];
    double along = hypot(q.x - p.x, q.y - p.y), room = along - 2 * view->dot;
    double size = fmin(fmax(4 * view->line, 5), 0.25 * room);
    if (!(size > 1.5))
        return;
    double dx = (q.x - p.x) / along, dy = (q.y - p.y) / along;
    double at = 0.68 * along + 0.5 * size; /* nearer to the end: lengths stand in the middle */
    dm_point tip = {p.x + at * dx, p.y + at * dy};
    for (int side = -1; side <= 1; side += 2) {
        style.x = tip.x;
        style.y = tip.y;
        style.x2 = tip.x - size * (dx - 0.6 * side * dy);
        style.y2 = tip.y - size * (dy + 0.6 * side * dx);
        style.about = v;
        dmi_scene_add(scene, style);
    }
}

/* Figure 1 of Teramoto, Demaine and Uehara: circles for White, black squares for Black, big for a
 * stone, small for a dominated vertex; the rest are points of the grid. */
static void add_paper_mark(dmi_scene *scene, dmi_shape mark, int32_t owner, double radius)
{
    mark.kind = DMI_DISC;
    mark.stroke = DMI_INK_TEXT;
    mark.fill = DMI_INK_PAPER;
    mark.width = (float)fmax(0.8, 0.14 * radius);
    mark.x2 = radius;
    if (owner < 0) {
        mark.fill = owner == DM_TIED ? DMI_INK_PLAIN : DMI_INK_UNREACHED;
        mark.stroke = DMI_INK_NONE;
        mark.x2 = 0.4 * radius;
    } else if (owner != DM_WHITE) {
        mark.kind = DMI_BOX;
        mark.fill = mark.stroke = owner == DM_BLACK ? DMI_INK_TEXT : (uint8_t)dmi_land_ink(owner);
        double side = 0.86 * radius;
        mark.x -= side;
        mark.y -= side;
        mark.x2 = mark.y2 = 2 * side;
    }
    dmi_scene_add(scene, mark);
}

void dmi_add_mark(const dmi_view *view, dmi_scene *scene, dm_vertex about, dm_point at,
                  int32_t owner, int32_t player, double radius)
{
    assert(radius >= 0);
    dmi_shape mark = {
        .x = at.x,
        .y = at.y,
        .about = about,
        .role = about >= 0 ? DMI_ROLE_VERTEX : DMI_ROLE_OTHER,
    };
    if (view->picture.signs == DM_SIGNS_PAPER)
        add_paper_mark(scene, mark, player >= 0 ? player : owner, radius);
    else {
        mark.kind = DMI_DISC;
        mark.x2 = radius;
        bool labelled = view->label > 0 && !view->labels_below;
        if (player >= 0) {
            mark.fill = (uint8_t)dmi_stone_ink(player);
            mark.stroke = (uint8_t)dmi_land_ink(player);
            mark.width = (float)fmax(1.2, 0.2 * radius);
        } else if (view->count == 0) {
            mark.fill = labelled ? DMI_INK_PAPER : DMI_INK_PLAIN;
            mark.stroke = DMI_INK_PLAIN;
            mark.width = (float)fmin(1.5, 0.25 * radius);
        } else if (owner == DM_UNREACHED) {
            mark.fill = DMI_INK_PAPER;
            mark.stroke = DMI_INK_UNREACHED;
            mark.width = (float)fmin(1.5, 0.25 * radius);
            mark.flags = radius >= 5 ? DMI_DASHED : 0;
        } else {
            mark.fill = (uint8_t)(labelled ? dmi_tint_ink(owner) : dmi_land_ink(owner));
            mark.stroke = (uint8_t)dmi_land_ink(owner);
            mark.width = (float)fmin(1.8, 0.15 * radius);
            if (owner == DM_TIED && !labelled)
                mark.fill = DMI_INK_PAPER;
        }
        dmi_scene_add(scene, mark);
    }
}

void dmi_add_ring(const dmi_view *view, dmi_scene *scene, dm_point at, int32_t player,
                  double radius)
{
    bool is_paper = view->picture.signs == DM_SIGNS_PAPER;
    dmi_scene_add(scene, dmi_disc_shape(at, 1.6 * radius, DMI_INK_PAPER,
                                        is_paper ? DMI_INK_TEXT : dmi_land_ink(player),
                                        fmax(1.2, 0.2 * radius)));
}

static void add_number(const dmi_view *view, dmi_scene *scene, int64_t index)
{
    dm_stone stone = view->stones[index];
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, index + 1);
    double room = 1.45 * view->stone / dmi_text_width(number, 1, true);
    double size = fmin(1.15 * view->stone, room);
    if (size < 4)
        return;
    bool is_box = view->picture.signs == DM_SIGNS_PAPER && stone.player != DM_WHITE;
    dmi_ink ink = is_box ? DMI_INK_PAPER : dmi_number_ink(stone.player);
    dmi_shape text = dmi_text_shape(view->places[stone.vertex], size, ink, DMI_BOLD);
    text.about = stone.vertex;
    text.role = DMI_ROLE_LABEL;
    dmi_scene_write(scene, text, number);
}

void dmi_compose_stones(const dmi_view *view, dmi_scene *scene)
{
    for (int64_t i = 0; i < view->count; i++) {
        dm_stone stone = view->stones[i];
        if (view->picture.stone_is_new && view->picture.stone_is_new[i])
            dmi_add_ring(view, scene, view->places[stone.vertex], stone.player, view->stone);
        dmi_add_mark(view, scene, stone.vertex, view->places[stone.vertex], stone.player,
                     stone.player, view->stone);
    }
    for (int64_t i = 0; i < view->count && !view->picture.hide_numbers; i++)
        add_number(view, scene, i);
}

void dmi_compose_board(const dmi_view *view, dmi_scene *scene)
{
    if (!view->as_cells) {
        /* The edges, one ink after the other. */
        for (int ink = DMI_INK_COUNT - 1; ink > DMI_INK_NONE; ink--) {
            dmi_shape style = {
                .kind = DMI_LINE,
                .role = DMI_ROLE_EDGE,
                .stroke = (uint8_t)ink,
                .width = (float)view->line,
            };
            if (ink == DMI_INK_UNREACHED)
                style.flags = DMI_DASHED;
            if (ink == DMI_INK_UNREACHED || ink == DMI_INK_TIED)
                style.width *= 0.7F;
            dmi_add_edges_of_ink(view, scene, (dmi_ink)ink, style);
        }
        if (view->undirected && !view->shortest_paths_only) {
            /* The arrows of the one-way arcs.  On a turned board they show the arcs as they really
             * are. */
            const dm_graph *graph = dm_arena_graph(view->arena);
            dmi_shape style = {
                .kind = DMI_LINE, .flags = DMI_ROUND, .width = (float)fmax(1, view->line)};
            for (dm_vertex v = 0; v < graph->n; v++)
                for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++) {
                    dm_vertex w = graph->target[a];
                    if (!dm_arc_is_oneway(view->arena, v, a))
                        continue;
                    style.stroke = (uint8_t)edge_ink(view, w);
                    if (view->arena->turned)
                        add_arrow(view, scene, w, v, style);
                    else
                        add_arrow(view, scene, v, w, style);
                }
        }
        /* The vertices without a stone. */
        for (int ink = DMI_INK_NONE + 1; ink < DMI_INK_COUNT; ink++)
            for (dm_vertex v = 0; v < view->graph->n; v++) {
                int32_t owner = view->owned->owner[v];
                if (view->stone_at[v] < 0 && (int)dmi_land_ink(owner) == ink)
                    dmi_add_mark(view, scene, v, view->places[v], owner, -1,
                                 dmi_mark_radius(view, v));
            }
    }
    dmi_compose_stones(view, scene);
}
