/* board_set.h - boards with their games, as texts of the database (game_text.h) have them.
 *
 * The same board may be in several texts: its games were found at different times, or twice.  They
 * are joined when they are read: a value that is proven stays, bounds are tightened.
 */
#ifndef DMI_BOARD_SET_H
#define DMI_BOARD_SET_H

#include "store/game_text.h"

/* The games on a board, by rounds.  {0} to start with. */
typedef struct dmi_board_games {
    dmi_solved_game *game;
    size_t count, room;
} dmi_board_games;

dm_status dmi_board_games_join(dmi_board_games *games, const dmi_solved_game *game, dm_error *err);
/* NULL if there is none. */
dmi_solved_game *dmi_board_games_find(const dmi_board_games *games, int32_t rounds);
void dmi_board_games_clear(dmi_board_games *games);

/* {0} to start with. */
typedef struct dmi_board_set {
    char **text; /* line ends are NUL */
    size_t text_count, text_room;
    char **line; /* in them */
    size_t count, room;
    bool by_form; /* their order and key: forms, not names */
} dmi_board_set;

/* Adds a copy of a text.  DM_BAD_INPUT if it is none; `path` is for the message. */
dm_status dmi_board_set_add(dmi_board_set *set, const char *text, const char *path, dm_error *err);
/* Sorts it, for everything below. */
void dmi_board_set_sort(dmi_board_set *set, bool by_form);
void dmi_board_set_clear(dmi_board_set *set);

/* Adds the games on the board with this name or form.  DM_END if there is none. */
dm_status dmi_board_set_find(const dmi_board_set *set, const char *key, dmi_board_games *games,
                             const char *path, dm_error *err);

typedef dm_status dmi_board_fn(void *user, const dmi_member *board, const dmi_board_games *games,
                               dm_error *err);
/* Calls `each` for every board, in the order of names; stops if it fails.  `common` has the
 * family and the number of vertices.  Uses the set up. */
dm_status dmi_board_set_each(dmi_board_set *set, const dmi_member *common, dmi_board_fn *each,
                             void *user, const char *path, dm_error *err);

#endif
