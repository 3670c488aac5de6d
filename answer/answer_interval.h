/* answer_interval.h - answers about games on a circle or a segment.
 *
 * As answer.h: each adds its fields to `r`, which may be NULL.
 */
#ifndef ANSWER_INTERVAL_H
#define ANSWER_INTERVAL_H

#include "answer/report.h"

/* A game so far; `begun` is by report_clock(), players may be NULL. */
void answer_interval_play(report *r, const dm_interval *game, const char *blue, const char *red,
                          double begun);
/* Whose turn it is, and what is needed to draw the game. */
dm_status answer_interval_state(report *r, const dm_interval *game, dm_error *err);
/* The worst game that a search found. */
void answer_interval_attack(report *r, const dm_interval_rules *rules, const char *red,
                            const dm_attack_result *found, double begun);

#endif
