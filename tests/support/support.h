/* support.h - for all unit tests: cmocka, random boards, TAP. */
#ifndef TEST_SUPPORT_H
#define TEST_SUPPORT_H

/* cmocka needs these four before itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <demesne/arena.h>
#include <demesne/dominance.h>
#include <demesne/position.h>
#include <demesne/rng.h>

/* Fails the test with the message of `err` unless `call` returns DM_OK. */
#define assert_ok(call, err)                                                                       \
    do {                                                                                           \
        if ((call) != DM_OK)                                                                       \
            fail_msg("%s: %s", #call, (err).message);                                              \
    } while (0)

/* What a random board may have. */
enum {
    BOARD_LENGTHS = 1,       /* edge lengths 1..6, otherwise all 1 */
    BOARD_VALUES = 2,        /* vertex values 0..9, otherwise all 1 */
    BOARD_TREE = 4,          /* a random tree, otherwise any density, often disconnected */
    BOARD_LARGE_LENGTHS = 8, /* lengths around 2^33: 64-bit storage */
    BOARD_DIRECTED = 16,     /* about half of the edges are one-way or uneven */
    BOARD_SMALL = BOARD_LENGTHS | BOARD_VALUES | BOARD_TREE | BOARD_DIRECTED,
    BOARD_ANY = BOARD_SMALL | BOARD_LARGE_LENGTHS
};

/* Each of the features in `among` with probability one half. */
int random_features(dm_rng *rng, int among);

/* A board of n vertices, the same for the same rng state. */
dm_arena *random_board(dm_rng *rng, dm_vertex n, int features);

/* The same board with every length times `factor`. */
dm_arena *stretched_board(const dm_arena *arena, int64_t factor);

/* The board of a family, e.g. "grid:3x4". */
dm_arena *family_board(const char *spec, uint64_t seed);

typedef void board_visit(const dm_arena *arena);

/* Calls `each` for every board that `command` prints; returns how many, 0 if it fails. */
int each_board_of(const char *command, board_visit *each);

/* `count` distinct random vertices, players drawn from 0..players-1, in random order. */
void random_stones(dm_rng *rng, dm_vertex n, int32_t count, int32_t players, dm_stone *out);

/* A game of `rounds` rounds with `per_turn` stones per turn, before its first move. */
dm_position *new_game(const dm_arena *arena, int32_t rounds, int32_t per_turn, dm_tie_rule ties);

/* Makes up to `turns` random turns; about one in `one_in` is lost. */
void random_turns(dm_rng *rng, dm_position *position, int32_t turns, int one_in);

/* True under `make test-long`. */
bool run_long(void);

#endif
