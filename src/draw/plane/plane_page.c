/* plane_page.c - the page of the plane: the board, under it the areas and the caption; as a file,
 * and as an SVG in which the land grows from the sites.
 */
#include "base/base.h"
#include "base/outfile.h"
#include "draw/paint/paint.h"
#include "draw/plane/plane_view.h"

#include <demesne/dominance.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN  18.0
#define FONT    14.0
#define SPACE   (1.6 * FONT) /* between two items of the legend */
#define LINE    (1.75 * FONT)
#define SECONDS 6.0 /* of the animation */
#define GROWING 0.7 /* the part of it in which land grows */
#define OUTLINE 1.5

enum { TEXT = 160, MOST_ITEMS = DM_PLANE_SIDES + 1, LONGEST_NAME = 60, SHORT_FRACTION = 11 };

typedef struct legend_item {
    int32_t owner;
    bool bold;
    char text[TEXT];
} legend_item;

typedef struct legend {
    legend_item item[MOST_ITEMS];
    double width[MOST_ITEMS], height;
    dm_point at[MOST_ITEMS];
    int count;
} legend;

static double board_size(const dmi_plane_page *view)
{
    double sum = 0;
    const char *exact;
    for (int32_t s = -1; s < dm_plane_rules_of(view->plane)->sides; s++)
        sum += dmi_plane_size(view, s, &exact);
    return sum;
}

/* "White 7/16, 43.75 %": long fractions as decimals. */
static void name_item(const dmi_plane_page *view, int32_t owner, const char *name, double whole,
                      legend_item *out)
{
    const char *exact;
    double size = dmi_plane_size(view, owner, &exact);
    char amount[40];
    if (exact && strlen(exact) <= SHORT_FRACTION)
        snprintf(amount, sizeof amount, "%s", exact);
    else
        snprintf(amount, sizeof amount, "%.6g", size);
    out->owner = owner;
    snprintf(out->text, TEXT, "%.*s %s, %.2f %%", LONGEST_NAME, name, amount,
             whole > 0 ? 100 * size / whole : 0);
}

static void name_side(const dmi_plane_page *view, int32_t side, char name[TEXT])
{
    const char *const *given = view->picture->names;
    if (given && given[side])
        snprintf(name, TEXT, "%s", given[side]);
    else if (side < 2)
        snprintf(name, TEXT, "%s", side == DM_WHITE ? "White" : "Black");
    else
        snprintf(name, TEXT, "side %d", side + 1);
}

static void plan_legend(const dmi_plane_page *view, double width, legend *out)
{
    const char *exact;
    char name[TEXT];
    double whole = board_size(view), most = 0;
    int32_t sides = dm_plane_rules_of(view->plane)->sides;
    if (view->picture->hide_legend || dm_plane_count(view->plane) == 0)
        return;
    for (int32_t s = 0; s < sides; s++)
        most = fmax(most, dmi_plane_size(view, s, &exact));
    for (int32_t s = 0; s < sides; s++) {
        name_side(view, s, name);
        out->item[s].bold =
            view->score ? view->score->winner == s : dmi_plane_size(view, s, &exact) == most;
        name_item(view, s, name, whole, &out->item[out->count++]);
    }
    if (dmi_plane_size(view, DM_TIED, &exact) > 0)
        name_item(view, DM_TIED, "tied", whole, &out->item[out->count++]);
    for (int i = 0; i < out->count; i++)
        out->width[i] = 1.6 * FONT + dmi_text_width(out->item[i].text, FONT, out->item[i].bold);
    out->height = dmi_flow_items(out->width, out->count, SPACE, LINE, width, out->at);
}

/* A small box with stripes. */
static void add_tied_sign(double x, double y, dmi_scene *scene)
{
    dmi_scene_add(scene, (dmi_shape){.kind = DMI_BOX,
                                     .about = -1,
                                     .x = x,
                                     .y = y - 0.5 * FONT,
                                     .x2 = FONT,
                                     .y2 = FONT,
                                     .width = 1,
                                     .fill = DMI_INK_TIED_TINT,
                                     .stroke = DMI_INK_TIED});
    const dm_point half = {x + 0.5 * FONT, y - 0.5 * FONT}, right = {x + FONT, y};
    dmi_scene_add(scene, dmi_line_shape(half, (dm_point){x, y}, 1.6, DMI_INK_TIED));
    dmi_scene_add(scene,
                  dmi_line_shape(right, (dm_point){half.x, y + 0.5 * FONT}, 1.6, DMI_INK_TIED));
}

