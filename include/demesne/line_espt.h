/* demesne/line_espt.h - a level as te Kolste's thesis looks at it: the extended shortest-path tree,
 * the moves that may be best, the functions of cuts.
 *
 * Every site is a vertex; sites inside edges get the numbers after the level's own vertices, in
 * their order, and divide their edges (dm_level_split()).
 *
 *          v0                    v0 has every site as a child.  A boundary point is where two
 *         /  \                   players meet; it is a leaf twice, below both ends of its edge,
 * each s0    s1                 time with the owner of the other end.  Where a player meets himself
 *       |    /  \                is an inner boundary point, and its edge a cross edge.
 *       x   v    w - - u
 *
 * The thesis: Extensions on the Continuous Voronoi game on Graphs. Cuts & Ropes, 2016; sections 3.5
 * (the tree), 4.3 and 5.1 (candidates), 4.4 (functions), 6.1.  What it defines for two players is
 * here about `player` and all others.
 */
#ifndef DEMESNE_LINE_ESPT_H
#define DEMESNE_LINE_ESPT_H

#include <demesne/lines.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_espt_vertex {
    dm_line_place place; /* itself, or the place of a site inside an edge */
    int32_t site;        /* the site on it; -1: none */
    int32_t parent;      /* -1: a site, or never reached */
    int32_t edge;        /* the level's edge to the parent; -1 */
    uint64_t players;    /* bit p: player p is first; several: tied; 0: never reached */
    dm_ratio dist;       /* from the nearest site */
    bool is_end;         /* an end point: a leaf that is a vertex with one edge */
} dm_espt_vertex;

/* Where the fronts from both ends of an edge meet. */
typedef struct dm_espt_meeting {
    dm_line_place place; /* on an edge */
    int32_t end[2];      /* vertices, in the direction of the edge */
    dm_ratio dist;       /* from the nearest site on both sides */
    bool is_inner;  /* both ends have the same players: an inner boundary point, a cross edge */
    int32_t common; /* inner: the lowest common ancestor of the ends; -1: v0 */
} dm_espt_meeting;

/* A cut that may be best: `edge` is cut off `from`, its end at the place; the part that leads to
 * `to` is cut off.  Of a vertex to which no move is possible (a site inside an edge) it is the
 * limit. */
typedef struct dm_line_candidate {
    dm_line_type type;  /* NONE: a tree edge of an opponent (Lemma 4.3) that no type names */
    int32_t edge;       /* of the level */
    dm_ratio at;        /* of `from`, on that edge */
    int32_t from, to;   /* vertices of the tree */
    int32_t meeting;    /* I, II: the boundary point that it is for; -1 */
    int32_t t, t_count; /* II: the set T, from the boundary point on: places[t] .. ; the last is
                           T-bar */
    int32_t sigma, sigma_count; /* I, with one own site: sigma*(p), the new boundary points */
    dm_ratio delta; /* I, with one own site: delta vol(p); III: the length cut off; den 0:
                       not defined */
    dm_ratio gain;  /* of the margin */
} dm_line_candidate;

/* A rope that may be best.  Decimals, as lengths in the plane are roots. */
typedef struct dm_rope_candidate {
    dm_line_type type;
    int32_t from_edge, to_edge; /* -1: a vertex */
    int32_t from_vertex, to_vertex;
    double from_at, to_at; /* on the edges */
    double length, gain;   /* NAN: gains are known on trees with one site each only */
    bool is_limit;         /* I: the balance point itself is tied; the gain is a limit */
} dm_rope_candidate;

/* The change of the payoff of `player` in the subtree below v if its parent edge is cut, for a v
 * with only boundary nodes and end points below it (section 4.4.1). */
typedef struct dm_espt_change {
    int32_t vertex;
    int32_t nearest;  /* index of the meeting whose node is nearest to v */
    int32_t owner;    /* of v afterwards */
    dm_ratio change;  /* F-bar, with w(e_i) - w(e_lambda) in its third case */
    dm_ratio printed; /* F-bar as printed */
} dm_espt_change;

