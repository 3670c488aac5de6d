/* level_page.c - the page of a level: one panel, or before and after.
 *
 *     +-----------------------------------+
 *     |     before      |      after      |     a wide level has one below the other
 *     |    +-------+    |    +-------+    |
 *     |    |       |    |    |       |    |
 *     |    +-------+    |    +-------+    |
 *     |     legend      |     legend      |
 *     |               caption             |
 *     +-----------------------------------+
 *
 * Both panels have one scale and one layout, so that only what moved looks different.
 */
#include "draw/level/level_page.h"

#include "base/base.h"
#include "draw/level/level_view.h"
#include "draw/paint/paint.h"
#include <assert.h>
#include <demesne/dominance.h>
#include <demesne/draw_level.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The colours of the players and what they own, the winner in bold. */
enum { TEXT = 96, MOST_ITEMS = DM_MAX_LINE_PLAYERS + 2, LONG_RATIO = 9 };

typedef struct item {
    int32_t owner;
    bool bold;
    char text[TEXT];
} item;

/* Long fractions as decimals. */
static void name_item(item *one, int32_t owner, const char *name, dm_ratio payoff)
{
    char exact[DM_RATIO_TEXT];
    dm_ratio_print(payoff, exact);
    one->owner = owner;
    one->bold = false;
    if (strlen(exact) > LONG_RATIO)
        snprintf(one->text, TEXT, "%.40s %.6g", name, dmi_decimal_of(payoff));
    else
        snprintf(one->text, TEXT, "%.40s %s", name, exact);
}

static void add_item(const dmi_level_view *view, const item *one, double x, double y,
                     dmi_scene *scene)
{
    double font = view->size.font;
    dmi_ink ink = dmi_level_ink(view, one->owner);
    dmi_shape sign =
        dmi_disc_shape((dm_point){x + 0.6 * font, y}, 0.48 * font, ink, DMI_INK_TEXT, 1);
    if (one->owner < 0)
        sign = dmi_line_shape((dm_point){x, y}, (dm_point){x + 1.2 * font, y},
                              fmax(2, 0.6 * view->size.line), ink);
    if (one->owner == DM_UNREACHED)
        sign.flags = DMI_DASHED;
    dmi_scene_add(scene, sign);
    dmi_shape text =
        dmi_text_shape((dm_point){x + 1.6 * font, y}, font, DMI_INK_TEXT, one->bold ? DMI_BOLD : 0);
    text.anchor = DMI_START;
    dmi_scene_write(scene, text, one->text);
}

/* Names and payoffs, `width` wide from (left, top); gives the height.  `scene` NULL: measures. */
static double level_legend(const dmi_level_view *view, double left, double top, double width,
                           dmi_scene *scene)
{
    assert(width >= 0);
    item items[MOST_ITEMS];
    double widths[MOST_ITEMS] = {0}, font = view->size.font;
    dm_point at[MOST_ITEMS];
    /* An item per player, then what nobody owns. */
    const dm_line_diagram *d = view->diagram;
    int count = 0;
    for (int32_t p = 0; p < d->player_count; p++) {
        name_item(&items[count], p, view->level->players[p], d->payoff[p]);
        items[count++].bold = p == d->winner;
    }
    if (d->tied.num > 0)
        name_item(&items[count++], DM_TIED, "tied", d->tied);
    if (d->unreached.num > 0)
        name_item(&items[count++], DM_UNREACHED, "unreached", d->unreached);
    for (int i = 0; i < count; i++)
        widths[i] = 1.6 * font + dmi_text_width(items[i].text, font, items[i].bold);
    double height = dmi_flow_items(widths, count, 1.6 * font, 1.75 * font, width, at);
    for (int i = 0; scene && i < count; i++)
        add_item(view, &items[i], left + at[i].x, top + at[i].y, scene);
    return height;
}

/* A level, and what it is after each move of a picture.
 *
 * A cut divides an edge and a removal renumbers the sites, so the second move cannot be drawn on
 * the first level.  The levels between are made here; all keep the places of the first.
 */

/* A move names places of the level after the moves before it, so it is drawn on the view of that
 * level. */
typedef struct dmi_level_stage {
    dmi_level_view view;
    dm_level *own; /* the view's level if it was made here, to be freed; or NULL */
} dmi_level_stage;

