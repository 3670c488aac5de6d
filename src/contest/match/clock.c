/* clock.c - how long the next turn of a side may take.
 *
 * A game's clock begins with game_seconds; every turn adds increment_seconds after it was made.  A
 * turn that takes all of it is late, and leaves nothing but the increment.
 */
#include "contest/match/contestant.h"

#include <assert.h>
#include <time.h>

static const double LEAST = 0.001; /* seconds: a turn with less is lost at once */

static double game_left(const dmi_clock *clock, const dm_match_settings *s, dm_side side)
{
    return s->game_seconds + s->increment_seconds * clock->turns[side] - clock->used[side];
}

double dmi_clock_limit(const dmi_clock *clock, const dm_match_settings *s, dm_side side)
{
    assert(side == DM_WHITE || side == DM_BLACK);
    if (s->game_seconds <= 0)
        return s->move_seconds;
    double left = game_left(clock, s, side);
    if (left < LEAST)
        return -1;
    return s->move_seconds > 0 && s->move_seconds < left ? s->move_seconds : left;
}

void dmi_clock_count(dmi_clock *clock, const dm_match_settings *s, dm_side side, double seconds)
{
    assert(side == DM_WHITE || side == DM_BLACK);
    assert(seconds >= 0);
    if (s->game_seconds <= 0)
        return;
    double left = game_left(clock, s, side);
    clock->used[side] += seconds < left ? seconds : left;
    clock->turns[side]++;
}

double dmi_clock_share(double left, double increment, int32_t turns)
{
    double share = left / (turns > 0 ? turns : 1) + increment;
    return share < left ? share : left;
}

int32_t dmi_clock_turns(const dm_position *position, dm_side side)
{
    assert(side == DM_WHITE || side == DM_BLACK);
    const dm_rules *rules = dm_position_rules(position);
    int32_t count = 0;
    for (int32_t i = dm_position_turns_made(position); i < rules->turn_count; i++)
        count += rules->turns[i].side == side;
    return count;
}

double dmi_clock_thread(void)
{
    struct timespec t = {0, 0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
