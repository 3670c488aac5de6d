/* level_board.c - a level as shapes: highlights, edges by owner, boundary points, vertices, sites.
 *
 * Edges come ink by ink, so that painters batch them; tied length that counts for several players
 * is striped in their colours.  O(inks (m + s)).
 */
#include "draw/level/level_view.h"

#include <assert.h>
#include <demesne/dominance.h>
#include <math.h>
#include <stdio.h>

void dmi_level_add_line(const dmi_level_view *view, dmi_scene *scene, int32_t edge, double from,
                        double to, dmi_shape style)
{
    int steps = dmi_level_steps(view, edge);
    style.kind = DMI_LINE;
    style.about = -1;
    for (int i = 0; i < steps; i++) {
        dm_point a = dmi_level_along(view, edge, from + (to - from) * i / steps);
        dm_point b = dmi_level_along(view, edge, from + (to - from) * (i + 1) / steps);
        style.x = a.x;
        style.y = a.y;
        style.x2 = b.x;
        style.y2 = b.y;
        dmi_scene_add(scene, style);
    }
}

static void add_stretch(const dmi_level_view *view, dmi_scene *scene, const dm_line_stretch *s,
                        dmi_shape style)
{
    dmi_level_add_line(view, scene, s->edge, dmi_decimal_of(s->from), dmi_decimal_of(s->to), style);
}

static void add_of_ink(const dmi_level_view *view, dmi_scene *scene, int ink, dmi_shape style)
{
    style.stroke = (uint8_t)ink;
    for (int32_t i = 0; i < view->diagram->stretch_count; i++) {
        const dm_line_stretch *s = &view->diagram->stretches[i];
        if ((int)dmi_level_ink(view, dmi_level_owner(view, s->players)) == ink)
            add_stretch(view, scene, s, style);
    }
}

/* Tied length of several players: the second colour in dashes on the first. */
static void add_stripes(const dmi_level_view *view, dmi_scene *scene)
{
    for (int32_t i = 0; i < view->diagram->stretch_count; i++) {
        const dm_line_stretch *s = &view->diagram->stretches[i];
        if (dmi_level_owner(view, s->players) != DM_TIED)
            continue;
        int32_t first = __builtin_ctzll(s->players);
        int32_t second = __builtin_ctzll(s->players & (s->players - 1));
        dmi_shape style = {.role = DMI_ROLE_EDGE,
                           .width = (float)view->size.line,
                           .stroke = (uint8_t)dmi_level_ink(view, first)};
        add_stretch(view, scene, s, style);
        style.stroke = (uint8_t)dmi_level_ink(view, second);
        style.flags = DMI_DASHED;
        add_stretch(view, scene, s, style);
    }
}

void dmi_level_edges(const dmi_level_view *view, dmi_scene *scene)
{
    bool several = view->ties == DM_LINE_CLOSED || view->ties == DM_LINE_SPLIT;
    dmi_shape style = {.role = DMI_ROLE_EDGE, .width = (float)view->size.line, .flags = DMI_ROUND};
    dmi_shape thin = {.role = DMI_ROLE_EDGE, .width = (float)(0.75 * view->size.line)};
    if (several)
        add_stripes(view, scene);
    else
        add_of_ink(view, scene, DMI_INK_TIED, thin);
    thin.flags = DMI_DASHED;
    thin.width = (float)fmax(1, 0.5 * view->size.line);
    add_of_ink(view, scene, DMI_INK_UNREACHED, thin);
    for (int hue = 0; hue < DMI_PLAYER_INKS; hue++)
        add_of_ink(view, scene, DMI_INK_LAND + hue, style);
}

dmi_shape dmi_level_tick(const dmi_level_view *view, int32_t edge, double at, double size)
{
    assert(size >= 0);
    dm_point a = dmi_level_along(view, edge, fmax(0, at - 0.01));
    dm_point b = dmi_level_along(view, edge, fmin(1, at + 0.01));
    dm_point p = dmi_level_along(view, edge, at);
    double dx = b.x - a.x, dy = b.y - a.y, length = fmax(hypot(dx, dy), 1e-9);
    double x = -dy / length * size, y = dx / length * size;
    return dmi_line_shape((dm_point){p.x - x, p.y - y}, (dm_point){p.x + x, p.y + y},
                          fmax(1, 0.34 * view->size.line), DMI_INK_TEXT);
}

