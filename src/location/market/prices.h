/* prices.h - prices of customers, which bound what several sites gain together.
 *
 * Share out what a customer is worth: a part of it is its price, which every site that gains from
 * it earns, however many there are; the rest is given once.  Then k sites gain no more than the
 * rest of all customers plus the prices that the k best earn.
 */
#ifndef DMI_LOCATION_MARKET_PRICES_H
#define DMI_LOCATION_MARKET_PRICES_H

#include "location/market/coverage_sets.h"

/* Customers with neighbouring numbers have the same share. */
typedef struct dmi_prices {
    uint8_t *share; /* of each block of customers: 0 is nothing, 255 all; NULL: not known */
    int64_t rest;   /* the sum of what is not priced, rounded up */
} dmi_prices;

/* Finds prices that bound `count` of the lists well.  O(entries). */
dm_status dmi_prices_init(dmi_prices *prices, const dmi_customers *customers,
                          const dmi_hits *const *list, int32_t lists, int32_t count, dm_run *run,
                          dm_error *err);
void dmi_prices_clear(dmi_prices *prices);

/* What the list earns, rounded up. */
int64_t dmi_prices_of(const dmi_prices *prices, const dmi_customers *customers,
                      const dmi_hits *hits);

#endif
