/* demesne/lines.h - Lines, the game on edges.
 *
 * A level is a network of edges with lengths; players have sites on it.  Every
 * point of every edge belongs to the player of its nearest site, and a payoff is
 * the length that a player owns:
 *
 *      red --------|-------- blue ---- .        red 4, blue 4 + 2
 *            4           4         2
 *
 * Lengths and places are exact ratios, and so are payoffs.  A level never changes;
 * a move makes another one.  In files levels are JSON (docs/FORMATS.md).
 *
 * This header has levels, their diagrams and single moves; line_solve.h sets of moves and why a
 * move is the best; line_espt.h the objects of te Kolste's thesis; line_puzzle.h grades, random
 * levels and packs; line_duel.h the games of two.
 * Names begin with dm_level_ if they make, read or judge levels, otherwise with dm_line_.
 */
#ifndef DEMESNE_LINES_H
#define DEMESNE_LINES_H

#include <demesne/arena.h>
#include <demesne/run.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In lowest terms, den >= 1. */
typedef struct dm_ratio {
    int64_t num, den;
} dm_ratio;

#define DM_RATIO_TEXT 48

/* Writes "a/b", or "a" if it is whole; returns `text`. */
const char *dm_ratio_print(dm_ratio ratio, char text[DM_RATIO_TEXT]);
/* DM_TOO_LARGE if a - b does not fit. */
dm_status dm_ratio_subtract(dm_ratio a, dm_ratio b, dm_ratio *out, dm_error *err);

/* Reads "3", "-0.25", "1e3" or "7/3" exactly.  DM_BAD_ARGUMENT for anything else, DM_TOO_LARGE
 * if it does not fit. */
dm_status dm_ratio_parse(const char *text, dm_ratio *out, dm_error *err);

#define DM_MAX_LINE_PLAYERS 64

typedef struct dm_line_edge {
    int32_t u, v; /* different; other edges may join them too */
    dm_ratio length;
} dm_line_edge;

/* A point of the network: a vertex, or a place on an edge. */
typedef struct dm_line_place {
    int32_t vertex; /* -1: on an edge */
    int32_t edge;
    dm_ratio at; /* as a fraction of the edge, from its first end u: 0..1 */
} dm_line_place;

typedef struct dm_line_site {
    int32_t player;
    dm_line_place place;
} dm_line_site;

/* What happens if a rope crosses an edge. */
typedef enum dm_line_crossings {
    DM_LINE_CROSSINGS_PASS = 0, /* nothing: they are not connected */
    DM_LINE_CROSSINGS_FORBID,   /* the rope is not allowed */
    DM_LINE_CROSSINGS_JOIN,     /* the crossing becomes a vertex */
    DM_LINE_CROSSINGS_STOP      /* the rope ends there */
} dm_line_crossings;

const char *dm_line_crossings_name(dm_line_crossings value);
dm_status dm_line_crossings_parse(const char *name, dm_line_crossings *out, dm_error *err);

typedef enum dm_line_op {
    DM_LINE_ADD = 0, /* one more site */
    DM_LINE_REMOVE,  /* a site is removed, anyone's */
    DM_LINE_CUT,     /* an edge is cut at a place; at 0 or 1 it is cut off its end */
    DM_LINE_ROPE     /* one more edge, a straight line between two points */
} dm_line_op;

const char *dm_line_op_name(dm_line_op value);
dm_status dm_line_op_parse(const char *name, dm_line_op *out, dm_error *err);

/* So many moves of one kind. */
typedef struct dm_line_quota {
    dm_line_op op;
    int32_t count; /* at least 1 */
} dm_line_quota;

#define DM_MAX_LINE_QUOTAS 64

/* The library makes levels, callers read them.  To make one, fill a draft for dm_level_new(). */
typedef struct dm_level {
    int32_t vertex_count;
    dm_point *points; /* of the vertices; NULL: no coordinates, hence no ropes */
    int32_t edge_count;
    dm_line_edge *edges;
    int32_t site_count;
    dm_line_site *sites;
    int32_t player_count;
    char **players;              /* their names */
    int32_t me;                  /* who is to move, or -1 */
    int32_t moves;               /* how many are to be made; 0: one, or those of the quotas */
    int32_t quota_count;         /* 0: moves of any kind */
    dm_line_quota *quotas;       /* exactly these moves */
    bool ordered;                /* the moves are made in the order of the quotas */
    bool measured;               /* every length is the distance of the ends, rounded to 10^-6 */
    dm_line_crossings crossings; /* of ropes */
    double min_angle;            /* in degrees, between a rope and an edge at its ends */
} dm_level;

