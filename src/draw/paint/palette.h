/* palette.h - the inks of every picture, and their colours on paper and in a terminal.
 *
 * Territory uses the palette of Okabe and Ito (2008), which colour-blind people can tell apart:
 * White's land is orange, Black's is blue.  Stones are white and black.
 */
#ifndef DMI_DRAW_PAINT_PALETTE_H
#define DMI_DRAW_PAINT_PALETTE_H

#include <stdint.h>

enum { DMI_PLAYER_INKS = 8 };

typedef enum dmi_ink {
    DMI_INK_NONE = 0,
    DMI_INK_PAPER, /* the page */
    DMI_INK_TEXT,
    DMI_INK_FAINT_TEXT,
    DMI_INK_PLAIN, /* edges of a board without stones, and the paper's signs */
    DMI_INK_TIED,
    DMI_INK_TIED_TINT,
    DMI_INK_UNREACHED,
    DMI_INK_STONE_WHITE,
    DMI_INK_STONE_BLACK,
    DMI_INK_HIGHLIGHT,                             /* under a move, or places that win */
    DMI_INK_LAND,                                  /* + player: strong colour of a player's land */
    DMI_INK_TINT = DMI_INK_LAND + DMI_PLAYER_INKS, /* + player: the same, pale */
    DMI_INK_COUNT = DMI_INK_TINT + DMI_PLAYER_INKS
} dmi_ink;

/* 0xRRGGBB. */
uint32_t dmi_ink_rgb(dmi_ink ink);
/* The nearest of the 256 terminal colours. */
int dmi_ink_terminal(dmi_ink ink);

/* Inks of an owner: a player, DM_TIED or DM_UNREACHED. */
dmi_ink dmi_land_ink(int32_t owner);
dmi_ink dmi_tint_ink(int32_t owner);
/* Colours of land for players with names: the first whose name is a colour has it; others take the
 * colours left, then all in turn. */
void dmi_choose_hues(const char *const *names, int32_t count, uint8_t *hue);
/* The body of a player's stone and the number on it. */
dmi_ink dmi_stone_ink(int32_t player);
dmi_ink dmi_number_ink(int32_t player);

#endif
