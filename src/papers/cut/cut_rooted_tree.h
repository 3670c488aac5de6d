/* cut_rooted_tree.h - a tree with two players, and what lies beyond each of its arcs, for te
 * Kolste's methods.
 *
 * An arc is an edge with a direction; beyond it lie the edge and the subtree at its far end.  The
 * tree has a root; the arc down to v and the arc up from v have v's number.
 *
 *           p                down[v]: from p, beyond it v's subtree
 *           |  the edge      up[v]:   from v, beyond it everything else
 *           v
 */
#ifndef DMI_PAPERS_CUT_CUT_ROOTED_TREE_H
#define DMI_PAPERS_CUT_CUT_ROOTED_TREE_H

#include "base/base.h"
#include "lines/cut/cut_search.h"

/* The nearest site beyond an arc, measured from its far end, without passing a site. */
typedef struct dmi_cut_near {
    int64_t when;  /* DMI_NEVER: there is none */
    int32_t owner; /* a player, or -1 if sites of both are equally near */
} dmi_cut_near;

typedef struct dmi_cut_rooted_tree {
    const dmi_line_position *position;
    int32_t me, other;
    int32_t *order;  /* vertices, each after its parent; the root first */
    int32_t *parent; /* the piece to the parent; -1 at the root */
    dmi_cut_near *near;
    int64_t *volume; /* the length beyond an arc; valid if no site is there */
    dmi_arrays arrays;
} dmi_cut_rooted_tree;

enum { DMI_DOWN = 0, DMI_UP = 1 };

static inline int32_t dmi_cut_arc(int32_t v, int direction)
{
    return 2 * v + direction;
}

/* The arc out of v over one of its pieces. */
static inline int32_t dmi_cut_arc_over(const dmi_cut_rooted_tree *tree, int32_t v, int32_t piece)
{
    if (tree->parent[v] == piece)
        return dmi_cut_arc(v, DMI_UP);
    return dmi_cut_arc(dmi_other_end(&tree->position->net, piece, v), DMI_DOWN);
}

/* DM_UNSUPPORTED, with the reason, unless the level is a tree, there are two players with sites, no
 * vertex is tied, and the objective is margin or rank. */
dm_status dmi_cut_rooted_tree_init(const dmi_line_position *position, dmi_cut_rooted_tree *out,
                                   dm_error *err);
void dmi_cut_rooted_tree_clear(dmi_cut_rooted_tree *tree);

/* The nearest site that v reaches without the piece `without` (-1: over any). */
dmi_cut_near dmi_cut_nearest(const dmi_cut_rooted_tree *tree, int32_t v, int32_t without);

/* From v, which the opponent reaches first, towards his site: past all vertices that the player
 * would reach first without this way.  Gives the one beyond them; `*piece`, the edge by which v was
 * come to, becomes the last one passed (type II of section 4.3), and `*tied`, unless NULL, a vertex
 * at which both players would tie, or stays. */
int32_t dmi_cut_pass_won(const dmi_cut_rooted_tree *tree, int32_t v, int32_t *piece, int32_t *tied);

/* The best cut so far of a method that computes gains itself. */
typedef struct dmi_cut_found {
    int32_t piece; /* -1: none that helps */
    int64_t gain;  /* of margin, in units */
} dmi_cut_found;

static inline void dmi_cut_try(dmi_cut_search *s, dmi_cut_found *found, int32_t piece, int64_t gain)
{
    s->candidates++;
    if (gain > found->gain)
        *found = (dmi_cut_found){piece, gain};
}

/* Tries Type III: every edge with no site beyond it where the opponent owns what is there, unless
 * it is itself beyond such an edge. */
void dmi_cut_try_neutral(dmi_cut_search *s, const dmi_cut_rooted_tree *tree, dmi_cut_found *found);
/* Tries every edge with a boundary point, at the opponent's end. */
void dmi_cut_try_boundaries(dmi_cut_search *s, const dmi_cut_rooted_tree *tree,
                            dmi_cut_found *found);
/* Evaluates the cut found by a whole diagram.  DM_INTERNAL if the gain differs. */
dm_status dmi_cut_confirm(dmi_cut_search *s, const dmi_cut_found *found, dm_error *err);

/* The methods of the thesis.  Each needs a certain kind of tree, else DM_UNSUPPORTED. */
dmi_cut_method_fn dmi_cut_search_simple, dmi_cut_search_two_sites;  /* cut_simple.c */
dmi_cut_method_fn dmi_cut_search_types;                             /* cut_types.c */
dmi_cut_method_fn dmi_cut_search_method_1, dmi_cut_search_method_2; /* cut_methods_1_and_2.c */

#endif
