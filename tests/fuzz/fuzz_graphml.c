/* fuzz_graphml.c - the reader of graphml. */
#include "reader.h"

FUZZ_READER("graphml")
