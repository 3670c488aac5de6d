/* level_legend.c - the colours of the players and what they own, the winner in bold. */
#include "draw/level/level_view.h"

#include <assert.h>
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

double dmi_level_legend(const dmi_level_view *view, double left, double top, double width,
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
