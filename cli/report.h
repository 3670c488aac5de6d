/* report.h - answers: one JSON object a line, or the same fields as text.
 *
 *     report *r = report_new(cli, board);          arena, vertices, edges, ties, seconds
 *     report_count(r, "white_score", 7);           text: "white score   7"
 *     return report_end(r, err);                   prints and frees
 *
 * Adding never fails on the spot: a report that ran out of memory (NULL included)
 * says so when it ends.
 */
#ifndef REPORT_H
#define REPORT_H

#include "cli.h"

#include <jansson.h>

typedef struct report report;

/* `board` NULL: no common fields. */
report *report_new(const cli_call *cli, const cli_board *board);
void report_free(report *report);
/* The field `seconds` of an answer without a board, counted from `begun` by cli_seconds(). */
void report_since(report *report, double begun);

void report_count(report *report, const char *key, int64_t value);
void report_real(report *report, const char *key, double value);
void report_flag(report *report, const char *key, bool value);
void report_string(report *report, const char *key, const char *value);
void report_vertices(report *report, const char *key, const dm_vertex *vertices, int64_t count);
/* The vertices of one player's stones, in the order placed. */
void report_stones(report *report, const char *key, const dm_stone *stones, int64_t count,
                   int32_t player);
/* In JSON only; takes `value`. */
void report_json(report *report, const char *key, json_t *value);
/* In text only: a line of its own. */
void report_line(report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* In text only: an aligned row "label   value". */
void report_row(report *report, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The five fields of a scored position: white_score .. value. */
void report_score(report *report, const dm_dominance *dominance);
/* `outcome` of a value: white, black or tie. */
const char *report_outcome(int64_t value);
/* The same for people: "White wins", "Black wins", "a tie". */
const char *report_verdict(int64_t value);
/* The field `outcome`, where bounds on White minus Black tell who wins; else it is null. */
void report_winner(report *report, int64_t lower, int64_t upper);
/* The turns from number `first` on as JSON: [[0],[4,5],..]; NULL without memory. */
json_t *report_moves(const dm_position *position, int32_t first);

/* Prints on stdout, with `seconds` taken now, and frees. */
dm_status report_end(report *report, dm_error *err);
/* The line {"error":...,"board":i} of a stream. */
dm_status report_bad_board(int64_t index, const char *message, dm_error *err);

#endif
