/* found_games.h - games that were found, until they are written. */
#ifndef DMI_FOUND_GAMES_H
#define DMI_FOUND_GAMES_H

#include "store/solved_games.h"

/* Boards of one group and part, as one text. */
typedef struct dmi_found_block {
    struct dmi_found_block *next;
    dmi_game_group group; /* its family is the text below */
    char family[32];
    int32_t part;
    dmi_game_text text;
} dmi_found_block;

/* {0} to start with. */
typedef struct dmi_found_games {
    dmi_found_block *first;
} dmi_found_games;

/* Adds games on a board. */
dm_status dmi_found_add(dmi_found_games *found, const dmi_game_group *group, int32_t part,
                        const dmi_member *board, const dmi_solved_game *games, size_t count,
                        dm_error *err);
/* Writes all of it, within a transaction.  To write it twice changes nothing. */
dm_status dmi_found_write(dmi_store *store, const dmi_found_games *found, dm_error *err);
void dmi_found_clear(dmi_found_games *found);

#endif
