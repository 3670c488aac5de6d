/* text.c - the board as marks in character cells (text_place.c chooses the cells).
 *
 * Marks are W1, B2 for stones, w and b for their land, '.' tied, '-' unreached; with colours and
 * Unicode land is a dot in the owner's colour.
 */
#include "draw/text.h"

#include "base/decimal_print.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

void dmi_land_letter(const dmi_view *view, int32_t owner, char letter[2])
{
    letter[0] = dm_owner_letter(owner);
    if (view->count == 0)
        letter[0] = 'o';
    else if (letter[0] >= 'A' && letter[0] <= 'Z')
        letter[0] = (char)(letter[0] - 'A' + 'a');
    letter[1] = 0;
}

static const char *land_mark(const dmi_text_plan *plan, int32_t owner, char letter[2])
{
    if (plan->form.colour && plan->form.unicode)
        return owner >= 0 ? "\u25cf" : owner == DM_TIED ? "\u25cb" : "\u00b7";
    dmi_land_letter(plan->view, owner, letter);
    return letter;
}

static const char *mark_of(const dmi_text_plan *plan, dm_vertex v, char room[32])
{
    int32_t stone = plan->view->stone_at[v];
    if (stone >= 0) {
        char letter = dm_owner_letter(plan->view->stones[stone].player);
        if (plan->numbered)
            snprintf(room, 32, "%c%d", letter, stone + 1);
        else
            snprintf(room, 32, "%c", letter);
        return room;
    }
    if (plan->labelled) {
        snprintf(room, 32, "%d", v);
        return room;
    }
    return land_mark(plan, plan->view->owned->owner[v], room);
}

static int mark_width(const char *mark)
{
    return (unsigned char)mark[0] < 0x80 ? (int)strlen(mark) : 1;
}

static void add_text_mark(const dmi_text_plan *plan, dmi_scene *scene, dm_vertex v)
{
    char room[32];
    const char *mark = mark_of(plan, v, room);
    int width = mark_width(mark);
    int32_t stone = plan->view->stone_at[v], owner = plan->view->owned->owner[v];
    dmi_shape style = {.about = v, .role = DMI_ROLE_VERTEX};
    if (stone >= 0) {
        int32_t player = plan->view->stones[stone].player;
        style.stroke = (uint8_t)(player == DM_WHITE ? DMI_INK_STONE_BLACK : DMI_INK_STONE_WHITE);
        style.fill = (uint8_t)dmi_stone_ink(player);
        style.flags = DMI_BOLD;
    } else {
        style.stroke = (uint8_t)(plan->view->count ? dmi_land_ink(owner) : DMI_INK_TEXT);
        if (plan->labelled && plan->view->count && dmi_text_is_filled(plan))
            style.stroke = DMI_INK_PAPER; /* readable on every colour */
    }
    double start = floor(plan->view->places[v].x) - (width - 1) / 2;
    style.x = fmin(fmax(start, 0), fmax(0, scene->width - width));
    style.y = floor(plan->view->places[v].y);
    dmi_scene_write(scene, style, mark);
}

static void add_text_part(const dmi_text_plan *plan, dmi_scene *scene, dm_vertex v, dm_vertex w,
                          double share)
{
    dm_point p = plan->view->places[v], q = plan->view->places[w];
    bool unreached = plan->view->count && plan->view->owned->owner[v] == DM_UNREACHED;
    dmi_shape line = {
        .kind = DMI_LINE,
        .role = DMI_ROLE_EDGE,
        .about = v,
        .x = p.x,
        .y = p.y,
        .x2 = p.x + share * (q.x - p.x),
        .y2 = p.y + share * (q.y - p.y),
        .flags = unreached ? DMI_DASHED : 0,
        .stroke = (uint8_t)(plan->view->count ? dmi_land_ink(plan->view->owned->owner[v])
                                              : DMI_INK_PLAIN),
    };
    dmi_scene_add(scene, line);
}

typedef struct legend {
    dmi_scene *scene;
    const dmi_text_plan *plan;
    double x, y;
    bool brief; /* only marks and numbers */
    double width;
} legend;

static void legend_write(legend *l, const char *text, dmi_shape style)
{
    style.x = l->x;
    style.y = l->y;
    style.about = -1;
    if (l->scene)
        dmi_scene_write(l->scene, style, text);
    l->x += mark_width(text);
}

static void legend_item(legend *l, int32_t owner, const char *word, int64_t score)
{
    char text[64], letter[2], amount[DMI_DECIMAL_TEXT];
    dmi_shape style = {0};
    if (l->x > 0)
        l->x += l->brief ? 1 : 3;
    if (owner >= 0) {
        snprintf(text, sizeof text, "%c", dm_owner_letter(owner));
        style.stroke = owner == DM_WHITE ? DMI_INK_STONE_BLACK : DMI_INK_STONE_WHITE;
        style.fill = (uint8_t)dmi_stone_ink(owner);
        style.flags = DMI_BOLD;
        legend_write(l, text, style);
    }
    if (owner < 0 || !l->brief)
        legend_write(l, land_mark(l->plan, owner, letter),
                     (dmi_shape){.stroke = (uint8_t)dmi_land_ink(owner)});
    dmi_decimal_print(score, dm_arena_value_decimals(l->plan->view->arena), amount);
    if (l->brief)
        snprintf(text, sizeof text, " %s", amount);
    else
        snprintf(text, sizeof text, " %s %s", word, amount);
    legend_write(l, text, (dmi_shape){.stroke = DMI_INK_TEXT});
}

