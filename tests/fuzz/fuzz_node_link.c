/* fuzz_node_link.c - the reader of networkx's JSON. */
#include "reader.h"

FUZZ_READER("json")
