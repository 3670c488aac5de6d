/* shared_games.h - games between two people at two pages, found by a code.
 *
 * Who begins a game gets its code and a key of one side; who joins by the code gets the key of the
 * other.  A move needs the key of the side to move, and the rules check it.  Everybody who knows
 * the code may watch; a page that shows its key is present as long as it listens.  The clocks are
 * those of the server, from when both have come.  A rematch that one side offers and the other
 * accepts is a new game with the same two keys.  Games that nobody touches are forgotten, and their
 * number is limited.
 */
#ifndef SERVER_SHARED_GAMES_H
#define SERVER_SHARED_GAMES_H

#include "server/http/http.h"
#include "server/known_boards.h"

#include <jansson.h>

enum { SHARED_CODE = 7, SHARED_KEY = 17 }; /* with the zero */

typedef struct shared_games shared_games;

shared_games *shared_games_new(boards *b); /* NULL without memory */
void shared_games_stop(shared_games *g);   /* ends all flows */
void shared_games_free(shared_games *g);   /* once no flow is open */

/* How a game is played. */
typedef struct shared_terms {
    const char *arena;
    uint64_t seed;
    dm_tie_rule ties;
    int64_t rounds, per_turn;
    double clock; /* seconds per side; 0: no limit */
    dm_side side; /* of the person who begins it */
} shared_terms;

/* What a person gets. */
typedef struct shared_seat {
    char code[SHARED_CODE], key[SHARED_KEY]; /* key "": who only watches */
    dm_side side;
    json_t *game; /* its state; a new reference */
} shared_seat;

/* DM_UNFINISHED if there are too many games; DM_END below if there is no game with this code. */
dm_status shared_games_begin(shared_games *g, const shared_terms *terms, shared_seat *out,
                             dm_error *err);
/* DM_BAD_MOVE if two people play it already. */
dm_status shared_games_join(shared_games *g, const char *code, shared_seat *out, dm_error *err);
/* The state, and the seat of `key` (may be NULL). */
dm_status shared_games_look(shared_games *g, const char *code, const char *key, shared_seat *out,
                            dm_error *err);
/* DM_BAD_MOVE if the key is not of the side to move. */
dm_status shared_games_move(shared_games *g, const char *code, const char *key,
                            const dm_vertex *move, int32_t count, shared_seat *out, dm_error *err);
/* Offers a rematch, or accepts the offer of the other side if it is the same; DM_BAD_MOVE if the
 * game is not over or the key is of no side. */
dm_status shared_games_rematch(shared_games *g, const char *code, const char *key, bool swaps,
                               shared_seat *out, dm_error *err);
/* Events `game`, each with the state, now and after every change; the side of `key` (may be NULL)
 * is present until the flow ends.  False: there is no such game. */
bool shared_games_events(shared_games *g, const char *code, const char *key, http_flow *out);

#endif
