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

/* Checks a draft and copies it.  DM_BAD_INPUT with a message that names the place: an edge to a
 * missing vertex, a loop, a length that is not positive, a site off its edge, two sites at one
 * point, a player without name, more than DM_MAX_LINE_PLAYERS.  DM_TOO_LARGE where the numbers
 * do not fit 62 bits over their common denominator. */
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

#ifdef __cplusplus
}
#endif
#endif
