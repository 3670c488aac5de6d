/* edge_data.h - edges with their attributes as Python writes a dictionary. */
#ifndef DMI_FORMAT_GRAPH_EDGE_DATA_H
#define DMI_FORMAT_GRAPH_EDGE_DATA_H

#include "format/parsed_board.h"
#include "format/unused.h"

/* Reads `u v {'weight': 2.5, 'name': "Long Street"}` and adds the edge; the line must end there.
 * Its length is `length`, else `weight`, else 1; in seconds it is `travel_time`. */
dm_status dmi_edge_data_line(dmi_parsed *board, const char *at, dmi_unused *unused, dm_error *err);

#endif
