/* fuzz_graph6.c - the reader of graph6. */
#include "reader.h"

FUZZ_READER("graph6")