typedef struct dm_line_espt {
    int32_t player;
    int32_t vertex_count; /* the level's, then one per site inside an edge */
    dm_espt_vertex *vertices;
    int32_t meeting_count; /* edge by edge */
    dm_espt_meeting *meetings;
    int32_t ancestor_count; /* the set B of section 6.1, in order */
    int32_t *ancestors;
    int32_t candidate_count; /* types I, II, III, then none */
    dm_line_candidate *candidates;
    int32_t place_count;
    dm_line_place *places; /* of the candidates */
    const char *note;      /* why there are no types I and II; or NULL */
    int32_t rope_count;
    dm_rope_candidate *ropes;
    const char *rope_note; /* why there are no ropes or gains of ropes; or NULL */
    int32_t change_count;
    dm_espt_change *changes;
    int32_t removed_count; /* by the simplification of section 4.4.4: vertices in parts without
                              sites that hang on one site */
    int32_t *removed;
} dm_line_espt;

/* The tree and the candidates for the ask's player; of the ask only player and ties matter.
 * Trees: O(n log n) and the sizes of the parts below the candidates.  DM_STOPPED or DM_UNFINISHED
 * without a result; DM_BAD_MOVE if the level has no edge; DM_TOO_LARGE if a number does not fit. */
dm_status dm_line_espt_new(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                           dm_line_espt **out, dm_error *err);
void dm_line_espt_free(dm_line_espt *espt);

/* f(x) = value + slope (x - from) up to the next piece. */
typedef struct dm_line_function_piece {
    dm_ratio from, value, slope;
    dm_ratio jump; /* from the value that the piece before ends with; 0: none */
} dm_line_function_piece;

/* f_(v,e,P)(x): the payoff of `player` on e and what lies beyond it, if P owns v, coming from
 * elsewhere and arriving at time x (section 4.4.2, corrected). */
typedef struct dm_line_function {
    int32_t edge;     /* of the level */
    int32_t from, to; /* v, and the other end of e */
    int32_t player;   /* P */
    dm_ratio volume;  /* vol(T_v,e); g = volume - f */
    dm_ratio mu;    /* the distance from `to` to the nearest site without e; den 0: there is none */
    dm_ratio x_bar; /* mu minus the length of e: from then on `to` is not P's; den 0: never */
    int32_t piece_count;
    dm_line_function_piece *pieces; /* the first is from 0 */
    dm_ratio by_method[2]; /* f at the x asked for by Algorithms 8 and 9; den 0: not asked */
    bool is_tied;          /* there both players arrive at a vertex at the same time */
} dm_line_function;

typedef struct dm_line_functions {
    int32_t count;
    dm_line_function *of;
} dm_line_functions;

/* The functions of one edge, out of `vertex` or (-1) out of both ends, for both players; a divided
 * edge has several parts.  `x` NULL: no question.  DM_UNSUPPORTED unless the level is a tree with
 * two players, both with sites, and no ties; DM_BAD_VERTEX if the vertex is no end of the edge. */
dm_status dm_line_functions_new(const dm_level *level, const dm_line_ask *ask, int32_t edge,
                                int32_t vertex, const dm_ratio *x, dm_run *run,
                                dm_line_functions **out, dm_error *err);
void dm_line_functions_free(dm_line_functions *functions);

/* The level with its sites on vertices: those inside edges divide them.  Vertices keep their
 * numbers; edges are numbered anew, in their order. */
dm_status dm_level_split(const dm_level *level, dm_level **out, dm_error *err);
/* The same without the parts without sites that hang on one site (section 4.4.4): no cut in them is
 * better than the best one of type III.  Vertices and edges are numbered anew, in their order. */
dm_status dm_level_simplify(const dm_level *level, dm_level **out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
