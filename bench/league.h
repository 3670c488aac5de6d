/* league.h - the instances of the league table, read from their own formats. */
#ifndef BENCH_LEAGUE_H
#define BENCH_LEAGUE_H

#include "bench.h"

/* A set of questions about one board. */
typedef struct league_board {
    dm_arena *board;
    dm_vertex *sites, *candidates;
    double *beta; /* of the competitors */
    int32_t site_count, candidate_count;
} league_board;

/* DM_BAD_INPUT: the message names the file, the line and what was expected. */
dm_status league_read_capture(const char *path, league_board *out, dm_error *err);
dm_status league_read_covering(const char *path, league_board *out, dm_error *err);
void league_board_clear(league_board *set);

#endif
