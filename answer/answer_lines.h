/* answer_lines.h - answers about levels of the continuous game.
 *
 * As answer.h: each adds its fields to `r`, which may be NULL.
 */
#ifndef ANSWER_LINES_H
#define ANSWER_LINES_H

#include "answer/report.h"

#include <assert.h>

/* A level, and whose move it is. */
typedef struct answer_level {
    const char *source; /* its name */
    dm_level *level;
    dm_line_ties ties;
    int32_t player; /* who moves, or -1 */
} answer_level;

enum { ANSWER_RATIO_WORDS = 2 * DM_RATIO_TEXT, ANSWER_PLACE_WORDS = 160, ANSWER_MOVE_WORDS = 500 };

static inline double answer_decimal(dm_ratio ratio)
{
    assert(ratio.den > 0);
    return (double)ratio.num / (double)ratio.den;
}

/* Numbers, places and moves, as JSON and in words; the words are written to the array. */
json_t *answer_ratio_json(dm_ratio ratio);
json_t *answer_place_json(const dm_line_place *place);
json_t *answer_move_json(const dm_line_move *move);
/* "7/2 (3.5)", or "4". */
const char *answer_ratio_words(dm_ratio ratio, char text[ANSWER_RATIO_WORDS]);
/* "vertex 3", or "edge 2 (0-4) at 1/3". */
const char *answer_place_words(const dm_level *level, const dm_line_place *place,
                               char words[ANSWER_PLACE_WORDS]);
/* "cut edge 2 (0-4) at 1/3". */
const char *answer_move_words(const dm_level *level, const dm_line_move *move,
                              char words[ANSWER_MOVE_WORDS]);
/* [{"op":..,"move":..},..]; NULL without memory. */
json_t *answer_moves_json(const dm_line_move *moves, int32_t count);
/* A number under its key: "7/2", in words with its decimal. */
void answer_ratio(report *r, const char *key, dm_ratio ratio);

/* level, vertices, edges, sites, ties, measured; the counts are those of `level`. */
void answer_level_head(report *r, const answer_level *on, const dm_level *level);
/* players, tied, unreached, winner. */
void answer_level_score(report *r, const dm_level *level, const dm_line_diagram *diagram);
/* The last of these only. */
void answer_level_winner(report *r, const dm_level *level, const dm_line_diagram *diagram);
/* The parts of edges that the same players reach; JSON only. */
void answer_level_stretches(report *r, const dm_level *level, const dm_line_diagram *diagram);
/* A level as JSON in the field `made`. */
dm_status answer_level_made(report *r, const dm_level *level, dm_error *err);

/* count, seed, levels. */
dm_status answer_lines_pack(report *r, const dm_level_pack *pack, dm_error *err);
/* Both write a file with `to`; `data` is a dm_level_pack. */
dm_status answer_pack_file(FILE *to, const void *data, dm_error *err);
dm_status answer_pack_book(FILE *to, const void *data, dm_error *err);

/* The field `explain`; as text the type, the shortest-path tree and a chart of the profile. */
void answer_lines_explain(report *r, const dm_level *level, const dm_line_ask *ask,
                          const dm_line_explanation *x);

/* A move of a solution. */
typedef struct answer_line_step {
    dm_level *before;         /* the level after the moves before it */
    const dm_line_move *move; /* of the solution */
    dm_line_ask ask;          /* with the kind of the move */
    dm_line_explanation *why;
} answer_line_step;

/* The fields tree, candidates, changes, simplified, note and rope_note of `lines explain`. */
void answer_lines_espt(report *r, const dm_level *level, const dm_line_espt *x);
/* The field functions; `x` is the question, as it was typed, or NULL. */
void answer_lines_functions(report *r, const dm_level *level, const dm_line_functions *functions,
                            const char *x);

/* The same for each move, as a list. */
void answer_lines_explain_steps(report *r, const answer_line_step *steps, int32_t count);

#endif
