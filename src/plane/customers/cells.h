/* cells.h - the cells into which circles divide the board: parts whose places are in the same discs
 * and on the same circles. */
#ifndef DMI_PLANE_CUSTOMERS_CELLS_H
#define DMI_PLANE_CUSTOMERS_CELLS_H

#include "plane/customers/crossing.h"

enum { DMI_MIDST = -1 };

/* The part inside the circle of `disc` along its arc from one crossing to another; or the point at
 * a crossing; or, if `disc` is DMI_MIDST, the one around dmi_midst(). */
typedef struct dmi_cell {
    int32_t disc;
    bool is_point;
    dmi_crossing from, to;
    int8_t edge;   /* Manhattan: the side of the diamond that the given place is on */
    int32_t place; /* Manhattan: the index of that place, or of the point */
    int64_t gain;  /* of black - white */
} dmi_cell;

/* A place with fractions as coordinates on the arc between two crossings of a circle, which the
 * white site of the circle is not within. */
dm_status dmi_arc_place(dmi_crossings *c, int32_t disc, const dmi_crossing *from,
                        const dmi_crossing *to, dmi_exact_point *out, dm_error *err);
/* A place inside the board near a corner where no site is. */
void dmi_midst(const dm_plane *plane, dmi_exact_point *out);
bool dmi_place_is_taken(const dm_plane *plane, const dmi_exact_point *at);
/* Moves a place towards a target, by a half, a quarter, .., into all discs of a list, to a place of
 * the board where no site is, with few digits if possible.  There must be such places close by. */
void dmi_place_move_inside(dmi_crossings *c, const int32_t *list, int32_t count,
                           const dmi_exact_point *target, dmi_exact_point *at);

/* Cells that were found: the best, or all with what they gain.  Item i is worth weight[i]. */
typedef struct dmi_disc_cells {
    const dmi_discs *discs;
    bool all; /* list all */
    dmi_cell best;
    int32_t count;
    dmi_cell *cell;
    int64_t *first; /* cell k has item[first[k]] .. item[first[k + 1] - 1], increasing */
    int32_t *item;
    uint64_t *hash;
    int64_t entries;
    size_t cell_room, first_room, item_room, hash_room;
    int32_t *slot; /* a hash table of the cells: 1 plus the index; 0: empty */
    uint32_t slots;
    int32_t items;
    int32_t *enter_item, *touch_item; /* of each disc; -1: worth nothing */
    int64_t *weight;
    uint64_t *key;        /* of each item, random: a set's hash is the sum */
    dmi_exact_ring place; /* Manhattan: of each cell; if only the best is kept, of that */
} dmi_disc_cells;

/* A place in a cell where no site is, with few digits if possible; that of a point is a fraction.
 */
dm_status dmi_cell_place(dmi_crossings *c, const dmi_disc_cells *cells, const dmi_cell *cell,
                         dmi_exact_point *out, dm_error *err);

dm_status dmi_disc_cells_init(dmi_disc_cells *cells, const dmi_discs *discs, bool all,
                              dm_error *err);
void dmi_disc_cells_clear(dmi_disc_cells *cells);
/* Adds a cell unless it is known.  in[j]: 1 inside disc j, 2 on its circle, else 0.  `hash` is of
 * its items; `place` is NULL or copied. */
dm_status dmi_disc_cells_offer(dmi_disc_cells *cells, const dmi_cell *cell, const int8_t *in,
                               uint64_t hash, const dmi_exact_point *place, dm_error *err);
/* The hash of being inside a disc, and of being on its circle. */
uint64_t dmi_disc_cells_inside_hash(const dmi_disc_cells *cells, int32_t disc);
uint64_t dmi_disc_cells_on_hash(const dmi_disc_cells *cells, int32_t disc);
/* Removes cells that gain no more than another one, item by item. */
dm_status dmi_disc_cells_reduce(dmi_disc_cells *cells, dm_run *run, dm_error *err);

/* Offers the part around dmi_midst(); `in` is scratch, one per disc. */
dm_status dmi_disc_cells_offer_midst(dmi_crossings *c, dmi_disc_cells *cells, int8_t *in,
                                     dm_error *err);
/* Finds the cells of all circles, or all diamonds, that may be best.  DM_STOPPED: some. */
dm_status dmi_sweep(dmi_crossings *c, dmi_disc_cells *cells, dm_run *run, dm_error *err);
dm_status dmi_sweep_diamonds(dmi_crossings *c, dmi_disc_cells *cells, dm_run *run, dm_error *err);
/* The discs that the place just inside the given place of a cell is in; returns their number. */
int32_t dmi_diamonds_around(dmi_crossings *c, const dmi_cell *cell, const dmi_exact_point *place,
                            int32_t *list);
/* The middle of the diamond behind a place on a side of it. */
void dmi_diamond_middle(dmi_crossings *c, const dmi_cell *cell, const dmi_exact_point *place,
                        dmi_exact_point *out);

#endif
