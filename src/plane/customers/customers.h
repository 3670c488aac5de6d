/* customers.h - customers in the plane, as the modules of the plane see them. */
#ifndef DMI_PLANE_CUSTOMERS_CUSTOMERS_H
#define DMI_PLANE_CUSTOMERS_CUSTOMERS_H

#include "plane/plane_sites.h"
#include <demesne/plane_customers.h>

struct dm_plane_customers {
    int32_t count;
    dmi_exact_ring place;   /* a list of places, not a ring */
    int64_t *demand, total; /* in units of 10^-decimals */
    int decimals;
    size_t demand_room;
};

/* A distance between a customer and a site: squared under Euclid. */
void dmi_customer_distance(const dmi_exact_point *a, const dmi_exact_point *b,
                           dm_line_metric metric, mpq_t out);
/* The nearest sites of a customer: `nearest` and the rest at the same distance, which is exact. */
typedef struct dmi_nearest_sites {
    int32_t *site; /* increasing; room for all sites of the plane */
    int32_t count;
    mpq_t distance, other; /* of a distance; `other` is scratch */
} dmi_nearest_sites;

dm_status dmi_nearest_sites_init(dmi_nearest_sites *near, const dm_plane *plane, dm_error *err);
void dmi_nearest_sites_clear(dmi_nearest_sites *near);
/* Among the sites of `side`; -1: of all sides. */
void dmi_nearest_sites_find(dmi_nearest_sites *near, const dm_plane *plane,
                            const dmi_exact_point *customer, int32_t side);
/* Whose the customer is whose nearest sites were found among all; -1: tied. */
int32_t dmi_nearest_sites_owner(const dmi_nearest_sites *near, const dm_plane *plane);

#endif
