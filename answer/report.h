/* report.h - answers: one JSON object, or the same fields as text.
 *
 *     report *r = report_open(true, &board);       arena, vertices, edges, ties, seconds
 *     report_count(r, "white_score", 7);           text: "white score   7"
 *     report_print(r, stdout, err);                prints and frees
 *
 * Adding a field reports no failure: a report that ran out of memory (or is NULL) fails when it is
 * printed.
 */
#ifndef ANSWER_REPORT_H
#define ANSWER_REPORT_H

#include <demesne/demesne.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct report report;

/* The board that an answer is about. */
typedef struct report_board {
    const char *source; /* ARENA */
    const dm_arena *arena;
    dm_tie_rule ties;
    bool many;        /* the source may hold several */
    int64_t index;    /* the number of this one */
    const char *line; /* that it was read from as graph6 or sparse6, or NULL */
    double begun;     /* by report_clock() */
} report_board;

/* `board` NULL: no common fields. */
report *report_open(bool json, const report_board *board);
void report_free(report *r);
/* The common fields, in a report that was opened without them. */
void report_about(report *r, const report_board *board);
bool report_is_json(const report *r); /* false for NULL */

/* The field `seconds` of an answer without a board; `begun` is by report_clock(). */
void report_since(report *r, double begun);
void report_count(report *r, const char *key, int64_t value);
/* An exact sum of values in units of 10^-decimals. */
void report_amount(report *r, const char *key, int64_t units, int decimals);
void report_real(report *r, const char *key, double value); /* null if it is not finite */
void report_flag(report *r, const char *key, bool value);
void report_string(report *r, const char *key, const char *value);
void report_vertices(report *r, const char *key, const dm_vertex *vertices, int64_t count);
/* The vertices of one player's stones, in the order placed. */
void report_stones(report *r, const char *key, const dm_stone *stones, int64_t count,
                   int32_t player);
/* In JSON only; takes `value`. */
void report_json(report *r, const char *key, json_t *value);
/* In text only: a line of its own. */
void report_line(report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* In text only: an aligned row "label   value". */
void report_row(report *r, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The five fields of a scored position: white_score .. value; values are in units of 10^-decimals.
 */
void report_score(report *r, const dm_dominance *d, int decimals);
/* `outcome` of a value: white, black or tie. */
const char *report_outcome(int64_t value);
/* As text: "White wins", "Black wins", "a tie". */
const char *report_verdict(int64_t value);
/* The field `outcome`, null if the bounds on White minus Black leave it open. */
void report_winner(report *r, int64_t lower, int64_t upper);
/* The turns from number `first` on as JSON: [[0],[4,5],..]; NULL without memory. */
json_t *report_moves(const dm_position *position, int32_t first);
/* A file name, perhaps not UTF-8, as JSON; NULL without memory. */
json_t *report_name(const char *source);
/* Takes `value` into the list; on failure frees the list and sets *list to NULL, which stays. */
void report_append(json_t **list, json_t *value);
/* The same for an object. */
void report_put(json_t **object, const char *key, json_t *value);
/* A list of vertices as JSON; NULL without memory. */
json_t *report_list(const dm_vertex *vertices, int64_t count);

/* How every answer in JSON is written, on the command line and by the server: decimals of up to 15
 * digits come out as they are; report_rounded() keeps measured numbers short. */
#define REPORT_FORM (JSON_COMPACT | JSON_REAL_PRECISION(15))

double report_round(double value); /* to 9 digits; finite */
/* A real number with 9 digits, null if it is not finite; NULL without memory. */
json_t *report_rounded(double value);
/* `units` of 10^-decimals, exactly: a number of up to 15 digits, otherwise a text; NULL without
 * memory. */
json_t *report_number(int64_t units, int decimals);

/* Writes the words to a page of HTML, also within quotes. */
void report_html(FILE *page, const char *words);

/* The text of a value in that form, freed with free(); NULL without memory. */
char *report_text(const json_t *value);
/* The same, with reals exact enough to read back unchanged. */
char *report_exact(const json_t *value);

/* Both set `seconds` and free the report.  DM_NO_MEMORY if a field was lost; ferror() shows a
 * failed write. */
dm_status report_print(report *r, FILE *to, dm_error *err);
dm_status report_take(report *r, json_t **out, dm_error *err); /* JSON only */

enum { REPORT_UNITS = 32 };

/* Writes `units` of 10^-decimals (at most 18) exactly and without trailing zeros: "1.5", "-12". */
void report_units(int64_t units, int decimals, char out[REPORT_UNITS]);

double report_clock(void); /* seconds, monotonic */

#endif