/* Checks a draft and copies it.  DM_BAD_VERTEX or DM_BAD_ARGUMENT with a message that names the
 * place: an edge to a missing vertex, a loop, a length that is not positive, a site off its edge,
 * two sites at one point, a player without name, more than DM_MAX_LINE_PLAYERS or
 * DM_MAX_LINE_QUOTAS, a quota of no move.  DM_TOO_LARGE if
 * the numbers do not fit 62 bits over their common denominator. */
dm_status dm_level_new(const dm_level *draft, dm_level **out, dm_error *err);
void dm_level_free(dm_level *level);

/* Reads a level; "-" is standard input, "pack.json:3" the third level of a pack.  DM_BAD_INPUT or
 * DM_TOO_LARGE with a message that names the file and the place. */
dm_status dm_level_read(const char *path, dm_level **out, dm_error *err);
/* The same from memory; `name` is for messages. */
dm_status dm_level_read_memory(const char *name, const void *bytes, size_t size, dm_level **out,
                               dm_error *err);

/* The names of the levels of a pack; an empty text if one has none. */
typedef struct dm_pack_names {
    int32_t count; /* 0: the file is a level by itself */
    char **name;
} dm_pack_names;

dm_status dm_pack_names_read(const char *path, dm_pack_names *out, dm_error *err);
void dm_pack_names_clear(dm_pack_names *names);

/* Writes a level that reads back as the same; "-" is standard output. */
dm_status dm_level_write(const dm_level *level, const char *path, dm_error *err);
/* The same as text, freed with dm_free(). */
dm_status dm_level_text(const dm_level *level, char **out, dm_error *err);

/* Who gets length that several players reach at the same time. */
typedef enum dm_line_ties {
    DM_LINE_NEUTRAL = 0, /* nobody */
    DM_LINE_CLOSED,      /* each of them, in full */
    DM_LINE_SPLIT,       /* shared in equal parts */
    DM_LINE_OWN          /* the level's `me` if among them, else nobody */
} dm_line_ties;

const char *dm_line_ties_name(dm_line_ties value);
dm_status dm_line_ties_parse(const char *name, dm_line_ties *out, dm_error *err);

/* A part of an edge that the same players reach first, from one end to the other. */
typedef struct dm_line_stretch {
    int32_t edge;
    dm_ratio from, to;     /* fractions of the edge; `from` is reached first */
    uint64_t players;      /* bit p: player p; several bits: tied; 0: never reached */
    dm_ratio begins, ends; /* when `from` and `to` are reached */
} dm_line_stretch;

/* What every player owns. */
typedef struct dm_line_diagram {
    int32_t player_count;
    dm_ratio *payoff;      /* by player, under the tie rule asked for */
    dm_ratio tied;         /* length that nobody gets because it is tied */
    dm_ratio unreached;    /* length that no site reaches */
    int32_t winner;        /* who has most, or -1 if several have */
    int32_t stretch_count; /* edge by edge; 0 if they were not requested */
    dm_line_stretch *stretches;
} dm_line_diagram;

/* O(m + n log n). */
dm_status dm_line_diagram_new(const dm_level *level, dm_line_ties ties, bool with_stretches,
                              dm_line_diagram **out, dm_error *err);
void dm_line_diagram_free(dm_line_diagram *diagram);

/* The types of cuts and ropes in te Kolste's thesis (docs/LINES.md). */
typedef enum dm_line_type {
    DM_LINE_TYPE_NONE = 0, /* none of the three, or the thesis has no types for such a move */
    DM_LINE_TYPE_I,
    DM_LINE_TYPE_II,
    DM_LINE_TYPE_III
} dm_line_type;

const char *dm_line_type_name(dm_line_type value); /* "none", "I", "II", "III" */
dm_status dm_line_type_parse(const char *name, dm_line_type *out, dm_error *err);

