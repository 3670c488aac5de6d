/* demesne/interval.h - the games on a circle and on a segment, played exactly.
 *
 * Blue and Red, Blue first, place n stones each on a circle or a segment of length 1.  Every point
 * belongs to the nearest stone.  Intervals between stones of different colours are shared equally,
 * so only those between stones of one colour decide.
 *
 *      0      B---------B----R-----------R----B      1          the segment
 *      <blue> <  blue   >    <    red    >    <blue>
 *
 * The two ends of the segment together are its border interval.  Places are exact fractions of any
 * size, as texts: "1/2", "0.125", "3/1267650600228229401496703205376".
 *
 *     dm_interval *game = NULL;
 *     dm_interval_new(&(dm_interval_rules){.arena = DM_CIRCLE, .stones = 2}, &game, &err);
 *     dm_interval_place(game, "0", &err);                                 Blue
 *     dm_interval_player_turn(player, game, &err);                        Red
 */
#ifndef DEMESNE_INTERVAL_H
#define DEMESNE_INTERVAL_H

#include <demesne/rules.h>
#include <demesne/run.h>
#include <demesne/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dm_interval_arena { DM_CIRCLE = 0, DM_SEGMENT } dm_interval_arena;
typedef enum dm_colour { DM_BLUE = 0, DM_RED } dm_colour;

const char *dm_interval_arena_name(dm_interval_arena value);
dm_status dm_interval_arena_parse(const char *name, dm_interval_arena *out, dm_error *err);
const char *dm_colour_name(dm_colour colour); /* "blue", "red" */

#define DM_INTERVAL_STONES 1000 /* the most per player */

typedef struct dm_interval_rules {
    dm_interval_arena arena;
    int32_t stones;           /* of each player: n, 1 or more */
    bool batch;               /* several stones per turn, as below; otherwise one */
    const char *min_distance; /* between any two stones; NULL: stones only must not coincide */
    bool strict;              /* distances must be more than min_distance, not equal */
    bool all_first;           /* Blue places all its stones first, then Red all; implies batch */
} dm_interval_rules;

/* With several stones per turn each turn has at least one, Blue's first has fewer than n, and Red
 * never has more stones than Blue.  Once Blue has none left, Red places all of its own.
 *
 * With all_first Blue's first turn has all n stones, which the other rules forbid: Red cannot win
 * any more if they lie on the key points.
 *
 * If no place is legal, the game is over before the last stone and is scored as it is. */
typedef struct dm_interval dm_interval;

/* DM_BAD_ARGUMENT: n out of range, batches with n = 1, a minimum distance that is not in 0..1. */
dm_status dm_interval_new(const dm_interval_rules *rules, dm_interval **out, dm_error *err);
void dm_interval_free(dm_interval *game);
/* A copy with all its stones. */
dm_status dm_interval_copy(const dm_interval *game, dm_interval **out, dm_error *err);

/* Borrowed; min_distance is in lowest terms, "0" if there is none. */
const dm_interval_rules *dm_interval_rules_of(const dm_interval *game);
bool dm_interval_is_over(const dm_interval *game);
dm_colour dm_interval_to_move(const dm_interval *game);
/* How many stones the current turn may have, including those already placed. */
void dm_interval_turn_size(const dm_interval *game, int32_t *least, int32_t *most);
int32_t dm_interval_in_turn(const dm_interval *game); /* already placed in this turn */

/* Places one stone of the player to move.  The turn ends when it can have no more.  On the
 * circle 1 is 0.  DM_BAD_ARGUMENT: no number; DM_BAD_MOVE: outside 0..1, occupied, too near to
 * another stone, or the game is over; the game is unchanged then. */
dm_status dm_interval_place(dm_interval *game, const char *place, dm_error *err);
/* Ends a turn that may have more stones; DM_BAD_MOVE if it needs another. */
dm_status dm_interval_end_turn(dm_interval *game, dm_error *err);
/* Takes back the last stone, into its turn; DM_BAD_MOVE if there is none. */
dm_status dm_interval_undo(dm_interval *game, dm_error *err);
/* Plays a list "0,1/2,1/4": stones in turn.  With several stones per turn a semicolon ends a
 * turn: "0,1/4;1/2,3/4".  On failure the stones before the bad one remain. */
dm_status dm_interval_read(dm_interval *game, const char *moves, dm_error *err);

/* The stones, in the order placed. */
typedef struct dm_interval_stone {
    dm_colour colour;
    int32_t turn; /* from 0 */
    double at;    /* for pictures */
} dm_interval_stone;

int32_t dm_interval_count(const dm_interval *game);
dm_interval_stone dm_interval_stone_at(const dm_interval *game, int32_t index);
/* The indices of the stones in order of place; `order` has room for all. */
void dm_interval_order(const dm_interval *game, int32_t *order);
/* Its exact place; free with dm_free(). */
dm_status dm_interval_stone_place(const dm_interval *game, int32_t index, char **out,
                                  dm_error *err);
/* Key point i of n: i/n from Blue's first stone on a circle (DM_BAD_ARGUMENT before it is placed),
 * (2i+1)/2n on a segment. */
dm_status dm_interval_key_point(const dm_interval *game, int32_t index, char **out, dm_error *err);

