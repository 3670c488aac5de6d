/* cut.h - what the searches for cuts share.
 *
 * Cutting a piece leaves every vertex where it was: distances in the net without the piece do
 * not depend on where on it the cut is.  So along a piece every payoff is a line:
 *
 *      a ----x----|--------- b      x more for whoever reaches a, length - x for b's
 *
 * Payoffs are whole numbers: units of length times `scale`, which makes equal parts whole.
 */
#ifndef DMI_CUT_H
#define DMI_CUT_H

#include "lines/best.h"
#include "lines/net.h"
#include "lines/ratio.h"

/* A level, its net, and who owns what before the cut. */
typedef struct dmi_cut_scene {
    const dm_level *level;
    const dm_line_ask *ask;
    dmi_net net;
    dmi_reach *reach;
    int64_t scale;
    dmi_wide before[DM_MAX_LINE_PLAYERS];
} dmi_cut_scene;

/* DM_BAD_INPUT where there is nothing to cut. */
dm_status dmi_cut_scene_init(const dm_level *level, const dm_line_ask *ask, dmi_cut_scene *out,
                             dm_error *err);
void dmi_cut_scene_clear(dmi_cut_scene *scene);

/* What `player` gets of one unit that these players reach first, 0..scale. */
int64_t dmi_cut_share(const dmi_cut_scene *scene, uint64_t players, int32_t player);

/* Adds `length` units that these players reach first (below 0: takes them away). */
static inline void dmi_cut_give(const dmi_cut_scene *scene, uint64_t players, int64_t length,
                                dmi_wide *payoff)
{
    if (players && !(players & (players - 1)))
        payoff[__builtin_ctzll(players)] += (dmi_wide)length * scene->scale;
    else
        for (uint64_t rest = players; rest; rest &= rest - 1)
            payoff[__builtin_ctzll(rest)] +=
                (dmi_wide)length * dmi_cut_share(scene, players, __builtin_ctzll(rest));
}

/* Both parts of a piece, times `sign`. */
static inline void dmi_cut_give_piece(const dmi_cut_scene *scene, int32_t piece,
                                      const dmi_reach *reach, int sign, dmi_wide *payoff)
{
    const dmi_piece *p = &scene->net.piece[piece];
    int64_t meet = dmi_boundary(p, reach);
    dmi_cut_give(scene, reach[p->a].players, sign * meet, payoff);
    dmi_cut_give(scene, reach[p->b].players, sign * (p->length - meet), payoff);
}

/* --- One piece (cut_place.c) ------------------------------------------------------------- */

/* Every player's payoff when the piece is cut x units beyond `from` (a itself where that is 0):
 * at_a + x * slope, for x from 0 to `length`, which may be 0.  An open end is no place for a cut,
 * but its neighbourhood is.  The same lines serve for a new site on a part of a piece. */
typedef struct dmi_cut_lines {
    int32_t piece;
    int64_t from, length;
    bool open_a, open_b;
    dmi_wide at_a[DM_MAX_LINE_PLAYERS], slope[DM_MAX_LINE_PLAYERS];
} dmi_cut_lines;

/* `rest` is what everybody owns without the piece, `reach` who reaches its ends then. */
void dmi_cut_lines_init(const dmi_cut_scene *scene, int32_t piece, const dmi_wide *rest,
                        const dmi_reach *reach, dmi_cut_lines *out);

/* A cut num/den units beyond `from`; `own` and `margin` are den times what they are. */
typedef struct dmi_cut_place {
    int32_t piece;
    int64_t from;
    dmi_wide num, den;
    dmi_wide own, margin;
    int32_t rank;
    bool attained; /* false: the limit of cuts ever nearer */
} dmi_cut_place;

/* Below, equal to or above 0 as a is worse than, as good as or better than b; of equals an
 * attained one is better. */
int dmi_cut_compare(const dmi_cut_place *a, const dmi_cut_place *b, dm_line_objective objective);
/* The best place along the lines. */
void dmi_cut_best_place(const dmi_cut_scene *scene, const dmi_cut_lines *lines, dmi_cut_place *out);
/* The open interval of places, as *from .. *to, where the player has more than anybody else;
 * false: nowhere. */