static void legend_line(legend *l)
{
    const dmi_view *view = l->plan->view;
    const dm_dominance *owned = view->owned;
    static const char *const words[] = {"White", "Black"};
    l->x = 0;
    for (int32_t player = 0; player < owned->players && player < DMI_PLAYER_INKS; player++)
        legend_item(l, player, player < 2 ? words[player] : "player", owned->score[player]);
    bool tied = false, unreached = false;
    for (dm_vertex v = 0; v < owned->n; v++) {
        tied |= owned->owner[v] == DM_TIED;
        unreached |= owned->owner[v] == DM_UNREACHED;
    }
    if (tied)
        legend_item(l, DM_TIED, "tied", owned->tied);
    if (unreached)
        legend_item(l, DM_UNREACHED, "unreached", owned->unreached);
    if (!dm_ties_are_nobodys(view->ties) && !l->brief) {
        char text[64];
        snprintf(text, sizeof text, "   ties: %s", dm_tie_rule_name(view->ties));
        legend_write(l, text, (dmi_shape){.stroke = DMI_INK_FAINT_TEXT});
    }
    l->width = l->x;
}

static void add_text_legend(const dmi_text_plan *plan, dmi_scene *scene)
{
    if (plan->view->count == 0 || plan->room == plan->form.rows)
        return;
    legend l = {.plan = plan, .y = scene->height - 1};
    legend_line(&l);
    l.brief = l.width > plan->form.columns;
    l.scene = scene;
    legend_line(&l);
    scene->width = fmax(scene->width, fmin(l.width, plan->form.columns));
}

static void add_text_stones(const dmi_text_plan *plan, dmi_scene *scene)
{
    for (int64_t i = 0; i < plan->view->count; i++)
        add_text_mark(plan, scene, plan->view->stones[i].vertex);
}

dm_status dmi_compose_text(dmi_view *view, const dm_text *form, dmi_scene *scene, dm_error *err)
{
    dmi_text_plan plan = {.view = view, .form = *form};
    plan.form.columns = form->columns > 0 ? form->columns : 80;
    plan.form.rows = form->rows > 0 ? form->rows : 24;
    plan.room = view->count > 0 && plan.form.rows > 3 ? plan.form.rows - 2 : plan.form.rows;
    if (view->graph->n == 0)
        return DM_OK;
    plan.box = dmi_draw_box_of(view->places, view->graph->n);
    dm_status status = dmi_text_find_lattice(&plan, err);
    if (status != DM_OK)
        return status;
    /* Whether marks would hide each other. */
    bool is_crowded =
        !plan.lattice && (int64_t)plan.view->graph->n * 3 > (int64_t)plan.form.columns * plan.room;
    if (is_crowded) {
        plan.numbered = view->count < 10;
        status = dmi_compose_text_cells(view, &plan.form, plan.room, scene, err);
        add_text_stones(&plan, scene);
    } else {
        status = dmi_text_place(&plan, scene, err);
        if (dmi_text_is_filled(&plan) && plan.view->count) {
            /* On a filled lattice land is a coloured area under the marks. */
            for (dm_vertex v = 0; v < plan.view->graph->n; v++) {
                int32_t owner = plan.view->owned->owner[v];
                dmi_shape box = {
                    .kind = DMI_BOX,
                    .about = v,
                    .x = floor(plan.view->places[v].x) - (plan.across - 1) / 2,
                    .y = floor(plan.view->places[v].y) - (plan.down - 1) / 2,
                    .x2 = plan.across,
                    .y2 = plan.down,
                    .fill = (uint8_t)dmi_tint_ink(owner),
                };
                if (owner != DM_UNREACHED)
                    dmi_scene_add(scene, box);
            }
        }
        const dm_graph *graph = plan.view->graph;
        for (dm_vertex v = 0; v < graph->n; v++)
            for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++) {
                dm_vertex w = graph->target[a];
                bool same = plan.view->owned->owner[v] == plan.view->owned->owner[w];
                if (same && v < w)
                    add_text_part(&plan, scene, v, w, 1);
                else if (!same)
                    add_text_part(&plan, scene, v, w, dmi_boundary_share(plan.view, v, a));
            }
        for (dm_vertex v = 0; v < plan.view->graph->n; v++)
            if (plan.view->stone_at[v] < 0)
                add_text_mark(&plan, scene, v);
        add_text_stones(&plan, scene);
    }
    if (plan.room < plan.form.rows)
        scene->height += 2;
    add_text_legend(&plan, scene);
    return status;
}
