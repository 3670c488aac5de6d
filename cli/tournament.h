/* tournament.h - what the files of `demesne tournament` share. */
#ifndef TOURNAMENT_H
#define TOURNAMENT_H

#include "cli.h"

typedef struct {
    const char *players, *pairs, *arena, *db, *csv, *list, *keep_records, *record, *game;
    int64_t rounds, per_turn, games, move_time;
    int preset, faults;
    bool sequential;
} tournament_options;

/* The players and pairings. */
typedef struct {
    char **players;
    dm_pairing *pairings; /* NULL: everyone meets everyone */
    int32_t player_count, pairing_count;
} tournament_entries;

/* Reads --players and --pairs; cli->ask.wrong_words: the command line is wrong. */
dm_status tournament_read_entries(cli_call *cli, tournament_entries *out, dm_error *err);
void tournament_clear_entries(tournament_entries *entries);

/* The results of a tournament, read once. */
typedef struct {
    const cli_call *cli;
    dm_tournament *tournament;
    const dm_tournament_plan *plan;
    double begun;
    int32_t player_count, pairing_count;
    dm_pairing_score *scores; /* by pairing */
    dm_rating *ratings;       /* by player */
    int32_t *order;           /* players, best first */
} tournament_results;

dm_status tournament_read_results(const cli_call *cli, dm_tournament *tournament,
                                  const dm_tournament_plan *plan, double begun,
                                  tournament_results *out, dm_error *err);
void tournament_clear_results(tournament_results *results);
/* Prints them, as tables or as JSON lines. */
dm_status tournament_print(const tournament_results *results, dm_error *err);
/* One row per pairing. */
dm_status tournament_write_csv(const tournament_results *results, const char *path, dm_error *err);

/* One row per game. */
dm_status tournament_write_list(const tournament_results *results, const char *path, dm_error *err);

/* The rate of the player named first, in all games and in those with this side. */
dm_rate tournament_rate(const dm_pairing_score *score);
double tournament_side_rate(const dm_pairing_score *score, dm_side side);

#endif
