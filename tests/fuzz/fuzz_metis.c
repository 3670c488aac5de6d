/* fuzz_metis.c - the reader of metis. */
#include "reader.h"

FUZZ_READER("metis")
