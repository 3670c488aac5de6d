/* support/intervals.h - games and attacks on the circle and the segment. */
#ifndef TEST_INTERVALS_H
#define TEST_INTERVALS_H

#include "support/support.h"
#include <demesne/interval.h>

/* The result of an attack; free it with dm_attack_result_free(). */
dm_attack_result *attacked(dm_interval_rules rules, const char *red, dm_attack_settings settings);
/* Checks that Red wins every game of the attack. */
void wins_all(dm_interval_rules rules, const char *red, dm_attack_settings settings);
/* Checks that Red loses or ties one of them: the sign of the worst margin. */
int worst_sign(dm_interval_rules rules, const char *red, dm_attack_settings settings);

/* A game between two strategies. */
dm_interval *played(dm_interval_rules rules, const char *blue, const char *red, uint64_t seed);
/* DM_LENGTH_LEAD of a game; freed with dm_free(). */
char *lead_of(const dm_interval *game);

#endif
