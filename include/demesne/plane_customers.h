/* demesne/plane_customers.h - finitely many customers in the plane, in place of its land.
 *
 * A customer is a place with a demand, and belongs to the side whose nearest site is nearer; the
 * tie rule decides between equal distances.
 *
 *     . . . W .  . B .         Customers need not be on the board; sites are.
 *
 * A new black site takes a customer of White's if it is in the disc around the customer that
 * reaches to the nearest white site.  So the best new sites cover the most demand with places that
 * are in as many discs as possible, and are found exactly.
 */
#ifndef DEMESNE_PLANE_CUSTOMERS_H
#define DEMESNE_PLANE_CUSTOMERS_H

#include <demesne/plane.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DM_PLANE_CUSTOMERS = 1000000 }; /* the most customers */

typedef struct dm_plane_customers dm_plane_customers;

dm_status dm_plane_customers_new(dm_plane_customers **out, dm_error *err);
void dm_plane_customers_free(dm_plane_customers *customers);
/* Adds a customer: x and y as decimals or fractions, the demand as a decimal that is not negative;
 * NULL is 1.  Several may be at one place.
 *
 * DM_BAD_ARGUMENT: no such numbers; DM_TOO_LARGE: too many customers, or a total demand that is not
 * below 10^18 in units of the last decimal.  Nothing has changed then. */
dm_status dm_plane_customers_add(dm_plane_customers *customers, const char *x, const char *y,
                                 const char *demand, dm_error *err);
int32_t dm_plane_customers_count(const dm_plane_customers *customers);
/* The total demand as an exact decimal; free with dm_free(). */
dm_status dm_plane_customers_demand(const dm_plane_customers *customers, char **out, dm_error *err);

/* Demands as exact decimals. */
typedef struct dm_plane_demand {
    int32_t sides, customers;
    char *demand[DM_PLANE_SIDES], *tied; /* tied: also if there are no sites */
    double size[DM_PLANE_SIDES], tied_size, total;
    char *value, *lead; /* of two sides: the first demand minus the second, and the reverse; or NULL
                         */
    int32_t *owner;     /* of each customer, as added: a side, or -1: tied */
    int32_t winner;     /* the side with the greatest demand; -1: a tie */
} dm_plane_demand;

/* Whose customers are whose, exactly, under both metrics.  O(customers x sites).
 * DM_UNFINISHED if `run` ends first. */
dm_status dm_plane_demand_new(const dm_plane *plane, const dm_plane_customers *customers,
                              dm_run *run, dm_plane_demand **out, dm_error *err);
void dm_plane_demand_free(dm_plane_demand *demand);

enum { DM_PLANE_COVER = 200 }; /* the most new sites */

typedef struct dm_plane_cover {
    dm_plane *plane;        /* the sites that stood, then the new ones, in exact places */
    dm_plane_demand *score; /* with the new sites */
    double lower, upper;    /* enclose the most of (1 + (black - white) / total) / 2 */
    bool proven;            /* no other places take more; lower and upper are then the share */
    int64_t nodes;          /* of the search among sets of places */
} dm_plane_cover;

/* Black's best `count` new sites beside the sites of `plane`, which has two sides: those with the
 * greatest black - white.  Under the neutral rule a customer as near to a new site as to White's
 * is nobody's, which counts half.  No site is placed where one stands.
 *
 * The best is always attained, and by places with fractions as coordinates.  Under Manhattan all
 * corners are such places.  Under Euclid circles that cross in another place P also cross in its
 * conjugate, and the chord between lies in all their discs, so beside P is a place with all
 * customers that P has.
 *
 * One new site: O(n^2 log n) for n customers; more: the search among the places that are in most
 * discs, which can be long.  DM_STOPPED: the run ended; the best so far, and a bound that holds.
 * DM_UNSUPPORTED: more than two sides.  DM_TOO_LARGE: too many such places for a search. */
dm_status dm_plane_cover_new(const dm_plane *plane, const dm_plane_customers *customers,
                             int32_t count, dm_run *run, dm_plane_cover **out, dm_error *err);
void dm_plane_cover_free(dm_plane_cover *cover);

#ifdef __cplusplus
}
#endif
#endif
