/* dimacs.h - common to the DIMACS formats: `c` comments and the `p` line. */
#ifndef DMI_FORMAT_GRAPH_DIMACS_H
#define DMI_FORMAT_GRAPH_DIMACS_H

#include "format/parsed_board.h"

/* The next line that is neither blank nor a comment; DM_END after the last. */
dm_status dmi_dimacs_line(dmi_input *in, char **text, dm_error *err);

/* Fails if `found` is not what the `p` line declares. */
dm_status dmi_dimacs_count(const dmi_input *in, int64_t found, int64_t declared, const char *what,
                           dm_error *err);

#endif
