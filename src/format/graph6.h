/* graph6.h - telling headerless graph6 from other text. */
#ifndef DMI_GRAPH6_H
#define DMI_GRAPH6_H

#include <stdbool.h>

/* Whether the line at `at` is one graph6 board, by its length; a line that runs past `end` is
 * one when it has gone on like that for long. */
bool dmi_looks_like_graph6(const char *at, const char *end);

#endif
