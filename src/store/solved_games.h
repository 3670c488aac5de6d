/* solved_games.h - the tables of the atlas in the database: boards with their solved games, and the
 * parts that are complete. */
#ifndef DMI_SOLVED_GAMES_H
#define DMI_SOLVED_GAMES_H

#include "store/board_set.h"
#include "store/store.h"
#include <demesne/rules.h>

/* The games of one table, size and rules. */
typedef struct dmi_game_group {
    const char *family;
    int32_t vertices;
    int32_t per_turn;
    dm_tie_rule ties;
} dmi_game_group;

/* Part `part` of `parts` of the boards with `vertices` vertices, with rounds first..last. */
typedef struct dmi_unit {
    const char *family;
    int32_t vertices, part, parts;
    int32_t per_turn;
    dm_tie_rule ties;
    int32_t first, last;
} dmi_unit;

/* Boards of which nobody knows in which part of their table they are. */
enum { DMI_ANY_PART = -1 };

/* Adds boards with their games, found in a part of the generator's.  To add the same text again
 * changes nothing. */
dm_status dmi_solved_put(dmi_store *store, const dmi_game_group *group, int32_t part,
                         const dmi_game_text *text, dm_error *err);
/* Adds the texts of a group to `out`. */
dm_status dmi_solved_read(dmi_store *store, const dmi_game_group *group, dmi_board_set *out,
                          dm_error *err);
/* The same for one part. */
dm_status dmi_solved_read_part(dmi_store *store, const dmi_game_group *group, int32_t part,
                               dmi_board_set *out, dm_error *err);
/* The same for boards of any part of other tables. */
dm_status dmi_solved_read_elsewhere(dmi_store *store, const dmi_game_group *group,
                                    dmi_board_set *out, dm_error *err);
/* All groups, by family, vertices and rules, for free(); the families are in the same memory. */
dm_status dmi_groups_read(dmi_store *store, dmi_game_group **out, size_t *count, dm_error *err);

/* DM_OK, or DM_END if it is not there. */
dm_status dmi_unit_find(dmi_store *store, const dmi_unit *unit, dm_error *err);
/* Whether all parts are there, however many there are; unit->part and unit->parts are not used. */
dm_status dmi_units_find(dmi_store *store, const dmi_unit *unit, dm_error *err);
dm_status dmi_unit_put(dmi_store *store, const dmi_unit *unit, dm_error *err);
typedef dm_status dmi_unit_fn(void *user, const dmi_unit *unit, dm_error *err);
dm_status dmi_units_each(dmi_store *store, dmi_unit_fn *each, void *user, dm_error *err);

/* Which games to read: those of a table within a range of sizes. */
typedef struct dmi_selection {
    const char *family;
    int32_t min_vertices, max_vertices;
    int32_t per_turn;
    dm_tie_rule ties;
} dmi_selection;

/* Calls `each` for every board, by vertices and name; stops if it fails.  The boards of one size
 * are in memory at a time. */
dm_status dmi_solved_each(dmi_store *store, const dmi_selection *selection, dmi_board_fn *each,
                          void *user, dm_error *err);

#endif
