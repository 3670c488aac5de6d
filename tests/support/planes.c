/* planes.c - random boards of the plane and sites on them. */
#include "support/planes.h"

#include "support/support.h"
#include <math.h>
#include <stdio.h>

/* A polygon around (0,0), corners at random distances in even directions, perhaps with a hole. */
static dm_plane_board *random_star(dm_rng *rng)
{
    enum { MOST = 9, ROOM = 24 };
    char text[2 * MOST + 8][ROOM];
    const char *xy[2 * MOST + 8];
    int count = 3 + (int)dm_rng_below(rng, MOST - 3 + 1);
    for (int i = 0; i < count; i++) {
        double angle = 2 * acos(-1) * i / count, length = (double)(3 + dm_rng_below(rng, 8));
        snprintf(text[2 * i], ROOM, "%.0f/%d", 10 * length * cos(angle), 10);
        snprintf(text[2 * i + 1], ROOM, "%.0f/%d", 10 * length * sin(angle), 10);
    }
    const char *const hole[] = {"-1/2", "-1/3", "2/3", "0", "0", "1/2"};
    for (int i = 0; i < 2 * count; i++)
        xy[i] = text[i];
    dm_plane_ring rings[] = {{xy, count}, {hole, 3}};
    dm_plane_board *board = NULL;
    dm_error err = {0};
    assert_ok(
        dm_plane_board_new("star", rings, count > 3 && dm_rng_below(rng, 2) ? 2 : 1, &board, &err),
        err);
    return board;
}

dm_plane_board *random_plane_board(dm_rng *rng)
{
    static const char *const names[] = {"square",   "rect:3x1", "rect:7/3x2",
                                        "triangle", "ngon:5",   "ngon:8"};
    static const char *const el[] = {"0", "0", "3", "0", "3", "1", "1", "1", "1", "3", "0", "3"};
    dm_plane_board *board = NULL;
    dm_error err = {0};
    uint64_t which = dm_rng_below(rng, 10);
    if (which < 6)
        assert_ok(dm_plane_board_named(names[which], &board, &err), err);
    else if (which == 6)
        assert_ok(dm_plane_board_new("L", &(dm_plane_ring){el, 6}, 1, &board, &err), err);
    else
        board = random_star(rng);
    return board;
}

void random_plane_sites(dm_rng *rng, dm_plane *plane, int count)
{
    dm_point low, high;
    dm_plane_board_box(dm_plane_board_of(plane), &low, &high);
    int parts = dm_rng_below(rng, 2) ? 8 : 1000;
    for (int tries = 0; dm_plane_count(plane) < count && tries < 100000; tries++) {
        char x[64], y[64];
        int64_t left = (int64_t)floor(low.x), width = (int64_t)ceil(high.x) - left;
        int64_t bottom = (int64_t)floor(low.y), height = (int64_t)ceil(high.y) - bottom;
        int64_t i = (int64_t)dm_rng_below(rng, (uint64_t)(parts * width) + 1);
        int64_t j = (int64_t)dm_rng_below(rng, (uint64_t)(parts * height) + 1);
        snprintf(x, sizeof x, "%lld/%d", (long long)(left * parts + i), parts);
        snprintf(y, sizeof y, "%lld/%d", (long long)(bottom * parts + j), parts);
        dm_plane_place(plane, (int32_t)dm_rng_below(rng, (uint64_t)dm_plane_rules_of(plane)->sides),
                       x, y, NULL);
    }
}
