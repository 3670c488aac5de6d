/* update_sites.h - a market whose sites change. */
#ifndef DMI_LOCATION_MARKET_UPDATE_SITES_H
#define DMI_LOCATION_MARKET_UPDATE_SITES_H

#include "location/market/market.h"

/* Whether the sites of the next question can be taken by dmi_market_change(). */
bool dmi_market_can_change(const dm_market *market, const dm_reply_request *request);
/* Closes and opens sites, updates the customers, and marks the candidates to be searched again.
 * `is_done` false, or a failure: the market has to start again. */
dm_status dmi_market_change(dm_market *market, const dm_reply_request *request, dm_run *run,
                            bool *is_done, dm_error *err);

#endif
