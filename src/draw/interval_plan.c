/* interval_plan.c - places of a circle or a segment on a page (interval_plan.h has a picture). */
#include "draw/interval_plan.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>

#define TURN 6.28318530717958647692

dmi_ink dmi_interval_ink(dm_colour colour)
{
    return (dmi_ink)(colour == DM_RED ? DMI_INK_LAND + 4 : DMI_INK_LAND + 1);
}

dmi_ink dmi_interval_tint(dm_colour colour)
{
    return (dmi_ink)(colour == DM_RED ? DMI_INK_TINT + 4 : DMI_INK_TINT + 1);
}

dm_point dmi_interval_point(const dmi_interval_plan *plan, double t, double h)
{
    if (!plan->circle)
        return (dm_point){plan->x + t * plan->size, plan->y - h * plan->squeeze};
    double radius = plan->size + h;
    return (dm_point){plan->x + radius * sin(TURN * t),
                      plan->y - radius * plan->squeeze * cos(TURN * t)};
}

/* How far apart two places are on the page, at height h. */
static double distance_apart(const dmi_interval_plan *plan, double a, double b, double h)
{
    double parts = fabs(a - b);
    if (!plan->circle)
        return parts * plan->size;
    parts = fmin(parts, 1 - parts);
    return 2 * (plan->size + h) * sin(TURN / 2 * parts);
}

/* The lowest row in which a stone covers none of those before it. */
static int32_t free_row(const dmi_interval_plan *plan, int32_t position)
{
    double at = dm_interval_stone_at(plan->game, plan->order[position]).at;
    for (int32_t row = 0;; row++) {
        bool covered = false;
        double h = plan->lowest + row * plan->high;
        for (int32_t i = 0; i < position && !covered; i++) {
            int32_t other = plan->order[i];
            covered = plan->row[other] == row &&
                      distance_apart(plan, at, dm_interval_stone_at(plan->game, other).at, h) <
                          plan->wide;
        }
        if (!covered)
            return row;
    }
}

bool dmi_interval_plan_init(dmi_interval_plan *plan, const dm_interval *game)
{
    plan->game = game;
    plan->circle = dm_interval_rules_of(game)->arena == DM_CIRCLE;
    plan->count = dm_interval_count(game);
    plan->order = dmi_alloc((size_t)plan->count, sizeof *plan->order);
    plan->row = dmi_alloc((size_t)plan->count, sizeof *plan->row);
    if (!plan->order || !plan->row) {
        dmi_interval_plan_clear(plan);
        return false;
    }
    dm_interval_order(game, plan->order);
    for (int32_t i = 0; i < plan->count; i++)
        plan->row[plan->order[i]] = free_row(plan, i);
    return true;
}

void dmi_interval_plan_clear(dmi_interval_plan *plan)
{
    free(plan->order);
    free(plan->row);
    plan->order = plan->row = NULL;
}

int32_t dmi_interval_rows(const dmi_interval_plan *plan)
{
    int32_t most = 0;
    for (int32_t i = 0; i < plan->count; i++)
        most = plan->row[i] >= most ? plan->row[i] + 1 : most;
    return most;
}

int32_t dmi_interval_stretches(const dmi_interval_plan *plan)
{
    return plan->count == 0 ? 0 : plan->circle ? plan->count : plan->count + 1;
}

dmi_interval_stretch dmi_interval_stretch_at(const dmi_interval_plan *plan, int32_t index)
{
    dmi_interval_stretch s = {0, 1, -1, -1};
    int32_t left = plan->circle ? index : index - 1, right = left + 1;
    bool wraps = plan->circle && right == plan->count;
    if (left >= 0) {
        dm_interval_stone stone = dm_interval_stone_at(plan->game, plan->order[left]);
        s.from = stone.at;
        s.left = (int)stone.colour;
    }
    if (right < plan->count || wraps) {
        dm_interval_stone stone = dm_interval_stone_at(plan->game, plan->order[wraps ? 0 : right]);
        s.to = stone.at + wraps;
        s.right = (int)stone.colour;
    }
    return s;
}

double dmi_interval_key_point(const dmi_interval_plan *plan, int32_t index)
{
    int32_t n = dm_interval_rules_of(plan->game)->stones;
    if (!plan->circle)
        return (2.0 * index + 1) / (2.0 * n);
    if (dm_interval_count(plan->game) == 0)
        return -1;
    return fmod(dm_interval_stone_at(plan->game, 0).at + (double)index / n, 1);
}
