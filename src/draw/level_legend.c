/* level_legend.c - whose colour is whose, and what everybody owns, under a level.
 *
 * Items flow from left to right and wrap; every line is centred.  The winner stands in bold.
 */
#include "draw/level_view.h"

#include <demesne/dominance.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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

static int list_items(const dmi_level_view *view, item items[MOST_ITEMS])
{
    const dm_diagram *d = view->diagram;
    int count = 0;
    for (int32_t p = 0; p < d->player_count; p++) {
        name_item(&items[count], p, view->level->players[p], d->payoff[p]);
        items[count++].bold = p == d->winner;
    }
    if (d->tied.num > 0)
        name_item(&items[count++], DM_TIED, "tied", d->tied);
    if (d->unreached.num > 0)
        name_item(&items[count++], DM_UNREACHED, "unreached", d->unreached);
    return count;
}

static double item_width(const dmi_level_view *view, const item *one)
{
    return dmi_text_width(one->text, view->size.font, one->bold) + 3.2 * view->size.font;
}

static void add_item(const dmi_level_view *view, const item *one, double x, double y,
                     dmi_scene *scene)
{
    double font = view->size.font;
    dmi_shape sign = {.kind = DMI_DISC,
                      .x = x + 0.6 * font,
                      .y = y,
                      .x2 = 0.48 * font,
                      .about = -1,
                      .fill = (uint8_t)dmi_level_ink(view, one->owner),
                      .stroke = DMI_INK_TEXT,
                      .width = 1};
    if (one->owner < 0)
        sign = (dmi_shape){.kind = DMI_LINE,
                           .x = x,
                           .y = y,
                           .x2 = x + 1.2 * font,
                           .y2 = y,
                           .about = -1,
                           .stroke = (uint8_t)dmi_level_ink(view, one->owner),
                           .flags = one->owner == DM_UNREACHED ? DMI_DASHED : 0,
                           .width = (float)fmax(2, 0.6 * view->size.line)};
    dmi_scene_add(scene, sign);
    dmi_shape text = {.x = x + 1.6 * font,
                      .y = y,
                      .width = (float)font,
                      .about = -1,
                      .flags = one->bold ? DMI_BOLD : 0,
                      .stroke = DMI_INK_TEXT};
    dmi_scene_write(scene, text, one->text);
}

double dmi_level_legend(const dmi_level_view *view, double left, double top, double width,
                        dmi_scene *scene)
{
    item items[MOST_ITEMS];
    int count = list_items(view, items), first = 0;
    double line = 1.75 * view->size.font, y = top, space = 1.6 * view->size.font;
    while (first < count) {
        double used = item_width(view, &items[first]);
        int end = first + 1;
        while (end < count && used + item_width(view, &items[end]) - space <= width)
            used += item_width(view, &items[end++]);
        double x = left + fmax(0, (width - used + space) / 2);
        for (; first < end; first++) {
            if (scene)
                add_item(view, &items[first], x, y + line / 2, scene);
            x += item_width(view, &items[first]);
        }
        y += line;
    }
    return y - top;
}
