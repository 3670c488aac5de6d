/* demesne/plane_game.h - games in the plane, and players of them.
 *
 * White and Black place points in turn, White first; when the last one is placed the larger area
 * wins.  `rounds` turns each of `per_turn` points: (7, 1) is the alternating game, (1, 7) the game
 * of one round.
 *
 *     dm_plane_game_new(board, &(dm_plane_game_rules){.rounds = 2, .per_turn = 1}, &game, &err);
 *     dm_plane_game_place(game, "1/4", "1/2", &err);              White
 *     dm_plane_player_new("greedy", 1, &player, &err);
 *     dm_plane_player_turn(player, game, 0, run, &err);           Black
 *
 * Points may have to keep a least distance, in the metric of the game; whether they do, and whether
 * any place is left, is decided exactly.  The game also ends when none is left.
 */
#ifndef DEMESNE_PLANE_GAME_H
#define DEMESNE_PLANE_GAME_H

#include <demesne/param.h>
#include <demesne/plane.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dm_plane_rule {
    DM_PLANE_NEAREST = 0, /* land goes to the nearest site */
    DM_PLANE_GRAVITY      /* a lattice cell to the side with the greatest sum of 1/d^2 */
} dm_plane_rule;

const char *dm_plane_rule_name(dm_plane_rule value); /* "nearest", "gravity" */
dm_status dm_plane_rule_parse(const char *name, dm_plane_rule *out, dm_error *err);

enum { DM_PLANE_POINTS = 10000 }; /* the most points of a game */

typedef struct dm_plane_game_rules {
    dm_line_metric metric;
    dm_tie_rule ties;
    int32_t sides;            /* 2 to DM_PLANE_SIDES; 0 is 2 */
    int32_t rounds, per_turn; /* at least 1 */
    const char *min_distance; /* between points, "66" or "1/10"; NULL: none */
    dm_plane_rule rule;
    int32_t lattice; /* cells along the longer side, for gravity; 0 is 1000 */
} dm_plane_game_rules;

typedef struct dm_plane_game dm_plane_game;

/* `board` is borrowed.  DM_BAD_ARGUMENT: rules without sense. */
dm_status dm_plane_game_new(const dm_plane_board *board, const dm_plane_game_rules *rules,
                            dm_plane_game **out, dm_error *err);
void dm_plane_game_free(dm_plane_game *game);
const dm_plane_game_rules *dm_plane_game_rules_of(const dm_plane_game *game);
/* The sites, in the order placed. */
const dm_plane *dm_plane_game_plane(const dm_plane_game *game);
/* All turns were made, or no legal place is left. */
bool dm_plane_game_is_over(const dm_plane_game *game);
/* Whether it ended because no legal place is left. */
bool dm_plane_game_is_full(const dm_plane_game *game);
int32_t dm_plane_game_to_move(const dm_plane_game *game); /* a side; of the last turn if over */
int32_t dm_plane_game_left(const dm_plane_game *game);    /* points left in this turn */
int32_t dm_plane_game_turns_made(const dm_plane_game *game);

/* A turn that was made, or has begun. */
typedef struct dm_plane_turn {
    int32_t side;
    int32_t first, count; /* its sites */
    bool is_lost;         /* it ended early, or has no sites at all */
} dm_plane_turn;

/* `turn` from 0 to dm_plane_game_turns_made(), which has begun if its count is not 0. */
dm_plane_turn dm_plane_game_turn(const dm_plane_game *game, int32_t turn);

/* Places the next point of the side to move.  DM_BAD_ARGUMENT: no number; DM_BAD_MOVE: outside the
 * board, too close to another point, or the game is over.  Nothing has changed then. */
dm_status dm_plane_game_place(dm_plane_game *game, const char *x, const char *y, dm_error *err);
/* The same for the exact values of two doubles. */
dm_status dm_plane_game_place_at(dm_plane_game *game, dm_point at, dm_error *err);
/* Ends the turn without further points.  DM_BAD_MOVE: the game is over. */
dm_status dm_plane_game_pass(dm_plane_game *game, dm_error *err);
/* Takes back the points of the turn that has begun, or else the last turn.  DM_BAD_MOVE: none. */
dm_status dm_plane_game_undo(dm_plane_game *game, dm_error *err);
/* A place that is legal now, as exact texts; free both with dm_free(). */
dm_status dm_plane_game_any_place(const dm_plane_game *game, char **x, char **y, dm_error *err);

/* Areas of all sides, exact, by the rule of the game. */
typedef struct dm_plane_result {
    int32_t sides;
    double size[DM_PLANE_SIDES], tied_size;
    char *area[DM_PLANE_SIDES], *tied;
    char *value;    /* of two sides: the first's area minus the second's; or NULL */
    int32_t winner; /* a side; -1: a tie */
} dm_plane_result;

/* DM_UNFINISHED if the run ends first. */
dm_status dm_plane_game_score(const dm_plane_game *game, dm_run *run, dm_plane_result *out,
                              dm_error *err);
/* Adds the areas of another game of two sides, with the sides exchanged if `turned`, and decides
 * the winner of both. */
dm_status dm_plane_result_add(dm_plane_result *sum, const dm_plane_result *other, bool turned,
                              dm_error *err);
void dm_plane_result_clear(dm_plane_result *result);

/* Players. */

typedef struct dm_plane_player_info {
    const char *name, *help, *source, *cost;
    const dm_player_param *params; /* ends at a NULL key */
} dm_plane_player_info;

int dm_plane_player_count(void);
const dm_plane_player_info *dm_plane_player_at(int index);

typedef struct dm_plane_player dm_plane_player;

/* `spec` is `name` or `name:key=value:key=value`.  DM_BAD_ARGUMENT: no such player or parameter. */
dm_status dm_plane_player_new(const char *spec, uint64_t seed, dm_plane_player **out,
                              dm_error *err);
void dm_plane_player_free(dm_plane_player *player);
const char *dm_plane_player_spec(const dm_plane_player *player);

/* Places all points of the turn (fewer if the game ends) within `seconds`; 0: no limit, for which
 * players that search take a tenth of a second.  Deterministic for a seed, unless a clock limits
 * the player.  DM_STOPPED: the run ended, and what was left of the turn was placed quickly.
 * DM_BAD_MOVE: the game is over. */
dm_status dm_plane_player_turn(dm_plane_player *player, dm_plane_game *game, double seconds,
                               dm_run *run, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
