/* interval_page.c - a game on a circle or a segment as a file, or as an SVG that plays itself.
 *
 * The page is planned for all stones; frames before the last show fewer of them on the same page.
 */
#include <demesne/draw.h>

#include "base/base.h"
#include "draw/interval_plan.h"
#include "draw/paint/paint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 16.0
#define FONT   14.0
#define STONE  11.0  /* radius */
#define BAND   12.0  /* width of the arena */
#define PIECE  0.003 /* of the arena: arcs are drawn in straight pieces so long */

enum { LONGEST = 24 }; /* letters of a fraction in the legend */

static void add_band(const dmi_interval_plan *plan, double from, double to, dmi_ink ink,
                     double width, dmi_scene *scene)
{
    double pieces = plan->circle ? fmax(1, ceil((to - from) / PIECE)) : 1;
    for (double i = 0; i < pieces; i++)
        dmi_scene_add(scene, dmi_line_shape(
                                 dmi_interval_point(plan, from + (to - from) * i / pieces, 0),
                                 dmi_interval_point(plan, from + (to - from) * (i + 1) / pieces, 0),
                                 width, ink));
}

/* Strong if both ends have one colour (an outer stretch has one end); otherwise each half has its
 * stone's colour, pale. */
static void draw_stretch(const dmi_interval_plan *plan, dmi_interval_stretch s, dmi_scene *scene)
{
    int left = s.left < 0 ? s.right : s.left, right = s.right < 0 ? s.left : s.right;
    if (left == right) {
        add_band(plan, s.from, s.to, dmi_interval_ink((dm_colour)left), BAND, scene);
        return;
    }
    double middle = (s.from + s.to) / 2;
    add_band(plan, s.from, middle, dmi_interval_tint((dm_colour)left), BAND, scene);
    add_band(plan, middle, s.to, dmi_interval_tint((dm_colour)right), BAND, scene);
}

static void add_tick(const dmi_interval_plan *plan, double t, double from, double to, dmi_ink ink,
                     double width, dmi_scene *scene)
{
    dmi_scene_add(scene, dmi_line_shape(dmi_interval_point(plan, t, from),
                                        dmi_interval_point(plan, t, to), width, ink));
}

static void write_at(dmi_scene *scene, dm_point at, double size, dmi_ink ink, unsigned flags,
                     const char *text)
{
    dmi_scene_write(scene, dmi_text_shape(at, size, ink, flags), text);
}

static void draw_keys(const dmi_interval_plan *plan, dmi_scene *scene)
{
    int32_t n = dm_interval_rules_of(plan->game)->stones;
    for (int32_t i = 0; i < n; i++) {
        char label[16];
        double t = dmi_interval_key_point(plan, i);
        if (t < 0)
            return;
        add_tick(plan, t, -BAND, -BAND / 2 - 1, DMI_INK_TEXT, 1.5, scene);
        snprintf(label, sizeof label, "u%d", i);
        if (n <= 40)
            write_at(scene, dmi_interval_point(plan, t, -BAND - 9), 10, DMI_INK_FAINT_TEXT, 0,
                     label);
    }
}

/* "Red 3/5", or how long the fraction is. */
static void length_text(const dm_interval *game, dm_interval_length what, const char *name,
                        char *out, size_t size, dmi_scene *scene)
{
    char *text = NULL;
    snprintf(out, size, "%s", name);
    if (dm_interval_measure(game, what, &text, NULL) != DM_OK) {
        scene->out_of_memory = true;
        return;
    }
    if (strlen(text) <= LONGEST)
        snprintf(out, size, "%s %s", name, text);
    else
        snprintf(out, size, "%s (%zu letters)", name, strlen(text));
    dm_free(text);
}

/* The page of `game`, which has the first stones of the planned one. */
static dm_status compose_interval(const dmi_interval_plan *plan, const dm_interval *game,
                                  const char *caption, dmi_scene *scene, dm_error *err)
{
    dmi_interval_plan shown = *plan; /* with the same rows */
    shown.game = game;
    shown.count = dm_interval_count(game);
    shown.order = dmi_alloc((size_t)shown.count, sizeof *shown.order);
    if (!shown.order)
        return dmi_no_memory(err);
    dm_interval_order(game, shown.order);
    if (shown.count == 0)
        add_band(&shown, 0, 1, DMI_INK_UNREACHED, BAND / 3, scene);
    for (int32_t i = 0; i < dmi_interval_stretches(&shown); i++)
        draw_stretch(&shown, dmi_interval_stretch_at(&shown, i), scene);
    draw_keys(&shown, scene);
    for (int32_t i = 0; i < shown.count; i++) /* below all stones: stems cross rows */ {
        /* From the place up to the stone. */
        dm_interval_stone stone = dm_interval_stone_at(shown.game, i);
        double h = shown.lowest + shown.row[i] * shown.high;
        add_tick(&shown, stone.at, -BAND / 2, h - STONE, dmi_interval_ink(stone.colour), 1.6,
                 scene);
    }
    for (int32_t i = 0; i < shown.count; i++) {
        /* The stone with its number. */
        char number[16];
        dm_interval_stone stone = dm_interval_stone_at(shown.game, i);
        dmi_ink ink = dmi_interval_ink(stone.colour);
        double h = shown.lowest + shown.row[i] * shown.high;
        dm_point at = dmi_interval_point(&shown, stone.at, h);
        dmi_scene_add(scene, dmi_disc_shape(at, STONE, ink, ink, 1));
        snprintf(number, sizeof number, "%d", i + 1);
        write_at(scene, at, i + 1 > 99 ? 9 : 12, DMI_INK_PAPER, DMI_BOLD, number);
    }
    /* The legend. */
    static const char *const results[] = {"Red leads", "level", "Blue leads"};
    static const char *const ends[] = {"Red wins", "a tie", "Blue wins"};
    char red[64], blue[64], line[200];
    length_text(game, DM_LENGTH_BLUE, "Blue", blue, sizeof blue, scene);
    length_text(game, DM_LENGTH_RED, "Red", red, sizeof red, scene);
    double y = scene->height - MARGIN - 2.2 * FONT, middle = scene->width / 2;
    double left = dmi_text_width(blue, FONT, true), right = dmi_text_width(red, FONT, true);
    double x = middle - (left + right + 2 * FONT) / 2;
    write_at(scene, (dm_point){x + left / 2, y}, FONT, dmi_interval_ink(DM_BLUE), DMI_BOLD, blue);
    write_at(scene, (dm_point){x + left + 2 * FONT + right / 2, y}, FONT, dmi_interval_ink(DM_RED),
             DMI_BOLD, red);
    bool over = dm_interval_is_over(game);
    int leader = dm_interval_outcome(game) + 1;
    snprintf(line, sizeof line, "%s%s%s", caption ? caption : "", caption ? ": " : "",
             over                      ? ends[leader]
             : dm_interval_count(game) ? results[leader]
                                       : "no stones");
    write_at(scene, (dm_point){middle, y + 1.5 * FONT}, FONT, DMI_INK_TEXT, 0, line);
    free(shown.order);
    return dmi_scene_status(scene, err);
}