bool dmi_cut_winning(const dmi_cut_scene *scene, const dmi_cut_lines *lines, dmi_cut_place *from,
                     dmi_cut_place *to);

/* The place as a fraction of its edge; false where it does not fit 63 bits. */
bool dmi_cut_at(const dmi_cut_scene *scene, const dmi_cut_place *place, dm_ratio *out);
/* Fills the move and the standing after it. */
dm_status dmi_cut_keep(const dmi_cut_scene *scene, const dmi_cut_lines *lines,
                       const dmi_cut_place *place, dm_line_best *out, dm_error *err);

/* --- What hangs below a vertex (cut_tree.c) ------------------------------------------------ */

/* The vertices that are reached only through v are v's subtree: cut the last piece to v and they,
 * and no others, are reached later.  Without ties it is the tree of shortest paths; a vertex that
 * is reached over several pieces at one time hangs below the last that all its paths share.
 *
 *      s --- a === c        c hangs below s where it is reached over a and b at one time
 *       \--- b ===/
 */
typedef struct dmi_cut_tree {
    int32_t *above;  /* the vertex that v hangs below; -1: none, or never reached */
    uint32_t *tight; /* the number of pieces that v is first reached over, all at one time */
    int32_t *order;  /* the reached vertices, each after what it hangs below */
    int32_t count;   /* of them */
    int32_t *at;     /* the subtree of v is the size[v] places from pos[v] on */
    int32_t *pos;
    int32_t *size;         /* 0: never reached */
    int32_t *jump, *depth; /* for climbing: one further up, and how many are above */
} dmi_cut_tree;

dm_status dmi_cut_tree_init(const dmi_cut_scene *scene, dmi_cut_tree *out, dm_error *err);
void dmi_cut_tree_clear(dmi_cut_tree *tree);

static inline bool dmi_cut_hangs_below(const dmi_cut_tree *tree, int32_t v, int32_t top)
{
    return (uint32_t)(tree->pos[v] - tree->pos[top]) < (uint32_t)tree->size[top];
}

/* The lowest vertex that both of them are or hang below; -1: none. */
int32_t dmi_cut_tree_meet(const dmi_cut_tree *tree, int32_t u, int32_t v);

/* The end of a piece that is first reached over it (of several, too), or -1. */
static inline int32_t dmi_cut_reached_over(const dmi_cut_scene *scene, int32_t piece)
{
    const dmi_piece *p = &scene->net.piece[piece];
    int64_t a = scene->reach[p->a].when, b = scene->reach[p->b].when;
    if (a == DMI_NEVER || b == DMI_NEVER)
        return -1;
    return a + p->length == b ? p->b : b + p->length == a ? p->a : -1;
}

/* --- The net without a piece (cut_below.c) ------------------------------------------------ */

typedef struct dmi_cut_below dmi_cut_below;

dm_status dmi_cut_below_new(const dmi_cut_scene *scene, const dmi_cut_tree *tree,
                            dmi_cut_below **out, dm_error *err);
void dmi_cut_below_free(dmi_cut_below *below);
/* The lines of a piece, by reaching again only what was reached over it.  False: no memory. */
bool dmi_cut_below_lines(dmi_cut_below *below, int32_t piece, dmi_cut_lines *out);
/* How many vertices were reached again in all. */
int64_t dmi_cut_below_work(const dmi_cut_below *below);

/* --- What a cut can bring at most (cut_bound.c) ------------------------------------------- */

/* For every piece: no cut of it brings the player more than `bound` units, of own length
 * (DM_LINE_PAYOFF), of margin, or of own length and any opponent's loss together (DM_LINE_RANK).
 * 0 where nobody's payoff can change for the better. */
dm_status dmi_cut_bounds(const dmi_cut_scene *scene, const dmi_cut_tree *tree,
                         dm_line_objective objective, int64_t *bound, dm_error *err);

#endif