bool dmi_level_fronts_meet(const dm_line_stretch *a, const dm_line_stretch *b)
{
    return a->edge == b->edge && a->players && b->players && a->to.num == b->to.num &&
           a->to.den == b->to.den;
}

/* Long marks between players, short ones between two fronts of one player. */
void dmi_level_boundaries(const dmi_level_view *view, dmi_scene *scene)
{
    const dm_line_diagram *d = view->diagram;
    for (int32_t i = 1; i < d->stretch_count; i++) {
        const dm_line_stretch *a = &d->stretches[i - 1], *b = &d->stretches[i];
        double size = (a->players == b->players ? 0.9 : 1.9) * view->size.line;
        if (dmi_level_fronts_meet(a, b))
            dmi_scene_add(scene, dmi_level_tick(view, a->edge, dmi_decimal_of(a->to), size));
    }
}

static void add_disc(dmi_scene *scene, dm_point at, double radius, dmi_ink fill, dmi_ink stroke,
                     double width)
{
    dmi_scene_add(scene, dmi_disc_shape(at, radius, fill, stroke, width));
}

static void add_number(const dmi_level_view *view, dmi_scene *scene, dm_point at, int32_t number,
                       dmi_ink ink)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    dmi_shape style = dmi_text_shape(at, view->size.label, ink, 0);
    style.role = DMI_ROLE_LABEL;
    dmi_scene_write(scene, style, text);
}

/* Whether a site would touch the edge's number. */
static bool has_site_midway(const dmi_level_view *view, int32_t edge)
{
    for (int32_t i = 0; i < view->level->site_count; i++) {
        const dm_line_place *place = &view->level->sites[i].place;
        if (place->vertex < 0 && place->edge == edge && fabs(dmi_decimal_of(place->at) - 0.5) < 0.2)
            return true;
    }
    return false;
}

void dmi_level_marks(const dmi_level_view *view, dmi_scene *scene)
{
    const dm_level *level = view->level;
    bool crowded = view->size.dot < 1.5; /* dots would hide the colours */
    for (int32_t v = 0; !crowded && v < level->vertex_count; v++)
        add_disc(scene, view->places[v], view->size.dot, DMI_INK_PAPER, DMI_INK_PLAIN,
                 fmax(0.8, 0.25 * view->size.line));
    for (int32_t v = 0; view->size.label > 0 && v < level->vertex_count; v++)
        add_number(view, scene, view->places[v], v, DMI_INK_TEXT);
    for (int32_t e = 0; view->size.label > 0 && e < level->edge_count; e++) {
        /* Its number or its length, in the middle of an edge, a little aside. */
        char text[DM_RATIO_TEXT];
        double past = has_site_midway(view, e) ? view->size.site : view->size.line;
        dmi_shape tick = dmi_level_tick(view, e, 0.5, past + 0.8 * view->size.label);
        bool up = tick.y < tick.y2 || (tick.y == tick.y2 && tick.x > tick.x2);
        if (view->lengths)
            dm_ratio_print(view->level->edges[e].length, text);
        else
            snprintf(text, sizeof text, "%d", e);
        dm_point at = up ? (dm_point){tick.x, tick.y} : (dm_point){tick.x2, tick.y2};
        dmi_shape style = dmi_text_shape(at, 0.9 * view->size.label, DMI_INK_FAINT_TEXT, DMI_HALO);
        style.role = DMI_ROLE_LABEL;
        style.fill = DMI_INK_PAPER;
        dmi_scene_write(scene, style, text);
    }
    for (int32_t i = 0; i < level->site_count; i++) {
        dm_point at = dmi_level_point(view, &level->sites[i].place);
        bool numbered = view->size.label > 0 && level->sites[i].place.vertex >= 0;
        add_disc(scene, at, view->size.site, dmi_level_ink(view, level->sites[i].player),
                 DMI_INK_TEXT, fmax(1, 0.28 * view->size.line));
        if (numbered)
            add_number(view, scene, at, level->sites[i].place.vertex, DMI_INK_PAPER);
    }
}

