/* palette.c - inks to colours: one row per ink. */
#include "draw/paint/palette.h"

#include <demesne/dominance.h>
#include <stdbool.h>
#include <strings.h>

static const struct {
    uint32_t rgb;
    int terminal;
} inks[DMI_INK_COUNT] = {
    [DMI_INK_NONE] = {0x000000, -1},         [DMI_INK_PAPER] = {0xffffff, 231},
    [DMI_INK_TEXT] = {0x222222, -1},         [DMI_INK_FAINT_TEXT] = {0x666666, 245},
    [DMI_INK_PLAIN] = {0x555555, 245},       [DMI_INK_TIED] = {0x8a8a8a, 244},
    [DMI_INK_TIED_TINT] = {0xe4e4e4, 238},   [DMI_INK_UNREACHED] = {0xb4b4b4, 240},
    [DMI_INK_STONE_WHITE] = {0xffffff, 231}, [DMI_INK_STONE_BLACK] = {0x1a1a1a, 16},
    [DMI_INK_HIGHLIGHT] = {0xf7ec8a, 228},   [DMI_INK_LAND + 0] = {0xe69f00, 214},
    [DMI_INK_LAND + 1] = {0x0072b2, 33},     [DMI_INK_LAND + 2] = {0x009e73, 36},
    [DMI_INK_LAND + 3] = {0xcc79a7, 175},    [DMI_INK_LAND + 4] = {0xd55e00, 166},
    [DMI_INK_LAND + 5] = {0x56b4e9, 117},    [DMI_INK_TINT + 0] = {0xfbe8c4, 94},
    [DMI_INK_TINT + 1] = {0xcfe4f3, 24},     [DMI_INK_TINT + 2] = {0xcdebe1, 23},
    [DMI_INK_TINT + 3] = {0xf4dfea, 96},     [DMI_INK_TINT + 4] = {0xf7d9c4, 88},
    [DMI_INK_TINT + 5] = {0xdff0fb, 31},     [DMI_INK_LAND + 6] = {0xb8a800, 142},
    [DMI_INK_LAND + 7] = {0x7a4a1e, 130},    [DMI_INK_TINT + 6] = {0xf5f0b0, 58},
    [DMI_INK_TINT + 7] = {0xe3d3c3, 52},
};

uint32_t dmi_ink_rgb(dmi_ink ink)
{
    return inks[ink].rgb;
}

int dmi_ink_terminal(dmi_ink ink)
{
    return inks[ink].terminal;
}

dmi_ink dmi_land_ink(int32_t owner)
{
    if (owner < 0)
        return owner == DM_TIED ? DMI_INK_TIED : DMI_INK_UNREACHED;
    return (dmi_ink)(DMI_INK_LAND + owner % DMI_PLAYER_INKS);
}

dmi_ink dmi_tint_ink(int32_t owner)
{
    if (owner < 0)
        return owner == DM_TIED ? DMI_INK_TIED_TINT : DMI_INK_PAPER;
    return (dmi_ink)(DMI_INK_TINT + owner % DMI_PLAYER_INKS);
}

dmi_ink dmi_stone_ink(int32_t player)
{
    return player == DM_WHITE   ? DMI_INK_STONE_WHITE
           : player == DM_BLACK ? DMI_INK_STONE_BLACK
                                : dmi_land_ink(player);
}

dmi_ink dmi_number_ink(int32_t player)
{
    return player == DM_BLACK ? DMI_INK_PAPER : DMI_INK_TEXT;
}

/* The colour of land that a name means, or -1. */
static int named_hue(const char *name)
{
    static const struct {
        const char *name;
        int hue;
    } colours[] = {{"orange", 0}, {"yellow", 0}, {"ochre", 0},  {"blue", 1},
                   {"green", 2},  {"pink", 3},   {"purple", 3}, {"violet", 3},
                   {"red", 4},    {"sky", 5},    {"cyan", 5}};
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        if (strcasecmp(name, colours[i].name) == 0)
            return colours[i].hue;
    return -1;
}

void dmi_choose_hues(const char *const *names, int32_t count, uint8_t *hue)
{
    bool taken[DMI_PLAYER_INKS] = {false};
    for (int32_t p = 0; p < count; p++) {
        int named = named_hue(names[p]);
        hue[p] = named < 0 || taken[named] ? DMI_PLAYER_INKS : (uint8_t)named;
        if (hue[p] < DMI_PLAYER_INKS)
            taken[named] = true;
    }
    int next = 0;
    for (int32_t p = 0; p < count; p++) {
        if (hue[p] < DMI_PLAYER_INKS)
            continue;
        while (next < DMI_PLAYER_INKS && taken[next])
            next++;
        hue[p] = (uint8_t)(next < DMI_PLAYER_INKS ? next++ : p % DMI_PLAYER_INKS);
    }
}
