/* espt.h - what the parts of the extended shortest-path tree share (demesne/line_espt.h). */
#ifndef DMI_PAPERS_CUT_ESPT_H
#define DMI_PAPERS_CUT_ESPT_H

#include "papers/cut/cut_rooted_tree.h"
#include <demesne/line_espt.h>

typedef struct dmi_espt_work {
    const dmi_line_position *position;
    dmi_dominator_tree paths;
    dmi_cut_update *update;
    bool has_tree; /* a tree with two players and without ties: types I and II are defined */
    dmi_cut_rooted_tree tree;
    dm_run *run;
    dm_line_espt *out;
    size_t candidate_room, place_room;
} dmi_espt_work;

/* The place `way` units from the piece's end a; false if it does not fit. */
bool dmi_espt_place(const dmi_line_position *position, int32_t piece, int64_t way,
                    dm_line_place *out);
/* A length in units as a ratio; false if it does not fit. */
static inline bool dmi_espt_length(const dmi_line_position *position, dmi_wide units, dm_ratio *out)
{
    *out = (dm_ratio){0, 1};
    return units == 0 || dmi_ratio_make(units, position->net.unit, out);
}
/* Whether the ask's player alone is first at v; whether others are, perhaps together with him. */
static inline bool dmi_espt_is_mine(const dmi_line_position *position, int32_t v)
{
    return position->reach[v].players == UINT64_C(1) << position->ask->player;
}
static inline bool dmi_espt_is_theirs(const dmi_line_position *position, int32_t v)
{
    uint64_t players = position->reach[v].players;
    return (players & ~(UINT64_C(1) << position->ask->player)) != 0;
}
/* A piece that is a tree edge: the end that is reached over it; -1: it is none. */
static inline int32_t dmi_espt_child(const dmi_line_position *position, int32_t piece)
{
    const dmi_piece *p = &position->net.piece[piece];
    return position->reach[p->a].above == piece   ? p->a
           : position->reach[p->b].above == piece ? p->b
                                                  : -1;
}

/* Section 4.4.4: the parts without sites that hang on one site go.  `part` is zeroed; sites keep 0.
 * `stack` has room for all vertices (espt_split.c). */
enum { DMI_PART_STAYS = 1, DMI_PART_GOES };
void dmi_espt_mark_parts(const dmi_line_network *net, int32_t *stack, uint8_t *part);

dm_status dmi_espt_cuts(dmi_espt_work *w, dm_error *err);  /* espt_cuts.c */
dm_status dmi_espt_ropes(dmi_espt_work *w, dm_error *err); /* espt_ropes.c */
dm_status dmi_espt_changes(dmi_espt_work *w,
                           dm_error *err); /* espt_changes.c: also the parts that go */

#endif
