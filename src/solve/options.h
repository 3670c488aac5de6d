/* options.h - the stones worth trying at a node. */
#ifndef DMI_OPTIONS_H
#define DMI_OPTIONS_H

#include "solve/search.h"

/* The options of the side to place; a best one is among them.  Returns how many. */
int64_t dmi_options_list(dmi_search *s, dmi_option *options, dmi_detail detail);
/* How soon each is to be tried. */
void dmi_options_weigh(const dmi_search *s, dmi_option *options, int64_t count);
/* Leaves out options that cannot reach beta even if the enemy passed from now
 * on; *best becomes at least a bound on them. */
int64_t dmi_options_within_reach(const dmi_search *s, dmi_option *options, int64_t count,
                                 int64_t beta, int64_t *best);

#endif