typedef struct dm_line_move {
    dm_line_op op;
    dm_line_place place; /* of the site or the cut, or where the rope begins; a cut needs an edge */
    dm_line_place to;    /* where the rope ends */
    dm_ratio length;     /* of the rope; 0: the distance, rounded to 10^-6 */
    int32_t site;        /* to remove */
} dm_line_move;

/* The level after the move of `player` (who gets the new site).  Vertices, edges and sites
 * keep their numbers; new ones come last.  The places of sites change if their edge was cut.
 * DM_BAD_MOVE or DM_BAD_VERTEX for a place outside the level, a site on a site, a cut through a
 * site, or a rope without coordinates, without length, across an edge if that is forbidden, or at
 * too small an angle. */
dm_status dm_level_apply(const dm_level *level, const dm_line_move *move, int32_t player,
                         dm_level **out, dm_error *err);
/* The same for `count` moves (1 or more), one after the other.  The length of a rope among them
 * becomes the length that the level grew by: a rope may end at the first edge it meets. */
dm_status dm_level_apply_moves(const dm_level *level, dm_line_move *moves, int32_t count,
                               int32_t player, dm_level **out, dm_error *err);

typedef enum dm_line_objective {
    DM_LINE_PAYOFF = 0, /* own length */
    DM_LINE_MARGIN,     /* own length minus that of the best opponent, if there is one */
    DM_LINE_RANK,       /* 1 + the players strictly ahead; equal ranks compare by margin */
    DM_LINE_WIN         /* more than anybody else; only for dm_line_solve() */
} dm_line_objective;

const char *dm_line_objective_name(dm_line_objective value);
dm_status dm_line_objective_parse(const char *name, dm_line_objective *out, dm_error *err);

typedef struct dm_line_standing {
    dm_ratio payoff, margin;
    int32_t rank;
} dm_line_standing;

dm_status dm_line_standing_of(const dm_line_diagram *diagram, int32_t player, dm_line_standing *out,
                              dm_error *err);
/* Negative, 0 or positive if a is worse than, as good as or better than b. */
int dm_line_compare(const dm_line_standing *a, const dm_line_standing *b,
                    dm_line_objective objective);

/* How to find a best cut.  All methods but those as printed give the same value.  All but the first
 * two need a certain kind of level, and return DM_UNSUPPORTED for others. */
typedef enum dm_line_cut_method {
    DM_LINE_METHOD_AUTO = 0,  /* only the subtree below each cut, the most promising first */
    DM_LINE_METHOD_ALL,       /* every edge, a new diagram each time */
    DM_LINE_METHOD_SIMPLE,    /* te Kolste's section 4.1 */
    DM_LINE_METHOD_TWO_SITES, /* 4.2 */
    DM_LINE_METHOD_TYPES,     /* 4.3: one own site, Types I to III */
    DM_LINE_METHOD_METHOD_1,  /* 4.4: piecewise linear functions */
    DM_LINE_METHOD_METHOD_2,
    DM_LINE_METHOD_SIMPLE_PRINTED, /* from here on: as the thesis prints them, with their mistakes
                                    */
    DM_LINE_METHOD_TYPES_PRINTED,
    DM_LINE_METHOD_METHOD_1_PRINTED,
    DM_LINE_METHOD_METHOD_2_PRINTED
} dm_line_cut_method;

const char *dm_line_cut_method_name(dm_line_cut_method value);
dm_status dm_line_cut_method_parse(const char *name, dm_line_cut_method *out, dm_error *err);

/* The mistakes of the thesis (docs/ERRATA.md), for methods as printed; all others are corrected. */
typedef enum dm_line_mistake {
    DM_MISTAKE_ALL = 0,
    DM_MISTAKE_ENDS,          /* simple: Lemma 4.1, with three players */
    DM_MISTAKE_POINT,         /* simple: section 3.2, where a point beyond a cut goes */
    DM_MISTAKE_SIGMA,         /* types: Algorithm 2 measures S(p) */
    DM_MISTAKE_BEHIND,        /* types: sigma*(p) counts what lies behind the site */
    DM_MISTAKE_SIDE_BRANCHES, /* types: Algorithm 3 counts the way only */
    DM_MISTAKE_LOWEST,        /* types, method-1: Algorithm 4 takes the lowest vertex */
    DM_MISTAKE_BOUNDARY,      /* method-1: Algorithm 5 forgets edges with boundary points */
    DM_MISTAKE_SITE,          /* method-1: formula (1), the cases of f for P2 */
    DM_MISTAKE_PAST_SITE,     /* method-1: formula (1), what lies behind a site */
    DM_MISTAKE_LATE,          /* method-1: formula (3), from when x counts */
    DM_MISTAKE_NEW_OWNER,     /* method-1: formula (3), the edge towards the new owner */
    DM_MISTAKE_F_BAR,         /* method-1: section 4.4.1, the third case */
    DM_MISTAKE_CLIMB          /* method-2: Algorithm 9 */
} dm_line_mistake;

