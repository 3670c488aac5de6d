/* contest/clock.h - how long the next turn of a side may take. */
#ifndef DMI_CONTEST_MATCH_CLOCK_H
#define DMI_CONTEST_MATCH_CLOCK_H

#include <demesne/contest.h>

/* What a game's clock knows of each side. */
typedef struct dmi_clock {
    double used[2]; /* seconds */
    int32_t turns[2];
} dmi_clock;

/* Seconds that `side` may take for its next turn: the smaller of a turn's time and what is left of
 * the game's.  0: no limit; negative: nothing is left. */
double dmi_clock_limit(const dmi_clock *clock, const dm_match_settings *settings, dm_side side);
/* Counts a turn that took `seconds`; more than the side had counts as all of it. */
void dmi_clock_count(dmi_clock *clock, const dm_match_settings *settings, dm_side side,
                     double seconds);

/* Seconds for the next of `turns` turns if `left` seconds and an increment per turn are for all of
 * them. */
double dmi_clock_share(double left, double increment, int32_t turns);
/* How many turns `position` still has for `side`. */
int32_t dmi_clock_turns(const dm_position *position, dm_side side);

/* Seconds of the processor that this thread has used. */
double dmi_clock_thread(void);

#endif
