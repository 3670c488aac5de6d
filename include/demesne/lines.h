/* demesne/lines.h - the continuous game on edges (the puzzle game Lines).
 *
 * A level is a network of edges with lengths; players have sites on it.  Every
 * point of every edge belongs to the player of its nearest site, and a payoff is
 * the length that a player owns:
 *
 *      red --------|-------- blue ---- .        red 4, blue 4 + 2
 *            4           4         2
 *
 * Lengths and places are exact ratios, and so are payoffs.  A level never changes;
 * a move makes another one.
 */
#ifndef DEMESNE_LINES_H
#define DEMESNE_LINES_H

#include <demesne/arena.h>
#include <demesne/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In lowest terms, den >= 1. */
typedef struct dm_ratio {
    int64_t num, den;
} dm_ratio;

#define DM_RATIO_TEXT 48

/* "a/b", or "a" where it is whole; gives `text`. */
const char *dm_ratio_print(dm_ratio ratio, char text[DM_RATIO_TEXT]);
/* DM_TOO_LARGE where a - b does not fit. */
dm_status dm_ratio_subtract(dm_ratio a, dm_ratio b, dm_ratio *out, dm_error *err);

#define DM_MAX_LINE_PLAYERS 64

typedef struct dm_line_edge {
    int32_t u, v; /* they may be joined by other edges too, but differ */
    dm_ratio length;
} dm_line_edge;

/* A point of the network: a vertex, or a place on an edge. */
typedef struct dm_place {
    int32_t vertex; /* -1: on an edge */
    int32_t edge;
    dm_ratio at; /* the fraction of its length from its first end u, 0..1 */
} dm_place;

typedef struct dm_site {
    int32_t player;
    dm_place place;
} dm_site;

/* What a rope does where it crosses an edge. */
typedef enum dm_crossings {
    DM_CROSSINGS_PASS = 0, /* nothing: they do not connect */
    DM_CROSSINGS_FORBID,   /* it may not */
    DM_CROSSINGS_JOIN,     /* the crossing becomes a vertex */
    DM_CROSSINGS_STOP      /* it ends there */
} dm_crossings;

const char *dm_crossings_name(dm_crossings crossings);
dm_status dm_crossings_parse(const char *name, dm_crossings *out, dm_error *err);

/* Read by callers, written by the library; a caller's own is a draft for dm_level_new(). */
typedef struct dm_level {
    int32_t vertex_count;
    dm_point *points; /* of the vertices; NULL: no coordinates, and no ropes */
    int32_t edge_count;
    dm_line_edge *edges;
    int32_t site_count;
    dm_site *sites;
    int32_t player_count;
    char **players;         /* their names */
    int32_t me;             /* who is to move, or -1 */
    int32_t moves;          /* how many moves are allowed; 0: one */
    bool measured;          /* a length is the distance of its ends, rounded to 10^-6 */
    dm_crossings crossings; /* of ropes */
    double min_angle;       /* in degrees, between a rope and an edge at its ends */
} dm_level;

/* Checks a draft and copies it.  DM_BAD_VERTEX or DM_BAD_ARGUMENT with a message that names the
 * place: an edge to a missing vertex, a loop, a length that is not positive, a site off its edge,
 * two sites at one point, a player without name, more than DM_MAX_LINE_PLAYERS.  DM_TOO_LARGE where
 * the numbers do not fit 62 bits over their common denominator. */
dm_status dm_level_new(const dm_level *draft, dm_level **out, dm_error *err);
void dm_level_free(dm_level *level);

/* Who gets length that several players reach at one time. */
typedef enum dm_line_ties {
    DM_LINE_NEUTRAL = 0, /* nobody */
    DM_LINE_CLOSED,      /* each of them in full (cells are closed sets) */
    DM_LINE_SPLIT,       /* shared in equal parts */
    DM_LINE_OWN          /* the level's `me` where among them, else nobody */
} dm_line_ties;

const char *dm_line_ties_name(dm_line_ties ties);
dm_status dm_line_ties_parse(const char *name, dm_line_ties *out, dm_error *err);

/* A stretch of an edge that the same players reach, from one end to the other. */
typedef struct dm_stretch {
    int32_t edge;
    dm_ratio from, to;     /* fractions of the edge from its first end, in the order of reaching */
    uint64_t players;      /* bit p: player p; more than one: tied; 0: nobody, never reached */
    dm_ratio begins, ends; /* when `from` and `to` are reached */
} dm_stretch;

