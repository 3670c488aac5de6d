/* demesne/line_duel.h - games of two on edges: move by move, and the best first site if the other
 * player answers with one site.
 *
 * White and Black move in turn, White first, for a number of rounds.  A move adds a site, or is of
 * another kind that the players agreed on.  What counts is the level after the last move: whoever
 * then owns more length wins.  Other players' sites stay where they are.
 */
#ifndef DEMESNE_LINE_DUEL_H
#define DEMESNE_LINE_DUEL_H

#include <demesne/lines.h>
#include <demesne/rng.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How moves are chosen.  Places are exact fractions with small denominators: a site beside another
 * one is a thousandth of the edge away. */
typedef enum dm_line_duellist {
    DM_LINE_RANDOM = 0, /* any move */
    DM_LINE_GREEDY,     /* the move that is best at once */
    DM_LINE_ONE_ROUND,  /* the move after which the other's best answer hurts least */
    DM_LINE_SEARCHING   /* looks further ahead among good moves, as long as it may think */
} dm_line_duellist;

const char *dm_line_duellist_name(dm_line_duellist value);
dm_status dm_line_duellist_parse(const char *name, dm_line_duellist *out, dm_error *err);

typedef struct dm_line_duel {
    int32_t player[2]; /* White's and Black's number in the level */
    dm_line_ties ties; /* not DM_LINE_OWN */
    int32_t rounds;    /* of two moves each */
    unsigned ops;      /* bit `1 << op`: such moves are allowed */
    double think;      /* seconds per move of a searching player; 0: one */
} dm_line_duel;

/* White's payoff minus Black's. */
dm_status dm_line_duel_value(const dm_level *level, const dm_line_duel *duel, dm_ratio *out,
                             dm_error *err);

/* Chooses a move for whoever is to move after `played` moves.  DM_BAD_ARGUMENT for wrong players,
 * DM_LINE_OWN, no operation or if the game is over; DM_BAD_MOVE if no move is possible;
 * DM_UNFINISHED if the run ends first. */
dm_status dm_line_duel_choose(const dm_level *level, const dm_line_duel *duel, int32_t played,
                              dm_line_duellist how, dm_rng *rng, dm_run *run, dm_line_move *out,
                              dm_error *err);

/* The best first site on edges, if the other player answers with one site.
 *
 * The first player adds a site anywhere on the level, then the second does.  The value is what the
 * first player's payoff exceeds the second's by, if both choose as well as possible:
 *
 *      x ---- y ---------- z        first at y: the second answers just beside it,
 *         4         6               on the longer side, and gets 6 of 10
 *
 * Sites that are there stay, those of other players too.  These take their length, but only the two
 * who move are compared: what one of them gains over the other, the other loses.
 */

typedef struct dm_line_first_site_ask {
    int32_t first, second; /* different players */
    dm_line_ties ties;     /* for DM_LINE_OWN the owner is `first` */
} dm_line_first_site_ask;

/* All values are the first player's payoff minus the second's. */
typedef struct dm_line_first_site {
    dm_line_place move, reply;
    dm_ratio value;      /* the supremum over first sites */
    bool attained;       /* false: no first site guarantees the value; `move` comes near */
    bool reply_attained; /* false: no answer to `move` is best; `reply` comes near */
    dm_ratio reached;    /* the value after `move` and `reply` exactly */
    bool proven;         /* false: stopped; the value is between `lower` and `upper` */
    dm_ratio lower, upper;
    int64_t answers; /* places for which the best answer was computed */
    int64_t bounds;  /* answers followed along an edge */
} dm_line_first_site;

/* DM_STOPPED with the best so far and true bounds.  DM_BAD_ARGUMENT for wrong players; DM_BAD_MOVE
 * if the level has no edge; DM_TOO_LARGE if numbers do not fit 63 bits. */
dm_status dm_line_first_site_of(const dm_level *level, const dm_line_first_site_ask *ask,
                                dm_run *run, dm_line_first_site *out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
