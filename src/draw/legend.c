/* legend.c - what the marks mean, the score, and the caption, under the board. */
#include "base/decimal_print.h"
#include "draw/view.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_ITEMS = DMI_PLAYER_INKS + 4,
    LONGEST_CAPTION = 400,
    LONGEST_NAME = 36,
    NO_SIGN = -3,
    RING = -4
};

#define SPACE 1.6 /* between items, in sizes of the font */

typedef struct item {
    int32_t owner; /* whose signs stand before the text; NO_SIGN: none */
    char text[64];
} item;

static bool owns_anything(const dm_dominance *owned, int32_t owner)
{
    for (dm_vertex v = 0; v < owned->n; v++)
        if (owned->owner[v] == owner)
            return true;
    return false;
}

static const char *rule_text(dm_tie_rule ties)
{
    return dm_ties_go_by_age(ties)  ? "ties: earlier stone"
           : dm_ties_sign(ties) > 0 ? "ties: White"
                                    : "ties: Black";
}

static void amount_text(const dmi_view *view, const char *word, int64_t amount, char text[64])
{
    char digits[DMI_DECIMAL_TEXT];
    dmi_decimal_print(amount, dm_arena_value_decimals(view->arena), digits);
    snprintf(text, 64, "%s %s", word, digits);
}

static void player_text(const dmi_view *view, int32_t player, char text[64])
{
    static const char *const usual[] = {"White", "Black"};
    const char *const *given = view->picture.side_names;
    const char letter[2] = {dm_owner_letter(player), 0};
    const char *name = player < 2 ? usual[player] : letter;
    if (given && player < 2 && given[player] && strlen(given[player]) <= LONGEST_NAME)
        name = given[player];
    amount_text(view, name, view->owned->score[player], text);
}

static int list_items(const dmi_view *view, item items[MOST_ITEMS])
{
    const dm_dominance *owned = view->owned;
    int count = 0;
    if (view->picture.hide_legend || view->count == 0)
        return 0;
    for (int32_t player = 0; player < owned->players && player < DMI_PLAYER_INKS; player++) {
        items[count].owner = player;
        player_text(view, player, items[count++].text);
    }
    if (owns_anything(owned, DM_TIED)) {
        items[count].owner = DM_TIED;
        amount_text(view, "tied", owned->tied, items[count++].text);
    }
    if (owns_anything(owned, DM_UNREACHED)) {
        items[count].owner = DM_UNREACHED;
        amount_text(view, "unreached", owned->unreached, items[count++].text);
    }
    for (int32_t i = 0; view->picture.stone_is_new && i < view->count; i++)
        if (view->picture.stone_is_new[i]) {
            items[count].owner = RING;
            snprintf(items[count++].text, 64, "new");
            break;
        }
    if (!dm_ties_are_nobodys(view->ties)) {
        items[count].owner = NO_SIGN;
        snprintf(items[count++].text, 64, "%s", rule_text(view->ties));
    }
    return count;
}

/* A player has two signs: the stone and the owned vertex. */
static double signs_width(const dmi_view *view, int32_t owner)
{
    return owner == NO_SIGN ? 0 : owner < 0 ? 1.2 * view->font : 2.3 * view->font;
}

static double item_width(const dmi_view *view, const item *one)
{
    return signs_width(view, one->owner) + dmi_text_width(one->text, view->font, false);
}

static void add_item(const dmi_view *view, const item *one, double x, double y, dmi_scene *scene)
{
    double font = view->font;
    if (one->owner >= 0) {
        dmi_add_mark(view, scene, -1, (dm_point){x + 0.55 * font, y}, one->owner, one->owner,
                     0.52 * font);
        dmi_add_mark(view, scene, -1, (dm_point){x + 1.6 * font, y}, one->owner, -1, 0.32 * font);
    } else if (one->owner == RING) {
        dmi_add_ring(view, scene, (dm_point){x + 0.6 * font, y}, DM_TIED, 0.3 * font);
    } else if (one->owner != NO_SIGN) {
        dmi_add_mark(view, scene, -1, (dm_point){x + 0.6 * font, y}, one->owner, -1, 0.36 * font);
    }
    dm_point at = {x + signs_width(view, one->owner) + 0.1 * font, y};
    dmi_shape text =
        dmi_text_shape(at, font, one->owner == NO_SIGN ? DMI_INK_FAINT_TEXT : DMI_INK_TEXT, 0);
    text.anchor = DMI_START;
    dmi_scene_write(scene, text, one->text);
}

static void copy_words(const char *from, size_t size, char out[LONGEST_CAPTION + 1])
{
    if (size > LONGEST_CAPTION)
        size = LONGEST_CAPTION;
    while (size > 0 && ((unsigned char)from[size] & 0xc0) == 0x80)
        size--; /* never inside a letter */
    memcpy(out, from, size);
    out[size] = 0;
}

/* How many bytes of `text` fit on a line: whole words, at least one. */
static size_t line_length(const char *text, double font, double width)
{
    char line[LONGEST_CAPTION + 1];
    size_t good = 0, at = 0;
    while (text[at]) {
        size_t end = at + strspn(text + at, " ");
        end += strcspn(text + end, " ");
        copy_words(text, end, line);
        if (good > 0 && dmi_text_width(line, font, false) > width)
            break;
        good = at = end;
    }
    return good;
}

static double flow_caption(const dmi_view *view, double left, double top, double width,
                           dmi_scene *scene)
{
    char whole[LONGEST_CAPTION + 1], line[LONGEST_CAPTION + 1];
    const char *caption = view->picture.caption ? view->picture.caption : "";
    copy_words(caption, strlen(caption), whole);
    double font = view->font, y = top;
    for (const char *rest = whole; *rest;) {
        size_t size = line_length(rest, font, width);
        copy_words(rest, size, line);
        double natural = dmi_text_width(line, font, false);
        double fitting = natural > width ? font * width / natural : font;
        dm_point at = {left + width / 2, y + 0.75 * font};
        if (scene)
            dmi_scene_write(scene, dmi_text_shape(at, fitting, DMI_INK_TEXT, 0), line);
        y += 1.5 * font;
        rest += size;
        rest += strspn(rest, " ");
    }
    return y - top;
}

double dmi_compose_legend(const dmi_view *view, double left, double top, double width,
                          dmi_scene *scene)
{
    assert(width >= 0);
    /* From left to right, as many rows as needed. */
    item items[MOST_ITEMS];
    double widths[MOST_ITEMS] = {0};
    dm_point at[MOST_ITEMS];
    int count = list_items(view, items);
    for (int i = 0; i < count; i++)
        widths[i] = item_width(view, &items[i]);
    double height = dmi_flow_items(widths, count, SPACE * view->font, 1.75 * view->font, width, at);
    for (int i = 0; scene && i < count; i++)
        add_item(view, &items[i], left + at[i].x, top + at[i].y, scene);
    return height + flow_caption(view, left, top + height, width, scene);
}

double dmi_legend_width(const dmi_view *view)
{
    item items[MOST_ITEMS];
    int count = list_items(view, items);
    double width = 0;
    for (int i = 0; i < count; i++)
        width += item_width(view, &items[i]) + SPACE * view->font;
    const char *caption = view->picture.caption ? view->picture.caption : "";
    return fmax(width, dmi_text_width(caption, view->font, false));
}
