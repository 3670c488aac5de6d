/* fuzz_dot.c - the reader of dot. */
#include "reader.h"

FUZZ_READER("dot")
