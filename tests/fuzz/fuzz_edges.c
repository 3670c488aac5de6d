/* fuzz_edges.c - the reader of edges. */
#include "reader.h"

FUZZ_READER("edges")