static void add_item(const dmi_plane_page *view, const legend_item *one, double x, double y,
                     dmi_scene *scene)
{
    if (one->owner < 0)
        add_tied_sign(x, y, scene);
    else
        dmi_scene_add(scene,
                      dmi_plane_disc(view, one->owner, (dm_point){x + 0.55 * FONT, y}, 0.5 * FONT));
    dmi_shape text =
        dmi_text_shape((dm_point){x + 1.5 * FONT, y}, FONT, DMI_INK_TEXT, one->bold ? DMI_BOLD : 0);
    text.anchor = DMI_START;
    dmi_scene_write(scene, text, one->text);
}

/* Chooses the page and writes what is under the board. */
static void plan_page(dmi_plane_page *view, dmi_scene *page)
{
    legend rows = {.count = 0};
    const char *caption = view->picture->caption;
    double wide = view->scale * (view->high.x - view->low.x);
    double high = view->scale * (view->high.y - view->low.y);
    double inner = fmax(wide, 420);
    if (caption)
        inner = fmax(inner, fmin(dmi_text_width(caption, FONT, false), 1200));
    plan_legend(view, inner, &rows);
    page->title = view->picture->title ? view->picture->title : "The Voronoi game in the plane";
    page->width = ceil(inner + 2 * MARGIN);
    view->left = (page->width - wide) / 2;
    view->top = MARGIN;
    double y = MARGIN + high + (rows.count > 0 || caption ? 0.6 * FONT : 0);
    for (int i = 0; i < rows.count; i++)
        add_item(view, &rows.item[i], MARGIN + rows.at[i].x, y + rows.at[i].y, page);
    y += rows.height;
    if (caption) {
        dmi_scene_write(
            page, dmi_text_shape((dm_point){page->width / 2, y + LINE / 2}, FONT, DMI_INK_TEXT, 0),
            caption);
        y += LINE;
    }
    page->height = ceil(y + MARGIN);
}

static bool has_tied_land(const dmi_plane_page *view)
{
    const char *exact;
    return dmi_plane_size(view, DM_TIED, &exact) > 0;
}

static void add_land(const dmi_plane_page *view, dmi_scene *scene)
{
    int32_t count = dm_plane_count(view->plane);
    if (has_tied_land(view) && count > 0)
        dmi_plane_add_stripes(view, scene);
    if (view->picture->lattice) {
        dmi_plane_add_lattice(view, scene);
        return;
    }
    /* Side by side, so that cells of one style share a path. */
    for (int32_t s = 0; s < dm_plane_rules_of(view->plane)->sides; s++)
        for (int32_t i = 0; i < count; i++)
            if (dm_plane_site_at(view->plane, i).side == s)
                dmi_plane_add_cell(view, i, scene);
}

static dm_status compose_plane(const dm_plane *plane, const dm_plane_picture *picture,
                               dmi_scene *scene, dm_error *err)
{
    const dm_plane_picture usual = {0};
    dmi_plane_page view;
    dm_status status = dmi_plane_page_init(plane, picture ? picture : &usual, &view, err);
    if (status != DM_OK)
        return status;
    plan_page(&view, scene);
    add_land(&view, scene);
    dmi_plane_add_board(&view, DMI_INK_NONE, DMI_INK_TEXT, OUTLINE, scene);
    dmi_plane_add_sites(&view, scene);
    dmi_plane_page_clear(&view);
    return dmi_scene_status(scene, err);
}

dm_status dm_draw_plane(const dm_plane *plane, const dm_plane_picture *picture, const char *path,
                        dm_error *err)
{
    dmi_scene scene = {0};
    dm_status status = compose_plane(plane, picture, &scene, err);
    if (status == DM_OK)
        status = dmi_paint_file(&scene, path, err);
    dmi_scene_clear(&scene);
    return status;
}

