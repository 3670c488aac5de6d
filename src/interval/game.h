/* game.h - a game with numbers of any size, the one that callers see. */
#ifndef DMI_INTERVAL_GAME_H
#define DMI_INTERVAL_GAME_H

#include "interval/num_exact.h"

#include "interval/board.h"

struct dm_interval {
    board board;
    dm_interval_rules rules; /* min_distance is `apart` */
    char *apart;
};

/* Reads "1/2", "0.125" or "3" into `out`, in lowest terms; `what` stands in messages. */
dm_status dmi_fraction_read(const char *text, size_t length, const char *what, mpq_t out,
                            dm_error *err);
/* above / below as a text in lowest terms, "a/b" or "a"; NULL without memory. */
char *dmi_fraction_text(const mpz_t above, const mpz_t below);

/* DM_TOO_LARGE, in words. */
dm_status dmi_numbers_too_long(dm_error *err);
/* Ends the turn under way where it can have no more stones. */
void dmi_interval_settle(dm_interval *game);

#endif
