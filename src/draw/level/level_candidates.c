/* level_candidates.c - the candidate moves of te Kolste's thesis on a level's picture, as its
 * figures 12 to 15, 18, 21 and 30 to 35 have them: arcs across edges, the set T, balance points and
 * ropes. */
#include "draw/level/level_page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The colour of candidates: orange, or green if a player is orange. */
static dmi_ink candidate_ink(const dmi_level_view *view)
{
    for (int32_t p = 0; p < view->level->player_count; p++)
        if (view->hue[p] == 0)
            return DMI_INK_LAND + 2;
    return DMI_INK_LAND;
}

/* Where the arc of a cut stands: on its edge, beside the vertex that it is cut off. */
static double arc_place(const dmi_level_view *view, const dm_line_espt *x,
                        const dm_line_candidate *c, double room)
{
    dm_point a = dmi_level_along(view, c->edge, 0), b = dmi_level_along(view, c->edge, 1);
    double at = dmi_decimal_of(c->at), length = fmax(hypot(a.x - b.x, a.y - b.y), 1);
    /* The other end of the part that is cut off. */
    const dm_line_place *to = &x->vertices[c->to].place;
    double far = to->vertex < 0                                ? dmi_decimal_of(to->at)
                 : view->level->edges[c->edge].u == to->vertex ? 0
                                                               : 1;
    if (far == at) /* parallel edges, or both ends at one point */
        far = 1 - at;
    double share = fmin(room / length, 0.45 * fabs(far - at));
    return at + copysign(share, far - at);
}

/* "I II": the types of all candidates that are this cut; "" if an earlier one has written it. */
static void type_words(const dm_line_espt *x, int32_t index, char words[24])
{
    static const char *const names[] = {"", "I", "II", "III"};
    const dm_line_candidate *own = &x->candidates[index];
    bool has_type[4] = {false};
    words[0] = '\0';
    for (int32_t i = 0; i < x->candidate_count; i++) {
        const dm_line_candidate *c = &x->candidates[i];
        if (c->edge != own->edge || c->from != own->from || c->to != own->to)
            continue;
        if (i < index)
            return;
        has_type[c->type] = true;
    }
    for (int type = DM_LINE_TYPE_I; type <= DM_LINE_TYPE_III; type++)
        if (has_type[type])
            snprintf(words + strlen(words), 24 - strlen(words), "%s%s", words[0] ? " " : "",
                     names[type]);
}

static void add_arc(const dmi_level_view *view, const dm_line_espt *x, int32_t index,
                    dmi_scene *scene)
{
    const dm_line_candidate *c = &x->candidates[index];
    bool has_type = c->type != DM_LINE_TYPE_NONE;
    double room = view->size.site + 1.5 * view->size.line;
    double at = arc_place(view, x, c, room);
    dmi_shape arc = dmi_level_tick(view, c->edge, at, (has_type ? 2.4 : 1.5) * view->size.line);
    arc.stroke = (uint8_t)candidate_ink(view);
    arc.width = (float)((has_type ? 0.8 : 0.4) * view->size.line);
    arc.flags = DMI_ROUND;
    dmi_scene_add(scene, arc);
    char words[24];
    type_words(x, index, words);
    if (!words[0] || view->size.label <= 0)
        return;
    double font = 0.95 * view->size.label, way = hypot(arc.x - arc.x2, arc.y - arc.y2);
    double dx = (arc.x2 - arc.x) / fmax(way, 1e-9), dy = (arc.y2 - arc.y) / fmax(way, 1e-9);
    double beyond = 0.55 * font + 0.5 * fabs(dx) * dmi_text_width(words, font, true);
    dmi_shape text = dmi_text_shape((dm_point){arc.x2 + dx * beyond, arc.y2 + dy * beyond}, font,
                                    DMI_INK_TEXT, DMI_HALO | DMI_BOLD);
    text.fill = DMI_INK_PAPER;
    text.role = DMI_ROLE_LABEL;
    dmi_scene_write(scene, text, words);
}

void dmi_level_sets(const dmi_level_view *view, const dm_line_espt *x, dmi_scene *scene)
{
    for (int32_t i = 0; i < x->candidate_count; i++)
        for (int32_t k = 0; k < x->candidates[i].t_count; k++) {
            const dm_line_place *place = &x->places[x->candidates[i].t + k];
            if (place->vertex < 0 || place->vertex >= view->level->vertex_count)
                continue;
            dmi_scene_add(scene, dmi_disc_shape(view->places[place->vertex],
                                                view->size.dot + view->size.line, DMI_INK_LAND + 5,
                                                DMI_INK_NONE, 0));
        }
}

/* The points of sigma*, the boundary points after a cut of type I: circles in the own colour. */
static void add_sigma(const dmi_level_view *view, const dm_line_espt *x, dmi_scene *scene)
{
    for (int32_t i = 0; i < x->candidate_count; i++)
        for (int32_t k = 0; k < x->candidates[i].sigma_count; k++) {
            const dm_line_place *place = &x->places[x->candidates[i].sigma + k];
            dmi_scene_add(scene, dmi_disc_shape(dmi_level_point(view, place),
                                                fmax(3, 0.8 * view->size.line), DMI_INK_PAPER,
                                                dmi_level_ink(view, x->player),
                                                fmax(1.5, 0.4 * view->size.line)));
        }
}

static dm_point rope_end(const dmi_level_view *view, int32_t vertex, int32_t edge, double at)
{
    return vertex >= 0 ? view->places[vertex] : dmi_level_along(view, edge, at);
}

/* Balance points as circles; the best rope, or without gains those of types II and III, dashed. */
static void add_ropes(const dmi_level_view *view, const dm_line_espt *x, dmi_scene *scene)
{
    double best = -INFINITY;
    for (int32_t i = 0; i < x->rope_count; i++)
        best = fmax(best, x->ropes[i].gain); /* fmax() passes over NAN */
    for (int32_t i = 0; i < x->rope_count; i++) {
        const dm_rope_candidate *c = &x->ropes[i];
        dm_point from = rope_end(view, c->from_vertex, c->from_edge, c->from_at);
        dm_point to = rope_end(view, c->to_vertex, c->to_edge, c->to_at);
        dmi_ink ink = candidate_ink(view);
        if (c->type == DM_LINE_TYPE_I)
            dmi_scene_add(scene, dmi_disc_shape(to, fmax(4, 0.8 * view->size.dot), DMI_INK_NONE,
                                                ink, fmax(1.5, 0.5 * view->size.line)));
        if (isfinite(best) ? c->gain != best : c->type == DM_LINE_TYPE_I)
            continue;
        dmi_shape rope = dmi_line_shape(from, to, 0.6 * view->size.line, ink);
        rope.flags = DMI_DASHED;
        dmi_scene_add(scene, rope);
    }
}

void dmi_level_candidates(const dmi_level_view *view, const dm_line_espt *x, bool ropes,
                          dmi_scene *scene)
{
    if (ropes)
        add_ropes(view, x, scene);
    else
        add_sigma(view, x, scene);
    for (int32_t i = 0; !ropes && i < x->candidate_count; i++)
        add_arc(view, x, i, scene);
}
