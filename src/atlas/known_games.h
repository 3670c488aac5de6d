/* known_games.h - the games that the database has on the boards of one size.
 *
 * Boards of families are few and may be in several tables, so a game on one of them is known to
 * every table.  Boards of a generator's part are looked for in that part only.
 */
#ifndef DMI_KNOWN_GAMES_H
#define DMI_KNOWN_GAMES_H

#include "store/solved_games.h"

/* What is known of boards of no particular part. */
typedef struct dmi_known_size {
    struct dmi_known_size *next;
    dmi_game_group group;    /* its family is a constant */
    dmi_board_set own;       /* of the table itself, by form */
    dmi_board_set elsewhere; /* of other tables, by form */
} dmi_known_size;

/* The sizes read so far.  {0} to start with. */
typedef struct dmi_known_sizes {
    dmi_known_size *first;
} dmi_known_sizes;

/* Reads a size, once; borrowed from `sizes`. */
dm_status dmi_known_size_read(dmi_known_sizes *sizes, dmi_store *store, const dmi_game_group *group,
                              const dmi_known_size **out, dm_error *err);
void dmi_known_sizes_clear(dmi_known_sizes *sizes);

#endif
