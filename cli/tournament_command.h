/* tournament_command.h - what the files of `demesne tournament` share. */
#ifndef TOURNAMENT_H
#define TOURNAMENT_H

#include "answer/answer_contest.h"
#include "cli.h"

/* The players and pairings. */
typedef struct {
    char **players;
    dm_program *programs;  /* by player; all NULL where it is none.  NULL: there are none */
    dm_programs from_file; /* whose texts those are */
    dm_pairing *pairings;  /* NULL: everyone meets everyone */
    int32_t player_count, pairing_count;
} tournament_entries;

/* Reads --players, --players-file and --pairs; cli->ask.wrong_words: the command line is wrong. */
dm_status tournament_read_entries(cli_call *cli, tournament_entries *out, dm_error *err);
void tournament_clear_entries(tournament_entries *entries);

/* Prints them, as tables or as JSON lines; `begun` is by report_clock(). */
dm_status tournament_print(const cli_call *cli, const answer_tournament *results, double begun,
                           dm_error *err);
/* One row per pairing. */
dm_status tournament_write_csv(const answer_tournament *results, const char *path, dm_error *err);

/* One row per game. */
dm_status tournament_write_list(const answer_tournament *results, const char *path, dm_error *err);

#endif