static void add_highlight(const dmi_level_view *view, dmi_scene *scene, dm_point at, double radius)
{
    add_disc(scene, at, radius + 1.5 * view->size.line, DMI_INK_HIGHLIGHT, DMI_INK_NONE, 0);
}

/* The line between the ends of the rope, on a highlight. */
static void add_rope(const dmi_level_view *view, dmi_scene *scene, const dm_line_move *move)
{
    dm_point a = dmi_level_point(view, &move->place), b = dmi_level_point(view, &move->to);
    dmi_shape highlight = dmi_line_shape(a, b, 3.6 * view->size.line, DMI_INK_HIGHLIGHT);
    dmi_shape rope = dmi_line_shape(a, b, 0.6 * view->size.line, DMI_INK_TEXT);
    highlight.flags = DMI_ROUND;
    rope.flags = DMI_DASHED;
    dmi_scene_add(scene, highlight);
    dmi_scene_add(scene, rope);
}

/* Where a move's sign stands.  A cut at the end of an edge is drawn beside the vertex: it is the
 * edge that is cut off. */
static dm_point sign_point(const dmi_level_view *view, const dm_line_move *move)
{
    if (move->op == DM_LINE_REMOVE)
        return dmi_level_point(view, &view->level->sites[move->site].place);
    if (move->op != DM_LINE_CUT || move->place.vertex >= 0)
        return dmi_level_point(view, &move->place);
    dm_point a = dmi_level_along(view, move->place.edge, 0);
    dm_point b = dmi_level_along(view, move->place.edge, 1);
    double room = (view->size.site + 2 * view->size.line) / fmax(hypot(a.x - b.x, a.y - b.y), 1);
    double at = dmi_decimal_of(move->place.at);
    return dmi_level_along(view, move->place.edge,
                           room < 0.5 ? fmin(fmax(at, room), 1 - room) : 0.5);
}

void dmi_level_highlights(const dmi_level_view *view, const dm_level_picture *picture,
                          dmi_scene *scene)
{
    const dmi_shape highlight = {
        .width = (float)(3.6 * view->size.line), .flags = DMI_ROUND, .stroke = DMI_INK_HIGHLIGHT};
    for (int32_t i = 0; i < picture->winning_count; i++)
        add_stretch(view, scene, &picture->winning[i], highlight);
    for (int32_t i = 0; i < picture->winning_site_count; i++)
        add_highlight(view, scene,
                      dmi_level_point(view, &view->level->sites[picture->winning_sites[i]].place),
                      view->size.site);
    for (int32_t i = 0; i < picture->move_count; i++) {
        const dm_line_move *move = &picture->moves[i];
        if (move->op == DM_LINE_ROPE)
            add_rope(view, scene, move);
        else
            add_highlight(view, scene, sign_point(view, move), view->size.site);
    }
}

static void add_cross(const dmi_level_view *view, dmi_scene *scene, dm_point at, double size)
{
    for (int side = -1; side <= 1; side += 2) {
        dmi_shape line = dmi_line_shape((dm_point){at.x - size, at.y - side * size},
                                        (dm_point){at.x + size, at.y + side * size},
                                        fmax(1.5, 0.55 * view->size.line), DMI_INK_TEXT);
        line.flags = DMI_ROUND;
        dmi_scene_add(scene, line);
    }
}

static void add_sign(const dmi_level_view *view, dmi_scene *scene, const dm_line_move *move)
{
    dm_point at = sign_point(view, move);
    switch (move->op) {
    case DM_LINE_ADD:
        add_disc(scene, at, view->size.site, DMI_INK_PAPER,
                 dmi_level_ink(view, view->level->me < 0 ? 0 : view->level->me),
                 0.5 * view->size.line);
        return;
    case DM_LINE_REMOVE:
    case DM_LINE_CUT:
        add_cross(view, scene, at, 0.75 * view->size.site);
        return;
    case DM_LINE_ROPE: /* drawn by dmi_level_highlights() */
        return;
    }
}

void dmi_level_signs(const dmi_level_view *view, const dm_level_picture *picture, dmi_scene *scene)
{
    for (int32_t i = 0; i < picture->move_count; i++)
        add_sign(view, scene, &picture->moves[i]);
}