typedef struct dmi_level_moves {
    int32_t count;          /* stages; stage 0 is the level itself */
    dmi_level_stage *stage; /* stage i, for the move i; the last may be the picture's `after` */
} dmi_level_moves;

/* The level after move i of the picture; it does not matter who makes it. */
static dm_status next_level(dmi_level_stage *from, const dm_level_picture *picture, int32_t i,
                            const dm_level **out, dm_error *err)
{
    if (picture->after && i + 1 >= picture->move_count) {
        *out = picture->after;
        return DM_OK;
    }
    dm_line_move move = picture->moves[i];
    dm_status status = dm_level_apply(from[0].view.level, &move, 0, &from[1].own, err);
    *out = from[1].own;
    return status;
}

/* The stage after `from`, by move i. */
static dm_status go_on(dmi_level_stage *from, const dm_level_picture *picture, int32_t i,
                       dm_error *err)
{
    dm_level_picture one = {.ties = picture->ties, .seed = picture->seed};
    const dm_level *next = NULL;
    if (picture->move_count > 0) {
        one.moves = &picture->moves[i];
        one.move_count = 1;
    }
    dm_status status = next_level(from, picture, i, &next, err);
    return status == DM_OK ? dmi_level_view_init(next, &one, &from[0].view, &from[1].view, err)
                           : status;
}

static void level_moves_clear(dmi_level_moves *moves)
{
    for (int32_t i = 0; i < moves->count; i++) {
        dmi_level_view_clear(&moves->stage[i].view);
        dm_level_free(moves->stage[i].own);
    }
    free(moves->stage);
    *moves = (dmi_level_moves){0};
}

static dm_status level_moves_init(const dm_level *level, const dm_level_picture *picture,
                                  dmi_level_moves *out, dm_error *err)
{
    int32_t most = picture->move_count > 0 ? picture->move_count + 1 : 2;
    dmi_level_moves moves = {.count = picture->after ? most : most - 1};
    moves.stage = dmi_calloc((size_t)most, sizeof *moves.stage);
    if (!moves.stage)
        return dmi_no_memory(err);
    dm_status status = dmi_level_view_init(level, picture, NULL, &moves.stage[0].view, err);
    for (int32_t i = 0; i + 1 < moves.count && status == DM_OK; i++)
        status = go_on(&moves.stage[i], picture, i, err);
    if (status == DM_OK)
        *out = moves;
    else
        level_moves_clear(&moves);
    return status;
}

#define MARGIN       16.0
#define MOST_ALONE   760.0 /* side of a network drawn alone */
#define MOST_BESIDE  470.0
#define LEAST_LEGEND 300.0 /* width, so that two players stand on one line */
#define WIDE         1.9   /* wider levels have their panels below each other */

static double caption_height(const dmi_level_sizes *size, const char *text)
{
    return text ? 1.8 * size->font : 0;
}

static void add_text(dmi_scene *scene, double x, double y, double size, unsigned flags,
                     const char *text)
{
    dmi_scene_write(scene, dmi_text_shape((dm_point){x, y}, size, DMI_INK_TEXT, flags), text);
}

void dmi_level_page_plan(dmi_level_view *view, const dm_level_picture *picture,
                         dmi_level_page *page)
{
    bool both = picture->after != NULL;
    page->box = dmi_draw_box_of(view->places, view->level->vertex_count);
    page->size = view->size = dmi_level_size(view, both ? MOST_BESIDE : MOST_ALONE);
    const dmi_level_sizes *size = &page->size;
    page->below = both && size->width > WIDE * size->height;
    page->panel_width = fmax(size->width + 2 * size->border, LEAST_LEGEND);
    page->head = both ? 1.9 * size->font : 0;
    page->legend = level_legend(view, 0, 0, page->panel_width, NULL) + 0.6 * size->font;
    page->panel_height = page->head + size->height + 2 * size->border + page->legend;
    int across = both && !page->below ? 2 : 1, down = page->below ? 2 : 1;
    page->width = ceil(across * page->panel_width + (across + 1) * MARGIN);
    if (picture->caption)
        page->width = ceil(
            fmax(page->width, dmi_text_width(picture->caption, size->font, false) + 2 * MARGIN));
    if (picture->espt)
        page->width = ceil(fmax(page->width, dmi_level_espt_width(picture->espt) + 2 * MARGIN));
    page->width =
        ceil(fmax(page->width, dmi_level_functions_width(picture->functions) + 2 * MARGIN));
    page->width = ceil(fmax(page->width, dmi_level_pairs_width(picture->pairs) + 2 * MARGIN));
    page->below_panels = dmi_level_pairs_height(picture->pairs) +
                         (picture->espt ? dmi_level_espt_height() : 0) +
                         dmi_level_functions_height(picture->functions);
    page->profile = dmi_level_profile_height(picture, size);
    page->height = ceil(down * page->panel_height + (down + 1) * MARGIN + page->profile +
                        page->below_panels + caption_height(size, picture->caption));
}

