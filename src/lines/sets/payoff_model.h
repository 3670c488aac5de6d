/* payoff_model.h - the payoffs of a choice of edges, as functions of the places on them.
 *
 * A choice says which pieces are cut and which stubs get a new site.  The places on them are the
 * numbers y: first those of the cuts, then those of the sites, each counted from the piece's end a.
 * In a polytope where it is decided who reaches each vertex, and from where, every payoff is a
 * linear function of y; other polytopes are divided at a plane where something is decided.
 */
#ifndef DMI_LINES_SETS_PAYOFF_MODEL_H
#define DMI_LINES_SETS_PAYOFF_MODEL_H

#include "lines/sets/move_board.h"
#include "lines/sets/polytope.h"

/* Where a new site goes: a stub of a piece, or a vertex without edges (piece -1).  Its place is
 * from `low` to `high`. */
typedef struct dmi_move_spot {
    int32_t piece, stub, vertex;
    int64_t low, high;
    dmi_wide gain; /* of a cut here, at most; if it is known */
    bool open_low, open_high;
} dmi_move_spot;

typedef struct dmi_move_choice {
    int32_t cut_count, add_count;
    dmi_move_spot cut[DMI_MOST_PLACES]; /* by piece; equal pieces are cut several times */
    dmi_move_spot add[DMI_MOST_PLACES]; /* by piece and stub; equal stubs get several sites */
    bool beside_cuts;                   /* a site may lie at the end of a stub that was cut off */
} dmi_move_choice;

/* When the player's site `place` reaches a vertex: far + sign * y. */
typedef struct dmi_model_way {
    int32_t place;
    int32_t sign;
    int64_t far;
} dmi_model_way;

/* A vertex that new sites may reach. */
typedef struct dmi_model_vertex {
    int32_t vertex;
    int32_t first, count; /* of the ways */
} dmi_model_vertex;

/* Who reaches a point, and when. */
typedef struct dmi_model_end {
    uint64_t players;
    dmi_linear_form when;
} dmi_model_end;

typedef struct dmi_payoff_model {
    dmi_move_board *board;
    dmi_move_choice choice;
    bool keeps_planes; /* polytopes keep the planes of their facets */
    int32_t dim;
    dmi_model_vertex *vertices;
    dmi_model_end *ends; /* of `vertices`, in the polytope decided last */
    int32_t vertex_count;
    dmi_model_way *ways;
    int32_t way_count;
    int32_t *pieces; /* those whose payoffs depend on y */
    int32_t piece_count;
    int32_t *index;    /* by vertex of the network: its number among `vertices`, or -1 */
    uint8_t *is_local; /* by piece: whether it is among `pieces` */
    dmi_wide rest[DM_MAX_LINE_PLAYERS]; /* payoffs from all other pieces */
    size_t vertex_room, way_room, piece_room, end_room;
} dmi_payoff_model;

dm_status dmi_payoff_model_init(dmi_move_board *board, dmi_payoff_model *out, dm_error *err);
void dmi_payoff_model_clear(dmi_payoff_model *model);
/* The board is cut as in the choice, which has at least one place.  `polytope` receives all places.
 */
/* The vertex that new site i of the choice lies on if the places are `at`, or -1. */
int32_t dmi_payoff_model_vertex_under(const dmi_payoff_model *model, int32_t i,
                                      const dmi_corner *at);
/* Whether no two new sites lie on one vertex. */
bool dmi_payoff_model_allows(const dmi_payoff_model *model, const dmi_corner *at);
dm_status dmi_payoff_model_set(dmi_payoff_model *model, const dmi_move_choice *choice,
                               dmi_polytope *polytope, dm_error *err);

typedef enum dmi_model_split {
    DMI_SPLIT_NONE = 0, /* everything is decided */
    DMI_SPLIT_LOOSE,    /* two parts, which share the plane */
    DMI_SPLIT_STRICT    /* three parts: below, on and above the plane */
} dmi_model_split;

/* Decides who reaches each vertex in the polytope, or finds a plane that divides it. */
dmi_model_split dmi_payoff_model_decide(dmi_payoff_model *model, const dmi_polytope *polytope,
                                        dmi_linear_form *plane);
/* The payoffs in the polytope decided last, by player. */
void dmi_payoff_model_payoffs(const dmi_payoff_model *model, dmi_linear_form *out);

#endif
