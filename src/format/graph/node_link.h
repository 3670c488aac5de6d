/* node_link.h - graphs as networkx writes them in JSON. */
#ifndef DMI_FORMAT_GRAPH_NODE_LINK_H
#define DMI_FORMAT_GRAPH_NODE_LINK_H

#include "format/input.h"
#include <demesne/arena.h>
#include <jansson.h>

/* Whether it has `nodes`, and no `vertices` as a board of our own. */
bool dmi_is_node_link(const json_t *root);
dm_status dmi_node_link_board(const json_t *root, const dmi_input *from, dm_arena **out,
                              dm_error *err);

#endif