/* The corner of a panel. */
static dm_point panel_at(const dmi_level_page *page, int index)
{
    bool beside = page->head > 0 && !page->below;
    double all = beside ? 2 * page->panel_width + MARGIN : page->panel_width;
    dm_point at = {(page->width - all) / 2, MARGIN};
    if (index == 1 && page->below)
        at.y += page->panel_height + MARGIN;
    else if (index == 1)
        at.x += page->panel_width + MARGIN;
    return at;
}

dm_status dmi_level_panel(dmi_level_view *view, const dmi_level_page *page, int index,
                          dm_error *err)
{
    dm_point at = panel_at(page, index);
    const dmi_level_sizes *size = &page->size;
    return dmi_level_place(view, size, page->box, at.x + (page->panel_width - size->width) / 2,
                           at.y + page->head + size->border, err);
}

void dmi_level_panel_texts(const dmi_level_view *view, const dmi_level_page *page, int index,
                           dmi_scene *scene)
{
    static const char *const heads[] = {"before", "after"};
    dm_point at = panel_at(page, index);
    double font = page->size.font;
    if (page->head > 0)
        add_text(scene, at.x + page->panel_width / 2, at.y + 0.7 * font, 1.1 * font, DMI_BOLD,
                 heads[index]);
    level_legend(view, at.x, at.y + page->panel_height - page->legend + 0.3 * font,
                 page->panel_width, scene);
}

void dmi_level_caption(const dmi_level_page *page, const char *caption, dmi_scene *scene)
{
    if (caption)
        add_text(scene, page->width / 2, page->height - MARGIN - 0.4 * page->size.font,
                 page->size.font, 0, caption);
}

/* The picture of one move, of view i. */
static dm_level_picture picture_of_move(const dm_level_picture *picture, int32_t i)
{
    return (dm_level_picture){.moves = &picture->moves[i], .move_count = 1};
}

static void compose_network(const dmi_level_view *view, dmi_scene *scene)
{
    dmi_level_edges(view, scene);
    dmi_level_boundaries(view, scene);
    dmi_level_marks(view, scene);
}

static void compose_shapes(const dmi_level_moves *moves, const dmi_level_page *page,
                           const dm_level_picture *picture, dmi_scene *scene)
{
    const dmi_level_view *before = &moves->stage[0].view,
                         *after = &moves->stage[moves->count - 1].view;
    /* Highlights are drawn on the level before, and repeated on the one after. */
    dm_point from = panel_at(page, 0), to = panel_at(page, 1);
    size_t first = scene->count;
    dm_level_picture places = *picture;
    places.move_count = 0;
    dmi_level_highlights(&moves->stage[0].view, &places, scene);
    for (int32_t i = 0; i < picture->move_count; i++) {
        const dm_level_picture one = picture_of_move(picture, i);
        dmi_level_highlights(&moves->stage[i].view, &one, scene);
    }
    if (picture->after) {
        /* The shapes since `first` again, shifted. */
        double dx = to.x - from.x;
        double dy = to.y - from.y;
        for (size_t i = first, end = scene->count; i < end; i++) {
            dmi_shape shape = scene->shapes[i];
            shape.x += dx;
            shape.y += dy;
            if (shape.kind == DMI_LINE) {
                shape.x2 += dx;
                shape.y2 += dy;
            }
            dmi_scene_add(scene, shape);
        }
    }
    if (picture->espt && !picture->ropes)
        dmi_level_sets(before, picture->espt, scene);
    compose_network(before, scene);
    if (picture->espt)
        dmi_level_candidates(before, picture->espt, picture->ropes, scene);
    /* The arrows on the level before, and the chart below the panels. */
    double below = caption_height(&page->size, picture->caption);
    if (picture->explanation) {
        dmi_level_tree(before, picture->explanation, scene);
        dmi_level_profile(before, page, picture, page->height - page->profile - below - MARGIN,
                          scene);
    }
    for (int32_t i = 0; i < picture->move_count; i++) {
        const dm_level_picture one = picture_of_move(picture, i);
        dmi_level_signs(&moves->stage[i].view, &one, scene);
    }
    dmi_level_panel_texts(before, page, 0, scene);
    if (picture->after) {
        compose_network(after, scene);
        dmi_level_panel_texts(after, page, 1, scene);
    }
    dmi_level_caption(page, picture->caption, scene);
}

