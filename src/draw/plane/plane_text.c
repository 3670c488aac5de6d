/* plane_text.c - the plane as characters: each shows whose land its middle is.
 *
 * A character is about twice as high as wide.  With colours half characters are painted, else
 * letters stand for the sides.  Sites have capital letters, and numbers if they are few.
 */
#include "base/base.h"
#include "draw/paint/paint.h"

#include <ctype.h>
#include <demesne/dominance.h>
#include <demesne/draw_plane.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { OFF_BOARD = -2, MOST_NUMBERED = 40 };

typedef struct text_view {
    const dm_plane *plane;
    const dm_plane_lattice *lattice;
    dm_point low, high;
    double wide, tall; /* of a character, in the board's unit */
    char letter[DM_PLANE_SIDES];
} text_view;

static int32_t lattice_owner(const text_view *v, dm_point at)
{
    const dm_plane_lattice *l = v->lattice;
    double i = floor((at.x - v->low.x) / l->cell), j = floor((at.y - v->low.y) / l->cell);
    if (i < 0 || j < 0 || i >= l->columns || j >= l->rows)
        return OFF_BOARD;
    return l->owner[(size_t)j * (size_t)l->columns + (size_t)i];
}

static int32_t owner_at(const text_view *v, dm_point at)
{
    const dm_plane_rules *rules = dm_plane_rules_of(v->plane);
    double nearest = INFINITY;
    int32_t owner = DM_TIED;
    if (!dm_plane_board_holds(dm_plane_board_of(v->plane), at))
        return OFF_BOARD;
    if (v->lattice)
        return lattice_owner(v, at);
    for (int32_t i = 0; i < dm_plane_count(v->plane); i++) {
        dm_plane_site site = dm_plane_site_at(v->plane, i);
        double dx = fabs(at.x - site.at.x), dy = fabs(at.y - site.at.y);
        double far = rules->metric == DM_MANHATTAN ? dx + dy : hypot(dx, dy);
        if (far < nearest * (1 - 1e-12)) {
            nearest = far;
            owner = site.side;
        } else if (far < nearest * (1 + 1e-12) && site.side != owner &&
                   !dm_ties_go_by_age(rules->ties)) {
            int sign = dm_ties_sign(rules->ties);
            owner = sign > 0 ? DM_WHITE : sign < 0 ? DM_BLACK : DM_TIED;
        }
    }
    return owner;
}

static void choose_letters(const dm_plane_picture *picture, int32_t sides, char *letter)
{
    for (int32_t s = 0; s < sides; s++) {
        const char *name = picture->names ? picture->names[s] : NULL;
        letter[s] = s == DM_WHITE ? 'W' : s == DM_BLACK ? 'B' : (char)('A' + s);
        if (name && isalpha((unsigned char)name[0]))
            letter[s] = (char)toupper((unsigned char)name[0]);
        for (int32_t other = 0; other < s; other++)
            for (int32_t tries = 0; letter[s] == letter[other] && tries < 26; tries++, other = 0)
                letter[s] = letter[s] == 'Z' ? 'A' : (char)(letter[s] + 1);
    }
}

static dm_point middle_of(const text_view *v, double column, double row)
{
    return (dm_point){v->low.x + column * v->wide, v->high.y - row * v->tall};
}

static void add_ground(const text_view *v, dmi_scene *scene)
{
    for (double row = 0; row < scene->height; row += 0.5)
        for (double column = 0; column < scene->width; column++) {
            int32_t owner = owner_at(v, middle_of(v, column + 0.5, row + 0.25));
            if (owner != OFF_BOARD)
                dmi_scene_add(scene, (dmi_shape){.kind = DMI_BOX,
                                                 .about = -1,
                                                 .x = column,
                                                 .y = row,
                                                 .x2 = 1,
                                                 .y2 = 0.5,
                                                 .fill = (uint8_t)dmi_tint_ink(owner)});
        }
}

static void add_letters(const text_view *v, dmi_scene *scene)
{
    for (double row = 0; row < scene->height; row++)
        for (double column = 0; column < scene->width; column++) {
            int32_t owner = owner_at(v, middle_of(v, column + 0.5, row + 0.5));
            char text[2] = {owner >= 0 ? (char)tolower((unsigned char)v->letter[owner]) : '.', 0};
            if (owner != OFF_BOARD)
                dmi_scene_write(scene, (dmi_shape){.x = column, .y = row, .about = -1}, text);
        }
}

static void add_sites(const text_view *v, bool colour, dmi_scene *scene)
{
    int32_t count = dm_plane_count(v->plane);
    for (int32_t i = 0; i < count; i++) {
        dm_plane_site site = dm_plane_site_at(v->plane, i);
        char text[16] = {v->letter[site.side], 0};
        if (count <= MOST_NUMBERED)
            snprintf(text, sizeof text, "%c%d", v->letter[site.side], i + 1);
        double size = (double)strlen(text);
        double x = floor((site.at.x - v->low.x) / v->wide - (size - 1) / 2);
        double y = floor((v->high.y - site.at.y) / v->tall);
        dmi_ink ink = site.side == DM_BLACK ? DMI_INK_STONE_WHITE : DMI_INK_STONE_BLACK;
        dmi_scene_write(
            scene,
            (dmi_shape){.x = fmax(0, fmin(x, scene->width - size)),
                        .y = fmin(y, scene->height - 1),
                        .about = -1,
                        .flags = DMI_BOLD,
                        .stroke = (uint8_t)(colour ? ink : DMI_INK_NONE),
                        .fill = (uint8_t)(colour ? dmi_stone_ink(site.side) : DMI_INK_NONE)},
            text);
    }
}

dm_status dm_draw_plane_text(const dm_plane *plane, const dm_plane_picture *picture,
                             const dm_text *text, char **out, dm_error *err)
{
    const dm_plane_picture usual = {0}, *form = picture ? picture : &usual;
    const dm_text letters = text ? *text : (dm_text){0};
    double columns = letters.columns > 0 ? letters.columns : 80;
    double rows = letters.rows > 0 ? letters.rows : 24;
    text_view v = {.plane = plane, .lattice = form->lattice};
    dmi_scene scene = {0};
    dm_plane_board_box(dm_plane_board_of(plane), &v.low, &v.high);
    double wide = v.high.x - v.low.x, high = v.high.y - v.low.y;
    v.wide = fmax(wide / columns, high / (2 * rows));
    scene.width = fmax(1, round(wide / v.wide));
    scene.height = fmax(1, round(high / (2 * v.wide)));
    v.wide = wide / scene.width;
    v.tall = high / scene.height;
    choose_letters(form, dm_plane_rules_of(plane)->sides, v.letter);
    bool painted = letters.colour && letters.unicode;
    if (painted)
        add_ground(&v, &scene);
    else
        add_letters(&v, &scene);
    add_sites(&v, painted, &scene);
    dm_status status = dmi_scene_status(&scene, err);
    if (status == DM_OK)
        status = dmi_paint_text(&scene, (dmi_letters){letters.colour, letters.unicode}, out, err);
    dmi_scene_clear(&scene);
    return status;
}