dm_status dm_draw_plane_svg(const dm_plane *plane, const dm_plane_picture *picture, char **out,
                            dm_error *err)
{
    dmi_scene scene = {0};
    size_t size;
    dm_status status = compose_plane(plane, picture, &scene, err);
    if (status == DM_OK)
        status = dmi_paint_svg(&scene, out, &size, err);
    dmi_scene_clear(&scene);
    return status;
}

/* How far the land of a site reaches, on the page. */
static double reach_of(const dmi_plane_page *view, int32_t site)
{
    const dm_plane_cell *cell = view->score->cell + site;
    dm_point at = dm_plane_site_at(view->plane, site).at;
    bool manhattan = dm_plane_rules_of(view->plane)->metric == DM_MANHATTAN;
    double reach = 0;
    for (int32_t i = 0; cell->rings > 0 && i < cell->ring_end[cell->rings - 1]; i++) {
        double dx = cell->corner[i].x - at.x, dy = cell->corner[i].y - at.y;
        reach = fmax(reach, manhattan ? fabs(dx) + fabs(dy) : hypot(dx, dy));
    }
    return view->scale * reach;
}

/* The cells as areas of `cells`, and how each grows; gives their number. */
static size_t plan_growth(const dmi_plane_page *view, dmi_scene *cells, dmi_spread *out)
{
    size_t count = 0;
    double longest = 0;
    for (int32_t i = 0; i < dm_plane_count(view->plane); i++) {
        size_t before = cells->count;
        dmi_plane_add_cell(view, i, cells);
        if (cells->count == before)
            continue;
        double reach = reach_of(view, i);
        longest = fmax(longest, reach);
        out[count++] =
            (dmi_spread){.area = cells->shapes[before],
                         .from = dmi_plane_on_page(view, dm_plane_site_at(view->plane, i).at),
                         .reach = reach,
                         .diamond = dm_plane_rules_of(view->plane)->metric == DM_MANHATTAN};
    }
    for (size_t i = 0; i < count; i++)
        out[i].ends = longest > 0 ? GROWING * out[i].reach / longest : 0;
    return count;
}

static dm_status write_growth(dmi_plane_page *view, const char *path, dm_error *err)
{
    dmi_scene under = {0}, cells = {0}, over = {0};
    char *text = NULL;
    size_t size = 0, count = 0;
    dmi_spread *grown = dmi_alloc((size_t)dm_plane_count(view->plane) + 1, sizeof *grown);
    if (!grown)
        return dmi_no_memory(err);
    plan_page(view, &under);
    if (has_tied_land(view) && dm_plane_count(view->plane) > 0)
        dmi_plane_add_stripes(view, &under);
    dmi_plane_add_board(view, DMI_INK_PAPER, DMI_INK_NONE, 0, &cells); /* hides the stripes */
    count = plan_growth(view, &cells, grown);
    dmi_plane_add_board(view, DMI_INK_NONE, DMI_INK_TEXT, OUTLINE, &over);
    dmi_plane_add_sites(view, &over);
    dm_status status = dmi_scene_status(&under, err);
    if (status == DM_OK)
        status = dmi_scene_status(&cells, err);
    if (status == DM_OK)
        status = dmi_scene_status(&over, err);
    const dmi_spreading what = {.under = &under,
                                .over = &over,
                                .cells = &cells,
                                .parts = grown,
                                .count = count,
                                .covered_until = GROWING,
                                .seconds = SECONDS};
    if (status == DM_OK)
        status = dmi_paint_svg_spread(&what, &text, &size, err);
    if (status == DM_OK)
        status = dmi_outfile_whole(path, text, size, err);
    free(text);
    free(grown);
    dmi_scene_clear(&under);
    dmi_scene_clear(&cells);
    dmi_scene_clear(&over);
    return status;
}

dm_status dm_draw_plane_growth(const dm_plane *plane, const dm_plane_picture *picture,
                               const char *path, dm_error *err)
{
    dm_plane_picture form = picture ? *picture : (dm_plane_picture){0};
    dmi_plane_page view;
    form.lattice = NULL;
    dm_status status = dmi_check_animation(path, err);
    if (status == DM_OK)
        status = dmi_plane_page_init(plane, &form, &view, err);
    if (status != DM_OK)
        return status;
    status = write_growth(&view, path, err);
    dmi_plane_page_clear(&view);
    return status;
}
