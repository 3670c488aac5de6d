/* interval_game.h - a game with numbers of any size, behind the public type dm_interval. */
#ifndef DMI_INTERVAL_INTERVAL_GAME_H
#define DMI_INTERVAL_INTERVAL_GAME_H

#include "base/fraction.h"
#include "interval/board_impl.h"

struct dm_interval {
    board board;
    dm_interval_rules rules; /* its min_distance points to the text below */
    char *min_distance;
};

/* Fails with DM_TOO_LARGE. */
dm_status dmi_numbers_too_long(dm_error *err);
/* Ends the current turn if it cannot have more stones. */
void dmi_interval_settle(dm_interval *game);

#endif
