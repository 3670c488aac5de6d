/* move_order.h - a set of moves as moves one after the other. */
#ifndef DMI_LINES_SETS_MOVE_ORDER_H
#define DMI_LINES_SETS_MOVE_ORDER_H

#include "lines/sets/set_search.h"

enum { DMI_MOST_MOVES = 64 };

/* One move of a set, in terms of the level before all of them. */
typedef struct dmi_move_item {
    dm_line_op op;
    int32_t site;   /* to remove; -1: one that was added before */
    int32_t vertex; /* of a new site, or -1 */
    int32_t edge;
    dm_ratio at;
    int32_t stub; /* a new site: how many cuts of the edge come before it */
} dmi_move_item;

/* The items of a set, removals first, then cuts, then sites; sites that are removed again come
 * last. `halvings` 0: the set's own places; otherwise 2^-halvings of the way to the inside of its
 * polytope. DM_TOO_LARGE if a place does not fit. */
dm_status dmi_move_set_items(const dmi_set_search *search, const dmi_move_set *set, int halvings,
                             dmi_move_item *items, int32_t *count, dm_error *err);
/* Makes the items' moves in the order of the operations `order` (NULL: in their own).  `after` may
 * be NULL.  DM_BAD_MOVE if one of them is not possible. */
dm_status dmi_move_set_make(const dmi_set_search *search, const dmi_move_item *items, int32_t count,
                            const dm_line_op *order, dm_line_move *moves, dm_level **after,
                            dm_error *err);
/* The same without item `left_out`. */
dm_status dmi_move_set_make_without(const dmi_set_search *search, const dmi_move_item *items,
                                    int32_t count, int32_t left_out, dm_level **after,
                                    dm_error *err);

#endif
