/* solved_games.h - solved games in the database: boards by canonical form, games by their rules. */
#ifndef DMI_SOLVED_GAMES_H
#define DMI_SOLVED_GAMES_H

#include "store/store.h"
#include <demesne/rules.h>

/* The rules of a game. */
typedef struct dmi_game_key {
    int32_t rounds, per_turn;
    dm_tie_rule ties;
} dmi_game_key;

/* The result of a game. */
typedef struct dmi_solved_game {
    int64_t lower, upper; /* on White minus Black under best play */
    bool proven;
    uint64_t nodes;
    double seconds; /* the longest time spent on it at once */
} dmi_solved_game;

/* A board in a table of the atlas. */
typedef struct dmi_member {
    const char *family, *name;
    const char *form; /* canonical */
    int32_t vertices;
    int64_t edges;
} dmi_member;

/* Part `part` of `parts` of the boards with `vertices` vertices, with rounds first..last. */
typedef struct dmi_unit {
    const char *family;
    int32_t vertices, part, parts;
    int32_t per_turn;
    dm_tie_rule ties;
    int32_t first, last;
} dmi_unit;

/* DM_OK, or DM_END if it is not there. */
dm_status dmi_solved_game_find(dmi_store *store, const char *form, const dmi_game_key *key,
                               dmi_solved_game *out, dm_error *err);
/* `form` and `game` are borrowed until it returns. */
typedef void dmi_known_game_fn(void *user, const char *form, int32_t rounds,
                               const dmi_solved_game *game);
/* Calls `each` for all games with these stones per turn and ties on the boards of `forms`, a JSON
 * array; key->rounds does not matter. */
dm_status dmi_solved_games_of(dmi_store *store, const char *forms, const dmi_game_key *key,
                              dmi_known_game_fn *each, void *user, dm_error *err);
dm_status dmi_member_find(dmi_store *store, const dmi_member *member, dm_error *err);
dm_status dmi_unit_find(dmi_store *store, const dmi_unit *unit, dm_error *err);
/* Whether all parts are there, however many there are; unit->part and unit->parts are not used. */
dm_status dmi_units_find(dmi_store *store, const dmi_unit *unit, dm_error *err);

/* A board of a table, or a game on it. */
typedef struct dmi_found {
    const dmi_member *member; /* of a game only its form is used */
    const dmi_game_key *key;
    const dmi_solved_game *game; /* NULL: the board */
} dmi_found;

/* Writes boards and games, with one statement for each of the three tables.  A board is there
 * before its games.  A proven game is never changed; bounds are only tightened. */
dm_status dmi_found_put(dmi_store *store, const dmi_found *found, size_t count, dm_error *err);
dm_status dmi_solved_game_put(dmi_store *store, const char *form, const dmi_game_key *key,
                              const dmi_solved_game *game, dm_error *err);
/* Adds the board, too, if it is new. */
dm_status dmi_member_put(dmi_store *store, const dmi_member *member, dm_error *err);
dm_status dmi_unit_put(dmi_store *store, const dmi_unit *unit, dm_error *err);

/* Which games to read: those of a table within a range of sizes and rounds. */
typedef struct dmi_selection {
    const char *family;
    int32_t min_vertices, max_vertices;
    int32_t per_turn;
    dm_tie_rule ties;
    int32_t first, last;
} dmi_selection;

typedef dm_status dmi_solved_game_fn(void *user, const dmi_member *member, const dmi_game_key *key,
                                     const dmi_solved_game *game, dm_error *err);

/* Calls `each` for every game, by vertices, name, rounds; stops if it fails. */
dm_status dmi_solved_game_each(dmi_store *store, const dmi_selection *selection,
                               dmi_solved_game_fn *each, void *user, dm_error *err);

/* Called for every row of an atlas; stops if one fails. */
typedef struct dmi_atlas_reader {
    void *user;
    dm_status (*member)(void *user, const dmi_member *member, dm_error *err);
    dmi_solved_game_fn *game; /* of its member only `form` is set */
    dm_status (*unit)(void *user, const dmi_unit *unit, dm_error *err);
} dmi_atlas_reader;

/* Reads the members of all tables, then all games, then all units. */
dm_status dmi_atlas_read_all(dmi_store *store, const dmi_atlas_reader *reader, dm_error *err);

#endif