/* Below the panels the tree, and below it the charts. */
static dm_status compose_espt(const dmi_level_view *view, const dmi_level_page *page,
                              const dm_level_picture *picture, dmi_scene *scene, dm_error *err)
{
    double top =
        page->height - page->below_panels - MARGIN - caption_height(&page->size, picture->caption);
    dm_status status = DM_OK;
    if (picture->espt) {
        status = dmi_level_espt(view, page, picture->espt, top, scene, err);
        top += dmi_level_espt_height();
    }
    if (picture->pairs)
        dmi_level_pairs(view, page, picture->pairs, top, scene);
    if (status == DM_OK && picture->functions)
        dmi_level_functions(view, page, picture->functions, top, scene);
    return status;
}

static dm_status compose_level(const dm_level *level, const dm_level_picture *picture,
                               dmi_scene *scene, dm_error *err)
{
    dmi_level_moves moves = {0};
    dmi_level_page page = {0};
    dm_status status = level_moves_init(level, picture, &moves, err);
    if (status == DM_OK)
        dmi_level_page_plan(&moves.stage[0].view, picture, &page);
    for (int32_t i = 0; i < moves.count && status == DM_OK; i++)
        status = dmi_level_panel(&moves.stage[i].view, &page,
                                 picture->after && i == moves.count - 1, err);
    if (status == DM_OK) {
        scene->width = page.width;
        scene->height = page.height;
        scene->title = picture->title;
        compose_shapes(&moves, &page, picture, scene);
        status = compose_espt(&moves.stage[0].view, &page, picture, scene, err);
    }
    if (status == DM_OK) {
        status = dmi_scene_status(scene, err);
    }
    level_moves_clear(&moves);
    return status;
}

dm_status dm_draw_level_steps(const dm_level_step *steps, int32_t count, const char *path,
                              dm_error *err)
{
    dmi_scene scene = {0};
    double width = 0, height = 0;
    dm_status status = DM_OK;
    for (int32_t i = 0; i < count && status == DM_OK; i++) {
        size_t first = scene.count;
        status = compose_level(steps[i].level, &steps[i].picture, &scene, err);
        if (status != DM_OK)
            break;
        for (size_t k = first; k < scene.count; k++) {
            scene.shapes[k].y += height;
            if (scene.shapes[k].kind == DMI_LINE)
                scene.shapes[k].y2 += height;
        }
        width = fmax(width, scene.width);
        height += scene.height;
    }
    scene.width = width;
    scene.height = height;
    if (status == DM_OK)
        status = dmi_paint_file(&scene, path, err);
    dmi_scene_clear(&scene);
    return status;
}

dm_status dm_draw_level_svg(const dm_level *level, const dm_level_picture *picture, char **out,
                            dm_error *err)
{
    dmi_scene scene = {0};
    size_t size;
    dm_level_picture form = picture ? *picture : (dm_level_picture){0};
    dm_status status = compose_level(level, &form, &scene, err);
    if (status == DM_OK)
        status = dmi_paint_svg(&scene, out, &size, err);
    dmi_scene_clear(&scene);
    return status;
}

dm_status dm_draw_level(const dm_level *level, const dm_level_picture *picture, const char *path,
                        dm_error *err)
{
    dmi_scene scene = {0};
    dm_level_picture form = picture ? *picture : (dm_level_picture){0};
    dm_status status = compose_level(level, &form, &scene, err);
    if (status == DM_OK)
        status = dmi_paint_file(&scene, path, err);
    dmi_scene_clear(&scene);
    return status;
}