/* The size of the page, and where things go on it. */
static dm_status plan_all(const dm_interval *game, dmi_interval_plan *plan, dmi_scene *page,
                          dm_error *err)
{
    bool circle = dm_interval_rules_of(game)->arena == DM_CIRCLE;
    int32_t n = dm_interval_rules_of(game)->stones;
    *plan =
        (dmi_interval_plan){.size = circle ? fmin(110 + 6.0 * n, 300) : fmin(420 + 20.0 * n, 1000),
                            .squeeze = 1,
                            .wide = 2 * STONE + 2,
                            .high = 2 * STONE + 3,
                            .lowest = BAND / 2 + STONE + 5};
    page->title = circle ? "The Voronoi game on a circle" : "The Voronoi game on a segment";
    if (!dmi_interval_plan_init(plan, game))
        return dmi_no_memory(err);
    double above = plan->lowest + dmi_interval_rows(plan) * plan->high;
    double foot = 4.2 * FONT;
    if (plan->circle) {
        double reach = plan->size + above;
        page->width = fmax(2 * (reach + MARGIN), 420);
        page->height = 2 * (reach + MARGIN) + foot;
        plan->x = page->width / 2;
        plan->y = reach + MARGIN;
    } else {
        page->width = plan->size + 2 * (MARGIN + STONE);
        page->height = above + 2.4 * BAND + MARGIN + foot;
        plan->x = MARGIN + STONE;
        plan->y = above + MARGIN / 2;
    }
    page->width = ceil(page->width);
    page->height = ceil(page->height);
    return DM_OK;
}

static dm_status compose_game(const dm_interval *game, const char *caption, dmi_scene *scene,
                              dm_error *err)
{
    dmi_interval_plan plan;
    dm_status status = plan_all(game, &plan, scene, err);
    if (status != DM_OK)
        return status;
    status = compose_interval(&plan, game, caption, scene, err);
    dmi_interval_plan_clear(&plan);
    return status;
}

dm_status dm_draw_interval(const dm_interval *game, const char *caption, const char *path,
                           dm_error *err)
{
    dmi_scene scene = {0};
    dm_status status = compose_game(game, caption, &scene, err);
    if (status == DM_OK)
        status = dmi_paint_file(&scene, path, err);
    dmi_scene_clear(&scene);
    return status;
}

dm_status dm_draw_interval_svg(const dm_interval *game, const char *caption, char **out,
                               dm_error *err)
{
    dmi_scene scene = {0};
    size_t size;
    dm_status status = compose_game(game, caption, &scene, err);
    if (status == DM_OK)
        status = dmi_paint_svg(&scene, out, &size, err);
    dmi_scene_clear(&scene);
    return status;
}

dm_status dm_draw_interval_game(const dm_interval *game, const char *path, dm_error *err)
{
    dm_status status = dmi_check_animation(path, err);
    if (status != DM_OK)
        return status;
    int32_t stones = dm_interval_count(game);
    int32_t count = stones ? dm_interval_stone_at(game, stones - 1).turn + 2 : 1;
    dmi_interval_plan plan = {0};
    dmi_scene page = {0}, *frames = dmi_calloc((size_t)count, sizeof *frames);
    dm_interval *copy = NULL;
    status = frames ? dm_interval_copy(game, &copy, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = plan_all(game, &plan, &page, err);
    if (status == DM_OK) {
        /* All frames, the last first: stones are taken back turn by turn. */
        for (int32_t i = count - 1; i >= 0 && status == DM_OK; i--) {
            char caption[32];
            snprintf(caption, sizeof caption, "turn %d", i);
            while (dm_interval_count(copy) > 0 &&
                   dm_interval_stone_at(copy, dm_interval_count(copy) - 1).turn >= i)
                dm_interval_undo(copy, NULL);
            frames[i].width = page.width;
            frames[i].height = page.height;
            frames[i].title = page.title;
            status = compose_interval(&plan, copy, i > 0 ? caption : NULL, &frames[i], err);
        }
    }
    if (status == DM_OK)
        status = dmi_paint_game_file(frames, count, path, err);
    for (int32_t i = 0; frames && i < count; i++)
        dmi_scene_clear(&frames[i]);
    free(frames);
    dmi_interval_plan_clear(&plan);
    dm_interval_free(copy);
    return status;
}
