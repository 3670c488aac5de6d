/* answer.h - turns results of the library into fields of a report: one function per question.
 *
 * The command line and the server both use these, so `--json` and the API have the same fields.
 * Each function adds its fields to `r`, which may be NULL (report.h).
 */
#ifndef ANSWER_ANSWER_H
#define ANSWER_ANSWER_H

#include "answer/answer_market.h"
#include "answer/report.h"

/* In JSON: one letter per vertex. */
void answer_owners(report *r, const dm_dominance *d);
/* In JSON: the distance of each vertex from its nearest stone. */
void answer_distances(report *r, const dm_dominance *d);

/* Where the board lies on the Earth; nothing if it has no map. */
void answer_map(report *r, const dm_arena *arena);

typedef struct answer_played {
    dm_position *position;
    const char *players[2];       /* by side */
    const dm_match_result *match; /* times and faults of a game just played; or NULL */
    json_t *faults;               /* the list of those; borrowed */
    bool shows_clocks;            /* in text too */
    uint64_t seed;
    const dm_trace *trace; /* of all stones; NULL: not asked */
} answer_played;

dm_status answer_game(report *r, const answer_played *game, dm_error *err);

void answer_review(report *r, const char *const players[2], const dm_review *review);

/* `trace`: what each stone decided, and R_m, B_m, n_R, n_B, R_b, B_b after it.  traced[i] is 1 plus
 * the number of stone i in `trace`; 0: nothing is known of it. */
dm_status answer_interval_trace(report *r, const dm_interval *game, const dm_trace *trace,
                                const size_t *traced, dm_error *err);

/* The same of a game on a board, from stone `from` on, which is the trace's first; with the scores
 * after each stone. */
dm_status answer_board_trace(report *r, const dm_position *position, int32_t from,
                             const dm_trace *trace, dm_error *err);

/* For one stone per turn. */
void answer_tree(report *r, const dm_tree_theory *theory);

/* One line for a picture: "k = 3, H = 4, n = 2: key level h = 1, case A, ..." */
void answer_tree_caption(const dm_tree_theory *theory, char *text, size_t size);

/* What pages that need no other file have in common (answer_page.c). */

/* Everything up to the headline, and a line about it, which may be NULL. */
void page_begin(FILE *page, const char *title, const char *about);
/* What the colours of bars mean: the sides from left to right. */
void page_key(FILE *page, const char *const names[2]);
/* A bar of shares of 0 to 1. */
void page_bar(FILE *page, const char *const names[2], double left, double tied, double right);
/* A picture as SVG, without the line that only files of their own begin with. */
void page_picture(FILE *page, const char *svg);
/* The last line; `note` is a sentence before it, or "". */
void page_end(FILE *page, const char *note);

#endif
