/* store_cases.h - tests of what every database does, wherever it is. */
#ifndef TEST_STORE_CASES_H
#define TEST_STORE_CASES_H

#include "store/solved_games.h"

extern const char *store_address; /* where the cases work; an empty database */
dmi_store *open_store(void);      /* for writing */

/* Adds a board with a game of one stone per turn; `game` may be NULL. */
dm_status put_board(dmi_store *store, const dmi_member *board, const dmi_solved_game *game,
                    dm_error *err);
/* Reads the games on a board with one stone per turn, for dmi_board_games_clear(), which may be
 * NULL. DM_END if there is none. */
dm_status find_board(dmi_store *store, const dmi_member *board, dmi_board_games *games,
                     dm_error *err);

enum { MANY = 3000 };
/* A body of a transaction: MANY boards "a board with a long name I", of the table paths. */
dm_status put_boards(void *user, dmi_store *store, dm_error *err);

void what_is_committed_stays(void **state);
void bounds_tighten_and_proofs_stay(void **state);
void games_come_in_order(void **state);
void damaged_games_are_refused(void **state);
extern const char version_6_rows[]; /* SQL: boards with games, a row for each */
void check_rows_of_version_6(void); /* of a database with tables of version 6 and these rows */
void a_part_is_known_with_its_rounds(void **state);
void two_writers_take_turns(void **state);
void tournaments_are_read_back(void **state);
/* fault_cases.c */
void faults_are_read_back(void **state);
void players_are_read_back(void **state);
extern const char version_5_rows[]; /* SQL: an event with a pairing and a game */
void check_version_5(void);         /* of a database with tables of version 5 and these rows */
/* lease_cases.c */
void a_batch_is_leased_to_one(void **state);
void who_is_late_changes_nothing(void **state);
void leases_end_and_are_renewed(void **state);

#define STORE_CASES(CASE)                                                                          \
    CASE(what_is_committed_stays), CASE(bounds_tighten_and_proofs_stay),                           \
        CASE(games_come_in_order), CASE(damaged_games_are_refused),                                \
        CASE(a_part_is_known_with_its_rounds), CASE(two_writers_take_turns),                       \
        CASE(tournaments_are_read_back), CASE(faults_are_read_back), CASE(players_are_read_back),  \
        CASE(a_batch_is_leased_to_one), CASE(who_is_late_changes_nothing),                         \
        CASE(leases_end_and_are_renewed)
#endif