/* What every player owns, and when everything is reached. */
typedef struct dm_diagram {
    int32_t player_count;
    dm_ratio *payoff;      /* by player, under the tie rule asked for */
    dm_ratio tied;         /* what nobody gets for being tied */
    dm_ratio unreached;    /* what no site reaches */
    int32_t winner;        /* who has most, or -1 where two have */
    int32_t stretch_count; /* of all edges, edge by edge; 0 where they were not asked for */
    dm_stretch *stretches;
} dm_diagram;

/* O(m + n log n). */
dm_status dm_diagram_new(const dm_level *level, dm_line_ties ties, bool with_stretches,
                         dm_diagram **out, dm_error *err);
void dm_diagram_free(dm_diagram *diagram);

typedef enum dm_line_op {
    DM_LINE_ADD = 0, /* one more site */
    DM_LINE_REMOVE,  /* any site goes */
    DM_LINE_CUT,     /* an edge comes apart at a place; at 0 or 1 it snaps off its end */
    DM_LINE_ROPE     /* one more edge, straight between two points */
} dm_line_op;

const char *dm_line_op_name(dm_line_op op);
dm_status dm_line_op_parse(const char *name, dm_line_op *out, dm_error *err);

typedef struct dm_line_move {
    dm_line_op op;
    dm_place place;  /* where the site or the cut is, or the rope begins; a cut names an edge */
    dm_place to;     /* where the rope ends */
    dm_ratio length; /* the rope's; 0: the distance, rounded to 10^-6 */
    int32_t site;    /* that goes */
} dm_line_move;

/* The level after the move of `player` (who gets the new site).  Vertices, edges and sites keep
 * their numbers as far as they stay; new ones come last, but for the places of sites, which are
 * told anew where their edge came apart.  DM_BAD_MOVE or DM_BAD_VERTEX with a message that names
 * what is wrong: a place off the level, a site on a site, a cut through a site (cut beside it), a
 * rope without coordinates, of no length, across an edge where that is forbidden, or at too small
 * an angle. */
dm_status dm_level_apply(const dm_level *level, const dm_line_move *move, int32_t player,
                         dm_level **out, dm_error *err);
/* The same for `count` moves (1 or more), one after the other.  The length of a rope among them
 * becomes the length that the level grew by: a rope may end at the first edge it meets. */
dm_status dm_level_apply_moves(const dm_level *level, dm_line_move *moves, int32_t count,
                               int32_t player, dm_level **out, dm_error *err);

typedef enum dm_line_objective {
    DM_LINE_PAYOFF = 0, /* own length */
    DM_LINE_MARGIN,     /* own length minus the best opponent's; all of it where there is none */
    DM_LINE_RANK        /* 1 + players strictly ahead; of equal ranks the larger margin */
} dm_line_objective;

const char *dm_line_objective_name(dm_line_objective objective);
dm_status dm_line_objective_parse(const char *name, dm_line_objective *out, dm_error *err);

typedef struct dm_line_standing {
    dm_ratio payoff, margin;
    int32_t rank;
} dm_line_standing;

dm_status dm_line_standing_of(const dm_diagram *diagram, int32_t player, dm_line_standing *out,
                              dm_error *err);
/* Below, equal to or above 0 as a is worse than, as good as or better than b. */
int dm_line_compare(const dm_line_standing *a, const dm_line_standing *b,
                    dm_line_objective objective);

/* How a best cut is found.  All give the same value; each but the first two is for its own kind
 * of tree, and DM_UNSUPPORTED elsewhere. */
typedef enum dm_cut_method {
    DM_CUT_AUTO = 0,  /* the subtree below each cut again, in order of what it can bring */
    DM_CUT_ALL,       /* every edge, a whole diagram each time */
    DM_CUT_SIMPLE,    /* te Kolste's section 4.1 */
    DM_CUT_TWO_SITES, /* 4.2 */
    DM_CUT_TYPES,     /* 4.3: one own site, Types I to III */
    DM_CUT_METHOD_1,  /* 4.4: piecewise linear functions */
    DM_CUT_METHOD_2
} dm_cut_method;

const char *dm_cut_method_name(dm_cut_method method);
dm_status dm_cut_method_parse(const char *name, dm_cut_method *out, dm_error *err);

typedef struct dm_line_ask {
    dm_line_op op;
    int32_t player;
    dm_line_objective objective;
    dm_line_ties ties; /* of DM_LINE_OWN the owner is `player` */
    dm_cut_method method;
    int32_t count;   /* of sites to add at once; 0: one */
    int64_t samples; /* odds: that many random moves instead of exact intervals; 0: exact */
    uint64_t seed;
    double epsilon; /* how near a supremum the move given comes (ropes: by length; cuts, sites: as
                       a share of the stretch it is approached on), 0: 10^-6;
                       or the error of a share of ropes, 0: 10^-3 */
} dm_line_ask;

