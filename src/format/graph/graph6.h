/* graph6.h - recognises graph6 without a header. */
#ifndef DMI_FORMAT_GRAPH_GRAPH6_H
#define DMI_FORMAT_GRAPH_GRAPH6_H

#include <stdbool.h>

/* Whether the line at `at` is a graph6 board, by its length. A line that goes past `end` counts
 * if it has been right for long. */
bool dmi_looks_like_graph6(const char *at, const char *end);

#endif