const char *dm_line_mistake_name(dm_line_mistake value);
dm_status dm_line_mistake_parse(const char *name, dm_line_mistake *out, dm_error *err);

typedef struct dm_line_ask {
    dm_line_op op;
    int32_t player;
    dm_line_objective objective;
    dm_line_ties ties; /* for DM_LINE_OWN the owner is `player` */
    dm_line_cut_method method;
    dm_line_mistake mistake; /* of a method as printed: keep this one only */
    int32_t count;           /* moves at once, of any kind but ropes; 0: one */
    bool polygons;           /* for the odds of two new sites or cuts: also where they win */
    int64_t samples;         /* for odds: this many random moves; 0: exact */
    uint64_t seed;
    double epsilon; /* if no move reaches the supremum: how near the move comes, as a length for
                       ropes, otherwise as a share of the stretch; 0: 10^-6.  For the odds of
                       ropes: the error of the share; 0: 10^-3 */
} dm_line_ask;

/* Exact if `error` is 0.  For ropes payoff and margin are decimals within `error`; the ratios are
 * those of the level after the rope given, with its length rounded. */
typedef struct dm_line_best {
    int32_t move_count;             /* one, or those made at once */
    dm_line_move *moves;            /* each names places of the level after those before it */
    dm_line_standing before, after; /* if not attained, `after` is the supremum */
    double payoff, margin, error;   /* of `after`, as decimals */
    bool attained;                  /* false: no move reaches the supremum; `moves` come near */
    dm_ratio lower, upper;          /* of the best payoff, for other objectives of the best margin;
                                       for ropes only if `upper.den` is not 0 */
    int64_t candidates; /* places or sets tried; of the thesis' methods its candidates */
    dm_ratio claimed;   /* of a method as printed: the gain it claims; `after` is what
                           the move is worth; den 0: no claim */
    bool proven;        /* no move is better by more than `error` */
    const char *note;   /* what was proven, if not everything; or NULL */
} dm_line_best;

/* The best single move of the operation (or the best `count` moves).  DM_STOPPED with the best so
 * far and true bounds, unproven; DM_UNFINISHED if there is none yet.  DM_BAD_MOVE if no such move
 * exists (nothing to cut, no coordinates). */
dm_status dm_line_best_move(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                            dm_line_best **out, dm_error *err);
void dm_line_best_free(dm_line_best *best);

/* A convex part of the places where two new sites, or two cuts, win: the corners in their order. On
 * one edge twice the first place is not beyond the second.  Borders may win or not. */
typedef struct dm_line_polygon {
    int32_t edge[2];
    int32_t first, count; /* of the corners */
    dm_ratio share;       /* of all pairs */
} dm_line_polygon;

typedef struct dm_line_pair {
    dm_ratio at[2]; /* on the two edges */
} dm_line_pair;

/* How many moves win: after a winning move the player has more than anybody else. */
typedef struct dm_line_odds {
    dm_ratio fraction; /* of all moves, by length or number; exact if `error` is 0 */
    double decimal, low, high;
    double error;             /* 0: exact; for ropes: of `decimal`, at most */
    int64_t samples, wins;    /* of random moves: low and high are Wilson's interval at 95 % */
    int32_t winning_count;    /* add, cut: stretches; one without length is a single place */
    dm_line_stretch *winning; /* edge, from <= to; other members are unused */
    int32_t site_count;       /* remove: the sites whose removal wins */
    int32_t *sites;
    int32_t regions;       /* separate winning regions */
    int32_t polygon_count; /* of two moves, if they were requested and the share is exact */
    dm_line_polygon *polygons;
    int32_t corner_count;
    dm_line_pair *corners;
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

#ifdef __cplusplus
}
#endif
#endif