/* Exact where `error` is 0.  A rope's figures are decimals within `error` (the ratios hold the
 * level's own figures after the rope given, its length rounded). */
typedef struct dm_line_best {
    int32_t move_count; /* one, or the sites added at once */
    dm_line_move *moves;
    dm_line_standing before, after; /* where not attained: the supremum, and the moves come near */
    double payoff, margin, error;   /* of `after`, as decimals */
    bool attained;                  /* false: a supremum that no move reaches */
    int64_t candidates;             /* places or sets looked at */
    bool proven;                    /* that no move is better (than by `error`) */
    const char *note;               /* what was proven where not all; or NULL */
} dm_line_best;

/* The best single move of the operation (or the best `count` sites).  DM_STOPPED with the best so
 * far, unproven; DM_UNFINISHED if there is none yet.  DM_BAD_MOVE if no such move exists
 * (nothing to cut, no coordinates). */
dm_status dm_line_best_move(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                            dm_line_best **out, dm_error *err);
void dm_line_best_free(dm_line_best *best);

/* Moves that win: after them the player has more than anybody else. */
typedef struct dm_line_odds {
    dm_ratio fraction; /* of all moves, by length or number; exact where `error` is 0 */
    double decimal, low, high;
    double error;          /* 0: exact; ropes: |decimal - share| is at most this */
    int64_t samples, wins; /* where moves were drawn: `low` and `high` are Wilson's 95 % */
    int32_t winning_count; /* add, cut: stretches; an interval of no length is one winning place */
    dm_stretch *winning;   /* edge, from <= to; the rest unused */
    int32_t site_count;    /* remove: the sites whose going wins */
    int32_t *sites;
    int32_t regions; /* how many separate winning regions there are */
    bool proven;
} dm_line_odds;

dm_status dm_line_odds_of(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                          dm_line_odds **out, dm_error *err);
void dm_line_odds_free(dm_line_odds *odds);

/* The odds and the best move by margin.  `*best` stays NULL if there is no move, or if moves are
 * drawn at random.  If even the best rope does not win, the share of winning ropes is exactly 0.
 * DM_STOPPED with the odds so far. */
dm_status dm_line_odds_and_best(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                                dm_line_odds **odds, dm_line_best **best, dm_error *err);
/* Whether a move wins: 1 yes, 0 no, -1 not known.  `best` may be NULL. */
int dm_line_winnable(const dm_line_odds *odds, const dm_line_best *best);
/* How hard it is to find a winning move: "trivial", "easy", "medium", "hard", "fiendish" or
 * "unwinnable"; NULL: not known. */
const char *dm_line_grade(const dm_line_odds *odds, const dm_line_best *best);

typedef enum dm_level_kind {
    DM_LEVEL_GRID = 0, /* a grid some of whose edges are gone */
    DM_LEVEL_GABRIEL,  /* points joined where no third lies in the circle between them */
    DM_LEVEL_TREE      /* the shortest tree that joins random points */
} dm_level_kind;

const char *dm_level_kind_name(dm_level_kind kind);
dm_status dm_level_kind_parse(const char *name, dm_level_kind *out, dm_error *err);

/* What a level is to be like. */
typedef struct dm_level_wish {
    dm_level_kind kind;
    int32_t vertices;   /* at least 2 */
    int32_t players;    /* 2 to 12: red, blue, green, ...; 0: two */
    int32_t sites;      /* of every player, on vertices; 0: one */
    bool whole;         /* lengths are whole numbers, otherwise distances rounded to 10^-6 */
    dm_line_ask ask;    /* op, player (who is the level's `me`), ties, samples: what is counted */
    dm_ratio low, high; /* the share of winning moves is to lie there; high.den 0: anywhere */
    bool unique;        /* the winning moves form one region (not of ropes, nor of samples) */
    int64_t tries;      /* 0: 1000 */
    uint64_t seed;
} dm_level_wish;

/* A connected level in the plane (edges do not cross, coordinates are whole) that the wish
 * describes: the first of `tries` drawn from the seed.  The same wish gives the same level.
 * `odds` (may be NULL) receives what was counted, or NULL where nothing was wished of it.
 * DM_BAD_ARGUMENT where no such level can be; DM_UNFINISHED where none of those tried fits, with
 * the nearest in the message, or the run ends first. */
dm_status dm_level_generate(const dm_level_wish *wish, dm_run *run, dm_level **out,
                            dm_line_odds **odds, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
