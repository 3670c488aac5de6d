/* fuzz_gml.c - the reader of gml. */
#include "reader.h"

FUZZ_READER("gml")
