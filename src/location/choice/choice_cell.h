/* choice_cell.h - the cut of one customer: how much of its gain each pull is charged with. */
#ifndef DMI_LOCATION_CHOICE_CHOICE_CELL_H
#define DMI_LOCATION_CHOICE_CHOICE_CELL_H

#include <stdint.h>

/* A pull on the customer, in its unit, and the share of its site. */
typedef struct dmi_choice_shared {
    double pull, share;
} dmi_choice_shared;

/* For every set of at least `others` + 1 pulls: g(their sum) <= square + their coefficients. */
typedef struct dmi_choice_cell {
    double limit;       /* larger pulls are large */
    double slope;       /* of small pulls */
    double square;      /* the constant */
    double far, bend;   /* a small pull below `far` is charged `bend` for each unit that it lacks */
    double touch;       /* large pulls below it are charged by the tangent of g there: */
    double base, rise;  /* base + rise * pull */
    double less, joint; /* what is taken off the charge of a large pull, alone or with others */
} dmi_choice_cell;

/* What a pull is charged with. */
static inline double dmi_choice_charge(const dmi_choice_cell *cell, double pull)
{
    if (pull <= cell->limit) { /* as for most customers, so without the divisions */
        double lack = cell->far - pull;
        return cell->slope * pull + (lack > 0 ? cell->bend * lack : 0);
    }
    double alone = pull < cell->touch ? cell->base + cell->rise * pull : pull / (1 + pull);
    double all = cell->limit + pull, joint = all / (1 + all) - cell->joint;
    return alone - cell->less > joint ? alone - cell->less : joint;
}

/* A cell whose cut is low at the shares of the items, the largest pull first; `missing` is the
 * share of sites without a pull. */
void dmi_choice_cell_choose(dmi_choice_cell *cell, const dmi_choice_shared *item, int32_t count,
                            double missing, int32_t others);

#endif