/* What dm_interval_measure() measures. */
typedef enum dm_interval_length {
    DM_LENGTH_RED = 0,       /* of all points nearer to Red */
    DM_LENGTH_BLUE,          /* of all points nearer to Blue */
    DM_LENGTH_LEAD,          /* how much more land the leader has; 0: a tie */
    DM_LENGTH_RED_INTERVALS, /* of Red's one-coloured intervals, including the border interval */
    DM_LENGTH_BLUE_INTERVALS,
    DM_LENGTH_RED_BORDER, /* of the border segment, if the border interval has two colours */
    DM_LENGTH_BLUE_BORDER
} dm_interval_length;

/* The exact length as a fraction; free with dm_free(). */
dm_status dm_interval_measure(const dm_interval *game, dm_interval_length what, char **out,
                              dm_error *err);
/* How many one-coloured intervals a player has. */
int32_t dm_interval_intervals(const dm_interval *game, dm_colour colour);
/* Who has more land; Blue is the first player. */
dm_outcome dm_interval_outcome(const dm_interval *game);

/* The most by which Red can still lead, with all its stones, once Blue has placed all: the supremum
 * of Red's length minus Blue's as a fraction (free with dm_free()), and whether some stones attain
 * it.  Proven: the gain of each stone depends on its gap alone.  DM_UNSUPPORTED while Blue has
 * stones left, and with a minimum distance. */
dm_status dm_interval_best_answer(const dm_interval *game, char **supremum, bool *attained,
                                  dm_error *err);

/* The exact value of the game: what Red can lead by under best play of both, as the supremum that
 * it can come near to (a fraction; free with dm_free()), and who wins.  Known for one stone each,
 * and for two on a circle, with any minimum distance; DM_UNSUPPORTED for others, DM_BAD_ARGUMENT
 * for rules that dm_interval_new() refuses. */
dm_status dm_interval_solve(const dm_interval_rules *rules, char **value, dm_outcome *outcome,
                            dm_error *err);

/* A parameter is a word of `choices` ("five|seminar"; the value is its index), or a number if
 * `choices` is NULL. */
typedef struct dm_interval_param {
    const char *key;
    const char *choices;
    int64_t value; /* the default */
    int64_t least, most;
    const char *help;
} dm_interval_param;

typedef struct dm_interval_player_info {
    const char *name;
    dm_colour colour;
    const char *help;                /* one sentence */
    const char *source;              /* where the idea comes from */
    const char *steps;               /* the names of the steps in traces; NULL: none */
    const dm_interval_param *params; /* ends at a NULL key */
} dm_interval_player_info;

int dm_interval_player_count(void);
const dm_interval_player_info *dm_interval_player_at(int index);

typedef struct dm_interval_player dm_interval_player;

/* `spec` is `name` or `name:key=value:key=value`. */
dm_status dm_interval_player_new(const char *spec, dm_colour colour, uint64_t seed,
                                 dm_interval_player **out, dm_error *err);
void dm_interval_player_free(dm_interval_player *player);
/* DM_UNSUPPORTED if its strategy does not work on this arena. */
dm_status dm_interval_player_fits(const dm_interval_player *player, const dm_interval_rules *rules,
                                  dm_error *err);
/* Plays a whole turn, or the rest of it.  DM_TOO_LARGE if the places would need numbers of more
 * than a million bits. */
dm_status dm_interval_player_turn(dm_interval_player *player, dm_interval *game, dm_error *err);
/* The same, and adds to `trace` what decided each stone of the turn: the step by the document's
 * name, as the strategy took it. */
dm_status dm_interval_player_explain(dm_interval_player *player, dm_interval *game, dm_trace *trace,
                                     dm_error *err);

/* An attack plays many or all games of Blue against one strategy of Red.  The grid has the places
 * that Blue tries, besides those at the minimum distance. */
typedef enum dm_attack_grid {
    DM_GRID_ALL = 0, /* key points, middles of intervals, neighbours of key points and stones */
    DM_GRID_NEAR,    /* key points and their neighbours */
    DM_GRID_KEYS     /* key points and middles of intervals */
} dm_attack_grid;

typedef struct dm_attack_settings {
    int64_t samples;  /* this many random games; 0: every game on the grid */
    const char *blue; /* who plays the samples; NULL: random moves, some of the grid */
    dm_attack_grid grid;
    int32_t bits; /* a neighbour is 2^-bits away; 0: 10 */
    int threads;  /* 0: one */
    uint64_t seed;
    int64_t reserved[4]; /* 0; later versions may use them */
} dm_attack_settings;

typedef struct dm_attack_result {
    int64_t games;      /* played, or known from others */
    int64_t not_won;    /* by Red: lost and tied */
    int64_t lost;       /* by Red */
    int64_t positions;  /* tried; games that meet in a position share what follows */
    int64_t long_games; /* that needed numbers of more than 64 bits */
    bool complete;      /* all games were played */
    dm_interval *worst; /* the game that was worst for Red; NULL if none was finished */
} dm_attack_result;

/* Red plays `red`.  DM_STOPPED: the run ended; the result counts the games so far.  On a circle
 * Blue's first stone is at 0: other games are rotations. */
dm_status dm_interval_attack(const dm_interval_rules *rules, const char *red,
                             const dm_attack_settings *settings, dm_run *run,
                             dm_attack_result **out, dm_error *err);
void dm_attack_result_free(dm_attack_result *result);

#ifdef __cplusplus
}
#endif
#endif
