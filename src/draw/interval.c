/* interval.c - places of a circle or a segment on a page (draw/interval.h has the picture). */
#include "draw/interval.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>

#define TURN 6.28318530717958647692

dmi_ink dmi_colour_ink(dm_colour colour)
{
    return (dmi_ink)(colour == DM_RED ? DMI_INK_LAND + 4 : DMI_INK_LAND + 1);
}

dmi_ink dmi_colour_tint(dm_colour colour)
{
    return (dmi_ink)(colour == DM_RED ? DMI_INK_TINT + 4 : DMI_INK_TINT + 1);
}

dmi_spot dmi_ring_spot(const dmi_ring *ring, double t, double h)
{
    if (!ring->circle)
        return (dmi_spot){ring->x + t * ring->size, ring->y - h * ring->squeeze};
    double radius = ring->size + h;
    return (dmi_spot){ring->x + radius * sin(TURN * t),
                      ring->y - radius * ring->squeeze * cos(TURN * t)};
}

/* How far apart two places are on the page, at height h. */
static double apart(const dmi_ring *ring, double a, double b, double h)
{
    double parts = fabs(a - b);
    if (!ring->circle)
        return parts * ring->size;
    parts = fmin(parts, 1 - parts);
    return 2 * (ring->size + h) * sin(TURN / 2 * parts);
}

/* The lowest storey where a stone covers none of those before it. */
static int32_t free_storey(const dmi_ring *ring, int32_t position)
{
    double at = dm_interval_stone_at(ring->game, ring->order[position]).at;
    for (int32_t storey = 0;; storey++) {
        bool covered = false;
        double h = ring->lowest + storey * ring->high;
        for (int32_t i = 0; i < position && !covered; i++) {
            int32_t other = ring->order[i];
            covered = ring->storey[other] == storey &&
                      apart(ring, at, dm_interval_stone_at(ring->game, other).at, h) < ring->wide;
        }
        if (!covered)
            return storey;
    }
}

bool dmi_ring_init(dmi_ring *ring, const dm_interval *game)
{
    ring->game = game;
    ring->circle = dm_interval_rules_of(game)->arena == DM_CIRCLE;
    ring->count = dm_interval_count(game);
    ring->order = dmi_alloc((size_t)ring->count, sizeof *ring->order);
    ring->storey = dmi_alloc((size_t)ring->count, sizeof *ring->storey);
    if (!ring->order || !ring->storey) {
        dmi_ring_clear(ring);
        return false;
    }
    dm_interval_order(game, ring->order);
    for (int32_t i = 0; i < ring->count; i++)
        ring->storey[ring->order[i]] = free_storey(ring, i);
    return true;
}

void dmi_ring_clear(dmi_ring *ring)
{
    free(ring->order);
    free(ring->storey);
    ring->order = ring->storey = NULL;
}

int32_t dmi_ring_storeys(const dmi_ring *ring)
{
    int32_t most = 0;
    for (int32_t i = 0; i < ring->count; i++)
        most = ring->storey[i] >= most ? ring->storey[i] + 1 : most;
    return most;
}

int32_t dmi_ring_stretches(const dmi_ring *ring)
{
    return ring->count == 0 ? 0 : ring->circle ? ring->count : ring->count + 1;
}

dmi_stretch dmi_ring_stretch(const dmi_ring *ring, int32_t index)
{
    dmi_stretch s = {0, 1, -1, -1};
    int32_t left = ring->circle ? index : index - 1, right = left + 1;
    bool wraps = ring->circle && right == ring->count;
    if (left >= 0) {
        dm_interval_stone stone = dm_interval_stone_at(ring->game, ring->order[left]);
        s.from = stone.at;
        s.left = (int)stone.colour;
    }
    if (right < ring->count || wraps) {
        dm_interval_stone stone = dm_interval_stone_at(ring->game, ring->order[wraps ? 0 : right]);
        s.to = stone.at + wraps;
        s.right = (int)stone.colour;
    }
    return s;
}

double dmi_ring_key(const dmi_ring *ring, int32_t index)
{
    int32_t n = dm_interval_rules_of(ring->game)->stones;
    if (!ring->circle)
        return (2.0 * index + 1) / (2.0 * n);
    if (dm_interval_count(ring->game) == 0)
        return -1;
    return fmod(dm_interval_stone_at(ring->game, 0).at + (double)index / n, 1);
}
