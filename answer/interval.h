/* interval.h - answers about games on a circle or a segment: what `demesne interval` and the server
 * tell.
 *
 * As answer.h: each adds its fields to `r`, which may be NULL.
 */
#ifndef ANSWER_INTERVAL_H
#define ANSWER_INTERVAL_H

#include "answer/report.h"

/* arena, stones, batch, min_distance, strict. */
void answer_interval_rules(report *r, const dm_interval_rules *rules);
/* `moves` of a game: [["blue","1/2"],..]; in text nothing. */
void answer_interval_moves(report *r, const char *key, const dm_interval *game);
/* One exact length; a long one is cut in text, with its decimal value behind it. */
void answer_interval_length(report *r, const char *key, const dm_interval *game,
                            dm_interval_length what);
/* Red's land minus Blue's. */
void answer_interval_margin(report *r, const char *key, const dm_interval *game);

/* A game as it lies, `seconds` from `begun` by report_clock(); players NULL: nobody was named. */
void answer_interval_play(report *r, const dm_interval *game, const char *blue, const char *red,
                          double begun);
/* What a search for the worst game found. */
void answer_interval_attack(report *r, const dm_interval_rules *rules, const char *red,
                            const dm_attack_result *found, double begun);

#endif
