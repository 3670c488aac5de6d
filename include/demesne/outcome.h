/* demesne/outcome.h - who wins, and the sign of every value.
 *
 * Every value is the first player's score minus the second's, so a positive
 * value is good for the first player:
 *
 *     boards                White minus Black
 *     circle and segment    Blue minus Red
 *     pairings              the first-named player minus the other
 *
 * An outcome is the sign of such a value.  In Lines (lines.h), which any number
 * of players can play, a margin is the payoff of the player who asks minus the
 * best payoff of the others.
 */
#ifndef DEMESNE_OUTCOME_H
#define DEMESNE_OUTCOME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dm_outcome { DM_SECOND_WINS = -1, DM_TIE = 0, DM_FIRST_WINS = 1 } dm_outcome;

static inline dm_outcome dm_outcome_of(int64_t value)
{
    return value > 0 ? DM_FIRST_WINS : value < 0 ? DM_SECOND_WINS : DM_TIE;
}

#ifdef __cplusplus
}
#endif
#endif
