/* serialize.h - the parts of a search as bytes, for other processes and for files.
 *
 * The readers check what they read: numbers of sites, and the sizes of sets.  On damage they set
 * `failed` of the reader.
 */
#ifndef DMI_LOCATION_LEAD_EXACT_SERIALIZE_H
#define DMI_LOCATION_LEAD_EXACT_SERIALIZE_H

#include "base/bytes.h"
#include "location/lead/exact/branch_and_cut.h"

/* All that branch and cut needs of the market.  The one read has no board, and its request has only
 * what the caller puts there. */
void dmi_lead_market_write(const dmi_lead_market *market, dmi_bytes *to);
dm_status dmi_lead_market_read(dmi_bytes_reader *from, const dm_lead_request *request,
                               dmi_lead_market *out, dm_error *err);
void dmi_lead_market_read_clear(dmi_lead_market *market);

void dmi_lead_node_write(const dmi_lead_problem *problem, const dmi_lead_node *node, dmi_bytes *to);
/* NULL: damaged, or no memory. */
dmi_lead_node *dmi_lead_node_read(const dmi_lead_problem *problem, dmi_bytes_reader *from);
/* Adds as many nodes as the number before them says. */
dm_status dmi_lead_nodes_read(dmi_lead_search *search, dmi_bytes_reader *from, dm_error *err);

void dmi_lead_opening_write(const dmi_lead_problem *problem, const dmi_lead_opening *opening,
                            dmi_bytes *to);
void dmi_lead_opening_read(const dmi_lead_problem *problem, dmi_bytes_reader *from,
                           dmi_lead_opening *out);

/* Plans, the oldest first. */
void dmi_strategies_write(const dmi_lead_problem *problem, const dmi_strategies *strategies,
                          dmi_bytes *to);

/* The cuts of a linear program without its limits. */
void dmi_lead_cuts_write(const dmi_lp *lp, dmi_bytes *to);
/* Plans and cuts of the start. */
void dmi_warm_start_write(const dmi_lead_search *search, dmi_bytes *to);
/* Adds strategies and cuts to the worker's. */
dm_status dmi_warm_start_read(dmi_lead_worker *worker, dmi_bytes_reader *from, dm_error *err);

#endif
